"""Which of the known inputs is it? A session, an array of messages, a request body, JSONL of messages, a stream."""

import codecs
import io
from itertools import islice
from typing import Any, BinaryIO, Literal

from msgspec import Struct
from msgspec.structs import replace

from msgfix.errors import UnreadableError
from msgfix.transcript.faults import Finding
from msgfix.transcript.index import Index, build, build_from_values
from msgfix.transcript.lines import filled
from msgfix.transcript.load import read
from msgfix.transcript.salvage import impurities
from msgfix.transcript.source import is_message
from msgfix.transcript.validate import knows

Kind = Literal["session", "messages", "request", "jsonl", "stream"]

LOOK = 20
"""Entries that are opened to tell the kind of a JSONL file: the first of them may be damaged."""


class Document(Struct, frozen=True):
    """An input that was recognised.

    `kind`: session (main or subagent file; also the only one with a tree of entries), messages (array), request (body
    with `messages`), jsonl (one message per line), stream (what the client prints with stream-json).
    `request`: the body, for the kind request: with its `tools`, `model` and `system`. `flaws`: why strict readers
    refuse a file that is one JSON document; those of lines are in the index.
    """

    kind: Kind
    index: Index
    request: dict[str, Any] | None = None
    flaws: tuple[Finding, ...] = ()


def recognise(source: BinaryIO | bytes | list[Any] | dict[str, Any], name: str = "the input") -> Document:
    """Recognise a seekable binary stream, bytes, or values: a list of messages or entries, a request body.

    `name` stands in the errors. Raises UnreadableError for anything that is no transcript.
    """
    if isinstance(source, (list, dict)):
        return _value(source, name)
    stream = io.BytesIO(source) if isinstance(source, bytes) else source
    if whole := _whole(stream):
        value, flaws = whole
        return replace(_value(value, name), flaws=flaws)
    stream.seek(0)
    return of_lines(build(stream), name)


def seekable(stream: BinaryIO) -> BinaryIO:
    """The stream itself, or all of its bytes when it is a pipe."""
    return stream if stream.seekable() else io.BytesIO(stream.read())


def _whole(stream: BinaryIO) -> tuple[list[Any] | dict[str, Any], tuple[Finding, ...]] | None:
    """The value of a file that is one JSON document, and why strict readers refuse it; None for JSONL."""
    first, second = islice(filled(stream), 2), None
    raw, second = next(first, b""), next(first, b"")
    value, sound = _try(raw)
    one_line = isinstance(value, list) or (isinstance(value, dict) and isinstance(value.get("messages"), list))
    many_lines = value is None and raw[:1] in (b"[", b"{") and (raw == b"[" or _try(second)[0] is None)
    if not (one_line and not second) and not many_lines:
        return None
    if many_lines:
        stream.seek(0)
        raw = stream.read().removeprefix(codecs.BOM_UTF8)
        value, sound = _try(raw)
    if not isinstance(value, (list, dict)):
        return None
    return value, () if sound else tuple(impurities(raw, 0, "input"))


def _try(raw: bytes) -> tuple[Any, bool]:
    """A value, and whether strict readers take it; None for what is no JSON."""
    try:
        return read(raw)
    except ValueError:
        return None, False


def _value(value: list[Any] | dict[str, Any], name: str) -> Document:
    if isinstance(value, dict):
        messages = value.get("messages")
        if not isinstance(messages, list):
            raise UnreadableError(f"{name}: a JSON object without a `messages` array is no request body.")
        return Document("request", build_from_values([_message(item) for item in messages]), value)
    if any(isinstance(item, dict) and _is_entry(item) for item in value):
        return Document("session", build_from_values(value))
    return Document("messages", build_from_values([_message(item) for item in value]))


def _message(item: Any) -> dict[str, Any]:
    """An element of a messages array as a message: whatever it is, it survives as content."""
    if not isinstance(item, dict):
        return {"role": "user", "content": item}
    return item if is_message(item) else {"role": "user", "content": None, **item, "type": "message"}


def _is_entry(item: dict[str, Any]) -> bool:
    """Is it an entry, and no message? Some bookkeeping entries show that by nothing but their type."""
    kind = item.get("type")
    if not isinstance(kind, str):
        return False
    if not item.keys().isdisjoint({"message", "uuid", "sessionId"}):
        return True
    return item.keys().isdisjoint({"role", "content"}) and knows(kind)


def of_lines(index: Index, name: str) -> Document:
    """Recognise a file of lines. Raises UnreadableError for what is no transcript."""
    rows = [row for row in index.rows if row.type]
    if not index.counts.lines or not (rows or index.findings or index.rows):
        raise UnreadableError(f"{name}: the file is empty.")
    if not rows:
        raise UnreadableError(
            f"{name}:{_first_line(index)}: this is no transcript. msgfix takes a session file (JSONL), a JSON array of "
            "messages, a request body with `messages`, JSONL of messages, or stream-json output."
        )
    looked_at = [index.source.entry(row) for row in (*[row for row in rows if row.role][:LOOK], *rows[:LOOK])]
    if any("parentUuid" in entry or "sessionId" in entry for entry in looked_at):
        return Document("session", index)
    if all(is_message(entry) for entry in looked_at):
        return Document("jsonl", index)
    stream = any("session_id" in entry for entry in looked_at)
    return Document("stream" if stream else "session", index)


def _first_line(index: Index) -> int:
    lines = [row.number for row in index.rows[:1]] + [finding.line for finding in index.findings[:1]]
    return min(lines, default=1)
