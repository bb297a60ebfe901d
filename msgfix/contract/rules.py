"""CONTRACT: every rule that the Messages API has for `messages`, by id; those that cannot be decided offline too.

The rows stand in the `rules_*` modules, grouped as the sections of the contract are.
"""

from msgfix.contract import (
    rules_array,
    rules_block,
    rules_context,
    rules_media,
    rules_message,
    rules_pairing,
    rules_result,
    rules_thinking,
)
from msgfix.contract.row import ContractRule

_GROUPS = (rules_array, rules_message, rules_block, rules_result, rules_pairing, rules_thinking, rules_media)

CONTRACT: dict[str, ContractRule] = {row.id: row for group in (*_GROUPS, rules_context) for row in group.ROWS}
