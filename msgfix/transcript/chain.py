"""Rows to the conversation in order: leaf, walk, compaction view, what hangs beside (steps B1-B5, C1, C2)."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from msgfix.transcript import compaction
from msgfix.transcript.faults import FAULTS, Finding
from msgfix.transcript.forks import join_replies
from msgfix.transcript.leaf import last_of_old, newest
from msgfix.transcript.recover import Recovery
from msgfix.transcript.reuse import Reuse
from msgfix.transcript.row import Row
from msgfix.transcript.scope import SPEECH, Scope, has_results, is_cut
from msgfix.transcript.walk import walk

BOOKKEEPING = frozenset({"progress", "system"})


class Chain(Struct, frozen=True):
    """The active branch of a file. Each row of the index is in `rows`, counted in `off`, or counted in `metadata`.

    `rows`: what the request may see and what links it, in conversation order. `off`: reason -> rows left out.
    `metadata`: rows outside the graph of entries. `parents`: uuid -> the parent to write so that a plain walk from the
    leaf passes through every row; only where the file says otherwise.
    """

    rows: list[Row]
    off: dict[str, int]
    metadata: int
    findings: list[Finding]
    parents: dict[str, str | None]
    leaf: Row | None


def build(
    index_rows: list[Row], by_uuid: dict[str, Row], leaf: str | None = None, repeated: Iterable[Row] = ()
) -> Chain:
    """Order the rows of a file. `leaf` names the entry to end at; without it, the newest one is found.

    `repeated`: the entries whose uuid was there before, in file order. They are not placed, but show the way.
    """
    findings: list[Finding] = []
    named = by_uuid.get(leaf) if leaf is not None else None
    if leaf is not None and named is None:
        findings.append(Finding(FAULTS["leaf-unknown"], 0, f"no entry has the uuid {leaf!r}; the newest one is taken"))
    scope = Scope(index_rows, by_uuid, named or last_of_old(index_rows))
    end = named or newest(scope)
    walked = walk(scope, end, compaction.carried(scope), Reuse(by_uuid, repeated), findings) if end else []
    viewed, carried = compaction.place(scope, walked)
    sorting = _Sorting(scope, viewed, carried)
    joined, came = join_replies(viewed, sorting.children)
    if came:
        findings.append(_count("reply-off-chain", came[0], len(came)))
    recovery = Recovery(scope, joined)
    recovered = recovery.run(sorting.near, sorting.children)
    if recovered:
        first = next(row for row in sorting.near if row in recovery.kept)
        findings.append(_count("results-off-chain", first, recovered))
    rows = _with_loose(recovery.flat(joined), sorting.loose)
    off = sorting.off
    off.update(_reason(row, recovery) for row in sorting.near if row not in recovery.kept)
    return Chain(rows, dict(+off), sorting.metadata, findings, _parents(rows), end)


class _Sorting:
    """The rows that are not on the chain: counted, or near enough to be looked at again."""

    def __init__(self, scope: Scope, chain: list[Row], carried: list[Row]) -> None:
        self.metadata = 0
        self.near: list[Row] = []
        self.loose: list[Row] = []
        self.children: dict[str, list[Row]] = {}
        aside = away = compacted = 0
        on, hidden, own = set(chain), scope.aside, scope.own
        cut = chain[0].offset if chain and is_cut(chain[0]) else -1
        kept_from = min((row.offset for row in carried), default=cut)
        kept_to = max((row.offset for row in carried), default=cut)
        for row in scope.rows:
            if row in on:
                continue
            if row.uuid is None and row.type not in SPEECH:
                self.metadata += 1
            elif row.flags & hidden:
                aside += 1
            elif own is not None and row.session not in own:
                away += 1
            elif row.offset < cut and not kept_from <= row.offset <= kept_to:
                compacted += 1
            elif _is_loose(scope, row):
                self.loose.append(row)
            else:
                self.near.append(row)
                if row.parent is not None:
                    self.children.setdefault(row.parent, []).append(row)
        self.off = Counter({"sidechain": aside, "other session": away, "before the compaction": compacted})


def _is_loose(scope: Scope, row: Row) -> bool:
    """True for an entry that nothing links, but that says something all the same: it stands where the file has it."""
    return (row.uuid is None or row.subtype == "queued_command") and row.parent not in scope.by_uuid


def _with_loose(rows: list[Row], loose: list[Row]) -> list[Row]:
    """The loose rows put in where the file has them: each behind the row of the chain before it."""
    if not loose:
        return rows
    in_file = sorted(rows, key=lambda row: row.offset)
    offsets = [row.offset for row in in_file]
    behind: dict[Row | None, list[Row]] = {}
    for row in loose:
        at = bisect_right(offsets, row.offset) - 1
        behind.setdefault(in_file[at] if at >= 0 else None, []).append(row)
    whole = behind.get(None, [])
    for row in rows:
        whole.append(row)
        whole += behind.get(row, ())
    return whole


def _reason(row: Row, recovery: Recovery) -> str:
    if row.type in BOOKKEEPING:
        return "abandoned retry" if row.subtype == "api_error" else "bookkeeping beside the chain"
    up = recovery.scope.talk_above(recovery.scope.by_uuid.get(row.parent) if row.parent else None)
    if row.type == "assistant" and up is not None and up.type == "user" and up in recovery.kept:
        return "abandoned retry"
    if has_results(row) and any(block.ref in recovery.results for block in row.sketch):
        return "repeated result"
    return "rewound branch"


def _parents(rows: list[Row]) -> dict[str, str | None]:
    parents: dict[str, str | None] = {}
    above: str | None = rows[0].uuid if rows else None
    for row in rows[1:]:
        uuid = row.uuid
        if uuid is not None:
            if row.parent != above:
                parents[uuid] = above
            above = uuid
    return parents


def _count(slug: str, first: Row, count: int) -> Finding:
    return Finding(FAULTS[slug], first.number, f"{count} {'entry' if count == 1 else 'entries'} beside the chain")
