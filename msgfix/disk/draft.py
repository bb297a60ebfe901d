"""The repaired file, written beside the old one: what the plan does not name is copied as it is."""

import codecs
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from msgfix.disk.plan import Plan

BUFFER = 1 << 20


def write(plan: Plan, source: BinaryIO, sink: BinaryIO) -> None:
    """Copy a file line by line and carry the plan out. Holds one line at a time."""
    lines = plan.lines
    for number, raw in enumerate(source, 1):
        sink.write(rewritten(plan, number, raw) if number in lines else raw)


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
