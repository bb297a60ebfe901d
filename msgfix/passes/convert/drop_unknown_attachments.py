"""D2: attachments of a kind that nobody has seen yet."""

from collections.abc import Iterator

from msgfix.edits import Drop, Edit
from msgfix.model import History
from msgfix.options import Options
from msgfix.passes.convert.contents import KNOWN
from msgfix.passes.convert.drop_ui_attachments import attachment_kind
from msgfix.passes.convert.kinds import UI_ONLY
from msgfix.rules import Severity, rule


@rule("drop-unknown-attachments", step="D2", severity=Severity.WARNING)
def drop_unknown_attachments(history: History, options: Options) -> Iterator[Edit]:
    """Leave out attachments of an unknown kind, and say so.

    Breaks: a guess at their meaning could put words into the conversation that were never said.
    Does: drops them and books the kind.
    Never: drops a kind of the table in convert/kinds.py or convert/contents.py.
    """
    for message in history.messages:
        kind = attachment_kind(message)
        if kind is not None and kind not in KNOWN and kind not in UI_ONLY:
            yield Drop(message, f"unknown attachment kind {kind!r}")
