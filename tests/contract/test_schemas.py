"""The schema files themselves, and the quick answers that are made from them."""

from importlib.resources import files
from typing import Any

import pytest
from contract_examples import EXAMPLES
from contract_words import assistant, call, image, png, result, text, thought, user
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from msgfix.contract import check
from msgfix.contract.plain import accepts_media, accepts_plain
from msgfix.contract.rules import contract
from msgfix.contract.shape import errors, schema
from msgfix.targets import ALL_BLOCKS

BLOCKS = sorted(f"blocks/{path.name}" for path in files("msgfix.schemas").joinpath("blocks").iterdir())
FILES = ["messages.schema.json", *BLOCKS]


@pytest.mark.parametrize("name", FILES)
def test_each_is_a_schema(name: str) -> None:
    Draft202012Validator.check_schema(schema(name))


@pytest.mark.parametrize("name", FILES)
def test_each_names_rules_of_the_contract(name: str) -> None:
    todo: list[Any] = [schema(name)]
    while todo:
        here = todo.pop()
        if isinstance(here, dict):
            assert here.get("x-rule", "messages-array") in contract()
            todo += here.values()
        elif isinstance(here, list):
            todo += here


def test_there_is_one_for_each_type_of_block() -> None:
    assert {name.removeprefix("blocks/").removesuffix(".json") for name in BLOCKS} == ALL_BLOCKS | {"common"}


def test_another_validator_says_the_same() -> None:
    make: Any = Registry
    registry = make(
        retrieve=lambda uri: Resource.from_contents(schema(uri.removeprefix("x:/")), default_specification=DRAFT202012)
    )
    other = Draft202012Validator({"$ref": "x:/messages.schema.json#/$defs/message"}, registry=registry)
    for example in EXAMPLES:
        for message in example.bad if isinstance(example.bad, list) and len(example.bad) < 9 else []:
            if isinstance(message, dict) and not example.rule.startswith("json-") and len(str(message)) < 9999:
                assert other.is_valid(message) == (not errors(message)), message


PLAIN = [
    ("user", "hi"),
    ("user", [text("hi")]),
    ("user", [result(), text("hi")]),
    ("user", [{"type": "tool_result", "tool_use_id": "a"}]),
    ("user", [result(content=[text("x")], is_error=True)]),
    ("user", [result(content="", is_error=False)]),
    ("assistant", [thought(), text("x"), call()]),
    ("assistant", [thought(thinking="")]),
]
NOT_PLAIN: list[tuple[str, Any]] = [
    ("system", "hi"),
    ("user", ""),
    ("user", "\u2003"),
    ("user", []),
    ("user", None),
    ("user", [None]),
    ("user", ["hi"]),
    ("user", [text("")]),
    ("user", [text("x", citations=[])]),
    ("user", [call()]),
    ("user", [thought()]),
    ("user", [image(png())]),
    ("user", [result(content=None)]),
    ("user", [result(content=[image(png())])]),
    ("user", [result(content=" ", is_error=True)]),
    ("user", [result(content=[], is_error=True)]),
    ("user", [result(is_error=None)]),
    ("user", [result(ref="a\n")]),
    ("user", [result(extra=1)]),
    ("assistant", [result()]),
    ("assistant", [thought(signature="")]),
    ("assistant", [call(id="a\n")]),
    ("assistant", [call(name="a b")]),
    ("assistant", [call(name="x" * 65)]),
    ("assistant", [call(input=[])]),
    ("assistant", [call(caller={"type": "direct"})]),
    ("assistant", [{**text("x"), "type": ["text"]}]),
]


@pytest.mark.parametrize(("role", "content"), PLAIN)
def test_plain(role: str, content: Any) -> None:
    assert accepts_plain(role, content)


@pytest.mark.parametrize(("role", "content"), NOT_PLAIN)
def test_not_plain(role: str, content: Any) -> None:
    assert not accepts_plain(role, content)


PDF = {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": ""}}
WITH_MEDIA = [
    [image(png())],
    [text("x"), PDF, image("")],
    [result(content=[image(png())])],
    [result(content=[text("x"), PDF]), text("x")],
]


@pytest.mark.parametrize("content", WITH_MEDIA)
def test_with_media(content: Any) -> None:
    assert accepts_media("user", content)
    assert not accepts_media("assistant", content)


SOME = [*(content for _, content in PLAIN + NOT_PLAIN)]
FIELDS = st.sampled_from(["type", "text", "id", "tool_use_id", "input", "content", "is_error", "signature", "x"])
VALUES: Any = st.sampled_from(
    [None, "", "x", " ", True, {}, [], "text", "thinking", "tool_use", "tool_result", [text("x")]]
)


@given(
    st.sampled_from(["user", "assistant"]),
    st.sampled_from(SOME),
    st.dictionaries(FIELDS, VALUES, max_size=2),
    st.booleans(),
)
def test_what_is_plain_breaks_no_rule_of_its_own(
    role: str, content: Any, changes: dict[str, Any], nested: bool
) -> None:
    if isinstance(content, list) and content and isinstance(content[0], dict):
        content = [{**content[0], **changes}, *content[1:]]
    if accepts_plain(role, content):
        assert not errors({"role": role, "content": content})
        over_the_array = {"tool-use-last-message", "tool-result-orphan", "thinking-not-last", "first-role-user"}
        found = {problem.rule for problem in check([{"role": role, "content": content}])}
        assert found <= over_the_array | {"ends-with-user"}


SOURCES = st.fixed_dictionaries(
    {
        "type": st.sampled_from(["base64", "url"]),
        "media_type": st.sampled_from(["image/png", "application/pdf", ["image/png"]]),
        "data": st.sampled_from(["x", None]),
    },
    optional={"url": st.just("x")},
)
MEDIA = st.fixed_dictionaries(
    {"type": st.sampled_from(["image", "document", ["image"]]), "source": SOURCES | st.none()},
    optional={"x": st.just(1)},
)


@settings(max_examples=500)
@given(MEDIA, st.booleans())
def test_what_is_plain_but_for_media_is_right_in_shape(medium: dict[str, Any], nested: bool) -> None:
    content = [result(content=[medium])] if nested else [medium]
    if accepts_media("user", content):
        assert not errors({"role": "user", "content": content})


def test_a_trailing_newline_is_no_part_of_an_id() -> None:
    assert errors(assistant(call(id="a\n")))
    assert errors(user(result(ref="a\n")))
    assert not errors(assistant(call()))
    assert not errors(user(result()))
