"""D2: attachments that are the interface's own affairs."""

from collections.abc import Iterator

from msgfix.edits import Drop, Edit
from msgfix.model import History, Message
from msgfix.options import Options
from msgfix.passes.convert.kinds import UI_ONLY
from msgfix.rules import Severity, rule


def attachment_kind(message: Message) -> str | None:
    """The kind of an attachment message, without opening it where its entry already told; None for any other one."""
    if message.role != "attachment":
        return None
    if message.row is not None:
        return message.row.subtype
    kind = message.blocks[0].data.get("type") if message.blocks and isinstance(message.blocks[0].data, dict) else ""
    return kind if isinstance(kind, str) else ""


@rule("drop-ui-attachments", step="D2", severity=Severity.ROUTINE)
def drop_ui_attachments(history: History, options: Options) -> Iterator[Edit]:
    """Leave out the attachments that no request ever carries.

    Breaks: permissions, goals and hook bookkeeping would reach the model as if somebody had said them.
    Does: drops the attachment kinds that only the interface uses.
    Never: touches a kind that carries words for the model.
    """
    for message in history.messages:
        kind = attachment_kind(message)
        if kind in UI_ONLY:
            yield Drop(message, f"{kind} is for the interface")
