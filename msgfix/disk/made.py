"""Entries that a repair makes."""

import json
from functools import cached_property
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from msgspec import Struct

from msgfix.model import Block
from msgfix.transcript.load import dumps
from msgfix.transcript.row import Row

ENVELOPE = (
    "isSidechain", "teamName", "userType", "cwd", "sessionId", "session_id", "version", "gitBranch", "agentId", "slug",
    "entrypoint",
)  # fmt: skip
"""What an entry has in common with its neighbours."""


class Like:
    """An entry whose envelope new ones take; it is read once for all of them."""

    def __init__(self, row: Row) -> None:
        self.row = row

    @cached_property
    def envelope(self) -> dict[str, Any]:
        entry = self.row.source.entry(self.row)
        return {key: entry[key] for key in (*ENVELOPE, "timestamp") if key in entry}


class Made(Struct, eq=False):
    """A new entry.

    `like`: the neighbour that it takes its envelope from; `reply`: the assistant entry it answers; `response`: the id
    of the response that it is a part of.
    """

    role: str
    blocks: list[Block]
    rule: str
    like: Like
    reply: Row | None = None
    parent: str | None = None
    response: str | None = None
    changed = True

    @property
    def uuid(self) -> str:
        like = self.like.row
        return derived(like.session, like.uuid or like.number, self.role, [block.data for block in self.blocks])

    @property
    def message_id(self) -> str:
        return self.response or f"msg_{self.uuid.replace('-', '')}"

    def old(self) -> bytes:
        return b""

    def new(self) -> bytes:
        envelope = self.like.envelope
        entry = {"parentUuid": self.parent} | {key: envelope[key] for key in ENVELOPE if key in envelope}
        entry |= {"type": self.role, "message": self._message(), "uuid": self.uuid}
        if "timestamp" in envelope:
            entry["timestamp"] = envelope["timestamp"]
        if self.reply is not None and self.blocks[0].kind == "tool_result":
            entry["sourceToolAssistantUUID"] = self.reply.uuid
        if told := self._tool_use_result():
            entry["toolUseResult"] = told
        return dumps(entry)

    def _message(self) -> dict[str, Any]:
        content = [block.data for block in self.blocks]
        if self.role != "assistant":
            return {"role": self.role, "content": content}
        return {
            "id": self.message_id,
            "type": "message",
            "role": self.role,
            "model": (self.reply and self.reply.model) or "<synthetic>",
            "content": content,
            "stop_reason": "tool_use",
            "stop_sequence": None,
            "usage": {"input_tokens": 0, "output_tokens": 0},
        }

    def _tool_use_result(self) -> Any:
        """The client's own copy of a result, when the result was fetched from another entry."""
        block = self.blocks[0]
        if block.kind != "tool_result" or not block.untouched or block.row is None:
            return None
        return block.row.source.entry(block.row).get("toolUseResult")


class Mark(Struct, eq=False):
    """A line that names the entry at which the session goes on."""

    leaf: str
    session: str | None
    rule = "leaf-named"
    changed = True

    def old(self) -> bytes:
        return b""

    def new(self) -> bytes:
        return dumps({"type": "last-prompt", "leafUuid": self.leaf, "sessionId": self.session})


def derived(*data: Any) -> str:
    """A uuid made from data: the same file is always repaired in the same way."""
    return str(uuid5(NAMESPACE_OID, json.dumps(data)))
