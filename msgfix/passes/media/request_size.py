"""K6: the request as a whole has a limit of bytes."""

from collections.abc import Iterator

from msgfix.edits import Edit, Note
from msgfix.media.swap import instead, replaced
from msgfix.media.walk import Data, Medium, survey
from msgfix.model import Block, History
from msgfix.options import Options
from msgfix.rules import Severity, rule
from msgfix.targets import limits
from msgfix.transcript.load import dumps

NAMED = 3
WHY = "the request was too large"
ROOM = 500  # bytes, more than the text that stands for a medium takes
FRAME = 40  # bytes around the blocks of a message


@rule(
    "request-size",
    step="K6",
    severity=Severity.ERROR,
    cures="Request exceeds the maximum size",
    after={
        "oversized-media": "scaled pictures may fit",
        "too-much-media": "what has gone takes no room",
    },
)
def request_size(history: History, options: Options) -> Iterator[Edit]:
    """Say when the request is over the byte limit of the target.

    Breaks: the API answers 413 before it reads anything.
    Does: names the biggest blocks. `--feature fit-request` puts a short text in the place of the oldest pictures and
    documents, one by one, until the request fits.
    Never: shortens text.
    """
    limit = limits(options.target, options.model).request_bytes
    frame = FRAME * len(history.messages) + len(dumps(options.tools or ()))
    if frame + _estimate(history) <= limit:
        return
    sizes = {block: len(dumps(block.data)) for _, block in history.blocks()}
    surplus = frame + sum(sizes.values()) - limit
    if "fit-request" in options.features:
        oldest: list[Medium] = []
        for medium in survey(history):
            if surplus <= 0:
                break
            if medium.length > ROOM:
                oldest.append(medium)
                surplus -= medium.length - ROOM
                sizes[medium.block] -= medium.length
        yield from replaced(oldest, _left_out)
    if surplus > 0 and sizes:
        biggest = sorted(sizes, key=lambda block: -sizes[block])[:NAMED]
        names = ", ".join(f"{block.at} ({block.kind}, {sizes[block]} bytes)" for block in biggest)
        yield Note(biggest[0], f"the request is {surplus} bytes over the limit of {limit}; the biggest: {names}")


def _left_out(medium: Medium, data: Data) -> tuple[Data, str]:
    return instead(medium, data, WHY), WHY


def _estimate(history: History) -> int:
    """At most so many bytes: lines of the file count whole, so that nothing needs to be read."""
    rows = {}
    made: list[Block] = []
    for _, block in history.blocks():
        if block.untouched and block.row:
            rows[id(block.row)] = block.row.length
        else:
            made.append(block)
    return sum(rows.values()) + sum(len(dumps(block.data)) for block in made)
