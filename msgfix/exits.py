"""What the exit status of `msgfix` means; the README table is made from this file."""

from enum import IntEnum


class Exit(IntEnum):
    """The exit status of every command. `meaning` is the sentence that the README shows."""

    meaning: str

    def __new__(cls, value: int, meaning: str) -> "Exit":
        member = int.__new__(cls, value)
        member._value_ = value
        member.meaning = meaning
        return member

    FINE = 0, "nothing left to say"
    PROBLEMS = 1, "`check` found problems, or something is left that cannot be mended"
    USAGE = 2, "the command line is wrong"
    UNREADABLE = 3, "the input cannot be read or is no transcript"
    REFUSED = 4, "msgfix refused to write: the books do not balance, the file changed, or the proof failed"
