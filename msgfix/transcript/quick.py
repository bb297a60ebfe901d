"""The fast path of the index: lines that need no second look.

Most lines are a plain user, assistant or progress entry. For those one typed decoder does in a single pass what the
plain way (load.py, validate.py, sketch.py, facts.py) does in five: it parses, checks the types that
schemas/entry.schema.json asks for, and skips what no row keeps. What is left is to see that the blocks are plain, but
for a `caller`. Anything else is refused, and the plain way takes the line. tests/transcript/test_quick.py proves that
both make the same row of every line that is taken, but for one thing: a number that no double holds (`1e999`), in a key
that is skipped, makes the plain way distrust the whole line.
"""

import re
from typing import Any

import msgspec
from msgspec import UNSET

from msgfix.transcript.row import Flag, Row, Sketch, Source
from msgfix.transcript.sketch import INJECTED, ONE_TEXT, ONE_THINKING, SERVER_IDS, TEXT, THINKING
from msgfix.transcript.typed import Answer, Answered, Call, Entry, Part, Said, Text, Thinking, decode

REFUSED = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_NUL, _JSON_NUL = "\0", b"\\u0000"
_OPENING, _CLOSING = b"{}"  # around the bytes of an entry; anything else is white space
_SIDECHAIN, _SYNTHETIC, _DIRECT = Flag.SIDECHAIN, Flag.SYNTHETIC, Flag.DIRECT
_legal_ref = re.compile(rf"(?!{'|'.join(SERVER_IDS)})[a-zA-Z0-9_-]{{1,64}}\Z").match
_legal_name = re.compile(r"[a-zA-Z0-9_-]{1,64}\Z").match
_new_sketch = tuple.__new__  # a NamedTuple checks its arguments in Python

Seen = tuple[Sketch, int]
"""A block, and its weight (see sketch.weight)."""


