"""The index: rows, their bytes, and the accounts."""

import io
import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from msgfix.transcript.index import Index, build, build_from_values
from msgfix.transcript.row import Flag, Row, Sketch
from msgfix.transcript.source import FileSource


def entry(uuid: str, content: Any = "hi", **more: Any) -> dict[str, Any]:
    return {"type": "user", "uuid": uuid, "parentUuid": None, "message": {"role": "user", "content": content}, **more}


def index(*entries: Any) -> Index:
    return build(io.BytesIO(b"\n".join(one if isinstance(one, bytes) else json.dumps(one).encode() for one in entries)))


def slugs(found: Index) -> list[tuple[int, str]]:
    return [(finding.line, finding.fault.slug) for finding in found.findings]


def balances(found: Index) -> bool:
    counts = found.counts
    return (
        counts.lines + counts.glued == counts.entries + counts.blank + counts.no_object + counts.unreadable
        and counts.entries == len(found.rows) + counts.repeated
    )


def test_rows_tell_where_their_json_is() -> None:
    one, two, three = (
        json.dumps(entry(uuid, text)).encode() for uuid, text in (("1", "é\u2028"), ("2", "b"), ("3", "c"))
    )
    raw = b"\xef\xbb\xbf" + one + b"\r\n\n\0\0" + two + three + b"\0 \n" + b"[]"
    found = build(io.BytesIO(raw))
    assert [raw[row.offset : row.offset + row.length] for row in found.rows] == [one, two, three]
    assert [row.number for row in found.rows] == [1, 3, 3]
    assert [found.source.entry(row) for row in found.rows] == [json.loads(one), json.loads(two), json.loads(three)]
    assert (found.counts.lines, found.counts.blank, found.counts.glued, found.counts.no_object) == (4, 1, 1, 1)
    assert balances(found)


def test_the_facts_of_a_message() -> None:
    message = {"role": "assistant", "id": "msg_1", "model": "<synthetic>", "content": [{"type": "text", "text": "x"}]}
    raw = {
        "type": "assistant",
        "uuid": "2",
        "parentUuid": "1",
        "sessionId": "s",
        "isApiErrorMessage": True,
        "message": message,
    }
    result = entry("3", [{"type": "tool_result", "tool_use_id": "t", "content": ""}], sourceToolAssistantUUID="2")
    found = index(entry("1", isMeta=True, isSidechain=True), raw, {**result, "sourceToolUseID": "t"})
    prompt, answer, reply = found.rows
    assert (prompt.role, prompt.bare, prompt.flags) == ("user", True, Flag.META | Flag.SIDECHAIN)
    assert prompt.extra is None
    assert (answer.parent, answer.session, answer.message_id) == ("1", "s", "msg_1")
    assert answer.flags == Flag.SYNTHETIC | Flag.API_ERROR
    assert (reply.answers, reply.source_call) == ("2", "t")
    assert list(reply.sketch) == [Sketch("tool_result", "t", True)]
    assert found.by_uuid == {"1": prompt, "2": answer, "3": reply}


FACTS: list[tuple[dict[str, Any], str, dict[str, Any] | None]] = [
    ({"type": "last-prompt", "leafUuid": "1"}, "", {"leafUuid": "1"}),
    ({"type": "progress", "data": {"type": "hook_progress"}}, "hook_progress", None),
    ({"type": "attachment", "attachment": {"type": "date_change", "newDate": "x"}}, "date_change", None),
    ({"type": "system", "subtype": "informational", "content": "x"}, "informational", None),
    (
        {
            "type": "system",
            "subtype": "compact_boundary",
            "logicalParentUuid": "1",
            "compactMetadata": {"trigger": "auto"},
        },
        "compact_boundary",
        {"compactMetadata": {"trigger": "auto"}},
    ),
    ({"type": "system", "subtype": "x", "snipMetadata": {"removed": ["1", "2"], "n": 2}}, "x", {"snipped": ["1", "2"]}),
]


@pytest.mark.parametrize(("raw", "subtype", "extra"), FACTS)
def test_the_facts_of_other_entries(raw: dict[str, Any], subtype: str, extra: dict[str, Any] | None) -> None:
    found = index(raw)
    (row,) = found.rows
    assert (row.type, row.subtype, row.extra, found.findings) == (raw["type"], subtype, extra, [])


def test_what_attachments_and_local_commands_bring() -> None:
    attachment = {"type": "file", "filename": "a", "content": {}}
    found = index(
        {"type": "attachment", "attachment": attachment},
        {"type": "system", "subtype": "local_command", "content": "<local-command-stdout>x"},
        {"type": "system", "subtype": "informational", "content": "not sent"},
    )
    assert [[seen.kind for seen in row.sketch] for row in found.rows] == [["file"], ["text"], []]
    contents = [found.source.content(row) for row in found.rows]
    assert contents == [[attachment], [{"type": "text", "text": "<local-command-stdout>x"}], []]


