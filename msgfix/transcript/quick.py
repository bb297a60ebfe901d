"""The fast path of the index: lines that need no second look.

Most lines are a plain user, assistant or progress entry. For those one typed decoder does in a single pass what the
plain way (load.py, validate.py, sketch.py, facts.py) does in five: it parses, checks the types that
schemas/entry.schema.json asks for, checks that the blocks are plain but for a `caller` (by the contract's own types),
and skips what no row keeps. It refuses anything else, and the plain way takes the line. tests/transcript/test_quick.py
proves that both make the same row of every line that it takes.
"""

import re
from typing import Any

import msgspec
from msgspec import UNSET

from msgfix.contract.plain import PlainCall, PlainResult, PlainText, PlainThinking
from msgfix.transcript.row import Flag, Row, Sketch, Source
from msgfix.transcript.sketch import INJECTED, ONE_TEXT, ONE_THINKING, TEXT, THINKING, pure
from msgfix.transcript.typed import Answered, Entry, Said, decode

REFUSED = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_legal = re.compile(r"(?!srvtoolu_)[a-zA-Z0-9_-]{1,64}\Z").match
_ASCII_NUL, _JSON_NUL = "\0", b"\\u0000"
_OPENING, _CLOSING = b"{}"  # around the bytes of an entry; anything else is white space
_NOTHING = (None,) * 5
_new_sketch = tuple.__new__  # a NamedTuple checks its arguments in Python


class QuickMaker:
    """Makes the rows of plain lines. Shares the tables of the plain way's RowMaker, so that equal strings are one."""

    def __init__(self, source: Source, by_uuid: dict[str, Row], words: dict[str, str], agents: dict[str, Any]) -> None:
        self._source = source
        self._by_uuid = by_uuid
        self._words = words
        self._agents = agents

    def make(self, raw: bytes, number: int, offset: int) -> Row | None:
        """The row of a line; None when the plain way must look at it. Not yet registered in `by_uuid`."""
        try:
            entry = decode(raw)
            clean = raw.isascii()
            if not clean:
                raw.decode()  # the decoder does not look into strings that it skips
        except REFUSED:
            return None
        if raw[0] != _OPENING or raw[-1] != _CLOSING or not entry.uuid or entry.parentUuid == "":
            return None
        message, parent, session = entry.message, entry.parentUuid, entry.sessionId
        if parent is not None and (above := self._by_uuid.get(parent)) is not None:
            parent = above.uuid  # the same string, once
        session = self._words.setdefault(session, session)
        place = (self._source, number, offset, len(raw))
        flags = Flag.SIDECHAIN if entry.isSidechain else 0
        if entry.type == "progress":
            if entry.data is None or message is not None:
                return None
            row = Row(*place, "progress", entry.data.type, entry.uuid, parent, session, flags)
        else:
            content = message.content if message else None
            bare = type(content) is str
            sketch = _sketch(content, bare, clean or _JSON_NUL not in raw)
            if sketch is None:
                return None
            if type(message) is Answered and entry.type == "assistant":
                model = self._words.setdefault(message.model, message.model) if message.model else None
                flags |= _flags(entry) | (Flag.SYNTHETIC if model == "<synthetic>" else 0)
                row = Row(
                    *place, "assistant", "", entry.uuid, parent, session, flags, "assistant", message.id, model,
                    sketch=sketch, bare=bare, weight=_weigh(content),
                )  # fmt: skip
            elif type(message) is Said and entry.type == "user":
                answers = entry.sourceToolAssistantUUID
                if answers is not None and (above := self._by_uuid.get(answers)) is not None:
                    answers = above.uuid
                row = Row(
                    *place, "user", "", entry.uuid, parent, session, flags | _flags(entry), "user", None, None, answers,
                    entry.sourceToolUseID, sketch, bare, _weigh(content),
                )  # fmt: skip
            else:
                return None
        if entry.agentId is not None:
            row.extra = self._agents.setdefault(entry.agentId, {"agentId": entry.agentId})
        return row


def _flags(entry: Entry) -> int:
    """What is so rarely set that one look at all of it pays."""
    rare = (entry.isMeta, entry.isVirtual, entry.teamName, entry.isCompactSummary, entry.isApiErrorMessage)
    if rare == _NOTHING:
        return 0
    user = entry.type == "user"
    return (
        (Flag.META if entry.isMeta else 0)
        | (Flag.VIRTUAL if entry.isVirtual else 0)
        | (Flag.TEAM if entry.teamName else 0)
        | (Flag.SUMMARY if user and entry.isCompactSummary else 0)
        | (Flag.API_ERROR if not user and entry.isApiErrorMessage else 0)
    )


def _sketch(content: Any, bare: bool, clean: bool) -> tuple[Sketch, ...] | None:
    """The sketch of content whose blocks the decoder took; None when it is not plain after all.

    `clean`: a NUL can only stand in an ASCII string.
    """
    if bare:
        return ONE_TEXT if content and not content.isspace() and _no_nul(content, clean) else None
    if not content:
        return None
    if len(content) == 1:
        seen = _block(content[0], clean)
        return ONE_TEXT if seen is TEXT else ONE_THINKING if seen is THINKING else (seen,) if seen else None
    every = [_block(block, clean) for block in content]
    return None if None in every else tuple(every)  # type: ignore[arg-type]


def _block(block: Any, clean: bool) -> Sketch | None:
    kind = type(block)
    if kind is PlainResult:
        content = block.content
        whole = _no_nul(content, clean) if type(content) is str else all(_no_nul(part.text, clean) for part in content)
        if not whole or _legal(block.tool_use_id) is None or (block.is_error and _blank(content)) or content == []:
            return None
        return _new_sketch(Sketch, ("tool_result", block.tool_use_id, True))
    if kind is PlainCall:
        if _legal(block.id) is None or block.name in INJECTED or not pure([block.input]):
            return None
        return _new_sketch(Sketch, ("tool_use", block.id, block.caller is UNSET))
    if kind is PlainText:
        return TEXT if _no_nul(block.text, clean) else None
    return THINKING if kind is PlainThinking and _no_nul(block.thinking, clean) else None


def _weigh(content: Any) -> int:
    """See sketch.weight()."""
    if type(content) is str:
        return len(content)
    total = 0
    for block in content:
        kind = type(block)
        if kind is PlainResult:
            said = block.content
            total += len(said) if type(said) is str else sum(len(part.text) for part in said)
        elif kind is PlainText:
            total += len(block.text)
        elif kind is PlainThinking:
            total += len(block.thinking) + len(block.signature)
    return total


def _blank(content: Any) -> bool:
    return type(content) is str and (not content or content.isspace())


def _no_nul(text: str, clean: bool) -> bool:
    """Searching a wide string for NUL is slow; of such a line the bytes were searched."""
    return _ASCII_NUL not in text if text.isascii() else clean
