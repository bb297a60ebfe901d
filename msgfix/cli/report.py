"""`msgfix report`"""

import sys
from typing import Annotated

import typer

from msgfix.cli.output import sink
from msgfix.cli.run import end, named, run
from msgfix.cli.shared import Session, takes_options
from msgfix.options import Options


@takes_options
def report(
    session: Session,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON, for programs.")] = False,
    *,
    options: Options,
) -> None:
    """Show what normalize would change, and where."""
    session = named(session)
    result = run(session, options)
    if as_json:
        from msgfix.report.json import document

        with sink(None) as out:
            out.write(document([(session, result)]).encode())
    else:
        from msgfix.report.text import show

        show(session, result, sys.stdout)
    end(result)
