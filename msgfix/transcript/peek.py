"""A cheap look at a session: the first and the last lines of its file, whatever its size."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from msgfix.transcript.load import read
from msgfix.transcript.source import TALKS, blocks_of, content_of, is_message

BLOCK = 1 << 16
"""Bytes that are looked at from each end; a line that begins there is read to its end."""

TITLES = {"customTitle": 3, "aiTitle": 2, "summary": 1}
"""Keys that hold a title, and which goes before which."""

_generated = re.compile(r"\s*<[a-z_-]+>|\s*$|\[Request interrupted|Caveat: The messages below").match


class Peek(NamedTuple):
    """What a look tells.

    `title`, `prompt` (the first that a person typed), `cwd`: "" when there is none. `messages`: user and assistant
    entries, an estimate unless `whole`: all lines were seen. `entries`: lines that hold one, among those seen.
    `signs`: reasons to think that the session needs repair.
    """

    title: str
    prompt: str
    cwd: str
    messages: int
    entries: int
    whole: bool
    signs: tuple[str, ...]


def peek(path: Path, block: int | None = BLOCK) -> Peek:
    """Look at a file; at all of it when `block` is None. Raises OSError."""
    with path.open("rb") as stream:
        size = path.stat().st_size
        whole = block is None or size <= 2 * block
        raw = stream.read() if whole or block is None else _ends(stream, size, block)
    look = _Look()
    for line in raw.split(b"\n"):
        if body := line.removeprefix(b"\xef\xbb\xbf").strip():
            look.at(body)
    messages = look.messages if whole else round(look.messages * size / max(1, len(raw)))
    return Peek(look.title, look.prompt, look.cwd, messages, look.entries, whole, tuple(look.signs(whole)))


def _ends(stream: BinaryIO, size: int, block: int) -> bytes:
    """The whole lines of both ends."""
    head = stream.read(block) + stream.readline()
    tail, start, reach = b"", size, block
    while not tail and start > len(head):
        start, reach = max(len(head), size - reach), reach * 8
        stream.seek(start)
        raw = stream.read()
        tail = raw if start == len(head) else raw.partition(b"\n")[2]
    return head + tail


class _Look:
    """Gathers what the lines say, one after the other."""

    def __init__(self) -> None:
        self.prompt = self.cwd = ""
        self.messages = self.entries = self._unread = 0
        self._titles: dict[str, str] = {}
        self._uuids: set[str] = set()
        self._parents: set[str] = set()
        self._calls: set[str] = set()
        self._results: set[str] = set()
        self._refused = self._faulty = False

    def at(self, raw: bytes) -> None:
        try:
            entry, sound = read(raw)
        except ValueError:
            entry, sound = None, False
        self._unread += not sound or not isinstance(entry, dict)
        if not isinstance(entry, dict):
            return
        self.entries += 1
        self.cwd = self.cwd or _word(entry.get("cwd"))
        self._uuids.add(_word(entry.get("uuid")))
        leaf = _word(entry.get("leafUuid"))
        self._parents.add(_word(entry.get("parentUuid")))
        for key in TITLES.keys() & entry.keys():
            # a summary is the title of the conversation that ends with its leaf, often one in another file
            if key != "summary" or (leaf and leaf in self._uuids):
                self._titles[key] = _word(entry[key])
        if entry.get("type") in TALKS or is_message(entry):
            self.messages += 1
            self._talk(entry)

    def _talk(self, entry: dict[str, Any]) -> None:
        message = entry.get("message")
        blocks = blocks_of(message.get("content") if isinstance(message, dict) else content_of(entry))
        blocks = [block for block in blocks if isinstance(block, dict)]
        self._calls.update(_word(block.get("id")) for block in blocks if block.get("type") == "tool_use")
        self._results.update(_word(block.get("tool_use_id")) for block in blocks if block.get("type") == "tool_result")
        self._faulty = self._faulty or any(map(_is_faulty, blocks))
        texts = [_word(block.get("text")) for block in blocks if block.get("type") == "text"]
        if entry.get("type") == "assistant":
            self._refused = entry.get("isApiErrorMessage") is True and (
                entry.get("apiErrorStatus") == 400 or "".join(texts).startswith("API Error: 400")
            )
        elif not self.prompt and not any(entry.get(key) for key in ("isMeta", "isSidechain", "isCompactSummary")):
            self.prompt = next((text for text in texts if not _generated(text)), "")

    @property
    def title(self) -> str:
        return max(self._titles.items(), key=lambda one: TITLES[one[0]], default=("", ""))[1]

    def signs(self, whole: bool) -> Iterator[str]:
        """Results follow their call, so an open call shows at the end; for the reverse, all must have been seen."""
        if self._unread:
            yield "a line cannot be read"
        if self._calls - self._results:
            yield "a call has no result"
        if whole and self._results - self._calls:
            yield "a result has no call"
        if whole and self._parents - self._uuids - {""}:
            yield "a parent is missing"
        if self._faulty:
            yield "the API refuses a block"
        if self._refused:
            yield "the API refused it"


def _is_faulty(block: dict[str, Any]) -> bool:
    """Three faults that are common, and cheap to see."""
    kind = block.get("type")
    return (
        (kind == "thinking" and not block.get("signature"))
        or (kind == "tool_use" and not isinstance(block.get("input"), dict))
        or (kind == "text" and not _word(block.get("text")).strip())
    )


def _word(value: Any) -> str:
    return value if isinstance(value, str) else ""
