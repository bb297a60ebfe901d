"""E9: where one model took over from another."""

from collections.abc import Iterator
from typing import Any

from msgfix.edits import Drop, Edit
from msgfix.model import History
from msgfix.options import Options
from msgfix.passes.blocks.kinds import THINKING
from msgfix.rules import Severity, rule
from msgfix.targets import limits


def _names_model(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("model"), str)


@rule(
    "drop-fallbacks",
    step="E9",
    severity=Severity.ERROR,
    on_disk=True,
    cures="Input tag 'fallback' found using 'type' does not match any of the expected tags",
)
def drop_fallbacks(history: History, options: Options) -> Iterator[Edit]:
    """Leave out the marks that say that another model took over.

    Breaks: only some endpoints know the block; without it the thinking on its two sides no longer belongs together.
    Does: drops the mark, and the thinking of the response that it stood in.
    Never: drops a call or a text. Where the target knows the block and it is whole, it stays.
    """
    known = "fallback" in limits(options.target, options.model).blocks
    for message, block in history.odd:
        if block.kind != "fallback" or message.role != "assistant":
            continue
        data = block.data
        if known and _names_model(data.get("from")) and _names_model(data.get("to")):
            continue
        yield Drop(block, "another model took over")
        if block is next(one for one in message.blocks if one.kind == "fallback"):
            for one in message.blocks:
                if one.kind in THINKING:
                    yield Drop(one, "thinking around a change of model")
