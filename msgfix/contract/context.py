"""Section X of the contract: summaries that the API made."""

from typing import Any

from msgfix.contract.case import Check
from msgfix.contract.turns import At


class Context(Check):
    """A signed summary stands once and first; an unsigned one starts its message."""

    _signed = False

    def block(self, block: dict[str, Any], at: At) -> None:
        if block.get("type") != "compaction" or at.inside:
            return
        if block.get("signature") is None:
            if not at.path.endswith(".content.0"):
                self.case.say("compaction-first-single", at.path)
        elif self._signed:
            self.case.say("compaction-first-single", at.path, wording=1)
        elif at.path != "messages.0.content.0":
            self.case.say("compaction-first-single", at.path)
        self._signed = self._signed or block.get("signature") is not None
