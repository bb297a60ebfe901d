"""I: texts and messages with nothing in them."""

from collections.abc import Iterator
from typing import Any

from msgfix.edits import Drop, Edit, Insert, Into, Replace
from msgfix.model import Block, History, text
from msgfix.options import Options
from msgfix.rules import Severity, rule

NOTHING = "[This message was empty.]"


def is_blank(part: Any) -> bool:
    """True for a text block without a word in it."""
    return (
        isinstance(part, dict)
        and part.get("type") == "text"
        and not (isinstance(part.get("text"), str) and part["text"].strip())
    )


@rule(
    "drop-blank-texts",
    step="I1",
    severity=Severity.ERROR,
    on_disk=True,
    cures="text content blocks must contain non-whitespace text",
    after={
        "drop-unsigned-thinking": "stripping thinking can leave only blanks",
        "drop-thinking": "stripping thinking can leave only blanks",
    },
)
def drop_blank_texts(history: History, options: Options) -> Iterator[Edit]:
    """Drop text blocks that hold no word, in results too.

    Breaks: a response that was stopped before its first word, a pasted picture without a caption.
    Does: drops the block. Never: the blocks beside it.
    """
    for _, block in history.odd:
        if block.kind == "text" and is_blank(block.data):
            yield Drop(block, "blank text")
        elif block.kind == "tool_result" and isinstance(block.data.get("content"), list):
            yield from _without_blanks(block)


def _without_blanks(result: Block) -> Iterator[Edit]:
    content = result.data["content"]
    kept = [part for part in content if not is_blank(part)]
    if len(kept) < len(content):
        yield Replace(result, (result.becomes({**result.data, "content": kept}),), "blank text in a result")


@rule(
    "drop-empty-messages",
    step="I4",
    severity=Severity.WARNING,
    on_disk=True,
    cures="messages must have non-empty content",
    after={
        "drop-blank-texts": "blanks make empties",
        "drop-thinking-only": "stripping thinking makes empties",
        "answer-open-calls": "an empty user message may have to hold a result",
    },
)
def drop_empty_messages(history: History, options: Options) -> Iterator[Edit]:
    """Drop messages without a block.

    Does: drops them; the neighbours are joined later. Never: the only message; it gets a short text.
    """
    kept = [message for message in history.messages if message.blocks]
    for number, message in enumerate(history.messages):
        if message.blocks:
            continue
        if not kept and not number:
            yield Insert(text(NOTHING), Into(message), "nothing else is left")
        else:
            yield Drop(message, "empty message")
