"""Strategies: valid conversations, what breaks them, and session files made of them.

Every text, input and result of a conversation holds a token of its own (`w17`), so that a test can tell what is lost.
"""

import base64
import json
from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

Array = list[Any]
Draw = st.DrawFn

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
SIGNATURE = base64.b64encode(b"signature of the API").decode()

SCALARS: Array = [None, True, 0, -1, 1.5, 2**70, "", " ", "x", "x\ud83d", "nul\0", "end \n", [], {}]
junk = st.recursive(
    st.sampled_from(SCALARS),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["type", "id", "a\udc00"]), inner),
    max_leaves=4,
).map(deepcopy)  # accidents write into what they get
blanks = st.sampled_from(["", " ", "\n\t", "\u00a0"])
ids = st.sampled_from(["toolu_1", "toolu_2", "toolu_3", "call 1!", "", "x" * 70, "srvtoolu_1", None, 7])
marks = st.sampled_from([{"type": "ephemeral"}, {"type": "ephemeral", "ttl": "1h"}, {"type": "ephemeral", "ttl": "5m"}])


def image(data: Any, kind: str = "image/png") -> dict[str, Any]:
    return {"type": "image", "source": {"type": "base64", "media_type": kind, "data": data}}


strangers = st.sampled_from(
    [
        image(PNG, "image/jpeg"),
        image("PGh0bWw+"),
        image(None),
        {"type": "image", "source": {"type": "url", "url": "file:///nowhere.png"}},
        {"type": "image"},
        {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": "AAAA"}},
        {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "a document"}},
        {"type": "audio", "data": "AAAA", "mimeType": "audio/wav"},
        {"type": "resource", "resource": {"uri": "file:///x", "text": "a resource"}},
        {"type": "resource_link", "uri": "file:///x", "name": "x"},
        {"type": "tool_reference", "tool_name": "Read"},
        {"type": "of_the_future", "value": 1},
        {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "q"}},
        {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []},
        {
            "type": "advisor_tool_result",
            "tool_use_id": "srvtoolu_2",
            "content": {"type": "advisor_result", "text": "t"},
        },
        {"type": "fallback", "from": {"model": "a"}, "to": {"model": "b"}},
        {"type": "compaction", "content": "a summary"},
        {"type": "thinking", "thinking": "unsigned"},
        {"type": "thinking", "thinking": "signed", "signature": SIGNATURE},
        {"type": "redacted_thinking", "data": ""},
        {"type": "redacted_thinking", "data": SIGNATURE},
        {"type": "tool_use"},
        {"type": "tool_use", "id": "toolu_1", "name": "bad name!", "input": '{"a": 1}', "caller": {"type": "direct"}},
        {"type": "tool_use", "id": "toolu_1", "name": "n" * 250, "input": None},
        {"type": "tool_result", "tool_use_id": "toolu_1", "content": "[Request interrupted by user]", "is_error": True},
        {"type": "tool_result", "tool_use_id": "toolu_2", "content": [image(PNG)], "is_error": True},
        {"type": "tool_result", "tool_use_id": "toolu_3"},
        {"type": "tool_result", "content": {"type": "text", "text": "bare"}, "is_error": None},
        {"type": "tool_result", "tool_use_id": "toolu_1", "content": [None, "x", {"type": "text", "text": " "}]},
        {"type": "text", "text": None},
        {"type": "text", "text": "cited", "citations": None, "index": 0},
        {"text": "no type"},
    ]
)


class Words:
    """Hands out texts with a token of their own."""

    def __init__(self) -> None:
        self.count = 0

    def say(self, before: str = "") -> str:
        self.count += 1
        return f"{before}w{self.count}."


@st.composite
def valid_arrays(draw: Draw, thinking: bool = True) -> Array:
    """Arrays that the API takes: prompts, answers, parallel calls with their results, signed thinking."""
    words, messages, calls = Words(), [], 0
    for _ in range(draw(st.integers(1, 4))):
        prompt: list[dict[str, Any]] = [{"type": "text", "text": words.say("Prompt ")}]
        if draw(st.booleans()):
            prompt.append(image(PNG))
        messages.append({"role": "user", "content": prompt if len(prompt) > 1 or draw(st.booleans()) else words.say()})
        for _ in range(draw(st.integers(0, 2))):
            refs = [f"toolu_{calls + n + 1}" for n in range(draw(st.integers(1, 3)))]
            calls += len(refs)
            messages.append({"role": "assistant", "content": draw(_said(words, thinking, refs))})
            messages.append({"role": "user", "content": [draw(_result(words, ref)) for ref in refs]})
        messages.append({"role": "assistant", "content": draw(_said(words, thinking, []))})
    return messages if draw(st.booleans()) else messages[:-1]


