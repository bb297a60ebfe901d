"""E11: tools that the server runs itself."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from msgfix.edits import Drop, Edit, Into, Move, Replace
from msgfix.model import Block, History, Message, text
from msgfix.options import Options
from msgfix.passes.blocks.call_fields import SERVER_ID
from msgfix.passes.blocks.foreign import translate
from msgfix.passes.blocks.kinds import SERVER, SERVER_RESULTS
from msgfix.passes.blocks.server_words import advice, server_result_words, use_words
from msgfix.rules import Severity, rule
from msgfix.targets import limits

SERVER_IDS = ("srvtoolu_", "mcptoolu_")


@dataclass(slots=True, eq=False)
class _Use:
    """A server_tool_use, where it stands, and its result with the message of that."""

    block: Block
    message: Message
    result: tuple[Message, Block] | None = None


@dataclass(slots=True)
class _Found:
    """All halves: uses in order, results that no use before them in the same turn has, ids that have a result."""

    uses: list[_Use] = field(default_factory=list)
    stray: list[Block] = field(default_factory=list)
    answered: set[str | None] = field(default_factory=set)


def _find(history: History) -> _Found:
    found = _Found()
    waiting: dict[str | None, _Use] = {}
    for message in history.messages:
        if message.role != "assistant":
            waiting.clear()  # a result comes before the user speaks again
            continue
        for block in message.blocks:
            if block.kind == "server_tool_use":
                found.uses.append(_Use(block, message))
                waiting.setdefault(block.ref, found.uses[-1])
            elif block.kind in SERVER:
                found.answered.add(block.ref)
                if use := waiting.pop(block.ref, None):
                    use.result = message, block
                else:
                    found.stray.append(block)
    return found


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


def _still_open(history: History) -> Message | None:
    """The assistant message behind which there is nothing but results: a server tool may still be at work in it."""
    for message in reversed(history.messages):
        if message.role == "assistant":
            return message
        if message.role != "user" or any(block.kind != "tool_result" for block in message.blocks):
            return None
    return None


def _tell(use: _Use) -> Iterator[Edit]:
    """Both halves as text; advice stays, asking for it is not worth a word."""
    data = use.block.data
    if data.get("name") == "advisor":
        yield Drop(use.block, "no advisor there")
    else:
        yield Replace(use.block, (text(use_words(data, bool(use.result)), use.block),), _why(use))
    if use.result:
        yield _tell_result(use.result[1])


def _why(use: _Use) -> str:
    return f"{use.block.ref} cannot be sent" if use.result else f"{use.block.ref} has no result"


def _tell_result(block: Block) -> Edit:
    if block.kind == "advisor_tool_result":
        words = advice(block.data)
        told = (text(f"[Advice]\n{words}", block),)
        return Replace(block, told, "advice") if words.strip() else Drop(block, "no advice in it")
    return Replace(block, (text(server_result_words(block.data), block),), f"result of {block.ref}")


def _client_results(history: History, answered: set[str | None]) -> Iterator[Edit]:
    """Results that a client gave for the server."""
    ours = [block for _, block in history.blocks() if block.kind == "tool_result" and _of_server(block)]
    calls = {block.ref for _, block in history.blocks() if block.kind == "tool_use"} if ours else set()
    for block in ours:
        if block.ref in answered:
            yield Drop(block, f"the server answered {block.ref} itself")
        elif block.ref not in calls:
            said = tuple(block.becomes(data) for data in translate(block.data))
            yield Replace(block, said, f"no client answers {block.ref}")


def _of_server(block: Block) -> bool:
    return block.ref is not None and block.ref.startswith(SERVER_IDS)


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
    found = _find(history)
    open_message = _still_open(history) if limits(options.target, options.model).extras else None
    for use in found.uses:
        result = use.result
        stays = result is not None or use.message is open_message
        if not (stays and served(use.block.data.get("name"), options) and _whole(use.block, result and result[1])):
            yield from _tell(use)
        elif result and result[0] is not use.message:
            yield Move(result[1], Into(use.message), f"result of {use.block.ref}")
    for block in found.stray:
        yield _tell_result(block)
    yield from _client_results(history, found.answered)
