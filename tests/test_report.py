"""The reports: for people at 80 columns, for programs by their schema."""

import json
import re
from dataclasses import dataclass, field
from importlib.resources import files
from io import StringIO
from typing import Any, cast

import jsonschema
import pytest
from helpers import a_rule

from msgfix.contract.problem import Problem
from msgfix.ledger import Act, Ledger, Record
from msgfix.model import At, text
from msgfix.passes import all_rules
from msgfix.report import ENDINGS, render
from msgfix.report.plain import plain
from msgfix.report.text import SHOWN, shown
from msgfix.result import Result
from msgfix.rules import Severity
from msgfix.transcript.faults import FAULTS, Finding

EVIL = "\x1b[31m<script>alert(1)</script> [bold]x[/bold] \ud83d\x00"


@dataclass
class Made:
    """The part of a Result that reports look at."""

    kind: str = "session"
    ledger: Ledger = field(default_factory=Ledger)
    problems: list[Problem] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def result(*records: Record, problems: int = 0, findings: int = 0) -> Result:
    made = Made()
    made.ledger.records.extend(records)
    made.ledger.rules = {one.rule: all_rules().get(one.rule, a_rule()) for one in records}
    made.problems = [Problem("pairing", f"messages.{n}", Severity.ERROR, EVIL, EVIL) for n in range(problems)]
    made.findings = [Finding(FAULTS["line-torn"], n, EVIL) for n in range(findings)]
    return cast(Result, made)


def record(
    act: Act = Act.DROPPED, line: int = 3, severity: Severity = Severity.WARNING, rule: str = "a-rule"
) -> Record:
    return Record(rule, severity, act, At(line, 0), (text("was"),), (), EVIL)


def printed(result: Result, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("COLUMNS", "80")
    return shown("a.jsonl", result, StringIO())


def test_a_clean_run_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    routine = record(Act.JOINED, severity=Severity.ROUTINE, rule="join-it")
    told = printed(result(routine, routine), monkeypatch)
    assert told.count("\n") == 1
    assert "nothing to mend" in told
    assert "join-it ×2" in told


def test_each_act_has_its_table_and_each_place_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    told = printed(result(*(record(act, line) for line, act in enumerate(Act, 40))), monkeypatch)
    for title in ("Noted", "Stripped", "Made up", "Rewritten", "Moved", "Merged"):
        assert f"\n{title}\n" in told
    for line, _ in enumerate(Act, 40):
        assert f" {line}:0 " in told


def test_open_calls_have_a_table_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    slug = next(rule.slug for rule in all_rules().values() if rule.step == "G4")
    told = printed(result(record(Act.ADDED, rule=slug)), monkeypatch)
    assert "Open calls and orphan results" in told
    assert "Made up" not in told


def test_many_places_of_one_rule_become_a_count(monkeypatch: pytest.MonkeyPatch) -> None:
    told = printed(result(*(record(line=line) for line in range(1, SHOWN + 1_001))), monkeypatch)
    assert "a-rule ×1,005" in told
    assert "and 1,000 more" in told


def test_nothing_is_wider_than_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    told = printed(result(record(), problems=1, findings=1), monkeypatch)
    assert max(map(len, told.splitlines())) <= 80


def test_colour_only_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm-256color")
    for no_color, coloured in ((None, True), ("1", False)):
        if no_color:
            monkeypatch.setenv("NO_COLOR", no_color)
        else:
            monkeypatch.delenv("NO_COLOR", raising=False)
        assert ("\x1b[33m" in shown("a.jsonl", result(record()), Terminal())) == coloured
    assert "\x1b" not in printed(result(record()), monkeypatch)


@pytest.mark.parametrize("form", ENDINGS)
def test_what_the_transcript_says_is_only_text(form: str) -> None:
    written = render(form, "\x1b]0;name", result(record(), problems=1, findings=1))
    assert "\x1b" not in written
    assert "\x00" not in written
    assert written.encode()
    if form in (".html", ".svg"):
        assert "<script" not in written
        assert not re.search(r"(url\(|src=|href=).?http", written)
    else:
        assert "[bold]x[/bold]" in written


def test_json_keeps_its_schema_and_what_was_dropped() -> None:
    shown = result(record(Act.DROPPED), record(Act.ADDED), problems=1, findings=1)
    document: dict[str, Any] = json.loads(render(".json", "a.jsonl", shown))
    jsonschema.validate(document, json.loads((files("msgfix.schemas") / "report.schema.json").read_text("utf-8")))
    dropped, added = document["inputs"][0]["changes"]
    assert dropped["was"] == [{"type": "text", "text": "was"}]
    assert "was" not in added
    assert document["inputs"][0]["problems"][0]["message"] == EVIL


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(
        json.loads((files("msgfix.schemas") / "report.schema.json").read_text("utf-8"))
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain – ünïcode 漢字 👍", "plain – ünïcode 漢字 👍"),
        ("\x1b[2J", "\\x1b[2J"),
        ("a\nb\tc", "a\\nb\\tc"),
        ("\u202eright to left", "\\u202eright to left"),
        ("\ud83d", "\\ud83d"),
        ("\x9b31m", "\\x9b31m"),
    ],
)
def test_plain_shows_what_a_terminal_would_obey(text: str, shown: str) -> None:
    assert plain(text) == shown
