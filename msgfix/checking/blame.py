"""Where in a session is what the API complained about?"""

from collections.abc import Collection, Iterator
from itertools import chain
from typing import NamedTuple

from msgfix import history as histories
from msgfix.apply import apply
from msgfix.checking.mending import MENDED_BY
from msgfix.checking.origin import origin
from msgfix.checking.pasted import Pasted
from msgfix.checking.session import complaints
from msgfix.contract.judge import Judge
from msgfix.ledger import Ledger
from msgfix.model import At, History
from msgfix.options import Options
from msgfix.passes import all_rules
from msgfix.render import plain_message
from msgfix.rules import Severity
from msgfix.transcript import chain as chains
from msgfix.transcript.formats import Document

STAGES = "CDF"  # view, conversion, joining: what the client does before it sends
ARRAYS = ("messages", "request")


class Blame(NamedTuple):
    """A place in the file (`12:0`, in an array a path), what is there, and the rule that it breaks."""

    at: str
    words: str
    rule: str = ""


def blame(document: Document, options: Options, pasted: Pasted, rules: Collection[str]) -> list[Blame]:
    """What breaks one of the rules of the contract, then where the ids of the error stand, then where its paths lead.

    A path tells the place in the request that was refused: in the file it can only be found about.
    """
    history = plain_conversion(document, options)
    found = list(_broken(history, options, document, pasted, rules)) or list(_mended(document, options, rules))
    for ref in pasted.ids:
        for row in document.index.rows:
            for index, seen in enumerate(row.sketch):
                if seen.ref == ref:
                    found.append(Blame(_spell(At(row.number, index), document), f"{seen.kind} {ref}"))
    for path in pasted.paths:
        if (at := origin(path, history.messages)).line:
            found.append(Blame(_spell(at, document), f"about here: {path}"))
    return found


def plain_conversion(document: Document, options: Options) -> History:
    """About what the client would send: its entries converted and joined, nothing mended."""
    rows = document.index.rows
    links = chains.build(rows, document.index.by_uuid, options.leaf).rows
    history, ledger = histories.build(links, rows), Ledger()
    for rule in all_rules().values():
        if rule.severity is Severity.ROUTINE and rule.step[0] in STAGES:
            history = apply(history, rule, rule(history, options), ledger)
    return history


def _broken(
    history: History, options: Options, document: Document, pasted: Pasted, rules: Collection[str]
) -> Iterator[Blame]:
    judge = Judge(options, request=document.request)
    for message in history.messages:
        judge.feed(plain_message(message))
    for problem in judge.finish():
        at = origin(problem.path, history.messages)
        named = not pasted.ids or any(ref in problem.message for ref in pasted.ids)
        if problem.rule in rules and named and at.line:
            yield Blame(_spell(at, document), problem.message, problem.rule)


def _mended(document: Document, options: Options, rules: Collection[str]) -> Iterator[Blame]:
    """What only a pass can see, such as a picture that does not decode."""
    passes = set(chain.from_iterable(MENDED_BY.get(rule, ()) for rule in rules))
    for complaint in complaints(document, options):
        if complaint.rule in passes and complaint.severity is not Severity.ROUTINE and complaint.line:
            at = At(complaint.line, int(complaint.at.partition(":")[2]) if ":" in complaint.at else None)
            yield Blame(_spell(at, document), complaint.message, complaint.rule)


def _spell(at: At, document: Document) -> str:
    if document.kind not in ARRAYS:
        return str(at)
    return f"messages.{at.line - 1}" + ("" if at.block is None else f".content.{at.block}")
