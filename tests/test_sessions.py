"""`msgfix sessions`: which sessions, in which order, and what is told of each."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from broken import junk
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from test_cli import SAMPLES, msgfix

from msgfix.listing import Health, as_json, session
from msgfix.report.sessions import age, bytes_of, table
from msgfix.transcript.peek import peek

NOW = 1_000_000_000.0
SCHEMA = json.loads((SAMPLES.parent / "schemas" / "sessions.schema.json").read_text("utf-8"))
HI = {"type": "user", "uuid": "a", "parentUuid": None, "sessionId": "s", "message": {"role": "user", "content": "hi"}}
CALL = {"type": "tool_use", "id": "toolu_1", "name": "Read", "input": {}}
BLANK = {"type": "text", "text": " "}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "done"}

ENTRY_KEYS = ["type", "message", "content", "role", "uuid", "parentUuid", "leafUuid", "cwd", "summary", "aiTitle",
              "customTitle", "isApiErrorMessage", "apiErrorStatus", "isMeta", "attachment", "subtype"]  # fmt: skip
BLOCK_KEYS = ["id", "tool_use_id", "text", "signature", "input"]


def entry(role: str, content: Any, uuid: str = "b", parent: str | None = "a", **more: Any) -> dict[str, Any]:
    message = {"role": role, "content": content}
    return {"type": role, "uuid": uuid, "parentUuid": parent, "sessionId": "s", "message": message, **more}


def lines(*entries: Any) -> bytes:
    return b"".join(one if isinstance(one, bytes) else json.dumps(one).encode() + b"\n" for one in entries)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Puts a session into the store: of the project `here`, which is the working directory, or of another one."""
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "100")
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)

    def put(name: str, content: bytes, seconds_ago: float = 0, project: Path = here) -> Path:
        folder = tmp_path / "projects" / re.sub(r"[^a-zA-Z0-9]", "-", str(project))
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{name}.jsonl"
        path.write_bytes(content)
        os.utime(path, (NOW - seconds_ago, NOW - seconds_ago))
        return path

    return put


def listed(*args: str) -> list[dict[str, Any]]:
    document = json.loads(msgfix("sessions", "--json", *args).stdout)
    Draft202012Validator(SCHEMA).validate(document)
    found: list[dict[str, Any]] = document["sessions"]
    return found


def test_the_newest_comes_first(store: Callable[..., Path]) -> None:
    store("old", lines(HI), 50)
    store("new", lines(HI), 10)
    store("other", lines({**HI, "cwd": "/far"}), 30, Path("/far"))
    assert [one["session"] for one in listed()] == ["new", "old"]
    assert [(one["session"], one["project"] == "/far") for one in listed("--all")] == [
        ("new", False),
        ("other", True),
        ("old", False),
    ]


