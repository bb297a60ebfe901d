"""Small builders for the tests of the engine: a History straight from messages, and plain values back out of it."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgfix.edits import Edit
from msgfix.history import build
from msgfix.ledger import Ledger
from msgfix.model import Block, History, kind_of, ref_of
from msgfix.options import Options
from msgfix.render import array_bytes, plain_message
from msgfix.rules import Rule, Severity
from msgfix.transcript.load import dumps
from msgfix.transcript.row import Row, Sketch


class Memory:
    """A Source over messages that are in memory: message n stands on line n + 1."""

    def __init__(self, messages: Sequence[dict[str, Any]]) -> None:
        self.messages = messages

    def entry(self, row: Row) -> dict[str, Any]:
        return self.messages[row.number - 1]

    def content(self, row: Row) -> list[Any]:
        content = self.entry(row)["content"]
        return [{"type": "text", "text": content}] if isinstance(content, str) else content

    def raw_content(self, row: Row) -> bytes:
        return dumps(self.entry(row)["content"])

    def row(self, number: int) -> Row:
        message = self.messages[number - 1]
        row = Row(self, number, 0, 0, message["role"])
        row.role = message["role"]
        row.bare = isinstance(message["content"], str)
        row.sketch = tuple(Sketch(kind_of(block), ref_of(block), False) for block in self.content(row))
        return row


def history(*messages: dict[str, Any]) -> History:
    """The History of `{role, content}` messages."""
    memory = Memory(messages)
    return build([memory.row(number) for number in range(1, len(messages) + 1)])


def user(*content: Any) -> dict[str, Any]:
    """A user message; strings become text blocks."""
    return {"role": "user", "content": [_block(part) for part in content]}


def assistant(*content: Any) -> dict[str, Any]:
    """An assistant message; strings become text blocks."""
    return {"role": "assistant", "content": [_block(part) for part in content]}


def _block(part: Any) -> Any:
    return {"type": "text", "text": part} if isinstance(part, str) else part


def call(ref: str) -> dict[str, Any]:
    return {"type": "tool_use", "id": ref, "name": "Read", "input": {}}


def result(ref: str, content: str = "done") -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": ref, "content": content}


def outline(history: History) -> list[str]:
    """Each message as its role, its blocks in short (text or id), and a star when it is touched."""
    return [
        " ".join([f"{message.role}{'*' if message.touched else ''}:", *(_short(block) for block in message.blocks)])
        for message in history.messages
    ]


def _short(block: Block) -> str:
    return block.ref or str(block.data.get("text", block.kind))


def plain(history: History) -> list[dict[str, Any]]:
    """The messages as the API would get them."""
    return [plain_message(message) for message in history.messages]


def rendered(history: History) -> bytes:
    return b"".join(array_bytes(history))


def booked(ledger: Ledger) -> list[str]:
    """The records as the case files write them: `act at note`."""
    return [f"{record.act} {record.at} {record.note}".rstrip() for record in ledger.records]


def count(ledger: Ledger, before: History, after: History) -> None:
    """Put what went in and what came out into the balance, as the pipeline does."""
    balance = ledger.balance
    balance.entries = balance.messages_in = len(before.messages)
    balance.messages_out = len(after.messages)
    balance.blocks_in = sum(len(message.blocks) for message in before.messages)
    balance.blocks_out = sum(len(message.blocks) for message in after.messages)


def a_rule(severity: Severity = Severity.ROUTINE) -> Rule:
    """A rule to book under, for edits that no pass asked for."""

    def nothing(history: History, options: Options) -> Iterator[Edit]:
        """A rule."""
        yield from ()

    return Rule("a-rule", "X1", severity, nothing)
