"""A glance at an entry: is it valid beyond doubt?

The definitions of schemas/entry.schema.json say little but which keys there are and of what types. That much is read
from a table here; the schema library, which takes longer to import than a small session to read, is asked about the
rest. tests/transcript/test_glance.py proves that the two never differ.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct


class _Absent:
    """The kind of a key that is not there."""


Kinds = frozenset[type]
_ABSENT = _Absent()
_KINDS: dict[str, Kinds] = {
    "object": frozenset({dict}),
    "array": frozenset({list}),
    "string": frozenset({str}),
    "boolean": frozenset({bool}),
    "null": frozenset({type(None)}),
    "integer": frozenset({int}),  # 1.0 is one too, but not beyond doubt
    "number": frozenset({int, float}),
}
_ANY = frozenset[type]().union(*_KINDS.values())
_READ = frozenset({"type", "const", "required", "properties", "items", "allOf", "$ref", "description"})


class Shape(Struct, frozen=True):
    """What is asked of a value: its kind; the one string that it may be; the kinds of its keys; the shapes of some."""

    kinds: Kinds
    word: str | None
    keys: tuple[tuple[str, Kinds], ...]
    inner: tuple[tuple[str, "Shape"], ...]
    items: "Shape | None"

    @property
    def is_deep(self) -> bool:
        """More is asked than the kind."""
        return bool(self.word or self.keys or self.items)


def shape(schema: dict[str, Any], definitions: dict[str, Any]) -> Shape:
    """What a schema asks. Raises KeyError for one that says more than fits here."""
    parts = list(_parts(schema, definitions))
    kinds, required, properties = _ANY, set[str](), dict[str, list[Any]]()
    for part in parts:
        if "type" in part:
            names = [part["type"]] if isinstance(part["type"], str) else part["type"]
            kinds &= frozenset[type]().union(*(_KINDS[name] for name in names))
        required.update(part.get("required", ()))
        for key, inner in part.get("properties", {}).items():
            properties.setdefault(key, []).append(inner)
    shapes = {key: shape({"allOf": properties.get(key, [])}, definitions) for key in (*properties, *required)}
    return Shape(
        kinds,
        next((part["const"] for part in parts if "const" in part), None),
        tuple((key, one.kinds if key in required else one.kinds | {_Absent}) for key, one in shapes.items()),
        tuple((key, one) for key, one in shapes.items() if one.is_deep),
        next((shape(part["items"], definitions) for part in parts if "items" in part), None),
    )


def _parts(schema: dict[str, Any], definitions: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A schema, and all that it refers to for the same value."""
    if unread := schema.keys() - _READ:
        raise KeyError(*unread)
    yield schema
    for other in schema.get("allOf", ()):
        yield from _parts(other, definitions)
    if "$ref" in schema:
        yield from _parts(definitions[schema["$ref"].removeprefix("#/$defs/").replace("~1", "/")], definitions)


def fits(value: Any, asked: Shape) -> bool:
    """True for a value that is valid beyond doubt."""
    if type(value) not in asked.kinds:
        return False
    if asked.word is not None:
        return bool(value == asked.word)
    if type(value) is dict:
        for key, kinds in asked.keys:
            if type(value.get(key, _ABSENT)) not in kinds:
                return False
        for key, inner in asked.inner:
            if key in value and not fits(value[key], inner):
                return False
    elif asked.items is not None and type(value) is list:
        return all(fits(item, asked.items) for item in value)
    return True
