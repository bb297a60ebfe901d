"""`msgfix report`"""

import sys

import click

from msgfix.cli.output import sink
from msgfix.cli.run import end, named, run
from msgfix.cli.shared import takes_options, takes_session
from msgfix.options import Options


@click.command
@takes_session
@click.option("--json", "as_json", is_flag=True, help="As JSON, for programs.")
@takes_options
def report(session: str, as_json: bool, *, options: Options) -> None:
    """Show what normalize would change, and where."""
    session = named(session)
    result = run(session, options)
    if as_json:
        from msgfix.report.json import document

        with sink(None) as out:
            out.write(document([(session, result)]).encode())
    else:
        from msgfix.report.text import shown

        sys.stdout.write(shown(session, result, sys.stdout))
    end(result)
