"""The plan: which lines of the file change, and what then stands in their place."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from msgfix.disk.fates import Fates
from msgfix.disk.parts import Kept, Made, Part, derived
from msgfix.disk.places import Key, Places
from msgfix.passes import PIPELINE
from msgfix.result import Result
from msgfix.transcript.row import Row
from msgfix.transcript.scope import LINKS, TALK, is_boundary

ON_DISK = frozenset(rule.slug for rule in PIPELINE if rule.on_disk)
OF_LINES = frozenset(
    ("byte-order-mark", "line-nul-padded", "line-glued", "line-torn", "line-invalid-utf8", "line-lax", "line-no-object",
     "entry-repeated", "entry-differs")
)  # fmt: skip
"""Faults that are mended by writing the line anew."""
RE_HUNG = "parent-rewritten"


@dataclass(slots=True)
class Plan:
    """`lines`: line number -> the entries that stand in its place, in order; lines that are not named stay as they are.

    `why`: line number -> rules. `counts`: how often each rule has a part in it.
    """

    lines: dict[int, list[Part]]
    why: dict[int, list[str]]
    counts: Counter[str]

    def __bool__(self) -> bool:
        return bool(self.lines)


def plan(result: Result) -> Plan:
    """What of a run belongs on disk, as few lines as possible."""
    return _Planner(result).plan()


class _Planner:
    def __init__(self, result: Result) -> None:
        self.result = result
        self.rows = result.document.index.rows
        self.fates = Fates(result.ledger.records, ON_DISK)
        self.kept: dict[Row, Kept] = {}
        self.gone: set[Row] = set()
        self.behind: dict[Row | None, list[Part]] = {}  # what stands behind the line of a row
        self.why: dict[int, list[str]] = {}

    def plan(self) -> Plan:
        self._arrange()
        counts = Counter(record.rule for record in self.result.ledger.records if record.rule in ON_DISK)
        for finding in self.result.findings:
            if finding.fault.slug in OF_LINES:
                self._say(finding.line, finding.fault.slug)
                counts[finding.fault.slug] += 1
        touched = set(self.why)
        touched |= {row.number for row, kept in self.kept.items() if kept.changed}
        touched |= {row.number for row in self.gone}
        touched |= {row.number for row in self.behind if row is not None}
        if None in self.behind:
            touched.add(self.rows[0].number)
        for record in self.result.ledger.records:
            if record.rule in ON_DISK and record.at.line in touched:
                self._say(record.at.line, record.rule)
        hung = sum("parentUuid" in kept.changes for kept in self.kept.values())
        if hung:
            counts[RE_HUNG] = hung
        return Plan(self._lines(touched), self.why, counts)

    def _say(self, line: int, rule: str) -> None:
        told = self.why.setdefault(line, [])
        if rule not in told:
            told.append(rule)

    def _lines(self, touched: set[int]) -> dict[int, list[Part]]:
        lines: dict[int, list[Part]] = {number: [] for number in sorted(touched)}
        if None in self.behind:
            lines[self.rows[0].number] += self.behind[None]
        for row in self.rows:
            if row.number in lines:
                kept = self.kept.get(row)
                if row not in self.gone and not (kept and kept.moved):
                    lines[row.number].append(kept or Kept(row))
                lines[row.number] += self.behind.get(row, ())
        return lines

    def _arrange(self) -> None:
        """Put everything in order and hang each entry on the one before it."""
        chain = self.result.chain.rows
        places = Places(self.result.history, chain, self.fates) if self.fates.loose else None
        moved: dict[Row, Key] = places.moved if places else {}
        for row in chain:
            if row.type not in TALK:
                continue
            content = self.fates.content(row) if row.sketch else []
            if content == []:
                self.gone.add(row)
            elif content is not None or row in moved:
                kept = self._keep(row)
                kept.content = None if row in moved and content and _same(row, content) else content
                kept.moved = row in moved
        entries: list[tuple[Key, Row | Made]] = [
            (moved.get(row, (n, 0)), row) for n, row in enumerate(chain) if row not in self.gone
        ]
        if places:
            entries += places.made
        entries.sort(key=lambda entry: entry[0])
        self._hang([entry for _, entry in entries])
        if self.gone:
            self._adopt_children()

    def _keep(self, row: Row) -> Kept:
        return self.kept.setdefault(row, Kept(row))

    def _hang(self, entries: list[Row | Made]) -> None:
        above = self._above_all()
        last: Row | None = None
        linked = any(row.uuid is not None for row in self.result.chain.rows)
        for number, entry in enumerate(entries):
            if isinstance(entry, Made):
                entry.parent = above
                self.behind.setdefault(last, []).append(entry)
                above = entry.uuid
                continue
            kept = self.kept.get(entry)
            if kept and kept.moved:
                self.behind.setdefault(last, []).append(kept)
            else:
                last = entry
            uuid = entry.uuid
            if uuid is None and linked:  # nothing could hang on it
                uuid = derived(entry.session, number, above)
                self._keep(entry).changes |= {"uuid": uuid, "parentUuid": above}
            elif uuid is not None and entry.parent != above:
                self._keep(entry).changes["parentUuid"] = above
            above = uuid or above

    def _above_all(self) -> str | None:
        """What the first entry of the conversation hangs on.

        As a rule that stays so. But a loop ends here, and a parent that is lost must not lead a reader to entries that
        stand earlier in the file and do not belong here.
        """
        first = next((row for row in self.result.chain.rows if row.uuid is not None), None)
        if first is None or is_boundary(first):
            return first.parent if first else None
        earliest = next((row for row in self.rows if row.type in LINKS), None)
        lost = first.parent not in self.result.document.index.by_uuid
        return first.parent if lost and earliest is first else None

    def _adopt_children(self) -> None:
        """Entries off the chain, and the mark of the last prompt, go up from an entry that is no more."""
        heirs: dict[str, str | None] = {}
        heir: str | None = self._above_all()
        on = set(self.result.chain.rows)
        for row in self.result.chain.rows:
            if row in self.gone:
                if row.uuid:
                    heirs[row.uuid] = heir
            elif row.uuid:
                heir = row.uuid
        for row in self.rows:
            if row not in on and row.parent in heirs:
                self._keep(row).changes["parentUuid"] = heirs[row.parent]
            leaf = _leaf(row)
            if leaf in heirs:
                self._keep(row).changes["leafUuid"] = heirs[leaf]


def _leaf(row: Row) -> Any:
    leaf = row.extra.get("leafUuid") if row.type == "last-prompt" and row.extra else None
    return leaf if isinstance(leaf, str) else ""


def _same(row: Row, content: list[Any]) -> bool:
    return len(content) == len(row.sketch) and all(
        block.untouched and block.row is row and block.index == n for n, block in enumerate(content)
    )
