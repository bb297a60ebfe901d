"""`msgfix repair`"""

import sys
from pathlib import Path
from typing import Annotated

import typer

from msgfix.cli.run import end
from msgfix.cli.shared import Session, takes_options
from msgfix.errors import UsageError
from msgfix.options import Options


@takes_options
def repair(
    session: Session,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write to FILE and leave the session alone.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be written, entry by entry; write nothing.")
    ] = False,
    undo: Annotated[bool, typer.Option("--undo", help="Bring the newest backup back.")] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Repair a session that is read-only or was written to just now.")
    ] = False,
    *,
    options: Options,
) -> None:
    """Mend a session file in place, so that it resumes. The old file is kept as a backup."""
    from msgfix.disk import repair as mend
    from msgfix.disk.diff import entries, told
    from msgfix.transcript.store import find

    if session == "-":
        raise UsageError("repair needs a file; for stdin there is `msgfix normalize -`.")
    if undo and (dry_run or output):
        raise UsageError("--undo goes neither with --dry-run nor with -o.")
    path = find(session)
    if undo:
        _undo(path)
        return
    done = mend(path, options, dry_run=dry_run, output=output, force=force)
    if dry_run:
        sys.stdout.writelines(entries(done))
    sys.stderr.writelines(f"{line}\n" for line in told(done))
    end(done.result)


def _undo(path: Path) -> None:
    import os

    from msgfix.disk.backup import backups, undo
    from msgfix.report.plain import plain

    real = Path(os.path.realpath(path))
    brought, kept = undo(real)
    print(plain(f"{path}: {brought.name} is back; the repaired file is kept as {kept.name}."), file=sys.stderr)
    for one in backups(real):
        print(plain(f"older backup: {one.name}"), file=sys.stderr)
