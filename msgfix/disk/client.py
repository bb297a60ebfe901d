"""What the client would do in another way than `normalize`, unless the entries say it in so many words."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from msgfix.disk.made import Made, derived
from msgfix.ledger import Act, Record
from msgfix.model import Block, Message
from msgfix.passes.turns.tags import is_tag
from msgfix.passes.view.api_errors import is_error
from msgfix.transcript.row import Flag, Row

Entry = Row | Made


class _OfAKind(Protocol):
    @property
    def kind(self) -> str: ...


Kind = TypeVar("Kind", bound=_OfAKind)


def ordered(role: str, blocks: Sequence[Kind]) -> list[Kind]:
    """Results first in a user entry, calls last in an assistant entry: the client sends them as they stand."""
    if role == "user":
        return sorted(blocks, key=lambda block: block.kind != "tool_result")
    return sorted(blocks, key=lambda block: block.kind == "tool_use")


def unflagged_errors(records: Iterable[Record]) -> Iterator[Row]:
    """Errors that the client wrote before it had a flag for them: it would send them as the model's own words."""
    for record in records:
        if record.rule == "drop-api-errors" and record.act is Act.DROPPED and record.was:
            row = record.was[0].row
            if row and not row.flags & Flag.API_ERROR and is_error(record.was[0].data):
                yield row


def responses(messages: Iterable[Message], home: Callable[[Block], Entry | None]) -> Iterator[tuple[list[Entry], str]]:
    """The entries of messages whose ids (`message.id`) must change, and the id that each of them must have.

    The client joins entries by nothing but this id. So those of one message need one id, and those of two messages,
    with nothing but results or what the client wrote between them, need two. `home`: the entry that holds a block.
    """
    taken: set[str] = set()
    for message in messages:
        if message.role != "assistant":
            if message.blocks and message.blocks[0].kind != "tool_result" and any(map(_is_typed, message.blocks)):
                taken.clear()
            continue
        entries = list(dict.fromkeys(entry for block in message.blocks if (entry := home(block))))
        ids = {entry.message_id for entry in entries}
        response = _shared(entries)
        if response in taken:
            response = f"msg_{derived(response, entries[0].uuid).replace('-', '')}"
        if response is not None:
            taken.add(response)
            if ids != {response}:
                yield entries, response


def _is_typed(block: Block) -> bool:
    """True for the user's own words: the client joins no response across them."""
    row = block.row
    if row is None:
        return not is_tag(block)
    return row.type == "user" and not row.flags & Flag.META


def _shared(entries: list[Entry]) -> str | None:
    """The id that most entries have, of several the last; one that no model gave counts only where no other is."""
    first = entries[0].message_id if entries else None
    if len(entries) == 1 or (first and all(entry.message_id == first for entry in entries)):
        return first
    named = [entry for entry in entries if entry.message_id]
    real = [entry for entry in named if isinstance(entry, Row) and not entry.flags & Flag.SYNTHETIC]
    counts = Counter(entry.message_id for entry in real or named)
    return max(reversed(counts), key=counts.__getitem__, default=None)
