"""Sessions whose repaired file would be put together in another way, were it written in the order of the old one."""

from pathlib import Path
from typing import Any

import pytest
from broken import PNG, SIGNATURE, image
from small_sessions import call, done, entries_of, entry, prompt, result, store, text, use, walk

from msgfix.disk import repair
from msgfix.options import Options
from msgfix.pipeline import normalize

THOUGHT = {"type": "thinking", "thinking": "Hm.", "signature": SIGNATURE}
PICTURE = image(PNG)


def aside(one: dict[str, Any]) -> dict[str, Any]:
    return {**one, "isSidechain": True}


def beside(kind: str, uuid: str, parent: str, **more: Any) -> dict[str, Any]:
    return {"parentUuid": parent, "isSidechain": False, "sessionId": "s", "type": kind, "uuid": uuid, **more}


CASES: dict[str, list[dict[str, Any]]] = {
    "a result that hangs on the turn behind its response": [
        entry("assistant", "a", None, [use("t1"), use("t2")]), prompt("b", "a"), result("c", "b", "t1"),
    ],
    "a result between two parts of a response that becomes text": [
        entry("assistant", "a", None, [THOUGHT], response="m"), result("b", "a", "t0"),
        call("c", "b", "t1", response="m"),
    ],
    "an empty first part, and words before the next": [
        entry("assistant", "a", None, [], response="m"),
        beside("attachment", "b", "a", attachment={"type": "date_change", "newDate": "2026-01-02"}),
        call("c", "b", "t1", response="m"),
    ],
    "an empty first part, and a lost call's result before the next": [
        entry("assistant", "a", None, [], response="m"), result("b", "a", "t0"), call("c", "b", "t1", response="m"),
    ],
    "a picture of the assistant before all that was said": [
        entry("assistant", "a", None, [PICTURE]), text("b", "a"),
    ],
    "an entry of which the result goes elsewhere and the words stay": [
        call("a", None, "t1"), text("b", "a"), entry("user", "c", "b", [done("t1"), {"type": "text", "text": "So."}]),
        result("d", "c", "t0"),
    ],
    "a second result that becomes a text and a picture, and moves": [
        entry("user", "a", None, [done("t2", {"type": "text", "text": "Seen."}, PICTURE)]), result("b", "a", "t6"),
        call("c", "b", "t2"), result("d", "c", "t2"),
    ],
    "an end that is marked as standing aside": [
        prompt("a", None), aside(text("b", "a")), entry("user", "c", "b", []),
    ],
    "a call that is marked as standing aside": [
        prompt("a", None), aside(call("b", "a", "t1")), entry("user", "c", "b", []),
    ],
    "one id on both sides of a blank prompt and a local command": [
        text("a", None, response="m"),
        beside("system", "b", "a", subtype="local_command", content="<command-name>/x</command-name>"),
        prompt("c", "b", "\n"), call("d", "c", "t1", response="m"),
    ],
    "a call before the text of its response, and an error of the client before both": [
        prompt("a", None), text("b", "a", response="n"), text("c", "b", "API Error: 500", isApiErrorMessage=True),
        call("d", "c", "t1", response="m"), text("e", "d", response="m"), result("f", "e", "t1"), prompt("g", "f"),
    ],
    "a call of the assistant under the role of the user": [
        prompt("a", None), {**call("b", "a", "t1"), "message": {"role": "user", "content": [use("t1")]}},
        result("c", "b", "t1"),
    ],
    "a result that stands before its response": [
        result("a", "lost", "t2"), call("b", None, "t1", response="m"), call("c", "b", "t2", response="m"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("features", [frozenset[str](), frozenset({"history-snip"})], ids=["plain", "tagged"])
@pytest.mark.parametrize("name", CASES)
def test_the_repaired_file_is_read_as_it_is_meant(tmp_path: Path, name: str, features: frozenset[str]) -> None:
    path = store(tmp_path / "session.jsonl", CASES[name])
    before = normalize(path).messages
    assert repair(path, Options(features=features)).written
    assert normalize(path).messages == before
    assert not repair(path, Options(features=features)).plan


def test_words_stand_behind_the_response_that_they_would_part(tmp_path: Path) -> None:
    path = store(tmp_path / "session.jsonl", CASES["a result between two parts of a response that becomes text"])
    repair(path)
    uuids = [one["uuid"] for one in entries_of(path)]
    assert uuids == walk(entries_of(path), "b")
    assert [one for one in uuids if len(one) == 1] == ["a", "c", "b"]


def test_the_end_is_named_only_where_no_reader_finds_it(tmp_path: Path) -> None:
    for name, session in CASES.items():
        path = store(tmp_path / f"{name[:20]}.jsonl", session)
        counts = repair(path).plan.counts
        assert ("leaf-named" in counts) == (name == "a result that stands before its response")


def test_a_cache_mark_that_moves_into_another_entry_goes_too(tmp_path: Path) -> None:
    failed = {**done("t1", {**PICTURE, "cache_control": {"type": "ephemeral"}}), "is_error": True}
    words = {"type": "text", "text": "So."}
    session = [
        prompt("a", None),
        call("b", "a", "t1"),
        entry("user", "c", "b", [failed]),
        entry("user", "d", "c", [words]),
    ]
    path = store(tmp_path / "session.jsonl", session)
    assert repair(path).plan.counts["cache-marks-dropped"]
    assert b"cache_control" not in path.read_bytes()
