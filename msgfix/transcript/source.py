"""Where rows came from: gives their entries back, from the file or from memory."""

import io
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from msgfix.transcript.load import dumps, loads
from msgfix.transcript.row import Flag, Row

BUFFER = 1 << 20
"""Bytes that are fetched at once when a file is read from its start to its end."""

AHEAD = 1 << 18
"""Bytes that are fetched at once when one entry after the other is asked for."""

RECENT = 8 << 20
"""Bytes of lines whose content is kept parsed: one pass after the other asks for the same blocks."""

TALKS = ("user", "assistant")
"""Entry types whose message is part of the conversation; some bookkeeping entries hold a copy of one."""


class _Closing(io.IOBase):
    """Closes when nobody needs it any more, without the warning that Python has for that."""

    def __del__(self) -> None:
        self.close()


class Reader(_Closing, io.BufferedReader):
    """A file that stays open as long as its content is needed."""


class _Raw(_Closing, io.FileIO):
    """The file below: where both are let go together, it may be the first."""


def open_file(path: str | Path) -> Reader:
    """A file to read from. Raises OSError, and ValueError for what can be no path."""
    return Reader(_Raw(path), BUFFER)


class _Contents:
    """What both sources do alike: the blocks of a row, with a memory of the last ones."""

    def __init__(self) -> None:
        self._recent: OrderedDict[int, tuple[int, list[Any]]] = OrderedDict()  # length of the line, blocks
        self._held = 0

    def entry(self, row: Row) -> dict[str, Any]:
        raise NotImplementedError

    def content(self, row: Row) -> list[Any]:
        """The blocks that a row brings, see content_of() and blocks_of(). Never write to them."""
        known = self._recent.get(row.offset)
        if known is None:
            known = self._recent[row.offset] = row.length, blocks_of(content_of(self.entry(row)))
            self._held += row.length
            while self._held > RECENT and len(self._recent) > 1:
                _, (length, _) = self._recent.popitem(last=False)
                self._held -= length
        return known[1]

    def raw_content(self, row: Row) -> bytes:
        """The JSON of what a row brings."""
        return dumps(content_of(self.entry(row)))


class FileSource(_Contents):
    """Rows of a seekable binary stream, read again when they are asked for."""

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__()
        self._owner = stream  # a BufferedReader closes its raw file when it is let go
        # its buffer would fetch far more than the one entry that is wanted
        self._stream: Any = stream.raw if isinstance(stream, io.BufferedReader) else stream
        self._ahead, self._ahead_from = b"", 0
        self._next = -AHEAD  # where the last entry that was asked for ended

    def raw(self, row: Row) -> bytes:
        """The JSON of the entry, byte for byte as it stands in the file."""
        start, length = row.offset - self._ahead_from, row.length
        if not 0 <= start <= len(self._ahead) - length:
            in_line = 0 <= row.offset - self._next < AHEAD
            self._stream.seek(row.offset)
            self._ahead, self._ahead_from, start = self._stream.read(max(length, in_line * AHEAD)), row.offset, 0
        self._next = row.offset + length
        return self._ahead[start : start + length]

    def entry(self, row: Row) -> dict[str, Any]:
        """The parsed entry. Raises ValueError when the file is no longer what it was."""
        entry = loads(self.raw(row))
        if not isinstance(entry, dict):
            raise ValueError("the file has changed")
        return entry

    def raw_content(self, row: Row) -> bytes:
        """The JSON of what a row brings: byte for byte, unless strict readers refuse the entry."""
        if row.flags & Flag.UNSOUND or row.type == "attachment":
            return super().raw_content(row)
        try:
            entry = _decode(self.raw(row))
        except msgspec.ValidationError:  # `message` is there, but no object
            return super().raw_content(row)
        return bytes(entry.message.content if entry.message else entry.content)


class MemorySource(_Contents):
    """Rows of a list of entries or messages; `offset` is the place in the list."""

    def __init__(self, entries: Sequence[Any]) -> None:
        super().__init__()
        self._entries = entries

    def entry(self, row: Row) -> dict[str, Any]:
        entry: dict[str, Any] = self._entries[row.offset]
        return entry


class _Message(msgspec.Struct):
    content: msgspec.Raw = msgspec.Raw(b"null")


class _Entry(msgspec.Struct):
    message: _Message | None = None
    content: msgspec.Raw = msgspec.Raw(b"null")


_decode = msgspec.json.Decoder(_Entry).decode


def content_of(entry: dict[str, Any]) -> Any:
    """What an entry brings to a request: the content of its message, its attachment, or a local command's text."""
    message = entry.get("message")
    if isinstance(message, dict) and entry.get("type") in TALKS:
        return message.get("content")
    if is_message(entry):
        return entry["content"]
    if isinstance(attachment := entry.get("attachment"), dict):
        return attachment
    return entry.get("content") if entry.get("subtype") == "local_command" else None


def is_message(entry: dict[str, Any]) -> bool:
    """Is it a bare message, with no entry around it? The API's own answers carry the type `message`."""
    return "role" in entry and "content" in entry and entry.get("type", "message") == "message"


def blocks_of(content: Any) -> list[Any]:
    """Content of any shape as a list of blocks."""
    if isinstance(content, list):
        return content
    if content is None:
        return []
    if isinstance(content, dict):
        return [content]
    return [{"type": "text", "text": content if isinstance(content, str) else dumps(content).decode()}]
