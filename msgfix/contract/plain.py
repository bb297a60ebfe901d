"""Plain blocks as types: what the contract asks of a block with nothing special about it.

`shape.accepts_plain` says the same of parsed blocks; here the decoder itself refuses what is not plain.
"""

from typing import Annotated, Any

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

Id = Annotated[str, Meta(pattern=r"^[a-zA-Z0-9_-]+\Z")]
Name = Annotated[str, Meta(pattern=r"^[a-zA-Z0-9_-]{1,64}\Z")]
Words = Annotated[str, Meta(pattern=r"\S")]


class PlainText(Struct, tag="text", tag_field="type", forbid_unknown_fields=True, gc=False):
    """A text that is not blank."""

    text: Words


class PlainThinking(Struct, tag="thinking", tag_field="type", forbid_unknown_fields=True, gc=False):
    """Thinking with a signature; its text may be empty."""

    thinking: str
    signature: Annotated[str, Meta(min_length=1)]


class PlainCall(Struct, tag="tool_use", tag_field="type", forbid_unknown_fields=True):
    """A tool_use with its four fields and a portable name. With a `caller` it is not plain, but has the shape."""

    id: Id
    name: Name
    input: dict[str, Any]
    caller: Raw | UnsetType = UNSET


class PlainResult(Struct, tag="tool_result", tag_field="type", forbid_unknown_fields=True):
    """A tool_result that is a string or a list of texts."""

    tool_use_id: Id
    content: str | list[PlainText]
    is_error: bool = False


AssistantBlock = PlainText | PlainThinking | PlainCall
UserBlock = PlainText | PlainResult
