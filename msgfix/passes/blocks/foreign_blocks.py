"""E9: blocks of a type that the API does not know."""

from collections.abc import Iterator

from msgfix.edits import Drop, Edit, Replace
from msgfix.model import Block, History
from msgfix.options import Options
from msgfix.passes.blocks.foreign import translate, whole
from msgfix.passes.blocks.kinds import taken
from msgfix.rules import Severity, rule


@rule(
    "translate-foreign-blocks",
    step="E9",
    severity=Severity.ERROR,
    on_disk=True,
    cures="does not match any of the expected tags",
    after={
        "mend-shapes": "a block must have a type before the type can be foreign",
        "convert-attachments": "an attachment is no foreign block",
    },
)
def translate_foreign_blocks(history: History, options: Options) -> Iterator[Edit]:
    """Say in known blocks what stands in unknown ones.

    Breaks: one block of an unknown type, or an image without a source, refuses the whole request.
    Does: writes the readable part as text; images and documents in a foreign wrapping become real ones.
    Never: drops a block that says something; only what steers the protocol goes without a word.
    """
    known = taken(options)
    for message, block in history.odd:
        if block.kind == "fallback" and message.role == "assistant":
            continue  # it stands between runs of thinking: see fallbacks.py
        if block.kind in known and whole(block.data):
            continue
        made: tuple[Block, ...] = tuple(block.becomes(data) for data in translate(block.data))
        if made:
            yield Replace(block, made, f"{block.kind} cannot be sent")
        else:
            yield Drop(block, f"{block.kind} cannot be sent and says nothing")
