"""Which result answers which call. Analysis only: it changes nothing."""

from collections import defaultdict, deque

from msgspec import Struct, field

from msgfix.model import Block, History, Message


class Call(Struct, eq=False):
    """A tool_use, where it stands, and its results: `results[0]` is the one that answers it."""

    block: Block
    position: int  # of its message in the history
    results: list[tuple[int, Block]] = field(default_factory=list)  # positions and blocks, in order


class Pairing(Struct):
    """`calls` in order; `orphans`: results (with the position of their message) that no call in the history has."""

    calls: list[Call]
    orphans: list[tuple[int, Block]]

    @property
    def open(self) -> list[Call]:
        return [call for call in self.calls if not call.results]

    def repeated(self) -> list[list[Call]]:
        """Groups of calls that share one id."""
        groups: dict[str | None, list[Call]] = defaultdict(list)
        for call in self.calls:
            groups[call.block.ref].append(call)
        return [group for group in groups.values() if len(group) > 1]


def pair(history: History) -> Pairing:
    """The pairing of a history; worked out once for each."""
    if not isinstance(history.pairing, Pairing):
        history.pairing = _pair(history)
    return history.pairing


def _pair(history: History) -> Pairing:
    """Pair by id in order: a result answers the first call before it that is still open.

    A result before its call answers the first open call behind it; one too many belongs to the last call before it.
    """
    calls: list[Call] = []
    waiting: dict[str | None, deque[Call]] = defaultdict(deque)
    latest: dict[str | None, Call] = {}
    early: list[tuple[int, Block]] = []
    for position, message in enumerate(history.messages):
        for block in message.blocks:
            if block.kind == "tool_use" and message.role == "assistant":
                made = latest[block.ref] = Call(block, position)
                calls.append(made)
                waiting[block.ref].append(made)
            elif block.kind == "tool_result":
                call = _answered(block.ref, waiting, latest)
                (call.results if call else early).append((position, block))
    orphans: list[tuple[int, Block]] = []
    for position, block in early:
        call = _answered(block.ref, waiting, latest)
        (call.results if call else orphans).append((position, block))
    return Pairing(calls, orphans)


def _answered(ref: str | None, waiting: dict[str | None, deque[Call]], latest: dict[str | None, Call]) -> Call | None:
    """The call that the next result with this id belongs to."""
    return waiting[ref].popleft() if waiting[ref] else latest.get(ref)


def answering(history: History, position: int) -> Message | None:
    """The user message right behind the message at a position."""
    following = history.messages[position + 1 : position + 2]
    return following[0] if following and following[0].role == "user" else None
