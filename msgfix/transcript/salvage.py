"""What can be saved of a damaged line."""

import json
from collections.abc import Iterator
from math import isfinite
from typing import Any, NoReturn

from msgspec import Struct

from msgfix.transcript.faults import FAULTS, Finding
from msgfix.transcript.load import MOST_DIGITS, read
from msgfix.transcript.segments import segments


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
    for start, end, whole in segments(raw):
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
                findings.extend(impurities(body, number))
    if padding:
        book("line-nul-padded", f"{padding} NUL bytes stripped", padding)
    if len(pieces) > 1:
        book("line-glued", f"{len(pieces)} entries on one line taken apart")
    return pieces, findings


def impurities(body: bytes, number: int, what: str = "entry") -> Iterator[Finding]:
    """Why the strict reader refuses a whole entry, apart from lone surrogates: those are legal JSON.

    `number`: of its line; `what`: it is, when it is no entry.
    """
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        message = f"bytes that are no UTF-8 at byte {error.start} of the {what}"
        yield Finding(FAULTS["line-invalid-utf8"], number, message)
        text = body.decode("utf-8", "replace")
    try:
        _STRICT.decode(text)
    except ValueError:
        message = "raw control characters, NaN or a number out of range, which strict readers refuse"
        yield Finding(FAULTS["line-lax"], number, message)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")


def _in_range(digits: str) -> float:
    return number if isfinite(number := float(digits)) else _refuse(digits)


def _short(digits: str) -> int:
    return len(digits) if len(digits) <= MOST_DIGITS else _refuse("a number of so many digits")


_STRICT = json.JSONDecoder(parse_float=_in_range, parse_int=_short, parse_constant=_refuse)


def _name(value: Any) -> str:
    names: dict[type, str] = {list: "an array", str: "a string", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")
