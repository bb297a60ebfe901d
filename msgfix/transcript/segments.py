"""Where on a damaged line there is JSON, and where there is none."""

import re
from collections.abc import Iterator
from typing import Any

from msgfix.transcript.load import LAX

FAILED_STARTS = 100
"""Attempts to find an entry on a torn line before the rest is given up: keeps the cost linear in its length."""

_START = re.compile(r'\{\s*"')


def segments(raw: bytes) -> Iterator[tuple[int, int, bool | None]]:
    """Cut a line up: (start, end, True for whole JSON, False for what cannot be read, None for white space and NUL)."""
    text = raw.decode("utf-8", "surrogateescape")  # bad bytes survive, so that lengths can be told in bytes
    offset = place = 0

    def upto(end: int) -> int:
        return offset + len(text[place:end].encode("utf-8", "surrogateescape"))

    for start, end, whole in _extents(text):
        for edge, verdict in ((start, None), (end, whole)):
            if edge > place:
                at = upto(edge)
                yield offset, at, verdict
                offset, place = at, edge
    if offset < len(raw):
        yield offset, len(raw), None


def _extents(text: str) -> Iterator[tuple[int, int, bool]]:
    """The parts of a line that are not white space or NUL: (start, end, whole).

    As long as nothing is torn, any JSON value counts; behind a tear only what looks like an entry, for the blocks
    inside a torn entry are whole objects as well.
    """
    place = _skip(text, 0)
    while place < len(text):
        end = _value_end(text, place)
        if end is None:
            break
        yield place, end, True
        place = _skip(text, end)
    torn, failures = place, 0
    while (found := _START.search(text, place)) and failures < FAILED_STARTS:
        try:
            value, end = LAX.raw_decode(text, found.start())
        except RecursionError:
            break
        except ValueError:
            failures += 1
            place = found.end()
            continue
        place = end
        if _is_entry(value):
            yield from _torn(text, torn, found.start())
            yield found.start(), end, True
            torn = end
    yield from _torn(text, torn, len(text))


def _torn(text: str, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
    body = text[start:end].strip(" \t\r\n\0")
    if body:
        start = text.index(body, start)
        yield start, start + len(body), False


def _skip(text: str, place: int) -> int:
    while place < len(text) and text[place] in " \t\r\n\0":
        place += 1
    return place


def _value_end(text: str, place: int) -> int | None:
    try:
        end = LAX.raw_decode(text, place)[1]
    except (ValueError, RecursionError):
        return None
    # `12` of `12:00` is no value of its own: only an object ends by itself
    return end if text[place] == "{" or _skip(text, end) == len(text) else None


def _is_entry(value: Any) -> bool:
    """Does an object look like an entry of its own? A block or an embedded message has none of these keys."""
    return (
        isinstance(value, dict)
        and isinstance(value.get("type"), str)
        and not value.keys().isdisjoint({"parentUuid", "sessionId", "session_id", "leafUuid", "messageId"})
    )
