"""G3: results stand right behind their call."""

from collections.abc import Iterator

from msgfix.edits import Answering, Edit, Move
from msgfix.model import History
from msgfix.options import Options
from msgfix.pairing import pair
from msgfix.rules import Severity, rule


@rule(
    "move-results",
    step="G3",
    severity=Severity.ERROR,
    on_disk=True,
    cures="`tool_use` ids were found without `tool_result` blocks immediately after",
    after={"drop-repeated-results": "each call has one result at most", "join-neighbours": "a turn is one message"},
)
def move_results(history: History, options: Options) -> Iterator[Edit]:
    """Move each tool_result into the message right behind its call.

    Breaks: the API looks for results in the very next message, not anywhere. A result that came late, early or
    batched with others counts as missing there and as unexpected where it is.
    Does: moves it behind its call. Never: changes it.
    """
    for call in pair(history).calls:
        for position, result in call.results:
            if position != call.position + 1:
                yield Move(result, Answering(history.messages[call.position]), f"answers line {call.block.at}")
