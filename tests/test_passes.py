"""Runs each pass on its case files (tests/passes), once with opened blocks and once by their sketches."""

from copy import deepcopy
from typing import Any

import pytest
from cases import Case, all_cases, cases_of, slugs, update
from helpers import booked, count, plain

from msgfix.apply import apply
from msgfix.history import FileArchive, message_of, role_of
from msgfix.ledger import Ledger
from msgfix.model import History, Message
from msgfix.passes import PIPELINE, all_rules
from msgfix.passes.stage import Stage
from msgfix.transcript.index import build_from_values
from msgfix.transcript.row import Sketch

RULES = all_rules()
TOO_BIG_FOR_A_FILE = {"request-size"}  # it acts on megabytes only: tests/test_media_passes.py has those


def history_of(case: Case, entries: list[dict[str, Any]], sketched: bool) -> History:
    """All lines of `before` in their order; the archive also holds those of `elsewhere`."""
    rows = build_from_values(entries, validate=False).rows
    messages: list[Message] = []
    for row in rows:
        if not sketched:
            row.sketch = tuple(Sketch(seen.kind, seen.ref, False) for seen in row.sketch)
        role = role_of(row)
        if role and row.number <= len(case.before):
            message, said = message_of(row, role), entries[row.number - 1]
            message.touched = said.get("touched", False)
            if said.get("joined"):
                head = messages.pop()
                message = Message(head.role, head.blocks + message.blocks, head.row, head.touched)
            messages.append(message)
    return History(tuple(messages), FileArchive(rows))


@pytest.mark.parametrize("sketched", [False, True], ids=["opened", "sketched"])
@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_case(case: Case, sketched: bool, pytestconfig: pytest.Config) -> None:
    rule, ledger, entries = RULES[case.slug], Ledger(), [*case.before, *case.elsewhere]
    untouched = deepcopy(entries)
    before = history_of(case, entries, sketched)
    after = apply(before, rule, rule(before, case.options), ledger)
    count(ledger, before, after)

    if pytestconfig.getoption("update"):
        update(case, plain(after) if after is not before else None, booked(ledger))
    else:
        assert plain(after) == (plain(before) if case.after is None else case.after)
        assert booked(ledger) == (case.ledger or [])
    assert ledger.balance.holds, ledger.balance.rows()
    assert apply(after, rule, rule(after, case.options), Ledger()) is after, "a second run must find nothing"
    assert entries == untouched, "the input must stay as it was"


@pytest.mark.parametrize("slug", RULES)
def test_every_pass_has_a_case_where_it_acts_and_one_where_it_does_not(slug: str) -> None:
    assert {case.acts for case in cases_of(slug)} == ({False} if slug in TOO_BIG_FOR_A_FILE else {True, False})


def test_every_case_file_is_named_after_a_pass() -> None:
    assert set(slugs()) <= RULES.keys()


def test_slugs_are_unique() -> None:
    steps = (step.rules if isinstance(step, Stage) else (step,) for step in PIPELINE)
    assert sum(map(len, steps)) == len(RULES)
