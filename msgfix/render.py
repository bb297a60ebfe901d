"""History to JSON bytes. What no pass touched is copied from the file as it stands there."""

from collections.abc import Iterator
from typing import Any

from msgfix.model import Block, History, Message
from msgfix.transcript.load import dumps

BARE = b'{"type":"text","text":%b}'


def message_bytes(message: Message) -> bytes:
    """One message as compact JSON: `{"role": …, "content": …}`."""
    return b'{"role":"%b","content":%b}' % (message.role.encode(), _content(message.blocks))


def array_bytes(history: History) -> Iterator[bytes]:
    """The whole array, in pieces."""
    yield b"["
    for number, message in enumerate(history.messages):
        yield b"," + message_bytes(message) if number else message_bytes(message)
    yield b"]"


def plain_message(message: Message) -> dict[str, Any]:
    """One message as a dict."""
    if _is_string(message.blocks):
        return {"role": message.role, "content": message.blocks[0].data["text"]}
    return {"role": message.role, "content": [block.data for block in message.blocks]}


def _is_string(blocks: tuple[Block, ...]) -> bool:
    return len(blocks) == 1 and blocks[0].bare and blocks[0].untouched


def _content(blocks: tuple[Block, ...]) -> bytes:
    if _is_string(blocks) and blocks[0].row:
        return blocks[0].row.source.raw_content(blocks[0].row)
    parts = []
    index = 0
    while index < len(blocks):
        taken, part = _run(blocks, index)
        parts.append(part)
        index += taken
    return b"[" + b",".join(parts) + b"]"


def _run(blocks: tuple[Block, ...], index: int) -> tuple[int, bytes]:
    """The block at an index, or the whole untouched content of its entry: how many blocks, and their bytes."""
    block = blocks[index]
    if not block.untouched or block.row is None or block.index:
        return 1, dumps(block.data)
    row, size = block.row, len(block.row.sketch)
    run = blocks[index : index + size]
    if len(run) == size and all(one.row is row and one.untouched and one.index == n for n, one in enumerate(run)):
        raw = row.source.raw_content(row)
        if row.bare:
            return 1, BARE % raw
        if raw.startswith(b"["):
            return size, raw[1:-1].strip()
    return 1, dumps(block.data)
