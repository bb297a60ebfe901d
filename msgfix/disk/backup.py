"""Backups: the old file under another name beside the new one. None is ever written over."""

import os
import re
from contextlib import suppress
from pathlib import Path

from msgfix.atomic import sweep
from msgfix.disk.guard import locked, must_be_file, must_be_same
from msgfix.errors import RefusedError

MARK = "msgfix-backup"
"""`session.jsonl` is kept as `session.jsonl.1.msgfix-backup`: a name that no reader takes for a session."""
UNDONE = "msgfix-undone"


def backups(path: Path, mark: str = MARK) -> list[Path]:
    """The backups of a file, newest first."""
    name = re.compile(re.escape(path.name) + r"\.(\d+)\." + mark)
    found = [(int(match[1]), one) for one in path.parent.iterdir() if (match := name.fullmatch(one.name))]
    return [one for _, one in sorted(found, reverse=True)]


def keep(path: Path, mark: str = MARK) -> Path:
    """Give a file a second name that stays when the first one is taken by another file. Returns that name.

    A link costs nothing, cannot be half done, and what a program still writes into the old file is not lost either.
    """
    taken = backups(path, mark)
    if taken and taken[0].samefile(path):  # a run that was killed here had come so far
        return taken[0]
    number = int(taken[0].name.split(".")[-2]) + 1 if taken else 1
    while True:
        name = path.with_name(f"{path.name}.{number}.{mark}")
        try:
            os.link(path, name)
        except FileExistsError:
            number += 1
        except OSError as error:
            raise RefusedError(f"{path}: no backup can be made ({error.strerror}); nothing was changed.") from error
        else:
            return name


def undo(path: Path) -> tuple[Path, Path]:
    """Bring the newest backup back. Returns the backup that was, and the name under which the repaired file is kept.

    Raises RefusedError when there is no backup, it cannot be brought back, or the session is being repaired.
    """
    must_be_file(path)
    try:
        with path.open("rb") as session, locked(session, path):
            must_be_same(path, path.stat(), os.fstat(session.fileno()))
            sweep(path.parent)
            found = backups(path)
            while found and found[0].samefile(path):  # of a run that was killed before it replaced the file
                found.pop(0).unlink()
            if not found:
                raise RefusedError(f"{path}: there is no backup to bring back.")
            kept = keep(path, UNDONE)
            os.replace(found[0], path)
    except OSError as error:
        raise RefusedError(f"{path}: no backup can be brought back ({error.strerror}).") from error
    sync_folder(path.parent)
    return found[0], kept


def sync_folder(folder: Path) -> None:
    """Make a rename last through a power cut, where the file system can: the rename itself is done by now."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
