"""Where the pictures and documents of a conversation are."""

from collections.abc import Iterator
from typing import Any
from weakref import WeakKeyDictionary

from msgspec import Struct

from msgfix.media.look import Facts, look
from msgfix.model import Block, History, Message, kind_of

KINDS = ("image", "document")
_HOLDERS = (*KINDS, "tool_result")
DEPTH = 3  # a result, a document in it, a picture in that
# What each kind of source needs to be one at all.
_NEEDS = {"base64": "data", "text": "data", "content": "content", "url": "url", "file": "file_id"}
_FETCHED = ("https://", "data:")

Data = dict[str, Any]


class Medium(Struct, frozen=True):
    """A picture or a document, at the top of a message or inside a block.

    `n`: which one it is in its block, from 0. `kind`: image or document. `source`: base64, text, content, url, file;
    `nowhere` for a URL that nobody can fetch, "" when there is none that makes sense. `label`: the media type that it
    states. `length`: characters of base64. `facts`: None when its data is not in the transcript or is plain text.
    """

    message: Message
    block: Block
    n: int
    kind: str
    source: str
    label: str
    length: int
    facts: Facts | None


_surveys: WeakKeyDictionary[History, tuple[Medium, ...]] = WeakKeyDictionary()


def survey(history: History) -> tuple[Medium, ...]:
    """All pictures and documents of a conversation, oldest first; looked for once per History."""
    if history not in _surveys:
        _surveys[history] = tuple(_survey(history))
    return _surveys[history]


def _survey(history: History) -> Iterator[Medium]:
    for message, block in history.odd:
        if message.role == "user" and block.kind in _HOLDERS:
            for n, data in enumerate(media(block.data)):
                source, label = source_of(data)
                text = payload(data)
                yield Medium(
                    message,
                    block,
                    n,
                    data["type"],
                    source,
                    label,
                    len(text or ""),
                    None if text is None else look(text),
                )


def source_of(data: Data) -> tuple[str, str]:
    """The type of the source of a medium and the media type that it states; ("", "") when it has no source."""
    source = data.get("source")
    if not isinstance(source, dict):
        return "", ""
    kind, label = source.get("type"), source.get("media_type")
    held = source.get(_NEEDS.get(kind, "")) if isinstance(kind, str) else None
    if not isinstance(held, str):
        kind = ""
    elif kind == "url" and not held[:8].lower().startswith(_FETCHED):
        kind = "nowhere"
    return str(kind), label if isinstance(label, str) else ""


def payload(data: Data) -> str | None:
    """The base64 of a medium, or its `data:` URL; also that of MCP's form (`data` beside `type`)."""
    kind, _ = source_of(data)
    if kind == "base64":
        return str(data["source"]["data"])
    if kind == "url" and data["source"]["url"][:5].lower() == "data:":
        return str(data["source"]["url"])
    if "source" not in data and isinstance(data.get("data"), str):
        return str(data["data"])
    return None


def media(data: Any, depth: int = DEPTH) -> Iterator[Data]:
    """The media in a block, itself included; of a document made of blocks only those."""
    parts = inside(data)
    if parts is None:
        if kind_of(data) in KINDS:
            yield data
    elif depth:
        for part in parts:
            yield from media(part, depth - 1)


def inside(data: Any) -> list[Any] | None:
    """The blocks inside a result or a document that is made of blocks; None when it holds none."""
    holder = data
    if kind_of(data) == "document":
        source = data.get("source")
        holder = source if isinstance(source, dict) and source.get("type") == "content" else {}
    elif kind_of(data) != "tool_result":
        return None
    content = holder.get("content")
    return content if isinstance(content, list) else None
