"""K1: results that report an error hold text only."""

import json
from collections.abc import Iterator
from typing import Any

from msgfix.edits import Edit, Insert, Into, Replace
from msgfix.model import History, kind_of
from msgfix.options import Options
from msgfix.rules import Severity, rule

MOVABLE = ("image", "document", "search_result")
NO_TEXT = "[the tool failed and left no text]"


@rule(
    "error-results-text-only",
    step="K1",
    severity=Severity.ERROR,
    on_disk=True,
    cures="all content must be type `text` if `is_error` is true",
    after={"join-again": "media move to the end of their whole message"},
)
def error_results_text_only(history: History, options: Options) -> Iterator[Edit]:
    """Let results that report an error hold text only.

    Breaks: a failed tool that also returns a screenshot makes a result that the API refuses.
    Does: moves pictures and documents out of the result to the end of the same message; other things become text;
    a result with nothing left gets a text that says so.
    Never: takes away the error flag or the words of the error.
    """
    for message, block in history.odd:
        if block.kind != "tool_result" or message.role != "user":
            continue
        data = block.data
        if not data.get("is_error"):
            continue
        content = data.get("content")
        parts = _parts(content)
        moved = [part for part in parts if kind_of(part) in MOVABLE]
        kept = [_as_text(part) for part in parts if kind_of(part) not in MOVABLE]
        if not any(part["text"].strip() for part in kept):
            kept = [_text(NO_TEXT)]
        elif not moved and (content is not parts or kept == parts):
            continue
        yield Replace(block, (block.becomes({**data, "content": kept}),), "an error result takes text only")
        for part in moved:
            yield Insert(block.becomes(part), Into(message), f"{part['type']} moved out of an error result")


def _parts(content: Any) -> list[Any]:
    if isinstance(content, list):
        return content
    if content is None:
        return []
    return [_text(content) if isinstance(content, str) else content]


def _text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def _as_text(part: Any) -> dict[str, Any]:
    if kind_of(part) == "text" and isinstance(part.get("text"), str):
        return dict(part)
    return _text(json.dumps(part, ensure_ascii=False, separators=(",", ":")))
