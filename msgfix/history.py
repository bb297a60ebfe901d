"""From rows to the History that the passes work on, and the archive of the whole file behind it."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from msgfix.model import Block, History, Message
from msgfix.transcript.row import Row

# Entries that bring something of their own to a request, and the role that they have until they are converted.
BRINGS = {"attachment": "attachment", "system": "local_command"}
TALKS = ("user", "assistant", "system")


def role_of(row: Row) -> str | None:
    """The role of the message that a row brings; None when it is only a link of the chain."""
    if row.type in ("user", "assistant"):
        return row.role if row.role in TALKS else row.type
    if row.type == "attachment" or row.subtype == "local_command":
        return BRINGS.get(row.type)
    return None


def message_of(row: Row, role: str) -> Message:
    """The message of one row; its blocks stay in the file until somebody asks for them."""
    if len(row.sketch) == 1:  # nearly always
        seen = row.sketch[0]
        return Message(role, (Block(seen.kind, seen.ref, row, 0, seen.plain, row.bare),), row)
    blocks = [Block(seen.kind, seen.ref, row, index, seen.plain, row.bare) for index, seen in enumerate(row.sketch)]
    return Message(role, tuple(blocks), row)


def _as_it_is(block: Block) -> Block:
    return block


def build(
    chain: Iterable[Row], everything: Sequence[Row] = (), mend: Callable[[Block], Block | None] = _as_it_is
) -> History:
    """The History of a chain of rows; `everything`: all rows of the file, for looking things up (see FileArchive)."""
    messages = [message_of(row, role) for row in chain if (role := role_of(row))]
    return History(tuple(messages), FileArchive(everything, mend))


class FileArchive:
    """Looks up calls and results in the whole file; built when first asked.

    `mend`: what a block goes through before it is given out, as it has missed the passes over blocks.
    """

    def __init__(self, rows: Sequence[Row], mend: Callable[[Block], Block | None] = _as_it_is) -> None:
        self._rows = rows
        self._mend = mend

    @cached_property
    def _known(self) -> dict[tuple[str, str], Row]:
        """The first row of each call and result, by kind and id."""
        known: dict[tuple[str, str], Row] = {}
        for row in self._rows:
            for seen in row.sketch:
                if seen.ref is not None and seen.kind in ("tool_use", "tool_result"):
                    known.setdefault((seen.kind, seen.ref), row)
        return known

    def call(self, ref: str) -> Block | None:
        return self._found("tool_use", ref)

    def result(self, ref: str) -> Block | None:
        return self._found("tool_result", ref)

    def _found(self, kind: str, ref: str) -> Block | None:
        row = self._known.get((kind, ref))
        if row is None:
            return None
        index, plain = next((n, one.plain) for n, one in enumerate(row.sketch) if (one.kind, one.ref) == (kind, ref))
        return self._mend(Block(kind, ref, row, index, plain))

    def hidden(self) -> frozenset[str]:
        return frozenset(
            uuid for row in self._rows if row.extra for uuid in row.extra.get("snipped", ()) if isinstance(uuid, str)
        )
