"""What repair does to the file around the entries: names, modes, line ends, backups, refusals."""

import errno
import os
import stat
from pathlib import Path
from time import time

import pytest
from click.testing import CliRunner
from small_sessions import CRASHED, HEALTHY, LONG_AGO, call, entries_of, lines, prompt, result, store, text

from msgfix.cli import app
from msgfix.disk import guard, repair, undo
from msgfix.disk.backup import backups
from msgfix.errors import RefusedError, UnreadableError, UsageError
from msgfix.pipeline import normalize


@pytest.fixture
def crashed(tmp_path: Path) -> Path:
    return store(tmp_path / "session.jsonl", CRASHED)


def test_a_crashed_session_is_mended_in_place(crashed: Path) -> None:
    before = normalize(crashed).messages
    done = repair(crashed)
    assert done.written
    assert normalize(crashed).messages == before
    assert [one["uuid"] for one in entries_of(crashed)][:2] == ["a", "b"]
    assert len(entries_of(crashed)) == 4


def test_a_second_repair_does_not_touch_the_file(crashed: Path) -> None:
    repair(crashed)
    facts = crashed.stat()
    done = repair(crashed)
    assert not done.written
    assert not done.plan
    assert (crashed.stat().st_ino, crashed.stat().st_mtime_ns) == (facts.st_ino, facts.st_mtime_ns)
    assert len(backups(crashed)) == 1


def test_a_healthy_session_stays_alone(tmp_path: Path) -> None:
    path = store(tmp_path / "session.jsonl", HEALTHY)
    done = repair(path)
    assert (done.written, done.backup, list(tmp_path.iterdir())) == (False, None, [path])


def test_a_dry_run_writes_nothing(crashed: Path) -> None:
    raw = crashed.read_bytes()
    assert repair(crashed, dry_run=True).plan.counts["answer-open-calls"] == 1
    assert crashed.read_bytes() == raw
    assert list(crashed.parent.iterdir()) == [crashed]


def test_the_backup_is_the_old_file(crashed: Path) -> None:
    raw, inode = crashed.read_bytes(), crashed.stat().st_ino
    backup = repair(crashed).backup
    assert backup is not None
    assert (backup.read_bytes(), backup.stat().st_ino) == (raw, inode)
    assert backup.suffix != ".jsonl"


def test_backups_are_never_written_over_and_come_back_newest_first(crashed: Path) -> None:
    first = crashed.read_bytes()
    repair(crashed)
    second = lines([*entries_of(crashed), {**CRASHED[1], "uuid": "y", "parentUuid": "c"}])
    store(crashed, second)
    repair(crashed)
    assert [one.name for one in backups(crashed)] == [f"session.jsonl.{n}.msgfix-backup" for n in (2, 1)]
    undo(crashed)
    assert crashed.read_bytes() == second
    undo(crashed)
    assert crashed.read_bytes() == first
    with pytest.raises(RefusedError, match="no backup"):
        undo(crashed)


def test_a_backup_of_a_repair_that_came_no_further_is_not_brought_back(crashed: Path) -> None:
    stray = crashed.with_name("session.jsonl.1.msgfix-backup")
    os.link(crashed, stray)
    with pytest.raises(RefusedError, match="no backup"):
        undo(crashed)
    os.link(crashed, stray)
    assert repair(crashed).backup == stray
    assert len(backups(crashed)) == 1
    undo(crashed)
    assert crashed.read_bytes() == lines(CRASHED)


def test_a_backup_cannot_take_the_place_of_what_is_no_more(crashed: Path) -> None:
    repair(crashed)
    crashed.unlink()
    with pytest.raises(RefusedError, match="No such file"):
        undo(crashed)
    assert len(backups(crashed)) == 1


def test_undo_keeps_what_it_takes_away(crashed: Path) -> None:
    repair(crashed)
    repaired = crashed.read_bytes()
    _, kept = undo(crashed)
    assert kept.read_bytes() == repaired


def test_mode_and_times_stay(crashed: Path) -> None:
    crashed.chmod(0o640)
    repair(crashed)
    assert stat.S_IMODE(crashed.stat().st_mode) == 0o640
    assert crashed.stat().st_mtime == LONG_AGO


