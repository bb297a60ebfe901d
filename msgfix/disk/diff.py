"""A plan and a repair in words: the entries before and after, and what was done."""

import difflib
import json
import os
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgfix.disk.arrange import RE_HUNG
from msgfix.disk.parts import Kept
from msgfix.report.plain import plain
from msgfix.report.sections import left, unheeded
from msgfix.transcript.load import loads
from msgfix.transcript.row import Flag, Row
from msgfix.transcript.store import projects

if TYPE_CHECKING:
    from msgfix.disk import Repair
    from msgfix.disk.parts import Part
    from msgfix.disk.plan import Plan

WIDTH = 160
"""Characters of a line of the diff: base64 is of no use to a reader."""


def entries(done: "Repair") -> Iterator[str]:
    """The plan as a unified diff of entries, in order of the file. What is put beside a line has its own head."""
    was: dict[int, list[Row]] = {number: [] for number in done.plan.lines}
    for row in done.result.document.index.rows:
        if row.number in was:
            was[row.number].append(row)
    for number, parts in done.plan.lines.items():
        stay = {part.row: part for part in parts if isinstance(part, Kept) and part.row.number == number}
        added = [part for part in parts if part not in stay.values()]
        start = next((place for place, part in enumerate(parts) if part not in added), 0)
        yield from _added(added[:start], f"before line {number}", done.plan)
        made = {part.rule for part in added if not isinstance(part, Kept)}
        why = [rule for rule in done.plan.why.get(number, ()) if rule not in made]
        if why or not was[number] or any(row not in stay or stay[row].changed for row in was[number]):
            yield f"@@ line {number} @@ {', '.join(why) or _reasons(done.plan, number)}\n"
            yield from _line(was[number], stay)
        yield from _added(added[start:], f"behind line {number}", done.plan)


def _added(parts: "list[Part]", place: str, plan: "Plan") -> Iterator[str]:
    """Entries that are made, or come from elsewhere."""
    for part in parts:
        if isinstance(part, Kept):
            yield f"@@ {place}, from line {part.row.number} @@ {_reasons(plan, part.row.number)}\n"
        else:
            yield f"@@ {place} @@ {part.rule}\n"
        yield from _diff(None, part)


def _line(was: list[Row], stay: dict[Row, Kept]) -> Iterator[str]:
    """What becomes of the entries of a line."""
    for row in was:
        new = stay.get(row)
        if new is None or new.changed:
            yield from _diff(Kept(row), new)
    if not was:
        yield "-(what cannot be read)\n"


def _reasons(plan: "Plan", number: int) -> str:
    return ", ".join(plan.why.get(number, [RE_HUNG]))


def _diff(old: "Part | None", new: "Part | None") -> Iterator[str]:
    before, after = old.old() if old else b"", new.new() if new else b""
    for line in list(difflib.unified_diff(_lines(before), _lines(after), n=1, lineterm=""))[2:]:
        if not line.startswith("@@"):
            yield plain(line[:WIDTH]) + "\n"


def _lines(entry: bytes) -> list[str]:
    return json.dumps(loads(entry), indent=1, ensure_ascii=False).split("\n") if entry else []


def told(done: "Repair") -> Iterator[str]:
    """What was done, what is left, where the old file is, and how to go on."""
    name = plain(str(done.path))
    if not done.plan:
        yield f"{name}: nothing to repair."
    else:
        verb = "repaired" if done.written else "would be repaired"
        counts = ", ".join(f"{rule} ×{count:,}" for rule, count in sorted(done.plan.counts.items()))
        lines = len(done.plan.lines)
        yield f"{name}: {verb}, {lines:,} {'line' if lines == 1 else 'lines'} changed: {counts}"
    for finding in unheeded(done.result):
        yield f"{name}: {plain(finding.message)} [{finding.fault.slug}]"
    for problem in left(done.result):
        yield plain(f"left: {problem.path}: {problem.message} [{problem.rule}]")
    if done.backup:
        yield f"backup: {plain(str(done.backup))} (msgfix repair --undo brings it back)"
    if done.written and done.backup:
        yield from map(plain, _resume(done))


def _resume(done: "Repair") -> Iterator[str]:
    """The command that resumes the session; nothing for the file of a subagent."""
    leaf = done.result.chain.leaf
    if leaf is None or leaf.flags & Flag.SIDECHAIN or not leaf.session:
        return
    folder: Any = leaf.source.entry(leaf).get("cwd")
    command = f"claude --resume {shlex.quote(leaf.session)}"
    yield f"resume: cd {shlex.quote(folder)} && {command}" if isinstance(folder, str) else f"resume: {command}"
    store = Path(os.path.realpath(projects()))
    if done.path.stem != leaf.session or store not in done.path.parents:
        yield f"The client looks for {leaf.session}.jsonl below {store}: this file is not there under that name."
