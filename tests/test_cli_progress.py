"""The bar that a waiting person sees."""

import sys
from collections.abc import Iterator
from io import BytesIO, TextIOWrapper
from pathlib import Path
from threading import Event
from typing import cast

import pytest

from msgfix.cli import progress


class Beats:
    """An Event that is set after so many looks at it; `between` runs before each look."""

    def __init__(self, beats: int, between: Iterator[object]) -> None:
        self.left = beats
        self.between = between

    def wait(self, _: float) -> bool:
        next(self.between, None)
        self.left -= 1
        return self.left < 0


def test_a_short_wait_shows_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    progress._draw(0, cast(Event, Beats(0, iter(()))))
    assert capsys.readouterr().err == ""


def test_the_bar_follows_the_reading_and_then_goes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_bytes(b"x" * 100)
    with (tmp_path / "file").open("rb", buffering=0) as stream:
        steps = (stream.seek(offset) for offset in (0, 25, 100, 10))
        progress._draw(stream.fileno(), cast(Event, Beats(4, steps)))
    pictures = capsys.readouterr().err.split("\r")[1:]
    assert [picture.count("█") for picture in pictures] == [8, 30, 30, 0]
    assert "25%" in pictures[0]
    assert "mending" in pictures[1]  # all is read
    assert "mending" in pictures[2]  # and what is read again does not count backwards
    assert pictures[3] == "\x1b[K"


def test_no_bar_without_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "Thread", None)
    (tmp_path / "file").write_bytes(b"")
    with (tmp_path / "file").open("rb") as stream, progress.watching(stream):
        pass


def test_a_terminal_without_blocks_gets_a_bar_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", TextIOWrapper(BytesIO(), "ascii"))
    assert progress._bar(10) == "#" * 10 + "." * 20
