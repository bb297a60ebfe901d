"""A sign of life on stderr, for a person who waits."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic
from typing import BinaryIO, TypeVar

PATIENCE = 0.5  # seconds until there is something to see
BEAT = 0.1  # seconds from one picture to the next
WIDTH = 30
WIPE = "\r\x1b[K"
Item = TypeVar("Item")


@contextmanager
def watching(stream: BinaryIO) -> Iterator[None]:
    """While the block runs for longer than PATIENCE, a bar shows how much of `stream` was read; only on a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    done = Event()
    bar = Thread(target=_draw, args=(stream.fileno(), done), daemon=True)
    bar.start()
    try:
        yield
    finally:
        done.set()
        bar.join()


def _draw(handle: int, done: Event) -> None:
    if done.wait(PATIENCE):
        return
    size, read = os.fstat(handle).st_size, 0.0  # a pipe has size 0
    while not done.wait(BEAT):
        if size:  # what is read again later, out of order, is not progress
            read = max(read, min(1.0, os.lseek(handle, 0, os.SEEK_CUR) / size))
        full = round(read * WIDTH)
        what = "mending" if read == 1 else f"reading {read:4.0%}" if size else "reading"
        print(f"\r{_bar(full)} {what:12}", end="", file=sys.stderr, flush=True)
    print(WIPE, end="", file=sys.stderr, flush=True)


def counting(items: Iterator[Item], total: int) -> Iterator[Item]:
    """The items as they come; while the next one is awaited, a bar shows how many came; only on a terminal."""
    seen = sys.stderr.isatty() and total > 1
    drawn, start = 0.0, monotonic()
    for number, item in enumerate(items, 1):
        if drawn:
            print(WIPE, end="", file=sys.stderr, flush=True)
        yield item
        now = monotonic()
        if seen and number < total and now - start > PATIENCE and now - drawn > BEAT:
            full, drawn = round(number / total * WIDTH), now
            print(f"\r{_bar(full)} {number:,} of {total:,}", end="", file=sys.stderr, flush=True)


def _bar(full: int) -> str:
    done, left = "█░" if sys.stderr.encoding.lower().startswith("utf") else "#."
    return done * full + left * (WIDTH - full)
