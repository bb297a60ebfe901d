"""A sign of life on stderr, for a person who waits."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

from msgfix.report.plain import plain

PATIENCE = 0.5  # seconds until there is something to see
WIDTH = 24


@contextmanager
def waiting(name: str) -> Iterator[None]:
    """While the block runs for longer than PATIENCE, a bar on stderr moves; only on a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    done = Event()
    bar = Thread(target=_draw, args=(plain(Path(name).name), done), daemon=True)
    bar.start()
    try:
        yield
    finally:
        done.set()
        bar.join()


def _draw(name: str, done: Event) -> None:
    place, drawn = 0, False
    while not done.wait(0.1 if drawn else PATIENCE):
        start = abs(place % (2 * WIDTH) - WIDTH)  # there and back
        bar = "".join("█" if start <= cell < start + 4 else "·" for cell in range(WIDTH + 4))
        print(f"\r{bar} {name}", end="", file=sys.stderr, flush=True)
        place, drawn = place + 1, True
    if drawn:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
