"""The repaired file, written beside the old one: what the plan does not name is copied as it is."""

import codecs
import os
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import BinaryIO, NamedTuple

from msgfix.atomic import BUFFER, new_draft
from msgfix.disk.plan import Plan
from msgfix.transcript.row import Row


class Patch(NamedTuple):
    """A line (`number`, from 1) that was written anew: its bytes in the file, and what stands for them in the draft."""

    number: int
    start: int
    length: int
    new_start: int
    new_length: int


def write(plan: Plan, rows: list[Row], source: BinaryIO, size: int, sink: BinaryIO) -> list[Patch]:
    """Copy a file of `size` bytes and carry the plan out. `rows`: of the file, in order; they show where lines are."""
    patches: list[Patch] = []
    at = grown = 0
    for number, start, raw in _lines(sorted(plan.lines), rows, source):
        _copy(source, sink, at, start)
        new = rewritten(plan, number, raw)
        patches.append(Patch(number, start, len(raw), start + grown, len(new)))
        sink.write(new)
        at, grown = start + len(raw), grown + len(new) - len(raw)
    _copy(source, sink, at, size)
    return patches


def _lines(wanted: list[int], rows: list[Row], source: BinaryIO) -> Iterator[tuple[int, int, bytes]]:
    """Lines by their numbers, which rise: number, first byte, bytes. Looks at no other but those no row is before."""
    numbers = [row.number for row in rows]
    here, start = 1, 0
    for number in wanted:
        n = bisect_left(numbers, number) - 1
        if n >= 0 and numbers[n] >= here:
            here, start = numbers[n], rows[n].offset
        source.seek(start)
        while here < number:
            start += len(source.readline())
            here += 1
        raw = source.readline()
        yield number, start, raw
        here, start = number + 1, start + len(raw)


def _copy(source: BinaryIO, sink: BinaryIO, start: int, end: int) -> None:
    source.seek(start)
    while start < end and (piece := source.read(min(BUFFER, end - start))):
        sink.write(piece)
        start += len(piece)


def rewritten(plan: Plan, number: int, raw: bytes) -> bytes:
    """What stands in the place of a line; empty when it goes. The line keeps its own line end, or none at all."""
    parts = plan.lines[number]
    end = raw[len(raw.rstrip(b"\r\n")) :]
    if not parts:
        return b""
    body = raw.removeprefix(codecs.BOM_UTF8) if number == 1 else raw
    return (end or _usual(body)).join(part.new() for part in parts) + end


def _usual(raw: bytes) -> bytes:
    return b"\r\n" if raw.endswith(b"\r") else b"\n"


@contextmanager
def beside(target: Path, session: int) -> Iterator[tuple[Path, BinaryIO]]:
    """A new file in the folder of `target`, gone again when the block leaves it there.

    `session`: the open file that is repaired.
    """
    path, handle = new_draft(target.parent, 0o600)
    try:
        with os.fdopen(handle, "w+b", buffering=BUFFER) as file:
            _resemble(file.fileno(), target, session)
            yield path, file
    finally:
        with suppress(OSError):
            path.unlink()


@contextmanager
def syncing(file: BinaryIO) -> Iterator[None]:
    """Bring a file to the disk while the block, which only reads, runs; it is there for good when the block ends."""
    file.flush()
    failed: list[OSError] = []

    def sync() -> None:
        try:
            os.fsync(file.fileno())
        except OSError as error:
            failed.append(error)

    thread = Thread(target=sync)
    thread.start()
    try:
        yield
    finally:
        thread.join()
    if failed:
        raise failed[0]


def _resemble(new: int, target: Path, session: int) -> None:
    """Give a draft the mode and owner of the file it replaces; where there is none, the mode of the session."""
    facts, own = os.fstat(session), os.fstat(new)
    if target.exists():
        facts = target.stat()
        if (facts.st_uid, facts.st_gid) != (own.st_uid, own.st_gid):
            os.fchown(new, facts.st_uid, facts.st_gid)
    os.fchmod(new, facts.st_mode & 0o7777)
