"""J6: messages of the system role."""

from collections.abc import Iterator
from itertools import groupby

from msgfix.edits import Edit, Recast
from msgfix.model import Block, History, Message, text
from msgfix.options import Options
from msgfix.rules import Severity, rule
from msgfix.targets import limits


@rule(
    "place-system-messages",
    step="J6",
    severity=Severity.ERROR,
    cures="role 'system' is not supported on this model",
)
def place_system_messages(history: History, options: Options) -> Iterator[Edit]:
    """Turn inline system messages into user text where the target does not take them.

    Breaks: most platforms know no system role inside `messages`, and those that do take it only behind a user turn.
    Does: keeps it where target, model and place allow it, else makes it user text in `<system>` tags.
    Never: gives user text the authority of a system message.
    """
    if not any(message.role == "system" for message in history.messages):
        return
    supported = limits(options.target, options.model).system
    runs = [(role, tuple(run)) for role, run in groupby(history.messages, key=lambda message: message.role)]
    for number, (role, run) in enumerate(runs):
        if role == "system":
            before = runs[number - 1][0] if number else ""
            after = runs[number + 1][0] if number + 1 < len(runs) else "assistant"
            if not (supported and before == "user" and after == "assistant" and all(map(_says, run))):
                for message in run:
                    yield Recast(message, "user", tuple(_tagged(block) for block in message.blocks), "system role")


def _says(message: Message) -> bool:
    return bool(message.blocks) and all(block.kind == "text" for block in message.blocks)


def _tagged(block: Block) -> Block:
    words = block.data.get("text") if block.kind == "text" else None
    if not isinstance(words, str) or not words.strip():
        return block
    return text(f"<system>\n{words}\n</system>", block)
