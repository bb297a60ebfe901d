"""What is wrong with a session: faults of the file, what had to be mended, what is left after that."""

from collections.abc import Iterator

from msgfix import pipeline
from msgfix.checking.complaint import Complaint, found
from msgfix.checking.origin import origin
from msgfix.contract.problem import Problem
from msgfix.ledger import Record
from msgfix.model import At
from msgfix.options import Options
from msgfix.result import AWAITED
from msgfix.rules import Rule, Severity
from msgfix.transcript.formats import Document


def complaints(document: Document, options: Options) -> Iterator[Complaint]:
    """In this order: the faults of the file, the changes, the problems of the result; what is routine too."""
    result = pipeline.run(document, options)
    yield from map(found, result.findings)
    for record in result.ledger.records:
        yield _mended(record, result.ledger.rules[record.rule])
    for problem in result.problems:
        yield _left(problem, origin(problem.path, result.history.messages))


def _mended(record: Record, rule: Rule) -> Complaint:
    """A change: what the API would have said, and what msgfix does about it."""
    if record.severity is Severity.ROUTINE:
        return Complaint(record.rule, record.severity, "", 0, "")  # thousands, and only counted
    note = f" ({record.note})" if record.note else ""
    message = f"{rule.cures}{note}" if rule.cures else record.note or rule.title
    return Complaint(record.rule, record.severity, *_place(record.at), message, rule.title)


def _left(problem: Problem, at: At) -> Complaint:
    severity = Severity.ROUTINE if problem.rule in AWAITED else problem.severity
    return Complaint(problem.rule, severity, *_place(at), problem.message, problem.hint)


def _place(at: At) -> tuple[str, int]:
    return str(at) if at.line else "", at.line
