"""The sessions of a store, and how they are: by a cheap look, or by the real check."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from msgfix.transcript.peek import BLOCK, Peek, peek

NOTHING = Peek("", "", "", 0, 0, True, ())
FEW = 4  # sessions for which it does not pay to start another process


class Health(StrEnum):
    """How a session is."""

    FINE = "fine"
    BROKEN = "needs repair"
    UNREADABLE = "unreadable"


class Session(NamedTuple):
    """One session. `modified`: seconds since 1970. `size`: bytes. `checked`: `health` is the word of the real check.

    `signs`: why it is not fine.
    """

    path: Path
    modified: float
    size: int
    look: Peek
    health: Health
    checked: bool
    signs: tuple[str, ...]

    @property
    def name(self) -> str:
        """Its title, else what was asked first."""
        return self.look.title or self.look.prompt

    @property
    def project(self) -> str:
        """The folder that it was about, else that in which it lies."""
        return self.look.cwd or self.path.parent.name


def survey(paths: Sequence[Path], deep: bool = False, jobs: int = 1) -> Iterator[Session]:
    """A Session for each path, in their order. `deep`: run the real check, in `jobs` processes."""
    look = partial(session, deep=deep)
    if not deep or jobs < 2 or len(paths) <= FEW:
        yield from map(look, paths)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(min(jobs, len(paths))) as pool:
        try:
            yield from pool.map(look, paths)
        finally:
            pool.shutdown(cancel_futures=True)


def session(path: Path, deep: bool = False) -> Session:
    """Look at one session. A file that cannot be read is one, too."""
    look, modified, size = NOTHING, 0.0, 0
    try:
        facts = path.stat()
        modified, size = facts.st_mtime, facts.st_size
        look = peek(path, None if deep else BLOCK)
    except OSError as error:
        signs: tuple[str, ...] = (error.strerror or "cannot be read",)
        return Session(path, modified, size, look, Health.UNREADABLE, True, signs)
    if not look.entries:
        health, signs = Health.UNREADABLE, ("no entry was found",)
    else:
        signs = _errors(path) if deep and look.messages else look.signs
        health = Health.BROKEN if signs else Health.FINE
    return Session(path, modified, size, look, health, deep, signs)


def _errors(path: Path) -> tuple[str, ...]:
    """The rules by which `msgfix check` finds errors, without those that the client sees to by itself on resume."""
    from msgfix.checking.inputs import Input
    from msgfix.checking.run import check_one
    from msgfix.checking.selection import Selection
    from msgfix.options import Options
    from msgfix.passes import all_rules
    from msgfix.rules import Severity

    client = {rule.slug for rule in all_rules().values() if not rule.on_disk}
    checked = check_one(Input(str(path)), Options(), Selection())
    found = checked.complaints if checked else ()
    rules = dict.fromkeys(one.rule for one in found if one.severity is Severity.ERROR)
    return tuple(rule for rule in rules if rule not in client)


def as_json(one: Session) -> dict[str, Any]:
    """In the shape of schemas/sessions.schema.json."""
    from datetime import UTC, datetime

    return {
        "session": one.path.stem,
        "path": str(one.path),
        "project": one.project,
        "title": one.look.title,
        "prompt": one.look.prompt,
        "modified": datetime.fromtimestamp(one.modified, UTC).isoformat(timespec="seconds"),
        "bytes": one.size,
        "messages": one.look.messages,
        "estimated": not one.look.whole,
        "health": str(one.health),
        "checked": one.checked,
        "signs": list(one.signs),
    }
