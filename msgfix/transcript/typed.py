"""A plain line as types: what the fast path (quick.py) lets the decoder check.

The fields that a row keeps, and those that schemas/entry.schema.json has a word on; whatever else stands in an entry is
skipped.
"""

from typing import Literal

import msgspec
from msgspec import Struct

from msgfix.contract.plain import AssistantBlock, UserBlock


class Usage(Struct, gc=False):
    """Any object."""


class Said(Struct, tag="user", tag_field="role"):
    content: str | list[UserBlock]


class Answered(Struct, tag="assistant", tag_field="role"):
    content: str | list[AssistantBlock]
    id: str | None = None
    model: str | None = None
    stop_reason: str | None = None
    usage: Usage | None = None


class Data(Struct, gc=False):
    type: Literal["bash_progress", "hook_progress"]
    output: str = ""
    fullOutput: str = ""
    elapsedTimeSeconds: float = 0
    totalLines: int = 0
    timeoutMs: float = 0
    hookEvent: str = ""
    hookName: str = ""
    command: str = ""


class Entry(Struct):
    """The three types in one, by the names of the file: a union would be read twice, `type` being the last key."""

    parentUuid: str | None
    sessionId: str
    type: Literal["user", "assistant", "progress"]
    uuid: str
    timestamp: str
    isSidechain: bool = False
    message: Said | Answered | None = None
    data: Data | None = None
    isMeta: bool | None = None
    isVirtual: bool | None = None
    isCompactSummary: bool | None = None
    isVisibleInTranscriptOnly: bool | None = None
    isApiErrorMessage: bool | None = None
    agentId: str | None = None
    teamName: str | None = None
    requestId: str | None = None
    sourceToolAssistantUUID: str | None = None
    sourceToolUseID: str | None = None
    toolUseID: str | None = None
    parentToolUseID: str | None = None


decode = msgspec.json.Decoder(Entry).decode
