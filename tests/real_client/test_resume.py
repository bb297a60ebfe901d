"""Repaired sessions, resumed in the real client: README.md says how."""

import os
from pathlib import Path

import pytest
from resume import why_not
from verdict import after_repair, resumable

SAMPLES = Path(__file__).parents[2] / "sample_transcripts"
MORE = os.environ.get("MSGFIX_CASES")
SESSIONS = [*sorted(SAMPLES.glob("*.jsonl")), *sorted(Path(MORE).rglob("*.jsonl") if MORE else ())]


@pytest.mark.skipif(bool(why_not()), reason=why_not())
@pytest.mark.parametrize("session", SESSIONS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_what_the_client_sends_is_valid_and_whole(session: Path) -> None:
    if not resumable(session):
        pytest.skip("there is nothing in it that the client resumes")
    assert after_repair(session) == []
