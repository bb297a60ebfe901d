"""Options: the one value that every layer takes whole."""

from typing import Any, Literal, get_args

from msgspec import Struct

from msgfix.errors import UsageError

Target = Literal["portable", "anthropic", "bedrock", "vertex"]
OrphanResults = Literal["call", "text", "drop"]
Thinking = Literal["auto", "keep", "drop"]
Oversize = Literal["fit", "placeholder", "error"]
End = Literal["any", "user"]

FEATURES = {
    "advisor": "advisor blocks stay (the request carries the advisor beta)",
    "defer-tool-reference": "texts beside tool_reference blocks move to the next user message",
    "fit-request": "the oldest media go until the request fits the byte limit of the target",
    "fold-reminders": "system reminders move into the last tool_result of their message",
    "history-snip": "entries that a snip marker names are hidden; user messages end with an id tag",
    "tool-search": "tool_reference and caller stay (the request uses tool search)",
    "wrap-reminders": "texts made from attachments always carry the system-reminder wrapper",
}


class Options(Struct, frozen=True):
    """What the caller wants. Raises UsageError for a value that is not one of those listed.

    `model`: None until the pipeline fills in the last real model of the transcript.
    `tools`: the `tools` array of the request (dicts with `name`), None when not known.
    """

    target: Target = "portable"
    model: str | None = None
    tools: tuple[dict[str, Any], ...] | None = None
    features: frozenset[str] = frozenset()
    orphan_results: OrphanResults = "call"
    thinking: Thinking = "auto"
    oversize: Oversize = "fit"
    end: End = "any"
    leaf: str | None = None

    def __post_init__(self) -> None:
        for name, kind in (
            ("target", Target),
            ("orphan_results", OrphanResults),
            ("thinking", Thinking),
            ("oversize", Oversize),
            ("end", End),
        ):
            value, allowed = getattr(self, name), get_args(kind)
            if value not in allowed:
                option = name.replace("_", "-")
                raise UsageError(f"--{option} {value}: no such value; it takes {', '.join(allowed)}.")
        for feature in sorted(self.features - FEATURES.keys()):
            raise UsageError(f"--feature {feature}: no such feature; there are {', '.join(FEATURES)}.")
