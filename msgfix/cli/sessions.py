"""`msgfix sessions`"""

import os
import sys
from pathlib import Path
from time import time
from typing import TYPE_CHECKING

import click

from msgfix.cli.streams import tell
from msgfix.report.plain import plain

if TYPE_CHECKING:
    from msgfix.listing import Session


@click.command
@click.option("--all", "everywhere", is_flag=True, help="Those of every project.")
@click.option("--deep", is_flag=True, help="Check each one; else only the ends of it are read.")
@click.option("--json", "as_json", is_flag=True, help="As JSON, for programs.")
def sessions(everywhere: bool, deep: bool, as_json: bool) -> None:
    """List the sessions of this project, and how they are."""
    from msgfix.cli.progress import counting
    from msgfix.listing import survey
    from msgfix.transcript import store

    here = store.project()
    paths = store.all_sessions() if everywhere else store.sessions(here) if here else []
    found = list(counting(survey(paths, deep, os.cpu_count() or 1), len(paths)))
    found.sort(key=lambda one: -one.modified)
    if as_json:
        _write_json(found)
    elif found:
        _write(found, everywhere)
    else:
        where = "" if everywhere else f" for {Path.cwd()}"
        more = "" if everywhere else " `--all` lists those of every project."
        tell(plain(f"There is no session{where} in {store.projects()}.{more}"))


def _write(found: "list[Session]", everywhere: bool) -> None:
    from shutil import get_terminal_size

    from msgfix.report.sessions import table

    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    for line in table(found, time(), get_terminal_size().columns, colour, everywhere):
        print(line)


def _write_json(found: "list[Session]") -> None:
    from msgfix.cli.output import sink
    from msgfix.listing import as_json
    from msgfix.transcript.load import dumps
    from msgfix.version import __version__

    with sink(None) as out:
        out.write(dumps({"msgfix": __version__, "sessions": [as_json(one) for one in found]}) + b"\n")
