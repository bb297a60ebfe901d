"""Where options come from: the command line, `[tool.msgfix]` of the nearest pyproject.toml, or nowhere."""

import json
from pathlib import Path

import pytest

from msgfix.cli.config import chosen, defaults, read_tools
from msgfix.errors import UsageError
from msgfix.options import Options

TOOL = {"name": "get_tides", "input_schema": {"type": "object"}}


def write(folder: Path, text: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "pyproject.toml").write_text(text)


def test_nothing_given_gives_the_usual_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert chosen({"target": None, "feature": None}) == Options()


def test_the_command_line_wins_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, '[tool.msgfix]\ntarget = "bedrock"\norphan-results = "text"\nfeature = ["tool-search"]\n')
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    found = chosen({"target": "vertex", "orphan_results": None})
    assert found == Options(target="vertex", orphan_results="text", features=frozenset({"tool-search"}))


def test_only_the_nearest_file_counts(tmp_path: Path) -> None:
    write(tmp_path, '[tool.msgfix]\ntarget = "bedrock"\n')
    write(tmp_path / "inner", '[project]\nname = "inner"\n')
    assert defaults(tmp_path / "inner") == {}


def test_tools_in_the_file_are_found_from_anywhere(tmp_path: Path) -> None:
    write(tmp_path, '[tool.msgfix]\ntools = "tools.json"\n')
    (tmp_path / "below").mkdir()
    assert defaults(tmp_path / "below") == {"tools": tmp_path / "tools.json"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[tool.msgfix\n", "is no TOML"),
        ('[tool.msgfix]\ntarged = "bedrock"\n', "no key targed"),
        ("[tool.msgfix]\ntarget = 3\n", "target must be a string"),
        ('[tool.msgfix]\nfeature = "tool-search"\n', "feature must be a list of strings"),
        ("[tool]\nmsgfix = 1\n", "must be a table"),
        ("tool = 1 # msgfix\n", "must be a table"),
    ],
)
def test_a_wrong_file_is_named(tmp_path: Path, text: str, told: str) -> None:
    write(tmp_path, text)
    with pytest.raises(UsageError, match=told) as raised:
        defaults(tmp_path)
    assert "pyproject.toml" in str(raised.value)


@pytest.mark.parametrize("data", [[TOOL], {"model": "m", "tools": [TOOL]}])
def test_tools_come_as_an_array_or_in_a_request(tmp_path: Path, data: object) -> None:
    (tmp_path / "tools.json").write_text(json.dumps(data))
    assert read_tools(tmp_path / "tools.json") == (TOOL,)


@pytest.mark.parametrize("text", ["{", "null", "{}", '{"tools": 3}', "[1]", '[{"name": 1}]', "[" * 100_000, "\xff"])
def test_what_holds_no_tools_is_a_usage_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "tools.json").write_text(text, "latin-1")
    with pytest.raises(UsageError, match="--tools"):
        read_tools(tmp_path / "tools.json")
