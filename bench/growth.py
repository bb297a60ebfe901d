"""Sessions that are extreme in one way. What they cost for each N must not grow with N."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import orjson

JSON = dict[str, Any]


def neighbours(count: int) -> Iterator[JSON]:
    """Prompts in a row, which become one message."""
    for number in range(count):
        yield _entry(number, number - 1, {"role": "user", "content": f"prompt {number}"})


def calls(count: int) -> Iterator[JSON]:
    """One response of many calls, each with its result."""
    yield _entry(0, -1, {"role": "user", "content": [{"type": "text", "text": "go on"}]})
    for number in range(1, count + 1):
        block = {"type": "tool_use", "id": f"toolu_{number}", "name": "Read", "input": {}}
        yield _entry(number, number - 1, {"role": "assistant", "id": "msg_1", "content": [block]})
    for number in range(1, count + 1):
        block = {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": "done"}
        yield _entry(count + number, number, {"role": "user", "content": [block]})


def chain(count: int) -> Iterator[JSON]:
    """A long conversation in short sentences."""
    for number in range(count):
        text = [{"type": "text", "text": f"sentence {number}"}]
        answer: JSON = {"role": "assistant", "id": f"msg_{number}", "content": text}
        yield _entry(number, number - 1, answer if number % 2 else {"role": "user", "content": text})


def _entry(number: int, parent: int, message: JSON) -> JSON:
    return {
        "parentUuid": None if parent < 0 else f"u{parent}",
        "sessionId": "s",
        "isSidechain": False,
        "message": message,
        "type": message["role"],
        "uuid": f"u{number}",
        "timestamp": "2026-02-01T00:00:00.000Z",
    }


SHAPES: dict[str, tuple[Callable[[int], Iterator[JSON]], int]] = {
    "neighbours of one role": (neighbours, 100_000),
    "calls in one response": (calls, 20_000),
    "entries in a chain": (chain, 300_000),
}
"""Each shape and its largest N."""


def make(path: Path, shape: str, count: int) -> Path:
    with path.open("wb", buffering=1 << 20) as sink:
        for entry in SHAPES[shape][0](count):
            sink.write(orjson.dumps(entry) + b"\n")
    return path
