"""What must be true of every repair, whatever happened to the file."""

import io
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from broken import broken_files, broken_sessions
from hypothesis import given, reject
from small_sessions import lines, store

from msgfix.disk import Repair, repair
from msgfix.disk.draft import write
from msgfix.disk.plan import plan
from msgfix.disk.proof import alike, difference
from msgfix.disk.reindex import copied, reindex
from msgfix.errors import RefusedError, UnreadableError, UsageError
from msgfix.options import Options
from msgfix.pipeline import normalize, run
from msgfix.render import message_bytes
from msgfix.transcript.formats import of_lines
from msgfix.transcript.index import build
from msgfix.transcript.row import Row


def attempt(folder: str, raw: bytes) -> tuple[Path, Repair]:
    """Repair a file; one that msgfix does not dare to repair must be as it was."""
    path = store(Path(folder) / "session.jsonl", raw)
    try:
        return path, repair(path)
    except (RefusedError, UnreadableError, UsageError):
        assert path.read_bytes() == raw
        assert list(path.parent.iterdir()) == [path]
        reject()


@given(broken_sessions())
def test_a_plain_walk_from_the_end_finds_the_whole_conversation(session: list[Any]) -> None:
    with TemporaryDirectory() as folder:
        path, _ = attempt(folder, lines(session))
        again = normalize(path)
        rows = [row for row in again.chain.rows if row.uuid is not None]
        by_uuid = again.document.index.by_uuid
        here, way = rows[-1] if rows else None, []
        while here is not None and here not in way:
            way.append(here)
            here = by_uuid.get(here.parent) if here.parent else None
        assert way[::-1] == rows


@given(broken_sessions())
def test_lines_off_the_conversation_stay_as_they_are(session: list[Any]) -> None:
    with TemporaryDirectory() as folder:
        path, done = attempt(folder, lines(session))
        old, new = lines(session).splitlines(), path.read_bytes().splitlines()
        if not done.plan.counts:
            assert new == old
        on = {row.number for row in done.result.chain.rows}
        gone = {row.uuid for row in done.result.chain.rows} - set(normalize(path).document.index.by_uuid)
        for number, line in enumerate(old, 1):
            if number not in done.plan.lines:
                assert line in new
        for row in done.result.document.index.rows:
            if row.number in done.plan.lines and row.number not in on and row.number not in done.plan.why:
                assert row.parent in gone or row.type == "last-prompt"


def facts(row: Row) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__struct_fields__ if name != "source"}


@given(broken_files())
def test_the_index_of_a_draft_is_the_one_that_the_file_has(raw: bytes) -> None:
    try:
        result = normalize(io.BytesIO(raw))
    except UnreadableError:
        reject()
    index, draft = result.document.index, io.BytesIO()
    patches = write(plan(result), index.rows, io.BytesIO(raw), len(raw), draft)
    assert copied(patches, io.BytesIO(raw), len(raw), draft)
    reindexed, anew = reindex(index, patches, draft), build(io.BytesIO(draft.getvalue()))
    moved = reindexed.index
    for ours, theirs in ((moved.rows, anew.rows), (moved.repeated, anew.repeated)):
        assert list(map(facts, ours)) == list(map(facts, theirs))
    assert moved.counts.lines == anew.counts.lines
    assert [moved.source.entry(row) for row in moved.rows] == [anew.source.entry(row) for row in anew.rows]
    assert Counter(one.fault.slug for one in moved.findings) == Counter(one.fault.slug for one in anew.findings)
    again = run(of_lines(moved, "draft"), Options())
    if len(result.history.messages) != len(again.history.messages):
        return  # a repair that the proof refuses
    for a, b in zip(result.history.messages, again.history.messages, strict=True):
        assert not alike(a, b, reindexed.was) or message_bytes(a) == message_bytes(b)


@given(broken_files())
def test_a_repaired_file_needs_no_repair(raw: bytes) -> None:
    with TemporaryDirectory() as folder:
        path, done = attempt(folder, raw)
        assert not repair(path).plan
        assert difference(done.result, normalize(path), {}) is None
