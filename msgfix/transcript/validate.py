"""Entries against schemas/entry.schema.json: jsonschema-rs says yes or no, jsonschema explains the first failures."""

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from msgfix.transcript.faults import FAULTS, Finding

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError  # type: ignore[import-untyped]

EXPLAINED = 20
"""Failures that are explained in full: jsonschema takes up to half a millisecond for one."""


@cache
def entry_schema() -> dict[str, Any]:
    """The parsed schemas/entry.schema.json. Its $defs are named by entry type, or `type/kind`."""
    schema: dict[str, Any] = json.loads(files("msgfix.schemas").joinpath("entry.schema.json").read_bytes())
    return schema


def definition(name: str) -> dict[str, Any]:
    """The schema of one entry type alone: the dispatch of the whole schema, done by a look-up instead."""
    schema = entry_schema()
    return {
        "$schema": schema["$schema"],
        "$ref": "#/$defs/" + name.replace("/", "~1"),
        "$defs": schema["$defs"],
    }


class Validator:
    """Judges entries one by one; remembers how many failures it has explained."""

    def __init__(self) -> None:
        self._verdicts: dict[tuple[str, str], Callable[[Any], bool] | None] = {}
        self._explained = 0

    def verdict(self, kind: str, subtype: str) -> Callable[[Any], bool] | None:
        """The yes/no judge for an entry type and kind; None for a type that the schema does not know."""
        key = kind, subtype
        if key not in self._verdicts:
            name = _name(kind, subtype)
            self._verdicts[key] = _compile(name) if name else None
        return self._verdicts[key]

    def finding(self, entry: Any, kind: str, subtype: str, line: int) -> Finding:
        """What is wrong with an entry that its judge refused."""
        name = _name(kind, subtype) or kind
        self._explained += 1
        if self._explained > EXPLAINED:
            return Finding(FAULTS["entry-shape"], line, f"no valid {name} entry")
        return Finding(FAULTS["entry-shape"], line, f"{name}: {explain(entry, name)}")


def _name(kind: str, subtype: str) -> str | None:
    """The definition that an entry falls under."""
    known = entry_schema()["$defs"]
    return next((name for name in (f"{kind}/{subtype}", kind) if name in known and name not in _PARTS), None)


_PARTS = frozenset({"block", "linked", "compactMetadata"})


def _compile(name: str) -> Callable[[Any], bool]:
    import jsonschema_rs

    judge = jsonschema_rs.validator_for(definition(name)).is_valid

    def verdict(entry: Any) -> bool:
        try:
            return judge(entry)
        except ValueError:  # a key that is no text or no UTF-8: the slow library minds neither
            return explain(entry, name) == ""

    return verdict


def explain(entry: Any, name: str) -> str:
    """`$.path: what was expected` for the failure that tells most; "" for a valid entry."""
    from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
    from jsonschema.exceptions import best_match

    try:
        error = best_match(Draft202012Validator(definition(name)).iter_errors(entry))
    except RecursionError:
        return "nested too deep"
    return f"{error.json_path}: {_expected(error)}" if error else ""


def _expected(error: "ValidationError") -> str:
    """In our words: those of the library quote the whole value."""
    wanted = error.validator_value
    if error.validator == "type":
        kinds = [wanted] if isinstance(wanted, str) else wanted
        return f"expected {' or '.join(kinds)}"
    if error.validator == "required":
        missing = [key for key in wanted if key not in error.instance]
        return f"expected the key {', '.join(missing)}"
    return f"expected {json.dumps(wanted)}"
