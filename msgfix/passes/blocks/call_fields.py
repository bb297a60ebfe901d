"""E7: what a call carries besides its name and input."""

import re
from collections.abc import Collection, Iterator
from typing import Any

from msgfix.edits import Edit, Replace
from msgfix.model import Block, History
from msgfix.options import Options
from msgfix.rules import Severity, rule
from msgfix.targets import limits

DIRECT = {"type": "direct"}
"""The caller of a call that says nothing of it."""
_CODE = ("code_execution_20250825", "code_execution_20260120")
SERVER_ID = re.compile(r"srvtoolu_[a-zA-Z0-9_]+").fullmatch


def legal_caller(caller: Any, servers: frozenset[str]) -> bool:
    """`servers`: ids of the code executions that may have made the call."""
    if not isinstance(caller, dict):
        return False
    if caller.get("type") == "direct":
        return caller == DIRECT
    ref = caller.get("tool_id")
    return caller.get("type") in _CODE and len(caller) == 2 and isinstance(ref, str) and ref in servers


@rule(
    "trim-calls",
    step="E7",
    severity=Severity.ROUTINE,
    on_disk=True,
    cures="tool_use.partial_json: Extra inputs are not permitted",
)
def trim_calls(history: History, options: Options) -> Iterator[Edit]:
    """Keep of a call what makes it a call.

    Breaks: leftovers of streaming (`index`, `partial_json`) or a null that other programs store with a call.
    Does: keeps type, id, name, input, a cache mark, and a `caller` that says more than `direct`.
    Never: looks into the input.
    """
    kept = {"type", "id", "name", "input", "cache_control"}
    if limits(options.target, options.model).extras:
        kept.add("toolset_name")
    for _, block in history.odd:
        if block.kind != "tool_use":
            continue
        extra, caller = block.data.keys() - kept, block.data.get("caller")
        if extra and not (extra == {"caller"} and isinstance(caller, dict)):
            says_more = isinstance(caller, dict) and caller != DIRECT
            yield _trimmed(block, extra - {"caller"} if says_more else extra)


@rule(
    "drop-callers",
    step="E7",
    severity=Severity.ROUTINE,
    cures="tool_use.caller: Extra inputs are not permitted",
    after={"trim-calls": "what other programs store with a call is looked at first"},
)
def drop_callers(history: History, options: Options) -> Iterator[Edit]:
    """Drop the `caller` of a call.

    Breaks: the client stores who made a call, and the API takes that only from those who use tool search.
    Does: drops it; with `--feature tool-search` only where its shape is illegal. Never: changes the call.
    """
    search = "tool-search" in options.features
    code = search and "code_execution_tool_result" in limits(options.target, options.model).blocks
    servers = frozenset(
        block.ref for _, block in history.odd if code and block.kind == "server_tool_use" and block.ref is not None
    )
    for _, block in history.odd:
        if block.kind != "tool_use" or "caller" not in block.data:
            continue
        if not (search and legal_caller(block.data["caller"], servers)):
            yield _trimmed(block, {"caller"})


def _trimmed(block: Block, gone: Collection[str]) -> Replace:
    new = {key: value for key, value in block.data.items() if key not in gone}
    return Replace(block, (block.becomes(new),), f"without {', '.join(sorted(gone))}")
