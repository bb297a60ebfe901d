"""Section M of the contract: system messages in the middle of the array."""

from typing import Any

from msgfix.contract.case import Check
from msgfix.contract.turns import Step, Turn


class System(Check):
    """Where a system message may stand, and what it may hold."""

    _run: list[int]

    def message(self, step: Step, turn: Turn | None) -> None:
        if step.role != "system":
            self._leave(step)
            return
        raw, path = step.raw or {}, f"messages.{step.place}"
        if not self.case.limits.system:
            self.case.say("system-model-support", path)
        self._betas(raw, path)
        if "output_config" in raw and not raw.get("content"):
            return  # it only sets the effort: it may stand anywhere
        if not step.facts:
            self.case.say("system-content-nonempty", path)
        if step.place == 0:
            self.case.say("system-not-first", path)
        elif turn and not self._run and turn.role == "assistant":
            self._behind(turn, path)
        self._run.append(step.place)

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._run = []

    def _behind(self, turn: Turn, path: str) -> None:
        """A run of system messages starts behind an assistant turn."""
        if turn.calls:
            ids = ", ".join(call.ref or "" for call in turn.calls)
            self.case.say("no-message-between", path, ids=ids, message=f"messages.{turn.calls[0].message}")
        elif not (turn.facts and turn.facts[-1].kind.endswith("_tool_result")):
            self.case.say("system-follows-user", path)

    def _leave(self, step: Step) -> None:
        if self._run and step.role == "user" and self._run[-1] > 0:
            self.case.say("system-precedes-assistant", f"messages.{self._run[-1]}")
        self._run = []

    def _betas(self, raw: dict[str, Any], path: str) -> None:
        if "clear_at" in raw and not self.case.beta("mid-conversation-system-clear-at"):
            self.case.say("system-clear-at", f"{path}.clear_at")
        if "output_config" in raw and not self.case.beta("mid-conversation-output-config"):
            self.case.say("system-output-config", f"{path}.output_config")
        if raw.get("clear_at") != "next_user_message":
            return
        if "output_config" in raw:
            self.case.say("system-clear-at", f"{path}.output_config", wording=3)
        content = raw.get("content")
        for place, block in enumerate(content if isinstance(content, list) else []):
            if isinstance(block, dict) and block.get("type") != "text":
                self.case.say("system-clear-at", f"{path}.content.{place}", wording=2)
            elif isinstance(block, dict) and block.get("cache_control"):
                self.case.say("system-clear-at", f"{path}.content.{place}", wording=4)
