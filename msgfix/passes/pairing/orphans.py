"""G5: results whose call is lost."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from msgfix.edits import Beside, Drop, Edit, Insert, Into, Move, Replace
from msgfix.model import Block, History, Message, made
from msgfix.options import Options
from msgfix.pairing import pair
from msgfix.passes.joining.neighbours import thinks
from msgfix.passes.pairing.words import NAMELESS, as_text
from msgfix.rules import Severity, rule
from msgfix.transcript.row import Row

LOST = "its call is lost"
UNEXPECTED = "unexpected `tool_use_id` found in `tool_result` blocks"
# The client's structured copy of a result tells the tool by its keys.
TELLTALE = (("stdout", "Bash"), ("structuredPatch", "Edit"), ("newTodos", "TodoWrite"), ("filenames", "Glob"))


@rule(
    "adopt-orphan-results",
    step="G5",
    severity=Severity.ERROR,
    on_disk=True,
    cures=UNEXPECTED,
    after={"move-results": "only a result without any call is an orphan"},
)
def adopt_orphan_results(history: History, options: Options) -> Iterator[Edit]:
    """Give each tool_result without a call a call, or turn it into text.

    Breaks: the entry of the call was lost, cut off or left behind by a compaction.
    Does: fetches the real call from elsewhere in the file, else makes one up (`--orphan-results call`), tells the
    result as text (`text`) or drops it (`drop`). Where a made-up call would break a rule it becomes text.
    Never: adds a call to the last turn when its thinking is signed.
    """
    last = max((n for n, message in enumerate(history.messages) if message.role == "assistant"), default=-1)
    adopted: set[str | None] = set()
    for position, group in groupby(pair(history).orphans, key=lambda orphan: orphan[0]):
        before = history.messages[position - 1] if position else None
        signed = position - 1 == last and before is not None and thinks(before)
        family = _Family([result for _, result in group], history.messages[position], before)
        for result in family.orphans:
            found = history.archive.call(result.ref) if result.ref is not None else None
            fate = "call" if found else options.orphan_results
            if fate == "call" and (result.ref in adopted or (signed and not family.apart)):
                fate = "text"
            if fate == "drop":
                yield Drop(result, LOST)
            elif fate == "text":
                yield Replace(result, as_text(result), LOST)
            else:
                adopted.add(result.ref)
                call = found or family.call(result)
                yield from family.adopt(call, f"call found at line {found.at}" if found else LOST)


class _Family:
    """The orphans of one message.

    `apart`: their calls stand in a message of their own, behind what was said before and the results of the calls
    before (`leading`).
    """

    def __init__(self, orphans: list[Block], message: Message, before: Message | None) -> None:
        self.orphans = orphans
        self.message = message
        self.before = before if before and before.role == "assistant" else None
        first = message.blocks.index(orphans[0])
        said, behind, lost = message.blocks[:first], message.blocks[first:], set(orphans)
        self.apart = self.before is None or any(block.kind != "tool_result" for block in said)
        self._tools: dict[Row | None, str] = {}
        self.leading = (*said, *(block for block in behind if block.kind == "tool_result" and block not in lost))

    def adopt(self, call: Block, note: str) -> Iterator[Edit]:
        if self.before and not self.apart:
            yield Insert(call, Into(self.before), note)
            return
        for block in self.leading:
            yield Move(block, Beside(self.message, "user"), "belongs before the call", aside=True)
        self.leading = ()
        yield Insert(call, Beside(self.message, "assistant"), note)

    def call(self, result: Block) -> Block:
        """A made-up call. An entry is read once for all its results."""
        row = result.row
        if row not in self._tools:
            self._tools[row] = _tool(row.source.entry(row).get("toolUseResult") if row else None)
        return made({"type": "tool_use", "id": result.ref, "name": self._tools[row], "input": {}}, row, result.index)


def _tool(told: Any) -> str:
    keys = told.keys() if isinstance(told, dict) else ()
    return next((tool for key, tool in TELLTALE if key in keys), NAMELESS)
