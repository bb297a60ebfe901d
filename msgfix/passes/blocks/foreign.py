"""Blocks that other programs know, in words or blocks that the API knows."""

from collections.abc import Callable
from typing import Any

from msgfix.passes.blocks.words import call_words, is_media, json_text, reference_words, result_words, visible

Blocks = list[dict[str, Any]]
IMAGES = ("image/png", "image/jpeg", "image/gif", "image/webp")


def _text(words: str) -> Blocks:
    return [{"type": "text", "text": words}]


def _string(data: Any, *keys: str) -> str:
    found = (data.get(key) for key in keys) if isinstance(data, dict) else ()
    return next((value for value in found if isinstance(value, str) and value), "")


def _media(media_type: str, data: str) -> Blocks:
    """Base64 of a kind that the API takes, as a block of its own."""
    kind = "image" if media_type in IMAGES else "document" if media_type == "application/pdf" else None
    return [{"type": kind, "source": {"type": "base64", "media_type": media_type, "data": data}}] if kind else []


def _resource(data: dict[str, Any]) -> Blocks:
    """https://modelcontextprotocol.io/specification/2025-06-18/server/tools#embedded-resources"""
    resource = data.get("resource")
    uri, media_type = _string(resource, "uri"), _string(resource, "mimeType")
    label = " ".join(filter(None, ("Resource", uri, f"({media_type})" if media_type else "")))
    if words := _string(resource, "text"):
        return _text(f"[{label}]\n{words}")
    if blob := _string(resource, "blob"):
        return _media(media_type, blob) or _text(f"[{label}: {len(blob)} characters of base64 left out]")
    return _text(f"[{label}]" if uri else json_text(data))


def _link(data: dict[str, Any]) -> Blocks:
    rest = (_string(data, "title"), _string(data, "description"))
    head = " ".join(filter(None, ("Link:", _string(data, "name"), _string(data, "uri"))))
    return _text("\n".join(filter(None, (f"[{head}]", *rest))))


def _sound(data: dict[str, Any]) -> Blocks:
    inner = data.get("input_audio", data)
    kind = _string(inner, "mimeType", "media_type", "format") or "audio"
    words = _string(data, "transcript")
    return _text(f"[Audio ({kind}) left out]{f' {words}' if words else ''}")


def _picture(data: dict[str, Any]) -> Blocks:
    """An image as MCP and chat APIs write it: bare base64, or an address that may hold the bytes itself."""
    if bare := _string(data, "data"):
        return _media(_string(data, "mimeType", "media_type"), bare) or _text("[Image of an unknown type left out]")
    url = _string(data.get("image_url"), "url") or _string(data, "image_url", "url")
    head, comma, body = url.partition(",")
    if comma and head.startswith("data:") and head.endswith(";base64"):
        return _media(head[5:-7], body) or _text("[Image of an unknown type left out]")
    if url.startswith("https://"):
        return [{"type": "image", "source": {"type": "url", "url": url}}]
    return _text(f"[Image: {url}]" if url else json_text(data))


def _compaction(data: dict[str, Any]) -> Blocks:
    words = _string(data, "content")
    return _text(f"<summary>{words}</summary>") if words else []


def _result(data: dict[str, Any]) -> Blocks:
    """A result in words; its images and documents stay what they are."""
    content = data.get("content")
    return [*_text(result_words(data)), *filter(is_media, content if isinstance(content, list) else [])]


def _gone(data: dict[str, Any]) -> Blocks:
    return []


# type -> what stands for it. Those that become nothing only steer the protocol.
TRANSLATED: dict[str, Callable[[dict[str, Any]], Blocks]] = {
    "audio": _sound,
    "compaction": _compaction,
    "container_upload": lambda data: _text(f"[file {_string(data, 'file_id')}]"),
    "fallback": _gone,
    "image": _picture,
    "image_url": _picture,
    "input_audio": _sound,
    "input_image": _picture,
    "mcp_tool_listing": _gone,
    "mcp_tool_result": _result,
    "mcp_tool_use": lambda data: _text(call_words(data)),
    "resource": _resource,
    "resource_link": _link,
    "server_tool_use": lambda data: _text(call_words(data)),
    "tool_addition": _gone,
    "tool_reference": lambda data: _text(reference_words(data)),
    "tool_removal": _gone,
    "tool_result": _result,
    "tool_use": lambda data: _text(call_words(data)),
}


def translate(data: dict[str, Any]) -> Blocks:
    """What stands for a block that cannot stay; empty when it has nothing to say to a model."""
    if make := TRANSLATED.get(str(data.get("type"))):
        return make(data)
    return _text(visible(data) or json_text(data))


def whole(data: dict[str, Any]) -> bool:
    """Does an image, document or search result hold what makes it one?"""
    if data.get("type") == "search_result":
        texts = data.get("content")
        return isinstance(data.get("source"), str) and isinstance(data.get("title"), str) and isinstance(texts, list)
    return data.get("type") not in ("image", "document") or isinstance(data.get("source"), dict)
