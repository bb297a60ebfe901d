"""Which fields a block may have. https://platform.claude.com/docs/en/api/messages/create

Nothing here is shared with the checker of the contract: the two must be able to disagree.
A function that trims gives the very same object back when there is nothing to trim, and GONE when nothing may stay.
"""

from collections.abc import Callable
from typing import Any

GONE = object()

_ALLOWED = {
    "browser_state": "tabs state_changes cache_control",
    "container_upload": "file_id cache_control",
    "document": "source title context citations cache_control",
    "fallback": "from to trigger",
    "image": "source transformations cache_control",
    "redacted_thinking": "data",
    "search_result": "source title content citations cache_control",
    "server_tool_use": "id name input caller cache_control",
    "text": "text citations cache_control",
    "thinking": "thinking signature",
    "tool_reference": "tool_name cache_control",
    "tool_result": "tool_use_id content is_error toolset_name cache_control",
    "tool_use": "id name input caller toolset_name cache_control",
    "web_fetch_tool_result": "tool_use_id content caller cache_control",
    "web_search_tool_result": "tool_use_id content caller cache_control",
    # inside the results of server tools
    "advisor_redacted_result": "encrypted_content stop_reason",
    "advisor_result": "text stop_reason",
    "bash_code_execution_output": "file_id",
    "bash_code_execution_result": "content return_code stderr stdout",
    "code_execution_output": "file_id",
    "code_execution_result": "content return_code stderr stdout",
    "encrypted_code_execution_result": "content encrypted_stdout return_code stderr",
    "tool_search_tool_search_result": "tool_references",
    "web_fetch_result": "url content retrieved_at",
    "web_search_result": "encrypted_content title url page_age",
}
FIELDS = {kind: frozenset(("type", *fields.split())) for kind, fields in _ALLOWED.items()}
OTHER_RESULT = frozenset({"type", "tool_use_id", "content", "cache_control"})

_SOURCES = {
    "base64": "media_type data",
    "content": "content",
    "file": "file_id",
    "text": "media_type data",
    "url": "url",
}
SOURCES = {kind: frozenset(("type", *fields.split())) for kind, fields in _SOURCES.items()}

_CITATIONS = {
    "char_location": "cited_text document_index document_title start_char_index end_char_index",
    "content_block_location": "cited_text document_index document_title start_block_index end_block_index",
    "page_location": "cited_text document_index document_title start_page_number end_page_number",
    "search_result_location": "cited_text search_result_index source title start_block_index end_block_index",
    "web_search_result_location": "cited_text encrypted_index title url",
}
CITATIONS = {kind: frozenset(("type", *fields.split())) for kind, fields in _CITATIONS.items()}

# Fields that only newer schemas know, and fields that may be null there.
NEWER = frozenset({"caller", "toolset_name", "transformations"})
NULLABLE = frozenset({"cache_control", "context", "page_age", "retrieved_at", "title", "toolset_name"})


def keep(data: dict[str, Any], fields: frozenset[str]) -> dict[str, Any]:
    """The object with these fields only."""
    return data if data.keys() <= fields else {key: value for key, value in data.items() if key in fields}


def mark(value: Any) -> Any:
    """A cache_control of legal shape."""
    if not isinstance(value, dict) or value.get("type") != "ephemeral":
        return GONE
    value = keep(value, frozenset({"type", "ttl"}))
    return value if value.get("ttl", "5m") in ("5m", "1h") else keep(value, frozenset({"type"}))


def citations(value: Any) -> Any:
    """The citations of an assistant's text: those that are whole."""
    if not isinstance(value, list):
        return GONE
    kept = [trimmed for item in value if (trimmed := _citation(item)) is not None]
    if all(one is other for one, other in zip(kept, value, strict=False)) and len(kept) == len(value):
        return value
    return kept or GONE


def _citation(item: Any) -> dict[str, Any] | None:
    kind = item.get("type") if isinstance(item, dict) else None
    fields = CITATIONS.get(kind) if isinstance(kind, str) else None
    return keep(item, fields) if fields and fields <= item.keys() else None


def switch(value: Any) -> Any:
    """The citations of a document: on or off."""
    if not isinstance(value, dict) or not isinstance(value.get("enabled", False), bool):
        return GONE
    return keep(value, frozenset({"enabled"}))


def source(value: Any) -> Any:
    kind = value.get("type") if isinstance(value, dict) else None
    return keep(value, SOURCES[kind]) if isinstance(kind, str) and kind in SOURCES else value


def flag(value: Any) -> Any:
    """is_error, told by other programs as a number or a word."""
    if isinstance(value, bool):
        return value
    return True if value in (1, "true", "True") else GONE


def words(longest: int | None) -> Callable[[Any], Any]:
    """A text that is not empty, cut to a length."""

    def trim(value: Any) -> Any:
        if not isinstance(value, str) or not value:
            return GONE
        return value if longest is None or len(value) <= longest else value[:longest]

    return trim
