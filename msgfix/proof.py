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
    return judge.finish(_size(outlined, sum(made.values()), judge.room))


def _size(outlined: list[Message], made: int, room: int) -> int:
    """Bytes of the messages that were not opened; read for that only where their lines do not tell whether they fit."""
    rows = [
        block.row for message in outlined for block in message.blocks if block.plain and not block.index and block.row
    ]
    least = made + sum([row.weight for row in rows])
    if least > room or made + sum([row.most for row in rows]) + FRAME * len(outlined) <= room:
        return least
    return sum(len(dumps(plain_message(message))) for message in outlined)


def _made(history: History) -> dict[Message, int]:
    """Bytes of what passes made, for each message that holds such blocks; 0 for those that have to be judged whole."""
    odd: dict[Message, list[Any]] = {}
    for message, block in history.odd:
        odd.setdefault(message, []).append(block.own)  # None, which is not plain, when it stands in the file
    sizes = {message: plain_size(message.role, blocks) for message, blocks in odd.items()}
    return sizes | dict.fromkeys(history.messages[-1:], 0)
