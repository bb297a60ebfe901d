"""What many answers come to: one sentence and one exit status."""

from collections.abc import Iterable, Iterator

from msgfix.checking.complaint import Checked, counted
from msgfix.exits import Exit


class Tally:
    """Counts the answers that pass through it."""

    def __init__(self) -> None:
        self.checked = 0
        self.skipped = 0
        self.unreadable = 0
        self.faulty = 0
        self.errors = 0
        self.warnings = 0
        self.worst = Exit.FINE

    def over(self, answers: Iterable[Checked | None]) -> Iterator[Checked]:
        """The answers that say something, in their order."""
        for checked in answers:
            if checked is None:
                self.skipped += 1
                continue
            if checked.status:
                self.unreadable += 1
                self.worst = max(self.worst, checked.status)
            else:
                self.checked += 1
                self.faulty += bool(checked.complaints)
                self.errors += checked.errors
                self.warnings += checked.warnings
            yield checked

    def status(self, strict: bool, exit_zero: bool) -> Exit:
        """What could not be looked at weighs more than what was found: there may be anything in it."""
        found = self.errors or (strict and self.warnings)
        return max(self.worst, Exit.PROBLEMS if found and not exit_zero else Exit.FINE)

    @property
    def summary(self) -> str:
        """`12 checked: 3 errors, 1 warning in 2 of them; 1 cannot be read; 4 skipped: no transcripts`"""
        within = f" in {self.faulty:,} of them" if self.faulty and self.checked > 1 else ""
        parts = []
        if self.checked:
            parts.append(f"{self.checked:,} checked: {counted(self.errors, self.warnings)}{within}")
        if self.unreadable:
            parts.append(f"{self.unreadable:,} cannot be read")
        if self.skipped:
            parts.append(f"{self.skipped:,} skipped: no transcripts")
        return "; ".join(parts) or "nothing to check"
