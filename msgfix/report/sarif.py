"""What check found as SARIF 2.1.0, which code scanning services take.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from msgfix.checking.complaint import Checked, Complaint
from msgfix.checking.known import Known, rules
from msgfix.report.plain import plain
from msgfix.transcript.load import dumps
from msgfix.version import __version__

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def document(inputs: Sequence[Checked]) -> str:
    """The log as one line of JSON; of the rules only those that were broken."""
    found = [(checked, complaint) for checked in inputs for complaint in checked.complaints if not checked.status]
    names = sorted({complaint.rule for _, complaint in found})
    numbers = {name: number for number, name in enumerate(names)}
    unread = [_notification(checked) for checked in inputs if checked.status]
    run = {
        "tool": {
            "driver": {"name": "msgfix", "version": __version__, "rules": [_rule(rules()[name]) for name in names]}
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": not unread, "toolExecutionNotifications": unread}],
        "results": [_result(checked, complaint, numbers[complaint.rule]) for checked, complaint in found],
    }
    return dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}).decode() + "\n"


def _rule(known: Known) -> dict[str, Any]:
    """A reportingDescriptor, with what there is to say to somebody who meets the rule for the first time."""
    parts = [known.title, known.text, *(f"The API says: {words}" for words in known.wordings), known.hint]
    help_text = "\n\n".join(part for part in parts if part)
    row: dict[str, Any] = {
        "id": known.name,
        "shortDescription": {"text": known.title},
        "help": {"text": help_text},
        "defaultConfiguration": {"level": _level(known.severity)},
        "properties": {"tags": [known.origin]},
    }
    return row | ({"helpUri": known.link} if known.link else {})


def _result(checked: Checked, complaint: Complaint, number: int) -> dict[str, Any]:
    words = f"{complaint.message} {complaint.hint}".strip()
    region = {"region": {"startLine": complaint.line}} if complaint.line else {}
    location: dict[str, Any] = {"physicalLocation": {"artifactLocation": {"uri": _uri(checked.input)}, **region}}
    if complaint.path:
        location["logicalLocations"] = [{"fullyQualifiedName": plain(complaint.path)}]
    return {
        "ruleId": complaint.rule,
        "ruleIndex": number,
        "level": _level(complaint.severity),
        "message": {"text": plain(words)},
        "locations": [location],
    }


def _notification(checked: Checked) -> dict[str, Any]:
    return {
        "level": "error",
        "message": {"text": plain(checked.complaints[0].message)},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": _uri(checked.input)}}}],
    }


def _level(severity: str) -> str:
    return severity if severity in ("error", "warning") else "note"


def _uri(name: str) -> str:
    """A path as a URI: relative as it was given, or whole; bytes that are no text as they are."""
    if name == "-":
        return "stdin"
    path = quote(os.fsencode(Path(name).as_posix()))
    return f"file://{'' if path.startswith('/') else '/'}{path}" if Path(name).is_absolute() else path
