"""E8: fields that a block may not have."""

from collections.abc import Callable, Iterator
from typing import Any

from msgfix.edits import Edit, Replace
from msgfix.model import History, kind_of
from msgfix.options import Options
from msgfix.passes.blocks import allow_list as allow
from msgfix.passes.blocks.kinds import SERVER
from msgfix.rules import Severity, rule
from msgfix.targets import limits

# field -> how its value is trimmed, wherever it stands; by kind where the same name means two things.
_VALUES: dict[str, Callable[[Any], Any]] = {"cache_control": allow.mark, "is_error": allow.flag, "source": allow.source}
_DOCUMENT = {"citations": allow.switch, "context": allow.words(None), "title": allow.words(500)}
_BY_KIND: dict[str, dict[str, Callable[[Any], Any]]] = {
    "document": _DOCUMENT,
    "search_result": {"citations": allow.switch, "source": lambda value: value},
    "text": {"citations": allow.citations},
}
# Null in these is not a field too many but a fault of its own, or part of what a server sealed.
_NEVER_GONE = frozenset({"data", "id", "input", "name", "page_age", "retrieved_at", "signature", "thinking"})
# field that holds blocks -> the kinds whose field it is
_NESTING = {"content": SERVER | {"tool_result", "search_result", "web_fetch_result", "code_execution_result"}}


class Trimmer:
    """Trims blocks, and the blocks inside them, to what the target takes."""

    def __init__(self, extras: bool) -> None:
        self.extras = extras

    def block(self, data: dict[str, Any], cites: bool) -> dict[str, Any]:
        """The block without what it may not have. `cites`: may a text here carry citations?"""
        kind = kind_of(data)
        fields = allow.FIELDS.get(kind, allow.OTHER_RESULT if kind in SERVER else None)
        if fields is None:
            return data
        kept: dict[str, Any] = {}
        for key, value in data.items():
            if key in fields:
                new = self._value(kind, key, value, cites)
                if new is not allow.GONE:
                    kept[key] = new
        same = len(kept) == len(data) and all(kept[key] is value for key, value in data.items())
        return data if same else kept

    def _value(self, kind: str, key: str, value: Any, cites: bool) -> Any:
        if key == "citations" and kind == "text" and not cites:
            return allow.GONE
        if key in allow.NEWER and not self.extras and kind != "tool_use":  # calls: see call_fields.py
            return allow.GONE
        if value is None:
            nullable = key in allow.NULLABLE or (key == "citations" and kind in ("text", "document"))
            required = key in _NEVER_GONE
            return value if required or (nullable and self.extras) else allow.GONE
        if key in _NESTING and kind in _NESTING[key]:
            return self._parts(value)
        if key == "source" and isinstance(value, dict) and value.get("type") == "content":
            return self._source(value)
        trim = _BY_KIND.get(kind, {}).get(key) or _VALUES.get(key)
        return trim(value) if trim else value

    def _source(self, value: dict[str, Any]) -> dict[str, Any]:
        """A source that holds blocks of its own."""
        kept = allow.source(value)
        parts = self._parts(kept.get("content"))
        return kept if parts is kept.get("content") else {**kept, "content": parts}

    def _parts(self, value: Any) -> Any:
        if isinstance(value, dict):
            return self.block(value, cites=False)
        if not isinstance(value, list):
            return value
        parts = [self.block(part, cites=False) if isinstance(part, dict) else part for part in value]
        return value if all(new is old for new, old in zip(parts, value, strict=True)) else parts


@rule(
    "allow-known-fields",
    step="E8",
    severity=Severity.ERROR,
    on_disk=True,
    cures="Extra inputs are not permitted",
    after={
        "translate-foreign-blocks": "an unknown block has no list of fields",
        "trim-calls": "the leftovers that every client strips from calls are no fault",
        "move-misplaced-blocks": "the assistant may cite, the user may not",
    },
)
def allow_known_fields(history: History, options: Options) -> Iterator[Edit]:
    """Keep of every block the fields that the API knows.

    Breaks: ids, indexes, annotations and other notes that a program stored with a block; null where it is illegal.
    Does: drops every field that is not on the list, inside results, sources, citations and cache marks too.
    Never: looks into the input of a call, or changes thinking and its signature.
    """
    trimmer = Trimmer(limits(options.target, options.model).extras)
    for message, block in history.odd:
        data = block.data
        if not isinstance(data, dict):
            continue
        new = trimmer.block(data, cites=message.role == "assistant")
        if new is not data:
            gone = ", ".join(sorted(map(str, data.keys() - new.keys()))) or "fields inside it"
            yield Replace(block, (block.becomes(new),), f"without {gone}")
