"""Every rule that msgfix has, as rows: seed of `msgfix rules` and of the README table."""

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


def everything() -> list[RuleRow]:
    """The faults of a file and the passes, by stage; those of one step stand in the order in which they run."""
    from msgfix.passes import all_rules
    from msgfix.transcript.faults import FAULTS

    rows = [RuleRow(fault.step, fault.slug, str(fault.severity), _first_line(fault.doc)) for fault in FAULTS.values()]
    rows += [
        RuleRow(rule.step, rule.slug, str(rule.severity), rule.title, rule.gate or "") for rule in all_rules().values()
    ]
    return sorted(rows, key=lambda row: row.step)


def _first_line(doc: str) -> str:
    return doc.partition("\n")[0]