@st.composite
def _said(draw: Draw, words: Words, thinking: bool, refs: list[str]) -> list[dict[str, Any]]:
    content: list[dict[str, Any]] = []
    if thinking and draw(st.booleans()):
        content.append({"type": "thinking", "thinking": "Let me think.", "signature": SIGNATURE})
    if not refs or draw(st.booleans()):
        content.append({"type": "text", "text": words.say("Answer ")})
    calls = [{"type": "tool_use", "id": ref, "name": "Read", "input": {"path": words.say()}} for ref in refs]
    return content + calls


@st.composite
def _result(draw: Draw, words: Words, ref: str) -> dict[str, Any]:
    text = words.say("Result ")
    result: dict[str, Any] = {"type": "tool_result", "tool_use_id": ref, "content": text}
    if draw(st.booleans()):
        result["content"] = [{"type": "text", "text": text}]
    if draw(st.booleans()):
        result["is_error"] = draw(st.booleans())
    return result


def _pick(draw: Draw, items: list[Any]) -> int:
    return draw(st.integers(0, len(items) - 1))


def _content(message: Any) -> list[Any]:
    """The blocks of a message to work on; a throw-away list when there are none."""
    content = message.get("content") if isinstance(message, dict) else None
    return content if isinstance(content, list) else []


def _break_message(draw: Draw, messages: Array) -> None:
    place = _pick(draw, messages)
    other = _pick(draw, messages)
    match draw(st.sampled_from(["drop", "repeat", "swap", "role", "content", "junk", "empty"])):
        case "drop":
            del messages[place]
        case "repeat":
            messages.insert(other, deepcopy(messages[place]))
        case "swap":
            messages[place], messages[other] = messages[other], messages[place]
        case "role" if isinstance(messages[place], dict):
            messages[place]["role"] = draw(st.sampled_from(["user", "assistant", "system", "tool", "", None]))
        case "content" if isinstance(messages[place], dict):
            messages[place]["content"] = draw(junk | blanks)
        case "junk":
            messages.insert(place, draw(junk))
        case _:
            messages.insert(place, {"role": draw(st.sampled_from(["user", "assistant"])), "content": []})


def _break_block(draw: Draw, messages: Array) -> None:
    blocks, others = _content(messages[_pick(draw, messages)]), _content(messages[_pick(draw, messages)])
    match draw(st.sampled_from(["stranger", "junk", "blank", "drop", "repeat", "move", "field", "id", "mark"])):
        case "stranger":
            blocks.insert(0 if draw(st.booleans()) else len(blocks), deepcopy(draw(strangers)))
        case "junk":
            blocks.insert(0, draw(junk))
        case "blank":
            blocks.append({"type": "text", "text": draw(blanks)})
        case "drop" if blocks:
            del blocks[_pick(draw, blocks)]
        case "repeat" if blocks:
            others.insert(0, deepcopy(blocks[_pick(draw, blocks)]))
        case "move" if blocks:
            others.append(blocks.pop(_pick(draw, blocks)))
        case change if blocks:
            _break_field(draw, change, blocks[_pick(draw, blocks)])


def _break_field(draw: Draw, change: str, block: Any) -> None:
    if not isinstance(block, dict):
        return
    if change == "mark":
        block["cache_control"] = dict(draw(marks))
    elif change == "id" and ("id" in block or "tool_use_id" in block):
        block["id" if "id" in block else "tool_use_id"] = draw(ids)
    elif change == "field" and block:
        block[draw(st.sampled_from([*sorted(block), "junk"]))] = draw(junk)


@st.composite
def broken_arrays(draw: Draw) -> Array:
    """Valid arrays after some accidents."""
    messages = draw(valid_arrays())
    for _ in range(draw(st.integers(1, 6))):
        if messages:
            (_break_block if draw(st.integers(0, 2)) else _break_message)(draw, messages)
    return messages


