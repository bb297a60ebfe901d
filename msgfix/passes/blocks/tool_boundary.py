"""E3: where the tools end and the conversation goes on."""

from collections.abc import Iterator

from msgfix.edits import Edit, Insert, Into
from msgfix.model import History, Message, text
from msgfix.options import Options
from msgfix.passes.blocks.tool_references import references
from msgfix.rules import Severity, rule

BOUNDARY = "[The tools named above can be used from here on.]"


def _says_it(message: Message) -> bool:
    """It may end in a line break by now: see break-lines."""
    return any(block.kind == "text" and block.data["text"].rstrip() == BOUNDARY for block in message.blocks)


@rule(
    "mark-tool-boundary",
    step="E3",
    severity=Severity.ROUTINE,
    gate="tool-search",
    after={
        "name-referenced-tools": "only references that stay need the boundary",
        "order-turns": "a turn is one message, and its results lead: parallel results do not get a boundary each",
    },
)
def mark_tool_boundary(history: History, options: Options) -> Iterator[Edit]:
    """End a user turn that loads tools with a text.

    Breaks: a turn that ends in a bare tool_reference lets the model go on as if nobody had answered.
    Does: adds one text to the end of a user turn that holds a tool_reference.
    Never: adds it twice, or at all with `--feature defer-tool-reference`.
    """
    if "defer-tool-reference" in options.features:
        return
    loading = {
        message
        for message, block in history.odd
        if message.role == "user" and block.kind == "tool_result" and references(block.data)
    }
    for message in history.messages if loading else ():
        if message in loading and not _says_it(message):
            yield Insert(text(BOUNDARY), Into(message), "tools were loaded")
