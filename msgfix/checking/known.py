"""Every rule that a complaint can name, in one form: faults of the file, passes, rules of the contract."""

from functools import cache
from typing import NamedTuple

from msgfix.rules import Severity

UNREADABLE = "unreadable"
"""What check says about an input that it could not look into."""


class Known(NamedTuple):
    """One rule.

    `origin`: `file`, `pass` or `contract`. `text`: what it is about, in paragraphs. `wordings`: what the API says,
    with `{holes}`. `hint`: what to do. `label`: its step or number.
    """

    name: str
    origin: str
    label: str
    severity: Severity
    title: str
    text: str = ""
    wordings: tuple[str, ...] = ()
    hint: str = ""
    link: str = ""
    gate: str = ""


@cache
def rules() -> dict[str, Known]:
    """All of them, by name."""
    from msgfix.contract.rules import contract
    from msgfix.passes import all_rules
    from msgfix.transcript.faults import FAULTS

    says: tuple[str, ...]
    found = [Known(UNREADABLE, "file", "", Severity.ERROR, "The input cannot be read, or is no transcript.")]
    for fault in FAULTS.values():
        title, _, rest = fault.doc.partition("\n")
        found.append(Known(fault.slug, "file", fault.step, fault.severity, title, rest.strip()))
    for one in all_rules().values():
        rest = one.doc.removeprefix(one.title).strip()
        says = (one.cures,) if one.cures else ()
        found.append(Known(one.slug, "pass", one.step, one.severity, one.title, rest, says, gate=one.gate or ""))
    for row in contract().values():
        says = (row.message, *row.others)
        found.append(Known(row.id, "contract", row.number, row.severity, row.statement, "", says, row.hint, row.link))
    return {rule.name: rule for rule in found}


def called(what: str) -> list[Known]:
    """The rule of that name, or all of that step or number (`G4`)."""
    return [rule for rule in rules().values() if what in (rule.name, rule.label or rule.name)]


def nearest(name: str) -> list[str]:
    """Names that look like `name`; at least one."""
    from difflib import get_close_matches

    return get_close_matches(name, rules(), n=4, cutoff=0.4) or get_close_matches(name, rules(), n=1, cutoff=0.0)
