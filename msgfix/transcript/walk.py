"""From the leaf up to the root, over the gaps (step B2)."""

import sys
from typing import Any

from msgfix.transcript.faults import FAULTS, Finding
from msgfix.transcript.reuse import Reuse
from msgfix.transcript.row import Row
from msgfix.transcript.scope import META, SUMMARY, TALK, Scope, has_results, is_boundary

_CONTINUE = "Continue from where you left off"


def walk(scope: Scope, leaf: Row, carried: dict[Row, Row], reuse: Reuse, findings: list[Finding]) -> list[Row]:
    """The rows from the root (or the last compaction) to the leaf.

    `carried`: entry that a compaction carried over -> the summary that it now follows.
    """
    get, again = scope.by_uuid.get, reuse.again
    chain: list[Row] = []
    seen: set[Row] = set()
    low = _Low(chain)
    row: Row | None = leaf
    while row is not None:
        chain.append(row)
        seen.add(row)
        if row.type == "system" and is_boundary(row):
            break
        parent = reuse.parent(row) if reuse.written else row.parent
        up = get(parent) if parent is not None else None
        if again and up in again and up is not None:
            up = reuse.resolve(row, up, seen)
        if up is None:
            up = _bridge(scope, row, low, findings)
        elif up in seen:
            findings.append(_finding("parent-cycle", row, "the entry is its own ancestor"))
            up = scope.before(low.offset())
        elif up in carried and carried[up].offset < row.offset:
            up = carried[up] if carried[up] not in seen else None
        elif row.flags & META and _is_stale(scope, row, up):
            newest = scope.before(row.offset, TALK)
            if newest is not None and newest not in seen:
                findings.append(_finding("parent-stale", row, "it hangs on a stale entry; the newest one is meant"))
                up = newest
        row = up
    chain.reverse()
    return chain


class _Low:
    """The first place in the file that a growing list of rows has reached; each row is looked at once."""

    def __init__(self, rows: list[Row]) -> None:
        self.rows = rows
        self.done = 0
        self.lowest = sys.maxsize

    def offset(self) -> int:
        self.lowest = min(self.lowest, min((row.offset for row in self.rows[self.done :]), default=sys.maxsize))
        self.done = len(self.rows)
        return self.lowest


def _bridge(scope: Scope, row: Row, low: _Low, findings: list[Finding]) -> Row | None:
    """What a row without a parent hangs on: the nearest entry before all that the walk has seen so far."""
    if row.parent is None and _is_root(row):
        return None
    if row.flags & SUMMARY:
        return None  # its boundary was lost: what stands before is what it sums up
    above = scope.before(low.offset())
    if above is not None and row.parent is not None:
        findings.append(
            _finding("parent-missing", row, f"its parent is not in the file; bridged to line {above.number}")
        )
    return above


def _is_root(row: Row) -> bool:
    """True if the entry says so itself: hand-made files leave the key out, and mean their order."""
    if row.uuid is None:
        return False
    entry: dict[str, Any] = row.source.entry(row)
    return entry.get("parentUuid", "") is None


def _is_stale(scope: Scope, row: Row, up: Row) -> bool:
    """True for the turn with which a resumed client goes on, when it hangs on an entry that is not the newest.

    Not when all that is newer is a call that a crash left open: the client leaves it out on purpose.
    """
    if row.source_call or has_results(row):
        return False
    newest = scope.before(row.offset, TALK)
    here = scope.talk_above(up)
    if newest is None or here is None or newest is here or newest.offset < here.offset:
        return False
    return _text(row).startswith(_CONTINUE) and not _is_dead_call(scope, newest, here)


def _is_dead_call(scope: Scope, newest: Row, here: Row) -> bool:
    row: Row | None = newest
    calls = False
    seen = set()
    while row is not None and row not in seen and row.type == "assistant" and row.message_id == newest.message_id:
        seen.add(row)
        calls = calls or any(block.kind == "tool_use" for block in row.sketch)
        row = scope.talk_above(scope.by_uuid.get(row.parent) if row.parent else None)
        if row is here:
            return calls
    return False


def _text(row: Row) -> str:
    for block in row.source.content(row)[:1]:
        if isinstance(block, dict) and isinstance(text := block.get("text"), str):
            return text.strip()
    return ""


def _finding(slug: str, row: Row, message: str) -> Finding:
    return Finding(FAULTS[slug], row.number, message)
