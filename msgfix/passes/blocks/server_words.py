"""The calls and results of server tools, told as text."""

from typing import Any

from msgfix.passes.blocks.words import json_text, name_of

_SEALED = ("encrypted_content", "encrypted_stdout", "encrypted_index", "type")
_SHOWN = ("title", "url", "text", "stdout", "stderr", "tool_name", "file_id", "error_code", "error_message", "data")
_NESTED = ("content", "tool_references", "source")
_DEEPEST = 4


def use_words(data: dict[str, Any], answered: bool) -> str:
    """A server_tool_use as text."""
    end = "" if answered else "; it was interrupted, no result is known"
    return f"[Server tool {name_of(data)}: {json_text(data.get('input'))}{end}]"


def server_result_words(data: dict[str, Any]) -> str:
    """The result of a server tool as text: what of it can be read; what is sealed can be read by the server alone."""
    name = str(data.get("type")).removesuffix("_tool_result")
    words = _read(data.get("content"), 0).strip()
    return f"[Result of server tool {name}]\n{words}" if words else f"[Result of server tool {name}: nothing to read]"


def advice(data: dict[str, Any]) -> str:
    """The text of an advisor's result; "" when it is sealed or an error."""
    content = data.get("content")
    words = content.get("text") if isinstance(content, dict) else content
    return words if isinstance(words, str) else ""


def _read(value: Any, depth: int) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list) and depth < _DEEPEST:
        return "\n".join(filter(None, (_read(item, depth + 1) for item in value)))
    if not isinstance(value, dict) or depth == _DEEPEST:
        return "" if value is None else json_text(value)
    if value.get("type") == "base64":
        return f"[{value.get('media_type')} left out]"
    shown = [words for key in _SHOWN if isinstance(words := value.get(key), str) and words]
    inner = [_read(value[key], depth + 1) for key in _NESTED if key in value]
    rest = {key: item for key, item in value.items() if key not in _SEALED}
    return "\n".join(filter(None, (*shown, *inner))) or (json_text(rest) if rest else "")
