"""The proof: the draft, read anew, says the same as the old file, and there is nothing left to repair in it."""

import hashlib
from io import RawIOBase
from pathlib import Path
from typing import Any, cast

from msgfix.errors import RefusedError
from msgfix.options import Options
from msgfix.pipeline import normalize
from msgfix.repair.plan import plan
from msgfix.result import Result


class _Digest(RawIOBase):
    """Takes what is written to it for a checksum."""

    def __init__(self) -> None:
        self.sum = hashlib.blake2b()

    def write(self, data: Any) -> int:
        self.sum.update(data)
        return len(data)


def fingerprint(result: Result) -> bytes:
    """A checksum of the array that a run made."""
    digest = _Digest()
    result.write(cast(Any, digest))
    return digest.sum.digest()


def prove(draft: Path, name: str, options: Options, wanted: bytes) -> None:
    """Raises RefusedError when the draft is not what it must be."""
    again = normalize(draft, options)
    trouble = ""
    if fingerprint(again) != wanted:
        trouble = "the repaired file would not say the same as before"
    elif left := plan(again):
        line, rules = next(iter(left.why.items()), (next(iter(left.lines)), ["parents"]))
        trouble = f"a second repair would still change line {line} ({', '.join(rules)})"
    if trouble:
        raise RefusedError(f"{name}: {trouble}; nothing was changed. Please report this.")
