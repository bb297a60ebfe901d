"""F1: the parts of one response become one message."""

from collections.abc import Iterator, Sequence

from msgfix.edits import Drop, Edit, Join
from msgfix.model import Block, History, Message
from msgfix.options import Options
from msgfix.rules import Severity, rule
from msgfix.transcript.row import Flag


def _ends_turn(message: Message) -> bool:
    """True for what the user typed: parts of one response never stand on both sides of it. For a user message."""
    if not message.flags & Flag.META:
        for block in message.blocks:
            if block.kind != "tool_result":
                return True
    return False


@rule("drop-older-snapshots", step="F1", severity=Severity.ROUTINE, on_disk=True)
def drop_older_snapshots(history: History, options: Options) -> Iterator[Edit]:
    """Drop a part of a response that a later entry holds again, the same or further on.

    Breaks: text and calls would stand twice when the entries of a response are joined.
    Does: keeps the later entry when its first blocks repeat or continue all blocks of the earlier one.
    Never: drops a part that only looks alike.
    """
    latest: dict[tuple[str, str], Message] = {}  # (response, kind of first block) -> its last part so far
    for message in history.messages:
        if message.role == "user" and _ends_turn(message):
            latest.clear()
        if message.role != "assistant" or not message.blocks or (response := message.message_id) is None:
            continue
        key = (response, message.blocks[0].kind)
        earlier = latest.get(key)
        if earlier and continues(message.blocks, earlier.blocks):
            yield Drop(earlier, "a later entry holds it again")
        latest[key] = message


def continues(later: Sequence[Block], earlier: Sequence[Block]) -> bool:
    """True when the first blocks of `later` repeat or continue all blocks of `earlier`."""
    return len(later) >= len(earlier) and all(map(_same_or_longer, later, earlier))


def _same_or_longer(later: Block, earlier: Block) -> bool:
    if later.kind != earlier.kind or later.ref != earlier.ref:
        return False
    now, before = later.data, earlier.data
    if now == before:
        return True
    if later.kind not in ("text", "thinking"):
        return False
    new, old = now.get(later.kind), before.get(later.kind)
    if before.get("signature") or not (isinstance(new, str) and isinstance(old, str)):
        return False
    return new.startswith(old)


@rule(
    "join-responses",
    step="F1",
    severity=Severity.ROUTINE,
    after={"drop-older-snapshots": "a part must not be joined twice"},
)
def join_responses(history: History, options: Options) -> Iterator[Edit]:
    """Join the parts of one response (`message.id`) into one message.

    Breaks: results between the parts would leave calls unanswered, and split thinking counts as modified.
    Does: appends each part to the first one, in order; results, progress and other responses between them are
    passed over. Never: joins across something that the user typed.
    """
    first: dict[str, Message] = {}
    for message in history.messages:
        if message.role == "user":
            if _ends_turn(message):
                first.clear()
        elif message.role == "assistant" and (response := message.message_id) is not None:
            into = first.setdefault(response, message)
            if into is not message:
                yield Join(message, into, "part of one response")
