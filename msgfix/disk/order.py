"""The order in which the entries of the conversation are to hang together."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from msgfix.model import Message
from msgfix.transcript.row import Row


def in_order(chain: list[Row], messages: Sequence[Message], typed: set[Row]) -> tuple[list[Row], set[Row]]:
    """The chain, with the parts of a message one behind the other where the client would not put them so.

    It joins a late call to its response too, but leaves the result of that behind the other responses between them. And
    where several responses are one message (see responses), their parts stand as they do there. Where the first entry
    of a message says nothing any more, the next one stands for it.

    `typed`: the user entries whose results have become text. The client takes that for the user's own words, and joins
    nothing across them. Also given back: the parts that must stand before such words in the file as well.
    """
    heads = _hollow_heads(chain, messages)
    if not typed and not heads and not _has_late_parts(chain):
        return chain, set()
    before = _before(chain, messages, typed)
    place = {row: n for n, row in enumerate(before)}
    behind: dict[Row, list[Row]] = {}
    early: set[Row] = set()
    for message in messages:
        if message.role != "assistant":
            continue
        parts = [row for row in dict.fromkeys(block.row for block in message.blocks) if row in before]
        if message not in heads and _is_one_response(sorted(parts, key=place.__getitem__), before):
            continue  # whatever the order of its parts: the client puts calls last by itself
        if message in heads:
            parts.insert(0, heads[message])
        first = next((n for n, row in enumerate(parts) if n and before[row] is not parts[n - 1]), len(parts))
        late = parts[first:]
        if message in heads or any(before[row] in typed for row in late):
            early.update(late)
        elif not any(map(_calls, late)) and len({row.message_id for row in parts}) < 2:
            continue
        behind[parts[first - 1]] = late
    moved = {row for rows in behind.values() for row in rows}
    return [one for row in chain if row not in moved for one in (row, *behind.get(row, ()))], early


def _before(chain: list[Row], messages: Sequence[Message], typed: set[Row]) -> dict[Row, Row | None]:
    """For each part of a response the part before it, or the words of the user that stand between."""
    spoken = {block.row for message in messages if message.role == "assistant" for block in message.blocks}
    before: dict[Row, Row | None] = {}
    last: Row | None = None
    for row in chain:
        if row.type == "assistant" and row in spoken:
            before[row] = last
        if row in before or row in typed:
            last = row
    return before


def _is_one_response(parts: list[Row], before: dict[Row, Row | None]) -> bool:
    """True when all have one id, and each stands right behind the one before it."""
    return len({row.message_id for row in parts}) < 2 and all(before[row] is last for last, row in pairwise(parts))


def _hollow_heads(chain: list[Row], messages: Sequence[Message]) -> dict[Message, Row]:
    """The first entries of messages that say nothing any more, where other words stand before the next part."""
    heads = {
        message: message.row
        for message in messages
        if message.role == "assistant" and message.row and not any(block.row is message.row for block in message.blocks)
    }
    if not heads:
        return heads
    said = {block.row for message in messages for block in message.blocks}
    place = {row: n for n, row in enumerate(chain)}
    words = [n for n, row in enumerate(chain) if row in said and row.type != "assistant"]
    return {message: head for message, head in heads.items() if _parted(message, head, place, words)}


def _parted(message: Message, head: Row, place: dict[Row, int], words: list[int]) -> bool:
    """True when words stand between the first entry of a message and the next one that says something in it."""
    following = next((place[block.row] for block in message.blocks if block.row in place), None)
    if following is None or head not in place:
        return False
    return bisect_left(words, place[head]) < bisect_left(words, following)


def _has_late_parts(chain: list[Row]) -> bool:
    """A quick look: does an id stand on both sides of another?"""
    seen: set[str | None] = set()
    last: str | None = None
    for row in chain:
        if row.type == "assistant" and row.message_id != last:
            last = row.message_id
            if last in seen:
                return True
            seen.add(last)
    return False


def _calls(row: Row) -> bool:
    return any(seen.kind == "tool_use" for seen in row.sketch)
