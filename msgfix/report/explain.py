"""What a rule means and where it was broken, for people."""

import re
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from msgfix.checking.known import Known, rules
from msgfix.checking.mending import MENDED_BY
from msgfix.report.plain import plain

if TYPE_CHECKING:
    from msgfix.checking.blame import Blame

SHOWN = 5  # places; also rules that share their words
ORIGINS = {"file": "a fault of the file", "pass": "what msgfix mends", "contract": "a rule of the Messages API"}
_PARTS = re.compile(r"(Breaks|Does|Never): ")


class ExplainText:
    """Writes lines of at most `width` columns, if no word is longer."""

    def __init__(self, width: int) -> None:
        self.width = max(width, 40)

    def rule(self, known: Known) -> Iterator[str]:
        """All about one rule."""
        label = f"{known.label}, " if known.label else ""
        yield f"{known.name} ({label}{ORIGINS[known.origin]}, {known.severity})"
        yield from self._wrapped(known.title)
        for name, words in parts(known.text).items():
            yield from self._wrapped(f"{name}: {words}")
        if known.gate:
            yield from self._wrapped(f"Only with --feature {known.gate}.")
        for wording in known.wordings:
            yield from self._wrapped(f"The API says: {wording}")
        if known.origin == "contract":
            yield from self._mending(known)
        if known.link:
            yield f"  {known.link}"

    def rules(self, found: Sequence[Known]) -> Iterator[str]:
        """All about several rules, with a line between them."""
        for place, known in enumerate(found):
            yield from [""] * bool(place)
            yield from self.rule(known)

    def alike(self, others: Sequence[Known]) -> Iterator[str]:
        """The rules whose error has the same words."""
        if others:
            yield ""
            yield "The same words also stand for:"
        for known in others[:SHOWN]:
            yield from self._wrapped(f"{known.name}: {known.title}")
        if len(others) > SHOWN:
            yield f"  … and {len(others) - SHOWN} more"

    def places(self, name: str, blames: "Sequence[Blame]") -> Iterator[str]:
        """Where in a session it was broken."""
        yield ""
        if not blames:
            yield f"In {plain(name)}: nothing to be found."
            return
        yield f"In {plain(name)}:"
        for blame in blames[:SHOWN]:
            rule = f" [{blame.rule}]" if blame.rule else ""
            separator = " " if blame.at.startswith("messages") else ":"
            yield from self._wrapped(f"{name}{separator}{blame.at}: {blame.words}{rule}")
        if len(blames) > SHOWN:
            yield f"  … and {len(blames) - SHOWN:,} more"

    def _mending(self, known: Known) -> Iterator[str]:
        yield from self._wrapped(f"By hand: {known.hint}")
        passes = [rules()[name] for name in MENDED_BY.get(known.name, ())]
        if not passes:
            yield from self._wrapped("msgfix: tells it, and does not mend it.")
        for one in passes:
            yield from self._wrapped(f"msgfix: {one.name} ({one.label}). {one.title}")
            if cause := parts(one.text).get("Breaks"):
                yield from self._wrapped(f"Cause: {cause}", 4)

    def _wrapped(self, text: str, indent: int = 2) -> list[str]:
        start = " " * indent
        return wrap(
            plain(text),
            self.width,
            initial_indent=start,
            subsequent_indent=start + "  ",
            break_long_words=False,
            break_on_hyphens=False,
        )


def parts(text: str) -> dict[str, str]:
    """The parts of a pass's text by their labels: what it is that breaks, what the pass does and never does."""
    pieces = _PARTS.split(" ".join(text.split()))
    return {label: words.strip() for label, words in zip(pieces[1::2], pieces[2::2], strict=True)}
