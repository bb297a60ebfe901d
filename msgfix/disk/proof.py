"""The proof: the draft, read anew, says the same as the old file, and there is nothing left to repair in it."""

from msgfix.disk.plan import plan
from msgfix.disk.reindex import Reindexed
from msgfix.errors import RefusedError
from msgfix.model import Block, Message
from msgfix.options import Options
from msgfix.passes.blocks.cache_marks import without_marks
from msgfix.passes.turns.tags import is_tag
from msgfix.pipeline import run
from msgfix.result import Result
from msgfix.transcript.formats import of_lines
from msgfix.transcript.load import dumps
from msgfix.transcript.row import Row


class UnprovedError(RefusedError):
    """The draft is not what it should be."""


def prove(draft: Reindexed, name: str, wanted: Result, options: Options) -> None:
    """Raises UnprovedError when the draft does not make the same array, or would be repaired again.

    `options`: those of the caller, as a second repair would get them.
    """
    again = run(of_lines(draft.index, name), options)
    trouble = ""
    if again.kind != wanted.kind:
        trouble = "the repaired file would be no session any more"
    elif (number := difference(wanted, again, draft.was)) is not None:
        trouble = f"message {number} of the repaired file would not say the same as before"
    elif left := plan(again):
        trouble = f"a second repair would change {next(iter(left.counts), 'something')} again"
    if trouble:
        raise UnprovedError(f"{name}: {trouble}; nothing was changed. This is a bug of msgfix, please report it.")


def difference(one: Result, other: Result, was: dict[Row, Row]) -> int | None:
    """The first message that differs, from 0; None when all are alike. `was`: see Reindexed."""
    ours, theirs = one.history.messages, other.history.messages
    for number, (a, b) in enumerate(zip(ours, theirs, strict=False)):
        if not alike(a, b, was) and _said(a) != _said(b):
            return number
    return None if len(ours) == len(theirs) else min(len(ours), len(theirs))


def alike(ours: Message, theirs: Message, was: dict[Row, Row]) -> bool:
    """A quick look: True when both have the same blocks, spelt alike. Lines that were proved the same are not read."""
    return (
        ours.role == theirs.role
        and len(ours.blocks) == len(theirs.blocks)
        and all(_alike(a, b, was) for a, b in zip(ours.blocks, theirs.blocks, strict=True))
    )


def _alike(ours: Block, theirs: Block, was: dict[Row, Row]) -> bool:
    a, b = ours.row, theirs.row
    if ours.own is not None or theirs.own is not None or ours.lacks != theirs.lacks:
        return ours.untouched == theirs.untouched and dumps(ours.data) == dumps(theirs.data)
    if a is None or b is None or ours.index != theirs.index:
        return False
    if was.get(b, b) is not a:
        if a.source.raw_content(a) != b.source.raw_content(b):
            return False
        was[b] = a  # the other blocks of the two need no look
    return True


def _said(message: Message) -> tuple[str, list[bytes], list[bytes]]:
    """What a message says, without the spacing and spelling of the file: its own blocks, and those of attachments.

    Cache marks say nothing. The client sets its own, and all that it finds stay, so none may stand in the file. Nor do
    the tags that name an entry: one that was made up has a name only when it stands in the file.

    Where in a message attachments stand is for the client to say: they rise until the nearest result, and a result
    that had to become text is none any more. So is the line end of a text that meets another.
    """
    own: list[bytes] = []
    attached: list[bytes] = []
    for block in message.blocks:
        data = without_marks(block.data)
        if block.row is None and is_tag(block):
            continue
        if block.kind == "text" and isinstance(data.get("text"), str):
            data = {**data, "text": data["text"].removesuffix("\n")}
        (attached if block.row is not None and block.row.type == "attachment" else own).append(dumps(data))
    return message.role, own, attached
