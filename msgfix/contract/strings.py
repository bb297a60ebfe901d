"""What JSON itself forbids: half surrogate pairs, numbers that are none, values that are no JSON."""

import json
import math
from collections.abc import Iterator
from typing import Any

import orjson
from msgspec import Struct

_DEPTH = 200  # deeper than any client nests, and far from where a recursion ends the program

_STRICT = orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_SUBCLASS
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


class Flaw(Struct, frozen=True):
    """`what`: "surrogate", "nul", or a value that JSON lacks (`NaN`, `bytes`, …). `keys`: the way to it."""

    what: str
    keys: tuple[str | int, ...]


def examine(message: Any) -> tuple[int, list[Flaw]]:
    """The bytes of a message as JSON, and what is wrong with it. Bytes are 0 when it cannot be written at all."""
    try:
        raw = orjson.dumps(message, option=_STRICT)
        if b"null" not in raw and b"\\u0000" not in raw:  # what orjson writes for NaN, and for NUL
            return len(raw), []
    except TypeError:
        pass
    try:
        text = _ENCODER.encode(message)
        size = len(text) if text.isascii() else len(text.encode())
    except RecursionError:
        return 0, list(_flaws(message))
    except (ValueError, TypeError):  # what holds itself shows no other flaw
        return 0, list(_flaws(message)) or [Flaw("no JSON value", ())]
    return size, list(_flaws(message)) if "\\u0000" in text else []


def _flaws(message: Any) -> Iterator[Flaw]:
    """Walk all values, each container once (so that what holds itself ends)."""
    todo: list[tuple[Any, tuple[str | int, ...]]] = [(message, ())]
    seen: set[int] = set()
    while todo:
        value, keys = todo.pop()
        if isinstance(value, dict | list | tuple):
            if id(value) in seen or len(keys) > _DEPTH:
                continue
            seen.add(id(value))
            items = list(value.items()) if isinstance(value, dict) else list(enumerate(value))
            for key, _ in items if isinstance(value, dict) else []:
                if what := _scalar(key):
                    yield Flaw(what, (*keys, str(key)))
            todo.extend((item, (*keys, key if isinstance(key, int) else str(key))) for key, item in reversed(items))
        elif what := _scalar(value):
            yield Flaw(what, keys)


def _string(text: str) -> str | None:
    if "\0" in text:
        return "nul"
    if text.isascii():
        return None
    try:
        text.encode()
    except UnicodeEncodeError:
        return "surrogate"
    return None


def _scalar(value: Any) -> str | None:
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity"
    return None if value is None or isinstance(value, bool | int | float) else type(value).__name__


def plain(value: Any, depth: int = 0, above: frozenset[int] = frozenset()) -> Any:
    """A copy that is JSON for certain, for the checks of the shape: what is not JSON becomes null or U+FFFD."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, dict | list | tuple):
        if depth > _DEPTH or id(value) in above:
            return None
        above |= {id(value)}
        if isinstance(value, dict):
            return {plain(str(key)): plain(item, depth + 1, above) for key, item in value.items()}
        return [plain(item, depth + 1, above) for item in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else 0.0
    return value if value is None or (isinstance(value, int) and abs(value) < 2**63) else None
