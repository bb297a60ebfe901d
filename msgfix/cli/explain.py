"""`msgfix explain`"""

import os
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from msgfix.cli.shared import takes_options
from msgfix.errors import UnreadableError, UsageError
from msgfix.options import Options

if TYPE_CHECKING:
    from msgfix.checking.blame import Blame
    from msgfix.checking.known import Known
    from msgfix.checking.pasted import Pasted
    from msgfix.report.explain import ExplainText

NAME = re.compile(r"[\w./-]+")
"""What is meant for a rule or a file, and no error, when it is neither a place in a request nor the id of a call."""


@click.command
@click.argument("what", metavar="WHAT", help="A rule, or an error of the API: its text, a file with it, or -.")
@click.argument("session", required=False, metavar="[SESSION]", help="The session that the error is about.")
@takes_options
def explain(what: str, session: str | None, *, options: Options) -> None:
    """Tell what a rule, or an error of the API, is about."""
    from shutil import get_terminal_size

    from msgfix.checking.known import called
    from msgfix.report.explain import ExplainText

    text = ExplainText(get_terminal_size().columns)
    if found := called(what):
        _print(text.rules(found))
    else:
        _print(_answer(what, session, options, text))


def _answer(what: str, session: str | None, options: Options, text: "ExplainText") -> Iterator[str]:
    """All about a pasted error."""
    from msgfix.checking.pasted import read
    from msgfix.checking.wording import meant

    pasted = read(_words(what))
    rules = meant(pasted.words)
    blames = _blames(session, options, pasted, rules) if session else []
    broken = {blame.rule for blame in blames}
    rules.sort(key=lambda rule: rule.name not in broken)
    if rules:
        yield from text.rule(rules[0])
        yield from text.alike(rules[1:])
    else:
        yield "msgfix knows no rule with such words."
    if session:
        yield from text.places(session, blames)
    elif pasted.ids or pasted.paths:
        yield ""
        yield f"Name the session too, and msgfix looks for {', '.join((*pasted.ids, *pasted.paths)[:3])} in it."


def _blames(session: str, options: Options, pasted: "Pasted", rules: "list[Known]") -> "list[Blame]":
    from msgfix.checking.blame import blame
    from msgfix.cli.run import opened
    from msgfix.pipeline import read

    return blame(read(opened(session)), options, pasted, [rule.name for rule in rules])


def _words(what: str) -> str:
    """The error itself: what was given, or what stands in the file of that name. Raises UsageError for a wrong name."""
    from msgfix.checking.known import nearest
    from msgfix.checking.pasted import LONGEST, read

    try:
        if what == "-":
            return sys.stdin.buffer.read(LONGEST).decode("utf-8", "replace")
        if os.path.isfile(what):
            with Path(what).open("rb") as file:
                return file.read(LONGEST).decode("utf-8", "replace")
    except OSError as error:
        raise UnreadableError(f"{what}: cannot be read ({error.strerror}).") from error
    if NAME.fullmatch(what) and not (read(what).ids or read(what).paths):
        raise UsageError(f"{what}: no such rule. Near it are {', '.join(nearest(what))}; `msgfix rules` lists them.")
    return what


def _print(lines: Iterable[str]) -> None:
    from msgfix.report.plain import plain

    for line in lines:
        print(plain(line))
