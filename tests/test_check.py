"""`msgfix check`: what it says of which input, where, and how it ends."""

import json
from typing import Any

import pytest
from test_cli import SAMPLES, msgfix

SCHEMA = json.loads((SAMPLES.parent / "schemas" / "report.schema.json").read_text("utf-8"))
ARRAY = str(SAMPLES / "late-results.json")
USER = {"role": "user", "content": "hi"}
SPEECH = {"role": "assistant", "content": [{"type": "text", "text": " "}]}


def checked(*args: str, stdin: bytes | None = None) -> list[dict[str, Any]]:
    from jsonschema import Draft202012Validator

    report = json.loads(msgfix("check", *args, "--format", "json", stdin=stdin).stdout)
    Draft202012Validator(SCHEMA).validate(report)
    inputs: list[dict[str, Any]] = report["inputs"]
    return inputs


def said(entry: dict[str, Any]) -> list[str]:
    return [f"{problem['rule']} {problem['severity']} {problem['at']}".rstrip() for problem in entry["problems"]]


def entry(uuid: str, parent: str | None, role: str, content: Any, **more: Any) -> dict[str, Any]:
    message = {"role": role, "content": content, **({"id": f"msg_{uuid}"} if role == "assistant" else {})}
    return {"type": role, "uuid": uuid, "parentUuid": parent, "sessionId": "s", "message": message, **more}


def jsonl(*entries: Any) -> bytes:
    return b"".join(json.dumps(one).encode() + b"\n" for one in entries)


CALL = {"type": "tool_use", "id": "toolu_1", "name": "Read", "input": {}}

# What is checked -> (kind, what is said in order, the lines it is said of).
INPUTS: dict[str, tuple[bytes, str, list[str], list[int]]] = {
    "a session: the file, the changes, what is left": (
        jsonl(entry("a", None, "user", "hi"), entry("b", "lost", "assistant", [CALL])) + b'{"type": "user", "mess\n',
        "session",
        ["line-torn error 3", "parent-missing error 2", "answer-open-calls error 2:0"],
        [3, 2, 2],
    ),
    "an array on one line": (
        json.dumps([USER, SPEECH, USER]).encode(),
        "messages",
        ["text-nonwhitespace error messages.1.content.0.text.text"],
        [1],
    ),
    "an array on many lines": (
        json.dumps([USER, {**SPEECH, "note": [1, {"x": "]"}]}, USER], indent=1).encode(),
        "messages",
        ["text-nonwhitespace error messages.1.content.0.text.text", "message-extra-field error messages.1.note"],
        [9, 6],
    ),
    "a request body": (
        json.dumps({"model": "m", "max_tokens": 9, "messages": [USER, SPEECH, USER]}, indent=1).encode(),
        "request",
        ["text-nonwhitespace error messages.1.content.0.text.text"],
        [12],
    ),
    "messages as JSONL": (
        jsonl(USER) + b"\n" + jsonl(SPEECH, USER),
        "jsonl",
        ["text-nonwhitespace error messages.1.content.0.text.text"],
        [3],
    ),
}


@pytest.mark.parametrize("name", INPUTS)
def test_each_kind_of_input_is_told_by_its_places(name: str) -> None:
    raw, kind, words, lines = INPUTS[name]
    (found,) = checked("-", stdin=raw)
    assert (found["kind"], sorted(said(found))) == (kind, sorted(words))
    assert sorted(problem["line"] for problem in found["problems"]) == sorted(lines)
    if kind == "session":
        assert said(found) == words