def test_a_copy_of_a_message_in_a_bookkeeping_entry_is_no_message() -> None:
    call = {"type": "tool_use", "id": "t", "name": "Bash", "input": {}}
    found = index({"type": "api-request-blob", "hash": "h", "message": {"role": "assistant", "content": [call]}})
    assert (found.rows[0].role, found.rows[0].sketch) == ("", ())


CONTENTS: list[tuple[Any, list[Any]]] = [
    ("x", [{"type": "text", "text": "x"}]),
    (None, []),
    ([], []),
    ({"type": "text", "text": "x"}, [{"type": "text", "text": "x"}]),
    (3, [{"type": "text", "text": "3"}]),
    (["a", None], ["a", None]),
]


@pytest.mark.parametrize(("content", "blocks"), CONTENTS)
def test_content_is_a_list_of_blocks(content: Any, blocks: list[Any]) -> None:
    for found in (index(entry("1", content)), build_from_values([entry("1", content)])):
        (row,) = found.rows
        assert found.source.content(row) == blocks
        assert json.loads(found.source.raw_content(row)) == content
        assert len(row.sketch) == len(blocks)


def test_raw_content_is_what_the_file_says() -> None:
    raw = (
        b'{"type":"user","message":{"content" : [ {"n":1.50, "big":18446744073709551616} ] ,"role":"user"},"uuid":"1"}'
    )
    found = index(raw)
    assert found.source.raw_content(found.rows[0]) == b'[ {"n":1.50, "big":18446744073709551616} ]'


@pytest.mark.parametrize("text", [b"\xff", b"\x00", b"\\ud83d"])
def test_bytes_that_strict_readers_refuse_are_not_copied(text: bytes) -> None:
    found = index(b'{"type":"user","uuid":"1","message":{"role":"user","content":"a' + text + b'"}}')
    (row,) = found.rows
    assert row.flags & Flag.UNSOUND
    assert not row.sketch[0].plain
    assert json.loads(found.source.raw_content(row))[0] == "a"


def test_lone_surrogates_stay_in_the_entry() -> None:
    found = index(b'{"type":"user","message":{"role":"user","content":"a\\ud83d"}}')
    assert found.source.content(found.rows[0]) == [{"type": "text", "text": "a\ud83d"}]
    assert found.findings == []


def test_the_first_of_a_uuid_counts() -> None:
    found = index(entry("1", "a"), entry("1", "a", slug="x"), entry("1", "b"), entry("1", "a"))
    assert [row.number for row in found.rows] == [1]
    assert slugs(found) == [(2, "entry-repeated"), (3, "entry-differs"), (4, "entry-repeated")]
    assert (found.counts.entries, found.counts.repeated) == (4, 3)


def test_the_message_id_of_a_snapshot_is_no_uuid() -> None:
    snapshot = {"type": "file-history-snapshot", "messageId": "1", "snapshot": {}}
    assert len(index(entry("1"), snapshot).rows) == 2


def test_a_wrong_shape_is_a_finding_and_a_flag() -> None:
    found = index(entry("1", timestamp=17), {"type": "never seen", "uuid": 5})
    assert [(finding.line, finding.message) for finding in found.findings] == [
        (1, "user: $.timestamp: expected string")
    ]
    assert [bool(row.flags & Flag.FAULTY) for row in found.rows] == [True, False]


LINE = st.sampled_from(
    [
        json.dumps(entry("1")).encode(),
        json.dumps(entry("2", [1])).encode(),
        b'{"type":"mode"',
        b"null",
        b"\0",
        b"\xff",
        b"{}",
    ]
)
KEYS = st.sampled_from(
    ["type", "uuid", "parentUuid", "message", "role", "content", "attachment", "data", "isMeta", "sessionId"]
)
JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=3)
    | st.sampled_from(["user", "assistant", "system", "progress"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=8,
).map(lambda value: json.dumps(value).encode())


@given(st.lists(st.lists(LINE | JUNK | st.binary(max_size=6), max_size=3).map(b"".join), max_size=8).map(b"\n".join))
@example(b'{"role": null, "attachment": {}, "content": null}')
def test_any_bytes_are_read_and_accounted(raw: bytes) -> None:
    found = build(io.BytesIO(raw))
    assert balances(found)
    assert found.counts.lines == len(io.BytesIO(raw).readlines())
    for row in found.rows:
        read_back(found.source, row)


def read_back(source: Any, row: Row) -> None:
    assert isinstance(source, FileSource)
    assert isinstance(source.entry(row), dict)
    assert [seen.kind for seen in row.sketch] == [
        kind if isinstance(block, dict) and isinstance(kind := block.get("type"), str) else ""
        for block in source.content(row)
    ]
    json.loads(source.raw_content(row))


def test_an_empty_uuid_is_none() -> None:
    entry = {"type": "user", "uuid": "", "parentUuid": "", "sessionId": "s", "timestamp": "t"}
    index = build(io.BytesIO(json.dumps({**entry, "message": {"role": "user", "content": "hi"}}).encode()))
    assert [(row.uuid, row.parent) for row in index.rows] == [(None, None)]
