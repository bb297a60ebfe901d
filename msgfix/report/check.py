"""What check found, for people: rule by rule within a file, the worst first."""

from collections.abc import Iterator
from functools import cached_property
from textwrap import wrap

from msgfix.checking.complaint import Checked, Complaint, counted
from msgfix.report.plain import plain
from msgfix.rules import Severity

SHOWN = 5  # places per rule; the rest is a count
RANKS = (Severity.ERROR, Severity.WARNING, Severity.ROUTINE)
PAINTS = {Severity.ERROR: "31", Severity.WARNING: "33"}
BOLD, DIM = "1", "2"


class CheckText:
    """Writes lines of at most `width` columns, by default of the terminal's; `colour`: with ANSI colours."""

    def __init__(self, colour: bool, width: int | None = None) -> None:
        self.colour = colour
        self._asked = width

    @cached_property
    def width(self) -> int:
        from shutil import get_terminal_size  # nothing is said about most sessions

        return max(self._asked or get_terminal_size().columns, 40)

    def lines(self, checked: Checked) -> Iterator[str]:
        """All about one input; nothing when there are no complaints."""
        if not checked.complaints:
            return
        yield f"{self._paint(BOLD, plain(checked.input))}: {counted(checked.errors, checked.warnings)}"
        for group in by_rule(checked.complaints):
            first = group[0]
            times = f" ×{len(group):,}" if len(group) > 1 else ""
            yield f"  {self._paint(PAINTS[first.severity], first.severity)}  {self._paint(BOLD, first.rule)}{times}"
            for complaint in group[:SHOWN]:
                yield from self._wrapped(4, f"{checked.place(complaint)}: {complaint.message}")
            if len(group) > SHOWN:
                yield f"    … and {len(group) - SHOWN:,} more"
            for line in self._wrapped(4, f"→ {first.hint}" if first.hint else ""):
                yield self._paint(DIM, line)
        yield ""

    def _wrapped(self, indent: int, text: str) -> list[str]:
        start = " " * indent
        return wrap(
            plain(text),
            self.width,
            initial_indent=start,
            subsequent_indent=start + "  ",
            break_long_words=False,
            break_on_hyphens=False,
        )

    def _paint(self, paint: str, text: str) -> str:
        return f"\x1b[{paint}m{text}\x1b[0m" if self.colour else text


def by_rule(complaints: tuple[Complaint, ...]) -> list[list[Complaint]]:
    """The complaints of each rule and severity, errors first; otherwise in the order in which they came."""
    groups: dict[tuple[str, Severity], list[Complaint]] = {}
    for complaint in complaints:
        groups.setdefault((complaint.rule, complaint.severity), []).append(complaint)
    return sorted(groups.values(), key=lambda group: RANKS.index(group[0].severity))
