"""Which result of a server tool belongs to which call. Analysis only."""

from msgspec import Struct, field

from msgfix.model import Block, History, Message
from msgfix.passes.blocks.kinds import SERVER


class Use(Struct, eq=False):
    """A server_tool_use, where it stands, and its result with the message of that."""

    block: Block
    message: Message
    result: tuple[Message, Block] | None = None


class Found(Struct):
    """All halves: uses in order, results that no use before them in the same turn has, ids that have a result."""

    uses: list[Use] = field(default_factory=list)
    stray: list[Block] = field(default_factory=list)
    answered: set[str | None] = field(default_factory=set)


def find(history: History) -> Found:
    found = Found()
    waiting: dict[str | None, Use] = {}
    for message in history.messages:
        if message.role != "assistant":
            waiting.clear()  # a result comes before the user speaks again
            continue
        for block in message.blocks:
            if block.kind == "server_tool_use":
                found.uses.append(Use(block, message))
                waiting.setdefault(block.ref, found.uses[-1])
            elif block.kind in SERVER:
                found.answered.add(block.ref)
                if use := waiting.pop(block.ref, None):
                    use.result = message, block
                else:
                    found.stray.append(block)
    return found


def still_open(history: History) -> Message | None:
    """The assistant message behind which there is nothing but results: a server tool may still be at work in it."""
    for message in reversed(history.messages):
        if message.role == "assistant":
            return message
        if message.role != "user" or any(block.kind != "tool_result" for block in message.blocks):
            return None
    return None
