"""The passes over blocks, on anything that may stand where a block belongs."""

import json
from typing import Any

import pytest
from helpers import booked, count, plain
from hypothesis import given
from hypothesis import strategies as st

from msgfix.apply import apply
from msgfix.history import message_of, role_of
from msgfix.ledger import Ledger
from msgfix.model import History
from msgfix.options import Options, Target
from msgfix.passes.blocks.kinds import OF_ASSISTANT, OF_USER
from msgfix.passes.blocks.lineup import BLOCKS
from msgfix.passes.blocks.mend_strings import mend_value
from msgfix.passes.blocks.server_tools import settle_server_tools
from msgfix.passes.blocks.tool_boundary import mark_tool_boundary
from msgfix.passes.blocks.tool_inputs import as_object
from msgfix.passes.blocks.tool_names import legal_name
from msgfix.passes.blocks.toolsets import match_toolsets
from msgfix.targets import limits
from msgfix.transcript.index import build_from_values

KINDS = [
    "text", "image", "document", "search_result", "thinking", "redacted_thinking", "tool_use", "tool_result",
    "server_tool_use", "web_search_tool_result", "web_fetch_tool_result", "advisor_tool_result", "tool_reference",
    "resource", "resource_link", "audio", "image_url", "fallback", "compaction", "container_upload", "mcp_tool_use",
    "mcp_tool_result", "connector_text", "unheard_of", "", None, 7,
]  # fmt: skip
KEYS = [
    "id", "tool_use_id", "name", "input", "content", "text", "thinking", "signature", "data", "source", "citations",
    "cache_control", "is_error", "caller", "title", "context", "tool_name", "resource", "toolset_name", "index", "url",
]  # fmt: skip
words = st.sampled_from(["", " ", "a", "a:b", "a_b", "srvtoolu_1", "web_search", "\ud83d", "\ude00", "x\0y", "n" * 300])
scalars = (
    st.none() | st.booleans() | st.integers(-3, 2**70) | st.sampled_from([1.5, float("nan"), float("inf")]) | words
)
marks = st.sampled_from([{"type": "ephemeral"}, {"type": "ephemeral", "ttl": "1h", "scope": "x"}, {"type": 3}, None])
values = st.recursive(
    scalars | marks,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*KEYS, "type"]), inner, max_size=3),
    max_leaves=5,
)
blocks = st.builds(
    lambda kind, fields: {"type": kind, **fields},
    st.sampled_from(KINDS),
    st.dictionaries(st.sampled_from(KEYS), values, max_size=6),
)
contents = st.lists(blocks | blocks | values, max_size=4) | values
arrays: st.SearchStrategy[list[Any]] = st.lists(
    st.builds(dict, role=st.sampled_from(["user", "assistant"]), content=contents), min_size=1, max_size=5
)
targets = st.sampled_from(["portable", "anthropic", "bedrock", "vertex"])
features = st.frozensets(st.sampled_from(["tool-search", "advisor", "defer-tool-reference"]))


def run(array: list[Any], options: Options) -> tuple[History, Ledger]:
    rows = build_from_values(array, validate=False).rows
    history = before = History(tuple(message_of(row, role) for row in rows if (role := role_of(row))))
    ledger = Ledger()
    for rule in (*BLOCKS, settle_server_tools, mark_tool_boundary, match_toolsets):
        history = apply(history, rule, rule(history, options), ledger)
    count(ledger, before, history)
    return history, ledger


@given(arrays, targets, features)
def test_anything_comes_out_as_blocks_and_stays_so(array: list[Any], target: Target, switched: frozenset[str]) -> None:
    options = Options(target=target, features=switched)
    history, ledger = run(array, options)
    out = plain(history)

    assert ledger.balance.holds, ledger.balance.rows()
    json.dumps(out, allow_nan=False, ensure_ascii=False).encode()
    assert all(isinstance(block.data, dict) and block.kind for _, block in history.blocks())
    assert not {block.kind for message, block in history.blocks() if message.role == "user"} & OF_ASSISTANT
    assert not {block.kind for message, block in history.blocks() if message.role == "assistant"} & OF_USER
    again, second = run(out, options)
    assert booked(second) == []
    assert plain(again) == out


@given(values)
def test_a_mended_value_is_json(value: Any) -> None:
    mended, changed = mend_value(value)
    assert "\0" not in json.dumps(mended, ensure_ascii=False, allow_nan=False).encode().decode()
    assert changed or mended == value
    assert mend_value(mended) == (mended, False)


def test_nesting_may_be_deeper_than_the_stack() -> None:
    value: Any = "\ud800"
    for _ in range(5000):
        value = [value]
    mended, changed = mend_value(value)
    for _ in range(5000):
        mended = mended[0]
    assert (mended, changed) == ("\ufffd", True)


@pytest.mark.parametrize(
    ("given_input", "becomes"),
    [
        ('{"a": 1}', {"a": 1}),
        ('{"a": "cut', {"value": '{"a": "cut'}),
        ("[1]", {"value": "[1]"}),
        ("plain", {"value": "plain"}),
        (["ls"], {"value": ["ls"]}),
        (0, {"value": 0}),
        ("", {}),
        (None, {}),
    ],
)
def test_inputs_become_objects(given_input: Any, becomes: dict[str, Any]) -> None:
    assert as_object(given_input) == becomes


@given(st.text() | scalars, targets)
def test_a_name_is_legal_and_stays_so(name: Any, target: Target) -> None:
    legal = legal_name(name, limits(target))
    assert 0 < len(legal) <= limits(target).name_length
    assert legal_name(legal, limits(target)) == legal


def test_long_names_that_begin_alike_stay_apart() -> None:
    one, other = (legal_name("command " * 40 + end, limits("portable")) for end in "ab")
    assert one != other
