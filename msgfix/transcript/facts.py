"""The facts of an entry that its row keeps. This runs once for every line: it is written for speed."""

from typing import Any

from msgfix.transcript.faults import Finding
from msgfix.transcript.row import Flag, Row, Source
from msgfix.transcript.sketch import agreed, direct, odd, sketch, weight
from msgfix.transcript.source import TALKS, content_of, is_message
from msgfix.transcript.validate import Verdicts, complain

# plain numbers: `|` on an IntFlag costs a microsecond
_SIDECHAIN, _META, _VIRTUAL, _API_ERROR = map(int, (Flag.SIDECHAIN, Flag.META, Flag.VIRTUAL, Flag.API_ERROR))
_SUMMARY, _TEAM, _SYNTHETIC = map(int, (Flag.SUMMARY, Flag.TEAM, Flag.SYNTHETIC))
_FAULTY, _UNSOUND, _DIRECT = map(int, (Flag.FAULTY, Flag.UNSOUND, Flag.DIRECT))

_RARE = ("compactMetadata", "leafUuid")


class RowMaker:
    """Makes the rows of one source and registers them in `by_uuid`, or in `repeated` when their uuid was there before.

    What the schema refuses goes into `findings`.
    """

    def __init__(
        self,
        source: Source,
        by_uuid: dict[str, Row],
        findings: list[Finding],
        repeated: list[Row],
        validate: bool = True,
    ) -> None:
        self._source = source
        self._by_uuid = by_uuid
        self._findings = findings
        self._repeated = repeated
        self._verdicts = Verdicts() if validate else None
        self.words: dict[str, str] = {}

    def make(self, entry: dict[str, Any], number: int, offset: int, length: int, sound: bool = True) -> Row | None:
        """The row of an entry; None, and into `repeated`, when its uuid was there before.

        `sound`: its bytes can be copied as they are.
        """
        get, words = entry.get, self.words
        kind, uuid, parent = get("type"), get("uuid"), get("parentUuid")
        row = Row(self._source, number, offset, length, words.setdefault(kind, kind) if type(kind) is str else "")
        row.flags = 0 if sound else _UNSOUND
        bare = False
        if type(message := get("message")) is dict and kind in TALKS:
            self._say(row, entry, message)
        elif kind == "progress":
            row.subtype = self._kind(get("data"))
        elif bare := is_message(entry):
            row.type = entry["role"] if entry["role"] in TALKS else "user"
            self._say(row, entry, entry)
        else:
            self._stand(row, entry)
        session = get("sessionId") or get("session_id")
        row.session = words.setdefault(session, session) if type(session) is str else None
        if get("isSidechain") is True:
            row.flags |= _SIDECHAIN
        # what may stand in a bare message is the matter of the contract
        if self._verdicts is not None and not bare:
            valid = self._verdicts[row.type, row.subtype]
            if valid is not None and not valid(entry):
                self._complain(row, entry)
        if type(parent) is str and parent:
            row.parent = self._known(parent)
        if type(uuid) is str and uuid:
            row.uuid = uuid
            if self._by_uuid.setdefault(uuid, row) is not row:
                self._repeated.append(row)
                return None
        return row

    def _say(self, row: Row, entry: dict[str, Any], message: dict[str, Any]) -> None:
        """The facts of an entry with a message."""
        get = entry.get
        content = message.get("content")
        role = row.role = self._word(message.get("role")) or row.type
        row.sketch = odd(content, role) if row.flags else agreed(content, role)
        row.weight = weight(content, row.sketch)
        row.bare = type(content) is str
        if role == "assistant":
            row.message_id = _text(message.get("id"))
            row.model = self._word(message.get("model")) or None
            if not row.flags and direct(content, row.sketch):
                row.flags = _DIRECT
            if row.model == "<synthetic>":
                row.flags |= _SYNTHETIC
            if get("isApiErrorMessage") is True:
                row.flags |= _API_ERROR
        else:
            answers = get("sourceToolAssistantUUID")
            row.answers = self._known(answers) if type(answers) is str else None
            row.source_call = _text(get("sourceToolUseID"))
            if get("isCompactSummary") is True:
                row.flags |= _SUMMARY
        if get("isMeta") is True:
            row.flags |= _META
        if get("isVirtual") is True:
            row.flags |= _VIRTUAL
        if get("teamName"):
            row.flags |= _TEAM

    def _stand(self, row: Row, entry: dict[str, Any]) -> None:
        """The facts of an entry without a message."""
        if row.type == "attachment":
            row.subtype = self._kind(entry.get("attachment"))
        else:
            row.subtype = self._word(entry.get("subtype"))
        content = content_of(entry)
        row.bare = type(content) is str
        row.sketch = sketch(content, "user") if content is not None else ()
        extra = {key: entry[key] for key in _RARE if key in entry}
        if type(entry.get("snipMetadata")) is dict:
            extra["snipped"] = [
                uuid for uuids in entry["snipMetadata"].values() if type(uuids) is list for uuid in uuids
            ]
        row.extra = extra or None

    def _kind(self, holder: Any) -> str:
        return self._word(holder.get("type")) if type(holder) is dict else ""

    def _complain(self, row: Row, entry: dict[str, Any]) -> None:
        row.flags |= _FAULTY
        self._findings.append(complain(entry, row.type, row.subtype, row.number))

    def _known(self, uuid: str) -> str:
        """The same string as that of the row it names, where there is one: saves its memory."""
        named = self._by_uuid.get(uuid)
        return named.uuid or uuid if named else uuid

    def _word(self, value: Any) -> str:
        """A string of which there are few, stored once; "" for anything else."""
        return self.words.setdefault(value, value) if type(value) is str else ""


def _text(value: Any) -> str | None:
    return value if type(value) is str else None