class QuickMaker:
    """Makes the rows of plain lines. Shares the tables of the plain way's RowMaker, so that equal strings are one."""

    def __init__(self, source: Source, by_uuid: dict[str, Row], words: dict[str, str], agents: dict[str, Any]) -> None:
        self._source = source
        self._by_uuid = by_uuid
        self._words = words
        self._agents = agents
        self._names: dict[str, bool] = {}
        self._refs: dict[str, str] = {}  # legal ids of calls, until the result with the same one comes
        self._sizes: dict[int, int] = {}  # a number is an object too, and there are as many as rows
        self._response: str | None = None  # id of the last one: its parts are entries of their own

    def make(self, raw: bytes, number: int, offset: int) -> Row | None:
        """The row of a line; None when the plain way must look at it. Not yet registered in `by_uuid`."""
        try:
            entry = decode(raw)
            if not raw.isascii():
                raw.decode()  # the decoder does not look into strings that it skips
        except REFUSED:
            return None
        parent, message, session = entry.parentUuid, entry.message, entry.sessionId
        if raw[0] != _OPENING or raw[-1] != _CLOSING or not entry.uuid or not session or parent == "":
            return None
        if parent in self._by_uuid:
            parent = self._by_uuid[parent].uuid  # the same string, once
        length = len(raw)
        row = Row(
            self._source, number, offset, self._sizes.setdefault(length, length), entry.type, "", entry.uuid, parent,
            self._words.setdefault(session, session), _SIDECHAIN if entry.isSidechain else 0,
        )  # fmt: skip
        if entry.agentId is not None:
            row.extra = self._agents.setdefault(entry.agentId, {"agentId": entry.agentId})
        if message is not None:
            return row if self._say(row, entry, message, raw) else None
        if entry.type != "progress" or entry.data is None:
            return None
        row.subtype = entry.data.type
        return row

    def _say(self, row: Row, entry: Entry, message: Said | Answered, raw: bytes) -> bool:
        """Put in what an entry with a message says; False when it is not plain after all."""
        content = message.content
        if isinstance(content, str):
            if not content or content.isspace() or _NUL in content:
                return False
            row.sketch, row.weight, row.bare = ONE_TEXT, len(content), True
        elif len(content) == 1:
            seen = self._block(content[0], raw)
            if seen is None:
                return False
            sketch, row.weight = seen
            row.sketch = ONE_TEXT if sketch is TEXT else ONE_THINKING if sketch is THINKING else (sketch,)
            if not sketch.plain:
                row.flags |= _DIRECT
        else:
            every = [seen for block in content if (seen := self._block(block, raw))]
            if len(every) < len(content) or not content:
                return False
            row.sketch = tuple([sketch for sketch, _ in every])
            row.weight = sum([weight for _, weight in every])
            if not all(sketch.plain for sketch in row.sketch):
                row.flags |= _DIRECT
        row.weight = self._sizes.setdefault(row.weight, row.weight)
        row.role = kind = row.type
        if isinstance(message, Answered):
            if message.id != self._response:
                self._response = message.id
            row.message_id = self._response
            if message.model:
                row.model = self._words.setdefault(message.model, message.model)
                if row.model == "<synthetic>":
                    row.flags |= _SYNTHETIC
            said = kind == "assistant"
        else:
            answers = entry.sourceToolAssistantUUID
            row.answers = self._by_uuid[answers].uuid if answers in self._by_uuid else answers
            row.source_call = entry.sourceToolUseID
            said = kind == "user"
        if entry.isMeta or entry.isVirtual or entry.teamName or entry.isCompactSummary or entry.isApiErrorMessage:
            row.flags |= _flags(entry)
        return said

    def _block(self, block: Text | Thinking | Call | Answer, raw: bytes) -> Seen | None:
        if isinstance(block, Answer):
            return self._result(block)
        if isinstance(block, Call):
            name, ref = block.name, block.id
            legal = self._names.get(name)
            if legal is None:
                legal = self._names[name] = _legal_name(name) is not None and name not in INJECTED
            if not legal or not _is_legal(ref) or not _free_of_nul(block.input, raw):
                return None
            self._refs[ref] = ref
            return _new_sketch(Sketch, ("tool_use", ref, block.caller is UNSET)), 0
        if isinstance(block, Text):
            return _text(block)
        if not block.signature or _NUL in block.thinking or _NUL in block.signature:
            return None
        return THINKING, len(block.thinking) + len(block.signature)

    def _result(self, block: Answer) -> Seen | None:
        content, ref = block.content, block.tool_use_id
        if isinstance(content, str):
            if _NUL in content or (block.is_error and (not content or content.isspace())):
                return None
            weight = len(content)
        else:
            parts = [seen[1] for part in content if (seen := _text(part))]
            if len(parts) < len(content) or not content:
                return None
            weight = sum(parts)
        asked = self._refs.pop(ref, None)
        if asked is None and not _is_legal(ref):
            return None
        return _new_sketch(Sketch, ("tool_result", asked or ref, True)), weight


def _text(block: Text | Part) -> Seen | None:
    text = block.text
    return (TEXT, len(text)) if text and not text.isspace() and _NUL not in text else None


def _is_legal(ref: str) -> bool:
    """Nearly all ids have one shape, and a pattern costs more than all else that is asked of a call."""
    return (ref[:6] == "toolu_" and ref[6:].isalnum() and ref.isascii() and len(ref) <= 64) or bool(_legal_ref(ref))


def _free_of_nul(values: dict[str, Any], raw: bytes) -> bool:
    """No NUL in the input of a call: a few strings as a rule, which are cheaper to ask than the bytes of the line."""
    for key, value in values.items():
        if isinstance(value, str):
            if _NUL in value or _NUL in key:
                return False
        elif isinstance(value, (dict, list)) or _NUL in key:
            return _JSON_NUL not in raw
    return True


def _flags(entry: Entry) -> int:
    """What is so rarely set that one look at all of it pays."""
    user = entry.type == "user"
    return (
        (Flag.META if entry.isMeta else 0)
        | (Flag.VIRTUAL if entry.isVirtual else 0)
        | (Flag.TEAM if entry.teamName else 0)
        | (Flag.SUMMARY if user and entry.isCompactSummary else 0)
        | (Flag.API_ERROR if not user and entry.isApiErrorMessage else 0)
    )