@st.composite
def sessions(draw: Draw) -> Array:
    """Entries as a client writes them: one block per line, results that hang on their own call, lines in between."""
    entries: Array = []
    tip: str | None = None
    for number, message in enumerate(draw(valid_arrays())):
        content = message["content"]
        parts = [[block] for block in content] if isinstance(content, list) else [content]
        calls = {block[0].get("id"): f"e{number}.{n}" for n, block in enumerate(parts) if isinstance(block, list)}
        if message["role"] == "assistant":
            owners = calls
        for n, part in enumerate(parts):
            uuid = f"e{number}.{n}"
            entry = {"type": message["role"], "uuid": uuid, "parentUuid": tip, "sessionId": "s", "isSidechain": False}
            entry["message"] = {"role": message["role"], "content": part}
            if message["role"] == "assistant":
                entry["message"] |= {"id": f"msg_{number}", "model": "claude-opus-4-5", "type": "message"}
            elif isinstance(part, list) and part[0]["type"] == "tool_result":
                entry["parentUuid"] = entry["sourceToolAssistantUUID"] = owners[part[0]["tool_use_id"]]
            entries.append(entry)
            tip = uuid
        if draw(st.integers(0, 3)) == 0:
            entries.append(draw(_between(f"x{number}", tip)))
            tip = entries[-1].get("uuid", tip)
    return entries


def _between(uuid: str, tip: str | None) -> st.SearchStrategy[dict[str, Any]]:
    """What a client writes between messages."""
    link = {"uuid": uuid, "parentUuid": tip, "sessionId": "s", "isSidechain": False}
    error = [{"type": "text", "text": "API Error: 500"}]
    return st.sampled_from(
        [
            {"type": "progress", "data": {"type": "hook_progress"}, **link},
            {"type": "system", "subtype": "turn_duration", "durationMs": 5, **link},
            {"type": "system", "subtype": "local_command", "content": "<command-name>/cost</command-name>", **link},
            {"type": "attachment", "attachment": {"type": "date_change", "newDate": "2026-11-30"}, **link},
            {"type": "attachment", "attachment": {"type": "queued_command", "prompt": "typed meanwhile"}, **link},
            {"type": "attachment", "attachment": {"type": "of_the_future"}, **link},
            {"type": "last-prompt", "leafUuid": tip, "sessionId": "s"},
            {"type": "of-the-future", "sessionId": "s"},
            {
                "type": "assistant",
                "message": {"id": "e", "role": "assistant", "model": "<synthetic>", "content": error},
                "isApiErrorMessage": True,
                **link,
            },
        ]
    )


ENTRY_KEYS = ["type", "uuid", "parentUuid", "sessionId", "message", "isSidechain", "isMeta", "attachment", "subtype"]


@st.composite
def broken_sessions(draw: Draw) -> Array:
    """Sessions after some accidents: to the entries, and to the messages in them."""
    entries = draw(sessions())
    for _ in range(draw(st.integers(1, 6))):
        if not entries:
            break
        place, other = _pick(draw, entries), _pick(draw, entries)
        match draw(st.sampled_from(["drop", "repeat", "swap", "field", "parent", "message", "message"])):
            case "drop":
                del entries[place]
            case "repeat":
                entries.insert(other, deepcopy(entries[place]))
            case "swap":
                entries[place], entries[other] = entries[other], entries[place]
            case "field":
                entries[place][draw(st.sampled_from(ENTRY_KEYS))] = draw(junk)
            case "parent":
                entries[place]["parentUuid"] = entries[other].get("uuid")
            case _:
                messages = [entry["message"] for entry in entries if isinstance(entry.get("message"), dict)]
                if messages:
                    _break_block(draw, messages)
    return entries


@st.composite
def broken_files(draw: Draw) -> bytes:
    """Bytes of a session or array that something happened to."""
    entries = draw(broken_sessions() | broken_arrays())
    raw = draw(st.sampled_from([b"\n", b"\r\n", b""])).join(json.dumps(entry).encode() for entry in entries)
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(raw)))
        piece = draw(
            st.sampled_from([b"\0" * 4, b"\n", b"\xff\xfe", b"\xef\xbb\xbf", b'{"type":"user"}', b"[", b"NaN"])
        )
        cut = draw(st.integers(0, 8))
        raw = raw[:place] + piece + raw[place + cut :]
    return raw[: draw(st.integers(0, len(raw)))] if draw(st.booleans()) else raw
