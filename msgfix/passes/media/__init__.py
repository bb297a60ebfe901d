"""Stage K: pictures, documents and the size of it all."""

from msgfix.passes.media.error_results import error_results_text_only
from msgfix.passes.media.mark_media_errors import mark_media_errors
from msgfix.passes.media.media_type import media_type
from msgfix.passes.media.oversized_media import oversized_media
from msgfix.passes.media.request_size import request_size
from msgfix.passes.media.too_much_media import too_much_media
from msgfix.passes.media.unreadable_media import unreadable_media

__all__ = ["MEDIA", "mark_media_errors"]

MEDIA = (
    error_results_text_only,
    media_type,
    unreadable_media,
    oversized_media,
    too_much_media,
    request_size,
)
