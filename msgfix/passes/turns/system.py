"""J6: messages of the system role."""

from collections.abc import Iterator

from msgfix.edits import Edit, Recast
from msgfix.model import Block, History, text
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
    messages = history.messages
    supported = limits(options.target, options.model).system
    for number, message in enumerate(messages):
        if message.role != "system":
            continue
        before = messages[number - 1].role if number else ""
        after = messages[number + 1].role if number + 1 < len(messages) else "assistant"
        texts_only = message.blocks and all(block.kind == "text" for block in message.blocks)
        if not (supported and texts_only and before in ("user", "system") and after in ("assistant", "system")):
            yield Recast(message, "user", tuple(_tagged(block) for block in message.blocks), "system role")


def _tagged(block: Block) -> Block:
    words = block.data.get("text") if block.kind == "text" else None
    if not isinstance(words, str) or not words.strip():
        return block
    return text(f"<system>\n{words}\n</system>", block)
