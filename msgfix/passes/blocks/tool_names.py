"""E5: names of tools that the API refuses."""

import re
from collections.abc import Iterator
from typing import Any

from msgfix.edits import Edit, Replace
from msgfix.model import History
from msgfix.options import Options
from msgfix.passes.blocks.words import json_text
from msgfix.rules import Severity, rule
from msgfix.targets import Limits, limits

NAMELESS = "unknown_tool"
_ILLEGAL = re.compile(r"[^a-zA-Z0-9_-]+")


def digest(words: str) -> str:
    """Eight characters that stand for a text."""
    from hashlib import sha256

    return sha256(words.encode(errors="replace")).hexdigest()[:8]


def shortened(name: str, length: int) -> str:
    """A name cut to a length; a hash of the whole keeps apart what the cut would make alike."""
    return name if len(name) <= length else f"{name[: length - 9]}_{digest(name)}"


def legal_name(name: Any, target: Limits) -> str:
    """The name as the target takes it."""
    if name is None or name == "":
        return NAMELESS
    words = name if isinstance(name, str) else json_text(name)
    if target.strict_names:
        words = _ILLEGAL.sub("_", words)
    return shortened(words, target.name_length)


@rule(
    "clean-tool-names",
    step="E5",
    severity=Severity.ERROR,
    on_disk=True,
    cures="tool_use.name: String should have at most 200 characters",
    after={"resolve-tool-aliases": "an alias may be illegal where the tool's own name is not"},
)
def clean_tool_names(history: History, options: Options) -> Iterator[Edit]:
    """Shorten and clean the names of tools that cannot be sent.

    Breaks: a model that writes a whole command into the name of a tool leaves a session that is refused.
    Does: puts `_` for what a name may not hold, cuts what is too long and ends it in a hash of the whole.
    Never: touches a name that the target takes; the call and its result stay.
    """
    target = limits(options.target, options.model)
    for _, block in history.odd:
        if block.kind != "tool_use":
            continue
        data = block.data
        name = data.get("name")
        new = legal_name(name, target)
        if new != name:
            yield Replace(
                block, (block.becomes({**data, "name": new}),), f"was {str(name)[:60]!r}" if name else "had no name"
            )
