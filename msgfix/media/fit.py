"""Scale a picture down until it fits, and convert one that the API does not take. Same bytes in, same bytes out."""

from io import BytesIO
from math import sqrt
from typing import TYPE_CHECKING, Any

from msgfix.media.encoding import sniff
from msgfix.media.picture import PictureError, opened

if TYPE_CHECKING:
    from PIL.Image import Image

_SAVE: dict[str, tuple[str, dict[str, Any]]] = {
    "image/png": ("PNG", {}),
    "image/jpeg": ("JPEG", {"quality": 85}),
    "image/gif": ("GIF", {}),
    "image/webp": ("WEBP", {"quality": 85}),
}
_SCALABLE = ("L", "LA", "RGB", "RGBA", "CMYK")
_TRIES = 12


def converted(raw: bytes) -> bytes:
    """A picture of another format (BMP, TIFF, AVIF) as a PNG. Raises PictureError."""
    with opened(raw, sniff(raw)) as image:
        whole = _scalable(image)
        return _saved(whole.convert("RGB") if whole.mode == "CMYK" else whole, "image/png")


def fitted(raw: bytes, media_type: str, side: int, length: int) -> bytes:
    """The picture in the same format with no side over `side` pixels and no more than `length` chars of base64.

    Of an animation the first frame is left. Raises PictureError when it cannot be done.
    """
    from PIL.Image import Resampling

    most = length // 4 * 3
    with opened(raw, media_type) as image:
        side = min(side, max(image.size))
        image.draft(None, (side, side))  # JPEG is decoded at a fraction of its size
        whole = _scalable(image)
        for _ in range(_TRIES):
            whole.thumbnail((side, side), Resampling.LANCZOS)
            result = _saved(whole, media_type)
            if len(result) <= most:
                return result
            side = max(1, int(side * min(0.9, sqrt(most / len(result)))))
    raise PictureError("it cannot be made small enough")


def _scalable(image: "Image") -> "Image":
    """The first frame in a mode that can be scaled well and saved by every format."""
    if image.mode.startswith("I"):  # 16 bits and more a pixel
        image = image.convert("I").point(lambda value: value / 256)
        return image.convert("L")
    mode = "RGBA" if image.has_transparency_data and image.mode != "LA" else image.mode
    return image.convert(mode if mode in _SCALABLE else "RGB")


def _saved(image: "Image", media_type: str) -> bytes:
    name, how = _SAVE[media_type]
    keep = {"exif": image.info["exif"]} if isinstance(image.info.get("exif"), bytes) and name != "GIF" else {}
    out = BytesIO()
    image.save(out, name, **how, **keep)
    return out.getvalue()
