"""Section P of the contract: the client's calls and their results."""

from msgfix.contract.case import Check
from msgfix.contract.turns import Fact, Turn
from msgfix.rules import Severity

_SERVER_IDS = ("srvtoolu_", "mcptoolu_")


class Pairing(Check):
    """Each call has one result, at the head of the next user turn; each result has its call."""

    def turn(self, turn: Turn) -> None:
        if turn.role == "assistant":
            self._calls(turn)
        else:
            self._results(turn, turn.before.calls if turn.before else [])

    def end(self, last: Turn | None) -> None:
        if last is None:
            return
        if last.role == "assistant" and last.calls:
            self._open("tool-use-last-message", last.calls, last.calls[0].path)
        request = self.case.request or {}
        if last.calls and "compaction" in request:
            self.case.say("compaction-request-turn", f"messages.{last.calls[0].message}")
        if last.role == "user" and last.before:
            self._by_code(last, {call.ref for call in last.before.calls if call.caller})

    def _calls(self, turn: Turn) -> None:
        longest = self.case.limits.id_length
        for fact in turn.facts:
            if fact.kind != "tool_use" or fact.ref is None:
                continue
            if fact.ref in self.case.called:
                self.case.say("tool-use-id-unique", fact.path)
            self.case.called.add(fact.ref)
            if longest and len(fact.ref) > longest:
                path = f"{fact.path}.tool_use.id"
                self.case.say("tool-id-pattern", path, wording=1, severity=Severity.WARNING)
        calls = turn.calls
        if not calls or len(calls) == len(turn.facts) or turn.facts[-len(calls)] is calls[0]:
            return  # all calls stand together at the end
        behind = turn.facts[turn.facts.index(calls[0]) :]
        late = next((fact for fact in behind if fact.kind != "tool_use"), None)
        if late:  # reports differ on a block that stands between two calls; none is taken behind the last one
            between = turn.facts[-1].kind == "tool_use"
            self._open("tool-use-trailing", calls, late.path, Severity.WARNING if between else None)

    def _results(self, turn: Turn, calls: list[Fact]) -> None:
        if not calls and all(fact.kind != "tool_result" for fact in turn.facts):
            return
        waiting = {call.ref: call for call in calls if call.ref is not None}
        given: set[str] = set()
        before: Fact | None = None  # the first block that is no result
        said = False
        for fact in turn.facts:
            if fact.kind != "tool_result":
                before = before or fact
            elif fact.ref in waiting and fact.ref not in given:
                given.add(fact.ref)
                if before and not said:
                    rule = "tool-result-first" if before.message == fact.message else "no-message-between"
                    self._open(rule, calls, fact.path)
                    said = True
                if fact.toolset != waiting[fact.ref].toolset:
                    self.case.say("toolset-name", f"{fact.path}.tool_result.toolset_name")
            elif fact.ref is not None:
                self._stray(fact, fact.ref, fact.ref in given)
        missing = [call for ref, call in waiting.items() if ref not in given]
        if missing:
            self._open("tool-result-missing", missing, f"messages.{missing[0].message}")
        self.case.answered |= given

    def _stray(self, fact: Fact, ref: str, twice: bool) -> None:
        if ref.startswith(_SERVER_IDS):
            self.case.say("no-client-result-for-server", fact.path, kind=fact.kind, id=ref)
        elif twice or ref in self.case.answered:
            self.case.say("tool-result-unique", fact.path, id=ref)
        else:
            self.case.say("tool-result-orphan", fact.path, kind=fact.kind, id=ref)

    def _open(self, rule: str, calls: list[Fact], path: str, severity: Severity | None = None) -> None:
        ids = ", ".join(call.ref or "" for call in calls)
        self.case.say(rule, path, severity=severity, ids=ids, message=f"messages.{calls[0].message}")

    def _by_code(self, last: Turn, refs: set[str | None]) -> None:
        """The open turn answers calls that running code made."""
        answers = [fact for fact in last.facts if fact.kind == "tool_result" and fact.ref in refs]
        if not answers:
            return
        mixed = len(last.facts) > sum(fact.kind == "tool_result" for fact in last.facts)
        rich = any(kind != "text" for fact in answers for kind in fact.inner)
        homeless = self.case.request is not None and not self.case.request.get("container")
        if mixed or rich or homeless:
            self.case.say("programmatic-results", answers[0].path)
