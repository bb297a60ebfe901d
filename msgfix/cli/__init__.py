"""The command line: one file per command, imported when that command is asked for.

A new command is a module here with a function of the same name, and its name in COMMANDS.
"""

from importlib import import_module
from typing import Any

import click

from msgfix.cli.output import complain, hush
from msgfix.errors import MsgfixError
from msgfix.exits import Exit
from msgfix.version import __version__

COMMANDS = ("normalize", "report", "check", "explain", "repair", "sessions", "rules")


class Commands(click.Group):
    """Finds a command by importing its module, and turns msgfix's own errors into their exit status."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"msgfix.cli.{cmd_name}"), cmd_name)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except MsgfixError as error:
            complain(str(error))
            ctx.exit(error.exit)
        except BrokenPipeError:
            hush()
            ctx.exit(141)  # what a program ends with whose reader has gone
        except KeyboardInterrupt:
            ctx.exit(130)
        except OSError as error:
            hush()
            complain(f"{error.filename or 'the output'}: {error.strerror}; the result is not whole.")
            ctx.exit(Exit.REFUSED)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="msgfix %(version)s", help="Print the version.")
def app() -> None:
    """fsck for agent transcripts: check, normalize and repair the session files of coding agents."""
