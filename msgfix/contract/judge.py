"""Judge: takes an array message by message and says what the API would say."""

from collections.abc import Sequence
from typing import Any

from msgfix.contract import strings
from msgfix.contract.case import Case, Check
from msgfix.contract.checks import CHECKS
from msgfix.contract.facts import facts_of, walk
from msgfix.contract.place import spell
from msgfix.contract.plain import accepts_media, accepts_plain
from msgfix.contract.problem import Problem, in_order
from msgfix.contract.quiet import Quiet
from msgfix.contract.turns import At, Seen, Step, Turn, outlined
from msgfix.options import Options
from msgfix.rules import Severity

_OTHER: dict[str | None, str] = {"user": "assistant", "assistant": "user"}


class Judge:
    """Checks one array. Feed it all messages in order, then finish. Never raises, whatever it is fed.

    `request`: the body that the array is sent in (`model`, `tools`, `thinking`, …), when there is one.
    Of a message only light facts are kept, and of a turn only those of the one before it.
    """

    def __init__(self, options: Options, *, request: dict[str, Any] | None = None) -> None:
        self.case = Case(options, request if isinstance(request, dict) else None)
        checks = [check(self.case) for check in CHECKS]
        self._on_message = [check.message for check in checks if type(check).message is not Check.message]
        self._on_block = [check.block for check in checks if type(check).block is not Check.block]
        self._on_turn = [check.turn for check in checks if type(check).turn is not Check.turn]
        self._on_end = [check.end for check in checks if type(check).end is not Check.end]
        self._quiet = Quiet(self.case)
        self._count = 0
        self._role: str | None = None  # of the last message
        self._turn: Turn | None = None

    def feed(self, message: Any) -> None:
        """The next message, whole."""
        index, self._count = self._count, self._count + 1
        size, flaws = strings.examine(message)
        for flaw in flaws:
            self._say_flaw(index, message, flaw)
        if flaws or not size:
            message = strings.plain(message)
        self.case.size += size
        if not isinstance(message, dict):
            self.case.say("message-is-object", f"messages.{index}")
            return
        role, content = message.get("role"), message.get("content")
        role = role if isinstance(role, str) else None
        sound = role if len(message) == 2 and not flaws else None
        if sound is None or not accepts_plain(sound, content):
            if sound is None or not accepts_media(sound, content):
                self._shape(index, message)
            self._blocks(index, role, content)
        self._take(Step(index, role, self._role, facts_of(index, content), message))

    def feed_outline(self, role: str, blocks: Sequence[Seen]) -> None:
        """The next message, as types and ids, when all its blocks are plain (see `plain.accepts_plain`).

        Only the rules over the array are applied to it. The last message is better fed whole.
        """
        index, self._count = self._count, self._count + 1
        if role == _OTHER.get(self._role):  # where roles take turns, no check of messages has a word for plain blocks
            self._role = role
            self._open(Turn(role, index, self._turn, blocks))
        else:
            self._take(Step(index, role, self._role, outlined(index, blocks), None))

    @property
    def room(self) -> int:
        """Bytes that are left for what has not been fed whole."""
        return self.case.room

    def finish(self, size: int = 0) -> list[Problem]:
        """The problems of the whole array, in its order. `size`: bytes of all messages that were fed as outlines."""
        self.case.size += size
        self.case.count = self._count
        if self._turn:
            self._close(self._turn)
        for ask in self._on_end:
            ask(self._turn)
        return sorted(self.case.problems, key=in_order)

    def _take(self, step: Step) -> None:
        for ask in self._on_message:
            ask(step, self._turn)
        self._role = step.role
        if step.role not in ("user", "assistant"):
            return
        if self._turn and self._turn.role == step.role:
            self._turn.facts.extend(step.facts)
        else:
            self._open(Turn(step.role, step.place, self._turn, known=step.facts))

    def _open(self, turn: Turn) -> None:
        """The next turn starts, so that the one before it is complete."""
        if turn.before:
            if not self._quiet.takes(turn.before):
                self._close(turn.before)
            turn.before.before = None
        self._turn = turn

    def _close(self, turn: Turn) -> None:
        for ask in self._on_turn:
            ask(turn)

    def _shape(self, index: int, message: dict[str, Any]) -> None:
        from msgfix.contract.shape import errors  # most arrays are of the right shape
        from msgfix.contract.translate import ROLE_RULES, translate

        try:
            against = errors(message)
        except ValueError:
            message = strings.plain(message)
            against = errors(message)
        faults = (fault for error in against for fault in translate(error, message))
        found = list({(fault.rule, fault.keys): fault for fault in faults}.values())
        misplaced = {fault.keys for fault in found if fault.rule in ROLE_RULES}
        for fault in found:
            if fault.keys[:2] in misplaced and fault.rule not in ROLE_RULES:
                continue  # where a block has no place at all, its fields do not matter
            fill: dict[str, Any] = dict(fault.fill)
            path = spell(index, message, fault.keys)
            self.case.say(fault.rule, path, says=fault.says, wording=fault.wording, severity=Severity.ERROR, **fill)

    def _blocks(self, index: int, role: str | None, content: Any) -> None:
        for place, block in enumerate(content if isinstance(content, list) else []):
            for inner, at in walk(block, At(f"messages.{index}.content.{place}", role)):
                for ask in self._on_block:
                    ask(inner, at)

    def _say_flaw(self, index: int, message: Any, flaw: strings.Flaw) -> None:
        path = spell(index, message, flaw.keys)
        if flaw.what == "surrogate":
            self.case.say("json-no-lone-surrogate", path)
        elif flaw.what == "nul":
            self.case.say("json-no-lone-surrogate", path, wording=1, severity=self.case.lenient)
        else:
            self.case.say("json-finite-numbers", path, found=flaw.what)
