"""A large file is indexed by two processes, each its part, where the machine has two cores.

What a line gives depends on the lines before it in two ways only: by its number, and by whether its uuid was there
already. Both are settled when the parts are put together; tests/transcript/test_halves.py proves that it makes no
difference. The second process is a copy of this one, so there must be no threads whose locks it would inherit.
"""

import io
import os
import pickle
import signal
import sys
import threading
from contextlib import ExitStack
from operator import attrgetter
from typing import BinaryIO, NoReturn

from msgspec.structs import astuple, replace

from msgfix.transcript.index import Counts, Index
from msgfix.transcript.row import Row
from msgfix.transcript.scan import scan
from msgfix.transcript.source import BUFFER, FileSource

SHARE = 0.56
"""Of the file, for this process: the second one has to hand over what it made."""


def has_second(stream: BinaryIO) -> bool:
    """Whether a second process can open the file of a stream, and has a core to itself."""
    if sys.platform != "linux" or threading.active_count() > 1 or len(os.sched_getaffinity(0)) < 2:
        return False
    processes = sys.modules.get("multiprocessing.process")
    is_worker = processes is not None and processes.parent_process() is not None
    return isinstance(getattr(stream, "raw", None), io.FileIO) and not is_worker


def scan_halves(index: Index, stream: BinaryIO) -> None:
    """The same as scan(index, stream). What the second process does not deliver is done here."""
    stream.seek(int(stream.seek(0, os.SEEK_END) * SHARE))
    stream.readline()
    middle = stream.tell()
    if not (copy := _copy_of_this()):
        scan(index, stream)
        return
    second, parcel = copy
    with parcel:
        if not second:
            _deliver(stream.fileno(), middle, parcel)
        try:
            scan(index, stream, 0, middle)
        except BaseException:
            os.kill(second, signal.SIGKILL)
            raise
        finally:
            _, status = os.waitpid(second, 0)
        part = _unpacked(parcel) if status == 0 else Index(index.source)
    if status:
        scan(part, stream, middle)
    _append(index, part)


def _copy_of_this() -> tuple[int, BinaryIO] | None:
    """A second process (0 in that one, see os.fork), and a file that both share; None where that is not allowed."""
    with ExitStack() as opened:
        try:
            parcel = opened.enter_context(os.fdopen(os.memfd_create("msgfix"), "w+b"))
            second = os.fork()
        except OSError:
            return None
        opened.pop_all()
    return second, parcel


def _deliver(handle: int, start: int, parcel: BinaryIO) -> NoReturn:
    """The second process: index the part from `start` on, and put it into the parcel. Status 0 when all went well."""
    status = 1
    try:
        with open(f"/proc/self/fd/{handle}", "rb", buffering=BUFFER) as stream:  # with a place in the file of its own
            part = Index(FileSource(stream))
            scan(part, stream, start)
            pickler = pickle.Pickler(parcel)
            pickler.dispatch_table = {FileSource: lambda source: (type(None), ())}  # the file of this process
            pickler.dump(part)
            parcel.flush()
        status = 0
    finally:
        os._exit(status)


def _unpacked(parcel: BinaryIO) -> Index:
    parcel.seek(0)
    part: Index = pickle.load(parcel)
    return part


def _append(index: Index, part: Index) -> None:
    """Put what stands further down in the file behind what an index has."""
    lines, source, known = index.counts.lines, index.source, index.by_uuid.setdefault
    for row in (*part.rows, *part.repeated):
        row.number += lines
        row.source = source
    again: list[Row] = []
    for row in part.rows:
        (index.rows if row.uuid is None or known(row.uuid, row) is row else again).append(row)
    index.repeated += sorted([*again, *part.repeated], key=attrgetter("offset"))
    index.findings += [replace(finding, line=finding.line + lines) for finding in part.findings]
    index.counts = Counts(*map(sum, zip(astuple(index.counts), astuple(part.counts), strict=True)))
