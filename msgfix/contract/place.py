"""Places in a message, spelled as the API spells them."""

from collections.abc import Sequence
from typing import Any


def tag_of(value: Any) -> str | None:
    """The name that the API gives a tagged object in a path: its type; `pdf` for a document that is a PDF."""
    kind = value.get("type") if isinstance(value, dict) else None
    if not isinstance(kind, str):
        return None
    source = value.get("source")
    pdf = kind == "document" and isinstance(source, dict) and source.get("media_type") == "application/pdf"
    return "pdf" if pdf else kind


def spell(index: int, message: Any, keys: Sequence[str | int]) -> str:
    """`messages.<index>` and the way along `keys` into the message: `messages.1.content.0.tool_use.id`.

    The tag of each typed object stands between it and its field. `keys` may end in one that is missing.
    """
    parts: list[str] = ["messages", str(index)]
    here: Any = message
    for key in keys:
        tag = tag_of(here) if here is not message and isinstance(key, str) and key != "type" else None
        if tag and tag != "web_search_result":
            parts.append(tag)
        parts.append(clean(str(key)))
        if tag == "web_search_tool_result" and key == "content" and isinstance(here.get("content"), list):
            parts.append("list[RequestWebSearchResultBlock]")  # the API names the branch of its union
        here = _step(here, key)
    return ".".join(parts)


def _step(here: Any, key: str | int) -> Any:
    if isinstance(here, dict):
        return here.get(key)
    return here[key] if isinstance(here, list) and isinstance(key, int) and key < len(here) else None


def clean(text: str) -> str:
    """The same text, fit to be printed: half surrogate pairs become `?`, a long one is cut."""
    text = text.encode("utf-8", "replace").decode()
    return text if len(text) <= 200 else text[:200] + "…"
