"""Where the blocks go that stand in no entry: into an entry beside them, or into entries of their own."""

from collections.abc import Iterable

from msgfix.disk.fates import Fates, Loose
from msgfix.disk.parts import Made
from msgfix.model import Block, History, Message
from msgfix.transcript.row import Row
from msgfix.transcript.scope import TALK

Key = tuple[int, int]
"""Order in the conversation: the place of a row in the chain, then the order in which things were put behind it."""


class Places:
    """Finds the places. `moved`: rows that go elsewhere as a whole; `made`: new entries, each with its place."""

    def __init__(self, history: History, chain: list[Row], fates: Fates) -> None:
        self.moved: dict[Row, Key] = {}
        self.made: list[tuple[Key, Made]] = []
        self._messages = history.messages
        self._fates = fates
        self._chain = chain
        self._position = {row: n for n, row in enumerate(chain)}
        self._loose = {id(loose.blocks): loose for loose in fates.loose}
        self._keys: dict[int, Key] = {}
        self._emptied = {row for row in fates.cells if fates.content(row) == []}
        for number, message in enumerate(self._messages):
            for index, block in enumerate(message.blocks):
                home = fates.home.get(fates.on_disk(block))
                if id(home) in self._loose and id(home) not in self._keys:
                    self._settle(self._loose[id(home)], number, index)

    def _settle(self, loose: Loose, number: int, index: int) -> None:
        message = self._messages[number]
        block = message.blocks[index]
        if block.kind not in ("tool_use", "tool_result") and (
            self._stay(loose, message) or self._join(loose, message, index)
        ):
            return
        key = self._key(loose, number, index)
        self._keys[id(loose.blocks)] = key
        if not self._go(loose, message, index, key):
            self.made.append((key, self._entry(loose, message, key)))

    def _stay(self, loose: Loose, message: Message) -> bool:
        """Leave a whole entry where it is: what moved is what it moved away from."""
        row = loose.row
        if row not in self._emptied or row not in self._position or row.type != message.role:
            return False
        self._fates.cells[row][loose.blocks[0].index] = loose.blocks
        del self._loose[id(loose.blocks)]
        return True

    def _go(self, loose: Loose, message: Message, index: int, key: Key) -> bool:
        """Let a whole entry go elsewhere; all blocks of it that stand in one row go with it."""
        row = loose.row
        if row not in self._emptied or row not in self._position or row.type != message.role:
            return False
        if row in self.moved and not (index and message.blocks[index - 1].row is row):
            return False
        self._fates.cells[row][loose.blocks[0].index] = loose.blocks
        self.moved.setdefault(row, key)
        return True

    def _entry(self, loose: Loose, message: Message, key: Key) -> Made:
        like = self._chain[min(max(key[0], 0), len(self._chain) - 1)]
        reply = next((row for row in reversed(self._chain[: key[0] + 1]) if row.type == "assistant"), None)
        ref = loose.blocks[0].ref
        call = next((row for row in self._rows_of_call(ref)), reply) if message.role == "user" else reply
        return Made("assistant" if message.role == "assistant" else "user", loose.blocks, loose.rule, like, call)

    def _rows_of_call(self, ref: str | None) -> Iterable[Row]:
        return (
            row
            for row in reversed(self._chain)
            if row.type == "assistant" and any(seen.kind == "tool_use" and seen.ref == ref for seen in row.sketch)
        )

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

    def _key(self, loose: Loose, number: int, index: int) -> Key:
        """A call goes before all that follows its message, a result behind its call and the results before it.

        A part of a response may stand behind the first result, though; then the call goes behind that part.
        """
        here = self._messages[number].blocks
        block = here[index]
        before = self._messages[number - 1].blocks if number else ()
        after = self._messages[number + 1].blocks if number + 1 < len(self._messages) else ()
        count = len(self._keys) + 1
        if not number and block.row is None:  # before all that was said
            return next((n for n, row in enumerate(self._chain) if row.type in TALK), 0) - 1, 0
        if block.kind == "tool_use" and (keys := self._keys_of(after)):
            said, _ = max(self._keys_of(here[:index]), default=(-1, 0))
            return max(min(keys)[0] - 1, said), count
        if block.kind == "tool_result":
            keys = self._keys_of((*before, *(one for one in here[:index] if one.kind == "tool_result")))
        else:
            keys = self._keys_of(here[:index])
        if keys:
            return max(keys)[0], count
        if keys := self._keys_of(here[index:]):
            return min(keys)[0] - 1, count
        if loose.row in self._position and loose.row.type == self._messages[number].role:
            return self._position[loose.row] - 1, count
        keys = self._keys_of(before)
        return (max(keys)[0] if keys else len(self._chain) - 1), count

    def _keys_of(self, blocks: Iterable[Block]) -> list[Key]:
        keys = []
        for block in blocks:
            home = id(self._fates.home.get(self._fates.on_disk(block)))
            if home in self._loose:
                if home in self._keys:
                    keys.append(self._keys[home])
            elif block.row in self._position:
                keys.append((self._position[block.row], 0))
        return keys
