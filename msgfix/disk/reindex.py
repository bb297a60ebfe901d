"""The index of a draft: the rows of lines that were copied move along, the lines that were written are indexed anew.

A row whose line did not even move is the same row in both: what it reads was proved to be the same (see copied).
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from operator import attrgetter
from tempfile import SpooledTemporaryFile
from typing import BinaryIO, cast

from msgspec import Struct
from msgspec.structs import replace

from msgfix.disk.draft import Patch
from msgfix.transcript.index import Index, build, settle
from msgfix.transcript.row import Row
from msgfix.transcript.source import BUFFER, FileSource

AGAIN = frozenset({"entry-repeated", "entry-differs"})
IN_MEMORY = 1 << 24
NUMBER, OFFSET = attrgetter("number"), attrgetter("offset")


class Reindexed(Struct, frozen=True):
    """The index of a draft. `was`: a row that moved -> the row of the file that has the same bytes."""

    index: Index
    was: dict[Row, Row]


def copied(patches: list[Patch], source: BinaryIO, size: int, draft: BinaryIO) -> bool:
    """True when all that no patch names is the same in both files, byte for byte, up to the `size` of the first."""
    source.seek(0)
    draft.seek(0)
    at = 0
    for patch in patches:
        if not _same(source, draft, patch.start - at):
            return False
        at = patch.start + patch.length
        source.seek(at)
        draft.seek(patch.new_start + patch.new_length)
    return _same(source, draft, size - at) and not draft.read(1)


def _same(one: BinaryIO, other: BinaryIO, length: int) -> bool:
    while length:
        piece = one.read(min(BUFFER, length))
        if not piece or piece != other.read(len(piece)):
            return False
        length -= len(piece)
    return True


def reindex(index: Index, patches: list[Patch], draft: BinaryIO) -> Reindexed:
    """The index of a draft that is otherwise as the file of `index` is."""
    whole = Index(FileSource(draft))
    gone = {patch.number for patch in patches}
    # how far lines and bytes behind each patch have moved
    moves = [(0, 0)]
    written, firsts, starts = _written(patches, draft)
    for patch, line, following in zip(patches, firsts, [*firsts[1:], written.counts.lines + 1], strict=False):
        lines, size = moves[-1]
        moves.append((lines + following - line - 1, size + patch.new_length - patch.length))
    whole.counts.lines = index.counts.lines + moves[-1][0]
    was: dict[Row, Row] = {}
    rows = [*_along(index.rows, patches, moves, whole, was), *_along(index.repeated, patches, moves, whole, was)]
    for row in (*written.rows, *written.repeated):
        n = bisect_right(starts, row.offset) - 1
        number = patches[n].number + moves[n][0] + row.number - firsts[n]
        rows.append(_moved(row, whole, number, patches[n].new_start + row.offset - starts[n]))
    rows.sort(key=OFFSET)
    for row in rows:
        if row.uuid is not None and whole.by_uuid.setdefault(row.uuid, row) is not row:
            whole.repeated.append(row)
        else:
            whole.rows.append(row)
    for one in index.findings:
        if one.line not in gone and one.fault.slug not in AGAIN:
            whole.findings.append(one)
    whole.findings += [one for one in written.findings if one.fault.slug not in AGAIN]
    settle(whole)
    return Reindexed(whole, was)


def _along(
    rows: list[Row], patches: list[Patch], moves: list[tuple[int, int]], whole: Index, was: dict[Row, Row]
) -> Iterator[Row]:
    """The rows of the lines that no patch names, moved as far as what is before them grew; `was` is filled."""
    at = 0
    for patch, (lines, size) in zip([*patches, None], moves, strict=True):
        end = bisect_left(rows, patch.number, at, key=NUMBER) if patch else len(rows)
        here = rows[at:end]
        if lines or size:
            for row in here:
                moved = _moved(row, whole, row.number + lines, row.offset + size)
                if row.sketch:  # others bring nothing to a message
                    was[moved] = row
                yield moved
        else:
            yield from here
        at = bisect_right(rows, patch.number, end, key=NUMBER) if patch else end


def _written(patches: list[Patch], draft: BinaryIO) -> tuple[Index, list[int], list[int]]:
    """The index of the written lines alone; for each patch the number of its first line in it, and its first byte."""
    with SpooledTemporaryFile(IN_MEMORY) as file:
        firsts, starts, line = [], [], 1
        for patch in patches:
            draft.seek(patch.new_start)
            raw = draft.read(patch.new_length)
            firsts.append(line)
            starts.append(file.tell())
            line += raw.count(b"\n")
            file.write(raw)
        file.seek(0)
        return build(cast(BinaryIO, file)), firsts, starts


def _moved(row: Row, whole: Index, number: int, offset: int) -> Row:
    return replace(row, source=whole.source, number=number, offset=offset)
