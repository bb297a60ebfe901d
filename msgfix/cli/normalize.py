"""`msgfix normalize`"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from msgfix.cli.output import refuse_to_overwrite, sink
from msgfix.cli.run import end, named, run, write_report
from msgfix.cli.shared import takes_options, takes_session
from msgfix.options import Options
from msgfix.report import ENDINGS, ending

if TYPE_CHECKING:
    from msgfix.result import Form

FORMS = ("messages", "request", "jsonl")


class ReportMayStandAlone(click.Command):
    """Takes `--report` without a file too; click itself would then take SESSION for the file."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, list(_spelled_out(args)))
        except click.UsageError:
            with suppress(click.UsageError):  # what follows --report is one SESSION too many: a file of another kind
                return super().parse_args(ctx, args)
            raise


def _spelled_out(args: list[str]) -> Iterator[str]:
    """`--report` that no report file follows becomes `--report -`."""
    for place, arg in enumerate(args):
        yield arg
        if arg == "--report" and not "".join(args[place + 1 : place + 2]).endswith(tuple(ENDINGS)):
            yield "-"


@click.command(cls=ReportMayStandAlone)
@takes_session
@click.option("-o", "--output", type=Path, metavar="FILE", help="Write to FILE, whole or not at all.")
@click.option(
    "--as",
    "form",
    type=click.Choice(FORMS),
    default="messages",
    show_default=True,
    metavar="|".join(FORMS),
    help="The array, a request body around it, or one message per line.",
)
@click.option(
    "--report",
    metavar="[FILE]",
    help="Also report what was changed: on stderr, or into FILE (.txt .json .html .svg).",
)
@takes_options
def normalize(session: str, output: Path | None, form: "Form", report: str | None, *, options: Options) -> None:
    """Write the messages array that the API takes."""
    told = Path(report) if report and report != "-" else None
    if told:
        ending(told)
    session = named(session)
    refuse_to_overwrite(session, output, told)
    result = run(session, options)
    with sink(output) as file:
        result.write(file, form)
    write_report(report, session, result)
    end(result)
