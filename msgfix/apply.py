"""Carries out what a pass asked for: History and edits in, a new History out. The only writer of the ledger."""

from collections.abc import Callable, Container, Iterable
from typing import Any

from msgfix.edits import Drop, Edit, Insert, Join, Move, Note, Recast, Reorder, Replace, Shift
from msgfix.errors import RefusedError
from msgfix.ledger import Act, Ledger, Record
from msgfix.model import Block, History, Message
from msgfix.rules import Rule, Severity
from msgfix.worksheet import Worksheet


def apply(history: History, rule: Rule, edits: Iterable[Edit], ledger: Ledger) -> History:
    """Apply the edits of one pass; no edit gives the very same History back.

    Raises RefusedError when two edits of the pass take the same block or message.
    """
    book = _Book(rule, ledger)
    changed = False
    for edit in edits:
        book.take(edit)
        changed = changed or not isinstance(edit, Note)
    if not changed:
        return history
    after = book.sheet.carry_out(history)
    ledger.balance.messages[Act.ADDED] += book.sheet.made
    ledger.balance.messages[Act.JOINED] += book.joined
    return after


class _Book:
    """Books the edits of one pass while it writes them on the worksheet."""

    def __init__(self, rule: Rule, ledger: Ledger) -> None:
        self.rule = rule
        self.ledger = ledger
        ledger.rules[rule.slug] = rule
        self.sheet = Worksheet(marks=rule.severity is not Severity.ROUTINE)
        self.joined = 0  # there can be thousands, and a Counter is slow
        self.ways: dict[type, Callable[[Any], None]] = {
            Join: self._join,
            Drop: self._drop,
            Replace: self._replace,
            Recast: self._recast,
            Reorder: self._reorder,
            Insert: self._insert,
            Move: self._move,
            Shift: self._shift,
            Note: self._note,
        }

    def take(self, edit: Edit) -> None:
        self.ways[type(edit)](edit)

    def _join(self, edit: Join) -> None:
        message, sheet = edit.what, self.sheet
        self._once(message, sheet.gone)
        sheet.gone[message] = Act.JOINED
        sheet.joined.setdefault(edit.into, []).append(message)
        self.joined += 1
        self._book(Act.JOINED, message, edit.note)

    def _drop(self, edit: Drop) -> None:
        if isinstance(edit.what, Message):
            self._drop_message(edit.what, edit.note)
            return
        self._once(edit.what, self.sheet.replaced)
        self.sheet.replaced[edit.what] = ()
        self.ledger.balance.blocks[Act.DROPPED] += 1
        self._book(Act.DROPPED, edit.what, edit.note, was=(edit.what,))

    def _drop_message(self, message: Message, note: str) -> None:
        # What another edit takes out of the message is not lost with it.
        lost = tuple(block for block in message.blocks if block not in self.sheet.replaced)
        self._once(message, self.sheet.gone)
        self.sheet.gone[message] = Act.DROPPED
        self.ledger.balance.messages[Act.DROPPED] += 1
        self.ledger.balance.blocks[Act.DROPPED] += len(lost)
        self._book(Act.DROPPED, message, note, was=lost)

    def _replace(self, edit: Replace) -> None:
        self._once(edit.what, self.sheet.replaced)
        self.sheet.replaced[edit.what] = edit.by
        self.ledger.balance.blocks[Act.ADDED] += len(edit.by) - 1
        self._book(Act.REPLACED, edit.what, edit.note, was=(edit.what,), now=edit.by)

    def _recast(self, edit: Recast) -> None:
        message, blocks = edit.what, edit.blocks
        self._once(message, self.sheet.recast)
        self.sheet.recast[message] = (edit.role, blocks)
        self.ledger.balance.blocks[Act.ADDED] += len(blocks) - len(message.blocks)
        self._book(Act.REPLACED, message, edit.note, was=message.blocks, now=blocks)

    def _reorder(self, edit: Reorder) -> None:
        self._once(edit.what, self.sheet.recast)
        self.sheet.recast[edit.what] = (edit.what.role, edit.blocks)
        self._book(Act.MOVED, edit.what, edit.note)

    def _insert(self, edit: Insert) -> None:
        self.sheet.place(edit.what, edit.where)
        self.ledger.balance.blocks[Act.ADDED] += 1
        self._book(Act.ADDED, edit.what, edit.note, now=(edit.what,))

    def _move(self, edit: Move) -> None:
        block = edit.what
        self._once(block, self.sheet.replaced)
        self.sheet.replaced[block] = ()
        self.sheet.place(block, edit.where)
        self._book(Act.MOVED, block, edit.note, was=(block,), now=(block,), routine=edit.aside)

    def _shift(self, edit: Shift) -> None:
        self._once(edit.what, self.sheet.gone)
        self.sheet.gone[edit.what] = Act.MOVED
        self.sheet.shifted.setdefault(edit.behind, []).append(edit.what)
        self._book(Act.MOVED, edit.what, edit.note)

    def _note(self, edit: Note) -> None:
        self._book(Act.NOTED, edit.what, edit.note)

    def _once(self, what: Block | Message, taken: Container[Block | Message]) -> None:
        if what in taken:
            raise RefusedError(f"{self.rule.slug} takes {what!r} twice: a bug of msgfix, please report it.")

    def _book(
        self,
        act: Act,
        what: Block | Message,
        note: str,
        was: tuple[Block, ...] = (),
        now: tuple[Block, ...] = (),
        routine: bool = False,
    ) -> None:
        severity = Severity.ROUTINE if routine else self.rule.severity
        self.ledger.records.append(Record(self.rule.slug, severity, act, what.at, was, now, note))
