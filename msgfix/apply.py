"""Carries out what a pass asked for: History and edits in, a new History out. The only writer of the ledger."""

from collections.abc import Container, Iterable

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
    return after


class _Book:
    """Books the edits of one pass while it writes them on the worksheet."""

    def __init__(self, rule: Rule, ledger: Ledger) -> None:
        self.rule = rule
        self.ledger = ledger
        ledger.rules[rule.slug] = rule
        self.sheet = Worksheet(marks=rule.severity is not Severity.ROUTINE)

    def take(self, edit: Edit) -> None:
        balance, sheet = self.ledger.balance, self.sheet
        match edit:  # the most frequent first
            case Join(what=message, into=into):
                self._once(message, sheet.gone)
                sheet.gone[message] = Act.JOINED
                sheet.joined.setdefault(into, []).append(message)
                balance.messages[Act.JOINED] += 1
                self._book(Act.JOINED, message, edit.note)
            case Drop(what=Message() as message):
                # What another edit takes out of the message is not lost with it.
                lost = tuple(block for block in message.blocks if block not in sheet.replaced)
                self._once(message, sheet.gone)
                sheet.gone[message] = Act.DROPPED
                balance.messages[Act.DROPPED] += 1
                balance.blocks[Act.DROPPED] += len(lost)
                self._book(Act.DROPPED, message, edit.note, was=lost)
            case Drop(what=Block() as block):
                self._once(block, sheet.replaced)
                sheet.replaced[block] = ()
                balance.blocks[Act.DROPPED] += 1
                self._book(Act.DROPPED, block, edit.note, was=(block,))
            case Replace(what=block, by=by):
                self._once(block, sheet.replaced)
                sheet.replaced[block] = by
                balance.blocks[Act.ADDED] += len(by) - 1
                self._book(Act.REPLACED, block, edit.note, was=(block,), now=by)
            case Recast(what=message, role=role, blocks=blocks):
                self._once(message, sheet.recast)
                sheet.recast[message] = (role, blocks)
                balance.blocks[Act.ADDED] += len(blocks) - len(message.blocks)
                self._book(Act.REPLACED, message, edit.note, was=message.blocks, now=blocks)
            case Reorder(what=message, blocks=blocks):
                self._once(message, sheet.recast)
                sheet.recast[message] = (message.role, blocks)
                self._book(Act.MOVED, message, edit.note)
            case Insert(what=block, where=where):
                sheet.place(block, where)
                balance.blocks[Act.ADDED] += 1
                self._book(Act.ADDED, block, edit.note, now=(block,))
            case Move(what=block, where=where):
                self._once(block, sheet.replaced)
                sheet.replaced[block] = ()
                sheet.place(block, where)
                self._book(Act.MOVED, block, edit.note, was=(block,), now=(block,), routine=edit.aside)
            case Shift(what=message, behind=behind):
                self._once(message, sheet.gone)
                sheet.gone[message] = Act.MOVED
                sheet.shifted.setdefault(behind, []).append(message)
                self._book(Act.MOVED, message, edit.note)
            case Note(what=what):
                self._book(Act.NOTED, what, edit.note)

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
