"""What can be saved of a damaged line."""

import json
from collections.abc import Iterator
from typing import Any, NoReturn

from msgspec import Struct

from msgfix.transcript.faults import FAULTS, Finding
from msgfix.transcript.load import read
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
                for slug, message in _impurities(body):
                    book(slug, message)
    if padding:
        book("line-nul-padded", f"{padding} NUL bytes stripped", padding)
    if len(pieces) > 1:
        book("line-glued", f"{len(pieces)} entries on one line taken apart")
    return pieces, findings


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
