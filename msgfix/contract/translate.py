"""What the schema has against a message, in the API's words and under the contract's rules.

The schemas carry the rule beside the keyword (`x-rule`) and, where the API's words are special, those too (`x-says`).
"""

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from msgspec import Struct

from msgfix.contract.place import clean
from msgfix.contract.shape import schema
from msgfix.targets import ALL_BLOCKS

if TYPE_CHECKING:
    from jsonschema_rs import ValidationError

ROLE_RULES = frozenset(
    {"block-role-user-only", "document-in-assistant", "block-role-assistant-only", "system-block-types"}
    | {"tool-change-blocks", "block-type-known"}
)
_NESTED_ONLY = frozenset({"tool_reference", "browser_state"})
_CHANGES = frozenset({"tool_addition", "tool_removal"})
_OWN_EXTRAS = frozenset({"cache-shape", "system-output-config", "caller-shape", "image-transformations"})
_KINDS = {"string": "a valid string", "object": "an object", "array": "a valid array", "boolean": "a valid boolean"}


class Fault(Struct, frozen=True):
    """One thing wrong: the rule, the way to it inside the message, and what fills in the words.

    `says`: the words behind `{path}: `; None for those of the rule itself, of which `wording` is the number.
    """

    rule: str
    keys: tuple[str | int, ...]
    says: str | None = None
    wording: int = 0
    fill: tuple[tuple[str, str], ...] = ()


class _Spot(Struct, frozen=True):
    keyword: str
    rule: str
    says: str | None
    near: dict[str, Any]  # the subschema that the keyword stands in


@cache
def _spot(location: str) -> _Spot:
    """Find a failed keyword in the schema files: `msgfix:///blocks/text.json#/properties/text/minLength`."""
    uri, _, pointer = location.partition("#/")
    here = schema(uri.removeprefix("msgfix:///"))
    rule = here.get("x-rule", "block-extra-field")
    *way, keyword = [unquote(part).replace("~1", "/").replace("~0", "~") for part in pointer.split("/")]
    for part in way:
        here = here[int(part)] if isinstance(here, list) else here[part]
        if isinstance(here, dict):
            rule = here.get("x-rule", rule)
    says = here.get("x-says")
    if keyword in ("required", "additionalProperties") or (keyword == "type" and here.get("type") == "string"):
        says = None
    return _Spot(keyword, rule, says, here)


def translate(error: "ValidationError", message: dict[str, Any]) -> Iterator[Fault]:
    """The faults behind one error of the schema."""
    spot, keys, value = _spot(error.absolute_keyword_location or ""), tuple(error.instance_path), error.kind.as_dict()
    if "property" in value:
        name = value["property"]
        yield Fault(_missing(spot, keys, name), (*keys, name), "Field required")
    elif "unexpected" in value:
        for name in value["unexpected"]:
            yield Fault(_extra(spot, keys, name), (*keys, name), "Extra inputs are not permitted")
    elif error.instance is None and _optional(message, keys):
        yield Fault("block-null-field", keys)
    elif spot.keyword == "enum" and keys and keys[-1] == "type" and spot.rule.startswith(("block-", "tool-result-")):
        yield _tag(spot, keys, error.instance, message)
    else:
        fill = (("role", _role(error.instance)),) if spot.rule == "role-known" else ()
        yield Fault(_own(spot, error.instance, message), keys, None if fill else _words(spot), fill=fill)


def _missing(spot: _Spot, keys: tuple[str | int, ...], name: str) -> str:
    if not keys and name in ("role", "content"):
        return f"{name}-required"
    if name == "type" and spot.rule in ("block-is-object", "tool-result-content-type"):
        return "block-type-required"
    return str(spot.near.get("properties", {}).get(name, {}).get("x-rule", spot.rule))


def _extra(spot: _Spot, keys: tuple[str | int, ...], name: str) -> str:
    if not keys:
        return "message-extra-field"
    if spot.rule in _OWN_EXTRAS:
        return spot.rule
    return "cache-forbidden-block" if name == "cache_control" else "block-extra-field"


def _optional(message: dict[str, Any], keys: tuple[str | int, ...]) -> bool:
    """Whether the last key is a field that its block could also do without."""
    here: Any = message
    for key in keys[:-1]:
        here = here[key]
    kind = here.get("type") if isinstance(here, dict) and here is not message else None
    if not isinstance(kind, str) or kind not in ALL_BLOCKS:
        return False
    return keys[-1] not in schema(f"blocks/{kind}.json")["required"]


def _tag(spot: _Spot, keys: tuple[str | int, ...], kind: Any, message: dict[str, Any]) -> Fault:
    """A block of a type that has no place here: in no message, or not in one of this role."""
    block, role = keys[:-1], message.get("role")
    fill = (("kind", clean(str(kind))), ("tags", ", ".join(repr(tag) for tag in sorted(spot.near["enum"]))))
    known = isinstance(kind, str) and kind in ALL_BLOCKS - _NESTED_ONLY
    rule, wording = spot.rule, 0
    if rule == "block-type-known" and known:
        if role == "system":
            rule = "system-block-types"
        elif kind in _CHANGES:
            rule = "tool-change-blocks"
        elif role == "assistant":
            rule = "document-in-assistant" if kind == "document" else "block-role-user-only"
            wording = int(kind == "tool_result")
        else:
            rule, wording = "block-role-assistant-only", int(kind in ("thinking", "redacted_thinking"))
    return Fault(rule, block, None, wording, fill)


def _own(spot: _Spot, value: Any, message: dict[str, Any]) -> str:
    if spot.rule == "text-nonempty" and message.get("role") == "system":
        return "system-content-nonempty"
    return "encrypted-content" if spot.rule == "block-extra-field" and value == "" else spot.rule


def _role(value: Any) -> str:
    return clean(value) if isinstance(value, str) else clean(repr(value))


def _words(spot: _Spot) -> str | None:
    """The words that the API has for a failed keyword; None: those of the rule itself."""
    if spot.says:
        return spot.says
    limit = spot.near.get(spot.keyword)
    match spot.keyword:
        case "type":
            first = limit if isinstance(limit, str) else limit[0] if limit else ""
            return f"Input should be {_KINDS.get(first, f'a valid {first}')}"
        case "const":
            return f"Input should be {limit!r}"
        case "enum":
            *most, last = [repr(value) for value in limit or ()]
            return f"Input should be {', '.join(most)} or {last}" if most else f"Input should be {last}"
        case "minLength":
            return None if spot.rule == "text-nonempty" else f"String should have at least {limit} character"
        case "maxLength":
            return f"String should have at most {limit} characters"
        case "minimum":
            return f"Input should be greater than or equal to {limit}"
        case "maxItems" | "minItems":
            return f"List should have at {'most' if spot.keyword == 'maxItems' else 'least'} {limit} items"
    return "Input should be valid"
