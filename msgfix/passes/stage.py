"""Stages: passes that are loaded when there is something in the history for them."""

from collections.abc import Callable
from importlib import import_module

from msgspec import Struct

from msgfix.model import History
from msgfix.options import Options
from msgfix.pairing import is_settled
from msgfix.rules import Rule

Concerns = Callable[[History, Options], bool]


class Stage(Struct, frozen=True):
    """Some passes in a row. Most sessions need few of them, and to load all takes longer than to mend a short session.

    `module`, `name`: where they are, below msgfix.passes. `concerns`: False when none of them has anything to do.
    """

    module: str
    name: str
    concerns: Concerns

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Its passes; loads them."""
        found = getattr(import_module(f"msgfix.passes.{self.module}"), self.name)
        return (found,) if isinstance(found, Rule) else tuple(found)


def shows_and_hides(history: History, options: Options) -> bool:
    """Something is not for the request, or stands elsewhere in it."""
    return (
        bool(history.flagged)
        or "history-snip" in options.features
        or any(message.role == "attachment" for message in history.messages)
    )


def has_other_roles(history: History, options: Options) -> bool:
    """Something is not yet said by the user or the assistant."""
    return any(message.role not in ("user", "assistant") for message in history.messages)


def has_odd_blocks(history: History, options: Options) -> bool:
    """Some block may need mending."""
    return bool(history.odd)


def is_unsettled(history: History, options: Options) -> bool:
    """A call or a result is not where it belongs."""
    return not is_settled(history)
