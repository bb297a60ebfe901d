"""Repair: mend a session file in place, so that the client that wrote it resumes it."""

import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from msgfix.errors import RefusedError, UnreadableError, UsageError
from msgfix.options import Options
from msgfix.pipeline import BUFFER, run
from msgfix.repair import backup as backups
from msgfix.repair.backup import undo
from msgfix.repair.draft import beside, write
from msgfix.repair.plan import Plan, plan
from msgfix.repair.proof import prove
from msgfix.result import Result
from msgfix.transcript.formats import recognise
from msgfix.transcript.source import FileSource

__all__ = ["Plan", "Repair", "repair", "undo"]

QUIET = 5
"""Seconds since the last write, below which a session is taken for open."""
ATTEMPTS = 3


@dataclass(frozen=True, slots=True)
class Repair:
    """What a repair did, or would do. `backup`: the old file, None when nothing was written over."""

    path: Path
    plan: Plan
    result: Result
    written: bool = False
    backup: Path | None = None


def repair(
    path: str | Path,
    options: Options | None = None,
    *,
    dry_run: bool = False,
    output: str | Path | None = None,
    force: bool = False,
) -> Repair:
    """Mend a session file, in place or into `output`. A file that needs nothing is not touched.

    Raises UnreadableError, UsageError when it is no session file, and RefusedError when nothing could be written:
    the session is in use or read-only (`force` replaces it all the same), no file can be written, or the proof failed.
    """
    real = Path(os.path.realpath(path))
    target = Path(os.path.realpath(output)) if output is not None else real
    for _ in range(ATTEMPTS):
        source = _opened(real)
        in_place = target == real and not dry_run
        with _locked(source, real, force) if in_place else nullcontext():
            done = _attempt(source, real, target, options or Options(), dry_run)
        if done is not None:
            return done
    raise RefusedError(f"{path}: something keeps writing to it; nothing was changed. Close the session first.")


def _attempt(source: BinaryIO, real: Path, target: Path, options: Options, dry_run: bool) -> Repair | None:
    """One repair; None when the session was continued meanwhile."""
    before = os.fstat(source.fileno())
    document = recognise(source, str(real))
    if document.kind != "session" or not isinstance(document.index.source, FileSource):
        raise UsageError(f"{real}: is no session file but {document.kind}; `msgfix normalize` mends it.")
    result = run(document, options)
    todo = plan(result)
    if dry_run or (not todo and target == real):
        return Repair(real, todo, result)
    try:
        with beside(target, source.fileno() if target == real else None) as (draft, file):
            write(todo, _again(real, before), file)
            file.flush()
            os.fsync(file.fileno())
            prove(draft, str(real), result)
            if _changed(source, real, before):
                return None
            kept = None
            if target == real:
                os.utime(draft, ns=(before.st_atime_ns, before.st_mtime_ns))
                kept = backups.keep(real)
            os.replace(draft, target)
            backups.sync_folder(target.parent)
    except OSError as error:
        raise RefusedError(f"{target}: cannot be written ({error.strerror}); nothing was changed.") from error
    return Repair(target, todo, result, True, kept)


def _opened(real: Path) -> BinaryIO:
    """The session; it stays open as long as the result lives, which reads from it what it is asked for."""
    try:
        source = real.open("rb", buffering=BUFFER)
    except OSError as error:
        raise UnreadableError(f"{real}: cannot be read ({error.strerror}).") from error
    if not stat.S_ISREG(os.fstat(source.fileno()).st_mode):
        raise UsageError(f"{real}: is no file; repair needs one.")
    return source


@contextmanager
def _locked(source: BinaryIO, real: Path, force: bool) -> Iterator[None]:
    """Keeps other repairs out; the lock goes with the process, however that ends. Raises RefusedError."""
    import fcntl

    facts = os.fstat(source.fileno())
    if not force and not (facts.st_mode & 0o222 and os.access(real, os.W_OK)):
        raise RefusedError(f"{real}: is read-only; nothing was changed. Give --force to replace it all the same.")
    if not force and time.time() - facts.st_mtime < QUIET:
        raise RefusedError(f"{real}: was written to just now. Close the session first, or give --force.")
    try:
        fcntl.flock(source.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise RefusedError(f"{real}: is being repaired already; nothing was changed.") from error
    try:
        yield
    finally:
        fcntl.flock(source.fileno(), fcntl.LOCK_UN)


def _again(real: Path, before: os.stat_result) -> BinaryIO:
    """The same file, opened anew: reading the lines in order must not disturb the look at single entries."""
    lines = _opened(real)
    if not os.path.samestat(os.fstat(lines.fileno()), before):
        raise RefusedError(f"{real}: was replaced by another file meanwhile; nothing was changed.")
    return lines


def _changed(source: BinaryIO, real: Path, before: os.stat_result) -> bool:
    """True when whole lines were appended meanwhile. Raises RefusedError for any other change."""
    now, there = os.fstat(source.fileno()), os.stat(real)
    if (there.st_dev, there.st_ino) != (before.st_dev, before.st_ino) or now.st_size < before.st_size:
        raise RefusedError(f"{real}: was replaced by another file meanwhile; nothing was changed.")
    if (now.st_size, now.st_mtime_ns) == (before.st_size, before.st_mtime_ns):
        return False
    source.seek(now.st_size - 1)
    if now.st_size == before.st_size or source.read(1) != b"\n":
        raise RefusedError(f"{real}: was changed meanwhile; nothing was changed here. Close the session first.")
    return True
