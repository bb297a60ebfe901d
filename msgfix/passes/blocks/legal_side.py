"""E10: blocks on the side of the conversation that may not hold them."""

from collections.abc import Iterator

from msgfix.edits import Answering, Beside, Drop, Edit, Move, Recast, Replace
from msgfix.model import THINKING, Block, History, Message, text
from msgfix.options import Options
from msgfix.passes.blocks.foreign import translate
from msgfix.passes.blocks.kinds import OF_ASSISTANT, OF_USER
from msgfix.rules import Severity, rule


def _misplaced(message: Message, block: Block) -> bool:
    wrong = {"user": OF_ASSISTANT, "assistant": OF_USER}.get(message.role, frozenset())
    return block.kind in wrong or (block.kind == "container_upload" and message.role == "assistant")


class _Places:
    """Where the calls and results of the conversation stand."""

    def __init__(self, history: History) -> None:
        self.calls: dict[str, tuple[int, Message]] = {}
        self.results: set[str] = set()
        self.position = {message: number for number, message in enumerate(history.messages)}
        for message, block in history.blocks():
            if block.ref is not None and block.kind == "tool_use" and message.role == "assistant":
                self.calls[block.ref] = self.position[message], message
            elif block.ref is not None and block.kind == "tool_result" and message.role == "user":
                self.results.add(block.ref)

    def call_before(self, block: Block, message: Message) -> Message | None:
        number, call = self.calls.get(block.ref or "", (len(self.position), message))
        return call if number <= self.position[message] else None


def _from_assistant(block: Block, message: Message, places: _Places) -> Edit:
    """Move what is the user's to the user's side."""
    if block.kind == "container_upload":
        return Replace(block, tuple(block.becomes(data) for data in translate(block.data)), "a file of the assistant")
    if block.kind != "tool_result":
        return Move(block, Answering(message), f"{block.kind} is the user's")
    call = places.call_before(block, message)
    if call is not None:
        return Move(block, Answering(call), f"result of {block.ref}")
    return Move(block, Beside(message, "user", behind=True), "tool_result is the user's")


def _from_user(block: Block, message: Message, places: _Places) -> Edit:
    """Move what is the assistant's to the assistant's side, or tell it."""
    if block.kind in THINKING:
        return Drop(block, "thinking is the assistant's")
    if block.kind == "tool_use" and block.ref in places.results and block.ref not in places.calls:
        return Move(block, Beside(message, "assistant", behind=True), "tool_use is the assistant's")
    said = tuple(block.becomes(data) for data in translate(block.data)) or (text(f"[{block.kind}]", block),)
    return Replace(block, said, f"{block.kind} is the assistant's")


@rule(
    "move-misplaced-blocks",
    step="E10",
    severity=Severity.ERROR,
    on_disk=True,
    cures="blocks can only be in",
    after={
        "translate-foreign-blocks": "what is translated may turn out to be an image",
        "mend-tool-inputs": "a call that becomes text tells its input",
        "join-responses": "the parts of a response are not parted by what moves out of one",
    },
)
def move_misplaced_blocks(history: History, options: Options) -> Iterator[Edit]:
    """Bring every block to the side of the conversation that may hold it.

    Breaks: results, images and documents in assistant messages; calls and thinking in user messages.
    Does: moves a result behind its call and media into the next user message; a user message of nothing but calls and
    thinking becomes the assistant's; a lone call moves out when it has a result, else it becomes text.
    Never: drops anything but thinking that nobody on that side can have thought.
    """
    wrong = [(message, block) for message, block in history.odd if _misplaced(message, block)]
    if not wrong:
        return
    places = _Places(history)
    flipped: set[Message] = set()
    for message, block in wrong:
        if message in flipped:
            continue
        if message.role == "assistant":
            yield _from_assistant(block, message, places)
        elif all(one.kind in OF_ASSISTANT for one in message.blocks) and message.blocks[-1].kind not in THINKING:
            flipped.add(message)
            yield Recast(message, "assistant", message.blocks, "nothing in it is the user's")
        else:
            yield _from_user(block, message, places)
