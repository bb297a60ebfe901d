"""The passes of stage K, in order."""

from msgfix.passes.media.error_results import error_results_text_only
from msgfix.passes.media.media_type import media_type
from msgfix.passes.media.oversized_media import oversized_media
from msgfix.passes.media.too_much_media import too_much_media
from msgfix.passes.media.unreadable_media import unreadable_media
from msgfix.rules import Rule

MEDIA: tuple[Rule, ...] = (
    error_results_text_only,
    media_type,
    unreadable_media,
    oversized_media,
    too_much_media,
)
