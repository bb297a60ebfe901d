"""E12: ids of calls and results that the API refuses."""

import re
from collections.abc import Iterator
from typing import Any

from msgfix.edits import Edit, Replace
from msgfix.model import Block, History, Message
from msgfix.options import Options
from msgfix.passes.blocks.foreign import translate
from msgfix.passes.blocks.tool_names import digest, shortened
from msgfix.passes.blocks.words import json_text
from msgfix.rules import Severity, rule
from msgfix.targets import limits

_ILLEGAL = re.compile(r"[^a-zA-Z0-9_-]+")
_KEYS = {"tool_use": "id", "tool_result": "tool_use_id"}


def own_id(block: Block) -> str:
    """The id as it is written, numbers as text; "" when there is none."""
    raw = block.data.get(_KEYS[block.kind])
    return raw if isinstance(raw, str) else str(raw) if isinstance(raw, int) and not isinstance(raw, bool) else ""


class _Ids:
    """New ids, each of them unlike all others."""

    def __init__(self, history: History, length: int | None) -> None:
        self.length = length
        self.calls = {block.ref for _, block in history.blocks() if block.ref and block.kind == "tool_use"}
        self.taken = {block.ref for _, block in history.blocks() if block.ref}
        self.names: dict[str, str] = {}

    def legal(self, old: str) -> bool:
        return bool(old) and not _ILLEGAL.search(old) and (self.length is None or len(old) <= self.length)

    def free(self, wanted: str, seed: str) -> str:
        """`wanted`, or something like it that nobody has yet."""
        name = wanted
        while name in self.taken:
            seed = digest(seed)
            name = f"{wanted[: (self.length or len(wanted) + 9) - 9]}-{seed}"
        self.taken.add(name)
        return name

    def renamed(self, old: str) -> str:
        """The new id of all that has this id."""
        if old not in self.names:
            clean = _ILLEGAL.sub("_", old)
            self.names[old] = self.free(shortened(clean, self.length or len(clean)), old)
        return self.names[old]

    def derived(self, block: Block, place: int) -> str:
        """An id for a call that has none, made from what it is and where it stands."""
        seed = f"{place} {json_text(block.data)}"
        return self.free(f"toolu_{digest(seed)}{digest(seed[::-1])}", seed)


def _nameless(history: History) -> dict[Message, list[Block]]:
    """Calls and results without any id, by message."""
    found: dict[Message, list[Block]] = {}
    for message, block in history.odd:
        if block.kind in _KEYS and not own_id(block):
            found.setdefault(message, []).append(block)
    return found


def _answers(history: History, position: int, ids: _Ids) -> list[Block]:
    """The results right behind a message that answer no call that has an id."""
    behind = history.messages[position + 1 : position + 2]
    return [
        block
        for message in behind
        for block in message.blocks
        if message.role == "user" and block.kind == "tool_result" and block.ref not in ids.calls
    ]


def _name_the_nameless(history: History, ids: _Ids) -> Iterator[tuple[Block, str]]:
    """Calls without an id and, where it is plain which, the results that answer them; "" for a result left over."""
    nameless = _nameless(history)
    done: set[Block] = set()
    for position, message in enumerate(history.messages) if nameless else ():
        for block in nameless.get(message, ()):
            if block.kind == "tool_result" and block not in done:
                yield block, ""
        calls = [block for block in nameless.get(message, ()) if block.kind == "tool_use"]
        answers = _answers(history, position, ids) if calls else []
        for number, call in enumerate(calls):
            new = ids.derived(call, position)
            yield call, new
            if len(answers) == len(calls):
                done.add(answers[number])
                yield answers[number], new


def _with_id(block: Block, new: str) -> Block:
    data: dict[str, Any] = {**block.data, _KEYS[block.kind]: new}
    return block.becomes(data)


@rule(
    "rename-illegal-ids",
    step="E12",
    severity=Severity.ERROR,
    on_disk=True,
    cures="tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    after={"move-misplaced-blocks": "a call without an id is paired with the result right behind it"},
)
def rename_illegal_ids(history: History, options: Options) -> Iterator[Edit]:
    """Give calls and results ids that the API takes.

    Breaks: other programs write `call:1`, numbers, or no id at all.
    Does: puts `_` for what an id may not hold, in the call and its result alike; a call without an id gets one made
    from its place and content, and so do the results right behind it if there are as many.
    Never: makes two ids alike. A result without an id that answers nothing becomes text.
    """
    if not any(block.kind in _KEYS for _, block in history.odd):
        return
    ids = _Ids(history, limits(options.target, options.model).id_length)
    named = dict(_name_the_nameless(history, ids))
    for block, new in named.items():
        if new:
            yield Replace(block, (_with_id(block, new),), f"had no id, now {new}")
        else:
            yield Replace(block, tuple(block.becomes(data) for data in translate(block.data)), "a result without an id")
    for _, block in history.odd:
        if block.kind in _KEYS and block not in named:
            old = own_id(block)
            if not ids.legal(old):
                yield Replace(block, (_with_id(block, ids.renamed(old)),), f"was {old[:60]!r}")
            elif block.ref is None:
                yield Replace(block, (_with_id(block, old),), f"was the number {old}")
