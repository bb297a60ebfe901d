"""The quiet path finds what the checks find, and takes what is legal."""

from itertools import chain
from typing import Any

import pytest
from contract_words import assistant, call, found, image, png, result, search, system, text, thought, user
from hypothesis import given
from hypothesis import strategies as st

from msgfix.contract import Problem, check
from msgfix.contract.facts import facts_of
from msgfix.contract.judge import Judge
from msgfix.contract.pairing import Pairing
from msgfix.contract.plain import accepts_plain, plain_size
from msgfix.contract.turns import Fact, Turn
from msgfix.options import Options

refs = st.sampled_from(["a", "b", "c", "x" * 65])
calls, results = st.builds(call, refs), st.builds(result, refs)
words = st.just(text("so"))  # no white space at its end: that is why the last message is fed whole
says = words | calls | calls | st.just(thought())
gives = words | results | results
odd = st.sampled_from(
    [
        text(" "),
        image(png()),
        search(),
        found(),
        call("a", toolset_name="t"),
        call("b", caller={"type": "code_execution_20260120", "tool_id": "srvtoolu_1"}),
        result("a", toolset_name="t"),
        {"type": "fallback", "from": {"model": "a"}, "to": {"model": "b"}},
        {"type": "redacted_thinking", "data": "c2Vl"},
        {"type": "compaction", "content": "so far"},
    ]
)
messages = (
    st.builds(lambda blocks: assistant(*blocks), st.lists(says, max_size=4))
    | st.builds(lambda blocks: user(*blocks), st.lists(gives, max_size=4))
    | st.builds(lambda role, blocks: role(*blocks), st.sampled_from([user, assistant]), st.lists(says | gives | odd))
    | st.sampled_from([system("s"), user(""), {"role": "tool", "content": "x"}, "no message"])
)


@st.composite
def turns(draw: st.DrawFn) -> list[Any]:
    """A turn of the assistant and one of the user, mostly in legal order: a step of a conversation."""
    asked = draw(st.lists(refs, max_size=3, unique=True))
    said = [*draw(st.lists(st.just(thought()), max_size=1)), *draw(st.lists(words, max_size=1)), *map(call, asked)]
    given = [*map(result, draw(st.just(asked) | st.permutations(asked))), *draw(st.lists(words, max_size=1))]
    return [assistant(*said), user(*given)]


arrays = st.lists(turns() | st.lists(messages, max_size=2), max_size=6).map(lambda parts: list(chain(*parts)))
questions = st.builds(
    Options,
    target=st.sampled_from(["portable", "anthropic"]),
    tools=st.sampled_from([None, (), ({"name": "look"},)]),
    end=st.sampled_from(["any", "user"]),
)
requests: st.SearchStrategy[dict[str, Any] | None] = st.sampled_from(
    [None, {"thinking": {"type": "enabled"}}, {"compaction": {}}, {"model": "claude-opus-4-5", "tools": []}]
)


def outlined(array: list[Any], options: Options, request: dict[str, Any] | None = None) -> list[Problem]:
    """What is said when each message but the last is fed as an outline, if it is plain."""
    judge = Judge(options, request=request)
    for place, message in enumerate(array):
        blocks = message["content"] if isinstance(message, dict) else None
        if place < len(array) - 1 and isinstance(blocks, list) and accepts_plain(message["role"], blocks):
            judge.feed_outline(message["role"], facts_of(0, blocks))
        else:
            judge.feed(message)
    return judge.finish()


@given(arrays, questions, requests)
def test_outlines_bring_the_same_to_light(array: list[Any], options: Options, request: dict[str, Any] | None) -> None:
    assert outlined(array, options, request) == check(array, options, request=request)


BEFORE = [user("hi"), assistant(text("hi")), user(text("go"))]
BEHIND = [assistant(text("so")), user(text("well?")), assistant(text("bye"))]
QUIET = [
    [assistant(text("so")), user(text("on"))],
    [assistant(thought(), text("so"), thought(), call("a"), call("b")), user(result("a"), result("b"), text("on"))],
    [assistant(call("a")), user(result("a")), assistant(call("b")), user(result("b"))],
]
LOUD = [
    ([assistant(call("a"), call("b")), user(result("b"), result("a"))], ["user"]),
    ([assistant(call("a")), user(text("on"))], ["user"]),
    ([assistant(call("a")), user(text("on"), result("a"))], ["user"]),
    ([assistant(text("so"), thought(), call("a")), user(result("a"))], ["assistant", "user"]),
    ([assistant(thought()), user(text("on"))], ["assistant", "user"]),
    ([assistant(call("a"), text("so")), user(result("a"))], ["assistant", "user"]),
    ([assistant(call("x" * 65)), user(result("x" * 65))], ["assistant", "user"]),
    ([assistant(text("so")), user(text("on")), user(text("on"))], ["user"]),
    ([assistant(call("a"), call("a")), user(result("a"))], ["assistant", "user"]),
    ([assistant(call("a")), user(result("a")), assistant(call("a")), user(result("a"))], ["assistant", "user"]),
    ([assistant(call("a")), user(result("a")), assistant(text("so")), user(result("a"))], ["user"]),
    ([assistant(search()), user(text("on"))], ["assistant", "user"]),
    (
        [assistant(search(), call("a")), user(result("a")), assistant(text("so")), user(text("on"))],
        ["assistant", "user"],
    ),
]


@pytest.mark.parametrize(("middle", "loud"), [*((middle, []) for middle in QUIET), *LOUD])
def test_the_checks_see_no_quiet_turn(middle: list[Any], loud: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr(Pairing, "turn", lambda self, turn: seen.append(turn.role))
    outlined([*BEFORE, *middle, *BEHIND], Options())
    assert seen == ["user", *loud, "assistant"]


@pytest.mark.parametrize("options", [Options(), Options(target="anthropic", tools=())])
@pytest.mark.parametrize("middle", [*QUIET, *(middle for middle, _ in LOUD)])
def test_what_is_wrong_with_a_loud_turn_is_said(middle: list[Any], options: Options) -> None:
    array = [*BEFORE, *middle, *BEHIND]
    assert outlined(array, options) == check(array, options)


def test_the_facts_of_an_outline_are_made_when_they_are_asked_for() -> None:
    turn = Turn("assistant", 3, None, [Fact("text", None, 0, 0), Fact("tool_use", "a", 0, 1)])
    assert turn.known is None
    assert [call.path for call in turn.calls] == ["messages.3.content.1"]
    assert turn.known == turn.facts


@pytest.mark.parametrize("block", [text(" "), text("\ud800"), text("a\0"), image(png()), text("x", id=1), None])
def test_only_what_is_plain_in_every_respect_has_a_plain_size(block: Any) -> None:
    assert plain_size("user", [text("x")]) == len('[{"type":"text","text":"x"}]')
    assert plain_size("user", [text("x"), block]) == 0
