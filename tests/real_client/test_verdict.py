"""The verdict itself: what it takes for whole, and what it does not let pass."""

from typing import Any

import pytest
from resume import PROMPT, Resumed, session_id
from verdict import OWN, faults

CALL = {"type": "tool_use", "id": "toolu_1", "name": "Read", "input": {}}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "done"}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def said(role: str, *content: Any) -> dict[str, Any]:
    return {"role": role, "content": list(content)}


WANTED = [said("user", text("go")), said("assistant", CALL), said("user", RESULT, text("and then?"))]
ADDED = [said("assistant", text(OWN[1])), said("user", text("<system-reminder>x"), text(PROMPT))]

# What the client sent for WANTED -> what is said of it.
SENT: dict[str, tuple[list[dict[str, Any]], list[str]]] = {
    "whole": ([*WANTED, *ADDED], []),
    "whole, with a system message": ([*WANTED, said("system", text("# Environment")), *ADDED], []),
    "whole, a prompt in a system message, a reminder in a result": (
        [
            *WANTED[:2],
            said("user", {**RESULT, "content": "done\n\n<system-reminder>x"}),
            said("system", text("Said meanwhile: and then?")),
            *ADDED,
        ],
        [],
    ),
    "whole, a prompt in a reminder behind a result": (
        [*WANTED[:2], said("user", {**RESULT, "content": "done\n\n<system-reminder>and then?"}), *ADDED],
        [],
    ),
    "a text is gone": ([*WANTED[:2], said("user", RESULT), *ADDED], ["a text is missing"]),
    "a text is new": ([said("user", text("hm"), text("go")), *WANTED[1:], *ADDED], ["a text that is no part of it"]),
    "the pair is gone": (
        [said("user", text("go"), text("and then?")), *ADDED],
        ["calls []", "the result of toolu_1 says None"],
    ),
    "the result says something else": (
        [*WANTED[:2], said("user", {**RESULT, "content": "not done"}, text("and then?")), *ADDED],
        ["the result of toolu_1 says ['not done']"],
    ),
    "invalid": ([*WANTED[:2], said("user", text("and then?")), *ADDED], ["anthropic: ", "portable: ", "the result of"]),
    "nothing": ([], ["the client sent no request"]),
}


@pytest.mark.parametrize("name", SENT)
def test_what_is_said_of_a_request(name: str) -> None:
    messages, words = SENT[name]
    body = {"model": "claude-opus-4-8", "max_tokens": 1, "messages": messages} if messages else None
    found = list(faults(Resumed(body, ""), WANTED))
    assert len(found) == len(words)
    for fault, beginning in zip(found, words, strict=True):
        assert fault.startswith(beginning)


def test_the_marks_of_the_whole_request_count() -> None:
    marked = {**text("go"), "cache_control": {"type": "ephemeral"}}
    body = {
        "model": "claude-opus-4-8",
        "max_tokens": 1,
        "system": [marked, marked, marked],
        "messages": [said("user", marked, marked)],
    }
    assert "cache_control" in "".join(faults(Resumed(body, ""), [said("user", text("go"), text("go"))]))


def test_the_id_that_most_entries_carry() -> None:
    assert session_id(b'{"sessionId":"a"}\n{"sessionId": "b"}\n\0{"sessionId":"b"}') == "b"
