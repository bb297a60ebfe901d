"""Entries against schemas/entry.schema.json: a glance says yes, else jsonschema-rs yes or no; jsonschema explains."""

import json
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import orjson

from msgfix.schemas import read
from msgfix.transcript.faults import FAULTS, Finding
from msgfix.transcript.glance import fits, shape

if TYPE_CHECKING:
    import jsonschema_rs
    from jsonschema.exceptions import ValidationError

EXPLAINED = 20
"""Failures that are explained in full: jsonschema takes up to half a millisecond for one."""


@cache
def entry_schema() -> dict[str, Any]:
    """The parsed schemas/entry.schema.json. Its $defs are named by entry type, or `type/kind`."""
    schema: dict[str, Any] = orjson.loads(read("entry.schema.json"))
    return schema


def definition(name: str) -> dict[str, Any]:
    """The schema of one entry type alone: the dispatch of the whole schema, done by a look-up instead."""
    schema = entry_schema()
    return {
        "$schema": schema["$schema"],
        "$ref": "#/$defs/" + name.replace("/", "~1"),
        "$defs": schema["$defs"],
    }


Verdict = Callable[[Any], bool]


class Verdicts(dict[tuple[str, str], Verdict | None]):
    """(type, kind) of an entry -> the judge that says yes or no to it; None for a type the schema does not know."""

    def __missing__(self, key: tuple[str, str]) -> Verdict | None:
        name = _name(*key)
        verdict = self[key] = _compile(name) if name else None
        return verdict


def complain(entry: Any, kind: str, subtype: str, line: int, earlier: int) -> Finding:
    """What is wrong with an entry that its judge refused, when `earlier` ones have been refused before it."""
    name = _name(kind, subtype) or kind
    trouble = explain(entry, name) if earlier < EXPLAINED else "no valid entry of this type"
    return Finding(FAULTS["entry-shape"], line, f"{name}: {trouble}")


def _name(kind: str, subtype: str) -> str | None:
    """The definition that an entry falls under."""
    known = entry_schema()["$defs"]
    return next((name for name in (f"{kind}/{subtype}", kind) if name in known and name not in _PARTS), None)


_PARTS = frozenset({"block", "linked", "compactMetadata"})


@cache  # many small files are checked in one run
def _compile(name: str) -> Verdict:
    known = entry_schema()["$defs"]
    asked = shape(known[name], known)

    def verdict(entry: Any) -> bool:
        return fits(entry, asked) or _look(entry, name)

    return verdict


def _look(entry: Any, name: str) -> bool:
    try:
        return bool(_judge(name).is_valid(entry))
    except ValueError:  # a key that is no text or no UTF-8: the slow library minds neither
        return explain(entry, name) == ""


@cache  # 2 ms each
def _judge(name: str) -> "jsonschema_rs.Draft202012Validator":
    import jsonschema_rs

    return jsonschema_rs.Draft202012Validator(definition(name))


def explain(entry: Any, name: str) -> str:
    """`$.path: what was expected` for the failure that tells most; "" for a valid entry."""
    from jsonschema import Draft202012Validator
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
