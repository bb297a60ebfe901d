"""What keeps a repair from meeting another writer: the lock, the look at the clock, the look at what was appended."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from msgfix.errors import MsgfixError, RefusedError, UnreadableError, UsageError
from msgfix.transcript.source import open_file

QUIET = 5
"""Seconds since the last write, below which a session is taken for open; as many may clocks differ by."""


def real_path(path: str | Path) -> Path:
    """The session behind all links. Raises UnreadableError when no file can have the name."""
    try:
        return Path(os.path.realpath(path))
    except ValueError as error:
        raise UnreadableError(f"{path}: cannot be read ({error}).") from error


def opened(path: Path) -> BinaryIO:
    """A session file; it stays open as long as a result lives that reads from it what it is asked for."""
    must_be_file(path)
    try:
        return open_file(path)
    except OSError as error:
        raise UnreadableError(f"{path}: cannot be read ({error.strerror}).") from error


def must_be_file(path: Path) -> None:
    """Raises UsageError for a pipe, which would be waited for, and for a device, which would be replaced by a file."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise UsageError(f"{path}: is no file; repair needs one.")


def opened_again(path: Path, before: os.stat_result) -> BinaryIO:
    """The same file once more: reading the lines in order must not disturb the look at single entries."""
    lines = opened(path)
    must_be_same(path, os.fstat(lines.fileno()), before)
    return lines


def must_be_same(path: Path, now: os.stat_result, before: os.stat_result) -> None:
    """Raises RefusedError when another file has taken the place of the one of `before`."""
    if not os.path.samestat(now, before):
        raise RefusedError(f"{path}: was replaced by another file meanwhile; nothing was changed.")


def may_be_replaced(path: Path) -> None:
    """Raises UnreadableError, and RefusedError for a file that is read-only, or seems to be in use."""
    with opened(path) as file:
        facts = os.fstat(file.fileno())
    if not (facts.st_mode & 0o222 and os.access(path, os.W_OK)):
        raise RefusedError(f"{path}: is read-only; nothing was changed. Give --force to replace it all the same.")
    if abs(time.time() - facts.st_mtime) < QUIET:
        raise RefusedError(f"{path}: was written to just now. Close the session first, or give --force.")


@contextmanager
def locked(source: BinaryIO, path: Path) -> Iterator[None]:
    """Keeps other repairs and undoings out; the lock goes with the process, however that ends. Raises RefusedError."""
    import fcntl

    try:
        fcntl.flock(source.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise RefusedError(f"{path}: is being repaired already; nothing was changed.") from error
    try:
        yield
    finally:
        fcntl.flock(source.fileno(), fcntl.LOCK_UN)


def grew(source: BinaryIO, path: Path, before: os.stat_result) -> bool:
    """True when whole lines were appended since `before`. Raises RefusedError for any other change."""
    now = os.fstat(source.fileno())
    must_be_same(path, path.stat(), before)
    if (now.st_size, now.st_mtime_ns) == (before.st_size, before.st_mtime_ns):
        return False
    source.seek(max(now.st_size - 1, 0))
    if now.st_size <= before.st_size or source.read(1) != b"\n":
        raise RefusedError(f"{path}: was changed meanwhile; nothing was changed here. Close the session first.")
    return True


@contextmanager
def explained(source: BinaryIO, path: Path) -> Iterator[None]:
    """An error that comes of a file that is changed while it is read is told as that. Raises RefusedError."""
    before = os.fstat(source.fileno())
    try:
        yield
    except MsgfixError:
        raise
    except Exception as error:
        now = os.fstat(source.fileno())
        if (now.st_size, now.st_mtime_ns) == (before.st_size, before.st_mtime_ns):
            raise
        raise RefusedError(f"{path}: was changed meanwhile; nothing was changed here.") from error


def carry_over(source: BinaryIO, size: int, target: Path, backup: Path) -> None:
    """What was appended to the old file at the very last moment stands in the new one too. Raises RefusedError."""
    source.seek(size)
    if late := source.read():
        try:
            with target.open("ab") as file:
                file.write(late)
        except OSError as error:
            told = f"was repaired, but what was appended meanwhile stands in {backup} alone ({error.strerror})"
            raise RefusedError(f"{target}: {told}.") from error
