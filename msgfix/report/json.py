"""The report for programs, in the shape of schemas/report.schema.json."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict

from msgfix.ledger import Act, Balance, Record
from msgfix.transcript.load import dumps
from msgfix.version import __version__

if TYPE_CHECKING:
    from msgfix.checking.complaint import Checked
    from msgfix.contract.problem import Problem
    from msgfix.result import Result
    from msgfix.transcript.faults import Finding


def document(inputs: "list[tuple[str, Result]]") -> str:
    """The whole report as one line of JSON."""
    report = {"msgfix": __version__, "inputs": [entry(name, result) for name, result in inputs]}
    return dumps(report).decode() + "\n"


def checks(inputs: "Sequence[Checked]") -> str:
    """What check found, as one line of JSON."""
    return dumps({"msgfix": __version__, "inputs": [_checked(one) for one in inputs]}).decode() + "\n"


def _checked(one: "Checked") -> dict[str, Any]:
    problems = [asdict(complaint) for complaint in one.complaints]
    for row in problems:
        row["severity"] = str(row["severity"])
        if not row["line"]:
            del row["line"]
    return {"input": one.input, "kind": one.kind, "problems": problems, "routine": one.routine}


def entry(name: str, result: "Result") -> dict[str, Any]:
    """The report on one input."""
    return {
        "input": name,
        "kind": result.kind,
        "problems": [problem(left) for left in result.problems],
        "findings": [finding(found) for found in result.findings],
        "routine": dict(result.ledger.routine()),
        "changes": [change(record) for record in result.ledger.changes()],
        "balance": balance(result.ledger.balance),
    }


def problem(left: "Problem") -> dict[str, Any]:
    """One thing that the API would still refuse; `at` is its path in the array."""
    return {
        "rule": left.rule,
        "severity": str(left.severity),
        "at": left.path,
        "message": left.message,
        "hint": left.hint,
    }


def finding(found: "Finding") -> dict[str, Any]:
    """One fault of the file; `at` is its line."""
    return {
        "rule": found.fault.slug,
        "severity": str(found.fault.severity),
        "at": str(found.line),
        "message": found.message,
    }


def change(record: Record) -> dict[str, Any]:
    """One entry of the book. What was dropped or replaced stands in `was`, verbatim."""
    row: dict[str, Any] = {
        "rule": record.rule,
        "severity": str(record.severity),
        "act": str(record.act),
        "at": str(record.at),
        "before": record.before,
        "after": record.after,
        "note": record.note,
    }
    if record.act in (Act.DROPPED, Act.REPLACED):
        row["was"] = [block.data for block in record.was]
    return row


def balance(book: Balance) -> dict[str, Any]:
    """The trial balance: where every entry, message and block went."""
    return {
        "holds": book.holds,
        "entries": book.entries,
        "unreadable": book.unreadable,
        "repeated": book.repeated,
        "metadata": book.metadata,
        "off": dict(book.off),
        "links": book.links,
        "messages": {"in": book.messages_in, "out": book.messages_out, **_counts(book.messages)},
        "blocks": {"in": book.blocks_in, "out": book.blocks_out, **_counts(book.blocks)},
    }


def _counts(acts: Any) -> dict[str, int]:
    return {str(act): acts[act] for act in (Act.ADDED, Act.DROPPED, Act.JOINED)}
