"""K3: one bad picture must not fail the whole conversation."""

from collections.abc import Iterator

from msgfix.edits import Edit
from msgfix.media.encoding import IMAGES, PDF
from msgfix.media.swap import instead, replaced
from msgfix.media.walk import Data, Medium, survey
from msgfix.model import History
from msgfix.options import Options
from msgfix.rules import Severity, rule
from msgfix.targets import limits


@rule(
    "unreadable-media",
    step="K3",
    severity=Severity.ERROR,
    on_disk=True,
    cures="Could not process image",
    after={"media-type": "a picture under a wrong label is no broken picture"},
)
def unreadable_media(history: History, options: Options) -> Iterator[Edit]:
    """Replace pictures and PDFs that cannot be read by a text.

    Breaks: a picture that is cut short or is really an error page, a PDF that is damaged, encrypted or has too many
    pages: the API refuses the whole request, again at every prompt.
    Does: decodes every picture and counts the pages of every PDF; puts a text that says what it was in the place of
    the one that fails.
    Never: touches the ones beside it.
    """
    most = limits(options.target, options.model).media
    faults = {medium: fault for medium in survey(history) if (fault := _fault(medium, most))}

    def change(medium: Medium, data: Data) -> tuple[Data, str]:
        return instead(medium, data, faults[medium]), faults[medium]

    yield from replaced(faults, change)


def _fault(medium: Medium, most_pages: int) -> str:
    facts = medium.facts
    if facts is None:
        return "" if medium.source else "it holds no data"
    if facts.fault:
        return facts.fault
    if facts.media_type not in (IMAGES if medium.kind == "image" else (PDF,)):
        return "it is no picture" if medium.kind == "image" else "it is no PDF"
    if facts.pages > most_pages:
        return f"it has more than {most_pages} pages"
    return ""
