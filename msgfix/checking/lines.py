"""On which line of a JSON file does `messages.3.content.0` stand?"""

import json
import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property

_VALUE = json.JSONDecoder(strict=False).raw_decode
_SPACE = re.compile(r"[ \t\r\n]*")
_PATH = re.compile(r"messages\.(\d+)(?:\.content\.(\d+))?")
_LOST = (ValueError, LookupError, RecursionError)  # what a file that only the lax reader takes may lead to


class Lines:
    """Finds lines of messages and blocks in the text of an array of messages, or of a request body."""

    def __init__(self, raw: bytes) -> None:
        self._text = raw.decode("utf-8", "replace").removeprefix("\ufeff")
        self._blocks: dict[int, list[int]] = {}

    def of(self, path: str) -> int:
        """The line (from 1) of the block or message that a path leads to, or of the array; 0 when it cannot be told.

        In an array of entries, `messages.N` is the entry at place N.
        """
        if not self._ends:
            return 1
        try:
            return bisect_left(self._ends, self._place(path)) + 1
        except _LOST:
            return 0

    @cached_property
    def _ends(self) -> list[int]:
        return [found.start() for found in re.finditer("\n", self._text.rstrip())]

    def _place(self, path: str) -> int:
        found = _PATH.match(path)
        if not found:
            return self._array
        message = self._messages[int(found[1])]
        return self._block(int(found[1]), message, int(found[2])) if found[2] else message

    @cached_property
    def _array(self) -> int:
        start = _skip(self._text, 0)
        return start if self._text[start] == "[" else dict(_members(self._text, start))["messages"]

    @cached_property
    def _messages(self) -> list[int]:
        return [place for _, place in _members(self._text, self._array)]

    def _block(self, number: int, message: int, index: int) -> int:
        if number not in self._blocks:
            content = dict(_members(self._text, message)).get("content", message)
            self._blocks[number] = [at for _, at in _members(self._text, content)] if self._text[content] == "[" else []
        blocks = self._blocks[number]
        return blocks[index] if index < len(blocks) else message


def _members(text: str, start: int) -> Iterator[tuple[str, int]]:
    """The key ("" in an array) and the place of each member of the array or object that starts at `start`."""
    is_object = text[start] == "{"
    place = _skip(text, start + 1)
    while text[place] not in "]}":
        key = ""
        if is_object:
            key, place = _VALUE(text, place)
            place = _skip(text, _skip(text, place) + 1)  # behind the colon
        yield key, place
        place = _skip(text, _VALUE(text, place)[1])
        if text[place] == ",":
            place = _skip(text, place + 1)


def _skip(text: str, place: int) -> int:
    found = _SPACE.match(text, place)
    return found.end() if found else place
