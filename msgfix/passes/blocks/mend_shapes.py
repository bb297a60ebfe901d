"""E1: blocks that are no object, or do not say their type."""

from collections.abc import Iterator
from typing import Any

from msgfix.edits import Drop, Edit, Replace
from msgfix.model import History, kind_of
from msgfix.options import Options
from msgfix.passes.blocks.words import json_text
from msgfix.rules import Severity, rule


def inferred(data: dict[str, Any]) -> str | None:
    """The type that the keys of a block speak of."""
    source = data.get("source")
    if "tool_use_id" in data:
        return "tool_result"
    if "input" in data and "name" in data:
        return "tool_use"
    if isinstance(data.get("thinking"), str):
        return "thinking"
    if isinstance(source, dict):
        written = source.get("type") in ("text", "content") or source.get("media_type") == "application/pdf"
        return "document" if written else "image"
    return "text" if isinstance(data.get("text"), str) else None


def shaped(value: Any) -> dict[str, Any] | None:
    """A block with a type, out of any JSON value; None when there is nothing in it. A sound block comes back itself."""
    if value is None or value == {}:
        return None
    if not isinstance(value, dict):
        return _text(value)
    kind = kind_of(value)
    if kind == "text" and not isinstance(value.get("text"), str):
        words = value.get("text", value.get("content"))
        return None if words is None else _text(words)
    if kind:
        return value
    kind = inferred(value) or ""
    return {**value, "type": kind} if kind else _text(value)


def _text(value: Any) -> dict[str, Any]:
    return {"type": "text", "text": value if isinstance(value, str) else json_text(value)}


@rule(
    "mend-shapes",
    step="E1",
    severity=Severity.ERROR,
    on_disk=True,
    cures="Input should be an object",
    after={"mend-strings": "what is written as JSON text must be clean by then"},
)
def mend_shapes(history: History, options: Options) -> Iterator[Edit]:
    """Give every block the shape of a block.

    Breaks: content that is a bare string, a number or null where a block belongs, and blocks without a `type`.
    Does: makes strings text blocks, tells the type by the keys, writes the rest as JSON text.
    Never: drops anything but null and texts without a text.
    """
    for _, block in history.odd:
        data = block.data
        new = shaped(data)
        if new is None:
            yield Drop(block, "nothing in it")
        elif new is not data:
            yield Replace(block, (block.becomes(new),), f"read as {new['type']}")
