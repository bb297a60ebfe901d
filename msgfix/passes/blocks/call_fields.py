"""E7: what a call carries besides its name and input."""

import re
from collections.abc import Callable, Collection, Iterator
from typing import Any

from msgfix.edits import Edit, Replace
from msgfix.model import Block, History, Message
from msgfix.options import Options
from msgfix.rules import Severity, rule
from msgfix.targets import limits
from msgfix.transcript.row import Flag
from msgfix.transcript.sketch import agreed

_USUAL = frozenset({"type", "id", "name", "input", "cache_control"})
_WITH_TOOLSET = _USUAL | {"toolset_name"}
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
    "drop-callers",
    step="E7",
    severity=Severity.ROUTINE,
    cures="tool_use.caller: Extra inputs are not permitted",
)
def drop_callers(history: History, options: Options) -> Iterator[Edit]:
    """Drop the `caller` of a call.

    Breaks: the client stores who made a call, and the API takes that only from those who use tool search.
    Does: drops it; with `--feature tool-search` only where its shape is illegal. Never: changes the call.
    """
    may_stay = _legal_callers(history, options)
    kept = _kept(options)
    searched = "tool-search" in options.features
    for message, block in history.odd:
        if block.kind != "tool_use":
            continue
        if block.untouched and block.flags & Flag.DIRECT and message.role == "assistant" and not searched:
            yield Replace(block, (block.without("caller"),), "without caller")
            continue
        data = block.data
        if isinstance(data.get("caller"), dict) and data.keys() - kept == {"caller"} and not may_stay(data["caller"]):
            yield _trimmed(message, block, {"caller"})


@rule(
    "trim-calls",
    step="E7",
    severity=Severity.ROUTINE,
    on_disk=True,
    cures="tool_use.partial_json: Extra inputs are not permitted",
    after={"drop-callers": "what nearly every call carries is no reason to write it anew on disk"},
)
def trim_calls(history: History, options: Options) -> Iterator[Edit]:
    """Keep of a call what makes it a call.

    Breaks: leftovers of streaming (`index`, `partial_json`) or a null that other programs store with a call.
    Does: keeps type, id, name, input, a cache mark, and a `caller` where drop-callers would.
    Never: looks into the input.
    """
    may_stay = _legal_callers(history, options)
    kept = _kept(options)
    for message, block in history.odd:
        data = block.data if block.kind == "tool_use" else {}
        extra, caller = data.keys() - kept, data.get("caller")
        if extra and not (extra == {"caller"} and isinstance(caller, dict)):
            yield _trimmed(message, block, extra - {"caller"} if may_stay(caller) else extra)


def _kept(options: Options) -> frozenset[str]:
    return _WITH_TOOLSET if limits(options.target, options.model).extras else _USUAL


def _legal_callers(history: History, options: Options) -> Callable[[Any], bool]:
    """Which callers stay: none without tool search."""
    if "tool-search" not in options.features:
        return lambda caller: False
    code = "code_execution_tool_result" in limits(options.target, options.model).blocks
    servers = frozenset(
        block.ref for _, block in history.odd if code and block.kind == "server_tool_use" and block.ref is not None
    )
    return lambda caller: legal_caller(caller, servers)


def _trimmed(message: Message, block: Block, gone: Collection[str]) -> Replace:
    """The call without some keys. Nearly always it is plain then, and no later pass opens it again."""
    new = {key: value for key, value in block.data.items() if key not in gone}
    (seen,) = agreed([new], message.role)
    return Replace(block, (block.becomes(new, seen.plain),), f"without {', '.join(sorted(gone))}")
