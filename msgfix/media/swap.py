"""Puts something else in the place of pictures and documents, wherever in a block they are."""

from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import Any

from msgfix.edits import Replace
from msgfix.media.walk import DEPTH, KINDS, Data, Medium, inside
from msgfix.model import Block, kind_of

# Gives new data for a medium, and the note for the book.
Change = Callable[[Medium, Data], tuple[Data, str]]


def replaced(chosen: Iterable[Medium], change: Change) -> Iterator[Replace]:
    """One Replace for each block that holds any of these."""
    by_block: dict[Block, dict[int, Medium]] = {}
    for medium in chosen:
        by_block.setdefault(medium.block, {})[medium.n] = medium
    for block, wanted in by_block.items():
        yield _replace(block, wanted, change)


def _replace(block: Block, wanted: dict[int, Medium], change: Change) -> Replace:
    numbers = count()
    notes: dict[str, None] = {}

    def visit(data: Data) -> Data:
        medium = wanted.get(next(numbers))
        if medium is None:
            return data
        new, note = change(medium, data)
        notes[note] = None
        return new

    return Replace(block, (block.becomes(_swapped(block.data, visit)),), "; ".join(notes))


def _swapped(data: Any, visit: Callable[[Data], Data], depth: int = DEPTH) -> Any:
    parts = inside(data)
    if parts is None:
        return visit(data) if kind_of(data) in KINDS else data
    if not depth:
        return data
    new = [_swapped(part, visit, depth - 1) for part in parts]
    if kind_of(data) == "tool_result":
        return {**data, "content": new}
    return {**data, "source": {**data["source"], "content": new}}


def instead(medium: Medium, data: Data, why: str) -> Data:
    """The text that stands for a medium that cannot be sent: what it was, and why it is not there."""
    title = data.get("title")
    name = f' "{title[:80]}"' if isinstance(title, str) and title.strip() else ""
    facts = medium.facts
    what = (
        f" ({facts.media_type or medium.label or 'unknown type'}, {facts.size} bytes)" if facts and facts.size else ""
    )
    new: Data = {"type": "text", "text": f"[{medium.kind}{name}{what} left out: {why}]"}
    if "cache_control" in data:
        new["cache_control"] = data["cache_control"]
    return new
