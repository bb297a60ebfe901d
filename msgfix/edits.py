"""All that a pass can say. A pass yields these; apply.py carries them out and books them.

Messages and blocks are named by identity: hand over the very objects that the History holds.
`note` is the short plain reason that the report shows.
"""

from msgspec import Struct

from msgfix.model import Block, Message


class Drop(Struct, frozen=True, eq=False):
    """Take a block or a whole message out."""

    what: Block | Message
    note: str = ""


class Replace(Struct, frozen=True, eq=False):
    """Put other blocks in the place of one block (`by` may be empty only through Drop)."""

    what: Block
    by: tuple[Block, ...]
    note: str = ""


class Recast(Struct, frozen=True, eq=False):
    """Give a whole message another role and other blocks (an attachment becomes a user message, …)."""

    what: Message
    role: str
    blocks: tuple[Block, ...]
    note: str = ""


class Reorder(Struct, frozen=True, eq=False):
    """The same blocks of a message in another order."""

    what: Message
    blocks: tuple[Block, ...]
    note: str = ""


class Into(Struct, frozen=True, eq=False):
    """Place: inside a message, at its end (or at its head)."""

    message: Message
    head: bool = False


class Answering(Struct, frozen=True, eq=False):
    """Place: leading in the user message right behind an assistant message; that message is made if need be."""

    message: Message


class Beside(Struct, frozen=True, eq=False):
    """Place: a message of its own, right before (or behind) a message."""

    message: Message
    role: str
    behind: bool = False


Place = Into | Answering | Beside


class Insert(Struct, frozen=True, eq=False):
    """Put a block that is new to the conversation at a place."""

    what: Block
    where: Place
    note: str = ""


class Move(Struct, frozen=True, eq=False):
    """Take a block from where it is and put it at a place. `aside`: it only makes room and is no fault."""

    what: Block
    where: Place
    note: str = ""
    aside: bool = False


class Shift(Struct, frozen=True, eq=False):
    """Take a whole message from where it is and put it right behind another one (None: at the start)."""

    what: Message
    behind: Message | None
    note: str = ""


class Join(Struct, frozen=True, eq=False):
    """Append the blocks of a message to those of an earlier one. The message goes; its blocks stay."""

    what: Message
    into: Message
    note: str = ""


class Note(Struct, frozen=True, eq=False):
    """Book something without changing anything: a problem that cannot be mended here."""

    what: Block | Message
    note: str


Edit = Drop | Replace | Recast | Reorder | Insert | Move | Shift | Join | Note
