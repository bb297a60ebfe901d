"""Pictures: opened with Pillow, in memory, with the one format that the bytes announce."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from io import BytesIO
from typing import TYPE_CHECKING

from msgfix.media.quiet import quiet

if TYPE_CHECKING:
    from PIL.Image import Image

# The plugin is imported by name: left alone, Pillow would import all of them to find one.
_PLUGINS = {
    "image/png": ("PNG", "PngImagePlugin"),
    "image/jpeg": ("JPEG", "JpegImagePlugin"),
    "image/gif": ("GIF", "GifImagePlugin"),
    "image/webp": ("WEBP", "WebPImagePlugin"),
    "image/bmp": ("BMP", "BmpImagePlugin"),
    "image/tiff": ("TIFF", "TiffImagePlugin"),
    "image/avif": ("AVIF", "AvifImagePlugin"),
}
_PNG_END = b"IEND\xaeB`\x82"

TOO_MANY_PIXELS = "it has too many pixels to be opened safely"
UNDECODABLE = "it cannot be decoded"


class PictureError(Exception):
    """A picture that cannot be read; the message is the rest of a sentence that starts with what it is."""


@contextmanager
def opened(raw: bytes, media_type: str) -> Iterator["Image"]:
    """The picture, not yet decoded. Whatever Pillow raises or warns of inside becomes a PictureError or nothing."""
    from PIL import Image

    name, plugin = _PLUGINS[media_type]
    try:
        with quiet("PIL"):
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            import_module(f"PIL.{plugin}")
            with Image.open(BytesIO(raw), formats=[name]) as image:
                yield image
    except PictureError:
        raise
    except (Image.DecompressionBombWarning, Image.DecompressionBombError) as error:
        raise PictureError(TOO_MANY_PIXELS) from error
    except Exception as error:  # hostile bytes make Pillow raise anything
        raise PictureError(UNDECODABLE) from error


def size_of(raw: bytes, media_type: str) -> tuple[int, int]:
    """Width and height in pixels of a picture that really decodes, to its end. Raises PictureError."""
    with opened(raw, media_type) as image:
        size = image.size
        image.load()
    if media_type == "image/png":  # load() neither looks at the checksums nor misses the end
        with opened(raw, media_type) as image:
            image.verify()
        if _PNG_END not in raw:
            raise PictureError(UNDECODABLE)
    return size
