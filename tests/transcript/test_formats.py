"""Every input that msgfix takes, and what it says of the others."""

import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msgfix.checking.examine import examine
from msgfix.errors import UnreadableError
from msgfix.options import Options
from msgfix.pipeline import normalize
from msgfix.transcript.formats import recognise, seekable

MESSAGES = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": [{"type": "text", "text": "x"}]}]
ENTRY = {"type": "user", "uuid": "1", "parentUuid": None, "message": MESSAGES[0]}
BODY = {"model": "m", "messages": MESSAGES, "tools": []}
STREAM = [
    {"type": "system", "subtype": "init", "session_id": "s"},
    {"type": "user", "message": MESSAGES[0], "session_id": "s", "uuid": "1"},
    {"type": "result", "session_id": "s", "is_error": False},
]


def lines(*values: Any) -> str:
    return "".join(json.dumps(value) + "\n" for value in values)


KNOWN = {
    "array": (json.dumps(MESSAGES), "messages", 2),
    "array, pretty": (json.dumps(MESSAGES, indent=2), "messages", 2),
    "array, a message per line": ("[\n" + ",\n".join(map(json.dumps, MESSAGES)) + "\n]", "messages", 2),
    "array of one message on a line": ("[\n" + json.dumps(MESSAGES[0]) + "\n]\n", "messages", 1),
    "array with a byte order mark": ("\ufeff" + json.dumps(MESSAGES), "messages", 2),
    "empty array": ("[]", "messages", 0),
    "array of entries": (json.dumps([ENTRY, 5]), "session", 1),
    "body": (json.dumps(BODY), "request", 2),
    "body, pretty": (json.dumps(BODY, indent=1), "request", 2),
    "body with no messages": ('{"messages": []}', "request", 0),
    "JSONL": (lines(*MESSAGES), "jsonl", 2),
    "JSONL of one message": (lines(MESSAGES[0]), "jsonl", 1),
    "stream": (lines(*STREAM), "stream", 3),
    "session": (lines(ENTRY), "session", 1),
    "session that begins with a cut line": ('{"type":"us\n' + lines(ENTRY), "session", 1),
    "session that begins with an array": ("[]\n" + lines(ENTRY), "session", 1),
    "session of metadata": (lines({"type": "summary", "summary": "x", "leafUuid": "1"}), "session", 1),
    "hand-made session": (lines({"type": "user", "message": MESSAGES[0]}), "session", 1),
}


@pytest.mark.parametrize(("text", "kind", "rows"), KNOWN.values(), ids=KNOWN)
def test_known(text: str, kind: str, rows: int) -> None:
    document = recognise(text.encode())
    assert (document.kind, len(document.index.rows)) == (kind, rows)
    assert document.request == (json.loads(text) if kind == "request" else None)


UNKNOWN = {
    "empty": ("", "f.x: the file is empty."),
    "blank": ("\n \n", "f.x: the file is empty."),
    "text": ("\nhello\n", "f.x:2: this is no transcript."),
    "number": ("5", "f.x:1: this is no transcript."),
    "NUL": ("\0\0", "f.x:1: this is no transcript."),
    "empty object": ("{}", "f.x:1: this is no transcript."),
    "body cut short": ('{"messages": [', "f.x:1: this is no transcript."),
    "nested too deep": ("[" * 100_000 + "]" * 100_000, "f.x:1: this is no transcript."),
    "object on many lines": ('{\n "a": 1\n}', "f.x: a JSON object without a `messages` array"),
}


