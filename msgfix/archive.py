"""What a conversation can be asked about the file that it stands in."""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from msgfix.model import Block


class Archive(Protocol):
    """The whole file behind the conversation: asked before anything is made up."""

    def call(self, ref: str) -> "Block | None":
        """A tool_use with this id anywhere in the file, off the chain included."""
        ...

    def result(self, ref: str) -> "Block | None":
        """A tool_result for this id anywhere in the file."""
        ...

    def hidden(self) -> frozenset[str]:
        """uuids of the entries that a snip marker names as removed."""
        ...


class EmptyArchive:
    """Behind an array there is nothing but the array."""

    def call(self, ref: str) -> "Block | None":
        return None

    def result(self, ref: str) -> "Block | None":
        return None

    def hidden(self) -> frozenset[str]:
        return frozenset()
