"""Index: one light row per entry. Entries are parsed once, judged, sketched, and let go."""

import gc
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from msgspec import Struct

from msgfix.transcript.facts import RowMaker
from msgfix.transcript.faults import FAULTS, Finding
from msgfix.transcript.lines import split
from msgfix.transcript.load import REFUSALS, decode
from msgfix.transcript.quick import QuickMaker
from msgfix.transcript.row import Row
from msgfix.transcript.salvage import salvage
from msgfix.transcript.source import FileSource, MemorySource

WHAT_COUNTS = ("type", "message", "attachment", "data", "content")
"""Keys that make two entries of one uuid the same: a client that writes history again changes the others."""


class Counts(Struct):
    """Lines and entries, for the trial balance.

    lines + glued = entries + blank + no_object + unreadable, and entries = rows + repeated.
    `glued`: entries beyond the first of their line. `repeated`: entries whose uuid was there before.
    """

    lines: int = 0
    blank: int = 0
    no_object: int = 0
    unreadable: int = 0
    glued: int = 0
    entries: int = 0
    repeated: int = 0


class Index:
    """What msgfix remembers of a whole input.

    `rows`: in file order; of several entries with one uuid only the first. `by_uuid`: those that have one.
    `repeated`: the later ones.
    """

    def __init__(self, source: FileSource | MemorySource) -> None:
        self.source = source
        self.rows: list[Row] = []
        self.by_uuid: dict[str, Row] = {}
        self.repeated: list[Row] = []
        self.findings: list[Finding] = []
        self.counts = Counts()

    @property
    def types(self) -> Counter[str]:
        """Rows by entry type."""
        return Counter(row.type for row in self.rows)


def build(stream: BinaryIO, validate: bool = True) -> Index:
    """Index a seekable binary stream, best opened with a large buffer. The stream must stay open."""
    source = FileSource(stream)
    index = Index(source)
    maker = RowMaker(source, index.by_uuid, index.findings, validate)
    quick = QuickMaker(source, index.by_uuid, maker.words, maker.agents).make
    make, keep, register = maker.make, index.rows.append, maker.register
    number = 0
    with _no_collection():
        for number, offset, raw in split(stream, index.findings):
            if raw and (row := quick(raw, number, offset)):
                if register(row):
                    keep(row)
                continue
            try:
                entry = decode(raw)
            except REFUSALS:
                entry = None
            if type(entry) is dict and raw[0] == 123 and raw[-1] == 125:  # { and }: no white space around it
                row = make(entry, number, offset, len(raw))
                if row is not None:
                    keep(row)
            else:
                _odd_line(index, maker, number, offset, raw)
    index.counts.lines = number
    settle(index, maker.repeated)
    return index


def build_from_values(entries: list[Any], validate: bool = True) -> Index:
    """Index entries or messages that are in memory: `number` is the place in the list, from 1."""
    source = MemorySource(entries)
    index = Index(source)
    maker = RowMaker(source, index.by_uuid, index.findings, validate)
    for place, entry in enumerate(entries):
        if not isinstance(entry, dict):
            index.counts.no_object += 1
            index.findings.append(Finding(FAULTS["line-no-object"], place + 1, "no object, so no entry"))
        elif row := maker.make(entry, place + 1, place, 0):
            index.rows.append(row)
    index.counts.lines = len(entries)
    settle(index, maker.repeated)
    return index


def _odd_line(index: Index, maker: RowMaker, number: int, offset: int, raw: bytes) -> None:
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


def settle(index: Index, repeated: Iterable[Row]) -> None:
    """Book the entries whose uuid was there before: written again, or another entry under the same uuid?"""
    index.repeated = list(repeated)
    for row in index.repeated:
        index.counts.repeated += 1
        first = index.by_uuid[row.uuid or ""]
        one, other = index.source.entry(first), index.source.entry(row)
        same = all(one.get(key) == other.get(key) for key in WHAT_COUNTS)
        fault = FAULTS["entry-repeated" if same else "entry-differs"]
        index.findings.append(Finding(fault, row.number, f"uuid {row.uuid} stands on line {first.number} already"))
    index.counts.entries = len(index.rows) + index.counts.repeated


@contextmanager
def _no_collection() -> Iterator[None]:
    """The garbage collector off: parsed entries come and go without cycles, and rows stay."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
