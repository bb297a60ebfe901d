"""The judge as a whole: its words, its order, outlines, any input, and its cost."""

import sys
from types import FrameType
from typing import Any

import pytest
from contract_words import assistant, call, image, png, result, system, text, thought, user
from hypothesis import given
from hypothesis import strategies as st

from msgfix.contract import check, rules
from msgfix.contract.facts import facts_of
from msgfix.contract.judge import Judge
from msgfix.contract.plain import accepts_plain
from msgfix.contract.rules import contract
from msgfix.options import Options

ANSWERED = [user("go"), assistant(call()), user(result())]

WORDS = [
    ([{"content": "x"}], "messages.0.role: Field required"),
    ([user("x", uuid="1")], "messages.0.uuid: Extra inputs are not permitted"),
    (
        [{"role": "tool", "content": "x"}],
        'messages: Unexpected role "tool". Allowed roles are "user" or "assistant"',
    ),
    (
        [user("go"), assistant(call("toolu_1"), call("toolu_2")), user("on")],
        "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1, toolu_2. Each "
        "`tool_use` block must have a corresponding `tool_result` block in the next message.",
    ),
    (
        [user(result("toolu_1"))],
        "messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1. Each `tool_result` "
        "block must have a corresponding `tool_use` block in the previous message.",
    ),
    (
        [user("go"), assistant(call("a b")), user(result("a b"))],
        "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    ),
    (
        [user("go"), assistant(call()), user(result(content=[text("x", _meta=1)]))],
        "messages.2.content.0.tool_result.content.0.text._meta: Extra inputs are not permitted",
    ),
    (
        [user(image(png(), "image/jpg"))],
        "messages.0.content.0.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' "
        "or 'image/webp'",
    ),
    (
        [user(image(png(9000)))],
        "messages.0.content.0.image.source.base64.data: At least one of the image dimensions exceed max allowed size: "
        "8000 pixels",
    ),
    (
        [user("a"), assistant({"type": "thinking", "thinking": ""}, text("x")), user("b")],
        "messages.1.content.0.thinking.signature: Field required",
    ),
    (
        [user("a"), assistant(image(png())), user("b")],
        "messages.1.content: 'image' blocks are not permitted within assistant turns",
    ),
]


@pytest.mark.parametrize(("array", "words"), WORDS, ids=[words[:40] for _, words in WORDS])
def test_it_speaks_as_the_api_does(array: list[Any], words: str) -> None:
    assert words == check(array)[0].message


def test_problems_stand_in_the_order_of_the_array() -> None:
    array = [message for _ in range(12) for message in (user("x", id=1), assistant("y", id=1))]
    places = [problem.path.split(".")[1] for problem in check(array) if problem.rule == "message-extra-field"]
    assert places == [str(n) for n in range(24)]


def test_each_problem_has_a_hint_and_a_known_rule() -> None:
    for problem in check([user(text("", id=1), image("x")), assistant(thought()), user(result())]):
        assert problem.hint == contract()[problem.rule].hint != ""


def test_the_sections_behind_the_rule_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "_SECTIONS", ("array", "that_there_is_not"))
    assert rules.row_of.__wrapped__("ends-with-user").number == "A9"


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text() | st.binary(), st.lists))
def test_any_value_is_judged(value: Any) -> None:
    check(value)
    check([value, {"role": "user", "content": value}, user(value, {"type": "text", "text": value})])
    check([user("x")], request={"tools": value, "model": value, "thinking": value, "betas": value, "system": value})


def test_what_holds_itself_and_what_is_nested_deep_is_judged() -> None:
    ring: dict[str, Any] = {"role": "user"}
    ring["content"] = [ring]
    assert "json-finite-numbers" in {problem.rule for problem in check([ring])}
    deep: Any = "x"
    for _ in range(50_000):
        deep = [deep]
    assert {problem.rule for problem in check([user("a"), assistant(call(input={"k": deep})), user(result())])} <= {
        "json-finite-numbers"
    }
    assert check([{"role": "user", "content": deep}])


OUTLINED = [
    ANSWERED,
    ANSWERED[:2],
    [*ANSWERED[:1], *ANSWERED[2:]],
    [user("go"), assistant(thought(), text("x")), user("on"), user("and on")],
    [user("go"), assistant(thought()), user("on")],
    [user("go"), assistant(call("x" * 65), text("x")), user(result("x" * 65))],
    [user("go"), assistant(call(), call()), user(result(), result())],
    [assistant("a"), user("b")],
]


@pytest.mark.parametrize("array", OUTLINED)
def test_an_outline_is_judged_as_the_message_is(array: list[Any]) -> None:
    judge = Judge(Options())
    for message in array:
        content = message["content"]
        blocks = [text(content)] if isinstance(content, str) else content
        assert accepts_plain(message["role"], content)
        judge.feed_outline(message["role"], facts_of(0, blocks))
    assert judge.finish() == check(array)


def test_the_number_of_messages_has_a_limit() -> None:
    judge = Judge(Options())
    for _ in range(50_000):
        judge.feed_outline("user", facts_of(0, "x"))
        judge.feed_outline("assistant", facts_of(0, "x"))
    assert judge.finish()[0].rule == "ends-with-user"
    judge.feed_outline("user", facts_of(0, "x"))
    assert "messages-max-count" in {problem.rule for problem in judge.finish()}


def test_only_the_facts_of_two_turns_are_kept() -> None:
    judge = Judge(Options())
    for turn in range(50):
        judge.feed(user(*[result(f"a{turn - 1}")] if turn else "", text("go")))
        judge.feed(assistant(call(f"a{turn}")))
    last = judge._turn
    assert last is not None
    assert last.before is not None
    assert last.before.before is None


def _calls(array: list[Any]) -> int:
    """How many functions a check calls."""
    count = 0

    def tick(frame: FrameType, event: str, arg: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(tick)
    try:
        check(array)
    finally:
        sys.setprofile(None)
    return count


def test_the_cost_grows_with_the_length_alone() -> None:
    def array(turns: int) -> list[Any]:
        each = (
            (user(*[result(f"a{n - 1}")] * (n > 0), text("", id=1)), assistant(call(f"a{n}"))) for n in range(turns)
        )
        return [message for pair in each for message in pair]

    check(array(1))
    once, twice = _calls(array(100)), _calls(array(200))
    assert twice < 2.1 * once


def test_the_same_array_means_other_things_on_other_targets() -> None:
    array = [assistant("hi"), user("a"), system("s")]
    found = {
        target: {p.rule for p in check(array, Options(target=target)) if p.severity == "error"} for target in TARGETS
    }
    assert found["portable"] == found["bedrock"] == {"first-role-user", "system-model-support"}
    assert found["anthropic"] == found["vertex"] == set()


TARGETS: tuple[Any, ...] = ("portable", "anthropic", "bedrock", "vertex")
