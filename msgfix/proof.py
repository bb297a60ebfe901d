"""The proof: the result is judged by the contract, which shares nothing with the passes."""

from typing import Any

from msgfix.contract.judge import Judge
from msgfix.contract.problem import Problem
from msgfix.model import History
from msgfix.options import Options
from msgfix.render import plain_message


def prove(history: History, options: Options, request: dict[str, Any] | None = None) -> list[Problem]:
    """What the API would still object to.

    A block that is plain was accepted by the contract's own schema when its line was read, so only its outline is
    judged here; every other block is judged whole, and so is the last message, whose end has rules of its own.
    """
    judge = Judge(options, request=request)
    last = history.messages[-1] if history.messages else None
    for message in history.messages:
        outline, size = [], 0
        for block in message.blocks:
            if not block.plain or message is last:
                judge.feed(plain_message(message))
                break
            outline.append((block.kind, block.ref))
            if not block.index and block.row:
                size += block.row.weight
        else:
            judge.feed_outline(message.role, outline, size)
    return judge.finish()
