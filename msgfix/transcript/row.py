"""Row: what msgfix remembers of a line. The entry itself is read, looked at and let go."""

from typing import Any, Protocol

import msgspec


class Flag:
    """Yes/no facts of an entry, as the entry states them. Plain numbers: an IntFlag answers `&` ten times slower."""

    SIDECHAIN = 1  # isSidechain
    META = 2  # isMeta: made by the client, hidden on screen, sent to the API
    VIRTUAL = 4  # isVirtual
    API_ERROR = 8  # isApiErrorMessage
    SUMMARY = 16  # isCompactSummary
    TEAM = 32  # teamName is set
    SYNTHETIC = 64  # message.model is "<synthetic>"
    FAULTY = 128  # the line did not pass schemas/entry.schema.json
    UNSOUND = 256  # strict JSON readers refuse its bytes: they cannot be copied as they are
    DIRECT = 512  # calls of it that are not plain are so but for their `caller`, {"type": "direct"}


class Sketch(msgspec.Struct, frozen=True, gc=False):
    """One block, seen from afar.

    `kind`: its `type` ("" when it has none or is no object). `ref`: id of a call, tool_use_id of a result.
    `plain`: nothing in it can need mending, so passes over blocks leave it unopened (see sketch.py).
    """

    kind: str
    ref: str | None
    plain: bool


class Source(Protocol):
    """Where rows came from; gives the parsed entry of a row back."""

    def entry(self, row: "Row") -> dict[str, Any]: ...

    def content(self, row: "Row") -> list[Any]:
        """The blocks that the row brings: message.content (a string is one text block), the attachment of an
        attachment entry, the text of a system/local_command entry."""
        ...

    def raw_content(self, row: "Row") -> bytes:
        """The JSON bytes of message.content, as they stand in the file."""
        ...


class Row(msgspec.Struct, eq=False, gc=False):
    """One entry of the file, light enough to keep for each line (a Struct is made three times as fast as an object).

    `number`: line in the file, from 1 (glued entries share it). `offset`, `length`: bytes of its JSON in the file.
    `type`, `subtype`: of the entry; `subtype` also holds the kind of an attachment or progress entry.
    `answers`: sourceToolAssistantUUID. `source_call`: sourceToolUseID. `role`: message.role.
    `sketch`: one per block of message.content. `bare`: message.content is a string.
    `weight`: bytes that its content takes at least: the characters of its plain texts.
    `extra`: rare facts (compactMetadata, leafUuid, the uuids that a snip hides); None for most rows.
    """

    source: Source
    number: int
    offset: int
    length: int
    type: str
    subtype: str = ""
    uuid: str | None = None
    parent: str | None = None
    session: str | None = None
    flags: int = 0
    role: str = ""
    message_id: str | None = None
    model: str | None = None
    answers: str | None = None
    source_call: str | None = None
    sketch: tuple[Sketch, ...] = ()
    bare: bool = False
    weight: int = 0
    extra: dict[str, Any] | None = None

    @property
    def most(self) -> int:
        """Bytes that its content takes at most: those of its line, or of the content where there are no lines."""
        return self.length or len(self.source.raw_content(self))

    def __repr__(self) -> str:
        return f"Row({self.number}, {self.type}{'/' + self.subtype if self.subtype else ''}, {self.uuid})"
