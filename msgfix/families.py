"""What the models of each generation do, by the name of the model."""

import re

from msgspec import Struct


class Family(Struct, frozen=True):
    """What the models of one generation do (docs: api/errors, thinking, preserved-thinking, mid-conversation-system).

    `long`: the context holds a million tokens, so that 600 images and pages fit (vision#request-limits).
    """

    prefill: bool
    thinking: frozenset[str]
    system: bool
    bound: bool
    long: bool


_ON_OFF = frozenset({"adaptive", "disabled"})
_ALWAYS = frozenset({"adaptive"})
_OLD = Family(True, frozenset({"enabled", "disabled"}), system=False, bound=False, long=False)  # up to 4.5
_4_6 = Family(False, frozenset({"enabled", "adaptive", "disabled"}), system=False, bound=False, long=True)
_4_7 = Family(False, _ON_OFF, system=False, bound=False, long=True)  # Opus 4.7, Sonnet 5
_4_8 = Family(False, _ON_OFF, system=True, bound=False, long=True)  # Opus 4.8, Opus 5
_MYTHOS_PREVIEW = Family(False, _ALWAYS, system=False, bound=False, long=True)
_5 = Family(False, _ALWAYS, system=True, bound=False, long=True)  # Fable 5, Mythos 5
_BOUND = Family(False, _ALWAYS, system=True, bound=True, long=True)  # Fable and Mythos 5.1 and 5.2, Opus 5.5
_SMALL_5_5 = Family(False, _ON_OFF, system=False, bound=True, long=False)  # Sonnet 5.5, Haiku 5.5: safe guesses

_FAMILIES: tuple[tuple[str, tuple[int, int], Family], ...] = (  # the first row that is not above the version holds
    ("fable", (5, 1), _BOUND),
    ("fable", (5, 0), _5),
    ("mythos", (5, 1), _BOUND),
    ("mythos", (5, 0), _5),
    ("mythos", (0, 0), _MYTHOS_PREVIEW),
    ("opus", (5, 5), _BOUND),
    ("opus", (4, 8), _4_8),
    ("opus", (4, 7), _4_7),
    ("opus", (4, 6), _4_6),
    ("opus", (0, 0), _OLD),
    ("sonnet", (5, 5), _SMALL_5_5),
    ("sonnet", (5, 0), _4_7),
    ("sonnet", (4, 6), _4_6),
    ("sonnet", (0, 0), _OLD),
    ("haiku", (5, 5), _SMALL_5_5),
    ("haiku", (0, 0), _OLD),
)
_NAME = re.compile(r"(opus|sonnet|haiku|fable|mythos)(?:-(\d{1,2})(?:[-.](\d{1,2}))?(?!\d))?")


def family(model: str | None) -> Family | None:
    """The family of a model by its name (`claude-opus-4-5-20251101`, `us.anthropic.claude-3-5-haiku…`), if known."""
    found = _NAME.search(model or "")
    if not found:
        return None
    name, major, minor = found[1], int(found[2] or 0), int(found[3] or 0)
    return next((row for who, since, row in _FAMILIES if who == name and since <= (major, minor)), None)
