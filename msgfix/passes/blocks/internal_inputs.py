"""E6: fields of inputs that the client put in."""

from collections.abc import Iterator, Mapping

from msgfix.edits import Edit, Replace
from msgfix.model import History
from msgfix.options import Options
from msgfix.rules import Severity, rule

# tool -> fields that go, when all of them are there: a plan that the model wrote itself comes without the path.
INJECTED: dict[str, tuple[str, ...]] = {"ExitPlanMode": ("plan", "planFilePath")}


def _marked(options: Options) -> dict[str, list[str]]:
    """tool -> fields that its definition in `--tools` lists as `internal_fields`."""
    return {
        tool["name"]: [field for field in tool["internal_fields"] if isinstance(field, str)]
        for tool in options.tools or ()
        if isinstance(tool.get("name"), str) and isinstance(tool.get("internal_fields"), list)
    }


def _internal(name: object, given: Mapping[str, object], marked: Mapping[str, list[str]]) -> frozenset[str]:
    if not isinstance(name, str):
        return frozenset()
    injected = INJECTED.get(name, ())
    both = injected if all(field in given for field in injected) else ()
    return frozenset(field for field in (*both, *marked.get(name, ())) if field in given)


@rule(
    "drop-internal-inputs",
    step="E6",
    severity=Severity.ROUTINE,
    after={
        "mend-tool-inputs": "an input must be an object to have fields",
        "resolve-tool-aliases": "fields are marked under the tool's own name",
    },
)
def drop_internal_inputs(history: History, options: Options) -> Iterator[Edit]:
    """Take the fields out of inputs that the client put in after the model had written them.

    Breaks: the model would read words in its own call that it never wrote.
    Does: removes the plan that is read from the plan file, and the fields that `--tools` marks as internal.
    Never: removes a field that the model may have written itself.
    """
    marked = _marked(options)
    # Plain calls need a look only when the caller marks fields: sketch.py holds no call of INJECTED for plain.
    for _, block in history.blocks() if marked else history.odd:
        if block.kind != "tool_use":
            continue
        data = block.data
        given = data.get("input")
        gone = _internal(data.get("name"), given, marked) if isinstance(given, dict) else frozenset()
        if gone:
            kept = {key: value for key, value in given.items() if key not in gone}
            yield Replace(block, (block.becomes({**data, "input": kept}),), f"internal: {', '.join(sorted(gone))}")
