"""Blocks told as text: what is in them stays readable where the block itself cannot stay."""

from typing import Any

from msgfix.transcript.load import dumps

TEXT_KEYS = ("text", "output_text", "refusal", "summary", "content")


def json_text(value: Any) -> str:
    """Any JSON value as text."""
    try:
        return dumps(value).decode()
    except RecursionError:
        return "[nested too deeply to be shown]"


def name_of(data: dict[str, Any]) -> str:
    name = data.get("name")
    return name if isinstance(name, str) and name else "unknown_tool"


def visible(data: dict[str, Any]) -> str:
    """The text that a block shows; "" when it shows none."""
    return next((words for key in TEXT_KEYS if isinstance(words := data.get(key), str) and words.strip()), "")


def told(value: Any) -> str:
    """Content of any shape as text: texts as they are, everything else as JSON, images and documents left out."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "\n".join(filter(None, map(_told_part, value)))
    return _told_part(value)


def _told_part(part: Any) -> str:
    if isinstance(part, str) or part is None or is_media(part):
        return part if isinstance(part, str) else ""
    return (visible(part) if isinstance(part, dict) else "") or json_text(part)


def is_media(part: Any) -> bool:
    """A picture or document, which is never told in words."""
    return isinstance(part, dict) and part.get("type") in ("image", "document")


def call_words(data: dict[str, Any]) -> str:
    """A call of any kind as text."""
    return f"[Tool call {name_of(data)}: {json_text(data.get('input'))}]"


def result_words(data: dict[str, Any]) -> str:
    """A result of any kind as text."""
    words = told(data.get("content"))
    return f"[Tool result]\n{words}" if words.strip() else "[Tool result: empty]"


def reference_words(data: dict[str, Any]) -> str:
    """A tool_reference as text."""
    name = data.get("tool_name")
    return f"Tool available: {name if isinstance(name, str) and name else 'unknown'}"
