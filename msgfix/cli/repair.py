"""`msgfix repair`"""

import sys
from pathlib import Path

import click

from msgfix.cli.run import end
from msgfix.cli.shared import takes_options, takes_session
from msgfix.cli.streams import tell
from msgfix.errors import UsageError
from msgfix.options import Options


@click.command
@takes_session
@click.option("-o", "--output", type=Path, metavar="FILE", help="Write to FILE and leave the session alone.")
@click.option("--dry-run", is_flag=True, help="Show what would be written, entry by entry; write nothing.")
@click.option("--undo", is_flag=True, help="Bring the newest backup back.")
@click.option("--force", is_flag=True, help="Repair a session that is read-only or was written to just now.")
@takes_options
def repair(session: str, output: Path | None, dry_run: bool, undo: bool, force: bool, *, options: Options) -> None:
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
    tell(*told(done))
    end(done.result)


def _undo(path: Path) -> None:
    import os

    from msgfix.disk.backup import backups, undo
    from msgfix.report.plain import plain

    real = Path(os.path.realpath(path))
    brought, kept = undo(real)
    tell(plain(f"{path}: {brought.name} is back; the repaired file is kept as {kept.name}."))
    for one in backups(real):
        tell(plain(f"older backup: {one.name}"))
