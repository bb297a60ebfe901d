"""check and explain over any JSON at all; and the lines that they tell."""

import json
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_check import entry, jsonl

from msgfix import pipeline
from msgfix.checking.blame import blame
from msgfix.checking.examine import examine
from msgfix.checking.known import rules
from msgfix.checking.lines import Lines
from msgfix.checking.pasted import read
from msgfix.checking.wording import meant
from msgfix.errors import MsgfixError
from msgfix.options import Options

KEYS = ["role", "content", "type", "messages", "uuid", "id", "tool_use_id", "text", "message"]
WORDS = st.text(max_size=4) | st.sampled_from(
    ["user", "tool_use", "tool_result", "text", "thinking", "image", "toolu_1"]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS,
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(KEYS), inner),
)


@given(JSON)
def test_no_json_makes_it_fall(value: Any) -> None:
    for data in (value, [value], {"messages": [value]}):
        for walked in (False, True):
            try:
                answer = examine(BytesIO(json.dumps(data, indent=1).encode()), "x", Options(), walked=walked)
            except MsgfixError:
                continue
            assert answer is None or all(complaint.rule in rules() for complaint in answer.complaints)


@given(st.lists(JSON, min_size=1))
def test_a_session_of_anything_can_be_checked_and_blamed(contents: list[Any]) -> None:
    parents = [None, *map(str, range(len(contents)))]
    raw = jsonl(*(entry(str(n), parents[n], ("user", "assistant")[n % 2], each) for n, each in enumerate(contents)))
    answer = examine(BytesIO(raw), "x", Options())
    assert answer is not None
    assert all(complaint.rule in rules() for complaint in answer.complaints)
    pasted = read("messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1")
    names = [rule.name for rule in meant(pasted.words)]
    assert names
    assert all(place.at for place in blame(pipeline.read(raw), Options(), pasted, names))


@pytest.mark.parametrize(
    ("text", "path", "line"),
    [
        ("\n\n[\n{}]", "messages", 3),
        ("\n\n[\n{}]", "messages.0", 4),
        ("\n\n[\n{}]", "messages.7", 0),
        ('{"a": "]}",\n"messages": [\n]\n}', "tools", 2),
        ('[{"content": "x"},\n{"role":\n"user"}]', "messages.1.role", 2),
        ('[{"content": "x"},\n{"role":\n"user"}]', "messages.0.content.5", 1),
        ("[\n" + "[" * 90_000, "messages.0.content.0", 0),
        ('{\n"other": 1}', "messages.0", 0),
    ],
)
def test_lines_of_places(text: str, path: str, line: int) -> None:
    assert Lines(text.encode()).of(path) == line
