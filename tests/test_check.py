"""`msgfix check`: what it says of which input, where, and how it ends."""

import json
import os
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest
from test_cli import BROKEN, CLEAN, SAMPLES, msgfix

from msgfix.checking.inputs import inputs
from msgfix.checking.run import check_all
from msgfix.exits import Exit
from msgfix.options import Options

SCHEMA = json.loads((SAMPLES.parent / "schemas" / "report.schema.json").read_text("utf-8"))
ARRAY = str(SAMPLES / "late-results.json")
USER = {"role": "user", "content": "hi"}
BLANK = {"type": "text", "text": " "}
SPEECH = {"role": "assistant", "content": [BLANK]}


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


TOOL = {"name": "Read", "input_schema": {"type": "object"}}
ANSWER = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "ok"}]}
CALL = {"type": "tool_use", "id": "toolu_1", "name": "Read", "input": {}}

# What is checked -> (kind, what is said in order, the lines it is said of).
INPUTS: dict[str, tuple[bytes, str, list[str], list[int]]] = {
    "a session: the file, the changes, what is left": (
        jsonl(entry("a", None, "user", "hi"), entry("b", "lost", "assistant", [CALL])) + b'{"type": "user", "mess\n',
        "session",
        ["line-torn error 3", "parent-missing error 2", "answer-open-calls error 2:0"],
        [3, 2, 2],
    ),
    "a prompt that makes room for a call is no fault": (
        jsonl(entry("a", None, "user", "hi"), entry("b", "a", "user", ANSWER["content"])),
        "session",
        ["adopt-orphan-results error 2:0"],
        [2],
    ),
    "a session as an array of entries": (
        json.dumps([entry("a", None, "user", "hi"), entry("b", "a", "assistant", [CALL])], indent=0).encode(),
        "session",
        ["answer-open-calls error 12:0"],
        [12],
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


def test_what_comes_from_the_api_word_for_word_is_in_the_message_and_what_msgfix_does_in_the_hint() -> None:
    (found,) = checked(BROKEN)
    (problem,) = found["problems"]
    assert problem["message"].startswith("`tool_use` ids were found without `tool_result` blocks immediately after")
    assert "toolu_01a20135248a2e5fb79e87" in problem["message"]
    assert problem["hint"] == "Answer every tool_use that has no result."
    assert found["routine"] == {"join-responses": 2}


def test_the_body_around_an_array_is_asked() -> None:
    body = {"model": "m", "max_tokens": 9, "messages": [USER, {"role": "assistant", "content": [CALL]}, ANSWER]}
    assert said(checked("-", stdin=json.dumps(body).encode())[0]) == ["tools-declared error tools"]
    assert not checked("-", stdin=json.dumps({**body, "tools": [TOOL]}).encode())[0]["problems"]


def test_the_model_that_is_named_wins_over_that_of_the_body() -> None:
    body = {"model": "claude-haiku-4-5", "max_tokens": 9, "messages": [USER, {"role": "assistant", "content": "x"}]}
    raw = json.dumps(body).encode()
    assert said(checked("-", stdin=raw)[0]) == []
    assert said(checked("-", "--model", "claude-opus-5", stdin=raw)[0]) == ["ends-with-user error messages.1"]


def test_a_session_that_waits_for_its_next_prompt_is_fine() -> None:
    raw = jsonl(entry("a", None, "user", "hi"), entry("b", "a", "assistant", [{"type": "text", "text": "x"}]))
    (found,) = checked("-", "--model", "claude-opus-5", stdin=raw)
    assert (found["problems"], found["routine"]) == ([], {"ends-with-user": 1})


def tree(folder: Path) -> None:
    """Two transcripts, and what else lies around in a repository."""
    for name, content in {
        "a.jsonl": Path(BROKEN).read_bytes(),
        "deep/b.json": json.dumps([USER]).encode(),
        "deep/package.json": b'{"name": "x"}',
        "deep/list.json": b'["a", {"b": 1}]',
        "log.jsonl": b'{"level": "info"}\n',
        "events.jsonl": b'{"type": "click", "session_id": "s"}\n',
        "empty.jsonl": b"",
        "notes.txt": b"hello",
        "node_modules/c.jsonl": Path(BROKEN).read_bytes(),
        ".hidden/d.jsonl": Path(BROKEN).read_bytes(),
    }.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)


def test_a_folder_is_walked_for_transcripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree(tmp_path)
    monkeypatch.chdir(tmp_path)
    ran = msgfix("check", ".")
    assert ran.stdout.splitlines()[-1] == "2 checked: 1 error in 1 of them; 5 skipped: no transcripts"
    assert ran.stdout.startswith("a.jsonl: 1 error\n")
    assert [found["input"] for found in checked(".")] == ["a.jsonl", "deep/b.json"]


@pytest.mark.parametrize(
    ("args", "names"),
    [
        (["*.jsonl"], ["a.jsonl", "empty.jsonl", "events.jsonl", "log.jsonl"]),
        (["**/*.json"], ["deep/b.json", "deep/list.json", "deep/package.json"]),
        (["de*"], ["deep/b.json"]),
        (["deep", "a.jsonl", "deep/b.json", "./a.jsonl"], ["deep/b.json", "a.jsonl"]),
        (["no*thing"], ["no*thing"]),
    ],
)
def test_globs_and_files_in_the_order_that_they_are_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], names: list[str]
) -> None:
    tree(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert [found["input"] for found in checked(*args)] == names


def test_a_session_that_is_named_by_its_id_goes_by_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path))
    path = tmp_path / "projects" / "-home-me" / "0a1b2c3d-0000.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(Path(BROKEN).read_bytes())
    assert [found["input"] for found in checked("0a1b")] == [str(path)]


