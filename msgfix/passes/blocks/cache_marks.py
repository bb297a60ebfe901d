"""E8: how many cache marks, where, and how long they last."""

from collections.abc import Iterator
from typing import Any

from msgfix.edits import Edit, Replace
from msgfix.model import Block, History, kind_of
from msgfix.options import Options
from msgfix.rules import Severity, rule
from msgfix.targets import limits

KEY = "cache_control"


def _parts(data: Any) -> list[dict[str, Any]]:
    """A block and the blocks in its content that may carry a mark, in the order in which the API reads them."""
    content = data.get("content") if kind_of(data) == "tool_result" else None
    inner = [part for part in content if isinstance(part, dict)] if isinstance(content, list) else []
    return [*inner, data]


def _is_blank(part: dict[str, Any]) -> bool:
    words = part.get("text")
    return kind_of(part) == "text" and isinstance(words, str) and not words.strip()


def without_marks(data: Any) -> Any:
    """A block without any mark, in its content too; the very block when it has none."""
    if not isinstance(data, dict):
        return data
    content = data.get("content")
    if isinstance(content, list) and any(isinstance(part, dict) and KEY in part for part in content):
        data = {**data, "content": [_unmarked(part) if isinstance(part, dict) else part for part in content]}
    return _unmarked(data) if KEY in data else data


def _unmarked(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key != KEY}


def _shortened(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, KEY: {**data[KEY], "ttl": "5m"}}


class _Marks:
    """Decides on one mark after the other, from the first to the last."""

    def __init__(self, surplus: int) -> None:
        self.surplus = surplus
        self.short = False

    def settle(self, part: dict[str, Any]) -> dict[str, Any]:
        mark = part.get(KEY)
        if not isinstance(mark, dict):
            return part
        if _is_blank(part):
            return _unmarked(part)
        if self.surplus > 0:
            self.surplus -= 1
            return _unmarked(part)
        if mark.get("ttl") == "1h":
            return _shortened(part) if self.short else part
        self.short = True
        return part

    def block(self, data: dict[str, Any]) -> dict[str, Any]:
        content = data.get("content")
        new = data
        if kind_of(data) == "tool_result" and isinstance(content, list):
            parts = [self.settle(part) if isinstance(part, dict) else part for part in content]
            if any(one is not other for one, other in zip(parts, content, strict=True)):
                new = {**data, "content": parts}
        return self.settle(new)


@rule(
    "limit-cache-marks",
    step="E8",
    severity=Severity.ERROR,
    on_disk=True,
    cures="A maximum of 4 blocks with cache_control may be provided",
    after={
        "allow-known-fields": "a mark must have a legal shape before it is counted",
        "order-turns": "the last marks are known when all blocks stand in their order",
        "drop-bound-thinking": "nothing goes any more",
    },
)
def limit_cache_marks(history: History, options: Options) -> Iterator[Edit]:
    """Keep the last four cache marks.

    Breaks: more than four marks, a mark on an empty text, one that lasts an hour behind one that lasts five minutes.
    Does: takes the oldest marks off; a mark that would last too long gets five minutes.
    Never: changes what is marked.
    """
    marked: list[tuple[Block, dict[str, Any]]] = []
    count = 0
    for _, block in history.odd:
        data = block.data
        if not isinstance(data, dict):
            continue
        here = [part for part in _parts(data) if isinstance(part.get(KEY), dict)]
        if here:
            marked.append((block, data))
            count += sum(not _is_blank(part) for part in here)
    marks = _Marks(count - limits(options.target, options.model).cache_marks)
    for block, data in marked:
        new = marks.block(data)
        if new is not data:
            yield Replace(block, (block.becomes(new),), "cache mark")
