"""Blocks seen from afar: which kind, which id, and whether anything in it could need mending."""

import re
from math import isfinite
from typing import Any

from msgfix.transcript.row import Sketch

_TEXT = Sketch("text", None, True)
_ONE_TEXT = (_TEXT,)
_THINKING = Sketch("thinking", None, True)
_ONE_THINKING = (_THINKING,)
_RESULT_KEYS = frozenset({"type", "tool_use_id", "content", "is_error"})
_legal = re.compile(r"[a-zA-Z0-9_-]{1,64}").fullmatch


def sketch(content: Any, role: str, clean: bool = False) -> tuple[Sketch, ...]:
    """One Sketch per block of a message content. A string is one text block, None or "nothing there" is none.

    `clean`: it is known that no string in it holds a NUL or a lone surrogate, and no number is NaN or infinite.
    """
    if type(content) is str:
        plain = content and not content.isspace() and (clean or _pure(content))
        return _ONE_TEXT if plain else (Sketch("text", None, False),)
    if type(content) is list:
        if len(content) == 1:
            block = _block(content[0], role, clean)
            return _ONE_TEXT if block is _TEXT else _ONE_THINKING if block is _THINKING else (block,)
        return tuple([_block(block, role, clean) for block in content])
    if content is None:
        return ()
    return (_block(content if isinstance(content, dict) else None, role, False)._replace(plain=False),)


def odd(content: Any, role: str) -> tuple[Sketch, ...]:
    """The same, with nothing plain: for content whose bytes must not be copied as they are."""
    return tuple(seen._replace(plain=False) for seen in sketch(content, role))


def _block(block: Any, role: str, clean: bool) -> Sketch:
    if type(block) is not dict:
        return Sketch("", None, False)
    kind = block.get("type")
    if kind == "text":
        return _TEXT if _plain_text(block) and (clean or _pure(block)) else Sketch("text", None, False)
    if kind == "tool_use":
        ref, plain = block.get("id"), role == "assistant" and _plain_call(block)
    elif kind == "tool_result":
        ref, plain = block.get("tool_use_id"), role == "user" and _plain_result(block)
    elif kind == "thinking":
        plain = role == "assistant" and _plain_thinking(block) and (clean or _pure(block))
        return _THINKING if plain else Sketch("thinking", None, False)
    else:
        ref, plain = block.get("tool_use_id", block.get("id")), False
    return Sketch(
        kind if type(kind) is str else "", ref if type(ref) is str else None, plain and (clean or _pure(block))
    )


def _plain_text(block: dict[str, Any]) -> bool:
    text = block.get("text")
    return len(block) == 2 and type(text) is str and text != "" and not text.isspace()


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
        and type(block.get("input")) is dict
    )


def _plain_result(block: dict[str, Any]) -> bool:
    content, failed = block.get("content"), block.get("is_error", False)
    return (
        _legal_id(block.get("tool_use_id"))
        and block.keys() <= _RESULT_KEYS
        and type(failed) is bool
        and (
            (not failed or (content != "" and not content.isspace()))
            if type(content) is str
            else type(content) is list and content != [] and all(_is_plain_text(part) for part in content)
        )
    )


def _is_plain_text(part: Any) -> bool:
    return type(part) is dict and part.get("type") == "text" and _plain_text(part)


def _legal_id(ref: Any) -> bool:
    """Ids of server tools live by other rules: they are never plain."""
    return type(ref) is str and _legal(ref) is not None and not ref.startswith("srvtoolu_")


def _pure(value: Any) -> bool:
    """No NUL and no lone surrogate in any string or key, no number that JSON has no word for."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            if "\0" in item or not _encodes(item):
                return False
        elif isinstance(item, dict):
            stack.extend(item.keys())
            stack.extend(item.values())
        elif isinstance(item, list):
            stack.extend(item)
        elif isinstance(item, float) and not isfinite(item):
            return False
    return True


def _encodes(text: str) -> bool:
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
