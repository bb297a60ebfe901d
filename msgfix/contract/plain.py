"""Plain blocks: those of which one look tells that they break no rule of their own."""

import re
from typing import Any

from msgfix.contract.strings import examine
from msgfix.media.encoding import IMAGES, PDF

_ID = re.compile(r"[a-zA-Z0-9_-]+\Z").match
_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}\Z").match
_MEDIA = {"image": IMAGES, "document": (PDF,)}


def accepts_plain(role: str, content: Any) -> bool:
    """Whether `content` holds nothing but plain blocks of this role, so that only rules over the array are left.

    Plain: text that is not blank; thinking with a signature; a call with the four fields and a portable name; a result
    that is a string or a list of texts. Lone surrogates and NULs are not looked for: that is cheaper on the bytes.
    Written by hand: measured, it takes a third of the time of the compiled schema (0.6 µs against 3.5 µs for one text).
    """
    if isinstance(content, str):
        return role in ("user", "assistant") and not _blank(content)
    if not isinstance(content, list) or not content:
        return False
    if role == "assistant":
        return all(map(_plain_assistant, content))
    return role == "user" and all(map(_plain_user, content))


def accepts_media(role: str, content: Any) -> bool:
    """Whether `content` would be plain but for pictures and PDFs in base64, in results too.

    Then its shape is right, and the schemas need not be asked: to load them takes longer than to look at a picture.
    """
    return role == "user" and isinstance(content, list) and all(map(_plain_with_media, content))


def plain_size(role: str, blocks: list[Any]) -> int:
    """Bytes of blocks that are plain in every respect, strings included; else 0."""
    size, flaws = examine(blocks)
    return size if not flaws and accepts_plain(role, blocks) else 0


def _blank(text: str) -> bool:
    return not text or text.isspace()


def _plain_text(block: Any) -> bool:
    return (
        type(block) is dict
        and len(block) == 2
        and block.get("type") == "text"
        and type(block.get("text")) is str
        and not _blank(block["text"])
    )


def _plain_assistant(block: Any) -> bool:
    if type(block) is not dict:
        return False
    kind = block.get("type")
    if kind == "tool_use":
        ref, name = block.get("id"), block.get("name")
        return (
            len(block) == 4
            and type(block.get("input")) is dict
            and type(ref) is str
            and type(name) is str
            and _ID(ref) is not None
            and _NAME(name) is not None
        )
    if kind == "thinking":
        signature = block.get("signature")
        return len(block) == 3 and type(block.get("thinking")) is str and type(signature) is str and signature != ""
    return _plain_text(block)


def _plain_user(block: Any) -> bool:
    if type(block) is not dict:
        return False
    if block.get("type") != "tool_result":
        return _plain_text(block)
    ref, failed, content = block.get("tool_use_id"), block.get("is_error", False), block.get("content", "")
    if type(ref) is not str or _ID(ref) is None or type(failed) is not bool:
        return False
    if len(block) != 2 + ("content" in block) + ("is_error" in block):
        return False
    if type(content) is list:
        return all(map(_plain_text, content)) and not (failed and not content)
    return type(content) is str and not (failed and _blank(content))


def _plain_with_media(block: Any) -> bool:
    if _is_medium(block):
        return True
    if type(block) is dict and block.get("type") == "tool_result" and type(block.get("content")) is list:
        block = {**block, "content": [part for part in block["content"] if not _is_medium(part)]}
    return _plain_user(block)


def _is_medium(block: Any) -> bool:
    source = block.get("source") if type(block) is dict and len(block) == 2 else None
    if type(source) is not dict or len(source) != 3 or source.get("type") != "base64":
        return False
    kinds = _MEDIA.get(block.get("type")) if type(block.get("type")) is str else None
    return kinds is not None and source.get("media_type") in kinds and type(source.get("data")) is str
