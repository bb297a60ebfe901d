"""What became of each block, told from the book: only what belongs on disk, at the place where it stands on disk."""

from msgfix.ledger import Act, Ledger, Record
from msgfix.model import Block
from msgfix.transcript.row import Row
from msgfix.transcript.scope import TALK


class Loose:
    """Blocks that stand in no entry yet: made up, fetched, or moved out of the entry `row`. `rule`: which asked so."""

    __slots__ = ("blocks", "row", "rule")

    def __init__(self, blocks: list[Block], row: Row | None, rule: str) -> None:
        self.blocks = blocks
        self.row = row
        self.rule = rule


class Fates:
    """Replays the records of a run.

    `cells`: per entry that a record on disk concerns, the blocks that now stand in the place of each of its blocks.
    `loose`: what needs a place. `home`: the list that holds a block on disk; of a block that a step changed which the
    client does itself, the one that holds it unchanged.
    """

    def __init__(self, ledger: Ledger) -> None:
        self.cells: dict[Row, dict[int, list[Block]]] = {}
        self.loose: list[Loose] = []
        self.home: dict[Block, list[Block]] = {}
        self._held: dict[Block, Block] = {}  # a block as the client sees it -> as it stands on disk
        for record in ledger.records:
            if ledger.rules[record.rule].on_disk:
                self._follow(record)
            elif record.act is Act.REPLACED:
                self._see_through(record)

    def held(self, block: Block) -> list[Block] | None:
        """The list that holds a block on disk; None when no entry holds it as a block."""
        block = self.on_disk(block)
        if block not in self.home and block.untouched and block.row is not None and block.row.type in TALK:
            cell = self.home[block] = [block]
            self.cells.setdefault(block.row, {})[block.index] = cell
        return self.home.get(block)

    def on_disk(self, block: Block) -> Block:
        """A block of the conversation as it stands on disk."""
        return self._held.get(block, block)

    def content(self, row: Row) -> list[Block] | None:
        """All blocks that an entry holds now (see whole); None when nothing in it changed."""
        cells = self.cells.get(row)
        if not cells or all(len(cell) == 1 and cell[0].untouched and cell[0].index == n for n, cell in cells.items()):
            return None
        return self.whole(row)

    def whole(self, row: Row) -> list[Block]:
        cells = self.cells.get(row, {})
        whole: list[Block] = []
        for n, seen in enumerate(row.sketch):
            whole += cells[n] if n in cells else [Block(seen.kind, seen.ref, row, n)]
        return whole

    def typed(self) -> set[Row]:
        """The user entries that held nothing but results, and hold something else now."""
        return {
            row
            for row, cells in self.cells.items()
            if row.type == "user"
            and all(seen.kind == "tool_result" for seen in row.sketch)
            and any(block.kind != "tool_result" for cell in cells.values() for block in cell)
        }

    def _follow(self, record: Record) -> None:
        if record.act is Act.REPLACED and len(record.was) == 1 and record.was != record.now:
            self._swap(record.was[0], record.now)
        elif record.act is Act.DROPPED:
            for block in record.was:
                self._swap(block, ())
        elif record.act in (Act.MOVED, Act.REPLACED):
            by_row: dict[Row | None, list[Block]] = {}
            for block in record.now:
                if self.held(block) is None:
                    continue
                by_row.setdefault(block.row, []).append(block)
            for row, blocks in by_row.items():
                for block in blocks:
                    self._swap(block, ())
                self._set_loose(Loose(blocks, row, record.rule))
        elif record.act is Act.ADDED:
            self._set_loose(Loose(list(record.now), None, record.rule))

    def _set_loose(self, loose: Loose) -> None:
        blocks = loose.blocks
        self.loose.append(loose)
        for block in blocks:
            self._held.pop(block, None)
            self.home[block] = blocks

    def _swap(self, was: Block, now: tuple[Block, ...]) -> None:
        cell, held = self.held(was), self.on_disk(was)
        if cell is None or held not in cell:
            return  # it stands on disk in a form that only the client turns into blocks
        at = cell.index(held)
        cell[at : at + 1] = now
        for block in now:
            self.home[block] = cell

    def _see_through(self, record: Record) -> None:
        """A change that the client makes too: what is said of the new blocks later is said of the old one."""
        if len(record.was) == 1:
            self._held.update(dict.fromkeys(record.now, self.on_disk(record.was[0])))
        elif len(record.was) == len(record.now):
            self._held.update(zip(record.now, map(self.on_disk, record.was), strict=True))
