"""Two processes index a file as one does."""

import json
import os
import threading
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from msgfix.transcript import halves, index
from msgfix.transcript.index import Index, build
from msgfix.transcript.source import open_file

pytestmark = pytest.mark.skipif(
    not hasattr(os, "sched_getaffinity") or len(os.sched_getaffinity(0)) < 2, reason="one process does it all here"
)
SAMPLES = sorted((Path(__file__).parents[2] / "sample_transcripts").glob("*.jsonl"))
ENTRIES = st.builds(
    lambda uuid, parent, kind, text, meta: {
        "parentUuid": parent,
        "sessionId": "s",
        "type": kind,
        "uuid": uuid,
        "timestamp": "2026-01-01T00:00:00.000Z",
        "message": {"role": "user", "content": text},
        **({"isMeta": True} if meta else {}),
    },
    st.sampled_from(["u1", "u2", "u3", "u4", "u5"]),
    st.sampled_from([None, "u1", "u2", "u3"]),
    st.sampled_from(["user", "user", "system", "unheard-of"]),
    st.sampled_from(["a", "caf\u00e9", "\u2028", "", "x" * 300]),
    st.booleans(),
)
LINES = st.one_of(
    ENTRIES.map(json.dumps).map(str.encode), st.sampled_from([b"", b"[]", b'{"type":"us', b"\0\0", b"{}{}"])
)


def facts(found: Index) -> list[Any]:
    def told(row: Any) -> Any:
        assert row.source is found.source
        return msgspec.structs.astuple(msgspec.structs.replace(row, source=None))

    by_uuid = {uuid: row.offset for uuid, row in found.by_uuid.items()}
    rows = [told(row) for row in found.rows], [told(row) for row in found.repeated]
    return [rows, by_uuid, found.findings, found.counts]


def both_ways(path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Index, Index]:
    """The index that one process makes of a file, and that of two."""
    alone = build(open_file(path))
    monkeypatch.setattr(index, "LARGE", 0)
    together = build(open_file(path))
    monkeypatch.undo()
    return alone, together


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(LINES, max_size=12), st.sampled_from([b"\n", b"\r\n"]), st.booleans())
def test_two_make_the_index_that_one_makes(tmp_path: Path, lines: list[bytes], end: bytes, mark: bool) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes((b"\xef\xbb\xbf" if mark else b"") + end.join(lines))
    with pytest.MonkeyPatch.context() as patch:
        alone, together = both_ways(path, patch)
    assert facts(together) == facts(alone)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_two_read_the_samples_as_one_does(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone, together = both_ways(path, monkeypatch)
    assert facts(together) == facts(alone)
    assert all(together.source.entry(row) == alone.source.entry(row) for row in together.rows)


def test_when_the_second_fails_the_first_does_it_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(halves, "BUFFER", "no number")  # only the second process asks for it
    alone, together = both_ways(SAMPLES[0], monkeypatch)
    assert facts(together) == facts(alone)


def test_when_no_second_process_can_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> int:
        raise BlockingIOError

    monkeypatch.setattr(os, "fork", refuse)
    alone, together = both_ways(SAMPLES[0], monkeypatch)
    assert facts(together) == facts(alone)


def test_the_second_does_its_part(monkeypatch: pytest.MonkeyPatch) -> None:
    parts: list[int] = []
    append = halves._append

    def watched(whole: Index, part: Index) -> None:
        parts.append(part.counts.lines)
        append(whole, part)

    monkeypatch.setattr(halves, "_append", watched)
    alone, _ = both_ways(SAMPLES[0], monkeypatch)
    [lines] = parts
    assert 0 < lines < alone.counts.lines


def test_when_the_first_fails_the_second_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*given: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(halves, "scan", fail)
    monkeypatch.setattr(index, "LARGE", 0)
    with pytest.raises(KeyboardInterrupt):
        build(open_file(SAMPLES[0]))
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_a_program_with_threads_is_not_copied() -> None:
    done = threading.Event()
    other = threading.Thread(target=done.wait)
    with open_file(SAMPLES[0]) as stream:
        assert halves.has_second(stream)
        other.start()
        try:
            assert not halves.has_second(stream)
        finally:
            done.set()
            other.join()


def test_what_no_other_process_can_open_is_read_by_one(tmp_path: Path) -> None:
    with (tmp_path / "s").open("w+b", buffering=0) as raw:
        assert not halves.has_second(raw)
