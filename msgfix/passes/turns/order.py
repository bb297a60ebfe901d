"""J1: results lead, calls trail."""

from collections.abc import Iterator
from operator import itemgetter

from msgfix.edits import Edit, Reorder
from msgfix.model import Block, History
from msgfix.options import Options
from msgfix.rules import Severity, rule
from msgfix.transcript.row import Row


@rule(
    "lead-with-results",
    step="F2",
    severity=Severity.ROUTINE,
    after={
        "join-again": "a turn is one message",
        "answer-open-calls": "all results are there",
        "adopt-orphan-results": "all calls are there",
    },
)
def lead_with_results(history: History, options: Options) -> Iterator[Edit]:
    """Put the results first in a user turn, and the calls last in a response, that was joined from several entries.

    Breaks: hooks and reminders are written between a call and its result, results and the parts of a response in the
    order they came in. Does: what the client does when it sends the turn: results first, in the order of their calls.
    Never: reorders what came in one piece; that is a fault, see order-turns.
    """
    asking: tuple[Block, ...] = ()
    for message in history.messages:
        blocks = message.blocks
        if message.role == "assistant":
            asking = blocks
        if len(blocks) < 2:
            continue
        if message.role == "assistant":
            ordered = _partition(blocks, "tool_use", leads=False)
            if ordered is not blocks and _is_ordered_by_entry(blocks):
                yield Reorder(message, ordered)
        elif len({block.row for block in blocks}) > 1:
            ordered = _results_first(blocks, asking)
            if ordered != blocks:
                yield Reorder(message, ordered)


@rule(
    "order-turns",
    step="J1",
    severity=Severity.ERROR,
    cures="`tool_use` ids were found without `tool_result` blocks immediately after",
    after={
        "answer-open-calls": "all results are there",
        "adopt-orphan-results": "all calls are there",
        "lead-with-results": "joining alone is no fault",
    },
)
def order_turns(history: History, options: Options) -> Iterator[Edit]:
    """Put results first in a user turn and calls last in an assistant turn.

    Breaks: the API takes the results only from the head of the message, and only calls may follow a call.
    Does: a stable sort. Never: changes the order among results, calls, or other blocks.
    """
    for message in history.messages:
        if len(message.blocks) < 2:
            continue
        assistant = message.role == "assistant"
        ordered = _partition(message.blocks, "tool_use" if assistant else "tool_result", leads=not assistant)
        if ordered is not message.blocks:
            yield Reorder(message, ordered)


def _partition(blocks: tuple[Block, ...], kind: str, leads: bool) -> tuple[Block, ...]:
    """The blocks of a kind first, or last; the very same tuple when they are."""
    late = [(block.kind == kind) is not leads for block in blocks]
    if late == sorted(late):  # nearly always
        return blocks
    return tuple(block for _, block in sorted(zip(late, blocks, strict=True), key=itemgetter(0)))


def _is_ordered_by_entry(blocks: tuple[Block, ...]) -> bool:
    """True when in none of the entries that a response was joined from anything follows a call."""
    called: set[Row | None] = set()
    for block in blocks:
        if block.kind == "tool_use":
            called.add(block.row)
        elif block.row in called:
            return False
    return True


def _results_first(blocks: tuple[Block, ...], asking: tuple[Block, ...]) -> tuple[Block, ...]:
    calls = {block.ref: n for n, block in enumerate(asking) if block.kind == "tool_use"}
    blocks = _partition(blocks, "tool_result", leads=True)
    results = [block for block in blocks if block.kind == "tool_result"]
    results.sort(key=lambda block: calls.get(block.ref, len(calls)))
    return (*results, *blocks[len(results) :])
