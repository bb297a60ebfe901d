"""The command line: one file per command, imported when that command is asked for.

A new command is a module here with a function of the same name, and its name in COMMANDS.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from io import StringIO
from typing import Any

import click

from msgfix.cli.output import complain
from msgfix.cli.streams import hush, tell
from msgfix.errors import MsgfixError
from msgfix.exits import Exit
from msgfix.version import __version__

COMMANDS = ("normalize", "report", "check", "explain", "repair", "sessions", "rules")


class Commands(click.Group):
    """Finds a command by importing its module, and ends the process with the exit status of what came of it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"msgfix.cli.{cmd_name}"), cmd_name)
        return command

    def main(self, args: Sequence[str] | None = None, *more: Any, **extra: Any) -> Any:
        extra["standalone_mode"] = False
        try:
            status = super().main(args, *more, **extra)
        except click.ClickException as error:
            tell(*_shown(error))
            status = error.exit_code
        except click.Abort:
            status = 130
        sys.exit(status)

    def make_context(self, *args: Any, **more: Any) -> click.Context:
        with _ending():
            return super().make_context(*args, **more)

    def invoke(self, ctx: click.Context) -> Any:
        with _ending():
            return super().invoke(ctx)


@contextmanager
def _ending() -> Iterator[None]:
    """All that was written goes out; an error becomes a sentence and an exit status, before click takes it for its own.

    A command writes while its arguments are read too: the help.
    """
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except MsgfixError as error:
        complain(str(error))
        raise click.exceptions.Exit(error.exit) from error
    except BrokenPipeError as error:
        hush(sys.stdout)
        raise click.exceptions.Exit(141) from error  # what a program ends with whose reader has gone
    except KeyboardInterrupt as error:
        raise click.exceptions.Exit(130) from error
    except OSError as error:
        hush(sys.stdout)
        complain(f"{error.filename or 'the output'}: {error.strerror}; the result is not whole.")
        raise click.exceptions.Exit(Exit.REFUSED) from error


def _shown(error: click.ClickException) -> list[str]:
    """What click has to say on a wrong command line."""
    words = StringIO()
    error.show(words)
    return words.getvalue().splitlines()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="msgfix %(version)s", help="Print the version.")
def app() -> None:
    """fsck for agent transcripts: check, normalize and repair the session files of coding agents."""
