"""What a repaired line holds: entries that were there, as bytes or rewritten, and entries that were made."""

from typing import Any

from msgspec import Struct

from msgfix.disk.made import Made, Mark
from msgfix.model import Block
from msgfix.transcript.load import dumps
from msgfix.transcript.row import Flag, Row
from msgfix.transcript.scope import TALK
from msgfix.transcript.source import FileSource


class Kept(Struct, eq=False):
    """An entry of the file.

    `changes`: keys of the entry to set; `content`: the blocks of its message, `response`: its id, if changed.
    """

    row: Row
    changes: dict[str, Any] = {}
    content: list[Block] | None = None
    response: str | None = None
    moved: bool = False

    @property
    def uuid(self) -> str | None:
        return self.row.uuid

    @property
    def changed(self) -> bool:
        return self._anew or self.moved

    @property
    def _anew(self) -> bool:
        """Must the entry be written anew?"""
        return bool(
            self.changes
            or self.content is not None
            or self.response is not None
            or self.row.flags & Flag.UNSOUND
            or (self.moved and self._sides_differ)
        )

    @property
    def _sides_differ(self) -> bool:
        """Its message has another role than its type says, which is the side that its blocks were mended for."""
        return self.row.type in TALK and self.row.role != self.row.type

    def old(self) -> bytes:
        """The entry as the file has it."""
        source = self.row.source
        return source.raw(self.row) if isinstance(source, FileSource) else dumps(source.entry(self.row))

    def new(self) -> bytes:
        """The entry as it is to be: byte for byte where nothing in it changed."""
        if not self._anew:
            return self.old()
        entry = self.row.source.entry(self.row) | self.changes
        anew: dict[str, Any] = {}
        if self.response is not None:
            anew["id"] = self.response
        if self._sides_differ:
            anew["role"] = self.row.type
        if self.content is not None:
            anew["content"] = [block.data for block in self.content]
        message = entry.get("message")
        if isinstance(message, dict):
            entry["message"] = message | anew
        else:  # a bare message
            entry |= anew
        return dumps(entry)


Part = Kept | Made | Mark
