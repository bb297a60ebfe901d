"""Entries against schemas/entry.schema.json."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from msgfix.transcript.faults import FAULTS
from msgfix.transcript.validate import Verdicts, complain, entry_schema, explain

SCHEMA = entry_schema()
KINDS_UNDER = {"attachment": "attachment", "progress": "data"}


def entry(kind: str, subtype: str = "", **more: Any) -> dict[str, Any]:
    if kind in KINDS_UNDER:
        return {"type": kind, KINDS_UNDER[kind]: {"type": subtype, **more}}
    return {"type": kind, **({"subtype": subtype} if subtype else {}), **more}


def user(**message: Any) -> dict[str, Any]:
    return {"type": "user", "message": {"role": "user", "content": "x", **message}}


VALID = [
    user(),
    user(content=[{"type": "text", "text": "x", "odd": 1}, {"type": "never seen"}]),
    {**user(), "isMeta": None, "toolUseResult": [1], "never seen": {}},
    entry("assistant", message={"role": "assistant", "content": [], "stop_reason": None, "usage": {}}),
    entry("system", "turn_duration", durationMs=1.5),
    entry("system", "never seen"),
    entry("system", content="x"),
    entry("system", "compact_boundary", compactMetadata={"trigger": "manual", "preTokens": 1}),
    entry("attachment", "queued_command", prompt="x"),
    entry("attachment", "never seen", a=1),
    entry("progress", "bash_progress", output="x"),
    entry("last-prompt", leafUuid="1"),
    entry("summary", summary="x"),
    entry("never seen", uuid=5),
    {"no": "type"},
]

# entry -> where it is wrong, and what was expected
WRONG: list[tuple[dict[str, Any], str]] = [
    ({"type": "user"}, "$: expected the key message"),
    ({"type": "user", "message": "x"}, "$.message: expected object"),
    (user(role="assistant"), '$.message.role: expected "user"'),
    (user(content=5), "$.message.content: expected string or array"),
    (user(content=["x"]), "$.message.content[0]: expected object"),
    (user(content=[{"text": "x"}]), "$.message.content[0]: expected the key type"),
    ({**user(), "uuid": 5}, "$.uuid: expected string"),
    ({**user(), "parentUuid": 5}, "$.parentUuid: expected string or null"),
    ({**user(), "isSidechain": "no"}, "$.isSidechain: expected boolean"),
    (entry("system", "turn_duration"), "$: expected the key durationMs"),
    (entry("system", "compact_boundary", compactMetadata=[]), "$.compactMetadata: expected object"),
    (entry("attachment", "queued_command"), "$.attachment: expected the key prompt"),
    (entry("attachment", "queued_command", prompt=5), "$.attachment.prompt: expected string or array"),
    ({"type": "attachment"}, "$: expected the key attachment"),
    (entry("progress", "bash_progress", output=5), "$.data.output: expected string"),
    ({"type": "progress", "data": {}}, "$.data: expected the key type"),
    (entry("mode", mode=5), "$.mode: expected string"),
    (entry("summary"), "$: expected the key summary"),
]


def kinds(raw: dict[str, Any]) -> tuple[str, str]:
    kind = raw.get("type", "")
    holder = raw.get(KINDS_UNDER.get(kind, ""), {})
    return kind, raw.get("subtype") or holder.get("type", "")


def judge(raw: dict[str, Any]) -> bool:
    verdict = Verdicts()[kinds(raw)]
    return verdict is None or verdict(raw)


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("raw", VALID, ids=lambda raw: "/".join(kinds(raw)))
def test_valid(raw: dict[str, Any]) -> None:
    assert judge(raw)
    assert Draft202012Validator(SCHEMA).is_valid(raw)


@pytest.mark.parametrize(("raw", "complaint"), WRONG, ids=[complaint for _, complaint in WRONG])
def test_wrong(raw: dict[str, Any], complaint: str) -> None:
    assert not judge(raw)
    assert not Draft202012Validator(SCHEMA).is_valid(raw)
    finding = complain(raw, *kinds(raw), line=3)
    assert (finding.fault, finding.line) == (FAULTS["entry-shape"], 3)
    assert finding.message.partition(": ")[2] == complaint


def test_every_definition_is_dispatched() -> None:
    targets = {rule["then"]["$ref"].removeprefix("#/$defs/").replace("~1", "/") for rule in SCHEMA["allOf"]}
    assert set(SCHEMA["$defs"]) - targets == {"block", "linked", "compactMetadata"}


@pytest.mark.parametrize("name", ["block", "linked", "compactMetadata"])
def test_a_part_of_the_schema_is_no_entry_type(name: str) -> None:
    assert Verdicts()[name, ""] is None


@pytest.mark.parametrize("key", ["\ud83d", 5])
def test_keys_that_are_no_text(key: Any) -> None:
    assert judge({**user(), key: 1})
    assert not judge({**user(), key: 1, "uuid": 5})


def test_nested_too_deep_to_explain() -> None:
    value: Any = 5
    for _ in range(100_000):
        value = [value]
    assert judge({**user(), "toolUseResult": value})
    assert explain({**user(), "uuid": value}, "user") == "nested too deep"
