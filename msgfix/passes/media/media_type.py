"""K2: pictures and documents are declared as what they are."""

from collections.abc import Iterator
from typing import Any

from msgfix.edits import Edit
from msgfix.media.encoding import IMAGES, PDF, TEXT, as_text, decode, encode
from msgfix.media.fit import converted
from msgfix.media.picture import PictureError
from msgfix.media.swap import instead, replaced
from msgfix.media.walk import Data, Medium, payload, survey
from msgfix.model import History
from msgfix.options import Options
from msgfix.rules import Severity, rule
from msgfix.targets import limits


@rule(
    "media-type",
    step="K2",
    severity=Severity.ERROR,
    on_disk=True,
    cures="Image does not match the provided media type",
    after={"move-misplaced-blocks": "media that moved have found the side that may hold them"},
)
def media_type(history: History, options: Options) -> Iterator[Edit]:
    """Declare pictures and documents as what their bytes are.

    Breaks: a JPEG labelled image/png, a PDF in an image block, base64 with a prefix or line breaks, a picture named by
    URL on a platform that fetches none: the API refuses the request.
    Does: sets the media type by the bytes, moves the data into a block of the right kind (plain text becomes a text
    document, a BMP, TIFF or AVIF a PNG), writes the base64 anew, unpacks data: URLs. A URL or file that the target
    does not take becomes a text that names it.
    Never: opens a URL or a file; touches data that it does not know.
    """
    fetches = limits(options.target, options.model).remote_sources
    yield from replaced((medium for medium in survey(history) if _wrong(medium, fetches)), _mended)


def _wrong(medium: Medium, fetches: bool) -> bool:
    facts = medium.facts
    if facts is None:
        return medium.source == "nowhere" or (medium.source in ("url", "file") and not fetches)
    if facts.fault or not facts.media_type or (medium.kind == "image" and facts.media_type == TEXT):
        return False  # cannot be read as what it should be: not for this pass
    right = facts.clean and medium.source == "base64" and medium.label == facts.media_type
    return not right or facts.media_type not in (IMAGES if medium.kind == "image" else (PDF,))


def _mended(medium: Medium, data: Data) -> tuple[Data, str]:
    facts = medium.facts
    if facts is None:
        source = data["source"]
        where = source["url"] if source["type"] == "url" else f"file {source['file_id']}"
        return _cached(data, {"type": "text", "text": f"[{medium.kind}: {where}]"}), "the target takes no such source"
    raw, _ = decode(payload(data) or "")
    try:
        kind, source = _source(facts.media_type, raw or b"")
    except PictureError as error:
        return instead(medium, data, str(error)), str(error)
    if kind == medium.kind:
        kept = {key: value for key, value in data.items() if key not in ("source", "data", "mimeType")}
        return {**kept, "source": source}, _note(medium, facts.media_type)
    return _cached(data, {"type": kind, "source": source}), _note(medium, facts.media_type)


def _source(kind: str, raw: bytes) -> tuple[str, dict[str, Any]]:
    """The block type and the source that bytes of this media type go into."""
    if kind == TEXT:
        return "document", {"type": "text", "media_type": TEXT, "data": as_text(raw)}
    if kind == PDF:
        return "document", {"type": "base64", "media_type": PDF, "data": encode(raw)}
    if kind not in IMAGES:
        kind, raw = "image/png", converted(raw)
    return "image", {"type": "base64", "media_type": kind, "data": encode(raw)}


def _note(medium: Medium, kind: str) -> str:
    if medium.label and medium.label != kind:
        return f"labelled {medium.label}, is {kind}"
    return f"{kind}, written as the API takes it"


def _cached(data: Data, new: Data) -> Data:
    return {**new, "cache_control": data["cache_control"]} if "cache_control" in data else new
