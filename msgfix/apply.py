"""Carries out what a pass asked for: History and edits in, a new History out. The only writer of the ledger."""

from collections.abc import Iterable

from msgfix.edits import Answering, Drop, Edit, Insert, Into, Join, Move, Note, Place, Recast, Reorder, Replace, Shift
from msgfix.ledger import Act, Ledger, Record
from msgfix.model import Block, History, Message
from msgfix.rules import Rule, Severity


def apply(history: History, rule: Rule, edits: Iterable[Edit], ledger: Ledger) -> History:
    """Apply the edits of one pass; no edit gives the very same History back."""
    work = _Work(rule, ledger)
    for edit in edits:
        work.take(edit)
    if not work.changed:
        return history
    return History(work.carry_out(history.messages), history.archive)


class _Work:
    """The edits of one pass, sorted by what they touch, so that one walk over the messages carries them out."""

    def __init__(self, rule: Rule, ledger: Ledger) -> None:
        self.rule = rule
        self.ledger = ledger
        self.marks = rule.severity is not Severity.ROUTINE
        self.changed = False
        self.replaced: dict[Block, tuple[Block, ...]] = {}
        self.recast: dict[Message, tuple[str, tuple[Block, ...]]] = {}
        self.head: dict[Message, list[Block]] = {}
        self.tail: dict[Message, list[Block]] = {}
        self.answers: dict[Message, list[Block]] = {}
        self.before: dict[Message, list[tuple[str, Block]]] = {}
        self.behind: dict[Message, list[tuple[str, Block]]] = {}
        self.joined: dict[Message, list[Message]] = {}
        self.shifted: dict[Message | None, list[Message]] = {}
        self.gone: set[Message] = set()
        self.dropped: set[Message] = set()

    def take(self, edit: Edit) -> None:
        self.changed = self.changed or not isinstance(edit, Note)
        balance = self.ledger.balance
        match edit:
            case Drop(what=Message() as message):
                self.gone.add(message)
                self.dropped.add(message)
                balance.messages[Act.DROPPED] += 1
                balance.blocks[Act.DROPPED] += len(message.blocks)
                self._book(Act.DROPPED, message, message.blocks, (), edit.note)
            case Drop(what=Block() as block):
                self.replaced[block] = ()
                balance.blocks[Act.DROPPED] += 1
                self._book(Act.DROPPED, block, (block,), (), edit.note)
            case Replace(what=block, by=by):
                self.replaced[block] = by
                balance.blocks[Act.ADDED] += len(by) - 1
                self._book(Act.REPLACED, block, (block,), by, edit.note)
            case Recast(what=message, role=role, blocks=blocks):
                self.recast[message] = (role, blocks)
                balance.blocks[Act.ADDED] += len(blocks) - len(message.blocks)
                self._book(Act.REPLACED, message, message.blocks, blocks, edit.note)
            case Reorder(what=message, blocks=blocks):
                self.recast[message] = (message.role, blocks)
                self._book(Act.MOVED, message, (), (), edit.note)
            case Insert(what=block, where=where):
                balance.blocks[Act.ADDED] += 1
                self._place(block, where)
                self._book(Act.ADDED, block, (), (block,), edit.note)
            case Move(what=block, where=where):
                self.replaced[block] = ()
                self._place(block, where)
                self._book(Act.MOVED, block, (), (), edit.note)
            case Shift(what=message, behind=behind):
                self.gone.add(message)
                self.shifted.setdefault(behind, []).append(message)
                self._book(Act.MOVED, message, (), (), edit.note)
            case Join(what=message, into=into):
                self.gone.add(message)
                self.joined.setdefault(into, []).append(message)
                balance.messages[Act.JOINED] += 1
                self._book(Act.JOINED, message, (), (), edit.note)
            case Note(what=what):
                self._book(Act.NOTED, what, (), (), edit.note)

    def _book(self, act: Act, what: Block | Message, was: tuple[Block, ...], now: tuple[Block, ...], note: str) -> None:
        self.ledger.records.append(Record(self.rule.slug, self.rule.severity, act, what.at, was, now, note))

    def _place(self, block: Block, where: Place) -> None:
        if isinstance(where, Answering):
            self.answers.setdefault(where.message, []).append(block)
        elif isinstance(where, Into):
            (self.head if where.head else self.tail).setdefault(where.message, []).append(block)
        else:
            side = self.behind if where.behind else self.before
            side.setdefault(where.message, []).append((where.role, block))
            self.ledger.balance.messages[Act.ADDED] += 1

    def carry_out(self, messages: tuple[Message, ...]) -> tuple[Message, ...]:
        self.out: list[Message] = []
        self.pending: list[Block] = []
        self.mark_next = False
        for message in self.shifted.get(None, ()):
            self._emit(self._rebuild(message))
        for message in messages:
            if message in self.gone:
                self.mark_next = self.mark_next or (self.marks and message in self.dropped)
                continue
            self._settle(message)
        self._flush()
        return tuple(self.out)

    def _settle(self, message: Message) -> None:
        """Put out one message with all that goes before and behind it."""
        for role, block in self.before.get(message, ()):
            self._emit(Message(role, (block,), block.row, self.marks))
        self._emit(self._rebuild(message))
        for role, block in self.behind.get(message, ()):
            self._emit(Message(role, (block,), block.row, self.marks))
        self.pending = self.answers.get(message, [])
        for shifted in self.shifted.get(message, ()):
            self._settle(shifted)

    def _emit(self, message: Message) -> None:
        if self.pending and message.role == "user":
            blocks = (*self.pending, *message.blocks)
            message = Message("user", blocks, message.row, message.touched or self.marks)
            self.pending = []
        self._flush()
        if self.mark_next and not message.touched:
            message = Message(message.role, message.blocks, message.row, True)
        self.mark_next = False
        self.out.append(message)

    def _flush(self) -> None:
        """Answers that found no user message behind their call get one of their own."""
        if self.pending:
            self.ledger.balance.messages[Act.ADDED] += 1
            self.out.append(Message("user", tuple(self.pending), self.pending[0].row, self.marks))
            self.pending = []

    def _rebuild(self, message: Message) -> Message:
        role, blocks = self.recast.get(message, (message.role, message.blocks))
        if self.replaced and any(block in self.replaced for block in blocks):
            blocks = tuple(new for block in blocks for new in self.replaced.get(block, (block,)))
        if message in self.head or message in self.tail:
            blocks = (*self.head.get(message, ()), *blocks, *self.tail.get(message, ()))
        touched = message.touched or (self.marks and (blocks is not message.blocks or role != message.role))
        if message in self.joined:
            parts = [self._rebuild(part) for part in self.joined[message]]
            blocks = (*blocks, *(block for part in parts for block in part.blocks))
            touched = touched or any(part.touched for part in parts)
        if blocks is message.blocks and role == message.role and touched == message.touched:
            return message
        return Message(role, blocks, message.row, touched)
