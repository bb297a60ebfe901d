"""The sketch of a block against a slow restatement of what is plain."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msgfix.transcript.sketch import agreed, odd, sketch
from msgfix.transcript.source import blocks_of

IDS = st.sampled_from(["toolu_1", "a-b", "srvtoolu_1", "bad id", "", "x" * 64, "x" * 65, "id\n", None, 5])
WORDS = st.sampled_from(
    ["hi", "", " \n", "a\0b", "é", "✓ done", "lone \ud83d", "<system-reminder>x</system-reminder>", None, 7]
)
VALUES = st.recursive(
    WORDS | st.integers() | st.floats() | st.booleans(),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["a", "k\0", "\udc00"]), inner, max_size=2)
    ),
    max_leaves=4,
)


def fields(required: dict[str, Any], optional: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(required, optional={**optional, "cache_control": st.just({"type": "ephemeral"})})


TEXT = fields({"type": st.just("text"), "text": WORDS}, {"index": st.just(0)})
CALL = fields(
    {
        "type": st.just("tool_use"),
        "id": IDS,
        "name": st.sampled_from(["Bash", "a b", "x" * 65, "", 3]),
        "input": VALUES | st.just({}),
    },
    {"caller": st.just({"type": "direct"})},
)
RESULT = fields(
    {"type": st.just("tool_result"), "tool_use_id": IDS},
    {"content": WORDS | st.lists(TEXT | VALUES, max_size=2), "is_error": st.sampled_from([True, False, None])},
)
THINKING = fields({"type": st.just("thinking"), "thinking": WORDS, "signature": WORDS}, {})
BLOCKS = TEXT | CALL | RESULT | THINKING | VALUES | st.just({"type": "image"})
ROLES = st.sampled_from(["user", "assistant"])


def sound(value: Any) -> bool:
    if isinstance(value, str):
        return "\0" not in value and not any(0xD800 <= ord(char) <= 0xDFFF for char in value)
    if isinstance(value, dict):
        return all(sound(key) and sound(item) for key, item in value.items())
    if isinstance(value, list):
        return all(map(sound, value))
    return not isinstance(value, float) or abs(value) < float("inf")


def legal(ref: Any) -> bool:
    return isinstance(ref, str) and bool(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", ref))


def says(text: Any) -> bool:
    return isinstance(text, str) and text.strip() != ""


def plain_text(block: Any) -> bool:
    return (
        isinstance(block, dict) and set(block) == {"type", "text"} and block["type"] == "text" and says(block["text"])
    )


def plain(block: Any, role: str) -> bool:
    if not isinstance(block, dict) or not sound(block):
        return False
    keys, kind = set(block), block.get("type")
    if kind == "tool_use":
        legal_id = legal(block["id"]) and not block["id"].startswith("srvtoolu_")
        shape = keys == {"type", "id", "name", "input"} and isinstance(block["input"], dict)
        return role == "assistant" and shape and legal_id and legal(block["name"])
    if kind == "thinking":
        texts = isinstance(block["thinking"], str) and isinstance(block["signature"], str)
        return role == "assistant" and keys == {"type", "thinking", "signature"} and texts and block["signature"] != ""
    if kind == "tool_result":
        content, failed = block.get("content"), block.get("is_error", False)
        legal_id = legal(block["tool_use_id"]) and not block["tool_use_id"].startswith("srvtoolu_")
        fits = says(content) or (isinstance(content, str) and not failed)
        if isinstance(content, list):
            fits = len(content) > 0 and all(map(plain_text, content))
        known = keys <= {"type", "tool_use_id", "content", "is_error"}
        return role == "user" and known and legal_id and isinstance(failed, bool) and fits
    return plain_text(block)


@given(st.lists(BLOCKS, max_size=3), ROLES)
def test_a_block_is_plain_when_nothing_can_need_mending(content: list[Any], role: str) -> None:
    assert [seen.plain for seen in sketch(content, role)] == [plain(block, role) for block in content]
    assert not any(seen.plain for seen in odd(content, role))


@given(BLOCKS, ROLES)
def test_the_contract_calls_every_plain_block_plain(block: Any, role: str) -> None:
    assert agreed([block], role) == sketch([block], role)


@given(WORDS | VALUES | st.lists(BLOCKS, max_size=3) | BLOCKS)
def test_a_sketch_for_each_block(content: Any) -> None:
    kinds = [block.get("type", "") if isinstance(block, dict) else "" for block in blocks_of(content)]
    assert [seen.kind for seen in agreed(content, "user")] == kinds


@pytest.mark.parametrize(
    ("block", "ref"),
    [
        ({"type": "tool_use", "id": "a"}, "a"),
        ({"type": "tool_use", "id": 5}, None),
        ({"type": "tool_result", "tool_use_id": "b", "id": "a"}, "b"),
        ({"type": "server_tool_use", "id": "srvtoolu_1"}, "srvtoolu_1"),
        ({"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1"}, "srvtoolu_1"),
        ({"type": "text", "text": "x"}, None),
    ],
)
def test_ref(block: dict[str, Any], ref: str | None) -> None:
    assert sketch([block], "user")[0].ref == ref


def test_a_long_nested_input_is_no_trouble() -> None:
    value: Any = "x"
    for _ in range(5000):
        value = [value]
    assert sketch([{"type": "tool_use", "id": "a", "name": "b", "input": {"v": value}}], "assistant")[0].plain