def test_the_owner_stays(crashed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.getuid() != 0:
        pytest.skip("only root can give files away")
    os.chown(crashed, 12, 34)
    os.utime(crashed, (LONG_AGO, LONG_AGO))
    repair(crashed)
    assert (crashed.stat().st_uid, crashed.stat().st_gid) == (12, 34)


def test_a_link_is_followed(crashed: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.jsonl"
    link.symlink_to(crashed)
    done = repair(link)
    assert link.is_symlink()
    assert done.path == crashed
    assert len(entries_of(crashed)) == 4


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("last", [True, False], ids=["final newline", "no final newline"])
def test_line_ends_stay(tmp_path: Path, end: bytes, last: bool) -> None:
    raw = lines(CRASHED, end)
    path = store(tmp_path / "session.jsonl", raw if last else raw.removesuffix(end))
    old = path.read_bytes().split(end)
    repair(path)
    new = path.read_bytes().split(end)
    assert new[:2] == old[:2]
    assert len(new) == len(old) + 1
    assert path.read_bytes().endswith(end) is last
    assert path.read_bytes().count(b"\r") == (raw.count(b"\r") + 1 if end == b"\r\n" else 0) - (end == b"\r\n") * (
        not last
    )


def test_another_file_can_take_the_result(crashed: Path, tmp_path: Path) -> None:
    raw, target = crashed.read_bytes(), tmp_path / "mended.jsonl"
    assert repair(crashed, output=target).backup is None
    assert crashed.read_bytes() == raw
    assert normalize(target).messages == normalize(crashed).messages
    assert backups(target) == []


def test_a_healthy_session_is_copied_where_it_is_asked_for(tmp_path: Path) -> None:
    path = store(tmp_path / "session.jsonl", HEALTHY)
    repair(path, output=tmp_path / "copy.jsonl")
    assert (tmp_path / "copy.jsonl").read_bytes() == path.read_bytes()


def test_another_file_is_no_more_open_than_the_session(crashed: Path, tmp_path: Path) -> None:
    crashed.chmod(0o600)
    new = repair(crashed, output=tmp_path / "new.jsonl").path
    assert stat.S_IMODE(new.stat().st_mode) == 0o600
    new.chmod(0o640)
    repair(crashed, output=new)
    assert stat.S_IMODE(new.stat().st_mode) == 0o640


def test_a_pipe_is_neither_waited_for_nor_replaced(crashed: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for run in (repair, undo):
        with pytest.raises(UsageError, match="no file"):
            run(pipe)
    with pytest.raises(UsageError, match="no file"):
        repair(crashed, output=pipe)
    assert pipe.is_fifo()


def test_a_read_only_session_is_refused(crashed: Path) -> None:
    crashed.chmod(0o444)
    raw = crashed.read_bytes()
    with pytest.raises(RefusedError, match="read-only"):
        repair(crashed)
    assert crashed.read_bytes() == raw
    assert repair(crashed, force=True).written


def test_a_session_without_any_access_cannot_be_read(crashed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> None:  # root may read it all the same
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    crashed.chmod(0)
    monkeypatch.setattr(guard, "open_file", refuse)
    with pytest.raises(UnreadableError, match="cannot be read"):
        repair(crashed)


@pytest.mark.parametrize("ahead", [0, 3])
def test_a_session_in_use_is_refused(crashed: Path, ahead: int) -> None:
    os.utime(crashed, (time() + ahead, time() + ahead))
    with pytest.raises(RefusedError, match="just now"):
        repair(crashed)
    assert repair(crashed, force=True).written


def test_a_date_in_the_future_is_not_just_now(crashed: Path) -> None:
    os.utime(crashed, (time() + 3600, time() + 3600))
    assert repair(crashed).written


@pytest.mark.parametrize(
    "raw", [b'[{"role": "user", "content": "hi"}]', b'{"role": "user", "content": "hi"}\n'], ids=["array", "messages"]
)
def test_only_sessions_are_repaired(tmp_path: Path, raw: bytes) -> None:
    with pytest.raises(UsageError, match="no session"):
        repair(store(tmp_path / "a.jsonl", raw))


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError):
        repair(tmp_path / "nothing.jsonl")
    with pytest.raises((UsageError, UnreadableError)):
        repair(tmp_path)


def run(*args: str | Path) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["repair", *map(str, args)])
    return done.exit_code, done.stdout, done.stderr


def test_the_command_says_what_it_did(crashed: Path) -> None:
    code, out, err = run(crashed)
    assert (code, out) == (0, "")
    assert "answer-open-calls ×1" in err
    assert "session.jsonl.1.msgfix-backup" in err
    assert "cd /home/me/project && claude --resume s\n" in err
    code, _, err = run(crashed)
    assert (code, err) == (0, f"{crashed}: nothing to repair.\n")


def test_the_command_says_when_the_client_would_look_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path))
    folder = tmp_path / "projects" / "-home-me-project"
    folder.mkdir(parents=True)
    assert "is not there" not in run(store(folder / "s.jsonl", CRASHED))[2]
    assert "The client looks for s.jsonl" in run(store(folder / "copy.jsonl", CRASHED))[2]
    assert "The client looks for s.jsonl" in run(store(tmp_path / "s.jsonl", CRASHED))[2]


