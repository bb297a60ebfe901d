"""What the proof opens, and that it weighs what it does not open."""

from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from msgfix.contract import check
from msgfix.history import build as build_history
from msgfix.model import Block, History, Message, made
from msgfix.options import Options
from msgfix.proof import prove
from msgfix.targets import limits
from msgfix.transcript.index import build, build_from_values
from msgfix.transcript.load import dumps

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


WIDE = ["é" * 600, "\nx" * 400, "x" * 1_150]


@pytest.mark.parametrize("words", WIDE)
@pytest.mark.parametrize("as_call", [False, True])
def test_what_stands_in_the_file_is_weighed_in_bytes(
    words: str, as_call: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Characters are not bytes, and the input of a call has no weight until it is read."""
    small = replace(limits("portable"), request_bytes=1_200)
    monkeypatch.setattr("msgfix.contract.case.limits", lambda *_: small)
    asked: list[dict[str, Any]] = [{"role": "user", "content": "go" if as_call else words}]
    call = {"type": "tool_use", "id": "a", "name": "Read", "input": {"command": words}}
    answer = {"type": "tool_result", "tool_use_id": "a", "content": "done"}
    asked += [{"role": "assistant", "content": [call]}, {"role": "user", "content": [answer]}] if as_call else []
    talk = [*asked, {"role": "assistant", "content": "so"}, {"role": "user", "content": "on"}]
    entries = [{"type": message["role"], "uuid": str(n), "message": message} for n, message in enumerate(talk)]
    for rows in (build_from_values(talk).rows, build(BytesIO(b"\n".join(map(dumps, entries)))).rows):
        found = {problem.rule for problem in prove(build_history(rows), Options())}
        assert found == {problem.rule for problem in check(talk)} == {"request-bytes"}


@given(
    st.lists(st.sampled_from(["x", "é" * 9, "x" * 90, "\n" * 30 + "x"]), min_size=1, max_size=6), st.integers(0, 900)
)
def test_no_more_is_read_than_tells_whether_a_request_fits(texts: list[str], most: int) -> None:
    talk = [{"role": ("user", "assistant")[n % 2], "content": words} for n, words in enumerate(texts)]
    entries = [{"type": message["role"], "uuid": str(n), "message": message} for n, message in enumerate(talk)]
    rows = build(BytesIO(b"\n".join(map(dumps, entries)))).rows
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("msgfix.contract.case.limits", lambda *_: replace(limits("portable"), request_bytes=most))
        found = {problem.rule for problem in prove(build_history(rows), Options())}
        assert ("request-bytes" in found) == ("request-bytes" in {problem.rule for problem in check(talk)})
