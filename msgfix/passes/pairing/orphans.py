"""G5: results whose call is lost."""

from collections.abc import Iterator
from typing import Any

from msgfix.edits import Beside, Drop, Edit, Insert, Into, Move, Replace
from msgfix.model import Block, History, Message, made
from msgfix.options import Options
from msgfix.pairing import pair
from msgfix.passes.joining.neighbours import thinks
from msgfix.passes.pairing.words import NAMELESS, as_text
from msgfix.rules import Severity, rule

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
    parted: set[Message] = set()
    settled: set[Block] = set()  # became text or went: these stay where they are
    for position, result in pair(history).orphans:
        message, before = history.messages[position], history.messages[position - 1] if position else None
        found = history.archive.call(result.ref) if result.ref is not None else None
        signed = position - 1 == last and before is not None and thinks(before)
        leading = message.blocks[: message.blocks.index(result)]
        apart = message in parted or any(block.kind != "tool_result" for block in leading)
        if options.orphan_results == "drop" and not found:
            settled.add(result)
            yield Drop(result, "its call is lost")
        elif (options.orphan_results == "text" and not found) or result.ref in adopted or (signed and not apart):
            settled.add(result)
            yield Replace(result, as_text(result), "its call is lost")
        else:
            adopted.add(result.ref)
            call, note = found or _made_up(result), f"call found at line {found.at}" if found else "its call is lost"
            if not apart and before and before.role == "assistant":
                yield Insert(call, Into(before), note)
                continue
            if message not in parted:
                parted.add(message)
                for block in leading:
                    if block not in settled:
                        yield Move(block, Beside(message, "user"), "came before the call")
            yield Insert(call, Beside(message, "assistant"), note)


def _made_up(result: Block) -> Block:
    entry = result.row.source.entry(result.row) if result.row else {}
    name = _tool(entry.get("toolUseResult") if isinstance(entry, dict) else None)
    return made({"type": "tool_use", "id": result.ref, "name": name, "input": {}}, result.row, result.index)


def _tool(told: Any) -> str:
    keys = told.keys() if isinstance(told, dict) else ()
    return next((tool for key, tool in TELLTALE if key in keys), NAMELESS)
