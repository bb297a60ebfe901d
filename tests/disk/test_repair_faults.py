"""Whatever happens while a repair writes: the old file or the new one stands there whole, and no byte is lost."""

import errno
import fcntl
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from small_sessions import CRASHED, call, entries_of, lines, prompt, store, text

from msgfix import disk as package
from msgfix.disk import draft, proof, repair, undo
from msgfix.disk.backup import backups
from msgfix.errors import RefusedError
from msgfix.transcript.formats import recognise

STEPS = ("open", "fchmod", "fsync", "utime", "link", "replace", "unlink")
"""The calls of the operating system that a repair makes on its way."""
KILLED = 9


@pytest.fixture
def crashed(tmp_path: Path) -> Path:
    return store(tmp_path / "session.jsonl", CRASHED)


class Fuse:
    """Lets so many steps pass, then does something at the next one."""

    def __init__(self, steps: int, burn: Callable[[], Any]) -> None:
        self.steps = steps
        self.burn = burn

    def __call__(self) -> None:
        if self.steps == 0:
            self.burn()
        self.steps -= 1


def wire(patch: pytest.MonkeyPatch, fuse: Fuse) -> None:
    """Put a fuse before each step, and before each line that is written."""
    for name in STEPS:
        real = getattr(os, name)
        patch.setattr(os, name, fused(real, fuse))
    patch.setattr(draft, "rewritten", fused(draft.rewritten, fuse))


def fused(real: Callable[..., Any], fuse: Fuse) -> Callable[..., Any]:
    def step(*args: Any, **more: Any) -> Any:
        fuse()
        return real(*args, **more)

    return step


def killed_at(step: int, path: Path) -> bool:
    """Repair in a process of its own that is gone at a step; False when it came to its end before."""
    child = os.fork()
    if child == 0:
        try:
            patch = pytest.MonkeyPatch()
            wire(patch, Fuse(step, lambda: os._exit(KILLED)))
            repair(path)
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == KILLED


def test_a_kill_at_any_step_leaves_a_whole_file(crashed: Path, tmp_path: Path) -> None:
    old = crashed.read_bytes()
    repair(crashed, output=tmp_path / "mended.jsonl")
    new = (tmp_path / "mended.jsonl").read_bytes()
    (tmp_path / "mended.jsonl").unlink()
    outcomes = []
    step = 0
    while killed_at(step, crashed):
        outcomes.append(crashed.read_bytes())
        assert outcomes[-1] in (old, new)
        assert outcomes[-1] == old or old in [one.read_bytes() for one in backups(crashed)]
        assert [one for one in tmp_path.glob("*.jsonl") if one != crashed] == []
        store(crashed, old)
        step += 1
    assert {old, new} == set(outcomes)
    assert crashed.read_bytes() == new
    assert [one for one in tmp_path.iterdir() if one not in (crashed, *backups(crashed))] == []  # no draft is left


@pytest.mark.parametrize("trouble", [errno.ENOSPC, errno.EACCES, errno.EIO])
def test_an_error_at_any_step_leaves_the_old_file(crashed: Path, monkeypatch: pytest.MonkeyPatch, trouble: int) -> None:
    def fail() -> None:
        raise OSError(trouble, os.strerror(trouble))

    old, step = crashed.read_bytes(), 0
    told: list[str] = []
    while True:
        with monkeypatch.context() as patch:
            wire(patch, Fuse(step, fail))
            try:
                done = repair(crashed)
            except RefusedError as error:
                told.append(str(error))
                assert crashed.read_bytes() == old
                step += 1
            else:
                break
    assert done.written
    assert crashed.read_bytes() != old
    assert len(told) > 4
    assert all(os.strerror(trouble) in one for one in told)


def test_a_full_disk_leaves_no_draft(crashed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> bytes:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(draft, "rewritten", full)
    with pytest.raises(RefusedError, match="No space left"):
        repair(crashed)
    assert list(crashed.parent.iterdir()) == [crashed]


def meanwhile(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], Any]) -> None:
    """Something happens once, when the draft is written but not yet in place."""
    prove, done = proof.prove, list[bool]()

    def proof_and_more(*args: Any) -> None:
        prove(*args)
        if not done:
            done.append(True)
            happens()

    monkeypatch.setattr(package, "prove", proof_and_more)


def append(path: Path, raw: bytes) -> None:
    with path.open("ab") as file:
        file.write(raw)


