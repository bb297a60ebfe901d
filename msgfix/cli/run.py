"""What the commands that normalize do alike: read the input, run, report, end."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import typer

from msgfix.cli.output import replacing_text
from msgfix.exits import Exit
from msgfix.options import Options
from msgfix.report.plain import plain

if TYPE_CHECKING:
    from msgfix.result import Result


def run(session: str, options: Options) -> "Result":
    """Normalize what SESSION names."""
    from msgfix.cli.progress import waiting
    from msgfix.pipeline import normalize

    with waiting(session):
        return normalize(source(session), options)


def source(session: str) -> Path | BinaryIO:
    """What SESSION names: stdin, or a file of that path, id or age."""
    if session == "-":
        return sys.stdin.buffer
    from msgfix.transcript.store import find

    return find(session)


def write_report(wanted: str | None, session: str, result: "Result") -> None:
    """The report where --report wants it; without one, at least what is left that cannot be mended."""
    if wanted == "-":
        from msgfix.report.text import show

        show(session, result, sys.stderr)
    else:
        if wanted is not None:
            from msgfix.report import ending, render

            replacing_text(Path(wanted), render(ending(Path(wanted)), session, result))
        for left in result.problems:
            print(plain(f"{session}: {left.path}: {left.message} [{left.rule}]"), file=sys.stderr)


def end(result: "Result") -> None:
    """Leave with the exit status of the result."""
    raise typer.Exit(Exit.PROBLEMS if result.problems else Exit.FINE)
