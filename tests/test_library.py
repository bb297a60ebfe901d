"""Misuse of the library is told by its own errors."""

import gc
import io
import warnings
from pathlib import Path
from typing import Any

import pytest

import msgfix

SAMPLE = Path(__file__).parent.parent / "sample_transcripts" / "clean.jsonl"
MESSAGES = [{"role": "user", "content": "hi"}]


@pytest.mark.parametrize("source", [None, 5, tuple(MESSAGES), io.StringIO("[]"), "no\0path", iter(MESSAGES)], ids=repr)
def test_a_source_of_another_type(source: Any) -> None:
    with pytest.raises(msgfix.MsgfixError):
        msgfix.normalize(source)


@pytest.mark.parametrize(
    ("path", "output", "error"),
    [
        ([], None, msgfix.UsageError),
        (None, None, msgfix.UsageError),
        (5, None, msgfix.UsageError),
        (b"s.jsonl", None, msgfix.UsageError),
        (SAMPLE, 5, msgfix.UsageError),
        ("no\0path", None, msgfix.UnreadableError),
        ("no\ud800path", None, msgfix.UnreadableError),
        (SAMPLE, "no\0path", msgfix.RefusedError),
        (SAMPLE, "no\ud800path", msgfix.RefusedError),
    ],
    ids=repr,
)
def test_a_path_that_is_none(path: Any, output: Any, error: type[msgfix.MsgfixError]) -> None:
    for dry_run in (False, True):
        with pytest.raises(error):
            msgfix.repair(path, output=output, dry_run=dry_run)


@pytest.mark.parametrize(
    "option",
    [{"features": None}, {"features": "advisor"}, {"features": [[]]}, {"tools": "x"}, {"tools": 5}, {"tools": [5]},
     {"model": 5}, {"leaf": 5}],
    ids=repr,
)  # fmt: skip
def test_an_option_of_another_type(option: dict[str, Any]) -> None:
    for call in (msgfix.normalize, msgfix.check):
        with pytest.raises(msgfix.UsageError):
            call(MESSAGES, **option)


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_a_file_that_nobody_needs_any_more_is_closed_without_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", ResourceWarning)
        msgfix.normalize(SAMPLE)
        gc.collect()
