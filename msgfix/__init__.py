"""fsck for agent transcripts: check, normalize and repair the session files of coding agents.

    import msgfix

    result = msgfix.normalize("session.jsonl", target="bedrock")
    result.messages, result.ledger, result.problems
    msgfix.check(messages)
    msgfix.repair("session.jsonl", dry_run=True)

The keywords are the fields of `Options`. Nothing is printed, nothing exits; every error is a MsgfixError.
"""

from collections.abc import Iterable
from os import PathLike
from typing import TYPE_CHECKING, Any

from msgfix.errors import MsgfixError, RefusedError, UnreadableError, UsageError
from msgfix.options import Options
from msgfix.version import __version__

if TYPE_CHECKING:
    from pathlib import Path

    from msgfix.contract.problem import Problem
    from msgfix.disk import Repair
    from msgfix.pipeline import Input
    from msgfix.result import Result

__all__ = [
    "MsgfixError",
    "Options",
    "RefusedError",
    "UnreadableError",
    "UsageError",
    "__version__",
    "check",
    "normalize",
    "repair",
]


def normalize(source: "Input", **options: Any) -> "Result":
    """Make an array that the Messages API takes out of a session or an array.

    `source`: a path, the bytes, an open binary stream, a list of entries or messages, or a request body.
    `options`: fields of Options (`target`, `model`, `tools`, `features`, …). A valid array comes back equal.
    Raises UnreadableError when it is no transcript, UsageError for a bad option, RefusedError when the books do not
    balance.
    """
    from msgfix import pipeline

    return pipeline.normalize(source, options_of(options))


def check(messages: Any, **options: Any) -> "list[Problem]":
    """What the Messages API would object to in an array of messages, or in a request body with `messages`.

    Works on any value, and sends nothing. `options`: fields of Options. Raises UsageError for a bad option.
    """
    from msgfix import contract

    if isinstance(messages, dict) and "messages" in messages:
        return contract.check(messages["messages"], options_of(options), request=messages)
    return contract.check(messages, options_of(options))


def repair(
    path: "str | Path",
    *,
    dry_run: bool = False,
    output: "str | Path | None" = None,
    force: bool = False,
    **options: Any,
) -> "Repair":
    """Mend a session file so that it resumes: in place with a backup, or into `output`.

    `dry_run`: plan only. `force`: also while the session looks open, or when it is read-only. `options`: fields of
    Options. Raises UnreadableError, UsageError when it is no session file, RefusedError when nothing could be written.
    """
    from msgfix import disk

    for given in (path,) if output is None else (path, output):
        if not isinstance(given, (str, PathLike)):
            raise UsageError(f"{type(given).__name__}: repair takes paths.")
    return disk.repair(path, options_of(options), dry_run=dry_run, output=output, force=force)


def options_of(given: dict[str, Any]) -> Options:
    """Options from keywords: any iterable of features, any list of tools. Raises UsageError for an unknown one."""
    known = Options.__struct_fields__
    if unknown := given.keys() - set(known):
        raise UsageError(f"{', '.join(sorted(unknown))}: no such option; there are {', '.join(known)}.")
    for name in ("model", "leaf"):
        if not isinstance(given.get(name), str | None):
            raise UsageError(f"{name}: takes a text.")
    features = _each(given.get("features", ()), str, "features: takes a list of names.")
    tools = given.get("tools")
    if tools is not None:
        tools = tuple(_each(tools, dict, "tools: takes a list of tool definitions."))
    return Options(**{**given, "features": frozenset(features), "tools": tools})


def _each(values: Any, kind: type, sentence: str) -> list[Any]:
    """The values of an iterable. Raises UsageError, with the sentence, when they are not all of a kind."""
    found = list(values) if isinstance(values, Iterable) and not isinstance(values, str) else [None]
    if not all(isinstance(value, kind) for value in found):
        raise UsageError(sentence)
    return found
