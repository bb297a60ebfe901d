"""JSON bytes to values, and what is saved of damaged lines."""

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from msgfix.transcript.load import dumps, loads
from msgfix.transcript.salvage import salvage

ONE = b'{"type":"user","parentUuid":null,"uuid":"1"}'
TWO = b'{"type":"mode","sessionId":"s"}'
HEAD = b'{"type":"user","message":{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b'

VALUES = {
    "plain": (b'{"a":[1,2.5,null,true,"\\u00e9"]}', {"a": [1, 2.5, None, True, "é"]}),
    "integer over 64 bits": (b"18446744073709551616", 2**64),
    "negative integer over 64 bits": (b"[-9223372036854775809]", [-(2**63) - 1]),
    "integer of 1000 digits": (b"1" * 1000, int("1" * 1000)),
    "lone surrogate": (b'"a\\ud83d"', "a\ud83d"),
    "lone surrogate beside a whole pair": (b'"\\udc00\\ud83d\\ude00"', "\udc00😀"),
    "bad UTF-8": (b'"a\xff\xfeb"', "a\ufffd\ufffdb"),
    "surrogate as UTF-8": (b'"\xed\xa0\xbd"', "\ufffd\ufffd\ufffd"),
    "line separators of Unicode": ('"a\u2028\u2029\x85"'.encode(), "a\u2028\u2029\x85"),
    "raw control characters": (b'"a\x00\tb"', "a\0\tb"),
    "not a number": (b"[NaN,Infinity,-Infinity]", [None, None, None]),
    "number out of range": (b"[1e400]", [None]),
    "more digits than Python reads": (b"1" * 5000, "1" * 5000),
    "key twice": (b'{"a":1,"a":2}', {"a": 2}),
}


@pytest.mark.parametrize(("raw", "value"), VALUES.values(), ids=VALUES)
def test_loads(raw: bytes, value: Any) -> None:
    assert loads(raw) == value


@pytest.mark.parametrize("raw", [b"", b"{", b"[" * 100_000, b"[" * 100_000 + b"]" * 100_000, b"{} {}", b"\xef\xbb\xbf"])
def test_loads_refuses(raw: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        loads(raw)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=8,
    )
)
def test_loads_is_json_loads(value: Any) -> None:
    assert loads(json.dumps(value).encode()) == value
    assert loads(dumps(value)) == value


def test_how_deep_can_be_read_does_not_depend_on_the_stack() -> None:
    def below(frames: int) -> Any:
        return below(frames - 1) if frames else loads(b"[" * 900 + b"]" * 900)

    assert below(0) == below(300)


# line -> (start and length of the entries on it, slug and bytes of the findings)
DAMAGE: dict[str, tuple[bytes, list[tuple[int, int]], list[tuple[str, int]]]] = {
    "blank": (b" \t ", [], []),
    "space around": (b"  " + ONE + b" ", [(2, len(ONE))], []),
    "padded before": (b"\0\0" + ONE, [(2, len(ONE))], [("line-nul-padded", 2)]),
    "padded behind": (ONE + b"\0\0\0", [(0, len(ONE))], [("line-nul-padded", 3)]),
    "padding alone": (b"\0" * 7, [], [("line-nul-padded", 7)]),
    "glued": (ONE + TWO, [(0, len(ONE)), (len(ONE), len(TWO))], [("line-glued", 0)]),
    "glued with a space": (ONE + b" " + TWO, [(0, len(ONE)), (len(ONE) + 1, len(TWO))], [("line-glued", 0)]),
    "glued with padding": (
        ONE + b"\0" + TWO,
        [(0, len(ONE)), (len(ONE) + 1, len(TWO))],
        [("line-nul-padded", 1), ("line-glued", 0)],
    ),
    "cut record before a whole one": (HEAD + ONE, [(len(HEAD), len(ONE))], [("line-torn", len(HEAD))]),
    "whole record before a cut one": (ONE + HEAD, [(0, len(ONE))], [("line-torn", len(HEAD))]),
    "cut record between whole ones": (
        ONE + HEAD + TWO,
        [(0, len(ONE)), (len(ONE + HEAD), len(TWO))],
        [("line-torn", len(HEAD)), ("line-glued", 0)],
    ),
    "cut": (HEAD, [], [("line-torn", len(HEAD))]),
    "tail of another write": (b'.344Z"}', [], [("line-torn", 7)]),
    "embedded message in a cut record": (
        b'{"type":"progress","data":{"message":{"type":"user","message":{"role":"user","content":"x"},"uuid":"1"},"a',
        [],
        [("line-torn", 106)],
    ),
    "multi-byte characters before": (
        '{"a":"é😀"}'.encode() + ONE,
        [(0, 14), (14, len(ONE))],
        [("line-glued", 0)],
    ),
    "bad UTF-8 in an entry": (b'{"a":"\xff"}', [(0, 9)], [("line-invalid-utf8", 0)]),
    "bad UTF-8 beside an entry": (ONE + b"\xff\xfe", [(0, len(ONE))], [("line-torn", 2)]),
    "lone surrogate": (b'{"a":"\\ud83d"}', [(0, 14)], []),
    "raw control character": (b'{"a":"\x01"}', [(0, 9)], [("line-lax", 0)]),
    "not a number": (b'{"a":NaN}', [(0, 9)], [("line-lax", 0)]),
    "a number out of range": (b'{"a":1e999}', [(0, 11)], [("line-lax", 0)]),
    "a number without end": (b'{"a":' + b"1" * 5_000 + b"}", [(0, 5_006)], [("line-lax", 0)]),
    "null": (b"null", [], [("line-no-object", 4)]),
    "array": (b'[{"type":"user","parentUuid":null}]', [], [("line-no-object", 35)]),
    "text": (b"12:00 started", [], [("line-torn", 13)]),
    "too deep": (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, [], [("line-torn", 600_001)]),
    "opened without end": (b'[{"a":' * 20_000, [], [("line-torn", 120_000)]),
}


@pytest.mark.parametrize(("raw", "entries", "faults"), DAMAGE.values(), ids=DAMAGE)
def test_salvage(raw: bytes, entries: list[tuple[int, int]], faults: list[tuple[str, int]]) -> None:
    pieces, findings = salvage(7, raw)
    assert [(piece.start, piece.length) for piece in pieces] == entries
    assert [(finding.fault.slug, finding.bytes) for finding in findings] == faults
    assert {finding.line for finding in findings} <= {7}


SCRAPS = st.sampled_from([ONE, TWO, HEAD, b"\0", b"\xff", b" ", b"{", b"}", b'"', b"null", b"1", "é".encode(), b"\\"])


@given(st.lists(SCRAPS | st.binary(max_size=4), max_size=12).map(b"".join))
@example(b"\xff{}\xff")
def test_salvage_accounts_for_every_byte(line: bytes) -> None:
    raw = line.replace(b"\n", b"")
    pieces, findings = salvage(1, raw)
    accounted = sum(piece.length for piece in pieces) + sum(finding.bytes for finding in findings)
    assert len(raw) - accounted in range(len(raw) - len(raw.translate(None, b" \t\r")) + 1)
    for piece in pieces:
        assert loads(raw[piece.start : piece.start + piece.length]) == piece.entry
    assert bool(pieces or findings) == bool(raw.strip(b" \t\r\n"))
