"""What is wrong with a session: faults of the file, what had to be mended, what is left after that."""

from collections.abc import Iterator

from msgfix import pipeline
from msgfix.checking.complaint import Complaint, found
from msgfix.checking.origin import origin
from msgfix.contract.problem import Problem
from msgfix.ledger import Record
from msgfix.model import At
from msgfix.options import Options
from msgfix.passes import PIPELINE
from msgfix.result import AWAITED
from msgfix.rules import Severity
from msgfix.transcript.formats import Document

_RULES = {rule.slug: rule for rule in PIPELINE}


def complaints(document: Document, options: Options) -> Iterator[Complaint]:
    """In this order: the faults of the file, the changes, the problems of the result; what is routine too."""
    result = pipeline.run(document, options)
    yield from map(found, result.findings)
    yield from map(_mended, result.ledger.records)
    for problem in result.problems:
        yield _left(problem, origin(problem.path, result.history.messages))


def _mended(record: Record) -> Complaint:
    """A change: what the API would have said, and what msgfix does about it."""
    rule = _RULES[record.rule]
    note = f" ({record.note})" if record.note else ""
    message = f"{rule.cures}{note}" if rule.cures else record.note or rule.title
    return Complaint(record.rule, record.severity, *_place(record.at), message, rule.title)


def _left(problem: Problem, at: At) -> Complaint:
    severity = Severity.ROUTINE if problem.rule in AWAITED else problem.severity
    return Complaint(problem.rule, severity, *_place(at), problem.message, problem.hint)


def _place(at: At) -> tuple[str, int]:
    return str(at) if at.line else "", at.line
