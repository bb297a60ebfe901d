"""C6 and E4: what the API refused to look at is taken out of the entry that brought it."""

from collections.abc import Iterator
from typing import Any

from msgfix.edits import Drop, Edit, Replace
from msgfix.model import Block, History, Message, kind_of
from msgfix.options import Options
from msgfix.rules import Severity, rule
from msgfix.transcript.row import Flag

# The wording behind these differs by client version and mode.
ERRORS = {
    "PDF too large": ("document",),
    "PDF is password protected": ("document",),
    "The PDF file was not valid": ("document",),
    "Image was too large": ("image",),
    "Request too large": ("document", "image"),
}


@rule(
    "mark-media-errors",
    step="C6",
    severity=Severity.ROUTINE,
    cures="The PDF specified was not valid.",
)
def mark_media_errors(history: History, options: Options) -> Iterator[Edit]:
    """Take out the pictures and documents that the client reported as refused.

    Breaks: the client writes "PDF too large", "Image was too large" or the like as a reply, but the document stays in
    the generated entry before it and fails every later request again.
    Does: drops the kinds of media that such a reply names from the nearest generated (isMeta) user entry before it;
    the entry goes when nothing else is in it.
    Never: looks past an assistant message or past something the user wrote.
    """
    refused: dict[Message, set[str]] = {}
    for index, message in history.flagged:
        kinds = _refused_by(message)
        if kinds and (target := _target(history.messages, index)):
            refused.setdefault(target, set()).update(kinds)
    for message, marked in refused.items():
        yield from _without(message, marked)


def _refused_by(message: Message) -> tuple[str, ...]:
    if message.role != "assistant" or not message.flags & (Flag.API_ERROR | Flag.SYNTHETIC):
        return ()
    for block in message.blocks:
        words = block.data.get("text") if block.kind == "text" else None
        for prefix, kinds in ERRORS.items():
            if isinstance(words, str) and words.startswith(prefix):
                return kinds
    return ()


def _target(messages: tuple[Message, ...], index: int) -> Message | None:
    for message in reversed(messages[:index]):
        if message.role == "user" and message.flags & Flag.META:
            return message
        if message.role in ("user", "assistant"):
            return None
    return None


def _without(message: Message, marked: set[str]) -> Iterator[Edit]:
    note = "the API refused it when it was sent"
    gone = [block for block in message.blocks if block.kind in marked]
    if gone and len(gone) == len(message.blocks):
        yield Drop(message, note)
        return
    for block in gone:
        yield Drop(block, note)
    for block in message.blocks:
        if block.kind == "tool_result" and not block.plain and (data := _result_without(block, marked)):
            yield Replace(block, (block.becomes(data),), note)


def _result_without(block: Block, marked: set[str]) -> dict[str, Any] | None:
    content = block.data.get("content")
    if not isinstance(content, list):
        return None
    kept = [part for part in content if kind_of(part) not in marked]
    if len(kept) == len(content):
        return None
    kinds = " and ".join(sorted({kind_of(part) for part in content} & marked))
    return {**block.data, "content": kept or [{"type": "text", "text": f"[{kinds} left out: the API refused it]"}]}
