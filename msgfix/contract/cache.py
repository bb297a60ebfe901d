"""Section C of the contract: cache_control, over tools, system and messages in that order."""

from typing import Any

from msgfix.contract.case import Case, Check
from msgfix.contract.turns import At, Turn


class Cache(Check):
    """Four marks at most, the long-lived ones first, none on an empty text."""

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        self._count = 0
        self._short = False  # a mark of five minutes was seen
        self._too_many: str | None = None
        request = case.request or {}
        for name in ("tools", "system"):
            listed = request.get(name)
            for place, item in enumerate(listed if isinstance(listed, list) else []):
                if isinstance(item, dict):
                    self._mark(item.get("cache_control"), f"{name}.{place}")
        if request.get("cache_control") is not None:
            self._count += 1  # the automatic mark counts as one

    def block(self, block: dict[str, Any], at: At) -> None:
        mark = block.get("cache_control")
        if mark is None:
            return
        if block.get("type") == "text" and block.get("text") == "":
            self.case.say("cache-empty-text", f"{at.path}.text")
        self._mark(mark, at.path)

    def _mark(self, mark: Any, path: str) -> None:
        if mark is None:
            return
        self._count += 1
        if self._count == self.case.limits.cache_marks + 1:
            self._too_many = path
        ttl = mark.get("ttl") if isinstance(mark, dict) else None
        if ttl == "1h" and self._short:
            self.case.say("cache-ttl-order", f"{path}.cache_control.ttl")
        self._short = self._short or ttl != "1h"

    def end(self, last: Turn | None) -> None:
        if self._count > self.case.limits.cache_marks:
            self.case.say("cache-max-4", self._too_many or "cache_control", count=self._count)