def test_the_table(store: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    from msgfix.cli import sessions

    monkeypatch.setattr(sessions, "time", lambda: NOW)
    store("11111111-aa", lines(HI), 3 * 86400)
    store("11111111-ab", lines({**HI, "cwd": "/w"}, entry("assistant", [CALL])), 90)
    store("33333333-cc", b"\0\0\0", 4000)
    store("evil", lines(HI, {"type": "ai-title", "aiTitle": "\x1b[2J\nboo " + "x" * 200}))
    assert msgfix("sessions").stdout.splitlines() == [
        "session        age   size  msgs  health         name",
        r"evil           now  365 B     1  looks fine     \x1b[2J boo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…",
        "11111111-ab  1 min  314 B     2  needs repair?  hi",
        "33333333-cc    1 h    3 B     0  unreadable",
        "11111111-aa    3 d  114 B     1  looks fine     hi",
    ]


@pytest.mark.parametrize(
    ("content", "cheap", "deep"),
    [
        (lines(HI, entry("assistant", "hello")), "", ""),
        (lines(HI, entry("assistant", [CALL]), entry("user", [RESULT], "c", "b")), "", ""),
        (lines(HI, entry("assistant", [CALL])), "a call has no result", "answer-open-calls"),
        (lines(HI, entry("user", [RESULT])), "a result has no call", "adopt-orphan-results"),
        (lines(HI, entry("assistant", "hello", parent="lost")), "a parent is missing", "parent-missing"),
        (lines(HI, b'{"type": "assi'), "a line cannot be read", "line-torn"),
        (lines(HI, entry("assistant", "API Error: 400 no", isApiErrorMessage=True)), "the API refused it", ""),
        (lines(HI, entry("assistant", [BLANK])), "the API refuses a block", "drop-blank-texts"),
        (
            lines(HI, entry("assistant", [{**CALL, "name": ""}]), entry("user", [RESULT], "c", "b")),
            "",
            "clean-tool-names",
        ),
        (lines({"type": "summary", "summary": "x", "leafUuid": "y"}), "", ""),
        (lines({"type": "summary", "summary": "x", "leafUuid": []}), "", ""),
        (
            lines(None, 3, "x", [], {"type": 7, "message": [1], "uuid": {}, "aiTitle": None}),
            "a line cannot be read",
            "a line cannot be read",
        ),
        (b"", "no entry was found", "no entry was found"),
        (b"\0" * 9 + b"[[[\n", "no entry was found", "no entry was found"),
    ],
)
def test_health(store: Callable[..., Path], content: bytes, cheap: str, deep: str) -> None:
    path = store("one", content)
    assert session(path).signs == ((cheap,) if cheap else ())
    assert session(path, deep=True).signs == ((deep,) if deep else ())


@given(
    st.dictionaries(st.sampled_from(ENTRY_KEYS), junk),
    st.none() | st.dictionaries(st.sampled_from(ENTRY_KEYS), junk),
    st.none() | st.dictionaries(st.sampled_from(BLOCK_KEYS), junk),
    st.sampled_from(["user", "assistant", "summary", "tool_use", "tool_result", "text", "thinking"]),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_value_may_stand_under_any_key(tmp_path: Path, outer: Any, message: Any, block: Any, kind: str) -> None:
    path = tmp_path / "any.jsonl"
    blocks = [{**block, "type": kind}] if block else block
    message = {**message, "content": blocks} if message and blocks else message
    path.write_bytes(lines(HI, outer, {**outer, "type": kind}, {**HI, **outer, "message": message}))
    found = session(path)
    assert json.dumps(as_json(found))
    assert len(list(table([found], NOW, 80, False, True))) == 2


def test_what_is_not_there_is_unreadable(tmp_path: Path) -> None:
    assert session(tmp_path / "gone.jsonl").health is Health.UNREADABLE


@pytest.mark.parametrize("sample", sorted(SAMPLES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_cheap_look_at_both_ends(sample: Path) -> None:
    """Whatever the size of the block, whole lines are read, and none twice."""
    everything = peek(sample, None)
    for block in (1, 300, 1000):
        some = peek(sample, block)
        assert some.entries <= everything.entries
        assert some.entries
        assert set(some.signs) <= {*everything.signs, "a call has no result"}


@pytest.mark.parametrize(
    ("entries", "name"),
    [
        ([HI], "hi"),
        (
            [
                {**HI, "isMeta": True},
                entry("user", [{"type": "text", "text": "<ide_opened_file>x"}, {"type": "text", "text": "go"}]),
            ],
            "go",
        ),
        ([HI, {"type": "ai-title", "aiTitle": "A"}, {"type": "ai-title", "aiTitle": "B"}], "B"),
        ([HI, {"type": "custom-title", "customTitle": "C"}, {"type": "ai-title", "aiTitle": "A"}], "C"),
        ([HI, {"type": "summary", "summary": "S", "leafUuid": "a"}], "S"),
        ([{"type": "summary", "summary": "S", "leafUuid": "elsewhere"}, HI], "hi"),
    ],
)
def test_its_name_is_its_title_or_what_was_asked_first(
    store: Callable[..., Path], entries: list[Any], name: str
) -> None:
    assert session(store("one", lines(*entries))).name == name


def test_many_are_checked_in_several_processes(store: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    for number in range(6):
        store(f"s{number}", lines(HI, *[entry("assistant", [CALL])] * (number % 2)), number)
    assert [one["health"] for one in listed("--deep")] == ["fine", "needs repair"] * 3


def test_no_session_at_all(store: Callable[..., Path]) -> None:
    ran = msgfix("sessions")
    assert (ran.exit_code, ran.stdout) == (0, "")
    assert "--all" in ran.stderr


def test_age_and_size() -> None:
    assert [age(seconds) for seconds in (-5, 59, 60, 7200, 86400 * 400)] == ["now", "now", "1 min", "2 h", "400 d"]
    assert [bytes_of(size) for size in (0, 999, 1000, 9960, 999_600, 12_000_000_000)] == [
        "0 B",
        "999 B",
        "1.0 kB",
        "10 kB",
        "1.0 MB",
        "12 GB",
    ]
