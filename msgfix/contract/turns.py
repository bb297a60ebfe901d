"""The conversation as the checks see it: Fact (a block), Turn, Step (a message), and what an outline knows of them."""

from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct

THINKING = frozenset({"thinking", "redacted_thinking"})


class Seen(Protocol):
    """What an outline knows of a plain block: its type, and the id of a call or the tool_use_id of a result."""

    @property
    def kind(self) -> str: ...

    @property
    def ref(self) -> str | None: ...


class Fact(Struct, eq=False, gc=False):
    """All that is kept of one block of a message: `messages.<message>.content.<block>`.

    `ref`: its id or tool_use_id. `name`: of a server tool. `toolset`: its toolset_name. `caller`: the id of the code
    execution that made the call. `inner`: the types of the blocks in a result. `ragged`: a text ends in white space.
    """

    kind: str
    ref: str | None
    message: int
    block: int
    name: str | None = None
    toolset: str | None = None
    caller: str | None = None
    inner: tuple[str, ...] = ()
    ragged: bool = False

    @property
    def path(self) -> str:
        return f"messages.{self.message}.content.{self.block}"


class Turn(Struct):
    """A run of messages of one role, merged as the API does. `before`: the turn before it.

    `outline`: all that is known of it, as long as it is one message of plain blocks; its facts are made when asked for.
    """

    role: str
    first: int
    before: "Turn | None"
    outline: Sequence[Seen] | None = None
    known: list[Fact] | None = None

    @property
    def facts(self) -> list[Fact]:
        if self.known is None:
            self.known = outlined(self.first, self.outline or ())
            self.outline = None
        return self.known

    @property
    def calls(self) -> list[Fact]:
        """The calls that wait for results: those behind the last fallback."""
        calls: list[Fact] = []
        for fact in self.facts:
            if fact.kind == "tool_use":
                calls.append(fact)
            elif fact.kind == "fallback":
                calls = []
        return calls


def outlined(message: int, blocks: Sequence[Seen]) -> list[Fact]:
    """The facts of a message of which only the outline is known."""
    return [Fact(block.kind, block.ref, message, place) for place, block in enumerate(blocks)]


class Step(Struct, frozen=True):
    """The message `messages.<place>` as it comes in. `raw`: the message itself, None when only its outline is known.

    `behind`: the role of the message before it.
    """

    place: int
    role: str | None
    behind: str | None
    facts: list[Fact]
    raw: dict[str, Any] | None


class At(Struct, frozen=True):
    """Where a block stands. `inside`: the type of the block that it is nested in."""

    path: str
    role: str | None
    inside: str | None = None
