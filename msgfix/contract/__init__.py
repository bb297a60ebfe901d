"""The contract: every rule that the Messages API has for `messages`, checked without the API.

It knows nothing of the passes that mend: it judges what they make.
"""

from typing import Any

from msgfix.contract.problem import Problem
from msgfix.options import Options

__all__ = ["Problem", "check"]

_DEFAULTS = Options()


def check(messages: Any, options: Options = _DEFAULTS, *, request: dict[str, Any] | None = None) -> list[Problem]:
    """What the API would say to these messages, in the order of the array; nothing when it would take them.

    `messages`: any value. `request`: the body around them (`model`, `tools`, `thinking`, …), for the rules that ask it.
    """
    from msgfix.contract.judge import Judge  # who only reads the tables needs no judge

    judge = Judge(options, request=request)
    if isinstance(messages, list | tuple):
        for message in messages:
            judge.feed(message)
        return judge.finish()
    judge.case.say("messages-array", "messages", wording=int(messages is None))
    return judge.case.problems
