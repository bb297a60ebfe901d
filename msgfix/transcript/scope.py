"""Which entries of a file can belong to its conversation: the sidechain ones cannot, nor those of another session."""

from bisect import bisect_left
from collections import Counter
from functools import cached_property

from msgfix.transcript.row import Flag, Row

# Plain numbers: an IntFlag answers `&` a good deal slower, and these are asked once per entry.
META = int(Flag.META)
ASIDE = int(Flag.SIDECHAIN | Flag.TEAM)
SUMMARY = int(Flag.SUMMARY)
UNREAL = int(Flag.API_ERROR | Flag.SYNTHETIC)

TALK = frozenset({"user", "assistant"})
SPEECH = frozenset({"user", "assistant", "attachment"})
LINKS = frozenset({"user", "assistant", "attachment", "system"})


def is_boundary(row: Row) -> bool:
    return row.type == "system" and row.subtype == "compact_boundary"


def is_cut(row: Row) -> bool:
    """True where a compaction cuts: a boundary, or the summary of a client that wrote no boundaries."""
    return is_boundary(row) or (row.flags & SUMMARY != 0 and row.parent is None)


def has_results(row: Row) -> bool:
    return row.type == "user" and "tool_result" in [seen.kind for seen in row.sketch]


class Scope:
    """The rows of a file, and which of them can belong to the conversation that `near` (or most rows) belongs to.

    Offsets stand for places in the file: they rise from row to row.
    """

    def __init__(self, rows: list[Row], by_uuid: dict[str, Row], near: Row | None = None) -> None:
        self.rows = rows
        self.by_uuid = by_uuid
        self.own = own_sessions(rows, by_uuid, near)
        self.aside = ASIDE
        if (near and near.flags & ASIDE) or not any(row.type in TALK and self.holds(row) for row in rows):
            self.aside = 0  # a subagent's file: what is an aside elsewhere is the conversation here

    def holds(self, row: Row) -> bool:
        return not row.flags & self.aside and self.at_home(row)

    def at_home(self, row: Row) -> bool:
        return self.own is None or row.session in self.own

    @cached_property
    def offsets(self) -> list[int]:
        return [row.offset for row in self.rows]

    def before(self, offset: int, types: frozenset[str] = LINKS) -> Row | None:
        """The nearest row before a place that can belong to the conversation; never one beyond a compaction."""
        for index in range(bisect_left(self.offsets, offset) - 1, -1, -1):
            row = self.rows[index]
            if row.type in LINKS and self.holds(row):
                if row.type in types:
                    return row
                if is_cut(row):
                    return None
        return None

    def talk_above(self, row: Row | None) -> Row | None:
        """The row itself if it is a user or assistant entry, else the first such entry above it."""
        seen = set()
        while row is not None and row.type not in TALK and row not in seen:
            seen.add(row)
            row = self.by_uuid.get(row.parent) if row.parent else None
        return row if row is not None and row.type in TALK else None


def own_sessions(rows: list[Row], by_uuid: dict[str, Row], near: Row | None) -> set[str | None] | None:
    """The sessions of the conversation; None when the file holds one session.

    A resumed session copies the entries of the one before, with their sessionId: sessions that an entry links are
    one conversation, and so are those on the two sides of a compaction. Without `near`, the largest one is meant.
    """
    if len({row.session for row in rows if row.session}) < 2:
        return None
    group: dict[str, str] = {}
    sizes: Counter[str] = Counter()
    last: str | None = None
    for row in rows:
        session = row.session
        if session is None or row.uuid is None:
            continue
        up = by_uuid.get(row.parent) if row.parent else None
        linked = up.session if up else last if is_cut(row) else None
        if linked and linked != session:
            group[_top(group, session)] = _top(group, linked)
        if row.type in TALK and not row.flags & ASIDE:
            sizes[session] += 1
        last = session
    if near is not None and near.session:
        chosen = _top(group, near.session)
    else:
        totals: Counter[str] = Counter()
        for session, size in sizes.items():
            totals[_top(group, session)] += size
        if not totals:
            return None
        chosen = totals.most_common(1)[0][0]
    return {None, *(session for session in {row.session for row in rows} if session and _top(group, session) == chosen)}


def _top(group: dict[str, str], session: str) -> str:
    """The session that stands for the group (the two steps shorten the way for the next who asks)."""
    while (up := group.get(session, session)) != session:
        group[session] = group.get(up, up)
        session = up
    return session
