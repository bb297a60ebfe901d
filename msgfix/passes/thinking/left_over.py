"""H3, H4: thinking with nothing behind it."""

from collections.abc import Iterator

from msgfix.edits import Drop, Edit
from msgfix.model import THINKING, History, Message
from msgfix.options import Options
from msgfix.passes.thinking.unsigned import ends_in
from msgfix.rules import Severity, rule

AFTER = {
    "join-responses": "the rest of the response may stand in another entry",
    "drop-blank-texts": "a blank text behind the thinking is nothing either",
}


@rule(
    "drop-thinking-only",
    step="H3",
    severity=Severity.WARNING,
    on_disk=True,
    cures="all messages must have non-empty content",
    after=AFTER | {"adopt-orphan-results": "an adopted call may stand behind the thinking"},
)
def drop_thinking_only(history: History, options: Options) -> Iterator[Edit]:
    """Drop an assistant message that holds nothing but thinking.

    Breaks: a response that was stopped before its first word. Does: drops the message.
    Never: one whose other parts stand in the conversation (those are joined first), or all that there is.
    """
    alone = [message for message in history.messages if _only_thinks(message)]
    spared = alone[0] if len(alone) == len(history.messages) and alone else None
    for message in alone:
        if message is spared:  # it is emptied only: drop-empty-messages gives the last message a text
            yield from (Drop(block, "stopped before the first word") for block in message.blocks)
        else:
            yield Drop(message, "stopped before the first word")


def _only_thinks(message: Message) -> bool:
    return message.role == "assistant" and _trails(message) and len(ends_in(message)) == len(message.blocks)


def _trails(message: Message) -> bool:
    """True when thinking stands at the end."""
    return bool(message.blocks) and message.blocks[-1].kind in THINKING


@rule(
    "drop-trailing-thinking",
    step="H4",
    severity=Severity.WARNING,
    on_disk=True,
    cures="The final block in an assistant message cannot be `thinking`",
    after=AFTER | {"order-turns": "calls go behind the thinking first"},
)
def drop_trailing_thinking(history: History, options: Options) -> Iterator[Edit]:
    """Drop thinking at the end of an assistant message.

    Breaks: a response that was cut while it thought again. Does: drops the thinking behind the last word or call.
    Never: thinking before them.
    """
    for message in history.messages:
        if message.role == "assistant" and _trails(message):
            tail = ends_in(message)
            if len(tail) < len(message.blocks):
                for block in tail:
                    yield Drop(block, "nothing follows it")
