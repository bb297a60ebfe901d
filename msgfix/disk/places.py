"""Where the blocks go that stand in no entry: into an entry beside them, or into entries of their own."""

from collections.abc import Iterable, Iterator
from functools import cached_property

from msgfix.disk.around import NOWHERE, Around
from msgfix.disk.fates import Fates, Loose
from msgfix.disk.made import Like, Made
from msgfix.model import Block, History, Message
from msgfix.transcript.row import Row
from msgfix.transcript.scope import ASIDE, TALK

Key = tuple[int, int]
"""Order in the conversation: the place of a row in the chain, then the order in which things were put behind it."""


class Places:
    """Finds the places. `moved`: rows that go elsewhere as a whole; `made`: new entries, each with its place."""

    def __init__(self, history: History, chain: list[Row], fates: Fates) -> None:
        self.moved: dict[Row, Key] = {}
        self.made: list[tuple[Key, Made]] = []
        self._stayed: set[Row] = set()
        self._messages = history.messages
        self._fates = fates
        self._chain = chain
        self._position = {row: n for n, row in enumerate(chain)}
        self._loose = {id(loose.blocks): loose for loose in fates.loose}
        self._keys: dict[int, Key] = {}
        self._likes: dict[Row, Like] = {}
        self._emptied = {row for row in fates.cells if fates.content(row) == []}
        for number, message in enumerate(self._messages):
            around: Around | None = None
            for index, block in enumerate(message.blocks):
                home = fates.home.get(fates.on_disk(block))
                if id(home) in self._loose and id(home) not in self._keys:
                    around = around or Around(self._messages, number, self._positions)
                    self._settle(self._loose[id(home)], message, index, around)

    def _settle(self, loose: Loose, message: Message, index: int, around: Around) -> None:
        block = message.blocks[index]
        if block.kind not in ("tool_use", "tool_result") and (
            self._stay(loose, message) or self._join(loose, message, index)
        ):
            return
        key = self._key(loose, message, index, around)
        self._keys[id(loose.blocks)] = key
        if not self._go(loose, message, index, key):
            self.made.append((key, self._entry(loose, message, key)))

    def _stay(self, loose: Loose, message: Message) -> bool:
        """Leave a whole entry where it is: what moved is what it moved away from."""
        row = loose.row
        if row not in self._emptied or row not in self._position or row.type != message.role or row in self.moved:
            return False
        self._put_back(row, loose.blocks)
        self._stayed.add(row)
        del self._loose[id(loose.blocks)]
        return True

    def _go(self, loose: Loose, message: Message, index: int, key: Key) -> bool:
        """Let a whole entry go elsewhere; all blocks of it that stand in one row go with it."""
        row = loose.row
        if row not in self._emptied or row not in self._position or row.type != message.role or row in self._stayed:
            return False
        if row in self.moved and not (index and message.blocks[index - 1].row is row):
            return False
        self._put_back(row, loose.blocks)
        self.moved.setdefault(row, key)
        return True

    def _put_back(self, row: Row, blocks: list[Block]) -> None:
        """Blocks into the entry that they came from; several can have come of one block of it."""
        cells, index = self._fates.cells[row], blocks[0].index
        if held := cells.get(index):
            held += blocks
        else:
            cells[index] = blocks

    def _entry(self, loose: Loose, message: Message, key: Key) -> Made:
        row = self._model(min(max(key[0], 0), len(self._chain) - 1))
        like = self._likes.setdefault(row, Like(row))
        reply = self._replies[key[0]] if key[0] >= 0 else None
        call = self._calls.get(loose.blocks[0].ref, reply) if message.role == "user" else reply
        role = "assistant" if message.role == "assistant" else "user"
        return Made(role, loose.blocks, loose.rule, like, call)

    def _model(self, place: int) -> Row:
        """The entry whose envelope a new one takes: no reader ends at one that is marked as standing aside."""
        near = self._chain[place]
        if not near.flags & ASIDE:
            return near
        return next((row for row in (*self._chain[place::-1], *self._chain) if not row.flags & ASIDE), near)

    @cached_property
    def _start(self) -> int:
        """Where what was said begins."""
        return next((n for n, row in enumerate(self._chain) if row.type in TALK), 0)

    @cached_property
    def _replies(self) -> list[Row | None]:
        """For each place in the chain, the last assistant entry up to it."""
        last: Row | None = None
        return [last := row if row.type == "assistant" else last for row in self._chain]

    @cached_property
    def _calls(self) -> dict[str | None, Row]:
        """The last entry that holds a call of each id."""
        spoken = (row for row in self._chain if row.type == "assistant")
        return {seen.ref: row for row in spoken for seen in row.sketch if seen.kind == "tool_use"}

    def _join(self, loose: Loose, message: Message, index: int) -> bool:
        """Put blocks behind the block before them, or into the entry of their message, where the side is the same."""
        before = message.blocks[index - 1] if index else None
        if before is not None and before.row is not None and before.row.type == message.role:
            cell = self._fates.held(before)
            held = self._fates.on_disk(before)
            if cell is not None and id(cell) not in self._loose and held in cell:
                cell[cell.index(held) + 1 : cell.index(held) + 1] = loose.blocks
                self._fates.home.update(dict.fromkeys(loose.blocks, cell))
                return True
        return False

    def _key(self, loose: Loose, message: Message, index: int, around: Around) -> Key:
        """A call goes before all that follows its message, a result behind its call and the results before it.

        A part of a response may stand behind the first result, though; then the call goes behind that part.
        """
        block = message.blocks[index]
        count = len(self._keys) + 1
        around.reach(index)
        if around.leads and block.row is None:  # before all that was said
            return self._start - 1, 0
        if block.kind == "tool_use" and around.after != NOWHERE:
            return max(around.after - 1, around.said), count
        last = around.answered if block.kind == "tool_result" else around.said
        if last != NOWHERE:
            return last, count
        if following := list(self._positions(message.blocks[index:])):
            return min(following) - 1, count
        if loose.row in self._position and loose.row.type == message.role:
            return self._position[loose.row] - 1, count
        return (around.before if around.before != NOWHERE else self._start - 1), count

    def _positions(self, blocks: Iterable[Block]) -> Iterator[int]:
        """Where blocks stand in the chain, or are to stand; those that have no place yet are left out."""
        for block in blocks:
            home = id(self._fates.home.get(self._fates.on_disk(block)))
            if home in self._loose:
                if home in self._keys:
                    yield self._keys[home][0]
            elif block.row in self._position:
                yield self._position[block.row]
