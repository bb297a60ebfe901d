"""C3, C5: entries that a request does not show."""

from collections.abc import Iterator

from msgfix.edits import Drop, Edit
from msgfix.model import History
from msgfix.options import Options
from msgfix.rules import Severity, rule
from msgfix.transcript.row import Flag


@rule("hide-snipped", step="C3", severity=Severity.ROUTINE, gate="history-snip")
def hide_snipped(history: History, options: Options) -> Iterator[Edit]:
    """Hide the entries that a snip marker names as removed.

    Does: drops the messages whose uuid a snip marker lists. Never: the marker's neighbours.
    """
    hidden = history.archive.hidden()
    for message in history.messages:
        if message.row and message.row.uuid in hidden:
            yield Drop(message, "snipped")


@rule("drop-virtual", step="C5", severity=Severity.ROUTINE)
def drop_virtual(history: History, options: Options) -> Iterator[Edit]:
    """Drop virtual messages: shown on screen, never sent.

    Does: drops user and assistant entries with `isVirtual`.
    """
    for _, message in history.flagged:
        if message.flags & Flag.VIRTUAL and message.role in ("user", "assistant"):
            yield Drop(message, "virtual")
