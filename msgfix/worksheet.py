"""Worksheet: the edits of one pass, sorted by what they touch, so that one walk over the messages carries them out."""

from collections.abc import Iterator, Mapping

from msgfix.edits import Answering, Into, Place
from msgfix.ledger import Act
from msgfix.model import Block, History, Message


class Worksheet:
    """Filled in by apply.py, which also books. `marks`: whether what is edited becomes `touched`.

    `gone`: how a message leaves its place. `made`: messages that were made to hold blocks placed outside of any.
    """

    def __init__(self, marks: bool) -> None:
        self.marks = marks
        self.replaced: dict[Block, tuple[Block, ...]] = {}
        self.recast: dict[Message, tuple[str, tuple[Block, ...]]] = {}
        self.gone: dict[Message, Act] = {}
        self.joined: dict[Message | None, list[Message]] = {}
        self.shifted: dict[Message | None, list[Message]] = {}
        self.made = 0
        self._head: dict[Message, list[Block]] = {}
        self._tail: dict[Message, list[Block]] = {}
        self._answers: dict[Message, list[Block]] = {}
        self._before: dict[Message, list[Message]] = {}
        self._behind: dict[Message, list[Message]] = {}

    def place(self, block: Block, where: Place) -> None:
        if isinstance(where, Answering):
            self._answers.setdefault(where.message, []).append(block)
        elif isinstance(where, Into):
            (self._head if where.head else self._tail).setdefault(where.message, []).append(block)
        else:
            side = self._behind if where.behind else self._before
            side.setdefault(where.message, []).append(self._make(where.role, (block,)))

    def carry_out(self, history: History) -> History:
        """The history after the edits. What no edit concerns comes back as the same object."""
        out = self._out = list[Message]()
        self._pending: list[Block] = []
        self._mark_next = False
        concerned, silent, replaced = self._concerned(), self._silent(), self.replaced.keys()
        self._inside = bool(self.replaced or self.recast or self._head or self._tail)
        for message in _line(None, self.shifted):
            self._settle(message)
        for message in history.messages:
            if message in silent:
                continue
            if not (message in concerned or self._pending or self._mark_next) and (
                not replaced or replaced.isdisjoint(message.blocks)
            ):  # most messages: no edit names them, or any of their blocks
                out.append(message)
                continue
            if self.gone.get(message) is Act.MOVED:
                self._mark_next = self._mark_next or self.marks
                continue
            self._settle(message)
            if message in self.shifted:
                for follower in _line(message, self.shifted):
                    self._settle(follower)
        self._flush()
        return History(tuple(self._out), history.archive)

    def _concerned(self) -> set[Message | None]:
        """The messages that edits name."""
        places = (self._head, self._tail, self._answers, self._before, self._behind)
        return set().union(self.recast, self.gone, self.joined, self.shifted, *places)

    def _silent(self) -> set[Message]:
        """The messages that leave nothing behind: they are joined to another, and no edit names their place."""
        joined = {message for message, act in self.gone.items() if act is Act.JOINED}
        return joined.difference(self._before, self._behind, self._answers, self.shifted)

    def _make(self, role: str, blocks: tuple[Block, ...]) -> Message:
        self.made += 1
        return Message(role, blocks, blocks[0].row, self.marks)

    def _settle(self, message: Message) -> None:
        """Put out one message, unless it is gone for good, with all that goes before and behind it."""
        for made in self._before.get(message, ()):
            self._emit(made)
        act = self.gone.get(message)
        if act is None or act is Act.MOVED:
            self._emit(self._rebuild(message))
        elif act is Act.DROPPED:
            self._mark_next = self._mark_next or self.marks
        self._pending.extend(self._answers.get(message, ()))
        for made in self._behind.get(message, ()):
            self._emit(made)

    def _emit(self, message: Message) -> None:
        if self._pending and message.role == "user":
            blocks = (*self._pending, *message.blocks)
            message = Message("user", blocks, message.row, message.touched or self.marks)
            self._pending = []
        self._flush()
        if self._mark_next and not message.touched:
            message = Message(message.role, message.blocks, message.row, True)
        self._mark_next = False
        self._out.append(message)

    def _flush(self) -> None:
        """Answers that found no user message behind their call get one of their own."""
        if self._pending:
            self._out.append(self._make("user", tuple(self._pending)))
            self._pending = []

    def _rebuild(self, message: Message) -> Message:
        """One message as the edits leave it, with all that joins it."""
        role, blocks = self._alone(message)
        touched = message.touched
        if message in self.joined:
            every = list(blocks)
            for part in _line(message, self.joined):
                every += self._alone(part)[1]
                touched = touched or part.touched
            blocks = tuple(every)
        if self.marks and (blocks is not message.blocks or role != message.role or message in self.gone):
            touched = True
        if blocks is message.blocks and role == message.role and touched == message.touched:
            return message
        return Message(role, blocks, message.row, touched)

    def _alone(self, message: Message) -> tuple[str, tuple[Block, ...]]:
        """Role and blocks of one message after the edits inside it."""
        if not self._inside:
            return message.role, message.blocks
        role, blocks = self.recast.get(message, (message.role, message.blocks))
        if self.replaced and any(block in self.replaced for block in blocks):
            blocks = tuple(new for block in blocks for new in self.replaced.get(block, (block,)))
        if message in self._head or message in self._tail:
            blocks = (*self._head.get(message, ()), *blocks, *self._tail.get(message, ()))
        return role, blocks


def _line(first: Message | None, following: Mapping[Message | None, list[Message]]) -> Iterator[Message]:
    """What follows a message, each with what follows that in turn. No recursion: the line can be very long."""
    todo = following.get(first, [])[::-1]
    while todo:
        message = todo.pop()
        yield message
        todo += following.get(message, [])[::-1]
