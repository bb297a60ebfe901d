"""The types of the `anthropic` package as an independent judge of the shape: what they refuse, the schemas refuse."""

import importlib
import pkgutil
from collections.abc import Iterator
from copy import deepcopy
from functools import reduce
from operator import or_
from typing import Any, get_args

import pytest
from contract_examples import EXAMPLES
from hypothesis import given
from hypothesis import strategies as st

from msgfix.contract.place import spell
from msgfix.contract.shape import errors
from msgfix.contract.translate import translate

pydantic: Any = pytest.importorskip("pydantic")
types: Any = pytest.importorskip("anthropic.types.beta")
typing_extensions: Any = pytest.importorskip("typing_extensions")

# Where the schemas refuse and the types do not, and why.
_LOOSER_TYPES = {
    "block-role-assistant-only": "the types have one union of blocks for both roles",
    "block-role-user-only": "the types have one union of blocks for both roles",
    "document-in-assistant": "the types have one union of blocks for both roles",
    "block-type-known": "the union has blocks that stand inside others only",
    "system-block-types": "the types have one union of blocks for all roles",
    "tool-change-blocks": "the types have one union of blocks for all roles",
    "system-clear-at": "the types have one message for all roles",
    "message-extra-field": "the types have one message for all roles",
    "content-required": "the types let any message be without content",
    "text-nonempty": "types know no lengths",
    "encrypted-content": "types know no lengths",
    "citation-fields": "types know no lengths and no ranges",
    "document-shape": "types know no lengths",
    "browser-state": "types know no lengths and no patterns",
    "tool-use-name": "types know no lengths",
    "tool-id-pattern": "types know no patterns",
    "server-tool-id-pattern": "types know no patterns",
    "toolset-name": "types know no patterns",
    "tool-reference-defined": "types know no patterns",
    "compaction-unchanged": "types know no lengths",
    "image-base64": "the types take bytes and files too, and encode them",
    "pdf-valid": "the types take bytes and files too, and encode them",
    "tool-result-content-type": "for a list the types take whatever can be iterated, an empty object too",
    "cache-forbidden-block": "pydantic takes the branch of a union that fits best",
}


@pytest.fixture(scope="module")
def adapters() -> Iterator[Any]:
    """Validates an array by the package's types, with unknown keys forbidden as the API forbids them."""
    touched = _typed_dicts()
    for each in touched:
        each.__pydantic_config__ = {"extra": "forbid", "arbitrary_types_allowed": True}
    # The union of blocks also holds the response models, which take any key: a block has to fit without them.
    params = [each for each in get_args(types.BetaContentBlockParam) if typing_extensions.is_typeddict(each)]
    yield pydantic.TypeAdapter(list[types.BetaMessageParam]), pydantic.TypeAdapter(reduce(or_, params))
    for each in touched:
        del each.__pydantic_config__


def _typed_dicts() -> list[Any]:
    found: dict[int, Any] = {}
    for package in ("anthropic.types", "anthropic.types.beta"):
        for module in pkgutil.iter_modules(importlib.import_module(package).__path__):
            if module.name.endswith("_param"):
                values = vars(importlib.import_module(f"{package}.{module.name}")).values()
                found.update({id(each): each for each in values if typing_extensions.is_typeddict(each)})
    return list(found.values())


def _consume(value: Any) -> None:
    """The types say Iterable, which pydantic checks only as it is read."""
    if isinstance(value, dict):
        for inner in value.values():
            _consume(inner)
    elif hasattr(value, "__iter__") and not isinstance(value, str | bytes):
        for inner in value:
            _consume(inner)


def _types_take(adapters: Any, array: Any) -> bool:
    try:
        messages, blocks = adapters
        _consume(messages.validate_python(array, strict=True))
        for message in array:
            content = message.get("content", [])
            for block in content if isinstance(content, list) else []:
                _consume(blocks.validate_python(block, strict=True))
    except (pydantic.ValidationError, UnicodeEncodeError):
        return False
    return True


def _faults(array: list[Any]) -> dict[str, str]:
    """The rules that the schemas see broken, each with one place."""
    found = {}
    for index, message in enumerate(array):
        if not isinstance(message, dict):
            found["message-is-object"] = str(index)
            continue
        for error in errors(message):
            found.update({each.rule: spell(index, message, each.keys) for each in translate(error, message)})
    return found


def _compare(adapters: Any, array: list[Any]) -> None:
    faults = _faults(array)
    if _types_take(adapters, array):
        assert not faults.keys() - _LOOSER_TYPES.keys(), faults
    else:
        assert faults, array


ARRAYS = [
    array
    for example in EXAMPLES
    for array in (example.bad, example.good)
    if isinstance(array, list) and len(str(array)) < 5000 and not example.rule.startswith("json-")
]


def test_types_and_schemas_agree_on_the_examples(adapters: Any) -> None:
    for array in ARRAYS:
        _compare(adapters, array)


def _slots(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """All places in an array, those inside a call's input aside: anything may stand there."""
    yield path
    if isinstance(value, dict):
        for key in value:
            if key not in ("input", "output_config", "trigger", "tool_changes", "input_schema", "definition", "tools"):
                yield from _slots(value[key], (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _slots(inner, (*path, index))


@given(st.data())
def test_types_and_schemas_agree_when_something_is_changed(adapters: Any, data: st.DataObject) -> None:
    array = deepcopy(data.draw(st.sampled_from(ARRAYS)))
    *way, last = data.draw(st.sampled_from([path for path in _slots(array) if path] or [(0,)]))
    holder: Any = array
    for key in way:
        holder = holder[key]
    junk: Any = st.sampled_from([None, True, 3, 1.5, "word", [], {"k": 1}, [{}], {"type": "text"}])
    if data.draw(st.booleans()) or not isinstance(holder, dict):
        if not array:
            return
        holder[last] = data.draw(junk)
    else:
        del holder[last]
    _compare(adapters, array)
