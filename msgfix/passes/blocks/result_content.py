"""E9: what stands inside tool_result blocks."""

from collections.abc import Iterator
from typing import Any

from msgfix.edits import Edit, Replace
from msgfix.model import History, kind_of
from msgfix.options import Options
from msgfix.passes.blocks.foreign import translate, whole
from msgfix.passes.blocks.kinds import taken_in_results
from msgfix.passes.blocks.mend_shapes import shaped
from msgfix.passes.blocks.words import json_text, told
from msgfix.rules import Severity, rule


def mend_parts(parts: list[Any], known: frozenset[str]) -> list[dict[str, Any]]:
    """The parts of a result as blocks that may stand there."""
    mended: list[dict[str, Any]] = []
    for part in map(shaped, parts):
        if part is not None:
            mended.extend([part] if kind_of(part) in known and whole(part) else translate(part))
    if len({kind_of(part) == "search_result" for part in mended}) == 2:  # all of them or none
        mended = [_search_text(part) if kind_of(part) == "search_result" else part for part in mended]
    return mended


def _search_text(part: dict[str, Any]) -> dict[str, Any]:
    return {"type": "text", "text": f"[{part['title']}] {part['source']}\n{told(part['content'])}"}


def mend_content(content: Any, known: frozenset[str]) -> Any:
    """The content of a tool_result: a string, or a list of blocks; None when there is none."""
    if isinstance(content, str) or content is None:
        return content
    if isinstance(content, dict) and kind_of(content):
        content = [content]
    if not isinstance(content, list):
        return json_text(content)
    mended = mend_parts(content, known)
    return mended if len(mended) != len(content) or mended != content else content


@rule(
    "mend-result-content",
    step="E9",
    severity=Severity.ERROR,
    on_disk=True,
    cures="tool_result.content: Input should be a valid string",
    after={"mend-shapes": "a result may be told by its keys alone"},
)
def mend_result_content(history: History, options: Options) -> Iterator[Edit]:
    """Make the content of every result a string or a list of blocks that may stand there.

    Breaks: null, numbers and objects as content; MCP resources, links and audio; a block without a type.
    Does: writes the readable part as text, and what holds an image or a PDF as such a block.
    Never: touches the texts, images and documents beside them.
    """
    known = taken_in_results(options)
    for _, block in history.odd:
        if block.kind != "tool_result" or "content" not in block.data:
            continue
        content = block.data["content"]
        new = mend_content(content, known)
        if new is None:
            rest = {key: value for key, value in block.data.items() if key != "content"}
            yield Replace(block, (block.becomes(rest),), "null is no content")
        elif new is not content:
            yield Replace(block, (block.becomes({**block.data, "content": new}),), "content that cannot be sent")
