"""E2: references to tools that the request does not carry."""

from collections.abc import Iterator
from typing import Any

from msgfix.edits import Edit, Replace
from msgfix.model import History, kind_of
from msgfix.options import Options
from msgfix.passes.blocks.words import reference_words
from msgfix.rules import Severity, rule


def references(data: dict[str, Any]) -> list[dict[str, Any]]:
    """The tool_reference blocks inside a tool_result."""
    content = data.get("content")
    return [part for part in content if kind_of(part) == "tool_reference"] if isinstance(content, list) else []


def _names_one(part: Any, known: frozenset[str]) -> bool:
    name = part.get("tool_name") if kind_of(part) == "tool_reference" else None
    return kind_of(part) != "tool_reference" or (isinstance(name, str) and name in known)


def _named(part: dict[str, Any]) -> dict[str, Any]:
    return {"type": "text", "text": reference_words(part)}


@rule(
    "name-referenced-tools",
    step="E2",
    severity=Severity.WARNING,
    cures="not found in available tools",
    after={"mend-result-content": "content must be a list of blocks"},
)
def name_referenced_tools(history: History, options: Options) -> Iterator[Edit]:
    """Replace tool_reference blocks by text that names the tool.

    Breaks: a reference is refused without tool search, and with it when the tool is not in `tools`.
    Does: puts a text with the tool's name where the reference stood. With `--feature tool-search` only references
    to tools that are not among `--tools` go.
    Never: empties a result.
    """
    search = "tool-search" in options.features
    if search and options.tools is None:
        return
    names = [tool.get("name") for tool in options.tools or ()] if search else []
    known = frozenset(name for name in names if isinstance(name, str))
    for _, block in history.odd:
        if block.kind != "tool_result":
            continue
        data = block.data
        gone = [part for part in references(data) if not _names_one(part, known)]
        if gone:
            content = [part if _names_one(part, known) else _named(part) for part in data["content"]]
            said = ", ".join(str(part.get("tool_name")) for part in gone)
            yield Replace(block, (block.becomes({**data, "content": content}),), f"tool_reference to {said}")