def test_whole_lines_that_are_appended_meanwhile_are_carried_over(
    crashed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    meanwhile(monkeypatch, lambda: append(crashed, lines([text("z", "c")])))
    assert repair(crashed).written
    assert [one["uuid"] for one in entries_of(crashed)][-1] == "z"
    assert len(entries_of(crashed)) == 5


def test_lines_that_are_appended_while_the_session_is_read_are_repaired_too(
    crashed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = iter([[call("y", "c", "toolu_2"), prompt("z", "y")]])

    def read(source: Any, name: str) -> Any:
        append(crashed, lines(next(late, [])))
        return recognise(source, name)

    monkeypatch.setattr(package, "recognise", read)
    assert repair(crashed).plan.counts["answer-open-calls"] == 2
    assert len(entries_of(crashed)) == 7


@pytest.mark.parametrize("change", [lambda raw: raw[:200], lambda raw: raw[:-60] + b"#" * 60], ids=["cut", "other"])
def test_a_session_that_changes_while_it_is_read_is_left_alone(
    crashed: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[bytes], bytes]
) -> None:
    changed = change(crashed.read_bytes())

    def read(source: Any, name: str) -> Any:
        document = recognise(source, name)
        crashed.write_bytes(changed)
        return document

    monkeypatch.setattr(package, "recognise", read)
    with pytest.raises(RefusedError, match="changed meanwhile"):
        repair(crashed)
    assert crashed.read_bytes() == changed
    assert list(crashed.parent.iterdir()) == [crashed]


def test_lines_that_cannot_be_carried_over_are_not_passed_over_in_silence(
    crashed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = os.replace

    def late(draft: Path, target: Path) -> None:
        append(crashed, lines([text("z", "c")]))
        replace(draft, target)
        monkeypatch.setattr(Path, "open", no_space)

    def no_space(*_: Any, **__: Any) -> Any:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", late)
    with pytest.raises(RefusedError, match=r"was repaired, but .*msgfix-backup"):
        repair(crashed)


def test_half_a_line_is_waited_for_by_nobody(crashed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    meanwhile(monkeypatch, lambda: append(crashed, b'{"type":'))
    with pytest.raises(RefusedError, match="changed meanwhile"):
        repair(crashed)
    assert crashed.read_bytes() == lines(CRASHED) + b'{"type":'


def test_a_file_that_was_replaced_meanwhile_is_left_alone(crashed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def replace() -> None:
        other = store(crashed.with_name("other"), [text("z", None)])
        other.replace(crashed)

    meanwhile(monkeypatch, replace)
    with pytest.raises(RefusedError, match="replaced"):
        repair(crashed)
    assert crashed.read_bytes() == lines([text("z", None)])


def test_a_writer_that_never_stops_is_refused(crashed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = iter(range(100))
    monkeypatch.setattr(package, "prove", lambda *_: append(crashed, lines([text(f"z{next(numbers)}", "c")])))
    with pytest.raises(RefusedError, match="keeps writing"):
        repair(crashed, force=True)
    assert backups(crashed) == []


def test_two_repairs_at_once_are_one_too_many(crashed: Path) -> None:
    with crashed.open("rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(RefusedError, match="being repaired"):
            repair(crashed)
    assert repair(crashed).written


def test_an_undo_keeps_away_from_a_repair(crashed: Path) -> None:
    old = crashed.read_bytes()
    repair(crashed)
    repaired = crashed.read_bytes()
    with crashed.open("rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(RefusedError, match="being repaired"):
            undo(crashed)
    assert crashed.read_bytes() == repaired
    undo(crashed)
    assert crashed.read_bytes() == old


def test_an_undo_leaves_a_file_alone_that_takes_the_place_meanwhile(
    crashed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repair(crashed)
    flock = fcntl.flock

    def late(handle: Any, how: int) -> None:
        flock(handle, how)
        store(crashed.with_name("other"), [text("z", None)]).replace(crashed)

    with monkeypatch.context() as patch:
        patch.setattr(fcntl, "flock", late)
        with pytest.raises(RefusedError, match="replaced"):
            undo(crashed)
    assert crashed.read_bytes() == lines([text("z", None)])


@pytest.mark.parametrize("run", [repair, lambda path: repair(path, output=path.with_name("new.jsonl")), undo])
def test_the_draft_of_a_killed_run_goes_and_that_of_another_run_stays(
    crashed: Path, run: Callable[[Path], object]
) -> None:
    if run is undo:
        repair(crashed)
    dead, alive = (crashed.with_name(f".msgfix-{n}.tmp") for n in ("0" * 8, "1" * 8))
    dead.touch()
    with alive.open("wb") as draft:
        fcntl.flock(draft, fcntl.LOCK_EX)
        run(crashed)
        assert (dead.exists(), alive.exists()) == (False, True)
    repair(crashed)
    assert not alive.exists()


def test_a_dry_run_lets_drafts_lie(crashed: Path) -> None:
    left = crashed.with_name(".msgfix-00000000.tmp")
    left.touch()
    repair(crashed, dry_run=True)
    assert left.exists()


def test_a_draft_that_says_something_else_is_never_put_in_place(crashed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draft, "rewritten", lambda plan, number, raw: raw if number == 2 else b"")
    with pytest.raises(RefusedError, match="not say the same"):
        repair(crashed)
    assert list(crashed.parent.iterdir()) == [crashed]
    assert crashed.read_bytes() == lines(CRASHED)


def test_a_draft_that_was_not_copied_right_is_never_put_in_place(
    crashed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draft, "_copy", lambda source, sink, start, end: sink.write(b" " * (end - start)))
    with pytest.raises(RefusedError, match="changed meanwhile"):
        repair(crashed)
    assert list(crashed.parent.iterdir()) == [crashed]
    assert crashed.read_bytes() == lines(CRASHED)


def test_a_draft_that_is_not_on_the_disk_is_never_put_in_place(crashed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(handle: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(RefusedError, match="Input/output error"):
        repair(crashed)
    assert list(crashed.parent.iterdir()) == [crashed]
    assert crashed.read_bytes() == lines(CRASHED)
