"""The quiet path: turns that can break no rule over turns, told by one look at their outline.

Nearly every turn of a session is one message of plain blocks in legal order. Of such a turn only this much can be
wrong, and is looked at here; when the look finds anything, the turn goes through all checks, which say what it is:

- a call has an id that was used before, or is too long, or does not trail (`pairing`);
- the results are not those of the calls right before, all of them, in order, and leading (`pairing`);
- thinking stands at the end, or stands somewhere but does not lead (`thinking`); or there are no blocks (`array`).

The other checks have nothing to say about it: that roles take turns is what makes it one message (`array`, `system`;
see `Judge.feed_outline`), plain blocks are no business of a server (`servers`, as long as none of its calls waits), and
that a request has to declare tools shows in the ids that are kept in Case, for the turns behind that are not quiet.
"""

from collections.abc import Sequence
from sys import maxsize

from msgfix.contract.case import Case
from msgfix.contract.turns import Seen, Turn


class Quiet:
    """Takes the turns that need no check, in their order among the others."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._longest = case.limits.id_length or maxsize
        self._asked: list[str] | None = []  # ids that the next turn has to answer; None behind a loud turn

    def takes(self, turn: Turn) -> bool:
        """Whether this turn is quiet. Each turn is asked about, once."""
        asked, self._asked = self._asked, None
        blocks = turn.outline
        if not blocks or self._case.pending:
            return False
        if turn.role == "assistant":
            self._asked = self._calls(blocks)
            self._case.called.update(self._asked or ())
        elif asked is not None and [block.ref for block in blocks] == asked + [None] * (len(blocks) - len(asked)):
            self._asked = []
            self._case.answered.update(asked)
        return self._asked is not None

    def _calls(self, blocks: Sequence[Seen]) -> list[str] | None:
        """The ids of the calls that a turn of the assistant makes; None when it is not quiet."""
        calls: list[str] = []
        for block in blocks:
            ref = block.ref
            if ref is not None:
                if ref in self._case.called or len(ref) > self._longest:
                    return None
                calls.append(ref)
            elif calls or (block.kind == "thinking" and blocks[0].kind != "thinking"):
                return None
        return None if blocks[-1].kind == "thinking" or len(set(calls)) < len(calls) else calls
