"""Facts about one picture or PDF. Each is looked at once: what was found is remembered, its bytes are not."""

from msgspec import Struct
from msgspec.structs import replace

from msgfix.media.encoding import PDF, decode, sniff
from msgfix.media.pdf import PdfError, pages_of
from msgfix.media.picture import PictureError, size_of

_MOST_REMEMBERED = 50_000  # about 20 MB
_remembered: dict[bytes, "Facts"] = {}

NO_BASE64 = "its data is no base64"
EMPTY = "it is empty"


class Facts(Struct, frozen=True):
    """What the data of an image or document block is.

    `media_type`: by the bytes, "" when unknown. `size`: in bytes, decoded. `width`, `height`: in pixels.
    `pages`: of a PDF. `clean`: the base64 is written as the API wants it. `fault`: why it cannot be read, "" if it can.
    """

    media_type: str = ""
    size: int = 0
    width: int = 0
    height: int = 0
    pages: int = 0
    clean: bool = True
    fault: str = ""


def look(data: str) -> Facts:
    """Facts about base64 data (a `data:` URL too). Never raises."""
    from hashlib import sha256

    key = sha256(data.encode("utf-8", "surrogatepass")).digest()
    facts = _remembered.get(key)
    if facts is None:
        if len(_remembered) >= _MOST_REMEMBERED:
            _remembered.clear()
        facts = _remembered[key] = _look(data)
    return facts


def _look(data: str) -> Facts:
    raw, clean = decode(data)
    if not raw:
        return Facts(clean=clean, fault=NO_BASE64 if raw is None else EMPTY)
    facts = Facts(sniff(raw), len(raw), clean=clean)
    try:
        if facts.media_type == PDF:
            return replace(facts, pages=pages_of(raw))
        if facts.media_type.startswith("image/"):
            width, height = size_of(raw, facts.media_type)
            return replace(facts, width=width, height=height)
    except (PictureError, PdfError) as error:
        return replace(facts, fault=str(error))
    return facts
