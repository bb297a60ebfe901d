"""Rules that look at the request body around the array: its keys, its tools, its thinking, its size."""

from typing import Any

from msgfix.contract.case import Check
from msgfix.contract.turns import Turn

_KNOWN = frozenset(
    {
        "model",
        "tool_choice",
        "tools",
        "messages",
        "system",
        "thinking",
        "output_config",
        "cache_control",
        "max_tokens",
        "metadata",
        "stop_sequences",
        "temperature",
        "service_tier",
        "top_k",
        "top_p",
        "stream",
        "container",
        "inference_geo",
    }
)
_WITH_BETA = {
    "betas": "",  # the SDK turns it into the header
    "compaction": "compact-",
    "context_management": "context-management",
    "fallback_credit_token": "fallback-credit",
    "mcp_servers": "mcp-client",
}
_ON_CLOUDS = frozenset({"anthropic_version", "anthropic_beta"})
_TOOL_BLOCKS = frozenset({"tool_use", "tool_result"})


class Body(Check):
    """The body as a whole; silent about what is not known without one."""

    _with_tools = False

    def turn(self, turn: Turn) -> None:
        self._with_tools = self._with_tools or any(fact.kind in _TOOL_BLOCKS for fact in turn.facts)

    def end(self, last: Turn | None) -> None:
        if (self._with_tools or self.case.called) and self.case.tools == []:
            self.case.say("tools-declared", "tools")
        request = self.case.request or {}
        for key in request:
            if not self._known(key):
                self.case.say("request-extra-field", str(key))
        self._thinking()
        if self.case.room < 0:
            self.case.say("request-bytes", "messages")

    def _known(self, key: Any) -> bool:
        if key in _WITH_BETA:
            return key == "betas" or self.case.beta(_WITH_BETA[key])
        return key in _KNOWN or (key in _ON_CLOUDS and self.case.options.target != "anthropic")

    def _thinking(self) -> None:
        modes, mode = self.case.limits.thinking, self.case.thinking
        if self.case.request is None or not self.case.request.get("thinking") or modes is None or mode in modes:
            return
        self.case.say("thinking-config-model", "thinking", mode=mode, wording=int(mode == "adaptive"))
