"""Problem: one broken rule at one place of an array."""

from msgspec import Struct

from msgfix.rules import Severity


class Problem(Struct, frozen=True):
    """What the API would say.

    `rule`: id of a row of `msgfix.contract.rules`. `path`: in the API's own style, `messages.36.content.2.text.text`.
    `message`: the API's literal wording, the path and ids filled in. `hint`: what to do about it.
    """

    rule: str
    path: str
    severity: Severity
    message: str
    hint: str = ""


def in_order(problem: Problem) -> tuple[tuple[int, int, str], ...]:
    """Sort key: by place in the array; indexes as numbers, so that `messages.9` comes before `messages.10`."""
    parts = problem.path.split(".")
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts)
