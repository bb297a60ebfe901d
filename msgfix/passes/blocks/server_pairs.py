"""Which result of a server tool belongs to which call. Analysis only."""

from msgspec import Struct, field

from msgfix.model import Block, History, Message
from msgfix.options import Options
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
    if not any(block.kind in SERVER for _, block in history.odd):
        return found
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


def still_open(history: History, options: Options) -> Message | None:
    """The last assistant message, if nothing but results of its turn follows: a server tool may still be at work in it.

    None too where the caller wants a text behind it.
    """
    results: set[str | None] = set()
    calls: set[str | None] = set()
    last: Message | None = None
    for message in reversed(history.messages):
        if message.role == "assistant":
            last = last or message
            calls |= {block.ref for block in message.blocks if block.kind == "tool_use"}
        elif last or message.role != "user" or any(block.kind != "tool_result" for block in message.blocks):
            break
        else:
            results |= {block.ref for block in message.blocks}
    said = "history-snip" in options.features if results else options.end == "user"
    return last if results <= calls and not said else None
