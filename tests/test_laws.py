"""What must be true of every result, whatever went in. `--hypothesis-profile=deep` looks longer."""

import json
import re
from copy import deepcopy
from io import BytesIO
from typing import Any

import pytest
from broken import broken_arrays, broken_files, broken_sessions, sessions, valid_arrays
from hypothesis import assume, given, reject
from hypothesis import strategies as st

from msgfix.apply import apply
from msgfix.contract import Problem, check
from msgfix.errors import UnreadableError
from msgfix.history import build
from msgfix.ledger import Ledger
from msgfix.options import Options
from msgfix.passes import PIPELINE, all_rules
from msgfix.passes.stage import Stage
from msgfix.pipeline import normalize, run
from msgfix.render import plain_message
from msgfix.result import Result
from msgfix.rules import Rule, Severity
from msgfix.transcript import chain
from msgfix.transcript.formats import recognise
from msgfix.transcript.load import dumps, loads
from msgfix.transcript.row import Sketch

RULES = all_rules()

broken = broken_arrays() | broken_sessions()
options_of_all_kinds = st.builds(
    Options,
    target=st.sampled_from(["portable", "anthropic", "bedrock", "vertex"]),
    model=st.sampled_from([None, "claude-opus-4-5", "claude-opus-5-5"]),
    orphan_results=st.sampled_from(["call", "text", "drop"]),
    thinking=st.sampled_from(["auto", "keep", "drop"]),
    end=st.sampled_from(["any", "user"]),
)


def mended(source: Any, options: Options | None = None) -> Result:
    """The result of a run; what is no transcript does not count as an example."""
    try:
        return normalize(source, options)
    except UnreadableError:
        reject()


def errors(problems: list[Problem]) -> list[Problem]:
    """The errors, apart from an empty array: a file can be all bookkeeping."""
    return [one for one in problems if one.severity is Severity.ERROR and one.rule != "messages-nonempty"]


@given(broken, options_of_all_kinds)
def test_the_result_is_valid(source: Any, options: Options) -> None:
    result = mended(source, options)
    assert not errors(result.problems)
    assert not errors(check(result.messages, result.options))


@given(broken, options_of_all_kinds)
def test_the_proof_finds_what_a_look_at_the_whole_array_finds(source: Any, options: Options) -> None:
    result = mended(source, options)
    assert result.problems == check(result.messages, result.options)


@given(broken, options_of_all_kinds)
def test_a_second_run_changes_nothing(source: Any, options: Options) -> None:
    first = mended(source, options)
    second = normalize(first.messages, first.options)
    assert second.messages == first.messages
    assert not second.ledger.changes()


@given(broken_arrays())
def test_an_array_does_not_become_empty(array: list[Any]) -> None:
    assert mended(array).messages or not array


@given(broken)
def test_the_input_stays_as_it_was_and_the_books_balance(source: Any) -> None:
    before = deepcopy(source)
    result = mended(source)
    assert result.ledger.balance.holds
    assert source == before
    assert normalize(source).messages == result.messages


@given(valid_arrays())
def test_a_valid_array_comes_back_equal(array: list[Any]) -> None:
    assume(not check(array))
    result = normalize(array)
    assert result.messages == array
    assert result.ledger.records == []
    assert not result.problems


@given(sessions())
def test_a_healthy_session_needs_routine_only(entries: list[Any]) -> None:
    result = normalize(entries)
    assert [record for record in result.ledger.changes() if record.rule != "drop-unknown-attachments"] == []
    assert not errors(result.problems)


@given(broken, options_of_all_kinds)
def test_sketches_change_nothing_but_the_time(source: Any, options: Options) -> None:
    fast = mended(source, options)
    document = recognise(source)
    for row in document.index.rows:
        row.sketch = tuple(Sketch(seen.kind, seen.ref, False) for seen in row.sketch)
    slow = run(document, options)
    assert slow.messages == fast.messages
    assert [repr(record) for record in slow.ledger.records] == [repr(record) for record in fast.ledger.records]
    assert errors(slow.problems) == errors(fast.problems)


