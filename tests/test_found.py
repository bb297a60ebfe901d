"""What is found elsewhere in the file is mended like the conversation itself, and booked."""

from typing import Any

import pytest

from msgfix.options import Options
from msgfix.pipeline import normalize

PROMPT = {"type": "user", "uuid": "u1", "parentUuid": None, "message": {"role": "user", "content": "go"}}


def entry(kind: str, uuid: str, parent: str | None, **block: Any) -> dict[str, Any]:
    return {"type": kind, "uuid": uuid, "parentUuid": parent, "message": {"role": kind, "content": [block]}}


CALL = {"type": "tool_use", "id": "a", "name": "Read", "input": {}}
RESULT = {"type": "tool_result", "tool_use_id": "a", "content": "done"}


@pytest.mark.parametrize(
    ("odd", "mended", "rule"),
    [
        ({"is_error": None}, {}, "allow-known-fields"),
        (
            {"content": [{"type": "audio"}]},
            {"content": [{"type": "text", "text": "[Audio (audio) left out]"}]},
            "mend-result-content",
        ),
        ({"content": [{"type": "tool_reference", "tool_name": "x"}]}, None, "name-referenced-tools"),
        ({"content": "a\0b"}, {"content": "a\ufffdb"}, "mend-strings"),
    ],
)
def test_a_result_that_was_fetched_is_mended(odd: dict[str, Any], mended: dict[str, Any] | None, rule: str) -> None:
    aside = {**entry("user", "s1", None, **{**RESULT, **odd}), "isSidechain": True}
    result = normalize([aside, PROMPT, entry("assistant", "u2", "u1", **CALL)])
    found = result.messages[-1]["content"][0]
    assert (found["tool_use_id"], result.problems) == ("a", [])
    assert mended is None or found == RESULT | mended
    assert {rule, "fetch-results"} <= {record.rule for record in result.ledger.records if record.at.line == 1}
    assert normalize(result.messages).messages == result.messages


def test_a_call_that_was_found_is_mended() -> None:
    aside = {**entry("assistant", "s1", None, type="tool_use", id="a", input='{"path": "x"}', name="a" * 300)}
    aside["isSidechain"] = True
    result = normalize([aside, PROMPT, entry("user", "u2", "u1", **RESULT)])
    call = result.messages[1]["content"][0]
    assert (call["id"], call["input"], len(call["name"]) <= 200) == ("a", {"path": "x"}, True)
    assert not result.problems


def test_a_made_up_result_names_the_toolset_of_its_call() -> None:
    call = {"role": "assistant", "content": [{**CALL, "toolset_name": "computer"}]}
    result = normalize([{"role": "user", "content": "go"}, call], Options(target="anthropic"))
    assert result.messages[-1]["content"][0]["toolset_name"] == "computer"
