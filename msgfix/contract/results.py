"""Section B of the contract, second half: results, documents, and the blocks that stand inside them."""

from typing import Any

from msgfix.contract.case import Check
from msgfix.contract.facts import kind_of
from msgfix.contract.turns import At

_MEMBER = frozenset({"text", "image", "browser_state"})


class Results(Check):
    """What a result may hold."""

    def block(self, block: dict[str, Any], at: At) -> None:
        match block.get("type"):
            case "tool_result":
                self._result(block, f"{at.path}.tool_result")
            case "tool_reference":
                self._reference(block.get("tool_name"), at.path)
            case "container_upload" if self.case.tools is not None:
                kinds = [str(tool.get("type")) for tool in self.case.tools]
                if not any(kind.startswith("code_execution") for kind in kinds):
                    self.case.say("container-upload", at.path)

    def _result(self, block: dict[str, Any], path: str) -> None:
        content = block.get("content")
        inner = [kind_of(item) for item in content] if isinstance(content, list) else []
        if block.get("is_error") is True:
            if not content or (isinstance(content, str) and not content.strip()):
                self.case.say("is-error-nonempty", path)
            if any(kind not in ("text", "") for kind in inner):
                self.case.say("is-error-text-only", path)
        if "search_result" in inner and set(inner) != {"search_result"}:
            self.case.say("search-result-homogeneous", path)
        if block.get("toolset_name") is not None:
            for place, kind in enumerate(inner):
                if kind not in _MEMBER:
                    self.case.say("toolset-member-results", f"{path}.content.{place}", kind=kind)
        if "browser_state" in inner:
            self._browser(block, [item for item in content or () if kind_of(item) == "browser_state"], path)

    def _browser(self, block: dict[str, Any], states: list[dict[str, Any]], path: str) -> None:
        if len(states) > 1 or block.get("is_error") is True or not block.get("toolset_name"):
            fault = "a browser_state stands once, in the result of a browser toolset that is no error"
            self.case.say("browser-state", path, fault=fault)
        for state in states:
            tabs = state.get("tabs")
            tabs = [tab for tab in tabs if isinstance(tab, dict)] if isinstance(tabs, list) else []
            ids = [repr(tab.get("tab_id")) for tab in tabs]
            if tabs and (len(set(ids)) < len(ids) or sum(tab.get("active") is True for tab in tabs) != 1):
                self.case.say("browser-state", path, fault="tab ids differ, and exactly one tab is active")

    def _reference(self, name: Any, path: str) -> None:
        tools = self.case.tools
        if tools is not None and isinstance(name, str) and all(tool.get("name") != name for tool in tools):
            self.case.say("tool-reference-defined", f"{path}.tool_reference.tool_name", name=name)


class Documents(Check):
    """Citations are on for all documents or for none, and so for all search results."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._cites: dict[str, bool] = {}
        self._said: set[str] = set()

    def block(self, block: dict[str, Any], at: At) -> None:
        kind = kind_of(block)
        if kind not in ("document", "search_result") or at.inside == "web_fetch_tool_result":
            return
        setting = block.get("citations")
        cites = isinstance(setting, dict) and setting.get("enabled") is True
        if self._cites.setdefault(kind, cites) != cites and kind not in self._said:
            self._said.add(kind)
            self.case.say("citations-all-or-none", at.path)
