"""The conversation as values: Block, Message, History. Nothing here is ever written to."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from msgspec import Struct

from msgfix.archive import Archive, EmptyArchive
from msgfix.transcript.row import Row


class At(Struct, frozen=True, gc=False):
    """A place in the input: line from 1 (0 = made by msgfix), block from 0. Prints as `12:0`."""

    line: int
    block: int | None = None

    def __str__(self) -> str:
        if not self.line:
            return "new"
        return f"{self.line}" if self.block is None else f"{self.line}:{self.block}"


class Block(Struct, eq=False, gc=False):
    """One content block. Compared by identity: two equal blocks at two places are two blocks.

    `kind`: its type. `ref`: id of a call, tool_use_id of a result. `row`, `index`: where it came from; row is None when
    made up. `plain`: nothing in it can need mending. `bare`: it was the whole content, as a string. `own`: its data,
    when no entry holds them so; `lacks`: or the one key of the entry's data that it goes without.
    """

    kind: str
    ref: str | None
    row: Row | None
    index: int
    plain: bool = False
    bare: bool = False
    own: Any = None
    lacks: str = ""

    @property
    def data(self) -> Any:
        """The parsed block; loaded from the file when it is asked for, and not kept. Never write to it."""
        if self.own is not None or self.row is None:
            return self.own
        data = self.row.source.content(self.row)[self.index]
        return {key: value for key, value in data.items() if key != self.lacks} if self.lacks else data

    @property
    def untouched(self) -> bool:
        """True when it stands in the file exactly so: it can be copied as bytes."""
        return self.own is None and not self.lacks

    @property
    def at(self) -> At:
        return At(self.row.number, self.index) if self.row else At(0)

    @property
    def flags(self) -> int:
        """Those of its entry."""
        return self.row.flags if self.row else 0

    def becomes(self, data: Any, plain: bool = False) -> "Block":
        """This block with other data: same place in the input. `plain`: its new sketch says so."""
        return Block(kind_of(data), ref_of(data), self.row, self.index, plain, own=data)

    def without(self, key: str) -> "Block":
        """This block, as it stands in the file, without a key: it is plain then. Nothing is read for that."""
        return Block(self.kind, self.ref, self.row, self.index, True, lacks=key)

    def __repr__(self) -> str:
        return f"Block({self.kind}{' ' + self.ref if self.ref else ''} @ {self.at})"


CALLS = ("tool_use", "server_tool_use", "mcp_tool_use")
THINKING = frozenset({"thinking", "redacted_thinking"})


def kind_of(data: Any) -> str:
    """The `type` of a block; "" when it has none or is no object."""
    kind = data.get("type") if isinstance(data, dict) else None
    return kind if isinstance(kind, str) else ""


def ref_of(data: Any) -> str | None:
    """The id that pairs a block: `id` of a call, `tool_use_id` of a result; either for kinds that are neither."""
    if not isinstance(data, dict):
        return None
    own = data.get("id")
    ref = own if kind_of(data) in CALLS else data.get("tool_use_id", own)
    return ref if isinstance(ref, str) else None


def made(data: dict[str, Any], row: Row | None = None, index: int = 0) -> Block:
    """A new block. Give `row` and `index` when it is made out of one that the file holds."""
    return Block(kind_of(data), ref_of(data), row, index, own=data)


def text(words: str, like: Block | None = None) -> Block:
    """A text block; `like` is the block that it stands for."""
    data = {"type": "text", "text": words}
    return like.becomes(data) if like else made(data)


class Message(Struct, eq=False, gc=False):
    """One message: a role and its blocks.

    `role`: user, assistant or system; before the convert stage also `attachment` and `local_command`.
    `row`: the (first) entry that it came from, None when made up.
    `touched`: a change that was more than routine happened in it or right before it (see passes/thinking).
    """

    role: str
    blocks: tuple[Block, ...]
    row: Row | None = None
    touched: bool = False

    @property
    def at(self) -> At:
        return At(self.row.number) if self.row else At(0)

    @property
    def flags(self) -> int:
        return self.row.flags if self.row else 0

    @property
    def message_id(self) -> str | None:
        """`message.id` of the response that it (or its first part) belongs to."""
        return self.row.message_id if self.row else None

    def __repr__(self) -> str:
        return f"Message({self.role} @ {self.at}: {', '.join(b.kind for b in self.blocks)})"


class History:
    """The conversation, in order.

    `odd` lists the blocks that are not plain: what passes over blocks look at. `flagged`: the messages whose entry has
    any flag, with their positions.
    """

    def __init__(self, messages: tuple[Message, ...], archive: Archive | None = None) -> None:
        self.messages = messages
        self.archive: Archive = archive or EmptyArchive()
        self.pairing: object = None  # a memory of pairing.py

    @cached_property
    def odd(self) -> list[tuple[Message, Block]]:
        return [(message, block) for message in self.messages for block in message.blocks if not block.plain]

    @cached_property
    def flagged(self) -> list[tuple[int, Message]]:
        return [(n, one) for n, one in enumerate(self.messages) if one.row is not None and one.row.flags]

    def blocks(self) -> Iterator[tuple[Message, Block]]:
        for message in self.messages:
            for block in message.blocks:
                yield message, block
