"""E8: results name the toolset of their call."""

from collections.abc import Iterator

from msgfix.edits import Edit, Replace
from msgfix.model import History
from msgfix.options import Options
from msgfix.rules import Severity, rule

KEY = "toolset_name"


@rule(
    "match-toolsets",
    step="E8",
    severity=Severity.ERROR,
    on_disk=True,
    after={
        "allow-known-fields": "where the field may not stand at all it is gone by then",
        "adopt-orphan-results": "results and calls that were fetched or made up must match too",
    },
)
def match_toolsets(history: History, options: Options) -> Iterator[Edit]:
    """Make each result name the toolset that its call names.

    Breaks: a result that names another toolset than its call, or none, or one where the call has none.
    Does: copies `toolset_name` from the call to its result, or takes it off the result.
    Never: changes the call.
    """
    named = {
        block.ref: block.data.get(KEY)
        for _, block in history.odd
        if block.kind == "tool_use" and block.ref is not None and block.data.get(KEY) is not None
    }
    # A plain result has no such field, and needs one only when a call has.
    for _, block in history.blocks() if named else history.odd:
        if block.kind != "tool_result" or (block.plain and block.ref not in named):
            continue
        data = block.data
        name = named.get(block.ref or "")
        if data.get(KEY) != name:
            kept = {key: value for key, value in data.items() if key != KEY}
            new = kept if name is None else {**kept, KEY: name}
            yield Replace(block, (block.becomes(new),), f"toolset {name}" if name else "no member of a toolset")
