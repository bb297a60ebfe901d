"""H1, H2: thinking that the API did not sign, or that the caller does not want."""

from collections import defaultdict
from collections.abc import Iterator

from msgfix.edits import Drop, Edit
from msgfix.model import THINKING, Block, History, Message
from msgfix.options import Options
from msgfix.rules import Severity, rule

# Names by which Anthropic's own models go; a transcript of another vendor's model names that model.
FAMILIES = ("claude", "opus", "sonnet", "haiku", "fable", "mythos", "anthropic")
SYNTHETIC = "<synthetic>"


def is_foreign(model: str | None) -> bool:
    """True for the model of another vendor: its thinking means nothing to the API."""
    return model is not None and model != SYNTHETIC and not any(family in model.lower() for family in FAMILIES)


def _signed(block: Block) -> bool:
    if block.plain:
        return True
    data = block.data
    if block.kind == "redacted_thinking":
        return isinstance(data.get("data"), str) and bool(data["data"])
    signature = data.get("signature")
    return isinstance(data.get("thinking"), str) and isinstance(signature, str) and bool(signature.strip())


def _responses(history: History) -> dict[object, list[Block]]:
    """The thinking of each response; a message without `message.id` is a response of its own."""
    responses: dict[object, list[Block]] = defaultdict(list)
    for message in history.messages:
        for block in message.blocks:
            if block.kind in THINKING:
                responses[(block.row.message_id if block.row else None) or message].append(block)
    return responses


@rule(
    "drop-unsigned-thinking",
    step="H1",
    severity=Severity.ERROR,
    on_disk=True,
    cures="Invalid `signature` in `thinking` block",
)
def drop_unsigned_thinking(history: History, options: Options) -> Iterator[Edit]:
    """Drop the thinking of a response that the API did not sign.

    Breaks: thinking without a signature, redacted thinking without data, and thinking of another vendor's model
    cannot be replayed. Does: drops all thinking of that response; of a response that was cut while it thought, only the
    unfinished end. Never: takes one block and leaves the next, which the API would call modified.
    """
    thoughts = [block for message in history.messages for block in message.blocks if block.kind in THINKING]
    if all(map(_signed, thoughts)) and not any(map(is_foreign, {block.row.model for block in thoughts if block.row})):
        return
    unfinished = {block for message in history.messages for block in ends_in(message) if not _signed(block)}
    for blocks in _responses(history).values():
        foreign = is_foreign(blocks[0].row.model if blocks[0].row else None)
        cut = [block for block in blocks if block in unfinished]
        if foreign or not all(_signed(block) for block in blocks if block not in unfinished):
            for block in blocks:
                yield Drop(block, "another vendor's model" if foreign else "no signature")
        else:
            for block in cut:
                yield Drop(block, "cut before it was signed")


@rule("drop-thinking", step="H2", severity=Severity.WARNING)
def drop_thinking(history: History, options: Options) -> Iterator[Edit]:
    """Drop all thinking when the caller says so (`--thinking drop`).

    Does: drops thinking and redacted_thinking everywhere. Never: drops a part of it.
    """
    if options.thinking == "drop":
        for _, block in history.blocks():
            if block.kind in THINKING:
                yield Drop(block, "--thinking drop")


def ends_in(message: Message) -> list[Block]:
    """The thinking blocks at the end of a message."""
    tail: list[Block] = []
    for block in reversed(message.blocks):
        if block.kind not in THINKING:
            break
        tail.append(block)
    return tail[::-1]
