"""The texts that stand in for results and calls, and results told as text."""

import re
from typing import Any

from msgfix.model import Block, made, text
from msgfix.passes.blocks.words import json_text

UNKNOWN_OUTCOME = "[No result was recorded for this tool call. It was interrupted; its outcome is unknown.]"
NAMELESS = "unknown_tool"
# An error result that only says that there is no result: written by clients and repair tools in many wordings.
STAND_IN = re.compile(
    r"interrupt|cancel|abort|missing|no result|not recorded|unknown|unavailable|lost|synthetic|placeholder|did not",
    re.IGNORECASE,
)
STAND_IN_LENGTH = 300


def words_of(content: Any) -> str:
    """The text in the content of a tool_result."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else [content] if content is not None else []
    return "\n".join(_words(part) for part in parts if not _is_media(part))


def _words(part: Any) -> str:
    if isinstance(part, dict) and isinstance(part.get("text"), str):
        return str(part["text"])
    return part if isinstance(part, str) else json_text(part)


def _is_media(part: Any) -> bool:
    return isinstance(part, dict) and part.get("type") in ("image", "document")


def is_stand_in(result: Block) -> bool:
    """True for an error result that says no more than that the real one is missing."""
    data = result.data
    words = words_of(data.get("content")).strip()
    if not words:
        return True
    return bool(data.get("is_error")) and len(words) < STAND_IN_LENGTH and bool(STAND_IN.search(words))


def no_result(call: Block) -> Block:
    """The result of a call whose outcome nobody knows."""
    return made(
        {"type": "tool_result", "tool_use_id": call.ref, "content": UNKNOWN_OUTCOME, "is_error": True},
        call.row,
        call.index,
    )


def as_text(result: Block) -> tuple[Block, ...]:
    """A tool_result told as text; its pictures and documents stay blocks."""
    content = result.data.get("content")
    words = words_of(content).strip()
    told = text(f"[Result of tool call {result.ref}]\n{words}" if words else f"[Empty result of {result.ref}]", result)
    parts = content if isinstance(content, list) else []
    return (told, *(result.becomes(part) for part in parts if _is_media(part)))
