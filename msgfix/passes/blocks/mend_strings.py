"""E1: strings and numbers that are no JSON."""

import re
from collections.abc import Iterator
from math import isfinite
from typing import Any

from msgfix.edits import Edit, Replace
from msgfix.model import THINKING, History
from msgfix.options import Options
from msgfix.rules import Severity, rule
from msgfix.transcript.sketch import pure

_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_BAD = re.compile("[\0\ud800-\udfff]")
# What a signature vouches for: once the words are changed it must go, and the thinking of the response with it.
_SEALS = ("signature", "data")


def mend_string(words: str) -> str:
    """Halves of a pair that stand together are joined; NUL and halves that stand alone become U+FFFD."""
    if not _BAD.search(words):
        return words
    joined = _PAIR.sub(lambda pair: pair[0].encode("utf-16", "surrogatepass").decode("utf-16"), words)
    return _BAD.sub("\ufffd", joined)


def mend_value(value: Any) -> tuple[Any, bool]:
    """A JSON value with all its strings and keys mended, and whether anything was; walks without recursion."""
    root = [value]
    todo: list[Any] = [root]
    changed = False
    while todo:
        box = todo.pop()
        for key, item in list(enumerate(box) if isinstance(box, list) else box.items()):
            if isinstance(item, str):
                new: Any = mend_string(item)
            elif isinstance(item, float) and not isfinite(item):
                new = None
            elif isinstance(item, dict):
                todo.append(new := {mend_string(name): inner for name, inner in item.items()})
                changed = changed or new.keys() != item.keys()
            elif isinstance(item, list):
                todo.append(new := list(item))
            else:
                continue
            changed = changed or (new is not item and not isinstance(new, dict | list))
            box[key] = new
    return root[0], changed


@rule(
    "mend-strings",
    step="E1",
    severity=Severity.ERROR,
    on_disk=True,
    cures="The request body is not valid JSON: no low surrogate in string",
)
def mend_strings(history: History, options: Options) -> Iterator[Edit]:
    """Replace characters and numbers that a request cannot carry.

    Breaks: half of a surrogate pair, NaN or Infinity anywhere in a body makes all of it invalid; NUL is refused too.
    Does: joins pairs that were cut into halves; what cannot be joined becomes U+FFFD, such numbers become null.
    Never: changes thinking and leaves its signature: the signature goes, so that the thinking goes as a whole.
    """
    for _, block in history.odd:
        data = block.data
        if pure([data]):
            continue
        new, changed = mend_value(data)
        if changed:
            if block.kind in THINKING:
                new = {key: value for key, value in new.items() if key not in _SEALS}
            yield Replace(block, (block.becomes(new),), "characters or numbers that JSON cannot carry")
