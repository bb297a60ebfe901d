"""What must be true of every repair, whatever happened to the file."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from broken import broken_files, broken_sessions
from hypothesis import given, reject
from small_sessions import lines, store

from msgfix.disk import Repair, repair
from msgfix.disk.proof import difference
from msgfix.errors import RefusedError, UnreadableError, UsageError
from msgfix.pipeline import normalize


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


@given(broken_files())
def test_a_repaired_file_needs_no_repair(raw: bytes) -> None:
    with TemporaryDirectory() as folder:
        path, done = attempt(folder, raw)
        assert not repair(path).plan
        assert difference(done.result, normalize(path)) is None
