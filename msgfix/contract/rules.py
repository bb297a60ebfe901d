"""The contract: every rule that the Messages API has for `messages`; those that cannot be decided offline too.

The rows stand in the `rules_*` modules, grouped as the sections of the contract are, and are read when they are asked
for: most arrays break no rule but that they wait for a prompt.
"""

from collections.abc import Iterator
from functools import cache
from importlib import import_module

from msgfix.contract.row import ContractRule

_SECTIONS = (
    "array", "message", "system", "block", "calls", "result", "cache", "pairing", "servers", "thinking", "media",
    "context",
)  # fmt: skip


def _rows() -> Iterator[ContractRule]:
    for section in _SECTIONS:
        yield from import_module(f"msgfix.contract.rules_{section}").ROWS


@cache
def contract() -> dict[str, ContractRule]:
    """All rows, by id."""
    return {row.id: row for row in _rows()}


@cache
def row_of(rule: str) -> ContractRule:
    """The row with this id; the sections behind it are not read."""
    return next(row for row in _rows() if row.id == rule)
