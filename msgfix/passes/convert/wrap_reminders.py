"""D3: every text of an attachment in the wrapper."""

from collections.abc import Iterator

from msgfix.edits import Edit, Replace
from msgfix.model import History, text
from msgfix.options import Options
from msgfix.passes.convert.fields import reminder
from msgfix.rules import Severity, rule

OPENING = "<system-reminder>"


@rule(
    "wrap-reminders",
    step="D3",
    severity=Severity.ROUTINE,
    gate="wrap-reminders",
    after={"convert-attachments": "an attachment has no text before"},
)
def wrap_reminders(history: History, options: Options) -> Iterator[Edit]:
    """Put every text that came from an attachment into a system-reminder.

    Breaks: nothing; some readers tell generated words from typed ones by the wrapper.
    Does: wraps the texts of attachments that are not wrapped yet.
    Never: wraps what stands in a message of the user.
    """
    for message in history.messages:
        if message.row is None or message.row.type != "attachment" or message.role != "user":
            continue
        for block in message.blocks:
            if block.kind == "text" and not block.data["text"].startswith(OPENING):
                yield Replace(block, (text(reminder(block.data["text"]), block),), "wrapped")
