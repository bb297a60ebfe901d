"""What stands around a block in the conversation, told as places in the chain."""

from collections.abc import Callable, Iterable, Sequence

from msgfix.model import Block, Message

NOWHERE = -2
"""Before every place: also before the one in front of the chain."""


class Around:
    """The neighbourhood of the blocks of one message, asked for in order, so that no block is looked at twice.

    `leads`: the message is the first. `before`, `after`: the last place of the message before it, the first of the one
    behind it. `said`: the last place of the blocks before in the message itself; `answered`: that of the message before
    and of the results among these blocks.
    """

    def __init__(
        self, messages: Sequence[Message], number: int, positions: Callable[[Iterable[Block]], Iterable[int]]
    ) -> None:
        before = messages[number - 1].blocks if number else ()
        after = messages[number + 1].blocks if number + 1 < len(messages) else ()
        self.leads = not number
        self.before = max(positions(before), default=NOWHERE)
        self.after = min(positions(after), default=NOWHERE)
        self.said = NOWHERE
        self.answered = self.before
        self._blocks = messages[number].blocks
        self._positions = positions
        self._seen = 0

    def reach(self, index: int) -> None:
        """Take in the blocks before an index."""
        for block in self._blocks[self._seen : index]:
            for position in self._positions((block,)):
                self.said = max(self.said, position)
                if block.kind == "tool_result":
                    self.answered = max(self.answered, position)
        self._seen = index
