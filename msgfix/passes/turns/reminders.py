"""J3, J4: gated places for texts beside results."""

from collections.abc import Iterator
from typing import Any

from msgfix.edits import Drop, Edit, Into, Move, Replace
from msgfix.model import Block, History, Message
from msgfix.options import Options
from msgfix.passes.turns.tags import is_tag
from msgfix.rules import Severity, rule

REMINDER = "<system-reminder>"


def _holds(block: Block, *kinds: str) -> bool:
    if block.plain or block.kind != "tool_result":
        return False
    content = block.data.get("content")
    return isinstance(content, list) and any(isinstance(part, dict) and part.get("type") in kinds for part in content)


def _holds_reference(block: Block) -> bool:
    return _holds(block, "tool_reference")


def _is_reminder(block: Block) -> bool:
    words = block.data.get("text") if block.kind == "text" else None
    return isinstance(words, str) and words.startswith(REMINDER)


@rule(
    "fold-reminders",
    step="J3",
    severity=Severity.ROUTINE,
    gate="fold-reminders",
    after={"order-turns": "results lead", "error-results-text-only": "an error result takes text only"},
)
def fold_reminders(history: History, options: Options) -> Iterator[Edit]:
    """Move system reminders into the last tool_result of their message.

    Does: appends each text that starts with `<system-reminder>` to the content of the last result.
    Never: into a result that holds a tool_reference, or a search_result: those suffer no text beside them.
    """
    for message in history.messages:
        if message.role != "user":
            continue
        results = [
            block
            for block in message.blocks
            if block.kind == "tool_result" and not _holds(block, "tool_reference", "search_result")
        ]
        reminders = [block for block in message.blocks if _is_reminder(block)]
        if results and reminders:
            parts = [{"type": "text", "text": block.data["text"]} for block in reminders]
            data = results[-1].data
            content = [*_parts(data.get("content")), *parts]
            yield Replace(results[-1], (results[-1].becomes({**data, "content": content}),), "holds the reminders")
            for block in reminders:
                yield Drop(block, "stands in the result")


def _parts(content: Any) -> list[Any]:
    if isinstance(content, list):
        return content
    return [{"type": "text", "text": content}] if isinstance(content, str) and content.strip() else []


@rule(
    "defer-reference-text",
    step="J4",
    severity=Severity.ROUTINE,
    gate="defer-tool-reference",
    after={"order-turns": "results lead"},
)
def defer_reference_text(history: History, options: Options) -> Iterator[Edit]:
    """Move the texts beside tool_reference blocks to the next user message without one.

    Does: moves them to its end. Never: when no such message follows.
    """
    waiting: list[Block] = []
    for message in history.messages:
        if message.role != "user":
            continue
        if any(map(_holds_reference, message.blocks)):
            # a tag names the message that it ends: it would be wrong in any other
            waiting += [block for block in message.blocks if block.kind == "text" and not is_tag(block)]
        else:
            yield from _settle(waiting, message)
            waiting = []


def _settle(waiting: list[Block], message: Message) -> Iterator[Edit]:
    for block in waiting:
        yield Move(block, Into(message), "stood beside a tool_reference")
