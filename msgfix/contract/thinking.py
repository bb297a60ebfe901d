"""Section T of the contract: thinking, as far as it shows without the API."""

from typing import Any

from msgfix.contract.case import Check
from msgfix.contract.turns import THINKING, At, Fact, Turn

_LEADS = THINKING | {"fallback", "compaction"}


class Thinking(Check):
    """Signed, not at the end, and where the request wants it."""

    def block(self, block: dict[str, Any], at: At) -> None:
        kind = block.get("type")
        if at.role != "assistant":
            return
        if kind == "thinking" and block.get("signature") == "":
            self.case.say("thinking-signature-valid", at.path, wording=0 if block.get("thinking") else 2)
        if kind == "redacted_thinking" and block.get("data") == "":
            self.case.say("thinking-signature-valid", at.path, wording=1)

    def turn(self, turn: Turn) -> None:
        thoughts = _thoughts(turn)
        if not thoughts:
            return
        first, last = turn.facts[0], turn.facts[-1]
        if last.kind in THINKING:
            self.case.say("thinking-not-last", last.path)
        if first.kind not in _LEADS and not self._interleaved(turn):
            self.case.say("thinking-first-if-any", first.path, kind=first.kind)

    def end(self, last: Turn | None) -> None:
        mode = self.case.thinking
        if last is None:
            return
        if mode == "disabled" and last.role == "assistant" and _thoughts(last):
            self.case.say("thinking-disabled-final", _thoughts(last)[0].path)
        final = last if last.role == "assistant" else last.before
        looping = last.role == "assistant" or any(fact.kind == "tool_result" for fact in last.facts)
        if mode == "enabled" and looping and final and final.facts and final.facts[0].kind not in _LEADS:
            self.case.say("thinking-first-when-enabled", final.facts[0].path, kind=final.facts[0].kind)

    def _interleaved(self, turn: Turn) -> bool:
        """Thinking that comes behind a server's work may follow a text."""
        return any(fact.kind == "server_tool_use" for fact in turn.facts)


def _thoughts(turn: Turn) -> list[Fact]:
    return [fact for fact in turn.facts if fact.kind in THINKING] if turn.role == "assistant" else []
