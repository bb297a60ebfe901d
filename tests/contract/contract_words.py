"""Short words for messages, blocks and media."""

import base64
import io
import struct
import zlib
from typing import Any

Json = dict[str, Any]


def user(*content: Any, **more: Any) -> Json:
    return _message("user", content, more)


def assistant(*content: Any, **more: Any) -> Json:
    return _message("assistant", content, more)


def system(*content: Any, **more: Any) -> Json:
    return _message("system", content, more)


def _message(role: str, content: tuple[Any, ...], more: Json) -> Json:
    """One string is the content itself; anything else is a list of blocks."""
    bare = len(content) == 1 and isinstance(content[0], str)
    return {"role": role, "content": content[0] if bare else list(content), **more}


def text(words: str, **more: Any) -> Json:
    return {"type": "text", "text": words, **more}


def call(ref: str = "a", **more: Any) -> Json:
    return {"type": "tool_use", "id": ref, "name": "look", "input": {}, **more}


def result(ref: str = "a", content: Any = "seen", **more: Any) -> Json:
    return {"type": "tool_result", "tool_use_id": ref, "content": content, **more}


def thought(**more: Any) -> Json:
    return {"type": "thinking", "thinking": "Hm.", "signature": "c2lnbmVk", **more}


def search(ref: str = "srvtoolu_1", name: str = "web_search") -> Json:
    return {"type": "server_tool_use", "id": ref, "name": name, "input": {"query": "tides"}}


def found(ref: str = "srvtoolu_1", **more: Any) -> Json:
    hit = {"type": "web_search_result", "title": "Tides", "url": "https://tides.example", "encrypted_content": "ZW5j"}
    return {"type": "web_search_tool_result", "tool_use_id": ref, "content": [{**hit, **more}]}


def image(data: str, media_type: str = "image/png", **more: Any) -> Json:
    return {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data}, **more}


def document(words: str = "words", **more: Any) -> Json:
    return {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": words}, **more}


def pdf_block(data: str, **more: Any) -> Json:
    return {
        "type": "document",
        "source": {"type": "base64", "media_type": "application/pdf", "data": data},
        **more,
    }


def mark(**more: Any) -> Json:
    return {"cache_control": {"type": "ephemeral", **more}}


def png(width: int = 1, height: int = 1, padding: int = 0) -> str:
    """Base64 of a black picture; `padding`: bytes of a private chunk that make it heavy."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = zlib.compress(bytes((1 + (width + 7) // 8) * height))
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    chunks = chunk(b"IHDR", head) + chunk(b"prVt", bytes(padding)) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    return base64.b64encode(b"\x89PNG\r\n\x1a\n" + chunks).decode()


def pdf(pages: int = 1, password: str = "") -> str:
    """Base64 of a PDF with blank pages."""
    from pypdf import PdfWriter

    writer, out = PdfWriter(), io.BytesIO()
    for _ in range(pages):
        writer.add_blank_page(10, 10)
    if password:
        writer.encrypt(password, algorithm="RC4-40")
    writer.write(out)
    return base64.b64encode(out.getvalue()).decode()
