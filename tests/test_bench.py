"""The sessions that speed is measured on are sessions, and the floors read them."""

import subprocess
import sys
from pathlib import Path

import pytest

from bench.growth import SHAPES, make
from msgfix.pipeline import normalize
from msgfix.rules import Severity

ROOT = Path(__file__).parent.parent


def made(path: Path, *words: str) -> Path:
    command = [sys.executable, "-m", "bench.generate", "--mb", "0.2", *words, "-o", str(path)]
    subprocess.run(command, cwd=ROOT, check=True)
    return path


@pytest.mark.parametrize("kind", ["--compact", "--newer"])
def test_a_whole_session_needs_nothing_but_routine(tmp_path: Path, kind: str) -> None:
    session = made(tmp_path / "session.jsonl", kind, "--pictures", "0.3")
    result = normalize(session)
    assert session.stat().st_size > 200_000
    assert len(result.messages) > 10
    assert {record.severity for record in result.ledger.records} == {Severity.ROUTINE}
    assert {finding.fault.severity for finding in result.findings} <= {Severity.ROUTINE}
    assert {problem.severity for problem in result.problems} <= {Severity.WARNING}  # it ends with the answer


def test_a_broken_session_has_faults(tmp_path: Path) -> None:
    findings = normalize(made(tmp_path / "session.jsonl", "--broken")).findings
    assert any(finding.fault.severity is Severity.ERROR for finding in findings)


def test_equal_arguments_make_equal_bytes(tmp_path: Path) -> None:
    first, second = (made(tmp_path / name, "--seed", "3", "--broken") for name in ("first", "second"))
    assert first.read_bytes() == second.read_bytes()
    assert first.read_bytes() != made(tmp_path / "third", "--seed", "4", "--broken").read_bytes()


def test_the_floors_run(tmp_path: Path) -> None:
    session = made(tmp_path / "session.jsonl", "--pictures", "0.3")
    for floor in ("loads", "stream", "keep", "pass", "pillow"):
        out = tmp_path / floor
        subprocess.run([sys.executable, ROOT / "bench" / "floors.py", floor, session, out], check=True)
        assert (out.read_bytes() == session.read_bytes()) == (floor == "pass")
        assert bool(out.read_bytes()) == (floor in ("stream", "keep", "pass"))


@pytest.mark.parametrize("shape", SHAPES)
def test_the_shapes_are_what_they_are_called(tmp_path: Path, shape: str) -> None:
    messages = normalize(make(tmp_path / "session.jsonl", shape, 10)).messages
    assert [len(message["content"]) for message in messages] == {
        "neighbours of one role": [10],
        "calls in one response": [1, 10, 10],
        "entries in a chain": [1] * 10,
    }[shape]
