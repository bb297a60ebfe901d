"""One uuid for several entries: clients have written every line of a hook under one uuid, each with its own parent.

The first entry is the one that counts (step A5). An entry that hangs on the uuid hangs on the writing before it, and
the way up goes on from there: from the first writing, all that stands between the two would be lost.
"""

from bisect import bisect_left
from collections.abc import Iterable

from msgfix.transcript.row import Row


class Reuse:
    """Which way goes up from a uuid that was written several times. `repeated`: all writings but the first."""

    def __init__(self, by_uuid: dict[str, Row], repeated: Iterable[Row]) -> None:
        self.by_uuid = by_uuid
        self.again: dict[Row, list[Row]] = {}
        self.written: dict[Row, Row] = {}
        self.passed: set[Row] = set()
        for row in repeated:
            first = by_uuid.get(row.uuid) if row.uuid else None
            if first is not None and row.parent != first.parent and row.parent in by_uuid:
                self.again.setdefault(first, []).append(row)

    def parent(self, row: Row) -> str | None:
        """The parent to go on to from a row: that of the writing which the walk came by."""
        return self.written.get(row, row).parent

    def resolve(self, row: Row, up: Row, seen: set[Row]) -> Row | None:
        """The entry above `row`, which names `up`; what the walk has `seen` is passed through, each writing once."""
        place = self.written.get(row, row).offset
        while up in self.again:
            writings = self.again[up]
            at = bisect_left(writings, place, key=lambda writing: writing.offset)
            writing = writings[at - 1] if at else up
            if up not in seen:
                self.written[up] = writing
                return up
            if writing in self.passed:
                return up
            self.passed.add(writing)
            above = self.by_uuid.get(writing.parent) if writing.parent else None
            if above is None:
                return None
            place, up = writing.offset, above
        return up
