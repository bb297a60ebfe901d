"""JSON bytes to values, the damaged ones too.

msgspec reads as fast as orjson and, unlike it, keeps integers of any size exact. What it refuses, the lax reader of
the standard library gets: lone surrogates stay as they are, bad UTF-8 becomes U+FFFD, raw control characters in strings
are taken, NaN and infinite numbers become null (as they do when JavaScript writes them).
"""

import json
import sys
from contextlib import suppress
from math import isfinite
from typing import Any

import msgspec
import orjson

REFUSALS = (msgspec.MsgspecError, ValueError, RecursionError)
"""What the readers here raise on bytes that they do not take."""

decode = msgspec.json.Decoder().decode
"""The fast and strict reader. Raises one of REFUSALS."""


def loads(raw: bytes) -> Any:
    """The value that `raw` holds. Raises ValueError, also for nesting too deep to follow."""
    return read(raw)[0]


def read(raw: bytes) -> tuple[Any, bool]:
    """The same, and whether the strict reader takes it."""
    try:
        return decode(raw), True
    except RecursionError:  # how deep msgspec goes depends on the caller's stack; orjson has a limit of its own
        with suppress(ValueError):
            return orjson.loads(raw), True
    except REFUSALS:
        pass
    try:
        return LAX.decode(raw.decode("utf-8", "replace")), False
    except RecursionError:
        raise ValueError("nested too deep") from None


def dumps(value: Any) -> bytes:
    """Compact JSON. orjson refuses integers over 64 bits, lone surrogates and deep nesting; json writes those.

    What could be read can be written: further down the call stack the limit of recursion is lifted by as much. Raises
    RecursionError for values of the caller's own that are nested deeper than any reader takes.
    """
    try:
        return orjson.dumps(value)
    except TypeError:
        pass
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(2 * limit)
    try:
        return json.dumps(value, separators=(",", ":")).encode()
    finally:
        sys.setrecursionlimit(limit)


def _finite(digits: str) -> float | None:
    number = float(digits)
    return number if isfinite(number) else None


def _counted(digits: str) -> int | str:
    """Python takes seconds for numbers of very many digits, and refuses them: those stay text."""
    return int(digits) if len(digits) <= MOST_DIGITS else digits


MOST_DIGITS = 4_000
LAX = json.JSONDecoder(strict=False, parse_float=_finite, parse_int=_counted, parse_constant=lambda constant: None)
"""The lax reader. Raises ValueError or RecursionError."""
