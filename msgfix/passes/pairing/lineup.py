"""The passes of stage G, in order."""

from msgfix.passes.pairing.moved import move_results
from msgfix.passes.pairing.open_calls import answer_open_calls, fetch_results
from msgfix.passes.pairing.orphans import adopt_orphan_results
from msgfix.passes.pairing.repeated import drop_repeated_calls, drop_repeated_results, rename_clashing_calls
from msgfix.rules import Rule

PAIRING: tuple[Rule, ...] = (
    drop_repeated_calls,
    rename_clashing_calls,
    drop_repeated_results,
    move_results,
    fetch_results,
    answer_open_calls,
    adopt_orphan_results,
)
