"""`msgfix check`"""

import os
import sys
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from msgfix.cli.output import sink
from msgfix.cli.shared import takes_options
from msgfix.errors import UnreadableError
from msgfix.options import Options

if TYPE_CHECKING:
    from msgfix.checking.complaint import Checked


class Format(StrEnum):
    """How the problems are told."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"


@takes_options
def check(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH...",
            help="Files, folders, globs, - for stdin, a session id or its beginning, or latest.",
            show_default=False,
        ),
    ],
    form: Annotated[
        Format,
        typer.Option(
            "--format",
            metavar="|".join(Format),
            help="For people, for programs, for workflow annotations, for code scanning.",
        ),
    ] = Format.TEXT,
    select: Annotated[
        list[str] | None,
        typer.Option(metavar="RULE[,RULE]", help="Only these rules; the beginning of a name will do (repeatable)."),
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option(metavar="RULE[,RULE]", help="All rules but these (repeatable).")
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Fail on warnings too.")] = False,
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="Tell the problems, but do not fail on them.")] = False,
    jobs: Annotated[
        int, typer.Option("-j", "--jobs", metavar="N", min=0, help="How many inputs at a time; 0: one per core.")
    ] = 0,
    *,
    options: Options,
) -> None:
    """Find every fault of sessions and message arrays."""
    from msgfix.checking.inputs import inputs
    from msgfix.checking.run import check_all
    from msgfix.checking.selection import selection
    from msgfix.checking.tally import Tally
    from msgfix.cli.config import defaults
    from msgfix.cli.progress import counting, watching

    usual = defaults(Path.cwd())
    wanted = selection(select or usual.get("select", ()), ignore or usual.get("ignore", ()))
    todo, tally = inputs(paths), Tally()
    answers = check_all(todo, options, wanted, jobs or os.cpu_count() or 1, watching)
    _write(form, tally.over(counting(answers, len(todo))))
    print(tally.summary, file=sys.stdout if form is Format.TEXT else sys.stderr, flush=True)
    if not tally.checked and not tally.unreadable:
        raise UnreadableError(f"{' '.join(paths)}: there is no transcript in it.")
    raise typer.Exit(tally.status(strict or usual.get("strict", False), exit_zero))


def _write(form: Format, answers: "Iterable[Checked]") -> None:
    if form is Format.JSON:
        from msgfix.report.json import checks

        _out([checks(list(answers))])
    elif form is Format.SARIF:
        from msgfix.report.sarif import document

        _out([document(list(answers))])
    elif form is Format.GITHUB:
        from msgfix.report.github import annotations

        _out(f"{line}\n" for checked in answers for line in annotations(checked))
    else:
        from shutil import get_terminal_size

        from msgfix.report.check import CheckText

        text = CheckText(get_terminal_size().columns, sys.stdout.isatty() and not os.environ.get("NO_COLOR"))
        _out(f"{line}\n" for checked in answers for line in text.lines(checked))


def _out(pieces: Iterable[str]) -> None:
    with sink(None) as file:
        for piece in pieces:
            file.write(piece.encode())
