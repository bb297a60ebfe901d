"""The table of sessions, for people."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from msgfix.listing import Health, Session
from msgfix.report.plain import plain

UNITS = ((86400, "d"), (3600, "h"), (60, "min"))
SHORTEST = 8  # characters of an id
GUESSED = {Health.FINE: "looks fine", Health.BROKEN: "needs repair?"}
PAINTS = {Health.FINE: "32", Health.BROKEN: "33", Health.UNREADABLE: "31"}
HEALTH = 4  # its column
TITLES = ("session", "age", "size", "msgs", "health", "project", "name")


def table(sessions: list[Session], now: float, width: int, colour: bool, projects: bool) -> Iterator[str]:
    """The titles, then a line for each session: of at most `width` columns, as far as the names go.

    `now`: seconds since 1970. `projects`: tell them.
    """
    digits = _digits(one.path.stem for one in sessions)
    rows = [_row(one, now, digits, projects) for one in sessions]
    titles = [title for title in TITLES if projects or title != "project"]
    wide = [max(map(len, column)) for column in zip(titles, *rows, strict=True)]
    head = "  ".join(_padded(titles, wide)).rstrip()
    yield f"\x1b[2m{head}\x1b[0m" if colour else head
    for one, row in zip(sessions, rows, strict=True):
        *cells, name = _padded(row, wide)
        room = max(8, width - sum(wide[:-1]) - 2 * len(cells))
        if colour:
            cells[HEALTH] = f"\x1b[{PAINTS[one.health]}m{cells[HEALTH]}\x1b[0m"
        yield "  ".join([*cells, _cut(name.rstrip(), room)]).rstrip()


def _padded(row: list[str], wide: list[int]) -> list[str]:
    """Numbers to the right."""
    sized = enumerate(zip(row, wide, strict=True))
    return [cell.rjust(size) if place in (1, 2, 3) else cell.ljust(size) for place, (cell, size) in sized]


def _row(one: Session, now: float, digits: int, projects: bool) -> list[str]:
    health = str(one.health) if one.checked else GUESSED.get(one.health, str(one.health))
    return [
        plain(one.path.stem[:digits]),
        age(now - one.modified),
        bytes_of(one.size),
        f"{'' if one.look.whole else '~'}{one.look.messages:,}",
        health,
        *([_end(plain(one.project))] if projects else []),
        plain(" ".join(one.name.split())[:500]),
    ]


def age(seconds: float) -> str:
    """`now`, `5 min`, `3 h`, `12 d`."""
    return next((f"{seconds // unit:,.0f} {name}" for unit, name in UNITS if seconds >= unit), "now")


def bytes_of(size: int) -> str:
    """`512 B`, `4.0 kB`, `12 MB`."""
    value, units = float(size), iter(("B", "kB", "MB", "GB"))
    unit = next(units)
    while value >= 999.5 and (bigger := next(units, None)):
        value, unit = value / 1000, bigger
    return f"{value:.1f} {unit}" if value < 9.95 and unit != "B" else f"{value:,.0f} {unit}"


def _digits(stems: Iterable[str]) -> int:
    """How much of each id it takes to tell it from the others."""
    ids = sorted(stems)
    shared = (_shared(one, other) for one, other in pairwise(ids) if one != other)
    return max(SHORTEST, 1 + max(shared, default=0))


def _shared(one: str, other: str) -> int:
    """How many characters they begin with alike."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else text[: room - 1] + "…"


def _end(text: str, room: int = 20) -> str:
    return text if len(text) <= room else "…" + text[1 - room :]
