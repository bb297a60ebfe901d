"""One input, checked: a session by what normalize has to do to it, an array by the contract, as it stands."""

import codecs
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from msgspec.structs import replace

from msgfix import contract
from msgfix.checking.complaint import Checked, Complaint, found
from msgfix.checking.lines import Lines
from msgfix.checking.selection import Selection
from msgfix.contract.judge import Judge
from msgfix.contract.problem import Problem
from msgfix.options import Options
from msgfix.rules import Severity
from msgfix.transcript.formats import Document, recognise, seekable
from msgfix.transcript.load import loads
from msgfix.transcript.source import MemorySource

EVERYTHING = Selection()


def examine(
    stream: BinaryIO, name: str, options: Options, selection: Selection = EVERYTHING, walked: bool = False
) -> Checked | None:
    """Check a binary stream. Raises MsgfixError when it is no transcript.

    `walked`: nobody said that it is a transcript; the answer is None when it does not look like one.
    """
    stream = seekable(stream)
    document = recognise(stream, name)
    said: Iterable[Complaint] | None
    if isinstance(document.index.source, MemorySource):
        said = _document(document, stream, options, walked)
    elif walked and not any(row.role or row.uuid for row in document.index.rows):
        said = None
    elif document.kind == "jsonl":
        said = _jsonl(document, options)
    else:
        said = _session(document, options)
    return None if said is None else _checked(name, document.kind, said, selection)


def _checked(name: str, kind: str, said: Iterable[Complaint], selection: Selection) -> Checked:
    kept = []
    routine: Counter[str] = Counter()
    for complaint in said:
        if complaint.severity is Severity.ROUTINE:
            routine[complaint.rule] += 1
        elif selection.takes(complaint.rule):
            kept.append(complaint)
    return Checked(name, kind, tuple(kept), dict(routine))


def _session(document: Document, options: Options) -> Iterator[Complaint]:
    from msgfix.checking.session import complaints  # an array needs none of the passes

    return complaints(document, options)


def _document(document: Document, stream: BinaryIO, options: Options, walked: bool) -> list[Complaint] | None:
    """A file that is one JSON document: an array of messages or of entries, or a request body."""
    stream.seek(0)
    raw = stream.read()
    lines, request = Lines(raw), document.request
    if document.kind == "session":
        return [_numbered(complaint, lines) for complaint in _session(document, options)]
    messages = request["messages"] if request else loads(raw.removeprefix(codecs.BOM_UTF8))
    if walked and not any(isinstance(message, dict) and "role" in message for message in messages):
        return None
    problems = contract.check(messages, options, request=request)
    return [*map(found, document.flaws), *(_said(problem, lines.of(problem.path)) for problem in problems)]


def _numbered(complaint: Complaint, lines: Lines) -> Complaint:
    """In an array of entries, what is called a line is the place of the entry, from 1."""
    if not complaint.line:
        return complaint
    line = lines.of(f"messages.{complaint.line - 1}")
    block = complaint.at.partition(":")[2]
    return replace(complaint, line=line, at=f"{line}:{block}" if block else str(line))


def _jsonl(document: Document, options: Options) -> Iterator[Complaint]:
    """One message per line: the faults of the file, then what the contract says."""
    index, judge = document.index, Judge(options)
    yield from map(found, index.findings)
    for row in index.rows:
        judge.feed(index.source.entry(row))
    for problem in judge.finish():
        number = problem.path.split(".")[1:2]
        known = number and number[0].isdecimal() and int(number[0]) < len(index.rows)
        yield _said(problem, index.rows[int(number[0])].number if known else 0)


def _said(problem: Problem, line: int) -> Complaint:
    return Complaint(problem.rule, problem.severity, problem.path, line, problem.message, problem.hint)
