"""What can be saved of a damaged line."""

import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn

from msgspec import Struct

from msgfix.transcript.faults import FAULTS, Finding
from msgfix.transcript.load import LAX, read

FAILED_STARTS = 100
"""Attempts to find an entry on a torn line before the rest is given up: keeps the cost linear in its length."""

_START = re.compile(r'\{\s*"')


class Piece(Struct, frozen=True):
    """An entry found on a line: where its JSON starts and how long it is, in bytes of the line.

    `sound`: the strict reader takes exactly these bytes.
    """

    start: int
    length: int
    entry: dict[str, Any]
    sound: bool


def salvage(number: int, raw: bytes) -> tuple[list[Piece], list[Finding]]:
    """What can be read of a line that is not simply one entry, and what is wrong with it.

    The bytes of the line are its pieces, the `bytes` of the findings, and white space. A blank line gives nothing.
    """
    pieces: list[Piece] = []
    findings: list[Finding] = []

    def book(slug: str, message: str, size: int = 0) -> None:
        findings.append(Finding(FAULTS[slug], number, message, size))

    padding = 0
    for start, end, whole in _segments(raw):
        body = raw[start:end]
        if whole is None:
            padding += body.count(b"\0")
        elif not whole:
            book("line-torn", f"{len(body)} bytes of a cut or damaged entry cannot be read", len(body))
        else:
            value, sound = read(body)
            if not isinstance(value, dict):
                book("line-no-object", f"JSON, but no entry: {_name(value)}", len(body))
                continue
            pieces.append(Piece(start, end - start, value, sound))
            if not sound:
                for slug, message in _impurities(body):
                    book(slug, message)
    if padding:
        book("line-nul-padded", f"{padding} NUL bytes stripped", padding)
    if len(pieces) > 1:
        book("line-glued", f"{len(pieces)} entries on one line taken apart")
    return pieces, findings


def _segments(raw: bytes) -> Iterator[tuple[int, int, bool | None]]:
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


def _impurities(body: bytes) -> Iterator[tuple[str, str]]:
    """Why the strict reader refuses a whole entry, apart from lone surrogates: those are legal JSON."""
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        yield "line-invalid-utf8", f"bytes that are no UTF-8 at byte {error.start} of the entry"
        text = body.decode("utf-8", "replace")
    try:
        _STRICT.decode(text)
    except ValueError:
        yield "line-lax", "raw control characters or NaN, which strict readers refuse"


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")


_STRICT = json.JSONDecoder(parse_constant=_refuse)


def _name(value: Any) -> str:
    names: dict[type, str] = {list: "an array", str: "a string", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")
