"""The command line: one file per command, imported when that command is asked for.

A new command is a module here with a function of the same name, and its name in COMMANDS.
"""

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from msgfix.cli.output import complain, hush
from msgfix.cli.shared import Command
from msgfix.errors import MsgfixError
from msgfix.exits import Exit
from msgfix.version import __version__

COMMANDS = ("normalize", "report", "check", "explain", "repair", "sessions", "rules")


class Commands(TyperGroup):
    """Finds a command by importing its module, and turns msgfix's own errors into their exit status."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"msgfix.cli.{cmd_name}")
        single = typer.Typer(add_completion=False, rich_markup_mode=None)
        single.command(cmd_name, cls=Command)(getattr(module, cmd_name))
        return typer.main.get_command(single)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except MsgfixError as error:
            complain(str(error))
            raise typer.Exit(error.exit) from error
        except BrokenPipeError as error:
            hush()
            raise typer.Exit(141) from error  # what a program ends with whose reader has gone
        except OSError as error:
            hush()
            complain(f"{error.filename or 'the output'}: {error.strerror}; the result is not whole.")
            raise typer.Exit(Exit.REFUSED) from error


app = typer.Typer(
    cls=Commands,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"msgfix {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """fsck for agent transcripts: check, normalize and repair the session files of coding agents."""
