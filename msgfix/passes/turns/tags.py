"""L1: tags that name the entry of a user message."""

from collections.abc import Iterator

from msgfix.edits import Edit, Insert, Into
from msgfix.model import Block, History, text
from msgfix.options import Options
from msgfix.rules import Severity, rule

TAG = "[id:"


def is_tag(block: Block) -> bool:
    """True for a tag, wherever it comes from."""
    words = block.data.get("text") if block.kind == "text" else None
    return isinstance(words, str) and words.startswith(TAG)


@rule(
    "tag-user-messages",
    step="L1",
    severity=Severity.ROUTINE,
    gate="history-snip",
    after={"start-with-user": "all user messages are there"},
)
def tag_user_messages(history: History, options: Options) -> Iterator[Edit]:
    """End each user message with a text `[id:…]` that names its entry.

    Does: adds the tag. Never: a second time, or to a message that no entry stands for.
    """
    for message in history.messages:
        if message.role == "user" and message.row and message.row.uuid and message.row.type != "assistant":
            tag = f"{TAG}{message.row.uuid}]"
            last = message.blocks[-1] if message.blocks else None
            if last is None or last.kind != "text" or last.data.get("text") != tag:
                yield Insert(text(tag), Into(message), "names the entry")
