"""Index: one light row per entry."""

from collections import Counter
from os import SEEK_END
from typing import Any, BinaryIO

from msgspec import Struct

from msgfix.transcript.facts import RowMaker
from msgfix.transcript.faults import FAULTS, Finding
from msgfix.transcript.row import Row
from msgfix.transcript.scan import no_collection, scan
from msgfix.transcript.source import FileSource, MemorySource

LARGE = 16 << 20
"""Bytes from which on a second process pays."""

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


def build(stream: BinaryIO) -> Index:
    """Index a seekable binary stream, best opened with a large buffer. The stream must stay open."""
    index = Index(FileSource(stream))
    with no_collection():
        _scan(index, stream)
    settle(index)
    return index


def _scan(index: Index, stream: BinaryIO) -> None:
    if stream.seek(0, SEEK_END) >= LARGE:
        from msgfix.transcript import halves

        if halves.has_second(stream):
            halves.scan_halves(index, stream)
            return
    scan(index, stream)


def build_from_values(entries: list[Any], validate: bool = True) -> Index:
    """Index entries or messages that are in memory: `number` is the place in the list, from 1."""
    source = MemorySource(entries)
    index = Index(source)
    maker = RowMaker(source, index.by_uuid, index.findings, index.repeated, validate)
    for place, entry in enumerate(entries):
        if not isinstance(entry, dict):
            index.counts.no_object += 1
            index.findings.append(Finding(FAULTS["line-no-object"], place + 1, "no object, so no entry"))
        elif row := maker.make(entry, place + 1, place, 0):
            index.rows.append(row)
    index.counts.lines = len(entries)
    settle(index)
    return index


def settle(index: Index) -> None:
    """Book the entries whose uuid was there before: written again, or another entry under the same uuid?"""
    for row in index.repeated:
        index.counts.repeated += 1
        first = index.by_uuid[row.uuid or ""]
        one, other = index.source.entry(first), index.source.entry(row)
        same = all(one.get(key) == other.get(key) for key in WHAT_COUNTS)
        fault = FAULTS["entry-repeated" if same else "entry-differs"]
        index.findings.append(Finding(fault, row.number, f"uuid {row.uuid} stands on line {first.number} already"))
    index.counts.entries = len(index.rows) + index.counts.repeated
