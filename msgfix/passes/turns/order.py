"""J1: results lead, calls trail."""

from collections.abc import Iterator

from msgfix.edits import Edit, Reorder
from msgfix.model import Block, History, Message
from msgfix.options import Options
from msgfix.rules import Severity, rule


@rule(
    "order-turns",
    step="J1",
    severity=Severity.ERROR,
    cures="`tool_use` ids were found without `tool_result` blocks immediately after",
    after={"answer-open-calls": "all results are there", "adopt-orphan-results": "all calls are there"},
)
def order_turns(history: History, options: Options) -> Iterator[Edit]:
    """Put results first in a user turn and calls last in an assistant turn.

    Breaks: the API takes the results only from the head of the message, and only calls may follow a call.
    Does: a stable sort; results that come from several entries follow the order of their calls.
    Never: changes the order of other blocks, or that of results which came in one message.
    """
    calls: dict[str | None, int] = {}
    for message in history.messages:
        if message.role == "assistant":
            ordered = _partition(message.blocks, "tool_use", leads=False)
            calls = {block.ref: n for n, block in enumerate(ordered) if block.kind == "tool_use"}
        else:
            ordered = _results_first(message, calls)
        if ordered != message.blocks:
            yield Reorder(message, ordered)


def _partition(blocks: tuple[Block, ...], kind: str, leads: bool) -> tuple[Block, ...]:
    if len(blocks) < 2:
        return blocks
    return tuple(sorted(blocks, key=lambda block: (block.kind == kind) is not leads))


def _results_first(message: Message, calls: dict[str | None, int]) -> tuple[Block, ...]:
    blocks = _partition(message.blocks, "tool_result", leads=True)
    results = [block for block in blocks if block.kind == "tool_result"]
    if len({block.row for block in results}) > 1:
        results.sort(key=lambda block: calls.get(block.ref, len(calls)))
        blocks = (*results, *blocks[len(results) :])
    return blocks
