"""Which rules are asked for: `--select` and `--ignore`."""

from collections.abc import Iterable

from msgspec import Struct

from msgfix.checking.known import nearest, rules
from msgfix.errors import UsageError


class Selection(Struct, frozen=True):
    """Rules by name or by the beginning of one; nothing selected means all."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def takes(self, rule: str) -> bool:
        return (not self.select or rule.startswith(self.select)) and not rule.startswith(self.ignore)


def selection(select: Iterable[str], ignore: Iterable[str]) -> Selection:
    """From lists of names, each with one or several of them. Raises UsageError for one that fits no rule."""
    return Selection(tuple(_names("--select", select)), tuple(_names("--ignore", ignore)))


def _names(option: str, given: Iterable[str]) -> list[str]:
    names = [name for part in given for name in part.replace(",", " ").split()]
    for name in names:
        if not any(rule.startswith(name) for rule in rules()):
            raise UsageError(f"{option} {name}: no rule begins so; near it are {', '.join(nearest(name))}.")
    return names
