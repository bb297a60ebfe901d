"""What is written into a session file: the least that makes it whole."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from small_sessions import CRASHED, HEALTHY, call, entries_of, entry, lines, prompt, result, store, text, walk

from msgfix.disk import repair
from msgfix.disk.proof import alike
from msgfix.model import Message
from msgfix.pipeline import normalize
from msgfix.transcript.source import FileSource

BLANK = {"type": "text", "text": " "}


def repaired(tmp_path: Path, raw: bytes | list[Any]) -> list[dict[str, Any]]:
    path = store(tmp_path / "session.jsonl", raw)
    repair(path)
    return entries_of(path)


def ids(entries: list[dict[str, Any]]) -> list[Any]:
    return [one.get("uuid") for one in entries]


def untouched(entries: list[dict[str, Any]], before: list[Any]) -> list[str]:
    return [one["uuid"] for one in entries if one in before]


def test_a_made_up_result_is_an_entry_as_the_client_writes_it(tmp_path: Path) -> None:
    made = repaired(tmp_path, CRASHED)[2]
    uuid = made.pop("uuid")
    assert made.pop("message") == {
        "role": "user",
        "content": [
            {
                "type": "tool_result",
                "tool_use_id": "toolu_1",
                "content": "[No result was recorded for this tool call. It was interrupted; its outcome is unknown.]",
                "is_error": True,
            }
        ],
    }
    assert made == {
        "parentUuid": "b",
        "isSidechain": False,
        "sessionId": "s",
        "version": "2.1.0",
        "cwd": "/home/me/project",
        "type": "user",
        "timestamp": "t-b",
        "sourceToolAssistantUUID": "b",
    }
    (tmp_path / "again").mkdir()
    assert repaired(tmp_path / "again", CRASHED)[2]["uuid"] == uuid


def test_what_followed_hangs_on_the_made_up_result(tmp_path: Path) -> None:
    entries = repaired(tmp_path, CRASHED)
    assert entries[3]["parentUuid"] == entries[2]["uuid"]
    assert untouched(entries, CRASHED) == ["a", "b"]


def test_parallel_calls_each_get_their_result_behind_the_whole_response(tmp_path: Path) -> None:
    session = [
        prompt("a", None),
        call("b", "a", "toolu_1", response="m"),
        result("r1", "b", "toolu_1"),
        call("c", "b", "toolu_2", response="m"),
        prompt("d", "c"),
    ]
    entries = repaired(tmp_path, session)
    way = walk(entries, "d")
    assert way[:4] == ["a", "b", "c", "r1"]
    assert way[5:] == ["d"]


def test_results_beside_the_chain_are_found_by_a_plain_walk(tmp_path: Path) -> None:
    session = [
        prompt("a", None),
        call("b", "a", "toolu_1", response="m"),
        call("c", "b", "toolu_2", response="m"),
        result("r1", "b", "toolu_1"),
        result("r2", "c", "toolu_2"),
        text("d", "r2"),
    ]
    entries = repaired(tmp_path, session)
    assert walk(entries, "d") == ["a", "b", "c", "r1", "r2", "d"]
    assert untouched(entries, session) == ["a", "b", "c", "d"]


def test_a_late_result_moves_behind_its_call(tmp_path: Path) -> None:
    late = result("e", "d", "toolu_1")
    session = [prompt("a", None), call("b", "a", "toolu_1"), prompt("c", "b"), text("d", "c"), late, prompt("f", "e")]
    entries = repaired(tmp_path, session)
    assert ids(entries) == ["a", "b", "e", "c", "d", "f"]
    assert walk(entries, "f") == ["a", "b", "e", "c", "d", "f"]


def test_a_lost_call_is_made_up_before_its_result(tmp_path: Path) -> None:
    entries = repaired(tmp_path, [prompt("a", None), result("b", "a", "toolu_1"), text("c", "b")])
    made = entries[1]
    assert made["message"]["content"] == [{"type": "tool_use", "id": "toolu_1", "name": "unknown_tool", "input": {}}]
    assert (made["parentUuid"], entries[2]["parentUuid"]) == ("a", made["uuid"])


def test_a_result_from_another_branch_is_copied(tmp_path: Path) -> None:
    lost = result("x", "q", "toolu_1", "found", sourceToolAssistantUUID="q", toolUseResult={"stdout": "found"})
    away = [call("q", None, "toolu_1", isSidechain=True), {**lost, "isSidechain": True}]
    session = [*away, prompt("a", None), call("b", "a", "toolu_1"), prompt("c", "b")]
    entries = repaired(tmp_path, session)
    made = entries[4]
    assert made["message"]["content"][0]["content"] == "found"
    assert (made["parentUuid"], made["isSidechain"], made["toolUseResult"]) == ("b", False, {"stdout": "found"})
    assert made["sourceToolAssistantUUID"] == "b"
    assert entries[:2] == away


def test_an_entry_with_nothing_left_goes_and_its_children_move_up(tmp_path: Path) -> None:
    unsigned = entry("assistant", "b", "a", [{"type": "thinking", "thinking": "Hm."}], response="m")
    beside = prompt("x", "b", "Rewound.")
    mark = {"type": "last-prompt", "leafUuid": "b", "sessionId": "s"}
    session = [prompt("a", None), unsigned, mark, beside, text("c", "b", response="m"), prompt("d", "c")]
    entries = repaired(tmp_path, session)
    assert ids(entries) == ["a", None, "x", "c", "d"]
    assert [one.get("parentUuid", one.get("leafUuid")) for one in entries] == [None, "a", "a", "a", "c"]


def test_blocks_are_mended_in_their_entry(tmp_path: Path) -> None:
    said = entry("assistant", "b", "a", [BLANK, {"type": "text", "text": "Yes."}], costs=10**30, note="é")
    entries = repaired(tmp_path, [prompt("a", None), said, prompt("c", "b")])
    assert entries[1] == {**said, "message": {**said["message"], "content": [{"type": "text", "text": "Yes."}]}}
    assert list(entries[1]) == list(said)


def test_a_string_that_is_mended_becomes_a_block(tmp_path: Path) -> None:
    entries = repaired(tmp_path, [prompt("a", None, "one\0two"), text("b", "a")])
    assert entries[0]["message"]["content"] == [{"type": "text", "text": "one\ufffdtwo"}]


def test_what_the_client_does_itself_is_not_written(tmp_path: Path) -> None:
    session = [
        prompt("a", None),
        text("b", "a", "One.", response="m"),
        text("c", "b", "Two.", response="m"),
        entry("user", "d", "c", "One more.", isMeta=True),
        {"type": "attachment", "uuid": "e", "parentUuid": "d", "attachment": {"type": "date_change", "newDate": "1"}},
        prompt("f", "e"),
        call("g", "f", "toolu_1", caller={"type": "direct"}),
        result("h", "g", "toolu_1"),
    ]
    session[6]["message"]["content"][0]["caller"] = {"type": "direct"}
    path = store(tmp_path / "session.jsonl", session)
    assert not repair(path).written


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        (b"\xef\xbb\xbf" + lines(HEALTHY), HEALTHY),
        (lines([HEALTHY[0], b"\0" * 40, *HEALTHY[1:]]), HEALTHY),
        (lines([HEALTHY[0], b"\0" * 40 + lines(HEALTHY[1:2], b""), *HEALTHY[2:]]), HEALTHY),
        (lines([lines(HEALTHY[:2], b""), *HEALTHY[2:]]), HEALTHY),
        (lines([*HEALTHY, lines(HEALTHY[:1], b"")[:40]]).removesuffix(b"\n"), HEALTHY),
        (lines([b'.344Z"}', *HEALTHY]), HEALTHY),
        (lines([HEALTHY[0], b"[1]", b"12", *HEALTHY[1:]]), HEALTHY),
        (lines([*HEALTHY[:2], HEALTHY[1], *HEALTHY[2:], *HEALTHY[:2]]), HEALTHY),
        (lines([*HEALTHY[:3], {**HEALTHY[3], "parentUuid": "lost"}]), HEALTHY),
        (lines([{**HEALTHY[0], "parentUuid": "d"}, *HEALTHY[1:]]), HEALTHY),
        (lines(HEALTHY).replace(b"Yes.", b"Y\xff."), [*HEALTHY[:3], text("d", "c", "Y\ufffd.")]),
        (lines(HEALTHY).replace(b"Yes.", b"Y\\ud83d."), [*HEALTHY[:3], text("d", "c", "Y\ufffd.")]),
    ],
    ids=[
        "byte order mark", "NUL line", "NUL padding", "glued", "torn at the end", "torn at the start", "no objects",
        "repeated lines", "missing parent", "loop", "invalid UTF-8", "lone surrogate",
    ],
)  # fmt: skip
def test_lines_become_whole_again(tmp_path: Path, broken: bytes, whole: list[Any]) -> None:
    assert repaired(tmp_path, broken) == whole


def test_lines_that_are_fine_keep_every_byte(tmp_path: Path) -> None:
    odd = b' {"type":"x-future", "n": 1e5, "n": 10000000000000000000000, "\\u0041": "\\/"} '
    raw = lines([odd, CRASHED[0], b"", {"type": "summary", "summary": "s", "leafUuid": "nobody"}, *CRASHED[1:]])
    path = store(tmp_path / "session.jsonl", raw)
    repair(path)
    assert path.read_bytes().startswith(raw[: raw.index(b'"uuid": "b"')])


def test_a_compacted_session_is_not_hung_on_what_was_before(tmp_path: Path) -> None:
    boundary = {
        "type": "system", "subtype": "compact_boundary", "uuid": "k", "parentUuid": None, "logicalParentUuid": "b",
        "sessionId": "s", "isSidechain": False,
    }  # fmt: skip
    before = [prompt("a", None), call("b", "a", "toolu_0")]
    summary = entry("user", "l", "k", "This session is being continued.", isCompactSummary=True)
    after = [call("m", "l", "toolu_1"), prompt("n", "m")]
    entries = repaired(tmp_path, [*before, boundary, summary, *after])
    assert entries[:5] == [*before, boundary, summary, after[0]]
    assert len(entries) == 7


def test_a_rewound_branch_stays_as_it_is(tmp_path: Path) -> None:
    branch = [prompt("x", "a", "Rewound."), call("y", "x", "toolu_9")]
    entries = repaired(tmp_path, [CRASHED[0], *branch, *CRASHED[1:]])
    assert entries[1:3] == branch


def test_a_subagent_file_is_its_own_conversation(tmp_path: Path) -> None:
    session = [{**one, "isSidechain": True, "agentId": "a1"} for one in CRASHED]
    session[0]["parentUuid"] = "in-the-main-file"
    made = repaired(tmp_path, session)
    assert (made[2]["isSidechain"], made[2]["agentId"], made[0]) == (True, "a1", session[0])


def test_a_deep_or_huge_value_is_written_as_it_was_read(tmp_path: Path) -> None:
    deep = "[" * 200 + "]" * 200
    raw = lines(CRASHED).replace(b'"uuid": "c"', b'"uuid": "c", "deep": ' + deep.encode())
    assert json.dumps(repaired(tmp_path, raw)[3]["deep"]) == deep


def test_the_repaired_file_makes_the_same_array(tmp_path: Path) -> None:
    raw = lines(CRASHED)
    path = store(tmp_path / "session.jsonl", raw)
    repair(path)
    assert normalize(path).messages == normalize(io.BytesIO(raw)).messages


def test_lines_that_only_moved_are_told_from_others_without_a_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FileSource, "raw_content", lambda source, row: pytest.fail(f"{row} was read"))
    assert repaired(tmp_path, [b'{"torn": ', *HEALTHY]) == HEALTHY


def test_messages_are_alike_only_with_the_same_blocks_in_the_same_order() -> None:
    two = [{"type": "text", "text": "One."}, {"type": "text", "text": "Two."}]
    message = normalize(lines([prompt("a", None), entry("assistant", "b", "a", two)])).history.messages[1]
    one, other = message.blocks
    assert alike(message, Message("assistant", (one.becomes(two[0]), other)), {}) is False
    assert alike(message, Message("assistant", (other, one)), {}) is False
    assert alike(message, Message("assistant", (one,)), {}) is False
    assert alike(message, Message("user", (one, other)), {}) is False
    assert alike(message, Message("assistant", (one, other)), {}) is True
