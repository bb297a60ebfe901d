"""Repair: mend a session file in place, so that the client that wrote it resumes it."""

import os
from contextlib import nullcontext
from pathlib import Path
from typing import BinaryIO

from msgspec import Struct

from msgfix.atomic import place_of, sweep
from msgfix.disk.backup import keep, sync_folder, undo
from msgfix.disk.draft import beside, syncing, write
from msgfix.disk.guard import (
    carry_over,
    explained,
    grew,
    locked,
    may_be_replaced,
    must_be_file,
    opened,
    opened_again,
    real_path,
)
from msgfix.disk.plan import Plan, plan
from msgfix.disk.proof import UnprovedError, prove
from msgfix.disk.reindex import copied, reindex
from msgfix.errors import RefusedError, UsageError
from msgfix.options import Options
from msgfix.pipeline import run
from msgfix.result import Result
from msgfix.transcript.formats import recognise
from msgfix.transcript.source import BUFFER, FileSource

__all__ = ["Plan", "Repair", "repair", "undo"]

ATTEMPTS = 3
"""A session that is continued while it is being repaired is repaired anew, so many times."""


class Repair(Struct, frozen=True):
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
    real = real_path(path)
    target = place_of(Path(output)) if output is not None else real
    must_be_file(target)
    in_place = target == real and not dry_run
    if in_place and not force:
        may_be_replaced(real)
    if not dry_run:
        sweep(target.parent)
    for _ in range(ATTEMPTS):
        source = opened(real)
        with explained(source, real), locked(source, real) if in_place else nullcontext():
            if done := _attempt(source, real, target, options or Options(), dry_run):
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
        try:
            return _written(source, real, target, before, result, todo, options)
        except UnprovedError:  # rows that stand in another order than they are said in can be read in several ways
            return _written(source, real, target, before, result, plan(result, names_leaf=True), options)
    except OSError as error:
        raise RefusedError(f"{target}: cannot be written ({error.strerror}); nothing was changed.") from error


def _written(
    source: BinaryIO,
    real: Path,
    target: Path,
    before: os.stat_result,
    result: Result,
    todo: Plan,
    options: Options,
) -> Repair | None:
    """Carry a plan out. Raises UnprovedError, nothing being changed, when the draft would not be read as it should."""
    index = result.document.index
    backup = None
    with beside(target, source.fileno()) as (draft, file), opened_again(real, before) as lines:
        patches = write(todo, index.rows, lines, before.st_size, file)
        if grew(source, real, before):  # and some of it may have been read already
            return None
        with syncing(file), draft.open("rb", buffering=BUFFER) as anew:
            if not copied(patches, lines, before.st_size, anew):
                raise RefusedError(f"{real}: was changed meanwhile; nothing was changed here.")
            prove(reindex(index, patches, anew), str(real), result, options)
        if grew(source, real, before):
            return None
        if target == real:
            os.utime(draft, ns=(before.st_atime_ns, before.st_mtime_ns))
            backup = keep(real)
        os.replace(draft, target)
        sync_folder(target.parent)
    if backup:
        carry_over(source, before.st_size, target, backup)
    return Repair(target, todo, result, True, backup)
