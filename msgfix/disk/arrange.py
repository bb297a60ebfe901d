"""The entries of the conversation as they are to stand in the file: in order, each on the one before it."""

from typing import Any

from msgfix.disk.client import Entry
from msgfix.disk.contents import Contents
from msgfix.disk.made import Made, Mark, derived
from msgfix.disk.parts import Part
from msgfix.disk.places import Key
from msgfix.result import Result
from msgfix.transcript.row import Flag, Row
from msgfix.transcript.scope import ASIDE, LINKS, TALK, is_boundary

RE_HUNG = "parent-rewritten"


class Arrangement:
    """`kept`: entries that change; `gone`: those that go; `behind`: what stands behind the line of a row.

    `head`: the row that what stands behind nothing is put before. `booked`: line and rule of what no pass has booked.
    """

    def __init__(self, result: Result, names_leaf: bool) -> None:
        self._result = result
        self._rows = result.document.index.rows
        self._contents = contents = Contents(result)
        self.kept, self.gone, self.booked = contents.kept, contents.gone, contents.booked
        self.behind: dict[Row | None, list[Part]] = {}
        self.head: Row | None = None
        entries = self._entries()
        self._hang(entries)
        self._name_leaf(entries, names_leaf)
        if self.gone:
            self._adopt_children()
        self.booked += [(row.number, RE_HUNG) for row, kept in self.kept.items() if "parentUuid" in kept.changes]

    @property
    def touched(self) -> set[int]:
        """The numbers of the lines that change."""
        rows = {row for row, kept in self.kept.items() if kept.changed} | self.gone
        return {row.number for row in rows | {behind or self.head for behind in self.behind} if row is not None}

    def _entries(self) -> list[Entry]:
        moved, made = self._contents.moved, self._contents.made
        if not moved and not made:  # nothing goes elsewhere
            return [row for row in self._contents.chain if row not in self.gone]
        entries: list[tuple[Key, Entry]] = [
            (moved.get(row, (n, 0)), row) for n, row in enumerate(self._contents.chain) if row not in self.gone
        ]
        entries += made
        entries.sort(key=lambda entry: entry[0])
        return [entry for _, entry in entries]

    def _hang(self, entries: list[Entry]) -> None:
        above = self._above_all()
        last: Row | None = None
        linked = any(entry.uuid is not None for entry in entries)  # a made one always is
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
                self.head = self.head or entry
            uuid = entry.uuid
            if uuid is None and linked:  # nothing could hang on it
                uuid = derived(entry.session, number, above)
                self._contents.keep(entry).changes |= {"uuid": uuid, "parentUuid": above}
            elif uuid is not None and entry.parent != above:
                self._contents.keep(entry).changes["parentUuid"] = above
            above = uuid or above
        self.head = self.head or (self._rows[0] if self._rows else None)

    def _above_all(self) -> str | None:
        """What the first entry of the conversation hangs on.

        As a rule that stays so. But a loop ends here, and a parent that is lost must not lead a reader to entries that
        stand earlier in the file and do not belong here, nor to those that do once the first entry is gone.
        """
        first = next((row for row in self._contents.chain if row.uuid is not None), None)
        if first is None or is_boundary(first):
            return first.parent if first else None
        earliest = next((row for row in self._rows if row.type in LINKS), None)
        lost = first.parent not in self._result.document.index.by_uuid
        return first.parent if lost and earliest is first and first not in self.gone else None

    def _name_leaf(self, entries: list[Entry], anyway: bool) -> None:
        """Name the end of the conversation where the client would take another.

        It resumes at the last user or assistant entry of the file, unless a line behind that names another.
        """
        said = (one for one in reversed(entries) if isinstance(one, Made) or one.type in TALK)
        leaf = next((one for one in said if one.uuid), None)
        end = self._result.chain.leaf
        if leaf is None or leaf.uuid is None or end is None or end.flags & ASIDE:
            return
        if isinstance(leaf, Row) and leaf.flags & Flag.SIDECHAIN:  # no client ends there
            self._contents.keep(leaf, "sidechain-cleared").changes["isSidechain"] = False
        if anyway or self._ends_elsewhere({entry.uuid for entry in entries}):
            self.behind.setdefault(self._rows[-1], []).append(Mark(leaf.uuid, end.session))
            self.booked.append((self._rows[-1].number, Mark.rule))

    def _ends_elsewhere(self, ours: set[str | None]) -> bool:
        """True when the client would end at an entry that is none of these."""
        for row in reversed(self._rows):
            if _leaf(row) in ours or self.behind.get(row):
                return False
            if row.type in TALK and row.uuid and row not in self.gone and not row.flags & ASIDE:
                return row.uuid not in ours
        return False

    def _adopt_children(self) -> None:
        """Entries off the chain, and the mark of the last prompt, go up from an entry that is no more."""
        heirs: dict[str, str | None] = {}
        heir: str | None = self._above_all()
        on = set(self._contents.chain)
        for row in self._contents.chain:
            if row in self.gone:
                if row.uuid:
                    heirs[row.uuid] = heir
            elif row.uuid:
                heir = row.uuid
        for row in self._rows:
            if row not in on and row.parent in heirs:
                self._contents.keep(row).changes["parentUuid"] = heirs[row.parent]
            leaf = _leaf(row)
            if leaf in heirs:
                self._contents.keep(row).changes["leafUuid"] = heirs[leaf]


def _leaf(row: Row) -> Any:
    leaf = row.extra.get("leafUuid") if row.type == "last-prompt" and row.extra else None
    return leaf if isinstance(leaf, str) else ""
