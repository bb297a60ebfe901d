"""The proof: the result is judged by the contract, which shares nothing with the passes."""

from typing import Any

from msgfix.contract.judge import Judge
from msgfix.contract.plain import plain_size
from msgfix.contract.problem import Problem
from msgfix.model import History, Message
from msgfix.options import Options
from msgfix.render import plain_message
from msgfix.transcript.load import dumps

FRAME = 40  # bytes around the blocks of a message, at most


def prove(history: History, options: Options, request: dict[str, Any] | None = None) -> list[Problem]:
    """What the API would still object to.

    A block that is plain was accepted by the contract's own schema when its line was read, so only its outline is
    judged here, and so is one that a pass made, if the contract calls it plain now. A message with any other block is
    judged whole, and so is the last message, whose end has rules of its own.
    """
    judge = Judge(options, request=request)
    made = _made(history)
    whole = {message for message, size in made.items() if not size}
    for message in history.messages:
        if message in whole:
            judge.feed(plain_message(message))
        else:
            judge.feed_outline(message.role, message.blocks)
    outlined = [message for message in history.messages if message not in whole]
    return judge.finish(_size(outlined, made, judge.room))


def _size(outlined: list[Message], made: dict[Message, int], room: int) -> int:
    """Bytes of the messages that were not opened; reads no more of them than it takes to tell whether they fit."""
    bounds = [(message, *_between(message, made.get(message, 0))) for message in outlined]
    least, most = sum([low for _, low, _ in bounds]), sum([high for _, _, high in bounds])
    if least <= room < most:
        for message, low, high in sorted(bounds, key=lambda one: one[1] - one[2]):  # the least known first
            size = len(dumps(plain_message(message)))
            least, most = least + size - low, most + size - high
            if least > room or most <= room:
                break
    return least


def _between(message: Message, made: int) -> tuple[int, int]:
    """Bytes of a message at least, and at most; `made`: bytes of it that do not stand in the file."""
    low, high, last = made, made + FRAME, None
    for block in message.blocks:
        row = block.row
        if row is None or not block.plain:
            continue
        if not block.index:
            low += row.weight
        if row is not last:
            high, last = high + row.most, row
    return low, high


def _made(history: History) -> dict[Message, int]:
    """Bytes of what passes made, for each message that holds such blocks; 0 for those that have to be judged whole."""
    odd: dict[Message, list[Any]] = {}
    for message, block in history.odd:
        odd.setdefault(message, []).append(block.own)  # None, which is not plain, when it stands in the file
    sizes = {message: plain_size(message.role, blocks) for message, blocks in odd.items()}
    return sizes | dict.fromkeys(history.messages[-1:], 0)
