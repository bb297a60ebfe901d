"""The book: every change a record, and a trial balance that must come out even."""

from collections import Counter
from enum import StrEnum

from msgspec import Struct, field

from msgfix.model import At, Block
from msgfix.rules import Rule, Severity
from msgfix.transcript.load import dumps


class Act(StrEnum):
    """What was done to a block or a message."""

    NOTED = "noted"
    DROPPED = "dropped"
    ADDED = "added"
    REPLACED = "replaced"
    MOVED = "moved"
    JOINED = "joined"


def weigh(blocks: tuple[Block, ...]) -> int:
    """Size of blocks in bytes of compact JSON."""
    return sum(len(dumps(block.data)) for block in blocks)


class Record(Struct, eq=False, gc=False):
    """One change. `was`, `now`: the blocks before and after; `before`, `after`: their sizes in bytes."""

    rule: str
    severity: Severity
    act: Act
    at: At
    was: tuple[Block, ...] = ()
    now: tuple[Block, ...] = ()
    note: str = ""

    @property
    def before(self) -> int:
        return weigh(self.was)

    @property
    def after(self) -> int:
        return weigh(self.now)

    def __repr__(self) -> str:
        return f"Record({self.rule} {self.act} {self.at} {self.note})"


class Balance(Struct):
    """Every entry and every block is accounted for, or `holds` is False and nothing is written."""

    entries: int = 0
    unreadable: int = 0
    repeated: int = 0
    metadata: int = 0
    off: dict[str, int] = field(default_factory=dict)
    links: int = 0
    messages_in: int = 0
    messages_out: int = 0
    blocks_in: int = 0
    blocks_out: int = 0
    messages: Counter[Act] = field(default_factory=Counter)
    blocks: Counter[Act] = field(default_factory=Counter)

    @property
    def holds(self) -> bool:
        return (
            self.entries == self.repeated + self.metadata + sum(self.off.values()) + self.links + self.messages_in
            and self._even(self.messages_in, self.messages, self.messages_out)
            and self._even(self.blocks_in, self.blocks, self.blocks_out)
        )

    @staticmethod
    def _even(before: int, acts: Counter[Act], after: int) -> bool:
        return before + acts[Act.ADDED] - acts[Act.DROPPED] - acts[Act.JOINED] == after

    def rows(self) -> list[tuple[str, str]]:
        """The balance as lines of text, left and right of an equals sign."""
        off = "".join(f" + {count:,} {reason}" for reason, count in sorted(self.off.items()))
        return [
            (
                f"{self.entries:,} entries",
                f"{self.messages_in:,} messages + {self.links:,} links + {self.metadata:,} metadata"
                f"{off} + {self.repeated:,} repeated",
            ),
            self._row("messages", self.messages_in, self.messages, self.messages_out),
            self._row("blocks", self.blocks_in, self.blocks, self.blocks_out),
        ]

    @staticmethod
    def _row(name: str, before: int, acts: Counter[Act], after: int) -> tuple[str, str]:
        joined = f" - {acts[Act.JOINED]:,} joined" if acts[Act.JOINED] else ""
        left = f"{before:,} {name} + {acts[Act.ADDED]:,} added - {acts[Act.DROPPED]:,} dropped{joined}"
        return left, f"{after:,} {name}"


class Ledger:
    """All records of a run, in order. Written by apply.py, and by pipeline.py for a block that was found elsewhere.

    `rules`: the passes that have run, by their slugs.
    """

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.rules: dict[str, Rule] = {}
        self.balance = Balance()

    def on_disk(self) -> list[Record]:
        """The records that `repair` writes into the session file."""
        return [record for record in self.records if self.rules[record.rule].on_disk]

    def changes(self) -> list[Record]:
        """The records that are more than routine."""
        return [record for record in self.records if record.severity is not Severity.ROUTINE]

    def routine(self) -> Counter[str]:
        """How often each routine rule acted."""
        return Counter(record.rule for record in self.records if record.severity is Severity.ROUTINE)
