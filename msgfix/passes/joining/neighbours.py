"""F2, F3, J2: neighbours of one role become one message."""

from collections.abc import Iterator

from msgfix.edits import Beside, Edit, Insert, Join, Replace
from msgfix.model import THINKING, History, Message, text
from msgfix.options import Options
from msgfix.rules import Severity, rule

NEIGHBOURS = "neighbours of one role"
NOBODY_SPOKE = "[No user message was recorded here.]"


def thinks(message: Message) -> bool:
    """True when the message holds thinking."""
    return any(block.kind in THINKING for block in message.blocks)


class _Run:
    """Neighbours that are no users and become one message: its head, and what the next one must know of it."""

    def __init__(self, head: Message) -> None:
        self.head = head
        self.thinks = thinks(head)
        self.calls = _calls(head)

    def takes(self, message: Message) -> bool:
        """Two responses join only where neither thinking nor a call would be damaged."""
        if message.role != "assistant" or (self.thinks and thinks(message)):
            return False
        return not self.calls or all(block.kind == "tool_use" for block in message.blocks)

    def take(self, message: Message) -> Join:
        self.thinks = self.thinks or thinks(message)
        self.calls = self.calls or _calls(message)
        return Join(message, self.head, NEIGHBOURS)


def _calls(message: Message) -> bool:
    return any(block.kind == "tool_use" for block in message.blocks)


def _join(history: History) -> Iterator[Edit]:
    head: Message | None = None
    run: _Run | None = None
    for message in history.messages:
        if head is not None and message.role == head.role:
            if message.role == "user":
                yield Join(message, head, NEIGHBOURS)
                continue
            run = run or _Run(head)
            if run.takes(message):
                yield run.take(message)
                continue
        head, run = message, None


@rule(
    "join-neighbours",
    step="F2",
    severity=Severity.ROUTINE,
    cures='roles must alternate between "user" and "assistant"',
    after={
        "join-responses": "parts of one response belong together before anything else",
        "drop-api-errors": "an error between two messages keeps them apart",
        "drop-unknown-attachments": "an attachment between two messages keeps them apart",
        "convert-local-commands": "a command becomes a neighbour",
        "move-misplaced-blocks": "a block on its legal side makes neighbours",
    },
)
def join_neighbours(history: History, options: Options) -> Iterator[Edit]:
    """Join neighbouring messages of one role.

    Breaks: roles must alternate on several platforms. Does: joins user messages, whose texts stay blocks of their own,
    and assistant messages where it harms nothing. Never: fuses the thinking of two responses, puts text behind a call.
    """
    yield from _join(history)


@rule(
    "join-again",
    step="J2",
    severity=Severity.ROUTINE,
    cures='roles must alternate between "user" and "assistant"',
    after={
        "join-neighbours": "most neighbours are there before the pairing",
        "drop-empty-messages": "what goes makes neighbours",
        "move-results": "a result between two messages keeps them apart",
    },
)
def join_again(history: History, options: Options) -> Iterator[Edit]:
    """Join the neighbours that removals have made.

    Does: the same as join-neighbours, when everything that goes is gone.
    """
    yield from _join(history)


@rule(
    "break-lines",
    step="F2",
    severity=Severity.ROUTINE,
    after={
        "join-again": "all that will meet has met",
        "order-turns": "results no longer stand between texts",
        "unreadable-media": "a text that stands for a picture can meet another text",
        "oversized-media": "a text that stands for a picture can meet another text",
        "too-much-media": "a text that stands for a picture can meet another text",
        "error-results-text-only": "media that leave a result part or join texts",
    },
)
def break_lines(history: History, options: Options) -> Iterator[Edit]:
    """End a text in a newline where it met the next one by joining.

    Breaks: the API runs neighbouring text blocks together, without anything between them.
    Does: adds a newline to the first of two texts that come from two messages. Never: inside one message.
    """
    for message in history.messages:
        if message.role == "user" and len(message.blocks) > 1:
            for block, following in zip(message.blocks, message.blocks[1:], strict=False):
                if block.kind == following.kind == "text" and block.row is not following.row:
                    words = block.data.get("text")
                    if isinstance(words, str) and not words.endswith("\n"):
                        yield Replace(block, (block.becomes({**block.data, "text": words + "\n"}),), "line end")


@rule(
    "part-responses",
    step="F3",
    severity=Severity.WARNING,
    on_disk=True,
    cures='roles must alternate between "user" and "assistant"',
    after={"join-again": "only what cannot be joined is parted"},
)
def part_responses(history: History, options: Options) -> Iterator[Edit]:
    """Part two responses that may not be fused.

    Breaks: the API merges neighbours of one role, and merged thinking counts as modified.
    Does: puts a short user text between them. Never: drops or mixes their thinking.
    """
    for before, message in zip(history.messages, history.messages[1:], strict=False):
        if before.role == message.role == "assistant":
            yield Insert(text(NOBODY_SPOKE), Beside(message, "user"), "keeps two responses apart")
