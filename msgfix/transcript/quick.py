"""The fast path of the index: lines that need no second look.

Most lines are a plain user, assistant or progress entry. For those one typed decoder does in a single pass what the
plain way (load.py, validate.py, sketch.py, facts.py) does in five: it parses, checks the types that
schemas/entry.schema.json asks for, and skips what no row keeps. What is left is to see that the blocks are plain, but
for a `caller`. Anything else is refused, and the plain way takes the line. tests/transcript/test_quick.py proves that
both make the same row of every line that is taken, but for one thing: a number that no double holds (`1e999`), in a key
that is skipped, makes the plain way distrust the whole line.
"""

import msgspec

from msgfix.transcript.quick_blocks import Looks
from msgfix.transcript.row import Flag, Row, Source
from msgfix.transcript.typed import Answered, Entry, Said, decode

REFUSED = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_OPENING, _CLOSING, _END = b"{}\n"  # around the bytes of an entry; anything else is white space
_SIDECHAIN, _SYNTHETIC, _DIRECT = Flag.SIDECHAIN, Flag.SYNTHETIC, Flag.DIRECT


class QuickMaker:
    """Makes the rows of plain lines. Shares the table of the plain way's RowMaker, so that equal strings are one.

    A row is made in one go, all its fields in their order: cheaper than to name them, or to set one after the other.
    """

    def __init__(self, source: Source, by_uuid: dict[str, Row], words: dict[str, str]) -> None:
        self._source = source
        self._by_uuid = by_uuid
        self._words = words
        self._look = Looks().at
        self._sizes: dict[int, int] = {}  # a number is an object too, and there are as many as rows
        self._last: str | None = None  # uuid, parent and session of the last row
        self._above: str | None = None
        self._session: str | None = None
        self._response: str | None = None  # id of the last one: its parts are entries of their own

    def make(self, raw: bytes, number: int, offset: int) -> Row | None:
        """The row of a line; None when the plain way must look at it. Not yet registered in `by_uuid`.

        `raw`: with the line end, which the decoder takes for white space.
        """
        try:
            entry = decode(raw)
            if not raw.isascii():
                raw.decode()  # the decoder does not look into strings that it skips
        except REFUSED:
            return None
        uuid, parent, session, message = entry.uuid, entry.parentUuid, entry.sessionId, entry.message
        if raw[0] != _OPENING or raw[-2] != _CLOSING or raw[-1] != _END or not uuid or not session or parent == "":
            return None
        self._remember(uuid, parent, session)
        if message is not None:
            return self._say(entry, message, raw, number, offset)
        data = entry.data
        if entry.type != "progress" or data is None:
            return None
        length = len(raw) - 1
        return Row(
            self._source, number, offset, self._sizes.setdefault(length, length), "progress", data.type, uuid,
            self._above, self._session, _SIDECHAIN if entry.isSidechain else 0,
        )  # fmt: skip

    def _remember(self, uuid: str, parent: str | None, session: str) -> None:
        """Equal strings as one. Nearly all entries hang on the last one or on what that hangs on, in its session."""
        if parent != self._above:
            self._above = self._last if parent == self._last else self._known(parent)
        self._last = uuid
        if session != self._session:
            self._session = self._words.setdefault(session, session)

    def _say(self, entry: Entry, message: Said | Answered, raw: bytes, number: int, offset: int) -> Row | None:
        """The row of an entry with a message; None when it is not plain after all."""
        kind, content = entry.type, message.content
        flags = _SIDECHAIN if entry.isSidechain else 0
        bare = isinstance(content, str)
        sketch, weight, direct = self._look(content, raw)
        if not sketch:
            return None
        if direct:
            flags |= _DIRECT
        response = model = answers = call = None
        if type(message) is Answered:
            response, model = message.id, message.model or None
            if response == self._response:
                response = self._response
            self._response = response
            if model:
                model = self._words.setdefault(model, model)
                if model == "<synthetic>":
                    flags |= _SYNTHETIC
            if kind != "assistant":
                return None
        else:
            answers, call = entry.sourceToolAssistantUUID, entry.sourceToolUseID
            answers = self._above if answers == self._above else self._known(answers)
            if kind != "user":
                return None
        if entry.isMeta or entry.isVirtual or entry.teamName or entry.isCompactSummary or entry.isApiErrorMessage:
            flags |= _flags(entry)
        length = len(raw) - 1
        return Row(
            self._source, number, offset, self._sizes.setdefault(length, length), kind, "", entry.uuid,
            self._above, self._session, flags, kind, response, model, answers, call, sketch, bare,
            self._sizes.setdefault(weight, weight),
        )  # fmt: skip

    def _known(self, uuid: str | None) -> str | None:
        """The same string as that of the row it names, where there is one."""
        named = self._by_uuid.get(uuid) if uuid else None
        return named.uuid if named else uuid


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
