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
from msgfix.transcript.row import Row

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
    room = limit - FRAME * len(history.messages) - len(dumps(options.tools or ()))
    fits = "fit-request" in options.features
    surplus = surplus_of(history, room, exact=fits)
    if surplus > 0 and fits:
        oldest: list[Medium] = []
        for medium in survey(history):
            if surplus <= 0:
                break
            if medium.length > ROOM:
                oldest.append(medium)
                surplus -= medium.length - ROOM
        yield from replaced(oldest, _left_out)
    if surplus > 0:
        biggest = sorted(_biggest(history), key=lambda one: -one[0])[:NAMED]
        names = ", ".join(f"{block.at} ({block.kind}, {size:,} bytes)" for size, block in biggest)
        yield Note(biggest[0][1], f"the request is over the limit of {limit:,} bytes; the biggest blocks: {names}")


def _left_out(medium: Medium, data: Data) -> tuple[Data, str]:
    return instead(medium, data, WHY), WHY


def surplus_of(history: History, room: int, exact: bool) -> int:
    """How many bytes are too many; when not `exact`, reads no more than it takes to tell whether there are any."""
    least, most = _between(history)
    if most <= room:
        return 0
    if least > room and not exact:
        return least - room
    rows: dict[Row, list[Block]] = {}
    for _, block in history.blocks():
        if block.own is None and block.row:
            rows.setdefault(block.row, []).append(block)
    for row in sorted(rows, key=lambda row: row.weight - row.length):  # those first of which the least is known
        if most <= room or (least > room and not exact):
            break
        size = sum(len(dumps(block.data)) for block in rows[row])
        least, most = least + size - row.weight, most + size - row.most
    return least - room


def _between(history: History) -> tuple[int, int]:
    """At least and at most so many bytes, without reading anything: texts count by their characters, or whole lines."""
    every = [block for message in history.messages for block in message.blocks]
    rows = {block.row for block in every if block.own is None and block.row}
    made = sum([len(dumps(block.own)) for block in every if block.own is not None])
    return made + sum([row.weight for row in rows]), made + sum([row.most for row in rows])


def _biggest(history: History) -> list[tuple[int, Block]]:
    """The sizes of blocks among which the biggest are: those on the longest lines, and those that are not on any."""
    every = [block for message in history.messages for block in message.blocks]
    lengths = sorted({block.row.length for block in every if block.row})[-NAMED:]
    return [
        (len(dumps(block.data)), block)
        for block in every
        if block.own is not None or block.row is None or block.row.length >= lengths[0]
    ]
