"""H3, H4: thinking with nothing behind it."""

from collections.abc import Iterator

from msgfix.edits import Drop, Edit
from msgfix.model import History
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
    after=AFTER,
)
def drop_thinking_only(history: History, options: Options) -> Iterator[Edit]:
    """Drop an assistant message that holds nothing but thinking.

    Breaks: a response that was stopped before its first word. Does: drops the message.
    Never: one whose other parts stand in the conversation; those are joined first.
    """
    for message in history.messages:
        if message.role == "assistant" and message.blocks and len(ends_in(message)) == len(message.blocks):
            yield Drop(message, "stopped before the first word")


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
        if message.role == "assistant":
            tail = ends_in(message)
            if len(tail) < len(message.blocks):
                for block in tail:
                    yield Drop(block, "nothing follows it")
