"""Lines to rows: fills an Index. Each line is parsed once, judged, sketched, and let go."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from sys import maxsize
from typing import TYPE_CHECKING, BinaryIO

from msgfix.transcript.facts import RowMaker
from msgfix.transcript.lines import ENDS, skip_mark
from msgfix.transcript.load import REFUSALS, decode
from msgfix.transcript.quick import QuickMaker
from msgfix.transcript.salvage import salvage

if TYPE_CHECKING:
    from msgfix.transcript.index import Index


def scan(index: "Index", stream: BinaryIO, start: int = 0, end: int = maxsize) -> None:
    """Index the lines of a seekable stream that begin at the byte `start` or behind it, and before `end`.

    `index.repeated` is not booked yet: see index.settle.
    """
    maker = RowMaker(index.source, index.by_uuid, index.findings, index.repeated)
    quick = QuickMaker(index.source, index.by_uuid, maker.words).make
    keep, known, again = index.rows.append, index.by_uuid.setdefault, index.repeated.append
    number = 0
    offset = stream.seek(start) or skip_mark(stream, index.findings)
    for number, raw in enumerate(stream, 1):
        row = quick(raw, number, offset)
        if row is None:
            _slow_line(index, maker, number, offset, raw.rstrip(ENDS))
        elif known(row.uuid or "", row) is row:
            keep(row)
        else:
            again(row)
        offset += len(raw)
        if offset >= end:
            break
    index.counts.lines += number


def _slow_line(index: "Index", maker: RowMaker, number: int, offset: int, raw: bytes) -> None:
    """A line on the plain way: whatever it may hold."""
    try:
        entry = decode(raw)
    except REFUSALS:
        entry = None
    if type(entry) is dict and raw[0] == 123 and raw[-1] == 125:  # { and }: no white space around it
        row = maker.make(entry, number, offset, len(raw))
        if row is not None:
            index.rows.append(row)
    else:
        _odd_line(index, maker, number, offset, raw)


def _odd_line(index: "Index", maker: RowMaker, number: int, offset: int, raw: bytes) -> None:
    pieces, findings = salvage(number, raw)
    index.findings.extend(findings)
    counts = index.counts
    if pieces:
        counts.glued += len(pieces) - 1
    elif not findings:
        counts.blank += 1
    elif all(finding.fault.slug == "line-no-object" for finding in findings):
        counts.no_object += 1
    else:
        counts.unreadable += 1
    for piece in pieces:
        if row := maker.make(piece.entry, number, offset + piece.start, piece.length, piece.sound):
            index.rows.append(row)


@contextmanager
def no_collection() -> Iterator[None]:
    """The garbage collector off: parsed entries come and go without cycles, and rows stay."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
