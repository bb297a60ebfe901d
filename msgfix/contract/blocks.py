"""Section B of the contract, first half: what the schema alone cannot say of texts, types and fields."""

import re
from typing import Any

from msgfix.contract.case import Case, Check
from msgfix.contract.turns import At, Step, Turn
from msgfix.targets import ALL_BLOCKS

_NAME = re.compile(r"[a-zA-Z0-9_-]+\Z").match

# Blocks that need a header: type -> rule, and how the name of the beta starts.
BETAS = {
    "advisor_tool_result": ("advisor-header", ("advisor-tool",)),
    "compaction": ("compaction-header", ("compact-",)),
    "mcp_tool_listing": ("mcp-tool-listing", ("mcp-client",)),
    "mcp_tool_result": ("mcp-pair", ("mcp-client",)),
    "mcp_tool_use": ("mcp-pair", ("mcp-client",)),
    "tool_addition": ("tool-change-blocks", ("mid-conversation-tool-changes", "inline-tools")),
    "tool_removal": ("tool-change-blocks", ("mid-conversation-tool-changes", "inline-tools")),
}
_OTHER_RULES = {
    "browser_state": "browser-state",
    "container_upload": "container-upload",
    "tool_reference": "tool-reference-defined",
}
_SEARCH = frozenset({"tool_reference", "tool_search_tool_result"})
_NO_PLACE = {"tool_addition": "system", "tool_removal": "system"}


class Texts(Check):
    """Texts say something, and only the assistant cites."""

    def message(self, step: Step, turn: Turn | None) -> None:
        content = step.raw.get("content") if step.raw else None
        if isinstance(content, str) and content and not content.strip():
            self._blank(f"messages.{step.place}.content", step.role)

    def block(self, block: dict[str, Any], at: At) -> None:
        text = block.get("text")
        if block.get("type") != "text":
            return
        if isinstance(text, str) and text and not text.strip():
            self._blank(f"{at.path}.text.text", at.role)
        if block.get("citations") is not None and (at.role == "user" or at.inside):
            self.case.say("user-text-citations", f"{at.path}.text.citations")

    def _blank(self, path: str, role: str | None) -> None:
        if role == "system":
            self.case.say("system-content-nonempty", path, wording=1)
        else:
            self.case.say("text-nonwhitespace", path)


class Types(Check):
    """Types that the platform lacks, or that need a beta."""

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        self._missing = ALL_BLOCKS - case.limits.blocks

    def block(self, block: dict[str, Any], at: At) -> None:
        kind = block.get("type")
        if block.get("name") == "advisor" and kind == "server_tool_use":
            kind = "advisor_tool_result"
        if not isinstance(kind, str) or _NO_PLACE.get(kind, at.role) != at.role:
            return
        if kind in BETAS:
            self._beta(kind, at)
        elif kind in self._missing and not (kind in _SEARCH and "tool-search" in self.case.options.features):
            rule = _OTHER_RULES.get(kind, "block-type-known")
            tags = ", ".join(repr(tag) for tag in sorted(self.case.limits.blocks))
            says = None if kind == "tool_reference" else f"Input tag '{kind}' found using 'type' does not match any of "
            says = says and f"{says}the expected tags: {tags}"
            self.case.say(rule, at.path, says=says, name=str(block.get("tool_name")))

    def _beta(self, kind: str, at: At) -> None:
        rule, headers = BETAS[kind]
        if kind == "advisor_tool_result" and "advisor" in self.case.options.features:
            return
        if not any(self.case.beta(header) for header in headers):
            self.case.say(rule, at.path, kind=kind)


class Fields(Check):
    """Fields that only some platforms take."""

    def block(self, block: dict[str, Any], at: At) -> None:
        kind = block.get("type")
        if not isinstance(kind, str):
            return
        base = f"{at.path}.{kind}"
        if not self.case.limits.extras:
            self._newer(block, base)
        if kind == "tool_use":
            self._name(block.get("name"), f"{base}.name")

    def _newer(self, block: dict[str, Any], base: str) -> None:
        if isinstance(block.get("caller"), dict) and "tool-search" not in self.case.options.features:
            self.case.say("caller-shape", f"{base}.caller")
        if block.get("toolset_name") is not None:
            self.case.say("toolset-name", f"{base}.toolset_name")
        if "transformations" in block:
            self.case.say("image-transformations", f"{base}.transformations")
        for key in ("cache_control", "citations"):
            if key in block and block[key] is None:
                self.case.say("block-null-field", f"{base}.{key}")

    def _name(self, name: Any, path: str) -> None:
        limits = self.case.limits
        if not isinstance(name, str) or not 0 < len(name) <= 200 or not limits.strict_names:
            return
        if len(name) > limits.name_length:
            self.case.say("tool-use-name", path, limit=limits.name_length)
        elif not _NAME(name):
            self.case.say("tool-use-name", path, wording=2)
