"""E11: tools that the server runs itself."""

from collections.abc import Iterator
from typing import Any

from msgfix.edits import Drop, Edit, Into, Move, Replace
from msgfix.model import Block, History, text
from msgfix.options import Options
from msgfix.passes.blocks.call_fields import SERVER_ID
from msgfix.passes.blocks.foreign import translate
from msgfix.passes.blocks.kinds import SERVER_RESULTS
from msgfix.passes.blocks.server_pairs import Use, find, still_open
from msgfix.passes.blocks.server_words import advice, server_result_words, use_words
from msgfix.rules import Severity, rule
from msgfix.targets import limits
from msgfix.transcript.sketch import SERVER_IDS


def served(name: Any, options: Options) -> bool:
    """Does the target run this tool, or at least take what is left of a run?"""
    kind = SERVER_RESULTS.get(name) if isinstance(name, str) else None
    if kind is None or options.target == "bedrock":
        return False
    if name == "advisor":
        return "advisor" in options.features
    search = kind == "tool_search_tool_result" and "tool-search" in options.features
    return search or kind in limits(options.target, options.model).blocks


def _whole(use: Block, result: Block | None) -> bool:
    """May the halves stand as they are? They are never mended: the server has sealed them together."""
    data = use.data
    if not SERVER_ID(use.ref or "") or not isinstance(data.get("input"), dict):
        return False
    if result is None:
        return True
    content = result.data.get("content")
    if result.kind != SERVER_RESULTS.get(data.get("name")):
        return False
    if result.kind == "web_search_tool_result" and isinstance(content, list):
        return all(_sealed(item) for item in content)
    return isinstance(content, dict) and isinstance(content.get("type"), str)


def _sealed(item: Any) -> bool:
    fields = ("encrypted_content", "title", "url")
    return isinstance(item, dict) and all(isinstance(item.get(key), str) and item[key] for key in fields)


def _tell(use: Use, answered: bool) -> Iterator[Edit]:
    """Both halves as text; advice stays, asking for it is not worth a word."""
    data = use.block.data
    if data.get("name") == "advisor":
        yield Drop(use.block, "no advisor there")
    else:
        yield Replace(use.block, (text(use_words(data, answered), use.block),), _why(use))
    if use.result:
        yield _tell_result(use.result[1])


def _why(use: Use) -> str:
    return f"{use.block.ref} cannot be sent" if use.result else f"{use.block.ref} has no result"


def _tell_result(block: Block) -> Edit:
    if block.kind == "advisor_tool_result":
        words = advice(block.data)
        told = (text(f"[Advice]\n{words}", block),)
        return Replace(block, told, "advice") if words.strip() else Drop(block, "no advice in it")
    return Replace(block, (text(server_result_words(block.data), block),), f"result of {block.ref}")


def _given_by_client(history: History) -> list[Block]:
    """Results that a client gave for the server."""
    ours = [
        block
        for message in history.messages
        for block in message.blocks
        if block.ref is not None and block.ref.startswith(SERVER_IDS) and block.kind == "tool_result"
    ]
    calls = {block.ref for _, block in history.blocks() if block.kind == "tool_use"} if ours else set()
    return [block for block in ours if block.ref not in calls]


def _take_back(block: Block, answered: set[str | None]) -> Edit:
    """No client's result may stand for the server's."""
    if block.ref in answered:
        return Drop(block, f"the server answered {block.ref} itself")
    said = tuple(block.becomes(data) for data in translate(block.data))
    return Replace(block, said, f"no client answers {block.ref}")


@rule(
    "settle-server-tools",
    step="E11",
    severity=Severity.ERROR,
    on_disk=True,
    cures="was found without a corresponding web_search_tool_result block",
    after={"join-responses": "the two halves are often parts of their own"},
)
def settle_server_tools(history: History, options: Options) -> Iterator[Edit]:
    """Keep calls of server tools that have their result; tell the others as text.

    Breaks: half of a pair is refused, and so is a client's result for a server's call.
    Does: keeps pairs that are whole and known to the target, in one message; the rest becomes text.
    Never: makes up a result, or changes what a server sealed.
    """
    found = find(history)
    given = _given_by_client(history)
    answered = found.answered | {block.ref for block in given}
    open_message = still_open(history, options) if limits(options.target, options.model).extras else None
    for use in found.uses:
        result = use.result
        stays = result is not None or use.message is open_message
        if not (stays and served(use.block.data.get("name"), options) and _whole(use.block, result and result[1])):
            yield from _tell(use, use.block.ref in answered)
        elif result and result[0] is not use.message:
            yield Move(result[1], Into(use.message), f"result of {use.block.ref}")
    for block in found.stray:
        yield _tell_result(block)
    for block in given:
        yield _take_back(block, found.answered)
