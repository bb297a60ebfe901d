"""Looks at the bytes of images and PDFs. Trusts nothing: garbage is an answer, never an error."""

import base64
import binascii
import io
import warnings
from typing import NamedTuple

_TYPES = {"PNG": "image/png", "JPEG": "image/jpeg", "MPO": "image/jpeg", "GIF": "image/gif", "WEBP": "image/webp"}
_HUGE = 1 << 16  # the side of an image so large that Pillow refuses to open it


class Image(NamedTuple):
    """What the bytes are, and how large: the media type, and the longer side in pixels."""

    media_type: str
    side: int


def decoded(data: str) -> bytes | None:
    """The bytes behind plain base64; None when it is not that."""
    try:
        return base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        return None


def image(data: bytes, largest: int) -> Image | None:
    """Open an image and decode it whole; None when that fails. One with a side over `largest` is not decoded."""
    from PIL import Image as Pillow

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of large images; the caller does the judging
            with Pillow.open(io.BytesIO(data), formats=["PNG", "JPEG", "GIF", "WEBP"]) as picture:
                found = Image(_TYPES[picture.format or ""], max(picture.size))
                if found.side <= largest:
                    picture.draft("L", (1, 1))  # a JPEG is read whole, but unpacked small
                    picture.load()
                return found
    except Pillow.DecompressionBombError:
        return Image(_magic(data), _HUGE)
    except Exception:  # Pillow's readers raise anything on garbage: SyntaxError, struct.error, IndexError, …
        return None


def _magic(data: bytes) -> str:
    starts = {b"\x89PNG": "image/png", b"\xff\xd8": "image/jpeg", b"GIF8": "image/gif", b"RIFF": "image/webp"}
    return next((kind for start, kind in starts.items() if data.startswith(start)), "")


class Pdf(NamedTuple):
    """`pages`: 0 when it cannot be read. `locked`: it wants a password."""

    pages: int
    locked: bool


def pdf(data: bytes) -> Pdf:
    """Count the pages of a PDF."""
    if not data.startswith(b"%PDF-") or (b"trailer" not in data and b"/XRef" not in data):
        return Pdf(0, False)
    import logging

    from pypdf import PdfReader

    logging.getLogger("pypdf").addHandler(logging.NullHandler())  # else its warnings end up on stderr
    try:
        reader = PdfReader(io.BytesIO(data))
        return Pdf(0, True) if reader.is_encrypted else Pdf(len(reader.pages), False)
    except Exception:  # pypdf raises anything on garbage, RecursionError included
        return Pdf(0, False)
