"""Big sessions: what a client would have written over days of work, from a seed. Equal arguments make equal bytes."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, BinaryIO

import orjson

from bench.damage import damaged
from bench.extras import Extras
from bench.pictures import picture
from bench.tools import Tools
from bench.words import Words

JSON = dict[str, Any]
FOLDER = "/home/dev/project"
ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz123456789"
WINDOW = 2_500_000  # bytes after which a session is compacted
FAULTY = 0.02  # share of lines with a fault in a broken session
THINKS, SAYS, PARALLEL = 0.35, 0.5, 0.15  # shares of responses: with thinking, with a text, with several calls


@dataclass(frozen=True, slots=True)
class Plan:
    """What to make. `size`: bytes, pictures not counted. `pictures`: share of prompts and file reads that hold one.

    `newer`: as clients from 2.1.90 on write (attachments for progress, signed empty thinking, `caller`).
    """

    size: int
    seed: int = 1
    compact: bool = False
    broken: bool = False
    pictures: float = 0
    newer: bool = False


class Session:
    """Writes one session. The parts of a response, its results and their parents lie as in clients of version 2.1."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._random = Random(plan.seed)
        self._fate = Random(f"{plan.seed} fate")  # pictures and faults leave all else as it is
        self._words = Words(self._random)
        self._tools = Tools(self._random, self._words, FOLDER)
        self._extras = Extras(self._random, self._words)
        self._time = datetime(2026, 2, 1, tzinfo=UTC)
        self._id = self._uuid()
        self._leaf: str | None = None
        self._size = self._since = 0

    def write(self, sink: BinaryIO) -> None:
        self._sink = sink
        if not self._plan.newer:
            self._put({"type": "summary", "summary": self._words.prose(50), "leafUuid": self._uuid()})
        while self._size < self._plan.size:
            self._prompt()
            for _ in range(self._random.randint(1, 20)):
                self._response()
                if self._size >= self._plan.size:
                    break
            self._response(final=True)
            self._end_of_turn()
            if self._plan.compact and self._since > WINDOW and self._size < self._plan.size - WINDOW // 4:
                self._compact()

    def _put(self, entry: JSON, uncounted: int = 0) -> None:
        line = orjson.dumps(entry) + b"\n"
        self._size += len(line) - uncounted
        self._since += len(line) - uncounted
        if self._plan.broken and self._fate.random() < FAULTY:
            line = damaged(self._fate, entry, line)
        self._sink.write(line)

    def _link(self, kind: str, fields: JSON, parent: str | None, uncounted: int = 0) -> str:
        """Write an entry of the tree; its uuid. `type` stands behind the content, as clients write it."""
        uuid = self._uuid()
        head = {"parentUuid": parent, "isSidechain": False, "userType": "external", "cwd": FOLDER}
        client = {"sessionId": self._id, "version": "2.1.220" if self._plan.newer else "2.1.37", "gitBranch": "main"}
        more = {"entrypoint": "cli", "session_id": self._id} if self._plan.newer else {"slug": "soft-amber-fox"}
        tail = {"type": kind, "uuid": uuid, "timestamp": self._now()}
        self._put({**head, **client, **more, **fields, **tail}, uncounted)
        return uuid

    def _prompt(self) -> None:
        text = self._words.prose(self._words.length(180, 1.1, 20, 4000))
        content: Any = text if self._random.random() < 0.7 else [{"type": "text", "text": text}]
        content, added = self._pictured(content)
        message = {"role": "user", "content": content}
        self._leaf = self._link("user", {"message": message, "permissionMode": "default"}, self._leaf, added)
        for entry in self._extras.prompted(self._leaf, self._id, self._now()):
            self._put(entry)

    def _pictured(self, content: Any) -> tuple[Any, int]:
        """The content, perhaps with a picture, and how many bytes that added."""
        if self._fate.random() >= self._plan.pictures:
            return content, 0
        block = picture(self._fate)
        texts = [{"type": "text", "text": content}] if isinstance(content, str) else content
        return [*texts, block], len(block["source"]["data"])

    def _response(self, final: bool = False) -> None:
        """One response, a line for each block, and the results of its calls."""
        answer = {"id": f"msg_01{self._token()}", "usage": self._extras.usage(), "requestId": f"req_01{self._token()}"}
        if self._random.random() < THINKS:
            self._part(answer, self._extras.thinking(empty=self._plan.newer))
        if final or self._random.random() < SAYS:
            text = self._words.prose(self._words.length(250, 1, 20, 6000))
            self._part(answer, {"type": "text", "text": text}, "end_turn" if final else None)
        if final:
            return
        calls = []
        for left in reversed(range(self._random.randint(2, 4) if self._random.random() < PARALLEL else 1)):
            name, given = self._tools.call()
            call = {"type": "tool_use", "id": f"toolu_01{self._token()}", "name": name, "input": given}
            if self._plan.newer:
                call["caller"] = {"type": "direct"}
            calls.append((call, self._part(answer, call, None if left else "tool_use")))
        for call, uuid in calls:
            self._result(call, uuid)

    def _part(self, answer: JSON, block: JSON, stop: str | None = None) -> str:
        model = "claude-opus-5" if self._plan.newer else "claude-opus-4-6"
        message = {"model": model, "id": answer["id"], "type": "message", "role": "assistant", "content": [block]}
        message |= {"stop_reason": stop, "stop_sequence": None, "usage": answer["usage"]}
        self._leaf = self._link("assistant", {"message": message, "requestId": answer["requestId"]}, self._leaf)
        return self._leaf

    def _result(self, call: JSON, caller: str) -> None:
        """The result of a call hangs on the call itself; what comes next hangs on the last result."""
        if not self._plan.newer:
            for data in self._extras.progress(call["name"]):
                self._link("progress", {"data": data, "toolUseID": "bash-1", "parentToolUseID": call["id"]}, caller)
        content, is_error, shown = self._tools.answer(call["name"], call["input"])
        added = 0
        if call["name"] == "Read" and not is_error:
            content, added = self._pictured(content)
        block = {"tool_use_id": call["id"], "type": "tool_result", "content": content}
        if is_error is not None:
            block["is_error"] = is_error
        fields = {"message": {"role": "user", "content": [block]}, "toolUseResult": shown}
        self._leaf = self._link("user", {**fields, "sourceToolAssistantUUID": caller}, caller, added)
        if self._plan.newer:
            for attachment in self._extras.attachments(call):
                self._leaf = self._link("attachment", {"attachment": attachment}, self._leaf)

    def _end_of_turn(self) -> None:
        for subtype, fields in self._extras.systems():
            self._leaf = self._link("system", {"subtype": subtype, **fields}, self._leaf)
        if self._plan.newer:
            for entry in self._extras.marks(self._leaf):
                self._put({**entry, "sessionId": self._id})

    def _compact(self) -> None:
        self._since = 0
        fields = {"content": "Conversation compacted", "level": "info", "logicalParentUuid": self._leaf}
        metadata = {"trigger": "auto", "preTokens": 168_000}
        boundary = self._link("system", {"subtype": "compact_boundary", **fields, "compactMetadata": metadata}, None)
        story = f"This session is being continued from a previous conversation. {self._words.prose(9000)}"
        flags = {"isCompactSummary": True, "isVisibleInTranscriptOnly": True}
        self._leaf = self._link("user", {"message": {"role": "user", "content": story}, **flags}, boundary)

    def _now(self) -> str:
        self._time += timedelta(milliseconds=self._random.randint(5, 4000))
        return f"{self._time:%Y-%m-%dT%H:%M:%S}.{self._time.microsecond // 1000:03d}Z"

    def _uuid(self) -> str:
        digits = f"{self._random.getrandbits(128):032x}"
        return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-a{digits[17:20]}-{digits[20:]}"

    def _token(self) -> str:
        return "".join(self._random.choices(ALPHABET, k=22))
