"""PDFs: counted with pypdf, which is kept quiet and kept from reading for ever."""

from io import BytesIO
from typing import Any

from msgfix.media.quiet import quiet

INVALID = "it is no valid PDF"
LOCKED = "it is password protected"

_MOST_READS = 1_000_000
_MOST_NODES = 2_000  # far more than any target takes pages


class PdfError(Exception):
    """A PDF that cannot be read; the message is the rest of a sentence that starts with what it is."""


class _Bounded(BytesIO):
    """Bytes that can be read from so many times: damaged PDFs can send a reader in circles."""

    reads = 0

    def read(self, size: int | None = -1, /) -> bytes:
        self.reads += 1
        if self.reads > _MOST_READS:
            raise PdfError(INVALID)
        return super().read(size)


def pages_of(raw: bytes) -> int:
    """How many pages a valid, open PDF has. Raises PdfError."""
    if b"trailer" not in raw and b"/XRef" not in raw:
        raise PdfError(INVALID)
    if b"/Encrypt" in raw:
        raise PdfError(LOCKED)
    try:
        with quiet("pypdf"):
            from pypdf import PdfReader

            root: Any = PdfReader(_Bounded(raw)).trailer["/Root"]
            pages = _count(root["/Pages"])
    except Exception as error:  # hostile bytes make pypdf raise anything
        raise PdfError(INVALID) from error
    if not pages:
        raise PdfError(INVALID)
    return pages


def _count(root: Any) -> int:
    """The leaves of the page tree, looked at one by one: /Count may lie, and pypdf's own walk is recursive."""
    pages = 0
    nodes = [root]
    for _ in range(_MOST_NODES):
        if not nodes:
            break
        node = nodes.pop().get_object()
        if "/Kids" in node:
            nodes.extend(node["/Kids"])
        else:
            pages += 1
    return pages + len(nodes)
