"""E9: where one model took over from another."""

from collections.abc import Iterator
from typing import Any

from msgfix.edits import Drop, Edit
from msgfix.model import THINKING, Block, History, Message
from msgfix.options import Options
from msgfix.rules import Severity, rule
from msgfix.targets import limits

# What was begun before another model took over is void: the API wants it gone where the mark stays.
VOID = THINKING | {"tool_use"}


def _names_model(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("model"), str)


def _legal(message: Message, marks: list[Block]) -> bool:
    """May the marks of a message stay? https://platform.claude.com/docs/en/build-with-claude/refusals-and-fallback"""
    begun = message.blocks[: message.blocks.index(marks[-1])]
    return not any(block.kind in VOID for block in begun) and all(
        _names_model(mark.data.get("from")) and _names_model(mark.data.get("to")) for mark in marks
    )


@rule(
    "drop-fallbacks",
    step="E9",
    severity=Severity.ERROR,
    cures="Input tag 'fallback' found using 'type' does not match any of the expected tags",
)
def drop_fallbacks(history: History, options: Options) -> Iterator[Edit]:
    """Leave out the marks that say that another model took over.

    Breaks: only some endpoints know the block; without it the thinking on its two sides no longer belongs together.
    Does: drops the mark, and the thinking of the response that it stood in.
    Never: drops a call or a text. In a response, where the target knows the mark and nothing before it is void, it
    stays.
    """
    known = "fallback" in limits(options.target, options.model).blocks
    marked: dict[Message, list[Block]] = {}
    for message, block in history.odd:
        if block.kind == "fallback":
            marked.setdefault(message, []).append(block)
    void = False  # something is, in the neighbours before: they will be one message
    for message in history.messages if marked else ():
        said = message.role == "assistant"
        marks = marked.get(message, [])
        if marks and not (known and said and not void and _legal(message, marks)):
            for mark in marks:
                yield Drop(mark, "another model took over")
            for block in message.blocks:
                if block.kind in THINKING:
                    yield Drop(block, "thinking around a change of model")
        void = said and (void or any(block.kind in VOID for block in message.blocks))
