"""A plain line as types: what the fast path (quick.py) lets the decoder check.

The fields that a row keeps, and those that schemas/entry.schema.json has a word on; whatever else stands in an entry is
skipped. What a type cannot say cheaply (a pattern costs more than the rest of its block) quick.py looks at.
"""

from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType


class Text(Struct, tag="text", tag_field="type", forbid_unknown_fields=True, gc=False):
    text: str


class Thinking(Struct, tag="thinking", tag_field="type", forbid_unknown_fields=True, gc=False):
    thinking: str
    signature: str


class Direct(Struct, forbid_unknown_fields=True, gc=False):
    """Who made a call: the model itself."""

    type: Literal["direct"]


class Call(Struct, tag="tool_use", tag_field="type", forbid_unknown_fields=True, gc=False):
    """With a `caller` it is not plain, but has the shape."""

    id: str
    name: str
    input: dict[str, Any]
    caller: Direct | UnsetType = UNSET


class Part(Struct, forbid_unknown_fields=True, gc=False):
    """A text inside a result. Its type is a field: outside of a union the decoder does not ask for a tag."""

    type: Literal["text"]
    text: str


class Answer(Struct, tag="tool_result", tag_field="type", forbid_unknown_fields=True, gc=False):
    tool_use_id: str
    content: str | list[Part]
    is_error: bool = False


class Usage(Struct, gc=False):
    """Any object."""


class Said(Struct, tag="user", tag_field="role", gc=False):
    content: str | list[Text | Answer]


class Answered(Struct, tag="assistant", tag_field="role", gc=False):
    content: str | list[Text | Thinking | Call]
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


class Entry(Struct, kw_only=True, gc=False):
    """The three types in one: a union would be read twice, `type` being the last key.

    Named as in the file, and in its order: the decoder looks for a key behind the last one that it found.
    """

    parentUuid: str | None
    isSidechain: bool = False
    agentId: str | None = None
    sessionId: str
    type: Literal["user", "assistant", "progress"]
    message: Said | Answered | None = None
    data: Data | None = None
    toolUseID: str | None = None
    parentToolUseID: str | None = None
    requestId: str | None = None
    uuid: str
    timestamp: str
    sourceToolAssistantUUID: str | None = None
    isMeta: bool | None = None
    isVirtual: bool | None = None
    isCompactSummary: bool | None = None
    isVisibleInTranscriptOnly: bool | None = None
    isApiErrorMessage: bool | None = None
    teamName: str | None = None
    sourceToolUseID: str | None = None


decode = msgspec.json.Decoder(Entry).decode
