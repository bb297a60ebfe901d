"""Every rule that msgfix has, as rows: seed of `msgfix rules` and of the README table."""

from collections.abc import Iterator
from typing import NamedTuple

STAGES = {
    "A": "Reading the file",
    "B": "Finding the conversation",
    "C": "What a request may see",
    "D": "Entries that become user messages",
    "E": "Blocks",
    "F": "Joining",
    "G": "Calls and results",
    "H": "Thinking",
    "I": "Empties",
    "J": "Turns and order",
    "K": "Media and size",
    "L": "Last",
}


class RuleRow(NamedTuple):
    """One rule. `step`: where in the run it stands (`G4`). `gate`: the `--feature` that it waits for, or ""."""

    step: str
    rule: str
    severity: str
    title: str
    gate: str = ""


def everything() -> Iterator[RuleRow]:
    """The faults of a file, then the passes, in the order in which they run."""
    from msgfix.passes import PIPELINE
    from msgfix.transcript.faults import FAULTS

    for fault in FAULTS.values():
        yield RuleRow(fault.step, fault.slug, str(fault.severity), fault.doc.partition("\n")[0])
    for rule in PIPELINE:
        yield RuleRow(rule.step, rule.slug, str(rule.severity), rule.title, rule.gate or "")
