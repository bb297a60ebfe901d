"""What fits at a glance is valid, and what is plainly valid fits."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from msgfix.transcript.glance import fits, shape
from msgfix.transcript.validate import definition, entry_schema

DEFINITIONS = entry_schema()["$defs"]
SHAPES = {name: shape(schema, DEFINITIONS) for name, schema in DEFINITIONS.items()}
JUDGES = {name: Draft202012Validator(definition(name)) for name in DEFINITIONS}
MADE: dict[str, st.SearchStrategy[Any]] = {
    "object": st.just({}),
    "array": st.lists(st.one_of(st.just({"type": "text"}), st.text(max_size=2)), max_size=2),
    "string": st.text(max_size=2),
    "boolean": st.booleans(),
    "null": st.none(),
    "integer": st.integers(),
    "number": st.floats(allow_nan=False, allow_infinity=False),
}
ANY = st.one_of(*MADE.values())


def resolved(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """A schema and all that it refers to for the same value."""
    others = list(schema.get("allOf", ()))
    if "$ref" in schema:
        others.append(DEFINITIONS[schema["$ref"].removeprefix("#/$defs/").replace("~1", "/")])
    return [schema, *(found for other in others for found in resolved(other))]


@st.composite
def values(draw: st.DrawFn, schemas: list[dict[str, Any]]) -> Any:
    """Mostly what the schemas ask for, now and then anything."""
    if draw(st.integers(0, 19)) == 0:
        return draw(ANY)
    every = [one for schema in schemas for one in resolved(schema)]
    if words := [one["const"] for one in every if "const" in one]:
        return words[0]
    kinds = next((one["type"] for one in every if "type" in one), "object")
    kind = draw(st.sampled_from([kinds] if isinstance(kinds, str) else kinds))
    if kind != "object":
        return draw(MADE[kind])
    keys: dict[str, list[dict[str, Any]]] = {}
    for one in every:
        for key, inner in one.get("properties", {}).items():
            keys.setdefault(key, []).append(inner)
    return {key: draw(values(inner)) for key, inner in keys.items() if draw(st.integers(0, 9))}


@pytest.mark.parametrize("name", DEFINITIONS)
def test_what_fits_is_valid(name: str) -> None:
    @settings(max_examples=15)
    @given(values([DEFINITIONS[name]]))
    def agree(entry: Any) -> None:
        valid = JUDGES[name].is_valid(entry)
        fit = fits(entry, SHAPES[name])
        assert valid or not fit
        assert fit or not valid or holds_whole_float(entry)

    agree()


def holds_whole_float(value: Any) -> bool:
    """An integer, for JSON Schema, but not at a glance."""
    if isinstance(value, dict):
        return any(map(holds_whole_float, value.values()))
    return isinstance(value, float) and value.is_integer()


def test_a_schema_that_says_more_is_not_for_a_glance() -> None:
    with pytest.raises(KeyError, match="pattern"):
        shape({"type": "string", "pattern": "x"}, {})
