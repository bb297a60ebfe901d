"""The exceptions that msgfix raises. All share one base, so a caller needs one `except`."""

from msgfix.exits import Exit


class MsgfixError(Exception):
    """Base of all. `str(error)` is one or two plain sentences: what, where (file:line), what to do."""

    exit = Exit.REFUSED


class UsageError(MsgfixError):
    """An option or argument that makes no sense."""

    exit = Exit.USAGE


class UnreadableError(MsgfixError):
    """The input cannot be read, or is no transcript that msgfix knows."""

    exit = Exit.UNREADABLE


class RefusedError(MsgfixError):
    """msgfix will not write: the books do not balance, the file changed meanwhile, the proof failed."""

    exit = Exit.REFUSED
