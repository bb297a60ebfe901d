"""The command line on streams that are closed, full, without a reader, or not UTF-8."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from test_cli import BROKEN, CLEAN

from msgfix.exits import Exit

WRITERS = [
    f"normalize {CLEAN}",
    f"report {CLEAN}",
    f"check {CLEAN}",
    "explain answer-open-calls",
    f"repair --dry-run {BROKEN}",
    "rules",
    "rules --json",
    "--version",
    "check --help",
]
"""Command lines that write to stdout, one for each way to do that."""
FULL = Path("/dev/full")
needs_a_full_device = pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def shell(command: str, redirected: str = "", **env: str) -> tuple[int, bytes, str]:
    """Status, stdout and stderr of msgfix with redirections as a shell makes them."""
    line = f"{shlex.quote(sys.executable)} -m msgfix {command} {redirected}"
    ran = subprocess.run(line, shell=True, check=False, capture_output=True, env=os.environ | env)
    return ran.returncode, ran.stdout, ran.stderr.decode()


@pytest.mark.parametrize("command", WRITERS)
def test_a_reader_that_goes_away_is_no_error(command: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "msgfix", *shlex.split(command)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout
    process.stdout.close()
    with process:
        assert process.stderr
        assert process.stderr.read() == b""
    assert process.returncode == 141


@needs_a_full_device
@pytest.mark.parametrize("command", WRITERS)
def test_a_full_disk_is_told_in_a_sentence(command: str) -> None:
    told = "msgfix: the output: No space left on device; the result is not whole.\n"
    assert shell(command, f">{FULL}") == (Exit.REFUSED, b"", told)


@pytest.mark.parametrize("command", WRITERS)
def test_a_closed_stdout_is_told_in_a_sentence(command: str) -> None:
    told = "msgfix: the output: Bad file descriptor; the result is not whole.\n"
    assert shell(command, ">&-") == (Exit.REFUSED, b"", told)


def test_without_a_result_a_closed_stdout_is_no_fault(tmp_path: Path) -> None:
    assert shell(f"normalize {CLEAN} -o {tmp_path / 'out.json'}", ">&-") == (Exit.FINE, b"", "")


@pytest.mark.parametrize("stderr", ["2>&-", pytest.param(f"2>{FULL}", marks=needs_a_full_device)])
@pytest.mark.parametrize(
    ("command", "status"),
    [
        (f"normalize --report {BROKEN}", Exit.FINE),
        (f"check --format json {BROKEN}", Exit.PROBLEMS),
        ("check --no-such-option", Exit.USAGE),
        ("normalize no-such-file", Exit.UNREADABLE),
        (f"repair --dry-run {BROKEN}", Exit.FINE),
        ("sessions", Exit.FINE),
    ],
)
def test_that_nobody_listens_on_stderr_changes_nothing(command: str, status: Exit, stderr: str, tmp_path: Path) -> None:
    (tmp_path / "projects").mkdir()
    store = {"CLAUDE_CONFIG_DIR": str(tmp_path)}
    expected, out, _ = shell(command, **store)
    assert expected == status
    assert shell(command, stderr, **store) == (status, out, "")


def test_a_file_never_gets_the_number_of_a_closed_stream(tmp_path: Path) -> None:
    made = tmp_path / "out.json"
    assert shell(f"normalize {BROKEN} --report -o {made}", "<&- >&- 2>&-") == (Exit.FINE, b"", "")
    assert json.loads(made.read_bytes())


@pytest.mark.parametrize("command", ["normalize -", "report -", "explain -", "explain messages.1 -"])
def test_a_closed_stdin_cannot_be_read(command: str) -> None:
    status, out, told = shell(command, "<&-")
    assert (status, out) == (Exit.UNREADABLE, b"")
    assert told.endswith(": cannot be read (Bad file descriptor).\n")
    assert told.count("\n") == 1


def test_check_tells_that_a_closed_stdin_cannot_be_read() -> None:
    status, out, told = shell("check -", "<&-")
    assert (status, told) == (Exit.UNREADABLE, "")
    assert b"cannot be read (Bad file descriptor)." in out


@pytest.mark.parametrize("option", ["-o", "--report"])
def test_the_file_behind_stdin_is_not_written_over(option: str, tmp_path: Path) -> None:
    session, link = tmp_path / "s.json", tmp_path / "link.json"
    session.write_bytes(Path(BROKEN).read_bytes())
    link.symlink_to(session)
    for path in (session, link):
        status, out, told = shell(f"normalize - {option} {path}", f"<{session}")
        assert (status, out) == (Exit.USAGE, b"")
        assert told.startswith(f"msgfix: {option} {path} is the session itself")
    assert session.read_bytes() == Path(BROKEN).read_bytes()
    assert shell("normalize - -o /dev/null", "<&-")[0] == Exit.UNREADABLE


@pytest.mark.parametrize("command", [f"report {BROKEN}", "rules", "explain end-with-user", f"check {BROKEN}"])
def test_what_the_terminal_has_no_letter_for_is_an_escape(command: str) -> None:
    status, out, told = shell(command, **ASCII)
    assert (status, told) == (shell(command)[0], "")
    assert out.isascii()


@pytest.mark.parametrize("command", ["report --json", "check --format sarif", "normalize"])
def test_what_programs_read_is_utf_8_whatever_the_terminal(command: str, tmp_path: Path) -> None:
    path = tmp_path / "array.json"
    path.write_text(
        '[{"role": "user", "content": "é \\u0007"}, {"role": "assistant", "content": "né", "é": 1}]', "utf-8"
    )
    assert shell(f"{command} {path}", **ASCII)[:2] == shell(f"{command} {path}")[:2]
