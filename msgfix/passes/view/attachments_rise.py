"""C4: attachments stand before the prompt that they belong to."""

from collections.abc import Iterator

from msgfix.edits import Edit, Shift
from msgfix.model import History, Message
from msgfix.options import Options
from msgfix.rules import Severity, rule


@rule("raise-attachments", step="C4", severity=Severity.ROUTINE)
def raise_attachments(history: History, options: Options) -> Iterator[Edit]:
    """Move each attachment up, before the prompt that it belongs to.

    Does: an attachment goes up until just behind the nearest message before it that is an assistant message or
    holds a tool_result (or to the start). Never: changes the order among attachments.
    """
    anchor: Message | None = None  # an attachment goes behind this one
    direct = True  # nothing but attachments stands between the anchor and here
    for message in history.messages:
        if message.role == "attachment":
            if direct:
                anchor = message
            else:
                yield Shift(message, anchor, "stands before its prompt")
        elif message.role == "assistant" or "tool_result" in [block.kind for block in message.blocks]:
            anchor, direct = message, True
        else:
            direct = False
