"""Entries against schemas/entry.schema.json: a glance says yes to most, jsonschema-rs judges and explains the rest."""

import json
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import orjson

from msgfix.schemas import read
from msgfix.transcript.faults import FAULTS, Finding
from msgfix.transcript.glance import fits, shape

if TYPE_CHECKING:
    from jsonschema_rs import Draft202012Validator, ValidationError


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


def complain(entry: Any, kind: str, subtype: str, line: int) -> Finding:
    """What is wrong with an entry that its judge refused."""
    name = _name(kind, subtype) or kind
    return Finding(FAULTS["entry-shape"], line, f"{name}: {explain(entry, name)}")


def knows(kind: str) -> bool:
    """Is there a type of entries with that name?"""
    return _name(kind, "") is not None


def _name(kind: str, subtype: str) -> str | None:
    """The definition that an entry falls under."""
    known = entry_schema()["$defs"]
    return next((name for name in (f"{kind}/{subtype}", kind) if name in known and name not in _PARTS), None)


_PARTS = frozenset({"block", "linked", "compactMetadata"})


@cache  # many small files are checked in one run
def _compile(name: str) -> Verdict:
    known = entry_schema()["$defs"]
    asked = shape(known[name], known)

    return lambda entry: fits(entry, asked) or not explain(entry, name)


@cache  # 2 ms each
def _judge(name: str) -> "Draft202012Validator":
    from jsonschema_rs import Draft202012Validator

    return Draft202012Validator(definition(name))


def explain(entry: Any, name: str) -> str:
    """`$.path: what was expected` for the failure that tells most; "" for a valid entry."""
    judge = _judge(name)
    try:
        try:
            failures = list(judge.iter_errors(entry))
        except ValueError:  # a key that is no text, or no UTF-8
            failures = list(
                judge.iter_errors(json.loads(json.dumps(entry, ensure_ascii=False).encode(errors="replace")))
            )
    except (ValueError, RecursionError):
        return "nested too deep"
    if not failures:
        return ""
    nearest = min(failures, key=lambda failure: len(failure.instance_path))
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in nearest.instance_path)
    return f"${path}: {_expected(nearest)}"


_KINDS = ("string", "object", "boolean", "integer", "number", "array", "null")


def _expected(failure: "ValidationError") -> str:
    """In our words: those of the library quote the whole value."""
    wanted = failure.kind.value
    if failure.kind.name == "type":
        return f"expected {' or '.join(sorted(wanted, key=_KINDS.index))}"
    if failure.kind.name == "required":
        return f"expected the key {wanted}"
    return f"expected {json.dumps(wanted)}"
