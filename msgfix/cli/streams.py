"""The three streams of the process, fit for use whatever they are: closed, full, without a reader, not UTF-8."""

import os
import sys
from typing import TextIO, cast


def fit() -> None:
    """Make the streams answer as files do, where Python has None for a closed one or stumbles over a character.

    Reading from a closed stdin and writing to a closed stdout fail, what goes to a closed stderr is gone. Their
    descriptors are taken, else the next file to be opened would get one, and what was meant for the stream with it.
    """
    if sys.stdin is None:
        sys.stdin = _stand_in(0, os.O_WRONLY, "r")
    if sys.stdout is None:
        sys.stdout = _stand_in(1, os.O_RDONLY, "w")
    if sys.stderr is None:
        sys.stderr = _stand_in(2, os.O_WRONLY, "w")
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # as stderr has it from the start


def _stand_in(number: int, flags: int, mode: str) -> TextIO:
    handle = os.open(os.devnull, flags)
    if handle != number:
        os.dup2(handle, number)
        os.close(handle)
    return cast(TextIO, open(number, mode))


def hush(stream: TextIO) -> None:
    """Nothing more can be written there: keep Python from complaining about it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def tell(*lines: str) -> None:
    """Lines for people, on stderr, behind what went to stdout. If they cannot be written, the result still counts."""
    sys.stdout.flush()
    try:
        print(*lines, sep="\n", file=sys.stderr, flush=True)
    except OSError:
        hush(sys.stderr)
