"""Is what a client sent valid, and is the conversation in it whole?"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from resume import PROMPT, Resumed, resume

import msgfix
from msgfix.repair import repair
from msgfix.rules import Severity

REMINDER = "<system-reminder>"
FILLER = "No response requested."
"""What the client puts between a prompt that was not answered and the next one."""

REQUEST = ("model", "max_tokens", "system", "tools", "messages")
"""What is looked at of a request: the rest are switches of the client, some of them for betas."""


class Told(NamedTuple):
    """What a conversation says: texts, ids of calls in order, and what the result of each says."""

    texts: list[str]
    calls: list[str]
    results: dict[str, list[str]]


def after_repair(session: Path) -> list[str]:
    """What is wrong with what the client sends when it resumes a repaired copy of a session."""
    with TemporaryDirectory() as temp:
        copy = Path(temp, "session.jsonl")
        shutil.copyfile(session, copy)
        repair(copy, force=True)
        return list(faults(resume(copy), msgfix.normalize(session).messages))


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
    alone = [message for message in body["messages"] if message["role"] != "system"]
    for target, array in (("anthropic", request), ("portable", alone)):
        for problem in msgfix.check(array, target=target, model=body.get("model")):
            if problem.severity is Severity.ERROR:
                yield f"{target}: {problem.message} [{problem.rule}]"


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
        found = next((n for n in range(place, len(sent.texts)) if text in sent.texts[n]), None)
        if found is None:
            yield f"a text is missing or out of order: {text[:80]!r}"
        else:
            place = found
    known = "\n".join(wanted.texts)
    yield from (f"a text that is no part of it: {text[:80]!r}" for text in sent.texts if text not in known)


def told(messages: list[dict[str, Any]]) -> Told:
    told = Told([], [], {})
    for message in messages:
        for block in _blocks(message["content"]):
            if block["type"] == "text" and not _is_the_clients(block["text"], message["role"]):
                told.texts.append(block["text"].strip())
            elif block["type"] == "tool_use":
                told.calls.append(block["id"])
            elif block["type"] == "tool_result":
                told.results[block["tool_use_id"]] = [
                    inner.get("text", inner["type"]) for inner in _blocks(block.get("content", ""))
                ]
    return told


def _blocks(content: Any) -> list[dict[str, Any]]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _is_the_clients(text: str, role: str) -> bool:
    return role == "system" or text.startswith(REMINDER) or text.strip() in (PROMPT, FILLER)
