"""How check tells what it found: to people, and as workflow annotations."""

import json
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from test_check import ARRAY, BLANK, CALL, SPEECH, USER, entry, jsonl
from test_cli import BROKEN, msgfix

from msgfix.checking.inputs import Input
from msgfix.checking.run import check_all
from msgfix.cli import app, progress
from msgfix.options import Options
from msgfix.report.check import CheckText


def test_the_text_is_grouped_capped_and_narrow(tmp_path: Path) -> None:
    path = tmp_path / "many.json"
    path.write_text(json.dumps([USER, {**SPEECH, "content": [BLANK] * 8, "x": 1}, USER]))
    ran = CliRunner().invoke(app, ["check", str(path)], env={"COLUMNS": "80"}, prog_name="msgfix")
    text = ran.stdout.replace(str(path), "many.json")
    assert "  error  text-nonwhitespace ×8\n" in text
    assert "    … and 3 more\n" in text
    assert text.count("many.json:1:") == 6
    assert "\x1b" not in ran.stdout
    assert max(len(line) for line in text.splitlines()) <= 80


def test_colour_paints_and_adds_nothing() -> None:
    (answer,) = check_all([Input(BROKEN)], Options())
    assert answer
    painted, bare = ("\n".join(CheckText(colour, 80).lines(answer)) for colour in (True, False))
    assert "\x1b[31merror\x1b[0m" in painted
    assert re.sub(r"\x1b\[\d+m", "", painted) == bare


def test_annotations_are_escaped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    call = {**CALL, "id": "a,b:c%\n\x1b]::error"}
    Path("a,b:c%d.jsonl").write_bytes(jsonl(entry("a", None, "user", "hi"), entry("b", "a", "assistant", [call])))
    ran = msgfix("check", "a,b:c%d.jsonl", "--format", "github", "--select", "answer-open-calls")
    (line,) = ran.stdout.splitlines()
    start = "::error file=a%2Cb%3Ac%25d.jsonl,line=2,title=msgfix answer-open-calls::`tool_use` ids were found"
    assert line.startswith(start)
    assert line.endswith("%0AAnswer every tool_use that has no result.")
    assert "\x1b" not in line
    assert ran.stderr == "1 checked: 1 error\n"


def test_an_annotation_of_an_array_names_the_path() -> None:
    lines = msgfix("check", ARRAY, "--format", "github").stdout.splitlines()
    assert any(
        ",line=43,title=msgfix role-alternation::messages.3: messages: roles must alternate" in row for row in lines
    )


def test_a_bar_counts_the_inputs_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "PATIENCE", -1)
    monkeypatch.setattr(progress, "BEAT", -1)
    assert list(progress.counting(iter("abc"), 3)) == ["a", "b", "c"]
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert list(progress.counting(iter("abc"), 3)) == ["a", "b", "c"]
    told = capsys.readouterr().err
    assert "1 of 3" in told
    assert "2 of 3" in told
    assert told.endswith(progress.WIPE)
