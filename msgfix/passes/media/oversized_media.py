"""K4: pictures over the limits of the target are scaled down."""

from collections.abc import Iterator

from msgfix.edits import Edit
from msgfix.errors import RefusedError
from msgfix.media.encoding import decode, encode
from msgfix.media.fit import fitted
from msgfix.media.picture import PictureError
from msgfix.media.swap import instead, replaced
from msgfix.media.walk import Data, Medium, survey
from msgfix.model import History
from msgfix.options import Options
from msgfix.rules import Severity, rule
from msgfix.targets import Limits, limits


@rule(
    "oversized-media",
    step="K4",
    severity=Severity.ERROR,
    on_disk=True,
    cures="At least one of the image dimensions exceed max allowed size",
    after={"unreadable-media": "only what can be decoded can be scaled"},
)
def oversized_media(history: History, options: Options) -> Iterator[Edit]:
    """Scale pictures down that are over the limits of the target.

    Breaks: a picture with too many bytes or pixels is refused; from the 21st picture on a lower limit of pixels holds
    for all of them, so that old ones are refused long after they were taken.
    Does: scales the picture down in its own format, an animation to its first frame. `--oversize placeholder` puts a
    text in its place, `--oversize error` stops.
    Never: touches a picture that is within the limits.
    """
    limit = limits(options.target, options.model)
    side = _side(survey(history), limit)
    big = [medium for medium in survey(history) if _over(medium, side, limit.image_base64)]
    if big and options.oversize == "error":
        raise RefusedError(
            f"Line {big[0].block.at.line}: the image is {_size(big[0])}; the limit is {side} pixels a side and "
            f"{limit.image_base64} characters of base64. Use --oversize fit or --oversize placeholder."
        )

    def change(medium: Medium, data: Data) -> tuple[Data, str]:
        over = f"it is too big: {_size(medium)}"
        if options.oversize == "placeholder":
            return instead(medium, data, over), over
        source = data["source"]
        try:
            raw = fitted(decode(source["data"])[0] or b"", source["media_type"], side, limit.image_base64)
        except PictureError as error:
            return instead(medium, data, str(error)), over
        return {**data, "source": {**source, "data": encode(raw)}}, f"scaled down, it was {_size(medium)}"

    yield from replaced(big, change)


def _side(media: tuple[Medium, ...], limit: Limits) -> int:
    """The most pixels a side that this many pictures may have."""
    counted = sum(medium.kind == "image" or limit.many_with_documents for medium in media)
    return limit.many_side if counted > limit.many_images else limit.image_side


def _over(medium: Medium, side: int, length: int) -> bool:
    facts = medium.facts
    return (
        medium.kind == "image"
        and facts is not None
        and (max(facts.width, facts.height) > side or medium.length > length)
    )


def _size(medium: Medium) -> str:
    facts = medium.facts
    return f"{facts.width} x {facts.height} pixels, {medium.length} characters of base64" if facts else "unknown"
