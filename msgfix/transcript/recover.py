"""What belongs to the conversation and hangs beside its chain (step B3).

Calls that run in parallel are recorded as a tree: a plain walk passes one branch, and loses the results on the others.
"""

from msgfix.transcript.row import Row
from msgfix.transcript.scope import META, SPEECH, Scope, has_results


class Recovery:
    """Finds the place of each row beside the chain: `behind[row]` lists what comes right behind a row of the chain."""

    def __init__(self, scope: Scope, chain: list[Row]) -> None:
        self.scope = scope
        self.behind: dict[Row, list[Row]] = {}
        self.kept: set[Row] = set(chain)
        self.last_part: dict[str, Row] = {}
        self.calls: dict[str, Row] = {}
        self.results: dict[str, Row] = {}
        for row in chain:
            if row.type == "assistant":
                if row.message_id is not None:
                    self.last_part[row.message_id] = row
                self._note_calls(row)
            elif row.type == "user" and not row.bare:
                self._note_results(row)

    def run(self, beside: list[Row], children: dict[str, list[Row]]) -> int:
        """Takes back what belongs here out of `beside` (file order); returns how many rows that were."""
        before = len(self.kept)
        beside = [row for row in beside if row.type in SPEECH and row not in self.kept]
        for row in beside:
            if row.type == "assistant" and self._is_part(row):
                self._keep(row, self.last_part[row.message_id or ""])
                self._note_calls(row)
        for row in beside:
            if row.type == "user" and not row.bare and (call := self._answered(row)) is not None:
                self._keep(row, self.last_part.get(call.message_id or "", call))
                self._note_results(row)
        waiting = beside[::-1]
        while waiting:
            row = waiting.pop()
            if row not in self.kept and (place := self._place(row)) is not None:
                self._keep(row, place)
                waiting += reversed(children.get(row.uuid or "", ()))
        return len(self.kept) - before

    def flat(self, chain: list[Row]) -> list[Row]:
        """The chain with everything at its place."""
        if not self.behind:
            return chain
        whole = []
        for first in chain:
            if first not in self.behind:
                whole.append(first)
                continue
            waiting = [first]
            while waiting:
                row = waiting.pop()
                whole.append(row)
                if row in self.behind:
                    waiting += reversed(self.behind[row])
        return whole

    def _keep(self, row: Row, place: Row) -> None:
        self.kept.add(row)
        self.behind.setdefault(place, []).append(row)

    def _note_calls(self, row: Row) -> None:
        for seen in row.sketch:
            if seen.kind == "tool_use" and seen.ref is not None:
                self.calls.setdefault(seen.ref, row)

    def _note_results(self, row: Row) -> None:
        for seen in row.sketch:
            if seen.kind == "tool_result" and seen.ref is not None:
                self.results.setdefault(seen.ref, row)

    def _is_part(self, row: Row) -> bool:
        """A part of a response on the chain; not when it repeats calls that are there already (a stored retry)."""
        if row.message_id not in self.last_part:
            return False
        calls = [block.ref for block in row.sketch if block.kind == "tool_use"]
        return not calls or any(ref not in self.calls for ref in calls)

    def _answered(self, row: Row) -> Row | None:
        """The call that a row holds the first result of."""
        for seen in row.sketch:
            if seen.kind == "tool_result" and seen.ref in self.calls and seen.ref not in self.results:
                return self.calls[seen.ref]
        return None

    def _place(self, row: Row) -> Row | None:
        """Where a generated entry or an attachment belongs: behind the result or the entry that it was made for."""
        if row.type == "user" and row.flags & META and row.source_call is not None:
            call = self.calls.get(row.source_call)
            return self.results.get(row.source_call, call)
        up = self.scope.by_uuid.get(row.parent) if row.parent else None
        if up is None or up not in self.kept:
            return None
        if row.type == "attachment" or row.uuid is None:
            return up
        generated = row.type == "user" and row.flags & META and not has_results(row)
        return up if generated and (has_results(up) or up.source_call is not None) else None
