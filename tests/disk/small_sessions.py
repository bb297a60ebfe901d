"""Small sessions to repair."""

import json
import os
from pathlib import Path
from typing import Any

LONG_AGO = 1_700_000_000


def entry(kind: str, uuid: str, parent: str | None, content: Any, **more: Any) -> dict[str, Any]:
    """A user or assistant entry as a client writes it."""
    message: dict[str, Any] = {"role": kind, "content": content}
    if kind == "assistant":
        message |= {"id": more.pop("response", f"msg_{uuid}"), "model": "claude-opus-4-5", "type": "message"}
    link = {"parentUuid": parent, "isSidechain": False, "sessionId": "s", "version": "2.1.0", "cwd": "/home/me/project"}
    return {**link, "type": kind, "message": message, "uuid": uuid, "timestamp": f"t-{uuid}", **more}


def prompt(uuid: str, parent: str | None, words: str = "Go on.") -> dict[str, Any]:
    return entry("user", uuid, parent, words)


def use(ref: str, **more: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": ref, "name": "Read", "input": {}, **more}


def done(ref: str, *content: Any) -> dict[str, Any]:
    """A result: of the blocks that are given, or of one word."""
    return {"type": "tool_result", "tool_use_id": ref, "content": list(content) or "done"}


def call(uuid: str, parent: str | None, ref: str, **more: Any) -> dict[str, Any]:
    return entry("assistant", uuid, parent, [use(ref)], **more)


def result(uuid: str, parent: str | None, ref: str, words: str = "done", **more: Any) -> dict[str, Any]:
    return entry("user", uuid, parent, [done(ref) | {"content": words}], **more)


def text(uuid: str, parent: str | None, words: str = "Yes.", **more: Any) -> dict[str, Any]:
    return entry("assistant", uuid, parent, [{"type": "text", "text": words}], **more)


CRASHED = [prompt("a", None), call("b", "a", "toolu_1"), prompt("c", "b", "Again.")]
"""The call has no result: the API refuses every prompt."""
HEALTHY = [prompt("a", None), call("b", "a", "toolu_1"), result("c", "b", "toolu_1"), text("d", "c")]


def lines(entries: list[Any], end: bytes = b"\n") -> bytes:
    return b"".join((one if isinstance(one, bytes) else json.dumps(one).encode()) + end for one in entries)


def store(path: Path, raw: bytes | list[Any]) -> Path:
    """Write a session file that nobody has written to for a long time."""
    path.write_bytes(raw if isinstance(raw, bytes) else lines(raw))
    os.utime(path, (LONG_AGO, LONG_AGO))
    return path


def entries_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().splitlines() if line.strip()]


def walk(entries: list[dict[str, Any]], leaf: str) -> list[str]:
    """The uuids from the root to a leaf, by nothing but parentUuid."""
    parents = {one["uuid"]: one["parentUuid"] for one in entries if "uuid" in one}
    way: list[str] = []
    here: str | None = leaf
    while here is not None and here not in way:
        way.append(here)
        here = parents.get(here)
    return way[::-1]
