"""Where sessions live, and what the SESSION argument means."""

import os
from pathlib import Path

import pytest

from msgfix.errors import UnreadableError, UsageError
from msgfix.transcript import store


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store with two projects; the working directory is the first of them."""
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "config"))
    here = tmp_path / "my_app.x"
    here.mkdir()
    monkeypatch.chdir(here)
    root = tmp_path / "config" / "projects"
    session(root / slug(here) / "aaaa-1.jsonl", 100)
    session(root / slug(here) / "aaaa-2.jsonl", 300)
    session(root / slug(here) / "agent-1.jsonl", 900)
    session(root / slug(here) / "bbbb.jsonl", 200)
    session(root / "-other" / "aaaa-3.jsonl", 400)
    session(root / "-other" / "cccc.jsonl", 50)
    return root


def slug(path: Path) -> str:
    return "".join(char if char.isascii() and char.isalnum() else "-" for char in str(path))


def session(path: Path, time: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{}")
    os.utime(path, (time, time))


def test_the_sessions_of_a_project_are_newest_first(root: Path) -> None:
    folder = store.project()
    assert folder is not None
    assert [path.stem for path in store.sessions(folder)] == ["aaaa-2", "bbbb", "aaaa-1"]
    assert [path.stem for path in store.all_sessions()][:2] == ["aaaa-3", "cccc"]
    assert len(store.all_sessions()) == 5


@pytest.mark.parametrize(
    ("argument", "stem"), [("latest", "aaaa-2"), ("bbbb", "bbbb"), ("bb", "bbbb"), ("aaaa-1", "aaaa-1"), ("cc", "cccc")]
)
def test_find(root: Path, argument: str, stem: str) -> None:
    assert store.find(argument).stem == stem


def test_a_path_comes_first(root: Path) -> None:
    Path("bbbb").write_text("{}")
    assert store.find("bbbb") == Path("bbbb")


def test_a_beginning_that_fits_several(root: Path) -> None:
    with pytest.raises(UsageError, match="2 sessions begin so: aaaa-2, aaaa-1"):
        store.find("aaaa")


@pytest.mark.parametrize("argument", ["zzzz", "/no/such/file.jsonl", "../aaaa", "*", "a\0", "x" * 5000])
def test_nothing_found(root: Path, argument: str) -> None:
    with pytest.raises(UnreadableError, match="no such file"):
        store.find(argument)


def test_no_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "none"))
    assert store.all_sessions() == []
    with pytest.raises(UnreadableError, match="there is no session for"):
        store.find("latest")


def test_a_long_path_is_found_by_its_beginning(root: Path) -> None:
    long = Path("/" + "/".join(["folder"] * 40))
    folder = root / (slug(long)[:200] + "-1x2y3z")
    folder.mkdir()
    assert store.project(long) == folder


def test_the_home_store(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert store.projects() == tmp_path / ".claude" / "projects"
