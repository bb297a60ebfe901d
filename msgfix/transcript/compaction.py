"""What a compaction carries over: messages kept word for word behind the summary (step C2)."""

from typing import Any

from msgfix.transcript.row import Row
from msgfix.transcript.scope import SUMMARY, Scope, is_boundary


def carried(scope: Scope) -> dict[Row, Row]:
    """Each entry that a compaction carried over -> the entry of the summary that it is placed behind."""
    found: dict[Row, Row] = {}
    for boundary in scope.rows:
        if boundary.extra and is_boundary(boundary):
            anchor = _anchor(scope, boundary) or boundary
            found.update(dict.fromkeys(preserved(scope, boundary), anchor))
    return found


def place(scope: Scope, chain: list[Row]) -> tuple[list[Row], list[Row]]:
    """The chain with the carried entries behind their anchor, and those entries alone."""
    if not chain or not chain[0].extra or not is_boundary(chain[0]):
        return chain, []
    on = set(chain)
    kept = [row for row in preserved(scope, chain[0]) if row not in on]
    anchor = _anchor(scope, chain[0])
    at = next((index for index, row in enumerate(chain) if row is anchor), None)
    if at is None:
        at = next((index for index, row in enumerate(chain) if row.flags & SUMMARY), 0)
    return chain[: at + 1] + kept + chain[at + 1 :], kept


def preserved(scope: Scope, boundary: Row) -> list[Row]:
    """The carried entries of a boundary, in order, each once: a list of uuids, or the segment from head to tail."""
    facts = _facts(boundary)
    listed = _object(facts.get("preservedMessages")).get("uuids")
    if isinstance(listed, list):
        rows = [scope.by_uuid[name] for name in listed if isinstance(name, str) and name in scope.by_uuid]
        return list(dict.fromkeys(row for row in rows if not is_boundary(row)))
    segment = _object(facts.get("preservedSegment"))
    head, tail = _row(scope, segment.get("headUuid")), _row(scope, segment.get("tailUuid"))
    if head is None or tail is None:
        return []
    return _segment(scope, head, tail)


def _segment(scope: Scope, head: Row, tail: Row) -> list[Row]:
    """From the tail up to the head; by file order where the parents do not lead there."""
    way: dict[Row, None] = {}
    row: Row | None = tail
    while row is not None and row not in way and not is_boundary(row):
        way[row] = None
        if row is head:
            return list(way)[::-1]
        row = _row(scope, row.parent)
    return [row for row in scope.rows if head.offset <= row.offset <= tail.offset and row.uuid and scope.holds(row)]


def _anchor(scope: Scope, boundary: Row) -> Row | None:
    facts = _facts(boundary)
    for key in ("preservedMessages", "preservedSegment"):
        if (row := _row(scope, _object(facts.get(key)).get("anchorUuid"))) is not None:
            return row
    return None


def _facts(boundary: Row) -> dict[str, Any]:
    return _object((boundary.extra or {}).get("compactMetadata"))


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _row(scope: Scope, uuid: Any) -> Row | None:
    return scope.by_uuid.get(uuid) if isinstance(uuid, str) else None
