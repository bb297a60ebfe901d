"""Many inputs, one after the other or on several cores; the answers come in the order of the inputs."""

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import BinaryIO

from msgfix.checking.complaint import Checked, Complaint
from msgfix.checking.examine import EVERYTHING, examine
from msgfix.checking.inputs import Input
from msgfix.checking.known import UNREADABLE
from msgfix.checking.selection import Selection
from msgfix.errors import MsgfixError, UnreadableError
from msgfix.options import Options
from msgfix.rules import Severity
from msgfix.transcript.source import BUFFER
from msgfix.transcript.store import find

Watch = Callable[[BinaryIO], AbstractContextManager[None]]
PAYS = 4 << 20  # bytes of input from which on it pays to start more processes


def unwatched(stream: BinaryIO) -> AbstractContextManager[None]:
    """Watches nothing."""
    return nullcontext()


def check_all(
    inputs: Sequence[Input],
    options: Options,
    selection: Selection = EVERYTHING,
    jobs: int = 1,
    watch: Watch = unwatched,
) -> Iterator[Checked | None]:
    """An answer for each input; None for a file of a walked folder that is no transcript.

    `jobs`: how many processes; each holds one input at a time. `watch`: is shown the streams that are read in this one.
    """
    check = partial(check_one, options=options, selection=selection)
    jobs = min(jobs, len(inputs))
    if jobs < 2 or Input("-") in inputs or sum(map(_size, inputs)) < PAYS:
        yield from (check(one, watch=watch) for one in inputs)
        return
    import signal
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    yield check(inputs[0])  # a forked process has what this has imported and compiled
    context = get_context("fork" if sys.platform == "linux" else None)
    with ProcessPoolExecutor(jobs, context, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:  # ^C ends this one
        try:
            yield from pool.map(check, inputs[1:], chunksize=max(1, min(16, len(inputs) // (jobs * 4))))
        finally:
            pool.shutdown(cancel_futures=True)


def check_one(one: Input, options: Options, selection: Selection, watch: Watch = unwatched) -> Checked | None:
    """The answer for one input, also when it cannot be read. A session that is named by its id goes by its file."""
    try:
        if one.name == "-":
            return _check(sys.stdin.buffer, one, options, selection, watch)
        path = find(one.name)
        with path.open("rb", buffering=BUFFER) as stream:
            return _check(stream, one._replace(name=str(path)), options, selection, watch)
    except MsgfixError as error:
        return _unreadable(one.name, error)
    except OSError as error:
        return _unreadable(one.name, UnreadableError(f"{one.name}: cannot be read ({error.strerror})."))


def _check(stream: BinaryIO, one: Input, options: Options, selection: Selection, watch: Watch) -> Checked | None:
    try:
        with watch(stream):
            return examine(stream, one.name, options, selection, one.walked)
    except MsgfixError as error:
        no_transcript = one.walked and isinstance(error, UnreadableError)
        return None if no_transcript else _unreadable(one.name, error)


def _unreadable(name: str, error: MsgfixError) -> Checked:
    told = re.match(r"(?::(\d+))?: (.*)", str(error).removeprefix(name))
    line, words = (told[1] or "", told[2]) if told else ("", str(error))
    complaint = Complaint(UNREADABLE, Severity.ERROR, line, int(line or 0), words)
    return Checked(name, UNREADABLE, (complaint,), {}, error.exit)


def _size(one: Input) -> int:
    try:
        return os.path.getsize(one.name)
    except (OSError, ValueError):
        return 0
