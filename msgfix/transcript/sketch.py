"""Blocks seen from afar: which kind, which id, and whether anything in it could need mending."""

import re
from math import isfinite
from typing import Any

from msgfix.contract.plain import accepts_plain
from msgfix.transcript.row import Sketch

TEXT = Sketch("text", None, True)
ONE_TEXT = (TEXT,)
_ODD_TEXT = Sketch("text", None, False)
_NO_BLOCK = Sketch("", None, False)
THINKING = Sketch("thinking", None, True)
ONE_THINKING = (THINKING,)
_ODD_THINKING = Sketch("thinking", None, False)
_RESULT_KEYS = frozenset({"type", "tool_use_id", "content", "is_error"})
INJECTED = frozenset({"ExitPlanMode"})  # calls that the client writes into, see passes/blocks/internal_inputs.py
SERVER_IDS = ("srvtoolu_", "mcptoolu_")  # tools that run elsewhere; their ids live by other rules
_SERVER_CALLS = ("server_tool_use", "mcp_tool_use")
_legal = re.compile(r"[a-zA-Z0-9_-]{1,64}").fullmatch


def sketch(content: Any, role: str) -> tuple[Sketch, ...]:
    """One Sketch per block of a message content, as source.blocks_of() lists them: a string is one text block."""
    if type(content) is list:
        if len(content) == 1:
            block = _block(content[0], role)
            return ONE_TEXT if block is TEXT else ONE_THINKING if block is THINKING else (block,)
        return tuple([_block(block, role) for block in content])
    if type(content) is str:
        return ONE_TEXT if _says(content) and pure([content]) else (_ODD_TEXT,)
    if content is None:
        return ()
    return (_odd(_block(content, role)) if type(content) is dict else _ODD_TEXT,)


def odd(content: Any, role: str) -> tuple[Sketch, ...]:
    """The same, with nothing plain: for content whose bytes must not be copied as they are."""
    return tuple(map(_odd, sketch(content, role)))


def agreed(content: Any, role: str) -> tuple[Sketch, ...]:
    """The same, with plain only what the contract calls plain too: two opinions, arrived at apart."""
    seen = sketch(content, role)
    if accepts_plain(role, content):
        return seen
    return tuple(
        _odd(one) if one.plain and not (type(content) is list and accepts_plain(role, [block])) else one
        for one, block in zip(seen, content if type(content) is list else (content,) * len(seen), strict=True)
    )


def direct(content: Any, seen: tuple[Sketch, ...]) -> bool:
    """Whether those calls of a message that are not plain, of which there are some, would be without their `caller`.

    The client says of each call who made it: {"type": "direct"}, the model itself. The API takes that from few.
    """
    if type(content) is not list:
        return False
    calls = [block for block, one in zip(content, seen, strict=True) if one.kind == "tool_use" and not one.plain]
    bare = [{key: value for key, value in call.items() if key != "caller"} for call in calls]
    return (
        bool(calls)
        and all(call.get("caller") == {"type": "direct"} for call in calls)
        and all(one.plain for one in agreed(bare, "assistant"))
    )


def _odd(seen: Sketch) -> Sketch:
    return Sketch(seen.kind, seen.ref, False)


def weight(content: Any, seen: tuple[Sketch, ...]) -> int:
    """Bytes that content takes at least: the characters in its plain blocks."""
    if type(content) is str:
        return len(content) if seen[0].plain else 0
    if type(content) is not list:
        return 0
    return sum(_weigh(block) for block, one in zip(content, seen, strict=True) if one.plain)


def _weigh(block: dict[str, Any]) -> int:
    """The same for one plain block. The input of a call does not count: it is not worth the look."""
    kind, content = block["type"], block.get("content", "")
    if kind == "tool_result":
        return len(content) if type(content) is str else sum(len(part["text"]) for part in content)
    if kind == "thinking":
        return len(block["thinking"]) + len(block["signature"])
    return len(block["text"]) if kind == "text" else 0


def _block(block: Any, role: str) -> Sketch:
    if type(block) is not dict:
        return _NO_BLOCK
    kind = block.get("type")
    if kind == "tool_use":
        ref, plain = block.get("id"), role == "assistant" and _plain_call(block)
    elif kind == "tool_result":
        ref, plain = block.get("tool_use_id"), role == "user" and _plain_result(block)
    elif kind == "text":
        return TEXT if _plain_text(block) and pure([block["text"]]) else _ODD_TEXT
    elif kind == "thinking":
        plain = role == "assistant" and _plain_thinking(block) and pure([*block.values()])
        return THINKING if plain else _ODD_THINKING
    else:
        own = block.get("id")
        ref, plain = own if kind in _SERVER_CALLS else block.get("tool_use_id", own), False
    return Sketch(
        kind if type(kind) is str else "",
        ref if type(ref) is str else None,
        plain and pure([*block.values()]),
    )


def _says(text: str) -> bool:
    return text != "" and not text.isspace()


def _plain_text(block: dict[str, Any]) -> bool:
    text = block.get("text")
    return len(block) == 2 and type(text) is str and _says(text)


def _plain_thinking(block: dict[str, Any]) -> bool:
    signature = block.get("signature")
    return len(block) == 3 and type(block.get("thinking")) is str and type(signature) is str and signature != ""


def _plain_call(block: dict[str, Any]) -> bool:
    name = block.get("name")
    return (
        len(block) == 4
        and _legal_id(block.get("id"))
        and type(name) is str
        and _legal(name) is not None
        and name not in INJECTED
        and type(block.get("input")) is dict
    )


def _plain_result(block: dict[str, Any]) -> bool:
    content, failed = block.get("content"), block.get("is_error", False)
    if not (block.keys() <= _RESULT_KEYS and type(failed) is bool and _legal_id(block.get("tool_use_id"))):
        return False
    if type(content) is str:
        return not failed or _says(content)
    return type(content) is list and content != [] and all(_is_plain_text(part) for part in content)


def _is_plain_text(part: Any) -> bool:
    return type(part) is dict and part.get("type") == "text" and _plain_text(part)


def _legal_id(ref: Any) -> bool:
    """Those of server tools are never plain."""
    return type(ref) is str and _legal(ref) is not None and not ref.startswith(SERVER_IDS)


def pure(values: list[Any]) -> bool:
    """No NUL and no lone surrogate in any string or key, no number that JSON has no word for. Eats the list."""
    for value in values:
        kind = type(value)
        if kind is str:
            if "\0" in value if value.isascii() else not _sound(value):
                return False
        elif kind is dict:
            values += value
            values += value.values()
        elif kind is list:
            values += value
        elif kind is float and not isfinite(value):
            return False
    return True


def _sound(text: str) -> bool:
    try:
        return b"\0" not in text.encode()  # searching NUL in a wide string is slower than encoding it
    except UnicodeEncodeError:
        return False
