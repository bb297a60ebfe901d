"""The repaired file, written beside the old one: what the plan does not name is copied as it is."""

import codecs
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, NamedTuple

from msgfix.disk.plan import Plan

BUFFER = 1 << 20


class Patch(NamedTuple):
    """A line (`number`, from 1) that was written anew: its bytes in the file, and what stands for them in the draft."""

    number: int
    start: int
    length: int
    new_start: int
    new_length: int


def write(plan: Plan, source: BinaryIO, sink: BinaryIO) -> list[Patch]:
    """Copy a file piece by piece and carry the plan out."""
    patches: list[Patch] = []
    number, at, grown = 1, 0, 0
    for piece in _pieces(source):
        following = number + piece.count(b"\n")
        if plan.lines.keys().isdisjoint(range(number, following + 1)):
            sink.write(piece)
            number, at = following, at + len(piece)
            continue
        for raw in BytesIO(piece):
            new = raw
            if number in plan.lines:
                new = rewritten(plan, number, raw)
                patches.append(Patch(number, at, len(raw), at + grown, len(new)))
            sink.write(new)
            number, at, grown = number + 1, at + len(raw), grown + len(new) - len(raw)
    return patches


def _pieces(source: BinaryIO) -> Iterator[bytes]:
    """All of a file, in pieces of whole lines."""
    while piece := source.read(BUFFER):
        yield piece + source.readline()


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
def beside(target: Path, like: int | None) -> Iterator[tuple[Path, BinaryIO]]:
    """A new file in the folder of `target`, gone again when the block leaves it there.

    `like`: the open file whose mode, owner and times it gets. Its name does not end in .jsonl, so a draft that a killed
    run leaves behind is taken for a session by nobody.
    """
    path = target.with_name(f".{target.name}.{os.getpid()}.msgfix-draft")
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600 if like is not None else 0o666)
    try:
        with os.fdopen(handle, "w+b", buffering=BUFFER) as file:
            if like is not None:
                _resemble(file.fileno(), like)
            yield path, file
    finally:
        with suppress(OSError):
            path.unlink()


def _resemble(new: int, old: int) -> None:
    facts, own = os.fstat(old), os.fstat(new)
    if (facts.st_uid, facts.st_gid) != (own.st_uid, own.st_gid):
        os.fchown(new, facts.st_uid, facts.st_gid)
    os.fchmod(new, facts.st_mode & 0o7777)
