"""What `--format sarif` writes is SARIF 2.1.0, by the schema of OASIS (tests/sarif-schema-2.1.0.json)."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft4Validator
from test_cli import BROKEN, CLEAN, SAMPLES, msgfix

SCHEMA = json.loads(Path(__file__).with_name("sarif-schema-2.1.0.json").read_text("utf-8"))


def log(*args: str, stdin: bytes | None = None) -> dict[str, Any]:
    written = json.loads(msgfix("check", *args, "--format", "sarif", stdin=stdin).stdout)
    Draft4Validator(SCHEMA, format_checker=Draft4Validator.FORMAT_CHECKER).validate(written)
    run: dict[str, Any] = written["runs"][0]
    return run


@pytest.mark.parametrize(
    "args", [[str(SAMPLES)], [CLEAN], ["no-such-file"], [str(SAMPLES), "no-such-file", "--strict"]]
)
def test_it_is_valid(args: list[str]) -> None:
    assert log(*args)["tool"]["driver"]["name"] == "msgfix"


def test_each_result_names_its_rule_and_each_rule_has_help() -> None:
    run = log(str(SAMPLES))
    rules = run["tool"]["driver"]["rules"]
    assert all(rule["help"]["text"] and rule["shortDescription"]["text"] for rule in rules)
    assert {rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"]} == {True}
    assert {result["ruleId"] for result in run["results"]} == {rule["id"] for rule in rules}
    orphan = next(rule for rule in rules if rule["id"] == "tool-result-orphan")
    assert orphan["helpUri"].startswith("https://")


def test_a_result_stands_at_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("räum lich%.jsonl").write_bytes(Path(BROKEN).read_bytes())
    (result,) = log("räum lich%.jsonl")["results"]
    place = {"artifactLocation": {"uri": "r%C3%A4um%20lich%25.jsonl"}, "region": {"startLine": 8}}
    assert result["locations"] == [{"physicalLocation": place}]
    assert result["level"] == "error"
    assert "toolu_01a20135248a2e5fb79e87" in result["message"]["text"]


def test_a_whole_path_becomes_a_file_uri_and_stdin_a_name() -> None:
    assert log(BROKEN)["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].startswith(
        "file:///"
    )
    run = log("-", stdin=Path(BROKEN).read_bytes())
    assert run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "stdin"


def test_in_an_array_the_path_is_the_logical_place() -> None:
    result = next(
        one for one in log(str(SAMPLES / "late-results.json"))["results"] if one["ruleId"] == "role-alternation"
    )
    assert result["locations"][0]["logicalLocations"] == [{"fullyQualifiedName": "messages.3"}]


def test_what_cannot_be_read_is_a_notification_and_no_result() -> None:
    run = log("no-such-file")
    assert run["results"] == []
    assert run["invocations"][0]["executionSuccessful"] is False
    assert "no such file" in run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"]