def test_a_session_that_waits_for_its_prompt_has_nothing_left(tmp_path: Path) -> None:
    for session in (HEALTHY, [*CRASHED, text("d", "c")]):
        assert "left:" not in run(store(tmp_path / "session.jsonl", session))[2]


def test_a_dry_run_shows_the_entries(crashed: Path) -> None:
    code, out, err = run("--dry-run", crashed)
    assert code == 0
    assert heads(out) == ["@@ behind line 2 @@ answer-open-calls", "@@ line 3 @@ parent-rewritten"]
    assert '+  "sourceToolAssistantUUID": "b"' in out.replace('+ "source', '+  "source')
    assert '- "parentUuid": "b",' in out
    assert "would be repaired" in err


def heads(diff: str) -> list[str]:
    return [line for line in diff.splitlines() if line.startswith("@@")]


def test_each_entry_that_a_dry_run_adds_has_a_head_of_its_own(tmp_path: Path) -> None:
    told = run("--dry-run", store(tmp_path / "session.jsonl", [result("a", None, "toolu_9"), text("d", "a")]))[1]
    assert heads(told) == [
        "@@ before line 1 @@ start-with-user",
        "@@ before line 1 @@ adopt-orphan-results",
        "@@ line 1 @@ parent-rewritten",
    ]


def test_a_dry_run_says_where_an_entry_comes_from(tmp_path: Path) -> None:
    late = [prompt("a", None), call("b", "a", "toolu_1"), prompt("c", "b"), text("d", "c"), result("e", "d", "toolu_1")]
    told = run("--dry-run", store(tmp_path / "session.jsonl", late))[1]
    assert heads(told) == [
        "@@ behind line 2, from line 5 @@ parent-rewritten, move-results, drop-empty-messages",
        "@@ line 3 @@ parent-rewritten",
        "@@ line 5 @@ parent-rewritten, move-results, drop-empty-messages",
    ]


def test_a_dry_run_tells_a_line_that_only_the_file_is_at_odds_with(tmp_path: Path) -> None:
    raw = lines(HEALTHY).replace(b"\n", b"\n\0\0", 1) + b'{"type":'
    told = run("--dry-run", store(tmp_path / "session.jsonl", raw))[1]
    assert told.splitlines() == ["@@ line 2 @@ line-nul-padded", "@@ line 5 @@ line-torn", "-(what cannot be read)"]


def test_undo_names_what_is_back(crashed: Path) -> None:
    raw = crashed.read_bytes()
    run(crashed)
    code, _, err = run("--undo", crashed)
    assert (code, crashed.read_bytes()) == (0, raw)
    assert "session.jsonl.1.msgfix-backup is back" in err


def test_undo_writes_nothing_that_a_terminal_acts_on(tmp_path: Path) -> None:
    path = store(tmp_path / "\x1b[31mred.jsonl", CRASHED)
    run(path)
    assert "\x1b" not in run("--undo", path)[2]


def test_undo_is_no_rehearsal(crashed: Path) -> None:
    run(crashed)
    repaired = crashed.read_bytes()
    assert run("--undo", "--dry-run", crashed)[0] == 2
    assert crashed.read_bytes() == repaired


def test_stdin_cannot_be_repaired() -> None:
    assert run("-")[0] == 2
