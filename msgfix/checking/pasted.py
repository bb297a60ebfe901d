"""An error of the API as somebody pastes it: JSON, a log line, the exception of an SDK."""

import json
import re
from typing import Any, NamedTuple

LONGEST = 100_000  # characters that are looked at
_ID = re.compile(r"\b(?:[a-z]*toolu|tooluse|call|chatcmpl-tool)_[A-Za-z0-9_-]+")
_PATH = re.compile(r"\bmessages\.\d+(?:\.[A-Za-z0-9_]+)*")


class Pasted(NamedTuple):
    """What it says, the ids of calls in it, and the paths (`messages.36.content.2`)."""

    words: str
    ids: tuple[str, ...]
    paths: tuple[str, ...]


def read(text: str) -> Pasted:
    """Take an error apart."""
    words = re.sub(r"""\\(["'])""", r"\1", " ".join(_unpacked(text[:LONGEST]).split()))
    return Pasted(words, tuple(dict.fromkeys(_ID.findall(words))), tuple(dict.fromkeys(_PATH.findall(words))))


def _unpacked(text: str) -> str:
    """The innermost `message` of the JSON in a text, proxies wrap one error into another; else the text itself."""
    start = text.find("{")
    while start >= 0:
        try:
            value = json.JSONDecoder(strict=False).raw_decode(text, start)[0]
        except (ValueError, RecursionError):
            start = text.find("{", start + 1)
            continue
        message = _message(value)
        return _unpacked(message) if message else text
    return text


def _message(value: Any) -> str:
    inner = value.get("error", value) if isinstance(value, dict) else None
    message = inner.get("message") if isinstance(inner, dict) else inner
    return message if isinstance(message, str) else ""
