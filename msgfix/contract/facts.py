"""From blocks to facts: what the rules over turns need to know of a block."""

from collections.abc import Iterator
from typing import Any

from msgfix.contract.place import tag_of
from msgfix.contract.turns import At, Fact

_CALLS = ("tool_use", "server_tool_use", "mcp_tool_use")


def facts_of(index: int, content: Any) -> list[Fact]:
    """One fact per block; one of no kind for whatever is no block, so that it counts as something."""
    if isinstance(content, str):
        return [Fact("text", None, index, 0, ragged=content[-1:].isspace())] if content else []
    if isinstance(content, list):
        return [_fact(block, index, place) for place, block in enumerate(content)]
    return [Fact("", None, index, 0)]


def _fact(block: Any, index: int, place: int) -> Fact:
    if not isinstance(block, dict):
        return Fact("", None, index, place)
    kind, text, content, caller = (block.get(key) for key in ("type", "text", "content", "caller"))
    nested = content if isinstance(content, list) else []
    return Fact(
        kind if isinstance(kind, str) else "",
        _text(block.get("id") if kind in _CALLS else block.get("tool_use_id", block.get("id"))),
        index,
        place,
        name=_text(block.get("name")),
        toolset=_text(block.get("toolset_name")),
        caller=_text(caller.get("tool_id")) if isinstance(caller, dict) else None,
        inner=tuple(kind_of(item) for item in nested) if kind == "tool_result" else (),
        ragged=isinstance(text, str) and text[-1:].isspace(),
    )


def kind_of(block: Any) -> str:
    """The type of a block; "" when it has none."""
    return _text(block.get("type") if isinstance(block, dict) else None) or ""


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def walk(block: Any, at: At) -> Iterator[tuple[dict[str, Any], At]]:
    """The block and the blocks inside it (in a result, in a document, in what was fetched), each with its place."""
    if not isinstance(block, dict):
        return
    yield block, at
    base, kind = f"{at.path}.{tag_of(block) or ''}", kind_of(block)
    for inner, path in _children(block, base):
        yield from walk(inner, At(path, at.role, kind))


def _children(block: dict[str, Any], base: str) -> Iterator[tuple[Any, str]]:
    content, source = block.get("content"), block.get("source")
    if isinstance(content, list):
        yield from ((item, f"{base}.content.{place}") for place, item in enumerate(content))
    elif isinstance(content, dict) and isinstance(content.get("content"), dict):  # what web_fetch read
        yield content["content"], f"{base}.content.{tag_of(content) or ''}.content"
    if isinstance(source, dict) and isinstance(source.get("content"), list):
        yield from ((item, f"{base}.source.content.content.{n}") for n, item in enumerate(source["content"]))
