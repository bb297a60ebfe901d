"""E6: inputs of calls that are no object."""

from collections.abc import Iterator
from typing import Any

from msgfix.edits import Edit, Replace
from msgfix.model import History
from msgfix.options import Options
from msgfix.passes.blocks.mend_strings import mend_value
from msgfix.rules import Severity, rule
from msgfix.transcript.load import loads


def as_object(value: Any) -> dict[str, Any]:
    """An input as an object: parsed when it is the JSON text of one, wrapped when it is anything else."""
    if value is None or value == "":
        return {}
    if isinstance(value, str):
        try:
            parsed = loads(value.encode(errors="replace"))
        except ValueError:
            parsed = None
        if isinstance(parsed, dict):
            mended: dict[str, Any] = mend_value(parsed)[0]
            return mended
    return {"value": value}


@rule(
    "mend-tool-inputs",
    step="E6",
    severity=Severity.ERROR,
    on_disk=True,
    cures="tool_use.input: Input should be a valid dictionary",
    after={"mend-strings": "the text of an input must be text before it can be parsed"},
)
def mend_tool_inputs(history: History, options: Options) -> Iterator[Edit]:
    """Make the input of every call an object.

    Breaks: an input that was stored as text, cut while streaming, or is null or a list.
    Does: parses it when it is the JSON text of an object, else wraps it as `{"value": …}`; nothing becomes `{}`.
    Never: completes a text that was cut.
    """
    for _, block in history.odd:
        if block.kind == "tool_use":
            data = block.data
            if not isinstance(data.get("input"), dict):
                new = {**data, "input": as_object(data.get("input"))}
                yield Replace(block, (block.becomes(new),), "the input is no object")
