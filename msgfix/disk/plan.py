"""The plan: which lines of the file change, and what then stands in their place."""

from collections import Counter

from msgspec import Struct

from msgfix.disk.arrange import Arrangement
from msgfix.disk.parts import Kept, Part
from msgfix.result import Result

OF_LINES = frozenset(
    ("byte-order-mark", "line-nul-padded", "line-glued", "line-torn", "line-invalid-utf8", "line-lax", "line-no-object",
     "entry-repeated", "entry-differs")
)  # fmt: skip
"""Faults that are mended by writing the line anew."""


class Plan(Struct):
    """`lines`: line number -> the entries that stand in its place, in order; lines that are not named stay as they are.

    `why`: line number -> rules. `counts`: how often each rule has a part in it.
    """

    lines: dict[int, list[Part]]
    why: dict[int, list[str]]
    counts: Counter[str]

    def __bool__(self) -> bool:
        return bool(self.lines)


def plan(result: Result, names_leaf: bool = False) -> Plan:
    """What of a run belongs on disk, as few lines as possible.

    `names_leaf`: say where the conversation ends, also where the client is expected to see it.
    """
    arranged = Arrangement(result, names_leaf)
    records = result.ledger.on_disk()
    booked = [*arranged.booked, *_faults(result)]
    why: dict[int, list[str]] = {}
    for line, rule in booked:
        _say(why, line, rule)
    touched = arranged.touched | why.keys()
    for record in records:
        if record.at.line in touched:
            _say(why, record.at.line, record.rule)
    counts = Counter(record.rule for record in records)
    counts.update(rule for _, rule in booked)
    return Plan(_lines(result, arranged, touched), why, counts)


def _faults(result: Result) -> list[tuple[int, str]]:
    """The lines that must be written anew, or go.

    Of two entries under one uuid the client takes the later: it goes where the conversation has the first.
    """
    on = {row.uuid for row in result.chain.rows}
    aside = {row.number for row in result.document.index.repeated if row.uuid not in on}
    faults = [(finding.line, finding.fault.slug) for finding in result.findings]
    return [
        (line, slug) for line, slug in faults if slug in OF_LINES and (slug != "entry-differs" or line not in aside)
    ]


def _say(why: dict[int, list[str]], line: int, rule: str) -> None:
    told = why.setdefault(line, [])
    if rule not in told:
        told.append(rule)


def _lines(result: Result, arranged: Arrangement, touched: set[int]) -> dict[int, list[Part]]:
    lines: dict[int, list[Part]] = {number: [] for number in sorted(touched)}
    for row in result.document.index.rows:
        if row.number in lines:
            here = lines[row.number]
            if row is arranged.head:
                here += arranged.behind.get(None, ())
            kept = arranged.kept.get(row)
            if row not in arranged.gone and not (kept and kept.moved):
                here.append(kept or Kept(row))
            here += arranged.behind.get(row, ())
    return lines
