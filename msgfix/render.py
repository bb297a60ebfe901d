"""History to JSON bytes. What no pass touched is copied from the file as it stands there."""

from collections.abc import Iterator
from typing import Any

from msgfix.model import Block, History, Message
from msgfix.transcript.load import dumps
from msgfix.transcript.row import Flag, Row

CALLER = b',"caller":{"type":"direct"}}]'
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
        row = _entry_at(blocks, index)
        raw = _inside(row) if row else None
        parts.append(_alone(blocks[index]) if raw is None else raw)
        index += len(row.sketch) if row and raw is not None else 1
    return b"[%b]" % b",".join(parts)


def _alone(block: Block) -> bytes:
    """One block; a call that goes without its `caller` is cut out of the file where that is its last key."""
    if block.lacks and block.row and len(block.row.sketch) == 1 and not block.row.flags & Flag.UNSOUND:
        raw = block.row.source.raw_content(block.row)
        if raw.startswith(b"[") and raw.endswith(CALLER) and raw.count(b'"caller"') == 1 and b"\\u" not in raw:
            return raw[1 : -len(CALLER)].strip() + b"}"
    return dumps(block.data)


def _entry_at(blocks: tuple[Block, ...], index: int) -> Row | None:
    """The entry whose whole content the blocks from an index on are, as it stands in the file."""
    block = blocks[index]
    row = block.row
    if row is None or not block.untouched or block.index:
        return None
    size = len(row.sketch)
    if size > 1:
        run = blocks[index : index + size]
        if len(run) < size or any(
            one.row is not row or not one.untouched or one.index != n for n, one in enumerate(run)
        ):
            return None
    return row


def _inside(row: Row) -> bytes | None:
    """The blocks of an entry as they stand in the file; None when its content is neither list nor string."""
    raw = row.source.raw_content(row)
    if row.bare:
        return BARE % raw
    return raw[1:-1].strip() if raw.startswith(b"[") else None
