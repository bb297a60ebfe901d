"""E8: documents that are cited, and documents that are not."""

from collections.abc import Iterator
from typing import Any

from msgfix.edits import Edit, Replace
from msgfix.model import Block, History, kind_of
from msgfix.options import Options
from msgfix.rules import Severity, rule

_CITED = ("document", "search_result")
ON = {"enabled": True}


def _is_on(data: dict[str, Any]) -> bool:
    setting = data.get("citations")
    return isinstance(setting, dict) and setting.get("enabled") is True


def _cited(data: Any) -> list[dict[str, Any]]:
    """The documents and search results that a block is or holds."""
    content = data.get("content") if kind_of(data) == "tool_result" else None
    parts = content if isinstance(content, list) else [data]
    return [part for part in parts if kind_of(part) in _CITED]


def _switched(part: Any, kinds: set[str]) -> Any:
    return {**part, "citations": ON} if kind_of(part) in kinds and not _is_on(part) else part


def _with_citations(block: Block, kinds: set[str]) -> Block | None:
    """The block with citations on in all that it is or holds; None when that is so."""
    data = block.data
    if all(_is_on(part) for part in _cited(data) if kind_of(part) in kinds):
        return None
    if block.kind == "tool_result":
        return block.becomes({**data, "content": [_switched(part, kinds) for part in data["content"]]})
    return block.becomes(_switched(data, kinds))


@rule(
    "match-citations",
    step="E8",
    severity=Severity.ERROR,
    on_disk=True,
    after={"allow-known-fields": "a setting must have a legal shape before it is compared"},
)
def match_citations(history: History, options: Options) -> Iterator[Edit]:
    """Switch citations on in all documents when they are on in one.

    Breaks: documents with citations beside documents without them, in one request; search results alike.
    Does: switches them on everywhere, so that what was cited stays citable.
    Never: switches them on where no document has them on.
    """
    holding = [(block, parts) for _, block in history.odd if (parts := _cited(block.data))]
    kinds = {kind_of(part) for _, parts in holding for part in parts if _is_on(part)}
    for block, _ in holding if kinds else ():
        new = _with_citations(block, kinds)
        if new is not None:
            yield Replace(block, (new,), "citations are on in another one")
