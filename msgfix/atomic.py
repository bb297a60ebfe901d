"""Files that are either the old one or the whole new one, never half of one."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from msgfix.errors import RefusedError

BUFFER = 1 << 20
"""Bytes that are written at once."""

DRAFTS = f".msgfix-{'[0-9a-f]' * 8}.tmp"
"""The names of drafts, as a glob."""


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file to write to that takes the place of `path` when the block ends without an error.

    Follows symlinks; an existing file keeps its mode. A pipe or /dev/null is written to directly.
    Raises RefusedError when the folder or the file does not let itself be written.
    """
    target = place_of(path)
    sweep(target.parent)
    try:
        if target.exists() and not target.is_file():
            with target.open("wb") as file:
                yield file
        else:
            with _beside(target) as file:
                yield file
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        raise RefusedError(f"{path}: cannot be written ({error.strerror}); nothing was changed.") from error


def place_of(path: Path) -> Path:
    """The file behind all links. Raises RefusedError when they lead in a circle, or when no file can have the name."""
    try:
        target = Path(os.path.realpath(path))
        if target.is_symlink():  # it would be replaced
            raise ValueError(os.strerror(errno.ELOOP))
    except ValueError as error:
        raise RefusedError(f"{path}: cannot be written ({error}); nothing was changed.") from error
    return target


@contextmanager
def _beside(target: Path) -> Iterator[BinaryIO]:
    """A draft that takes the place of `target`."""
    draft, handle = new_draft(target.parent, 0o666)
    try:
        with os.fdopen(handle, "wb", buffering=BUFFER) as file:
            if target.exists():
                os.fchmod(file.fileno(), stat.S_IMODE(target.stat().st_mode))
            yield file
            file.flush()
            os.fsync(file.fileno())
            os.replace(draft, target)  # before the file is closed: its lock goes with it
    except BaseException:
        with suppress(FileNotFoundError):
            draft.unlink()
        raise


def new_draft(folder: Path, mode: int) -> tuple[Path, int]:
    """A new file in the folder of its target, because a rename is only atomic within one file system; and its handle.

    The name does not end in .jsonl: a draft that a killed run leaves behind is taken for a session by nobody. Its lock
    goes with the process, so the next run can tell that it is dead.
    """
    import fcntl

    while True:
        draft = folder / f".msgfix-{os.urandom(4).hex()}.tmp"
        handle = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, mode)
        with suppress(OSError):  # of a file system that has no locks; nothing is swept there either
            fcntl.flock(handle, fcntl.LOCK_EX)
        if draft.exists():
            return draft, handle
        os.close(handle)  # another run took it for a dead one before it was locked


def sweep(folder: Path) -> None:
    """Remove the drafts that killed runs have left in a folder, as far as that can be done."""
    import fcntl

    for draft in folder.glob(DRAFTS):
        with suppress(OSError):
            if stat.S_ISREG(draft.lstat().st_mode):
                with draft.open("rb") as file:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    draft.unlink()
