"""Bytes to lines. Only `\\n` ends a line: U+2028, U+2029 and U+0085 may stand raw inside a JSON string."""

import codecs
from collections.abc import Iterable, Iterator

from msgfix.transcript.faults import FAULTS, Finding

Line = tuple[int, int, bytes]
"""Number (from 1), offset of its first byte in the file, bytes without the line end."""


def split(stream: Iterable[bytes], findings: list[Finding] | None = None) -> Iterator[Line]:
    """The lines of a binary stream, blank ones included. Holds one line at a time.

    One `\\r` before the `\\n` is dropped, and a byte order mark at the start, which is booked in `findings`.
    """
    offset = 0
    for number, raw in enumerate(stream, 1):
        size = len(raw)
        body = raw[:-2] if raw.endswith(b"\r\n") else raw[:-1] if raw.endswith(b"\n") else raw
        if number == 1 and body.startswith(codecs.BOM_UTF8):
            mark = len(codecs.BOM_UTF8)
            if findings is not None:
                findings.append(Finding(FAULTS["byte-order-mark"], 1, "byte order mark dropped", mark))
            yield number, mark, body[mark:]
        else:
            yield number, offset, body
        offset += size
