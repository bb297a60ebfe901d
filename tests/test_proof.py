"""What the proof opens, and that it weighs what it does not open."""

from typing import Any

import pytest

from msgfix.model import Block, History, Message, made
from msgfix.options import Options
from msgfix.proof import prove
from msgfix.targets import limits

ANSWER = Message("assistant", (made({"type": "text", "text": "so"}),))
END = Message("user", (made({"type": "text", "text": "on"}),))


def _found(*blocks: Block) -> set[str]:
    return {problem.rule for problem in prove(History((Message("user", blocks), ANSWER, END)), Options())}


@pytest.mark.parametrize(
    ("data", "rules"),
    [
        ({"type": "text", "text": "go"}, set()),
        ({"type": "text", "text": " "}, {"text-nonwhitespace"}),
        ({"type": "text", "text": "go\0"}, {"json-no-lone-surrogate"}),
        ({"type": "text", "text": "go", "id": 1}, {"block-extra-field"}),
    ],
)
def test_what_a_pass_made_is_judged(data: dict[str, Any], rules: set[str]) -> None:
    assert _found(made(data)) == rules
    assert _found(made({"type": "text", "text": "hi"}), made(data)) == rules


def test_what_a_pass_made_is_weighed() -> None:
    limit = limits("portable").request_bytes
    assert _found(made({"type": "text", "text": "x" * limit})) == {"request-bytes"}
    assert _found(made({"type": "text", "text": "x" * (limit - 1000)})) == set()
