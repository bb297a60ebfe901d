"""G2: the same call twice, the same id for two calls, two results for one call."""

from collections.abc import Iterator
from itertools import count

from msgfix.edits import Drop, Edit, Replace
from msgfix.model import Block, History
from msgfix.options import Options
from msgfix.pairing import Call, answering, pair
from msgfix.passes.pairing.words import as_text, is_stand_in
from msgfix.rules import Severity, rule
from msgfix.transcript.load import dumps

UNIQUE = "`tool_use` ids must be unique"
SHORT = 56  # of the 64 characters that an id may have; the rest is for the number


def _what(call: Call) -> bytes:
    """Equal for copies. The order of the keys does not count."""
    given = call.block.data.get("input")
    return dumps([call.block.data.get("name"), sorted(given.items()) if isinstance(given, dict) else given])


def _is_answered(history: History, call: Call) -> bool:
    """True when the very next message answers it with more than a stand-in."""
    message = answering(history, call.position)
    return message is not None and any(
        block.kind == "tool_result" and block.ref == call.block.ref and not is_stand_in(block)
        for block in message.blocks
    )


@rule(
    "drop-repeated-calls",
    step="G2",
    severity=Severity.ERROR,
    on_disk=True,
    cures=UNIQUE,
    after={"rename-illegal-ids": "calls and results find each other by their last id"},
)
def drop_repeated_calls(history: History, options: Options) -> Iterator[Edit]:
    """Keep one of several copies of the same tool_use.

    Breaks: a response that was stored twice, or retried, holds one call id twice.
    Does: keeps the copy that a real result follows, else the first. Never: drops a different call.
    """
    for group in pair(history).repeated():
        copies: dict[bytes, Call] = {}
        for call in group:
            twin = copies.setdefault(_what(call), call)
            if twin is call:
                continue
            if _is_answered(history, call) and not _is_answered(history, twin):
                yield Drop(twin.block, "the same call stands again, with its result")
                copies[_what(call)] = call
            else:
                yield Drop(call.block, "the same call stands twice")


@rule(
    "rename-clashing-calls",
    step="G2",
    severity=Severity.ERROR,
    on_disk=True,
    cures=UNIQUE,
    after={"drop-repeated-calls": "copies of one call go; only different calls are renamed"},
)
def rename_clashing_calls(history: History, options: Options) -> Iterator[Edit]:
    """Give a different tool_use with a used id an id of its own.

    Breaks: clients that count from `call_0` in each turn use one id for many calls.
    Does: renames the later call and its results together (`call_0-2`). Never: touches the first one; takes a name
    like `call_0_2`, which the client keeps for its own.
    """
    repeated = pair(history).repeated()
    if not repeated:
        return
    used = {block.ref for _, block in history.blocks()}
    for group in repeated:
        numbers = count(2)
        for call in group[1:]:
            name = next(free for n in numbers if (free := f"{str(call.block.ref)[:SHORT]}-{n}") not in used)
            used.add(name)
            yield _renamed(call.block, "id", name)
            for _, result in call.results:
                yield _renamed(result, "tool_use_id", name)


def _renamed(block: Block, key: str, name: str) -> Replace:
    return Replace(block, (block.becomes({**block.data, key: name}),), f"{block.ref} is taken")


@rule(
    "drop-repeated-results",
    step="G2",
    severity=Severity.ERROR,
    on_disk=True,
    cures="each tool_use must have a single result. Found multiple `tool_result` blocks",
    after={
        "drop-repeated-calls": "copies of one call bring copies of its result",
        "rename-clashing-calls": "each call must have its own results first",
    },
)
def drop_repeated_results(history: History, options: Options) -> Iterator[Edit]:
    """Keep one tool_result for each call.

    Breaks: an answer that was made up on interrupt and the real one both stand in the file.
    Does: keeps the real one, drops copies and stand-ins. Never: drops a second real result; it becomes text.
    """
    for call in pair(history).calls:
        if len(call.results) < 2:
            continue
        results = [result for _, result in call.results]
        kept = next((result for result in results if not is_stand_in(result)), results[0])
        said = kept.data.get("content")
        for result in results:
            if result is kept:
                continue
            if is_stand_in(result) or result.data.get("content") == said:
                yield Drop(result, "the call has its result")
            else:
                yield Replace(result, as_text(result), "a second result for one call")