@pytest.mark.parametrize(("text", "sentence"), UNKNOWN.values(), ids=UNKNOWN)
def test_unknown(text: str, sentence: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        recognise(text.encode(), "f.x")
    assert str(caught.value).startswith(sentence)


def test_values() -> None:
    assert recognise(MESSAGES).kind == "messages"
    assert recognise([ENTRY]).kind == "session"
    assert recognise(BODY).request is BODY
    with pytest.raises(UnreadableError):
        recognise({"messages": 5})


NOTES: list[dict[str, Any]] = [
    {"type": "summary", "summary": "x", "leafUuid": "1"},
    {"type": "file-history-snapshot", "messageId": "1", "snapshot": {}},
    {"type": "queue-operation", "operation": "dequeue"},
    {"type": "system", "subtype": "init", "session_id": "s"},
    {"type": "mode", "mode": "plan"},
]
"""Entries that bring nothing to a conversation, without a uuid or a session."""


@pytest.mark.parametrize("note", NOTES, ids=[note["type"] for note in NOTES])
def test_entries_without_a_message_are_entries(note: dict[str, Any]) -> None:
    for entries in ([note], [{"type": "of-tomorrow"}, 5, note], [note, ENTRY], [note, *MESSAGES]):
        assert recognise(entries).kind == "session"
        assert recognise(json.dumps(entries).encode()).kind == "session"


@pytest.mark.parametrize(
    "odd",
    [
        {"type": "message", "content": "x"},
        {"type": "system", "content": "Be short."},
        {"type": "user", "content": "x"},
        {"type": "summary", "role": "user"},
        {"type": "text", "text": "x"},
        {"type": 5},
        {},
    ],
    ids=str,
)
def test_messages_stay_messages_whatever_is_among_them(odd: dict[str, Any]) -> None:
    assert recognise([*MESSAGES, odd]).kind == "messages"
    assert recognise([odd]).kind == "messages"


def test_every_element_of_an_array_survives() -> None:
    odd = ["hi", 3, None, {"content": "x"}, {"role": "tool", "content": "y"}, {"role": "user"}, [MESSAGES[1]], {}]
    document = recognise(odd)
    contents = [document.index.source.content(row) for row in document.index.rows]
    texts = [[{"type": "text", "text": text}] for text in ("hi", "3", "x", "y")]
    assert contents == [*texts[:2], [], *texts[2:], [], [MESSAGES[1]], []]
    assert [row.number for row in document.index.rows] == list(range(1, 9))
    assert {row.type for row in document.index.rows} == {"user"}
    assert [row.role for row in document.index.rows][4] == "tool"


def test_bare_messages_are_not_held_against_the_schema_of_entries() -> None:
    assert recognise(MESSAGES).index.findings == []


def test_a_pipe_is_read_whole() -> None:
    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

    assert seekable(Pipe(b"abc")).read() == b"abc"
    stream = io.BytesIO(b"abc")
    assert seekable(stream) is stream


SCRAPS = st.sampled_from(
    [text.encode() for text, _, _ in KNOWN.values()] + [b"{", b"[", b"\n", b"\0", b"\xff", b'"', b","]
)
TREES = st.recursive(
    st.none() | st.integers() | st.text(max_size=3) | st.sampled_from(["user", "text"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["role", "content", "messages", "message", "type", "uuid"]), inner, max_size=4
        )
    ),
    max_leaves=10,
)


@given(
    st.lists(SCRAPS | TREES.map(lambda tree: json.dumps(tree).encode()) | st.binary(max_size=5), max_size=5).map(
        b"".join
    )
)
def test_any_bytes(raw: bytes) -> None:
    try:
        index = recognise(raw).index
    except UnreadableError:
        return
    for row in index.rows:
        assert len(index.source.content(row)) == len(row.sketch)


@given(st.lists(TREES, max_size=4) | st.dictionaries(st.just("messages"), TREES))
def test_any_values(value: Any) -> None:
    before = json.dumps(value)
    try:
        index = recognise(value).index
    except UnreadableError:
        return
    for row in index.rows:
        assert len(index.source.content(row)) == len(row.sketch)
    assert json.dumps(value) == before


@pytest.mark.parametrize("around", [b"[%s]", b"[\n%s\n]", b'{"messages":[%s]}'])
@pytest.mark.parametrize(
    ("inside", "fault"),
    [
        (b'{"role":"user","content":"caf\xe9"}', "line-invalid-utf8"),
        (b'{"role":"user","content":"a\x01"}', "line-lax"),
        (b'{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":1e999}]}', "line-lax"),
        (b'{"role":"user","content":"\\ud83d"}', ""),
    ],
)
def test_what_strict_readers_refuse_is_told_of_a_document_too(around: bytes, inside: bytes, fault: str) -> None:
    raw = around % inside
    told = [fault] if fault else []
    assert [finding.fault.slug for finding in normalize(raw).findings] == told
    checked = examine(io.BytesIO(raw), "a.json", Options())
    assert checked is not None
    assert [one.rule for one in checked.complaints if one.rule.startswith("line-")] == told
