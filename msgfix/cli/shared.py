"""What commands have in common: the SESSION argument and the options that change the result."""

from collections.abc import Callable, Iterator
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any, get_args

import typer
from typer.core import TyperCommand

from msgfix.options import FEATURES, End, Options, OrphanResults, Oversize, Target, Thinking

Session = Annotated[
    str,
    typer.Argument(
        metavar="SESSION", help="A file, - for stdin, a session id or its beginning, or latest.", show_default=False
    ),
]
ReportTo = Annotated[
    str | None,
    typer.Option(
        "--report",
        metavar="[FILE]",
        help="Also report what was changed: on stderr, or into FILE (.txt .json .html .svg).",
    ),
]


def _choice(kind: Any, default: str, sentence: str) -> Any:
    return typer.Option(metavar="|".join(get_args(kind)), help=f"{sentence} [default: {default}]")


USUAL = Options()
SHARED = {
    "target": Annotated[
        str | None, _choice(Target, USUAL.target, "Whose rules the result keeps; portable: what all of them take.")
    ],
    "model": Annotated[
        str | None, typer.Option(metavar="NAME", help="The model of the request; else the last one in the transcript.")
    ],
    "tools": Annotated[
        Path | None, typer.Option(metavar="FILE", help="The tools of the request: a JSON array, or a request body.")
    ],
    "feature": Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help=f"Switch on (repeatable): {', '.join(FEATURES)}."),
    ],
    "orphan_results": Annotated[
        str | None,
        _choice(
            OrphanResults,
            USUAL.orphan_results,
            "A result whose call is lost gets a made-up call, becomes text, or goes.",
        ),
    ],
    "thinking": Annotated[
        str | None,
        _choice(
            Thinking, USUAL.thinking, "Thinking blocks: as the model needs it, keep all that is legal, or drop all."
        ),
    ],
    "oversize": Annotated[
        str | None, _choice(Oversize, USUAL.oversize, "Media over the limit: scale down, put a text in place, or stop.")
    ],
    "end": Annotated[
        str | None, _choice(End, USUAL.end, "End as the transcript does, or make sure that it ends with user.")
    ],
    "leaf": Annotated[
        str | None, typer.Option(metavar="UUID", help="The entry that the conversation ends with; else the newest.")
    ],
}


def takes_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the shared options in place of its parameter `options: Options`."""
    own = signature(command)

    @wraps(command)
    def run(**given: Any) -> None:
        from msgfix.cli.config import chosen

        shared = {name: given.pop(name) for name in SHARED}
        command(**given, options=chosen(shared))

    added = [Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=kind) for name, kind in SHARED.items()]
    kept = [parameter for parameter in own.parameters.values() if parameter.name != "options"]
    run.__signature__ = own.replace(parameters=[*kept, *added])  # type: ignore[attr-defined]
    return run


class Command(TyperCommand):
    """A command whose `--report` may stand alone."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, list(_spelled_out(args)))


def _spelled_out(args: list[str]) -> Iterator[str]:
    """`--report` that no report file follows becomes `--report -`: click knows no option with an optional value."""
    from msgfix.report import ENDINGS

    for place, arg in enumerate(args):
        yield arg
        if arg == "--report" and not "".join(args[place + 1 : place + 2]).endswith(tuple(ENDINGS)):
            yield "-"
