"""An example for each rule that can be decided offline: an array that breaks it, and one that does not.

`also`: rules that the bad array cannot help breaking too. Arrays are judged for `options`, in `request`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from contract_words import (
    assistant,
    call,
    document,
    found,
    image,
    mark,
    pdf,
    pdf_block,
    png,
    result,
    search,
    system,
    text,
    thought,
    user,
)

from msgfix.options import Options

ANY = Options()
OPUS = Options(target="anthropic", model="claude-opus-5")
OLD = Options(target="anthropic", model="claude-opus-4-5-20251101")
BEDROCK = Options(target="bedrock")


@dataclass(frozen=True)
class Example:
    rule: str
    bad: Any
    good: Any
    also: Sequence[str] = ()
    options: Options = ANY
    request: dict[str, Any] | None = None


def asked(*blocks: Any, **more: Any) -> list[Any]:
    """A call, and the user message that answers it."""
    return [user("go"), assistant(call(**more)), user(*blocks)]


def answered(*blocks: Any) -> list[Any]:
    """What the assistant says between two words of the user."""
    return [user("go"), assistant(*blocks), user("on")]


DOT = image(png())
UPLOAD = {"type": "container_upload", "file_id": "file_1"}
SUMMARY = {"type": "compaction", "content": "so far"}
CODE = {"type": "code_execution_20260120", "tool_id": "srvtoolu_9"}
CITED = {"type": "char_location", "cited_text": "x", "document_index": 0, "document_title": None}
CITED |= {"start_char_index": 0, "end_char_index": 1}
HIT = {"type": "search_result", "source": "s", "title": "t", "content": [text("x")]}
LISTING = {"type": "mcp_tool_listing", "mcp_server_name": "m", "tools": []}
MCP = {"type": "mcp_tool_use", "id": "mcptoolu_1", "name": "f", "server_name": "m", "input": {}}
MCP_DONE = {"type": "mcp_tool_result", "tool_use_id": "mcptoolu_1", "content": "ok"}
ADVICE = {
    "type": "advisor_tool_result",
    "tool_use_id": "srvtoolu_1",
    "content": {"type": "advisor_result", "text": "x"},
}
SWITCH = {"type": "fallback", "from": {"model": "a"}, "to": {"model": "b"}}
ADDED = {"type": "tool_addition", "tool": {"type": "tool_reference", "name": "f"}}
TAB = {"tab_id": "1", "title": "t", "url": "u", "active": True}
NAMED = {"type": "tool_reference", "tool_name": "look"}


def browser(*tabs: Any) -> list[Any]:
    state = {"type": "browser_state", "tabs": list(tabs)}
    return asked(result(content=[state], toolset_name="browser"), toolset_name="browser")


ARRAY = [
    Example("messages-array", {"role": "user", "content": "hi"}, [user("hi")]),
    Example("messages-nonempty", [], [user("hi")]),
    Example("message-is-object", ["hi"], [user("hi")]),
    Example("json-no-lone-surrogate", [user("cut \ud83d")], [user("whole \U0001f600")]),
    Example("json-no-lone-surrogate", asked(result(), input={"\udc00": 1}), asked(result(), input={"k": "\u2028"})),
    Example("json-no-lone-surrogate", [user("a\0b")], [user("a\\u0000b")]),
    Example("json-finite-numbers", asked(result(), input={"n": float("inf")}), asked(result(), input={"n": 1e308})),
    Example("json-finite-numbers", asked(result(), input={"n": b"x"}), asked(result(), input={"n": None})),
    Example("first-role-user", [assistant("hi"), user("hi")], [user("hi")]),
    Example("role-alternation", [user("a"), user("b")], [user(text("a"), text("b"))]),
    Example("ends-with-user", [user("a"), assistant("b")], [user("a")], options=Options(end="user")),
    Example("ends-with-user", [user("a"), assistant("b")], [user("a")], options=OPUS, request={}),
    Example("prefill-no-trailing-whitespace", [user("a"), assistant("b ")], [user("a")]),
    Example(
        "prefill-not-with-thinking",
        [user("a"), assistant("b")],
        [user("a")],
        options=OPUS,
        request={"thinking": {"type": "adaptive"}},
    ),
]

MESSAGE = [
    Example("role-required", [{"content": "hi"}], [user("hi")]),
    Example("role-known", [{"role": "developer", "content": "hi"}], [user("hi")]),
    Example("content-required", [{"role": "user"}], [user("hi")]),
    Example("content-type", [{"role": "user", "content": text("hi")}], [user(text("hi"))]),
    Example("content-type", [{"role": "user", "content": None}], [user("hi")]),
    Example("message-extra-field", [user("hi", uuid="1")], [user("hi")]),
    Example("user-content-nonempty", [user()], [user("hi")]),
    Example("user-content-nonempty", [user("a"), assistant("b"), user("")], [user("a"), assistant("b"), user("c")]),
    Example("assistant-content-nonempty", answered(), answered("hi")),
    Example("system-not-first", [system("s"), user("a")], [user("a"), system("s")], options=OPUS),
    Example(
        "system-follows-user",
        [user("a"), assistant("b"), system("s"), assistant("c"), user("d")],
        [user("a"), assistant("b"), user("c"), system("s"), assistant("d"), user("e")],
        options=OPUS,
    ),
    Example("system-precedes-assistant", [user("a"), system("s"), user("b")], [user("a"), system("s")], options=OPUS),
    Example("system-content-nonempty", [user("a"), system()], [user("a"), system(text("s"))], options=OPUS),
    Example("system-content-nonempty", [user("a"), system(" ")], [user("a"), system("s")], options=OPUS),
    Example("system-block-types", [user("a"), system(DOT)], [user("a"), system("s")], options=OPUS),
    Example("system-model-support", [user("a"), system("s")], [user("a")]),
    Example("system-clear-at", [user("a"), system("s", clear_at="never")], [user("a"), system("s")], options=OPUS),
    Example("system-clear-at", [user("a", clear_at="never")], [user("a")]),
    Example(
        "system-clear-at",
        [user("a"), system(text("s", **mark()), clear_at="next_user_message")],
        [user("a"), system("s", clear_at="next_user_message")],
        options=OPUS,
        request={"betas": ["mid-conversation-system-clear-at-2026-08-21"]},
    ),
    Example(
        "system-output-config",
        [system(output_config={"effort": "low"}), user("a")],
        [user("a"), system("s")],
        options=OPUS,
    ),
    Example("tool-change-blocks", [user(ADDED)], [user("a")]),
    Example(
        "tool-change-blocks",
        [user("a"), system({**ADDED, "tool": {}})],
        [user("a"), system(ADDED)],
        options=OPUS,
        request={"betas": ["mid-conversation-tool-changes-2026-07-01"]},
    ),
]

BLOCK = [
    Example("block-is-object", [user("hi", "there")], [user(text("hi"))]),
    Example("block-type-required", [user({"text": "hi"})], [user(text("hi"))]),
    Example("block-type-required", asked(result(content=[{"text": "x"}])), asked(result(content=[text("x")]))),
    Example("block-type-known", [user({"type": "input_text", "text": "hi"})], [user(text("hi"))]),
    Example("block-type-known", answered(SWITCH, text("x")), answered(text("x"))),
    Example("block-extra-field", [user(text("hi", id="1"))], [user(text("hi"))]),
    Example("block-extra-field", asked(result(content=[text("x", _meta={})])), asked(result(content=[text("x")]))),
    Example("block-null-field", asked(result(content=None)), asked({"type": "tool_result", "tool_use_id": "a"})),
    Example("block-null-field", asked(result(), caller=None), asked(result())),
    Example("block-null-field", [user(text("x", cache_control=None))], [user(text("x", **mark()))]),
    Example("text-nonempty", [user(text(""), text("hi"))], [user(text("hi"))]),
    Example("text-nonempty", asked(result(content=[text("")])), asked(result(content=""))),
    Example("text-nonempty", [user({"type": "text"})], [user(text("hi"))]),
    Example("text-nonwhitespace", answered(" \n"), answered(" x")),
    Example("text-nonwhitespace", [user(text("\t"))], [user(text("\tx"))]),
    Example("block-role-user-only", answered(DOT), [user(DOT)]),
    Example("document-in-assistant", answered(document()), [user(document())]),
    Example("user-text-citations", [user(text("x", citations=[CITED]))], answered(text("x", citations=[CITED]))),
    Example("block-role-assistant-only", [user(call())], asked(result())),
    Example("block-role-assistant-only", [user(thought())], answered(thought(), text("x"))),
    Example("tool-id-pattern", asked(result("a:b"), id="a:b"), asked(result("a-b"), id="a-b")),
    Example("tool-id-pattern", asked(result("a\n"), id="a\n"), asked(result("a"))),
    Example("tool-id-pattern", asked(result("x" * 65), id="x" * 65), asked(result("x" * 64), id="x" * 64)),
    Example("server-tool-id-pattern", answered(search("st_1"), found("st_1")), answered(search(), found())),
    Example("tool-use-name", asked(result(), name=""), asked(result(), name="x")),
    Example("tool-use-name", asked(result(), name="x" * 65), asked(result(), name="x" * 64)),
    Example("tool-use-name", asked(result(), name="a b"), asked(result(), name="a b"[:1])),
    Example("tool-use-name", asked(result(), name="x" * 201), asked(result(), name="x y" * 66), options=OPUS),
    Example("tool-use-input-object", asked(result(), input="{}"), asked(result(), input={})),
    Example("server-tool-name", answered(search(name="bing"), text("x")), answered("x"), ["server-use-unpaired"]),
    Example(
        "toolset-name",
        asked(result(), toolset_name="computer"),
        asked(result(toolset_name="computer"), toolset_name="computer"),
        options=OPUS,
    ),
    Example("toolset-name", asked(result(toolset_name="a b"), toolset_name="a b"), asked(result()), options=OPUS),
    Example("caller-shape", asked(result(), caller={"type": "robot"}), asked(result())),
    Example("caller-shape", asked(result(), caller=CODE), asked(result(), caller={"type": "direct"}), options=OPUS),
]

RESULT = [
    Example("tool-result-content-type", asked(result(content={"k": 1})), asked(result(content="{}"))),
    Example("tool-result-block-types", asked(result(content=[{"type": "audio"}])), asked(result(content=[DOT]))),
    Example("is-error-nonempty", asked(result(content="", is_error=True)), asked(result(is_error=True))),
    Example("is-error-nonempty", asked(result(content=[], is_error=True)), asked(result(content=[]))),
    Example("is-error-text-only", asked(result(content=[DOT], is_error=True)), asked(result(content=[DOT]))),
    Example("search-result-homogeneous", asked(result(content=[HIT, text("x")])), asked(result(content=[HIT, HIT]))),
    Example(
        "citations-all-or-none",
        [user(document(citations={"enabled": True}), document())],
        [user(document(citations={"enabled": True}), document(citations={"enabled": True}))],
    ),
    Example(
        "citation-fields",
        answered(text("x", citations=[{**CITED, "start_char_index": -1}])),
        answered(text("x", citations=[CITED])),
    ),
    Example("citation-fields", answered(text("x", citations=[{"type": "guess"}])), answered(text("x", citations=[]))),
    Example("tool-reference-defined", asked(result(content=[NAMED])), asked(result(content=[text("look")]))),
    Example(
        "tool-reference-defined",
        asked(result(content=[NAMED])),
        asked(result(content=[{**NAMED, "tool_name": "other"}])),
        options=Options(features=frozenset({"tool-search"}), tools=({"name": "other"},)),
    ),
    Example("document-shape", [user(document("x", title=""))], [user(document("x", title="t"))]),
    Example("document-shape", [user({"type": "document", "source": DOT["source"]})], [user(document("x"))]),
    Example("container-upload", [user(UPLOAD)], [user("x")]),
    Example("container-upload", [user(UPLOAD)], [user("x")], options=OPUS, request={"tools": [{"name": "look"}]}),
    Example("browser-state", browser(TAB, TAB), browser(TAB), options=OPUS),
    Example("browser-state", browser({**TAB, "url": "a\nb"}), browser(), options=OPUS),
    Example("encrypted-content", answered(search(), found(encrypted_content="")), answered(search(), found())),
    Example("cache-max-4", [user(*[text("x", **mark())] * 5)], [user(*[text("x", **mark())] * 4)]),
    Example(
        "cache-max-4",
        [user(*[text("x", **mark())] * 3)],
        [user(*[text("x", **mark())] * 2)],
        request={"system": [text("s", **mark())], "cache_control": {"type": "ephemeral"}},
    ),
    Example("cache-forbidden-block", answered(thought(**mark()), text("x")), answered(text("x", **mark()))),
    Example("cache-empty-text", [user(text("", **mark()), text("x"))], [user(text("x", **mark()))], ["text-nonempty"]),
    Example(
        "cache-ttl-order",
        [user(text("a", **mark()), text("b", **mark(ttl="1h")))],
        [user(text("a", **mark(ttl="1h")), text("b", **mark(ttl="5m")))],
    ),
    Example("cache-shape", [user(text("a", **mark(scope="global")))], [user(text("a", **mark(ttl="5m")))]),
]

PAIRING = [
    Example("tool-result-missing", asked(text("on")), asked(result(), text("on"))),
    Example("tool-result-first", asked(text("on"), result()), asked(result(), text("on"))),
    Example("tool-use-trailing", [user("go"), assistant(call(), text("so")), user(result())], asked(result())),
    Example("tool-result-orphan", [user(result("zz"))], asked(result())),
    Example("tool-use-id-unique", [*asked(result()), *asked(result())[1:]], [*asked(result()), assistant("x")]),
    Example("tool-result-unique", asked(result(), result(content="again")), asked(result(), text("again"))),
    Example("tool-result-unique", [*asked(result()), assistant("x"), user(result())], asked(result())),
    Example("tool-use-last-message", asked(result())[:2], asked(result())),
    Example(
        "no-message-between",
        [user("go"), assistant(call()), user("wait"), user(result())],
        asked(result(), text("wait")),
        ["role-alternation"],
    ),
    Example(
        "no-message-between",
        [user("go"), assistant(call()), system("s"), user(result())],
        [*asked(result()), system("s")],
        ["system-precedes-assistant"],
        options=OPUS,
    ),
    Example("tools-declared", asked(result()), [user("a")], request={"model": "m"}),
    Example("server-result-orphan", answered(found(), text("x")), answered(search(), found(), text("x"))),
    Example("server-use-unpaired", answered(search()), answered(search(), found())),
    Example("server-use-unpaired", answered(search()), [user("a"), assistant(search())], options=OPUS),
    Example("server-pair-type", answered(search(name="web_fetch"), found()), answered(search(), found())),
    Example("no-client-result-for-server", [user(result("srvtoolu_1"))], asked(result())),
    Example(
        "pending-server-results-only",
        [user("go"), assistant(search(), call()), user(result(), text("on"))],
        [user("go"), assistant(search(), call()), user(result())],
        options=OPUS,
    ),
    Example(
        "programmatic-results",
        [user("go"), assistant(search("srvtoolu_9", "code_execution"), call(caller=CODE)), user(result())],
        asked(result()),
        options=OPUS,
        request={"tools": [{"name": "look"}]},
    ),
    Example("mcp-pair", answered(MCP), answered("x"), options=OPUS, request={"betas": ["mcp-client-2025-11-20"]}),
    Example("mcp-pair", answered(MCP, MCP_DONE), answered("x")),
    Example(
        "toolset-member-results",
        asked(result(content=[HIT], toolset_name="computer"), toolset_name="computer"),
        asked(result(content=[DOT], toolset_name="computer"), toolset_name="computer"),
        options=OPUS,
    ),
]

THINKING = [
    Example(
        "thinking-fields", answered({"type": "thinking", "thinking": "Hm."}, text("x")), answered(thought(), text("x"))
    ),
    Example("thinking-fields", answered({"type": "redacted_thinking"}, text("x")), answered(text("x"))),
    Example("thinking-signature-valid", answered(thought(signature=""), text("x")), answered(thought(), text("x"))),
    Example("thinking-signature-valid", answered(thought(thinking="", signature=""), text("x")), answered("x")),
    Example("thinking-not-last", answered(thought()), answered(thought(thinking=""), text("x"))),
    Example(
        "thinking-first-when-enabled",
        asked(result()),
        [user("go"), assistant(thought(), call()), user(result())],
        options=OLD,
        request={"thinking": {"type": "enabled"}, "tools": [{"name": "look"}]},
    ),
    Example("thinking-first-if-any", answered(text("x"), thought(), text("y")), answered(thought(), text("x"))),
    Example(
        "thinking-disabled-final",
        [user("go"), assistant(thought(), text("x"))],
        [user("go"), assistant(text("x"))],
        options=OLD,
        request={},
    ),
    Example("thinking-config-model", [user("a")], [user("a")], options=OPUS, request={"thinking": {"type": "enabled"}}),
]

MEDIA = [
    Example("image-media-type", [user(image(png(), "image/jpg"))], [user(DOT)]),
    Example("image-magic-match", [user(image(png(), "image/gif"))], [user(DOT)]),
    Example("image-base64", [user(image("data:image/png;base64," + png()))], [user(DOT)]),
    Example("image-base64", [user(image(png(64, 64)[:-40]))], [user(image(png(64, 64)))]),
    Example("image-bytes", [user(image(png(padding=4_000_000)))], [user(image(png(padding=3_000_000)))]),
    Example("image-dim-8000", [user(image(png(8001)))], [user(image(png(8000)))]),
    Example(
        "image-dim-2000-many",
        [user(*[image(png(2001))] * 21)],
        [user(*[image(png(2000))] * 21)],
    ),
    Example("image-count", [user(*[DOT] * 101)], [user(*[DOT] * 100)]),
    Example("image-count", [user(*[DOT] * 601)], [user(*[DOT] * 600)], options=OPUS),
    Example("image-source", [user({"type": "image", "source": {"type": "url", "url": "data:x"}})], [user(DOT)]),
    Example(
        "image-source", [user({"type": "image", "source": {"type": "file", "file_id": "f"}})], [user(DOT)], (), BEDROCK
    ),
    Example("image-transformations", [user(image(png(), transformations={}))], [user(DOT)]),
    Example("pdf-pages", [user(pdf_block(pdf(101)))], [user(pdf_block(pdf(100)))]),
    Example("pdf-valid", [user(pdf_block("aGVsbG8="))], [user(pdf_block(pdf()))]),
    Example("pdf-valid", [user(pdf_block(pdf(1, "secret")))], [user(pdf_block(pdf()))]),
    Example("request-bytes", [user("x" * 21_000_000)], [user("x" * 20_000_000)]),
    Example("request-bytes", [user("x")], [user("x")], request={"system": "x" * 21_000_000}),
]

CONTEXT = [
    Example("compaction-header", [user(SUMMARY, text("on"))], [user("on")]),
    Example(
        "compaction-first-single",
        [user("a"), assistant("b"), user({**SUMMARY, "signature": "s"}, text("c"))],
        [user({**SUMMARY, "signature": "s"}, text("c"))],
        options=OPUS,
        request={"betas": ["compact-2026-09-04"]},
    ),
    Example(
        "compaction-unchanged",
        [user({**SUMMARY, "content": ""}, text("c"))],
        [user(SUMMARY, text("c"))],
        options=OPUS,
        request={"betas": ["compact-2026-01-12"]},
    ),
    Example(
        "compaction-request-turn",
        asked(result())[:2],
        asked(result()),
        ["tool-use-last-message"],
        options=OPUS,
        request={"betas": ["compact-2026-09-04"], "compaction": {"type": "summarize"}, "tools": [{"name": "look"}]},
    ),
    Example("fallback-position", answered({"type": "fallback"}, text("x")), answered(SWITCH, text("x")), options=OPUS),
    Example(
        "fallback-drop-before",
        [user("go"), assistant(call("b"), SWITCH, call()), user(result())],
        [user("go"), assistant(text("x"), SWITCH, call()), user(result())],
        options=OPUS,
    ),
    Example("mcp-tool-listing", answered(LISTING, text("x")), answered("x"), options=OPUS),
    Example(
        "advisor-header",
        answered(search(name="advisor"), ADVICE, text("x")),
        answered("x"),
    ),
    Example("request-extra-field", [user("a")], [user("a")], request={"zzz": 1}),
]

EXAMPLES = [*ARRAY, *MESSAGE, *BLOCK, *RESULT, *PAIRING, *THINKING, *MEDIA, *CONTEXT]
