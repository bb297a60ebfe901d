"""Where in the schema files a keyword failed, and what the API says to that.

The schemas carry the rule beside the keyword (`x-rule`) and, where the API's words are special, those too (`x-says`).
"""

from functools import cache
from typing import Any
from urllib.parse import unquote

from msgspec import Struct

from msgfix.contract.shape import schema

_KINDS = {"string": "a valid string", "object": "an object", "array": "a valid array", "boolean": "a valid boolean"}


class Spot(Struct, frozen=True):
    """A failed keyword. `says`: the words of the schema for it. `near`: the subschema that it stands in."""

    keyword: str
    rule: str
    says: str | None
    near: dict[str, Any]


@cache
def spot_at(location: str) -> Spot:
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
    return Spot(keyword, rule, says, here)


def words(spot: Spot) -> str | None:
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