def test_a_walked_file_that_cannot_be_opened_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").symlink_to(tmp_path / "gone.jsonl")
    ran = msgfix("check", str(tmp_path))
    assert ran.exit_code == Exit.UNREADABLE
    assert ran.stdout.endswith("1 cannot be read\n")


@pytest.mark.parametrize("args", [["."], ["*"], ["**/*.jsonl"]])
def test_what_a_search_finds_is_not_opened_unless_it_is_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str]
) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "device.jsonl").symlink_to(os.devnull)
    os.mkfifo(tmp_path / "a" / "pipe.jsonl")
    (tmp_path / "a" / "real.jsonl").symlink_to(Path(BROKEN).resolve())
    monkeypatch.chdir(tmp_path)
    assert [one.name for one in inputs(args)] == ["a/real.jsonl"]


@pytest.mark.parametrize(
    ("args", "status"),
    [
        ([CLEAN], Exit.FINE),
        ([BROKEN], Exit.PROBLEMS),
        ([BROKEN, "--exit-zero"], Exit.FINE),
        ([BROKEN, "--ignore", "answer-open-calls"], Exit.FINE),
        ([BROKEN, "--ignore", "line-,answer-"], Exit.FINE),
        ([BROKEN, "--select", "line-torn", "--select", "parent-"], Exit.FINE),
        ([BROKEN, "--select", "answer-open-calls"], Exit.PROBLEMS),
        (["no-such-file.jsonl"], Exit.UNREADABLE),
        # what could not be looked at weighs more than what was found
        ([BROKEN, "no-such-file.jsonl", CLEAN], Exit.UNREADABLE),
        ([BROKEN, "no-such-file.jsonl", "--exit-zero"], Exit.UNREADABLE),
        ([BROKEN, "a\0b"], Exit.UNREADABLE),
        ([BROKEN, "--select", "no-such-rule"], Exit.USAGE),
        ([BROKEN, "--format", "poem"], Exit.USAGE),
        ([BROKEN, "--jobs", "-1"], Exit.USAGE),
        ([], Exit.USAGE),
    ],
)
def test_the_exit_status(args: list[str], status: Exit) -> None:
    assert msgfix("check", *args).exit_code == status


def test_a_folder_without_transcripts_is_a_failure(tmp_path: Path) -> None:
    ran = msgfix("check", str(tmp_path))
    assert ran.exit_code == Exit.UNREADABLE
    assert "there is no transcript in it" in ran.stderr


def test_warnings_fail_only_when_strict(tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + Path(CLEAN).read_bytes())
    assert said(checked(str(path))[0]) == ["byte-order-mark warning 1"]
    assert msgfix("check", str(path)).exit_code == Exit.FINE
    assert msgfix("check", str(path), "--strict").exit_code == Exit.PROBLEMS


def test_select_ignore_and_strict_can_stand_in_pyproject(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.msgfix]\nignore = ["answer-"]\nstrict = true\n')
    path = tmp_path / "cut.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + Path(BROKEN).read_bytes())
    monkeypatch.chdir(tmp_path)
    assert [said(found) for found in checked("cut.jsonl")] == [["byte-order-mark warning 1"]]
    assert msgfix("check", "cut.jsonl").exit_code == Exit.PROBLEMS
    assert msgfix("check", "cut.jsonl", "--ignore", "byte-").exit_code == Exit.PROBLEMS
    assert msgfix("normalize", "cut.jsonl").exit_code == Exit.FINE


def test_a_folder_that_cannot_be_read_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str) -> Any:
        raise PermissionError(13, "Permission denied", path)

    (tmp_path / "a.jsonl").write_bytes(Path(CLEAN).read_bytes())
    monkeypatch.setattr("os.scandir", refuse)
    ran = msgfix("check", str(tmp_path))
    assert ran.exit_code == Exit.UNREADABLE
    assert "cannot be read" in ran.stdout


def test_several_processes_say_the_same_in_the_same_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("msgfix.checking.run.PAYS", 0)
    for number in range(12):
        (tmp_path / f"{number:02}.jsonl").write_bytes(Path(CLEAN if number % 3 else BROKEN).read_bytes())
    (tmp_path / "skipped.json").write_text("{}")
    alone = checked(str(tmp_path), str(tmp_path / "none"), "--jobs", "1")
    assert len(alone) == 13
    assert checked(str(tmp_path), str(tmp_path / "none"), "--jobs", "2") == alone


def test_no_process_outlives_the_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("msgfix.checking.run.PAYS", 0)
    for number in range(40):
        (tmp_path / f"{number}.json").write_bytes(Path(ARRAY).read_bytes())
    answers = check_all(inputs([str(tmp_path)]), Options(), jobs=2)
    next(answers)
    next(answers)  # the first one is answered by this process
    assert active_children()
    del answers
    assert not active_children()
