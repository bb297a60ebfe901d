"""The command line: what goes where, and with which exit status it ends."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from msgfix import __main__, pipeline
from msgfix.cli import COMMANDS, app
from msgfix.errors import RefusedError
from msgfix.exits import Exit

SAMPLES = Path(__file__).parent.parent / "sample_transcripts"
CLEAN, BROKEN = str(SAMPLES / "clean.jsonl"), str(SAMPLES / "crash-open-call.jsonl")


def msgfix(*args: str, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(app, args, input=stdin, prog_name="msgfix")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    ran = msgfix(command, "--help")
    assert ran.exit_code == 0
    assert f"Usage: msgfix {command}" in ran.stdout


def test_help_lists_every_command() -> None:
    listed = msgfix("--help").stdout.partition("Commands:")[2]
    assert [line.split()[0] for line in listed.splitlines() if line.strip()] == list(COMMANDS)
    assert "..." not in listed  # a first line that does not fit is cut


def test_version() -> None:
    assert msgfix("--version").stdout.startswith("msgfix 0.")


@pytest.mark.parametrize(
    "args",
    [
        ["normalise"],
        ["normalize"],
        ["normalize", CLEAN, "--no-such-option"],
        ["normalize", CLEAN, "--target", "moon"],
        ["normalize", CLEAN, "--feature", "tool-search", "--feature", "telepathy"],
        ["normalize", CLEAN, "--as", "poem"],
        ["normalize", CLEAN, "--report=report.pdf"],
        ["normalize", CLEAN, "--tools", "no-such-file.json"],
        ["normalize", CLEAN, "-o", CLEAN],
    ],
)
def test_a_wrong_command_line_is_status_2(args: list[str]) -> None:
    ran = msgfix(*args)
    assert ran.exit_code == Exit.USAGE
    assert ran.stdout == ""
    assert ran.stderr


def test_the_array_goes_to_stdout_and_nothing_else() -> None:
    ran = msgfix("normalize", CLEAN)
    assert (ran.exit_code, ran.stderr) == (0, "")
    assert [message["role"] for message in json.loads(ran.stdout)] == ["user", "assistant", "user", "assistant"]


def test_stdin_gives_what_the_file_gives() -> None:
    assert msgfix("normalize", "-", stdin=Path(BROKEN).read_bytes()).stdout == msgfix("normalize", BROKEN).stdout


def test_as_request_and_as_jsonl_hold_the_same_messages() -> None:
    array = json.loads(msgfix("normalize", BROKEN).stdout)
    body = json.loads(msgfix("normalize", BROKEN, "--as", "request").stdout)
    assert body["messages"] == array
    assert body["model"].startswith("claude-")
    assert [json.loads(line) for line in msgfix("normalize", BROKEN, "--as", "jsonl").stdout.splitlines()] == array


def test_report_alone_goes_to_stderr() -> None:
    for args in (["normalize", "--report", BROKEN], ["normalize", BROKEN, "--report"]):
        ran = msgfix(*args)
        assert ran.exit_code == 0
        assert json.loads(ran.stdout)
        assert "Open calls and orphan results" in ran.stderr


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ([CLEAN, "--report", "r.pdf"], "msgfix: --report r.pdf: the name must end in one of .txt, "),
        (["--report", "r.pdf", CLEAN], "msgfix: --report r.pdf: the name must end in one of .txt, "),
        (["--report", CLEAN, BROKEN], f"msgfix: --report {CLEAN}: the name must end in one of .txt, "),
        ([CLEAN, BROKEN, "--report"], "Error: Got unexpected extra argument"),
        (["--report"], "Error: Missing argument 'SESSION'"),
    ],
)
def test_a_report_file_of_another_kind_is_called_that(args: list[str], told: str) -> None:
    ran = msgfix("normalize", *args)
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert told in ran.stderr


@pytest.mark.parametrize(
    ("name", "start"), [("r.txt", ""), ("r.json", "{"), ("r.html", "<!DOCTYPE"), ("r.svg", "<svg")]
)
def test_report_goes_to_a_file(tmp_path: Path, name: str, start: str) -> None:
    ran = msgfix("normalize", BROKEN, "--report", str(tmp_path / name))
    assert (ran.exit_code, ran.stderr) == (0, "")
    written = (tmp_path / name).read_text("utf-8")
    assert written.startswith(start)
    assert "crash-open-call" in written


def test_report_as_json_equals_the_report_file(tmp_path: Path) -> None:
    msgfix("normalize", BROKEN, "--report", str(tmp_path / "r.json"))
    assert msgfix("report", BROKEN, "--json").stdout == (tmp_path / "r.json").read_text("utf-8")


def test_rules_as_json_have_a_title_and_a_step_each() -> None:
    rows = json.loads(msgfix("rules", "--json").stdout)
    assert all(row["title"] and row["step"] and row["rule"] for row in rows)
    assert {row["rule"] for row in rows} > {"line-torn"}


@pytest.mark.parametrize("content", [None, b"", b"no transcript at all\n"])
def test_an_input_that_is_no_transcript_is_status_3(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "\x1b[31mred.jsonl"
    if content is not None:
        path.write_bytes(content)
    ran = msgfix("normalize", str(path))
    assert ran.exit_code == Exit.UNREADABLE
    assert ran.stdout == ""
    assert ran.stderr.startswith("msgfix: ")
    assert ran.stderr.count("\n") == 1
    assert "\\x1b[31mred" in ran.stderr
    assert "\x1b" not in ran.stderr


def test_a_refusal_is_status_4_and_leaves_the_file_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refuse(*_: object) -> None:
        raise RefusedError("The books do not balance.")

    monkeypatch.setattr(pipeline, "normalize", refuse)
    (tmp_path / "out.json").write_text("old")
    ran = msgfix("normalize", CLEAN, "-o", str(tmp_path / "out.json"))
    assert (ran.exit_code, ran.stderr) == (Exit.REFUSED, "msgfix: The books do not balance.\n")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["old"]


@pytest.mark.parametrize(("error", "status"), [(ZeroDivisionError("no\x1b[2J"), 4), (KeyboardInterrupt(), 130)])
def test_no_traceback_ever(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: BaseException, status: int
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(pipeline, "normalize", fail)
    monkeypatch.setattr(sys, "argv", ["msgfix", "normalize", CLEAN])
    monkeypatch.setattr(os, "_exit", sys.exit)
    with pytest.raises(SystemExit) as ended:
        __main__.main()
    told = capsys.readouterr().err
    assert ended.value.code == status
    assert "Traceback" not in told
    assert "\x1b" not in told
    assert ("ZeroDivisionError in test_cli.py" in told) == (status == 4)


@pytest.mark.parametrize(
    ("command", "needless"),
    [
        (["--version"], {"orjson", "msgfix.pipeline", "msgfix.cli.normalize"}),
        (["normalize", "--help"], {"orjson", "msgfix.pipeline", "msgfix.cli.check"}),
        (
            ["normalize", CLEAN],
            {"shutil", "msgfix.cli.report", "msgfix.contract.translate", "msgfix.checking", "msgfix.disk"},
        ),
        (["check", CLEAN], {"shutil", "concurrent.futures", "msgfix.disk", "msgfix.report.json"}),
        (["repair", "--dry-run", CLEAN], {"msgfix.checking"}),
        (["explain", "answer-open-calls"], {"msgfix.contract.judge", "msgfix.pipeline", "msgfix.disk"}),
    ],
)
def test_a_command_imports_only_what_it_needs(command: list[str], needless: set[str], tmp_path: Path) -> None:
    """Start-up time is the sum of the imports."""
    script = (
        "import os, sys; from msgfix.__main__ import main; leave = os._exit;"
        "os._exit = lambda status: (print(*sys.modules, file=sys.stderr, flush=True), leave(status)); main()"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, *command], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    never = {"rich", "PIL", "pypdf", "jsonschema_rs", "tomllib", "importlib.metadata", "base64", "string", "logging"}
    imported = set(ran.stderr.split())
    assert "click" in imported
    assert (never | needless) & imported == set()


def test_a_report_replaces_neither_the_session_nor_the_array(tmp_path: Path) -> None:
    session = tmp_path / "s.json"
    session.write_text('[{"role":"user","content":"hi"}]')
    for args in (["--report", str(session)], ["-o", str(tmp_path / "o.json"), "--report", str(tmp_path / "o.json")]):
        assert msgfix("normalize", str(session), *args).exit_code == 2
    assert session.read_text() == '[{"role":"user","content":"hi"}]'
    assert [path.name for path in tmp_path.iterdir()] == ["s.json"]


@pytest.mark.parametrize(
    "args",
    [["normalize", CLEAN, "-o"], ["normalize", CLEAN, "--report"], ["normalize", CLEAN, "-o", "o.json", "--report"],
     ["repair", BROKEN, "-o"]],
)  # fmt: skip
def test_a_link_in_a_circle_is_no_place_to_write_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("loop.txt").symlink_to("loop.txt")
    ran = msgfix(*args, "loop.txt")
    assert ran.exit_code == Exit.REFUSED
    assert "loop.txt: cannot be written (Too many levels of symbolic links)" in ran.stderr
    assert ran.stderr.count("\n") == 1
    assert Path("loop.txt").is_symlink()


@pytest.mark.parametrize(
    "args",
    [["normalize"], ["normalize", "-o", os.devnull], ["normalize", "--report", "r.json"], ["repair", "--dry-run"]],
)
def test_a_leaf_that_is_not_there_is_told_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    usual, ran = msgfix(*args, BROKEN), msgfix(*args, BROKEN, "--leaf", "wrong\x1b")
    told = f"{BROKEN}: no entry has the uuid 'wrong\\x1b'; the newest one is taken [leaf-unknown]"
    assert (ran.exit_code, ran.stdout) == (Exit.FINE, usual.stdout)
    assert set(ran.stderr.splitlines()) - set(usual.stderr.splitlines()) == {told}
