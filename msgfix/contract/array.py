"""Section A of the contract, and the empty messages of section M: the array as a whole."""

from msgfix.contract.case import Check
from msgfix.contract.turns import Step, Turn
from msgfix.rules import Severity


class Order(Check):
    """Who speaks when, and that each turn holds something."""

    def message(self, step: Step, turn: Turn | None) -> None:
        if step.place == 0 and step.role == "assistant":
            self.case.say("first-role-user", "messages.0")
        if turn and step.role == turn.role == step.behind:
            self.case.say("role-alternation", f"messages.{step.place}", role=step.role)

    def turn(self, turn: Turn) -> None:
        if not turn.facts:
            self.case.say(f"{turn.role}-content-nonempty", f"messages.{turn.first}")

    def end(self, last: Turn | None) -> None:
        if self.case.count == 0:
            self.case.say("messages-nonempty", "messages")
        if self.case.count > self.case.limits.messages:
            self.case.say("messages-max-count", "messages", limit=self.case.limits.messages, count=self.case.count)


class Ends(Check):
    """How the array ends."""

    def end(self, last: Turn | None) -> None:
        if last is None or last.role != "assistant" or not last.facts:
            return
        fact = last.facts[-1]
        if fact.ragged:
            self.case.say("prefill-no-trailing-whitespace", fact.path)
        if last.calls:
            return  # tool-use-last-message says it
        if self.case.thinking in ("enabled", "adaptive"):
            self.case.say("prefill-not-with-thinking", f"messages.{fact.message}")
        elif not self._resumed(last):
            self.case.say("ends-with-user", f"messages.{fact.message}", severity=self._severity())

    def _resumed(self, last: Turn) -> bool:
        """A paused turn that goes on, a summary, or a request that pays with a credit token."""
        kind = last.facts[-1].kind
        return (
            kind in ("server_tool_use", "compaction")
            or kind.endswith("_tool_result")
            or "fallback_credit_token" in (self.case.request or {})
        )

    def _severity(self) -> Severity:
        """An array without a request is a history: the caller still adds the prompt, unless he asked for an end."""
        if self.case.options.end == "user":
            return Severity.ERROR
        if self.case.limits.prefill is not False:
            return Severity.ROUTINE
        return Severity.ERROR if self.case.request is not None else Severity.WARNING
