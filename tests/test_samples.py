"""Each sample transcript comes out as its story says."""

import json
from pathlib import Path
from typing import Any

import pytest

from msgfix.options import Options
from msgfix.pipeline import normalize
from msgfix.rules import Severity

SAMPLES = Path(__file__).parent.parent / "sample_transcripts"
README = (SAMPLES / "README.md").read_text("utf-8")
FILES = sorted(SAMPLES.glob("*.json*"))

# name -> roles, the kinds of all blocks in order, words that must be there, words that must not
STORIES: dict[str, tuple[str, str, list[str], list[str]]] = {
    "clean.jsonl": ("uaua", "text text call result text", ["14 passed"], []),
    "crash-open-call.jsonl": (
        "uauauau",
        "text text call result call result text call result",
        ["tests/test_fetch.py", '"is_error":true'],
        [],
    ),
    "parallel-calls-tree.jsonl": (
        "uauauaua",
        "text text call call call result result result text text call result text",
        ["report.py:11:", "def metres", "def row"],
        [],
    ),
    "interrupted-twice.jsonl": (
        "uauaua",
        "text call result text text text text call result text",
        ["[Request interrupted by user for tool use]", "package only"],
        ['"text":""', '"text":"\\n"'],
    ),
    "orphan-result.jsonl": (
        "uauauaua",
        "text call result text text call result text",
        ["118 tidewatch/stations.txt", "23 of the 118"],
        [],
    ),
    "bad-image.jsonl": (
        "uau",
        "text text call result text text",
        ["label the y axis", "Try again please."],
        ["image/png;", "Could not process image", '"image"'],
    ),
    "odd-characters.jsonl": ("uaua", "text call result text", ["Hafen Nord", "\ufffd"], ["\\ud83d", "\\u0000"]),
    "torn-line.jsonl": ("uaua", "text call result text text", ["changelog entry", "8c1f0aa", "cache fix"], ["7.548Z"]),
    "rewind.jsonl": ("uauaua", "text text text call result text", ["No, keep UTC"], ["convert everything"]),
    "compaction.jsonl": (
        "uauaua",
        "text text call result call result text",
        ["This session is being continued", "test_cache.py"],
        ["Find out why"],
    ),
    "late-results.json": (
        "uauau",
        "text text call call result result text text text",
        ["high 03:10", "high 05:02"],
        [],
    ),
}
KINDS = {"text": "text", "tool_use": "call", "tool_result": "result", "image": "image"}


def blocks(message: dict[str, Any]) -> list[dict[str, Any]]:
    content = message["content"]
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


@pytest.mark.parametrize("name", STORIES)
def test_a_sample_comes_out_as_its_story_says(name: str) -> None:
    roles, kinds, present, absent = STORIES[name]
    messages = normalize(SAMPLES / name, Options()).messages
    assert "".join(message["role"][0] for message in messages) == roles
    assert " ".join(KINDS[block["type"]] for message in messages for block in blocks(message)) == kinds
    written = json.dumps(messages, ensure_ascii=False, separators=(",", ":"))
    assert [words for words in present if words not in written] == []
    assert [words for words in absent if words in written] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_is_left_and_a_second_run_changes_nothing(path: Path) -> None:
    first = normalize(path, Options())
    assert [problem for problem in first.problems if problem.severity is not Severity.ROUTINE] == []
    second = normalize(first.messages, Options())
    assert second.messages == first.messages
    assert second.ledger.changes() == []


def test_samples_that_only_need_the_right_reading_are_not_changed() -> None:
    def quiet(path: Path) -> bool:
        result = normalize(path, Options())
        faults = [finding for finding in result.findings if finding.fault.severity is not Severity.ROUTINE]
        return not result.ledger.changes() and not faults

    untouched = {path.name for path in FILES if quiet(path)}
    assert untouched == {"clean.jsonl", "rewind.jsonl", "compaction.jsonl", "parallel-calls-tree.jsonl"}


def test_every_sample_has_a_story_and_a_row_in_the_readme() -> None:
    assert {path.name for path in FILES} == set(STORIES)
    assert all(f"| `{path.name}` |" in README for path in FILES)
