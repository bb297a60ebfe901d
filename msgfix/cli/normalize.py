"""`msgfix normalize`"""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from msgfix.cli.output import refuse_to_overwrite, sink
from msgfix.cli.run import end, named, run, write_report
from msgfix.cli.shared import ReportTo, Session, takes_options
from msgfix.options import Options
from msgfix.report import ending


class Form(StrEnum):
    """What is written."""

    MESSAGES = "messages"
    REQUEST = "request"
    JSONL = "jsonl"


@takes_options
def normalize(
    session: Session,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write to FILE, whole or not at all.")
    ] = None,
    form: Annotated[
        Form,
        typer.Option(
            "--as", metavar="|".join(Form), help="The array, a request body around it, or one message per line."
        ),
    ] = Form.MESSAGES,
    report: ReportTo = None,
    *,
    options: Options,
) -> None:
    """Write the messages array that the API takes."""
    if report not in (None, "-"):
        ending(Path(report))
    session = named(session)
    refuse_to_overwrite(session, output)
    result = run(session, options)
    with sink(output) as file:
        result.write(file, form.value)
    write_report(report, session, result)
    end(result)
