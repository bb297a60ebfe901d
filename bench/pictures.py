"""Pictures like screenshots: PNG files that repeat themselves along each row."""

import zlib
from base64 import b64encode
from random import Random
from struct import pack
from typing import Any

TILE = 32  # pixels that a row repeats
RGB = 3  # bytes of a pixel


def picture(random: Random) -> dict[str, Any]:
    """An image block of 20 to 100 KB."""
    width, height = TILE * random.randint(10, 40), random.randint(200, 900)
    rows = b"".join(b"\0" + random.randbytes(TILE * RGB) * (width // TILE) for _ in range(height))
    head = pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = _chunk(b"IHDR", head) + _chunk(b"IDAT", zlib.compress(rows, 1)) + _chunk(b"IEND", b"")
    data = b64encode(b"\x89PNG\r\n\x1a\n" + chunks).decode()
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}


def _chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))
