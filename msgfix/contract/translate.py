"""What the schema has against a message, in the API's words and under the contract's rules."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from msgfix.contract.place import clean
from msgfix.contract.shape import schema
from msgfix.contract.spot import Spot, spot_at, words
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


class Fault(Struct, frozen=True):
    """One thing wrong: the rule, the way to it inside the message, and what fills in the words.

    `says`: the words behind `{path}: `; None for those of the rule itself, of which `wording` is the number.
    """

    rule: str
    keys: tuple[str | int, ...]
    says: str | None = None
    wording: int = 0
    fill: tuple[tuple[str, str], ...] = ()


def translate(error: "ValidationError", message: dict[str, Any]) -> Iterator[Fault]:
    """The faults behind one error of the schema."""
    spot, keys, value = spot_at(error.absolute_keyword_location or ""), tuple(error.instance_path), error.kind.as_dict()
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
        yield Fault(_own(spot, error.instance, message), keys, None if fill else words(spot), fill=fill)


def _missing(spot: Spot, keys: tuple[str | int, ...], name: str) -> str:
    if not keys and name in ("role", "content"):
        return f"{name}-required"
    if name == "type" and spot.rule in ("block-is-object", "tool-result-content-type"):
        return "block-type-required"
    return str(spot.near.get("properties", {}).get(name, {}).get("x-rule", spot.rule))


def _extra(spot: Spot, keys: tuple[str | int, ...], name: str) -> str:
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


def _tag(spot: Spot, keys: tuple[str | int, ...], kind: Any, message: dict[str, Any]) -> Fault:
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


def _own(spot: Spot, value: Any, message: dict[str, Any]) -> str:
    if spot.rule == "text-nonempty" and message.get("role") == "system":
        return "system-content-nonempty"
    return "encrypted-content" if spot.rule == "block-extra-field" and value == "" else spot.rule


def _role(value: Any) -> str:
    return clean(value) if isinstance(value, str) else clean(repr(value))
