"""D3: every text of an attachment in the wrapper."""

from collections.abc import Iterator

from msgfix.edits import Edit, Recast
from msgfix.model import Block, History, text
from msgfix.options import Options
from msgfix.passes.convert.convert_attachments import user_blocks
from msgfix.passes.convert.fields import reminder
from msgfix.rules import Severity, rule

OPENING = "<system-reminder>"


def _is_open(block: Block) -> bool:
    return block.kind == "text" and not block.data["text"].startswith(OPENING)


@rule("wrap-reminders", step="D3", severity=Severity.ROUTINE, gate="wrap-reminders")
def wrap_reminders(history: History, options: Options) -> Iterator[Edit]:
    """Put every text that comes from an attachment into a system-reminder.

    Breaks: nothing; some readers tell generated words from typed ones by the wrapper.
    Does: turns the attachments whose texts would stay open, like notices of tasks, into wrapped user messages.
    Never: wraps what stands in a message of the user.
    """
    for message in history.messages:
        blocks = user_blocks(message)
        if any(map(_is_open, blocks)):
            wrapped = (text(reminder(one.data["text"]), one) if _is_open(one) else one for one in blocks)
            yield Recast(message, "user", tuple(wrapped), "wrapped")
