"""Bytes to lines. Only `\\n` ends a line: U+2028, U+2029 and U+0085 may stand raw inside a JSON string."""

import codecs
from collections.abc import Iterator
from typing import BinaryIO

from msgfix.transcript.faults import FAULTS, Finding

ENDS = b"\r\n"
"""What a line may end in."""


def skip_mark(stream: BinaryIO, findings: list[Finding]) -> int:
    """Go to the first line of a seekable stream, behind a byte order mark, which is booked; the offset of that line.

    From there the stream yields its lines, blank ones included, one at a time, with their ends.
    """
    mark = codecs.BOM_UTF8
    stream.seek(0)
    if stream.read(len(mark)) == mark:
        findings.append(Finding(FAULTS["byte-order-mark"], 1, "byte order mark dropped", len(mark)))
        return len(mark)
    stream.seek(0)
    return 0


def filled(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream that are not blank, without white space around them."""
    skip_mark(stream, [])
    return (body for raw in stream if (body := raw.strip()))
