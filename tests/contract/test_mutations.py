"""Break a valid array in a known way at a random place: the checker names the rule, at that place."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from contract_words import assistant, call, image, png, result, text, thought, user
from hypothesis import given
from hypothesis import strategies as st

from msgfix.contract import check

Array = list[dict[str, Any]]


@st.composite
def conversations(draw: st.DrawFn) -> Array:
    """Turns of a user and an assistant that calls one to three tools each time; at least two of them."""
    array: Array = []
    carry: list[Any] = []
    for turn in range(draw(st.integers(2, 5))):
        array.append(user(*carry, text(draw(st.sampled_from(["go", "on", "é\n"])))))
        refs = [f"toolu_{turn}_{n}" for n in range(draw(st.integers(1, 3)))]
        head = [thought()] if draw(st.booleans()) else []
        array.append(assistant(*head, text("so"), *map(call, refs)))
        carry = [result(ref, draw(st.sampled_from(["seen", [text("seen")], [image(png())]]))) for ref in refs]
    return [*array, user(*carry, text("well?")), assistant(text("done")), user(text("thanks"))]


def drop_result(array: Array, at: int) -> str:
    del array[at + 1]["content"][0]
    return f"messages.{at}"


def text_first(array: Array, at: int) -> str:
    array[at + 1]["content"].insert(0, text("wait"))
    return f"messages.{at + 1}.content.1"


def text_behind_call(array: Array, at: int) -> str:
    array[at]["content"].append(text("so"))
    return f"messages.{at}.content.{len(array[at]['content']) - 1}"


def stray_result(array: Array, at: int) -> str:
    array[at + 1]["content"].insert(0, result("toolu_zz"))
    return f"messages.{at + 1}.content.0"


def repeated_result(array: Array, at: int) -> str:
    array[at + 1]["content"].insert(1, deepcopy(array[at + 1]["content"][0]))
    return f"messages.{at + 1}.content.1"


def repeated_id(array: Array, at: int) -> str:
    array[at]["content"].append(call("toolu_0_0"))
    return f"messages.{at}.content.{len(array[at]['content']) - 1}"


def bad_id(array: Array, at: int) -> str:
    array[at]["content"][-1]["id"] = "toolu:1"
    [block for block in array[at + 1]["content"] if block["type"] == "tool_result"][-1]["tool_use_id"] = "toolu:1"
    return f"messages.{at}.content.{len(array[at]['content']) - 1}.tool_use.id"


def bad_input(array: Array, at: int) -> str:
    array[at]["content"][-1]["input"] = "{}"
    return f"messages.{at}.content.{len(array[at]['content']) - 1}.tool_use.input"


def extra_field(array: Array, at: int) -> str:
    array[at]["content"][-1]["index"] = 0
    return f"messages.{at}.content.{len(array[at]['content']) - 1}.tool_use.index"


def blank_text(array: Array, at: int) -> str:
    array[at - 1]["content"][-1]["text"] = " \n"
    return f"messages.{at - 1}.content.{len(array[at - 1]['content']) - 1}.text.text"


def unsigned(array: Array, at: int) -> str:
    array[at]["content"].insert(0, {"type": "thinking", "thinking": "Hm."})
    return f"messages.{at}.content.0.thinking.signature"


def trailing_thought(array: Array, at: int) -> str:
    array[at] = assistant(text("so"), thought())
    array[at + 1]["content"] = [text("on")]
    return f"messages.{at}.content.1"


def split_turn(array: Array, at: int) -> str:
    array.insert(at, user("and"))
    return f"messages.{at}"


def wrong_side(array: Array, at: int) -> str:
    array[at]["content"].insert(0, image(png()))
    return f"messages.{at}.content.0"


def half_pair(array: Array, at: int) -> str:
    array[at]["content"][-1]["input"] = {"k": ["\ud800"]}
    return f"messages.{at}.content.{len(array[at]['content']) - 1}.tool_use.input.k.0"


def wrong_media_type(array: Array, at: int) -> str:
    array[at + 1]["content"].append(image(png(), "image/webp"))
    return f"messages.{at + 1}.content.{len(array[at + 1]['content']) - 1}.image.source.base64.data"


MUTATIONS: dict[str, Callable[[Array, int], str]] = {
    "tool-result-missing": drop_result,
    "tool-result-first": text_first,
    "tool-use-trailing": text_behind_call,
    "tool-result-orphan": stray_result,
    "tool-result-unique": repeated_result,
    "tool-use-id-unique": repeated_id,
    "tool-id-pattern": bad_id,
    "tool-use-input-object": bad_input,
    "block-extra-field": extra_field,
    "text-nonwhitespace": blank_text,
    "thinking-fields": unsigned,
    "thinking-not-last": trailing_thought,
    "role-alternation": split_turn,
    "block-role-user-only": wrong_side,
    "json-no-lone-surrogate": half_pair,
    "image-magic-match": wrong_media_type,
}


@given(conversations())
def test_valid_arrays_are_valid(array: Array) -> None:
    assert [problem for problem in check(array) if problem.severity == "error"] == []


@pytest.mark.parametrize("rule", MUTATIONS)
@given(data=st.data())
def test_the_rule_is_named_at_the_place(rule: str, data: st.DataObject) -> None:
    array = data.draw(conversations())
    at = data.draw(st.sampled_from([n for n, m in enumerate(array) if m["content"][-1]["type"] == "tool_use"]))
    before = deepcopy(array)
    path = MUTATIONS[rule](array, at)
    assert (rule, path) in {(problem.rule, problem.path) for problem in check(array)}
    assert array != before
