"""K5: the oldest pictures and documents make room for the newer ones."""

from collections.abc import Iterator

from msgfix.edits import Edit
from msgfix.media.swap import instead, replaced
from msgfix.media.walk import Data, Medium, survey
from msgfix.model import History
from msgfix.options import Options
from msgfix.rules import Severity, rule
from msgfix.targets import limits

WHY = "there were too many pictures and pages after it"


@rule(
    "too-much-media",
    step="K5",
    severity=Severity.ERROR,
    on_disk=True,
    cures="Too much media: 0 document pages + 102 images > 100",
    after={
        "error-results-text-only": "what moves back in its message is newer then",
        "unreadable-media": "what cannot be read must not push out what can",
        "oversized-media": "the text states the size that was to be sent",
    },
)
def too_much_media(history: History, options: Options) -> Iterator[Edit]:
    """Replace the oldest pictures and documents when there are too many.

    Breaks: pictures and PDF pages of the whole conversation count together; one too many and every request fails.
    Does: puts a short text in the place of the oldest, one by one, until the limit holds.
    Never: takes more than it must.
    """
    weights = [(medium, _weight(medium)) for medium in survey(history)]
    surplus = sum(weight for _, weight in weights) - limits(options.target, options.model).media
    oldest: list[Medium] = []
    for medium, weight in weights:
        if surplus <= 0:
            break
        if weight:
            oldest.append(medium)
            surplus -= weight

    def change(medium: Medium, data: Data) -> tuple[Data, str]:
        return instead(medium, data, WHY), WHY

    yield from replaced(oldest, change)


def _weight(medium: Medium) -> int:
    """One for a picture, its pages for a PDF (one when they are not known), none for plain text."""
    if medium.source in ("text", "content"):
        return 0
    return medium.facts.pages or 1 if medium.facts else 1
