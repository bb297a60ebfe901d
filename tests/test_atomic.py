"""A written file is the old one or the whole new one."""

import fcntl
import os
from pathlib import Path
from types import ModuleType

import pytest

from msgfix.atomic import replacing, sweep
from msgfix.errors import RefusedError


def put(path: Path, content: bytes) -> None:
    with replacing(path) as file:
        file.write(content)


def test_a_new_file_appears_alone(tmp_path: Path) -> None:
    put(tmp_path / "new", b"whole")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("new", b"whole")]


def test_an_existing_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "old"
    path.write_bytes(b"old")
    path.chmod(0o640)
    put(path, b"new")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o640)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "folder" / "real")
    put(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "folder" / "real").read_bytes() == b"new"


def test_an_error_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "old").write_bytes(b"old")
    with pytest.raises(TypeError), replacing(tmp_path / "old") as file:
        file.writelines([b"half", None])  # type: ignore[list-item]
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"old"]


def test_what_a_killed_run_has_left_goes(tmp_path: Path) -> None:
    child = os.fork()
    if child == 0:
        with replacing(tmp_path / "file"):
            os._exit(9)
    os.waitpid(child, 0)
    assert len(list(tmp_path.iterdir())) == 1
    with replacing(tmp_path / "file") as one, replacing(tmp_path / "other") as other:  # theirs stay
        one.write(b"1")
        other.write(b"2")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "other"]


@pytest.mark.parametrize(("module", "name"), [(fcntl, "flock"), (os, "replace")])
def test_another_run_that_sweeps_at_any_moment_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str
) -> None:
    real = getattr(module, name)

    def swept_before(*args: object) -> object:
        monkeypatch.undo()
        sweep(tmp_path)
        return real(*args)

    monkeypatch.setattr(module, name, swept_before)
    put(tmp_path / "new", b"whole")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("new", b"whole")]


def test_only_drafts_are_swept(tmp_path: Path) -> None:
    (tmp_path / ".msgfix-0123abcd.tmp").touch()
    others = {".msgfix-notes.tmp", ".msgfix-0123abcd5.tmp", ".msgfix-0123abcz.tmp"}
    for name in others:
        (tmp_path / name).touch()
    (tmp_path / ".msgfix-00000000.tmp").symlink_to(tmp_path / ".msgfix-notes.tmp")
    os.mkfifo(tmp_path / ".msgfix-00000001.tmp")
    sweep(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == others | {".msgfix-00000000.tmp", ".msgfix-00000001.tmp"}


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match="cannot be written"):
        put(tmp_path / "no" / "such" / "folder", b"")
    with pytest.raises(RefusedError, match="cannot be written"):
        put(tmp_path, b"")


def test_a_device_is_written_to_not_replaced() -> None:
    put(Path(os.devnull), b"gone")
    assert not Path(os.devnull).is_file()


def test_links_that_lead_in_a_circle_are_refused_and_stay(tmp_path: Path) -> None:
    for name, other in (("one", "two"), ("two", "one")):
        (tmp_path / name).symlink_to(tmp_path / other)
    for path in (tmp_path / "one", tmp_path / "one" / "below"):
        with pytest.raises(RefusedError, match="symbolic links"):
            put(path, b"")
    assert {path.name for path in tmp_path.iterdir() if path.is_symlink()} == {"one", "two"}