@given(broken)
def test_written_bytes_and_values_agree(source: Any) -> None:
    result = mended(b"\n".join(dumps(item) for item in source))
    sink = BytesIO()
    result.write(sink)
    assert loads(sink.getvalue()) == result.messages


@st.composite
def orders(draw: st.DrawFn) -> list[str]:
    """All passes, some of them earlier: as early as what they come `after` allows."""
    order = list(RULES)
    for _ in range(draw(st.integers(1, 5))):
        place = draw(st.integers(0, len(order) - 1))
        slug = order.pop(place)
        earliest = max((order.index(before) + 1 for before in RULES[slug].after), default=0)
        order.insert(draw(st.integers(earliest, place)), slug)
    return order


def mended_in(order: list[str], source: Any) -> list[dict[str, Any]]:
    document = recognise(source)
    history = build(chain.build(document.index.rows, document.index.by_uuid, None).rows, document.index.rows)
    for slug in order:
        history = apply(history, RULES[slug], RULES[slug](history, Options()), Ledger())
    return [plain_message(message) for message in history.messages]


@given(broken, orders())
def test_the_order_of_passes_matters_only_where_they_say_so(source: Any, order: list[str]) -> None:
    assume(source)
    assert mended_in(order, source) == mended_in(list(RULES), source)


@given(broken, options_of_all_kinds)
def test_a_stage_that_is_not_loaded_had_nothing_to_do(source: Any, options: Options) -> None:
    assume(source)
    document = recognise(source)
    history = build(chain.build(document.index.rows, document.index.by_uuid, None).rows, document.index.rows)
    for step in PIPELINE:
        if isinstance(step, Stage) and not step.concerns(history, options):
            assert not [edit for rule in step.rules for edit in rule(history, options)]
        for rule in step.rules if isinstance(step, Stage) else (step,):
            history = apply(history, rule, rule(history, options), Ledger())


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.slug)
def test_the_pipeline_keeps_the_order_that_its_passes_ask_for(rule: Rule) -> None:
    before = list(RULES)[: list(RULES).index(rule.slug)]
    assert set(rule.after) <= set(before)


def tokens(value: Any) -> set[str]:
    return set(re.findall(r"w\d+\.", json.dumps(value)))


def real(messages: Any) -> set[str]:
    """The tokens of what the API would take: texts, calls and results of the right shape, in a message of any role.

    Not those of a text beside NULs or surrogates, of thinking, or of a result that a client made up.
    """
    found: set[str] = set()
    for message in messages:
        content = message.get("content") if isinstance(message, dict) else None
        if isinstance(content, str):
            found |= tokens(content)
        for block in content if isinstance(content, list) else []:
            if isinstance(block, dict) and block.get("type") in ("text", "tool_use", "tool_result"):
                found |= tokens([block.get("text"), block.get("input"), block.get("content")])
    return found


@given(broken_arrays())
def test_nothing_real_is_lost(array: list[Any]) -> None:
    result = mended(array)
    assert real(array) <= tokens(result.messages)


@given(sessions())
def test_nothing_of_a_healthy_session_is_lost(entries: list[Any]) -> None:
    assert tokens(entries) <= tokens(normalize(entries).messages)


@given(broken_files() | st.binary(max_size=60))
def test_any_bytes_give_a_result_or_say_that_they_are_no_transcript(raw: bytes) -> None:
    try:
        result = normalize(raw)
    except UnreadableError:
        return
    assert not errors(check(result.messages, result.options))


def nested(depth: int) -> list[Any]:
    deep: Any = "x"
    for _ in range(depth):
        deep = [deep]
    call = {"type": "tool_use", "id": "toolu_1", "name": "Read", "input": {"deep": deep}, "caller": None}
    return [{"role": "user", "content": "go"}, {"role": "assistant", "content": [call]}]


@pytest.mark.parametrize("depth", [300, 900])
def test_deep_nesting_is_written_again(depth: int) -> None:
    result = normalize(nested(depth))
    result.write(BytesIO())
    assert sum(record.before for record in result.ledger.records)


def test_what_no_reader_takes_is_refused_in_one_sentence() -> None:
    with pytest.raises(UnreadableError, match="deeper"):
        normalize(nested(100_000))
