"""Rule: a pass with its name, its reason and its place in the order."""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from inspect import cleandoc
from typing import TYPE_CHECKING

from msgspec import Struct, field

if TYPE_CHECKING:
    from msgfix.edits import Edit
    from msgfix.model import History
    from msgfix.options import Options

    Run = Callable[[History, Options], Iterator[Edit]]


class Severity(StrEnum):
    """How much a change matters: see the table of severities in the README."""

    ROUTINE = "routine"
    WARNING = "warning"
    ERROR = "error"


class Rule(Struct, frozen=True, eq=False):
    """One pass. Calling it yields the edits that it asks for; it changes nothing itself.

    `step`: the name of the step in docs/steps (`G4`). `cures`: the API's error text that it answers.
    `after`: slug of a rule that must have run before -> why. `gate`: the `--feature` that switches it on.
    `on_disk`: `repair` writes it into the session file; everything else the client does by itself on resume.
    """

    slug: str
    step: str
    severity: Severity
    run: "Run"
    cures: str = ""
    gate: str | None = None
    after: Mapping[str, str] = field(default_factory=dict)
    on_disk: bool = False

    def __call__(self, history: "History", options: "Options") -> "Iterator[Edit]":
        if self.gate is None or self.gate in options.features:
            return self.run(history, options)
        return iter(())

    @property
    def doc(self) -> str:
        return cleandoc(self.run.__doc__ or "")

    @property
    def title(self) -> str:
        """The first line of the docstring: the row of `msgfix rules`."""
        return (self.run.__doc__ or "").partition("\n")[0]


def rule(
    slug: str,
    *,
    step: str,
    severity: Severity,
    cures: str = "",
    gate: str | None = None,
    after: Mapping[str, str] | None = None,
    on_disk: bool = False,
) -> "Callable[[Run], Rule]":
    """Make a pass out of a generator function; its docstring is what `msgfix explain` prints."""

    def decorate(run: "Run") -> Rule:
        return Rule(slug, step, severity, run, cures, gate, after or {}, on_disk)

    return decorate
