"""Bytes to lines. Only `\\n` ends a line: U+2028, U+2029 and U+0085 may stand raw inside a JSON string."""

import codecs
from collections.abc import Iterable, Iterator

from msgfix.transcript.faults import FAULTS, Finding

Line = tuple[int, int, bytes]
"""Number (from 1), offset of its first byte in the file, bytes without the line end."""


def split(stream: Iterable[bytes], findings: list[Finding] | None = None) -> Iterator[Line]:
    """The lines of a binary stream, blank ones included. Holds one line at a time.

    Carriage returns before the `\\n` are dropped, and a byte order mark at the start, which is booked in `findings`.
    """
    lines = iter(stream)
    first = next(lines, b"")
    if not first:
        return
    body = first.removeprefix(codecs.BOM_UTF8)
    mark = len(first) - len(body)
    if mark and findings is not None:
        findings.append(Finding(FAULTS["byte-order-mark"], 1, "byte order mark dropped", mark))
    yield 1, mark, body.rstrip(b"\r\n")
    number, offset = 1, len(first)
    for raw in lines:
        number += 1
        yield number, offset, raw.rstrip(b"\r\n")
        offset += len(raw)
