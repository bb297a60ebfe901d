"""What commands have in common: the SESSION argument and the options that change the result."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, get_args

import click

from msgfix.options import FEATURES, End, Options, OrphanResults, Oversize, Target, Thinking

takes_session = click.argument(
    "session", metavar="SESSION", help="A file, - for stdin, a session id or its beginning, or latest."
)


def _choice(name: str, kind: Any, default: str, sentence: str) -> Any:
    return click.option(name, metavar="|".join(get_args(kind)), help=f"{sentence} [default: {default}]")


USUAL = Options()
SHARED = {
    "target": _choice(
        "--target", Target, USUAL.target, "Whose rules the result keeps; portable: what all of them take."
    ),
    "model": click.option(
        "--model", metavar="NAME", help="The model of the request; else the last one in the transcript."
    ),
    "tools": click.option(
        "--tools", type=Path, metavar="FILE", help="The tools of the request: a JSON array, or a request body."
    ),
    "feature": click.option(
        "--feature", multiple=True, metavar="NAME", help=f"Switch on (repeatable): {', '.join(FEATURES)}."
    ),
    "orphan_results": _choice(
        "--orphan-results",
        OrphanResults,
        USUAL.orphan_results,
        "A result whose call is lost gets a made-up call, becomes text, or goes.",
    ),
    "thinking": _choice(
        "--thinking",
        Thinking,
        USUAL.thinking,
        "Thinking blocks: as the model needs it, keep all that is legal, or drop all.",
    ),
    "oversize": _choice(
        "--oversize", Oversize, USUAL.oversize, "Media over the limit: scale down, put a text in place, or stop."
    ),
    "end": _choice("--end", End, USUAL.end, "End as the transcript does, or make sure that it ends with user."),
    "leaf": click.option("--leaf", metavar="UUID", help="The entry that the conversation ends with; else the newest."),
}


def takes_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the shared options, after its own; it gets them as `options: Options`."""

    @wraps(command)
    def run(**given: Any) -> None:
        from msgfix.cli.config import chosen

        shared = {name: given.pop(name) for name in SHARED}
        command(**given, options=chosen(shared))

    for option in reversed(SHARED.values()):
        option(run)
    return run
