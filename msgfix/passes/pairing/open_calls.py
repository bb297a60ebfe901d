"""G4: every call has a result."""

from collections.abc import Iterator

from msgfix.edits import Answering, Edit, Insert
from msgfix.model import Block, History
from msgfix.options import Options
from msgfix.pairing import pair
from msgfix.passes.pairing.words import no_result
from msgfix.rules import Severity, rule

MISSING = "`tool_use` ids were found without `tool_result` blocks immediately after"
AFTER = {"move-results": "a result that exists must not be made up"}


def _found(history: History, call: Block) -> Block | None:
    return history.archive.result(call.ref) if call.ref is not None else None


@rule("fetch-results", step="G1", severity=Severity.WARNING, on_disk=True, cures=MISSING, after=AFTER)
def fetch_results(history: History, options: Options) -> Iterator[Edit]:
    """Fetch the result of an open call from elsewhere in the file.

    Breaks: the recorded result can hang on another branch. Does: looks through the whole file and puts the real
    result behind its call. Never: takes the result of another call.
    """
    for call in pair(history).open:
        if found := _found(history, call.block):
            yield Insert(found, Answering(history.messages[call.position]), f"found at line {found.at}")


@rule(
    "answer-open-calls",
    step="G4",
    severity=Severity.ERROR,
    on_disk=True,
    cures=MISSING,
    after=AFTER | {"fetch-results": "the real result may stand elsewhere in the file"},
)
def answer_open_calls(history: History, options: Options) -> Iterator[Edit]:
    """Answer every tool_use that has no result.

    Breaks: a session that was interrupted or crashed in a call is refused at every prompt from then on.
    Does: puts a result with `is_error` behind the call that says its outcome is unknown.
    Never: drops the call (a signed thinking turn must not lose a block), or says that it succeeded.
    """
    for call in pair(history).open:
        yield Insert(no_result(call.block), Answering(history.messages[call.position]), str(call.block.ref))
