"""What was found and changed, sorted into the tables of the report."""

from typing import TYPE_CHECKING, NamedTuple

from msgfix.ledger import Act, Record
from msgfix.rules import Severity

if TYPE_CHECKING:
    from msgfix.contract.problem import Problem
    from msgfix.result import Result
    from msgfix.transcript.faults import Finding

FILE = "In the file"
ORPHANS = "Open calls and orphan results"
ROUTINE = "Routine"
PAIRING = ("G4", "G5")  # the steps that deal with those, whatever they do to them
ACTS = {
    Act.ADDED: "Made up",
    Act.DROPPED: "Stripped",
    Act.REPLACED: "Rewritten",
    Act.MOVED: "Moved",
    Act.JOINED: "Merged",
    Act.NOTED: "Noted",
}


class Entry(NamedTuple):
    """One line of a table: what a rule did, or found, at one place."""

    severity: Severity
    step: str
    rule: str
    title: str
    at: str
    note: str
    record: Record | None = None

    @property
    def size(self) -> str:
        """By how much it made the conversation bigger or smaller; weighed only for what is shown."""
        if self.record is None or self.record.before == self.record.after:
            return ""
        return f"{self.record.after - self.record.before:+,} B"


def sections(result: "Result") -> dict[str, list[list[Entry]]]:
    """The tables that have something in them, in the order of printing: for each a list of entries per rule."""
    tables: dict[str, list[Entry]] = {title: [] for title in (FILE, ORPHANS, *ACTS.values(), ROUTINE)}
    for finding in result.findings:
        tables[ROUTINE if finding.fault.severity is Severity.ROUTINE else FILE].append(_found(finding))
    for record in result.ledger.records:
        rule = result.ledger.rules[record.rule]
        entry = Entry(record.severity, rule.step, record.rule, rule.title, str(record.at), record.note, record)
        tables[_table(record, rule.step)].append(entry)
    return {title: _by_rule(entries) for title, entries in tables.items() if entries}


def _table(record: Record, step: str) -> str:
    if record.severity is Severity.ROUTINE:
        return ROUTINE
    return ORPHANS if step in PAIRING else ACTS[record.act]


def _by_rule(entries: list[Entry]) -> list[list[Entry]]:
    groups: dict[str, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(entry.rule, []).append(entry)
    return sorted(groups.values(), key=lambda group: group[0].step)


def left(result: "Result") -> "list[Problem]":
    """What could not be mended. That a history still awaits its prompt, and the like, is routine and no problem."""
    from msgfix.result import AWAITED

    awaited = AWAITED if result.kind == "session" else ()
    return [
        problem
        for problem in result.problems
        if problem.severity is not Severity.ROUTINE and problem.rule not in awaited
    ]


def unheeded(result: "Result") -> "list[Finding]":
    """What was asked for in vain. It is said even where the faults of a file are not: the result is another one."""
    return [finding for finding in result.chain.findings if finding.fault.slug == "leaf-unknown"]


def _found(finding: "Finding") -> Entry:
    fault = finding.fault
    return Entry(fault.severity, fault.step, fault.slug, fault.doc, str(finding.line or ""), finding.message)
