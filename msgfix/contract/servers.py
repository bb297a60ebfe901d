"""Section P of the contract: the calls that the server answers itself, and those of MCP servers."""

from typing import Any

from msgfix.contract.case import Check
from msgfix.contract.turns import THINKING, Fact, Turn

_PLAIN = frozenset({"text", "thinking", "tool_use"})
_CALLS = frozenset({"server_tool_use", "mcp_tool_use"})


def result_type(call: Fact) -> str:
    """The type of block that answers a server's call."""
    if call.kind == "mcp_tool_use":
        return "mcp_tool_result"
    name = call.name or ""
    return "tool_search_tool_result" if name.startswith("tool_search_tool_") else f"{name}_tool_result"


def _is_result(kind: str) -> bool:
    return kind.endswith("_tool_result")


class Servers(Check):
    """Each server call has its result behind it, of the type that fits, before the user speaks again."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._known: set[str] = set()

    def turn(self, turn: Turn) -> None:
        if turn.role == "assistant":
            for fact in turn.facts:
                if fact.kind not in _PLAIN or fact.caller:
                    break
            else:
                return
            for fact in turn.facts:
                self._take(fact)
            self._fallback(turn)
        elif self.case.pending:
            other = next((fact for fact in turn.facts if fact.kind != "tool_result"), None)
            if other or self.case.strict:
                mixed = other is not None and any(fact.kind == "tool_result" for fact in turn.facts)
                self._unpaired("pending-server-results-only" if mixed else "server-use-unpaired", other)

    def end(self, last: Turn | None) -> None:
        if self.case.strict:  # others take a turn that is still open
            self._unpaired("server-use-unpaired", None)

    def _take(self, fact: Fact) -> None:
        if fact.caller is not None and fact.caller not in self._known:
            self.case.say("caller-shape", f"{fact.path}.{fact.kind}.caller")
        if fact.ref is None:
            return
        if fact.kind in _CALLS:
            self.case.pending[fact.ref] = fact
            self._known.add(fact.ref)
        elif _is_result(fact.kind):
            call = self.case.pending.pop(fact.ref, None)
            if call and fact.kind != result_type(call):
                self._say("server-pair-type", call, fact.path)
            elif call is None and fact.ref not in self._known:
                self._orphan(fact)

    def _orphan(self, fact: Fact) -> None:
        if fact.kind == "mcp_tool_result":
            self.case.say("mcp-pair", fact.path, wording=1, kind=fact.kind, id=fact.ref)
        else:
            self.case.say("server-result-orphan", fact.path, kind=fact.kind, id=fact.ref)

    def _unpaired(self, rule: str, other: Fact | None) -> None:
        for call in self.case.pending.values():
            if call.kind == "mcp_tool_use":
                self.case.say("mcp-pair", call.path, wording=1, kind=call.kind, id=call.ref)
            else:
                self._say(rule, call, other.path if other and rule.startswith("pending") else call.path)
        self.case.pending = {}

    def _say(self, rule: str, call: Fact, path: str) -> None:
        self.case.say(rule, path, name=call.name or call.kind, id=call.ref, result=result_type(call))

    def _fallback(self, turn: Turn) -> None:
        """Before the last fallback of a turn: no thinking, no client calls, no halves."""
        last = max((place for place, fact in enumerate(turn.facts) if fact.kind == "fallback"), default=0)
        for fact in turn.facts[:last]:
            half = fact.ref is not None and self.case.pending.get(fact.ref) is fact
            if half and fact.ref:
                del self.case.pending[fact.ref]
            if half or fact.kind in THINKING or fact.kind in ("tool_use", "connector_text"):
                self.case.say("fallback-drop-before", fact.path, ids=fact.ref or "")
