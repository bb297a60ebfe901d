"""The facts of an entry that its row keeps."""

from typing import Any

from msgfix.transcript.faults import Finding
from msgfix.transcript.row import Flag, Row, Source
from msgfix.transcript.sketch import odd, sketch
from msgfix.transcript.source import content_of, is_message
from msgfix.transcript.validate import Validator

# plain numbers: `|` on an IntFlag costs a microsecond
_SIDECHAIN, _META, _VIRTUAL, _API_ERROR = map(int, (Flag.SIDECHAIN, Flag.META, Flag.VIRTUAL, Flag.API_ERROR))
_SUMMARY, _TEAM, _SYNTHETIC = map(int, (Flag.SUMMARY, Flag.TEAM, Flag.SYNTHETIC))
_FAULTY, _UNSOUND = map(int, (Flag.FAULTY, Flag.UNSOUND))

_RARE = ("compactMetadata", "leafUuid", "logicalParentUuid", "microcompactMetadata", "parentLastUuid")
_KIND_UNDER = {"attachment": "attachment", "progress": "data"}
_ROLES = ("user", "assistant")


class RowMaker:
    """Makes the rows of one source and registers them in `by_uuid`; what the schema refuses goes into `findings`."""

    def __init__(self, source: Source, by_uuid: dict[str, Row], findings: list[Finding], validate: bool) -> None:
        self._source = source
        self._by_uuid = by_uuid
        self._findings = findings
        self._validator = Validator() if validate else None
        self._words: dict[str, str] = {}
        self._agents: dict[str, dict[str, Any]] = {}
        self.repeated: list[Row] = []

    def make(
        self, entry: dict[str, Any], number: int, offset: int, length: int, clean: bool = False, sound: bool = True
    ) -> Row | None:
        """The row of an entry; None, and into `repeated`, when its uuid was there before.

        `clean`: see sketch(). `sound`: strict readers take its bytes.
        """
        get = entry.get
        row = Row(self._source, number, offset, length, self._word(get("type")))
        row.session = self._word(get("sessionId") or get("session_id")) or None
        row.flags = 0 if sound else _UNSOUND
        message = get("message")
        if type(message) is dict:
            self._say(row, entry, message, message.get("content"), clean)
        elif is_message(entry):
            row.type = entry["role"] if entry["role"] in _ROLES else "user"
            self._say(row, entry, entry, entry["content"], clean)
        else:
            self._stand(row, entry)
        if get("isSidechain") is True:
            row.flags |= _SIDECHAIN
        if "agentId" in entry and row.extra is None:
            row.extra = self._agent(get("agentId"))
        self._judge(row, entry)
        return self._register(row, get("uuid"), get("parentUuid"))

    def _say(self, row: Row, entry: dict[str, Any], message: dict[str, Any], content: Any, clean: bool) -> None:
        """The facts of an entry with a message."""
        get, word = entry.get, self._word
        row.role = word(message.get("role")) or row.type
        row.bare = type(content) is str
        row.sketch = odd(content, row.role) if row.flags & _UNSOUND else sketch(content, row.role, clean)
        row.message_id = _text(message.get("id"))
        row.model = word(message.get("model")) or None
        row.answers = self._uuid(get("sourceToolAssistantUUID"))
        row.source_call = _text(get("sourceToolUseID"))
        flags = row.flags
        if row.model == "<synthetic>":
            flags |= _SYNTHETIC
        if get("isMeta") is True:
            flags |= _META
        if get("isVirtual") is True:
            flags |= _VIRTUAL
        if get("isApiErrorMessage") is True:
            flags |= _API_ERROR
        if get("isCompactSummary") is True:
            flags |= _SUMMARY
        if get("teamName"):
            flags |= _TEAM
        row.flags = flags

    def _stand(self, row: Row, entry: dict[str, Any]) -> None:
        """The facts of an entry without a message."""
        holder = entry.get(_KIND_UNDER.get(row.type, ""))
        row.subtype = self._word(holder.get("type") if isinstance(holder, dict) else entry.get("subtype"))
        content = content_of(entry)
        row.bare = type(content) is str
        row.sketch = sketch(content, "user") if content is not None else ()
        extra = {key: entry[key] for key in _RARE if key in entry}
        if type(entry.get("snipMetadata")) is dict:
            extra["snipped"] = [
                uuid for uuids in entry["snipMetadata"].values() if type(uuids) is list for uuid in uuids
            ]
        row.extra = extra or None

    def _judge(self, row: Row, entry: dict[str, Any]) -> None:
        """Hold the entry against its schema."""
        if self._validator is None:
            return
        valid = self._validator.verdict(row.type, row.subtype)
        if valid is not None and not valid(entry):
            row.flags |= _FAULTY
            self._findings.append(self._validator.finding(entry, row.type, row.subtype, row.number))

    def _register(self, row: Row, uuid: Any, parent: Any) -> Row | None:
        row.parent = self._uuid(parent)
        if type(uuid) is not str:
            return row
        row.uuid = uuid
        if self._by_uuid.setdefault(uuid, row) is row:
            return row
        self.repeated.append(row)
        return None

    def _uuid(self, uuid: Any) -> str | None:
        """The same string as that of the row it names, where there is one: saves its memory."""
        if type(uuid) is not str:
            return None
        named = self._by_uuid.get(uuid)
        return named.uuid if named else uuid

    def _word(self, value: Any) -> str:
        """A string of which there are few, stored once; "" for anything else."""
        return self._words.setdefault(value, value) if type(value) is str else ""

    def _agent(self, name: Any) -> dict[str, Any]:
        """The `extra` that all entries of one subagent share."""
        return self._agents.setdefault(self._word(name), {"agentId": name})


def _text(value: Any) -> str | None:
    return value if type(value) is str else None
