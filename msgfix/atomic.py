"""Files that are either the old one or the whole new one, never half of one."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from msgfix.errors import RefusedError

BUFFER = 1 << 20
"""Bytes that are written at once."""


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file to write to that takes the place of `path` when the block ends without an error.

    Follows symlinks; an existing file keeps its mode. A pipe or /dev/null is written to directly.
    Raises RefusedError when the folder or the file does not let itself be written.
    """
    target = Path(os.path.realpath(path))
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


@contextmanager
def _beside(target: Path) -> Iterator[BinaryIO]:
    """A new file in the folder of `target`, because a rename is only atomic within one file system."""
    draft = target.with_name(f".msgfix-{os.getpid()}.tmp")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with os.fdopen(handle, "wb", buffering=BUFFER) as file:
            if target.exists():
                os.fchmod(file.fileno(), stat.S_IMODE(target.stat().st_mode))
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, target)
    except BaseException:
        with suppress(FileNotFoundError):
            draft.unlink()
        raise
