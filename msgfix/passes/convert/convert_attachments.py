"""D2: attachments become user messages."""

from collections.abc import Iterator

from msgfix.edits import Drop, Edit, Recast
from msgfix.model import Block, History, Message
from msgfix.options import Options
from msgfix.passes.convert.contents import KNOWN, blocks_of
from msgfix.passes.convert.drop_ui_attachments import attachment_kind
from msgfix.rules import Severity, rule


def user_blocks(message: Message) -> tuple[Block, ...]:
    """What an attachment of a known kind becomes; nothing when it has nothing to say, or is no such attachment."""
    kind = attachment_kind(message)
    if kind not in KNOWN:
        return ()
    made = (data for block in message.blocks[:1] for data in blocks_of(kind, block.data))
    return tuple(Block(data["type"], None, message.row, 0, own=data) for data in made)


@rule(
    "convert-attachments",
    step="D2",
    severity=Severity.ROUTINE,
    after={"raise-attachments": "it is told from a prompt as long as it is an attachment"},
)
def convert_attachments(history: History, options: Options) -> Iterator[Edit]:
    """Turn each attachment into the user message that the request carries.

    Breaks: prompts typed during a turn, files and reminders would be missing; some prompts stand nowhere else.
    Does: writes the attachment as text in a system-reminder; images and documents stay blocks.
    Never: shortens what it carries, or sends an attachment that has nothing to say.
    """
    for message in history.messages:
        kind = attachment_kind(message)
        if kind not in KNOWN:
            continue
        if blocks := user_blocks(message):
            yield Recast(message, "user", blocks, kind)
        else:
            yield Drop(message, f"{kind} has nothing to say")
