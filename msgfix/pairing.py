"""Which result answers which call. Analysis only: it changes nothing."""

from msgspec import Struct, field

from msgfix.model import Block, History, Message


class Call(Struct, eq=False):
    """A tool_use, where it stands, and its results: `results[0]` is the one that answers it."""

    block: Block
    position: int  # of its message in the history
    results: list[tuple[int, Block]] = field(default_factory=list)  # positions and blocks, in order


class Pairing(Struct):
    """`calls` in order, and `by_id`; `orphans`: results (with the position of their message) that no call has."""

    calls: list[Call]
    by_id: dict[str | None, list[Call]]
    orphans: list[tuple[int, Block]]

    @property
    def open(self) -> list[Call]:
        return [call for call in self.calls if not call.results]

    def repeated(self) -> list[list[Call]]:
        """Groups of calls that share one id."""
        return [group for group in self.by_id.values() if len(group) > 1]


def pair(history: History) -> Pairing:
    """The pairing of a history; worked out once for each."""
    if not isinstance(history.pairing, Pairing):
        history.pairing = _pair(history)
    return history.pairing


def is_settled(history: History) -> bool:
    """True when each call has an id of its own and its one result right behind it, and no other results are there."""
    asked: list[str | None] = []
    used: set[str | None] = set()
    for message in history.messages:
        if message.role != "assistant":
            given = [block.ref for block in message.blocks if block.kind == "tool_result"]
            if given != asked and (len(given) != len(asked) or set(given) != set(asked)):
                return False
            asked = []
            continue
        kinds = [block.kind for block in message.blocks]
        if asked or "tool_result" in kinds:
            return False
        if "tool_use" in kinds:
            asked = [block.ref for block in message.blocks if block.kind == "tool_use"]
            known = len(used)
            used.update(asked)
            if len(used) < known + len(asked):
                return False
    return not asked and None not in used


def _pair(history: History) -> Pairing:
    """Pair by id in order: a result answers the first call before it that is still open.

    A result before its call answers the first open call behind it; one too many belongs to the last call before it.
    """
    calls: list[Call] = []
    by_id: dict[str | None, list[Call]] = {}
    given: dict[str | None, int] = {}  # how many of the calls have their result
    early: list[tuple[int, Block]] = []
    for position, message in enumerate(history.messages):
        for block in message.blocks:
            if block.kind == "tool_use" and message.role == "assistant":
                calls.append(Call(block, position))
                by_id.setdefault(block.ref, []).append(calls[-1])
            elif block.kind == "tool_result" and not _answers(position, block, by_id, given):
                early.append((position, block))
    orphans = [(position, block) for position, block in early if not _answers(position, block, by_id, given)]
    return Pairing(calls, by_id, orphans)


def _answers(position: int, block: Block, by_id: dict[str | None, list[Call]], given: dict[str | None, int]) -> bool:
    """Give a result to its call, if there is one by now."""
    calls = by_id.get(block.ref)
    if not calls:
        return False
    nth = given.get(block.ref, 0)
    if nth < len(calls):
        given[block.ref] = nth + 1
    calls[min(nth, len(calls) - 1)].results.append((position, block))
    return True


def answering(history: History, position: int) -> Message | None:
    """The user message right behind the message at a position."""
    following = history.messages[position + 1 : position + 2]
    return following[0] if following and following[0].role == "user" else None
