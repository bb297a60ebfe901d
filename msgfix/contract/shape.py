"""The shape of messages: what the schemas of `schemas/` have against one, and a quick look that tells plain content."""

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from msgfix.schemas import read

if TYPE_CHECKING:
    from jsonschema_rs import Draft202012Validator, ValidationError

_BASE = "msgfix:///"


@cache
def schema(name: str) -> Any:
    """The schema file `name` (`messages.schema.json`, `blocks/text.json`), parsed. Never write to it."""
    return json.loads(read(name))


@cache
def _validator() -> "Draft202012Validator":
    from jsonschema_rs import Draft202012Validator

    return Draft202012Validator(
        {"$ref": "messages.schema.json#/$defs/message"},
        base_uri=_BASE + "root.json",
        retriever=lambda uri: schema(uri.removeprefix(_BASE)),
    )


def errors(message: dict[str, Any]) -> "list[ValidationError]":
    """What the schema has against one message. Raises ValueError for what is no JSON, or is nested too deep."""
    try:
        return list(_validator().iter_errors(message))
    except (TypeError, RecursionError) as error:
        raise ValueError(str(error)) from error
