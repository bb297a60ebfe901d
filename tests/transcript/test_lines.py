"""Bytes to lines."""

import io

import pytest

from msgfix.transcript.faults import Finding
from msgfix.transcript.lines import filled, skip_mark

MARK = b"\xef\xbb\xbf"
FILLED = {
    "newline at the end": (b"a\nb\n", [b"a", b"b"]),
    "none at the end": (b"a\nb", [b"a", b"b"]),
    "carriage returns": (b"a\r\nb\r\n", [b"a", b"b"]),
    "carriage return inside": (b"a\rb\n", [b"a\rb"]),
    "blank lines": (b"\na\n \n\n", [b"a"]),
    "line separators of Unicode": ("a\u2028b\u2029c\x85d\n".encode(), ["a\u2028b\u2029c\x85d".encode()]),
    "byte order mark": (MARK + b"a\nb", [b"a", b"b"]),
    "byte order mark elsewhere": (b"a\n" + MARK + b"b", [b"a", MARK + b"b"]),
    "nothing": (b"", []),
}


@pytest.mark.parametrize(("raw", "lines"), FILLED.values(), ids=FILLED)
def test_filled(raw: bytes, lines: list[bytes]) -> None:
    assert list(filled(io.BytesIO(raw))) == lines


@pytest.mark.parametrize(("raw", "booked"), [(MARK + b"a", [("byte-order-mark", 1, 3)]), (b"a", []), (b"", [])])
def test_the_byte_order_mark_is_skipped_and_booked(raw: bytes, booked: list[tuple[str, int, int]]) -> None:
    findings: list[Finding] = []
    stream = io.BytesIO(raw)
    assert skip_mark(stream, findings) == len(raw) - len(stream.read())
    assert [(finding.fault.slug, finding.line, finding.bytes) for finding in findings] == booked
