"""The whole flow, from an input to a result: the file to read first."""

from functools import partial
from io import TextIOBase
from pathlib import Path
from typing import Any, BinaryIO

from msgspec.structs import replace

from msgfix import history as histories
from msgfix.apply import apply
from msgfix.errors import RefusedError, UnreadableError, UsageError
from msgfix.ledger import Ledger
from msgfix.model import Block, History, Message
from msgfix.options import Options
from msgfix.passes import BLOCKS, PIPELINE
from msgfix.passes.stage import Stage
from msgfix.proof import prove
from msgfix.result import Result
from msgfix.rules import Rule
from msgfix.transcript import chain as chains
from msgfix.transcript.formats import Document, recognise, seekable
from msgfix.transcript.load import dumps
from msgfix.transcript.row import Flag, Row
from msgfix.transcript.source import open_file

TOO_DEEP = "The input is nested deeper than JSON readers take."
Input = str | Path | bytes | BinaryIO | list[Any] | dict[str, Any]


def normalize(source: Input, options: Options | None = None) -> Result:
    """Make an array that the Messages API takes out of any session or array.

    `source`: a path, the bytes, an open binary stream, a list of messages or entries, or a request body.
    Raises UnreadableError when it is no transcript, RefusedError when the books do not balance.
    """
    return run(read(source), options or Options())


def read(source: Input) -> Document:
    """Recognise an input. A file stays open as long as its Document lives: content is read when it is needed."""
    if isinstance(source, (list, dict)):
        try:
            dumps(source)
        except RecursionError as error:
            raise UnreadableError(TOO_DEEP) from error
        except (TypeError, ValueError) as error:
            raise UsageError(f"The input holds a value that JSON has no word for ({error}).") from error
        return recognise(source)
    if isinstance(source, bytes):
        return recognise(source)
    name = source if isinstance(source, (str, Path)) else getattr(source, "name", 0)
    if isinstance(name, int):  # a stream that was opened by its descriptor
        name = "the input"
    try:
        return recognise(_stream(source), str(name))
    except (OSError, ValueError) as error:
        raise UnreadableError(f"{name}: cannot be read ({getattr(error, 'strerror', None) or error}).") from error


def _stream(source: str | Path | BinaryIO) -> BinaryIO:
    if isinstance(source, (str, Path)):
        return open_file(source)
    if not hasattr(source, "seekable") or isinstance(source, TextIOBase):
        raise UsageError(f"{type(source).__name__}: takes a path, bytes, a binary stream, a list or a request body.")
    return seekable(source)


def run(document: Document, options: Options) -> Result:
    """Chain, history, passes, proof: what normalize, report, check and repair all go through.

    Raises UnreadableError for what is nested too deep to follow, RefusedError when the books do not balance.
    """
    try:
        return _run(document, options)
    except RecursionError as error:
        raise UnreadableError(TOO_DEEP) from error


def _run(document: Document, options: Options) -> Result:
    index = document.index
    chain = chains.build(index.rows, index.by_uuid, options.leaf, index.repeated)
    options = _informed(options, document, chain.rows)
    ledger = Ledger()
    history = histories.build(chain.rows, index.rows, partial(_mend_found, options=options, ledger=ledger))
    _open_books(ledger, document, chain, history)
    history = mend(history, options, ledger)
    _close_books(ledger, history)
    problems = prove(history, options, document.request)
    return Result(document, chain, history, ledger, problems, options)


def mend(history: History, options: Options, ledger: Ledger, passes: tuple[Rule | Stage, ...] = PIPELINE) -> History:
    """Run passes, in order; of a stage those that have something to do."""
    for step in passes:
        rules = (step,) if isinstance(step, Rule) else step.rules if step.concerns(history, options) else ()
        for rule in rules:
            history = apply(history, rule, rule(history, options), ledger)
    return history


def _mend_found(block: Block, options: Options, ledger: Ledger) -> Block | None:
    """A call or result from elsewhere in the file, mended as if it had been in the conversation all along.

    None when it does not stay what it was. Its block is counted where it is inserted, so only the records are booked.
    """
    role = "assistant" if block.kind == "tool_use" else "user"
    scratch = Ledger()
    history = mend(History((Message(role, (block,), block.row),)), options, scratch, (BLOCKS,))
    same = next((new for _, new in history.blocks() if (new.kind, new.ref) == (block.kind, block.ref)), None)
    if same:
        ledger.records += scratch.records
        ledger.rules |= scratch.rules
    return same


def _informed(options: Options, document: Document, rows: list[Row]) -> Options:
    """The options with what the input itself tells: its tools, and its last real model."""
    request = document.request or {}
    model = options.model or request.get("model") or _last_model(rows)
    tools = options.tools
    if tools is None and isinstance(request.get("tools"), list):
        tools = tuple(tool for tool in request["tools"] if isinstance(tool, dict))
    return replace(options, model=model if isinstance(model, str) else None, tools=tools)


def _last_model(rows: list[Row]) -> str | None:
    """That of the last entry with a whole block: an empty one goes, and must not decide about those before it."""
    first: str | None = None
    for row in reversed(rows):
        if row.model and not row.flags & Flag.SYNTHETIC:
            if row.flags & Flag.DIRECT or any(block.plain for block in row.sketch):
                return row.model
            first = first or row.model
    return first


def _open_books(ledger: Ledger, document: Document, chain: chains.Chain, history: History) -> None:
    balance, counts = ledger.balance, document.index.counts
    balance.entries = counts.entries
    balance.repeated = counts.repeated
    balance.unreadable = counts.unreadable + counts.no_object
    balance.metadata = chain.metadata
    balance.off = dict(chain.off)
    balance.messages_in = len(history.messages)
    balance.links = len(chain.rows) - balance.messages_in
    balance.blocks_in = sum(len(message.blocks) for message in history.messages)


def _close_books(ledger: Ledger, history: History) -> None:
    """Raises RefusedError when a message or block is not accounted for."""
    balance = ledger.balance
    balance.messages_out = len(history.messages)
    balance.blocks_out = sum(len(message.blocks) for message in history.messages)
    if not balance.holds:
        told = "; ".join(f"{left} = {right}" for left, right in balance.rows())
        raise RefusedError(f"The books do not balance ({told}). This is a bug in msgfix; nothing was written.")
