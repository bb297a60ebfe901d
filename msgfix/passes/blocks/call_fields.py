"""E7: what a call carries besides its name and input."""

import re
from collections.abc import Iterator
from typing import Any

from msgfix.edits import Edit, Replace
from msgfix.model import History
from msgfix.options import Options
from msgfix.rules import Severity, rule
from msgfix.targets import limits

_CODE = ("code_execution_20250825", "code_execution_20260120")
SERVER_ID = re.compile(r"srvtoolu_[a-zA-Z0-9_]+").fullmatch


def legal_caller(caller: Any, servers: frozenset[str]) -> bool:
    """`servers`: ids of the code executions that may have made the call."""
    if not isinstance(caller, dict):
        return False
    if caller.get("type") == "direct":
        return len(caller) == 1
    ref = caller.get("tool_id")
    return caller.get("type") in _CODE and len(caller) == 2 and isinstance(ref, str) and ref in servers


@rule(
    "trim-calls",
    step="E7",
    severity=Severity.ROUTINE,
    cures="tool_use.caller: Extra inputs are not permitted",
)
def trim_calls(history: History, options: Options) -> Iterator[Edit]:
    """Keep of a call what makes it a call.

    Breaks: `caller` and leftovers of streaming (`index`, `partial_json`) that are stored with a call.
    Does: keeps type, id, name, input and a cache mark; with `--feature tool-search` also a `caller` of legal shape.
    Never: looks into the input.
    """
    target = limits(options.target, options.model)
    kept = {"type", "id", "name", "input", "cache_control"} | ({"toolset_name"} if target.extras else set())
    search = "tool-search" in options.features
    code = search and "code_execution_tool_result" in target.blocks
    servers = frozenset(
        block.ref for _, block in history.odd if code and block.kind == "server_tool_use" and block.ref is not None
    )
    for _, block in history.odd:
        if block.kind != "tool_use":
            continue
        data = block.data
        with_caller = search and legal_caller(data.get("caller"), servers)
        extra = {key for key in data if key not in kept and not (key == "caller" and with_caller)}
        if extra:
            new = {key: value for key, value in data.items() if key not in extra}
            yield Replace(block, (block.becomes(new),), f"without {', '.join(sorted(extra))}")
