"""`msgfix check`"""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from msgfix.cli.output import sink
from msgfix.cli.shared import takes_options
from msgfix.cli.streams import tell
from msgfix.errors import UnreadableError
from msgfix.options import Options

if TYPE_CHECKING:
    from msgfix.checking.complaint import Checked


FORMATS = ("text", "json", "github", "sarif")


@click.command
@click.argument(
    "paths",
    nargs=-1,
    required=True,
    metavar="PATH...",
    help="Files, folders, globs, - for stdin, a session id or its beginning, or latest.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    metavar="|".join(FORMATS),
    help="For people, for programs, for workflow annotations, for code scanning.",
)
@click.option(
    "--select",
    multiple=True,
    metavar="RULE[,RULE]",
    help="Only these rules; the beginning of a name will do (repeatable).",
)
@click.option("--ignore", multiple=True, metavar="RULE[,RULE]", help="All rules but these (repeatable).")
@click.option("--strict", is_flag=True, help="Fail on warnings too.")
@click.option("--exit-zero", is_flag=True, help="Tell the problems, but do not fail on them.")
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    metavar="N",
    help="How many inputs at a time; 0: one per core.",
)
@takes_options
def check(
    paths: tuple[str, ...],
    form: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    strict: bool,
    exit_zero: bool,
    jobs: int,
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
    if form == "text":
        print(tally.summary)
    else:
        tell(tally.summary)
    if not tally.checked and not tally.unreadable:
        raise UnreadableError(f"{' '.join(paths)}: there is no transcript in it.")
    sys.exit(tally.status(strict or usual.get("strict", False), exit_zero))


def _write(form: str, answers: "Iterable[Checked]") -> None:
    if form == "json":
        from msgfix.report.json import checks

        _out([checks(list(answers))])
    elif form == "sarif":
        from msgfix.report.sarif import document

        _out([document(list(answers))])
    elif form == "github":
        from msgfix.report.github import annotations

        _out(f"{line}\n" for checked in answers for line in annotations(checked))
    else:
        from msgfix.report.check import CheckText

        text = CheckText(sys.stdout.isatty() and not os.environ.get("NO_COLOR"))
        sys.stdout.writelines(f"{line}\n" for checked in answers for line in text.lines(checked))


def _out(pieces: Iterable[str]) -> None:
    with sink(None) as file:
        for piece in pieces:
            file.write(piece.encode())
