"""Each rule of the contract on an array that breaks it and on one that keeps it."""

import pytest
from contract_examples import EXAMPLES, Example

from msgfix.contract import check
from msgfix.contract.rules import contract

# What the request breaks, whatever the array is: there is no good array for these.
_OF_THE_REQUEST = {"request-extra-field", "thinking-config-model"}


def _broken(example: Example, array: object) -> set[str]:
    problems = check(array, example.options, request=example.request)
    return {problem.rule for problem in problems if problem.severity != "routine"}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.rule)
def test_bad_breaks_its_rule_and_no_other(example: Example) -> None:
    assert _broken(example, example.bad) == {example.rule, *example.also}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.rule)
def test_good_breaks_nothing(example: Example) -> None:
    if example.rule in _OF_THE_REQUEST or example.bad == example.good:
        assert _broken(example, example.good) == {example.rule}
    else:
        assert _broken(example, example.good) == set()


def test_every_offline_rule_has_an_example() -> None:
    offline = {rule.id for rule in contract().values() if rule.offline}
    assert offline - {example.rule for example in EXAMPLES} == {"messages-max-count"}
