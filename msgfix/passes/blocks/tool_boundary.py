"""E3: where the tools end and the conversation goes on."""

from collections.abc import Iterator
from itertools import groupby

from msgfix.edits import Edit, Insert, Into
from msgfix.model import History, Message, text
from msgfix.options import Options
from msgfix.passes.blocks.tool_references import references
from msgfix.rules import Severity, rule

BOUNDARY = "[The tools named above can be used from here on.]"


def _says_it(message: Message) -> bool:
    return any(block.kind == "text" and block.data.get("text") == BOUNDARY for block in message.blocks)


def _turns(history: History) -> Iterator[tuple[Message, ...]]:
    """The neighbouring user messages that will become one."""
    for role, run in groupby(history.messages, lambda message: message.role):
        if role == "user":
            yield tuple(run)


@rule(
    "mark-tool-boundary",
    step="E3",
    severity=Severity.ROUTINE,
    gate="tool-search",
    after={"name-referenced-tools": "only references that stay need the boundary"},
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
    for turn in _turns(history) if loading else ():
        if not loading.isdisjoint(turn) and not any(map(_says_it, turn)):
            yield Insert(text(BOUNDARY), Into(turn[-1]), "tools were loaded")
