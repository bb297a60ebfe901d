"""Is what a client sent valid, and is the conversation in it whole?"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from resume import PROMPT, Resumed, resume

import msgfix
from msgfix.disk import repair
from msgfix.passes.blocks.tool_boundary import BOUNDARY
from msgfix.rules import Severity
from msgfix.transcript.row import Flag
from msgfix.transcript.scope import TALK

REMINDER = "<system-reminder>"
OWN = (PROMPT, "No response requested.", "Tool loaded.", BOUNDARY)
"""Texts without a meaning: the prompt, a filler before it, and what ends a turn that loads tools, here and there."""

REQUEST = ("model", "max_tokens", "system", "tools", "messages")
"""What is looked at of a request: the rest are switches of the client, some of them for betas."""

FEATURES = ("tool-search",)
"""What a request of the client makes use of. So it may hold `caller` and references to its tools."""


class Told(NamedTuple):
    """What a conversation says: texts, ids of calls in order, and what the result of each says.

    `aside`: those of `texts` that are reminders or system messages. The client sends queued prompts and notifications
    so, among much of its own.
    """

    texts: list[str]
    calls: list[str]
    results: dict[str, list[str]]
    aside: set[str]


def resumable(session: Path) -> bool:
    """The client resumes no file that holds a subagent's entries alone, or none."""
    rows = msgfix.normalize(session).document.index.rows
    return any(row.type in TALK and not row.flags & Flag.SIDECHAIN for row in rows)


def after_repair(session: Path) -> list[str]:
    """What is wrong with what the client sends when it resumes a repaired copy of a session."""
    with TemporaryDirectory() as temp:
        copy = Path(temp, "session.jsonl")
        shutil.copyfile(session, copy)
        repair(copy, force=True)
        resumed = resume(copy)
    return list(faults(resumed, msgfix.normalize(session).messages))


def faults(resumed: Resumed, wanted: list[dict[str, Any]]) -> Iterator[str]:
    """`wanted`: the conversation, as normalize gives it."""
    if resumed.body is None:
        yield f"the client sent no request: {resumed.said.strip()[:200]}"
        return
    yield from invalid(resumed.body)
    yield from missing(told(resumed.body["messages"]), told(wanted))


def invalid(body: dict[str, Any]) -> Iterator[str]:
    """What Anthropic's API would refuse of it, and what any would but for the client's own system messages."""
    request = {part: body[part] for part in REQUEST if part in body}
    for target, array in (("anthropic", request), ("portable", without_system(body["messages"]))):
        for problem in msgfix.check(array, target=target, model=body.get("model"), features=FEATURES):
            if problem.severity is Severity.ERROR:
                yield f"{target}: {problem.message} [{problem.rule}]"


def without_system(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without system messages. The client parts a user turn by them, and by reminders: it is one message then."""
    kept: list[dict[str, Any]] = []
    for message in messages:
        if message["role"] == "user" and kept and kept[-1]["role"] == "user":
            kept[-1] = {**message, "content": [*_blocks(kept[-1]["content"]), *_blocks(message["content"])]}
        elif message["role"] != "system":
            kept.append(message)
    return kept


def missing(sent: Told, wanted: Told) -> Iterator[str]:
    """What the client left out, put in, or put elsewhere. Reminders are its own business, and so are fillers."""
    if sent.calls != wanted.calls:
        yield f"calls {sent.calls} instead of {wanted.calls}"
    for ref, texts in wanted.results.items():
        if sent.results.get(ref) != texts:
            yield f"the result of {ref} says {sent.results.get(ref)} instead of {texts}"
    yield from (f"a result of {ref} that is no part of it" for ref in sent.results.keys() - wanted.results.keys())
    place = 0
    for text in wanted.texts:
        if text in wanted.aside:
            continue
        found = next((n for n in range(place, len(sent.texts)) if text in sent.texts[n]), None)
        if found is None:
            yield f"a text is missing or out of order: {text[:80]!r}"
        else:
            place = found
    known = "\n".join(wanted.texts)
    for text in sent.texts:
        if text not in known and text not in sent.aside:
            yield f"a text that is no part of it: {text[:80]!r}"


def told(messages: list[dict[str, Any]]) -> Told:
    told = Told([], [], {}, set())
    for message in messages:
        for block in _blocks(message["content"]):
            if (kind := block.get("type")) == "tool_use":
                told.calls.append(block["id"])
            elif kind == "tool_result":
                told.results[block["tool_use_id"]] = list(_result(block, told))
            elif kind == "text":
                _say(block["text"], message["role"] == "system", told)
    return told


def _say(text: str, aside: bool, told: Told) -> None:
    text = text.strip()
    if text and text not in OWN:
        told.texts.append(text)
        if aside or text.startswith(REMINDER):
            told.aside.add(text)


def _result(block: dict[str, Any], told: Told) -> Iterator[str]:
    """What a result says. The reminders that the client puts behind it are told apart."""
    for one in _blocks(block.get("content", "")):
        text, mark, reminder = str(one.get("text", one.get("type"))).partition(REMINDER)
        _say(mark + reminder, True, told)
        if text.strip() and not _loads_tools(text):
            yield text.strip()


def _blocks(content: Any) -> list[dict[str, Any]]:
    """The blocks of a content that need not be valid."""
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []


def _loads_tools(text: str) -> bool:
    """Tools that can be loaded here need not be there: each side has its own words for those that are missing."""
    return text.startswith(("tool_reference", "[Tool references removed", "Tool available: "))
