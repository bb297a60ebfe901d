"""Bytes to lines."""

import io

import pytest

from msgfix.transcript.faults import Finding
from msgfix.transcript.lines import split

LINES = {
    "newline at the end": (b"a\nb\n", [(1, 0, b"a"), (2, 2, b"b")]),
    "none at the end": (b"a\nb", [(1, 0, b"a"), (2, 2, b"b")]),
    "carriage returns": (b"a\r\nb\r\n", [(1, 0, b"a"), (2, 3, b"b")]),
    "carriage return inside": (b"a\rb\n", [(1, 0, b"a\rb")]),
    "blank lines": (b"\na\n\n", [(1, 0, b""), (2, 1, b"a"), (3, 3, b"")]),
    "line separators of Unicode": ("a\u2028b\u2029c\x85d\n".encode(), [(1, 0, "a\u2028b\u2029c\x85d".encode())]),
    "byte order mark": (b"\xef\xbb\xbfa\nb", [(1, 3, b"a"), (2, 5, b"b")]),
    "byte order mark elsewhere": (b"a\n\xef\xbb\xbfb", [(1, 0, b"a"), (2, 2, b"\xef\xbb\xbfb")]),
    "nothing": (b"", []),
}


@pytest.mark.parametrize(("raw", "lines"), LINES.values(), ids=LINES)
def test_split(raw: bytes, lines: list[tuple[int, int, bytes]]) -> None:
    assert list(split(io.BytesIO(raw))) == lines


def test_the_byte_order_mark_is_booked() -> None:
    findings: list[Finding] = []
    list(split(io.BytesIO(b"\xef\xbb\xbfa"), findings))
    assert [(finding.fault.slug, finding.line, finding.bytes) for finding in findings] == [("byte-order-mark", 1, 3)]
