"""What a client would do in another way than normalize, and what is written so that it does not."""

from pathlib import Path
from typing import Any

import pytest
from small_sessions import HEALTHY, call, done, entries_of, entry, prompt, result, store, text, use

from msgfix.disk import repair
from msgfix.passes.joining.neighbours import NOBODY_SPOKE
from msgfix.passes.turns.ends import OPENER
from msgfix.pipeline import normalize

SIGNED = {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}
MARK = {"cache_control": {"type": "ephemeral"}}
BOUNDARY = {"type": "system", "subtype": "compact_boundary", "uuid": "k", "parentUuid": None, "sessionId": "s"}
OTHER = {"sessionId": "other"}


def t(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def says(uuid: str, parent: str | None, *blocks: Any, **more: Any) -> dict[str, Any]:
    return entry("assistant", uuid, parent, list(blocks), **more)


def asks(uuid: str, parent: str | None, *blocks: Any, **more: Any) -> dict[str, Any]:
    return entry("user", uuid, parent, list(blocks), **more)


def failed(uuid: str, parent: str, words: str = "API Error: 500") -> dict[str, Any]:
    one = text(uuid, parent, words)
    one["message"]["model"] = "<synthetic>"
    return one


TOLD = {
    "text": ("", "text"),
    "tool_use": ("?", "id"),
    "tool_result": ("!", "tool_use_id"),
    "thinking": ("~", "thinking"),
}


def short(one: dict[str, Any]) -> str:
    """`uuid<parent (message.id) blocks`: a text by its words, a call by `?id`, a result by `!id`, made names `new`."""
    if one["type"] == "last-prompt":
        return f"leaf {one['leafUuid']}"
    message = one.get("message", {"content": []})
    content = message["content"]
    blocks = [t(content)] if isinstance(content, str) else content
    told = [TOLD[block["type"]][0] + block[TOLD[block["type"]][1]] for block in blocks]
    uuid, parent, response = (
        name if len(name) < 9 else "new" for name in (one["uuid"], one["parentUuid"] or "", message.get("id", ""))
    )
    return " ".join([f"{uuid}<{parent}", *([f"({response})"] if response else []), *told])


# What a file holds -> what it holds when it is repaired, and the rules that had a part in that.
CASES: dict[str, tuple[list[Any], list[str], set[str]]] = {
    "starts with the assistant": (
        [text("a", None), prompt("b", "a", "Go.")],
        [f"new< {OPENER}", "a<new (msg_a) Yes.", "b<a Go."],
        {"start-with-user"},
    ),
    "starts with the assistant behind a parent that is lost": (
        [text("a", "lost"), prompt("b", "a", "Go.")],
        [f"new<lost {OPENER}", "a<new (msg_a) Yes.", "b<a Go."],
        {"start-with-user"},
    ),
    "starts with the assistant, with another branch before it": (
        [prompt("x", None), text("y", "x"), text("a", None), prompt("b", "a", "Go."), text("c", "b")],
        ["x< Go on.", "y<x (msg_y) Yes.", f"new< {OPENER}", "a<new (msg_a) Yes.", "b<a Go.", "c<b (msg_c) Yes."],
        {"start-with-user"},
    ),
    "starts with a result": (
        [result("a", "lost", "t1"), text("b", "a"), prompt("c", "b", "Go.")],
        [f"new<lost {OPENER}", "new<new (new) ?t1", "a<new !t1", "b<a (msg_b) Yes.", "c<b Go."],
        {"start-with-user", "adopt-orphan-results"},
    ),
    "starts with the assistant behind a compaction": (
        [prompt("p", None), BOUNDARY, text("a", "k"), prompt("b", "a", "Go.")],
        ["p< Go on.", "k<", f"new<k {OPENER}", "a<new (msg_a) Yes.", "b<a Go."],
        {"start-with-user"},
    ),
    "two responses meet": (
        [prompt("a", None), text("b", "a", "One."), text("c", "b", "Two."), prompt("d", "c")],
        ["a< Go on.", "b<a (msg_c) One.", "c<b (msg_c) Two.", "d<c Go on."],
        {"response-renamed"},
    ),
    "two responses meet where an entry goes": (
        [prompt("a", None), text("b", "a", "One."), prompt("x", "b", " "), says("c", "x", t("Two."), use("t1")),
         result("d", "c", "t1")],
        ["a< Go on.", "b<a (msg_c) One.", "c<b (msg_c) Two. ?t1", "d<c !t1"],
        {"response-renamed", "drop-blank-texts", "drop-empty-messages"},
    ),
    "three parts and one": (
        [prompt("a", None), text("b", "a", "One.", response="m"), text("c", "b", "Two.", response="m"),
         text("d", "c", "Three.")],
        ["a< Go on.", "b<a (m) One.", "c<b (m) Two.", "d<c (m) Three."],
        {"response-renamed"},
    ),
    "a response and what no model said": (
        [prompt("a", None), text("b", "a", "One."), failed("c", "b", "It ends here."), prompt("d", "c")],
        ["a< Go on.", "b<a (msg_b) One.", "c<b (msg_b) It ends here.", "d<c Go on."],
        {"response-renamed"},
    ),
    "two responses meet, the later of which begins like the earlier": (
        [prompt("a", None), text("b", "a", "One."), says("c", "b", t("One. Two."), use("t1")), result("d", "c", "t1")],
        ["a< Go on.", "c<a (msg_c) One. One. Two. ?t1", "d<c !t1"],
        {"response-renamed", "entries-merged"},
    ),
    "two responses that think meet": (
        [prompt("a", None), says("b", "a", SIGNED, t("One.")), says("c", "b", SIGNED, t("Two.")), prompt("d", "c")],
        ["a< Go on.", "b<a (msg_b) ~Hm. One.", f"new<b {NOBODY_SPOKE}", "c<new (msg_c) ~Hm. Two.", "d<c Go on."],
        {"part-responses"},
    ),
    "one id on both sides of an interruption": (
        [prompt("a", None), call("b", "a", "t1", response="m"), result("c", "b", "t1"), asks("d", "c", t("[Stop]")),
         call("e", "d", "t2", response="m"), result("f", "e", "t2")],
        ["a< Go on.", "b<a (m) ?t1", "c<b !t1", "d<c [Stop]", "e<d (new) ?t2", "f<e !t2"],
        {"response-renamed"},
    ),
    "one id on both sides of a prompt": (
        [prompt("a", None), text("b", "a", "One.", response="m"), prompt("c", "b"),
         text("d", "c", "Two.", response="m")],
        ["a< Go on.", "b<a (m) One.", "c<b Go on.", "d<c (m) Two."],
        set(),
    ),
    "an older snapshot": (
        [prompt("a", None), text("b", "a", "He", response="m"), text("c", "b", "Hello", response="m"),
         prompt("d", "c")],
        ["a< Go on.", "c<a (m) Hello", "d<c Go on."],
        {"drop-older-snapshots"},
    ),
    "text before and between results": (
        [prompt("a", None), says("b", "a", use("t1"), use("t2")),
         asks("c", "b", t("hm"), done("t1"), t("so"), done("t2"))],
        ["a< Go on.", "b<a (msg_b) ?t1 ?t2", "c<b !t1 !t2 hm so"],
        {"blocks-ordered"},
    ),
    "text behind a call": (
        [prompt("a", None), says("b", "a", use("t1"), t("There.")), result("c", "b", "t1")],
        ["a< Go on.", "b<a (msg_b) There. ?t1", "c<b !t1"],
        {"blocks-ordered"},
    ),
    "thinking behind a call, that would pass for a snapshot before it": (
        [prompt("a", None), says("b", "a", SIGNED, response="m"), says("c", "b", use("t1"), SIGNED, response="m"),
         result("d", "c", "t1")],
        ["a< Go on.", "b<a (m) ~Hm.", "c<b (m) ?t1 ~Hm.", "d<c !t1"],
        set(),
    ),
    "entries of another session behind the end": (
        [*HEALTHY, prompt("x", "lost", "Other.") | OTHER],
        ["a< Go on.", "b<a (msg_b) ?toolu_1", "c<b !toolu_1", "d<c (msg_d) Yes.", "x<lost Other.", "leaf d"],
        {"leaf-named"},
    ),
    "another branch behind an end that goes": (
        [prompt("a", None), text("b", "a"), prompt("x", "a", "Old."),
         says("c", "b", {"type": "thinking", "thinking": "Hm."}, response="m")],
        ["a< Go on.", "b<a (msg_b) Yes.", "x<a Old.", "leaf b"],
        {"drop-unsigned-thinking", "leaf-named"},
    ),
    "an error without a flag": (
        [prompt("a", None), call("b", "a", "t1"), failed("c", "b"), result("d", "c", "t1")],
        ["a< Go on.", "b<a (msg_b) ?t1", "c<b (msg_c) API Error: 500", "d<c !t1"],
        {"error-flagged"},
    ),
    "a late call of a response": (
        [prompt("a", None), text("b", "a", "One.", response="m"), says("c", "b", t("Two."), use("t1")),
         result("d", "c", "t1"), call("e", "d", "t2", response="m"), result("f", "e", "t2"), text("g", "f")],
        ["a< Go on.", "b<a (m) One.", "c<f (msg_c) Two. ?t1", "d<c !t1", "e<b (m) ?t2", "f<e !t2", "g<d (msg_g) Yes."],
        {"move-results"},
    ),
    "a late call of a response, and a call that joins them": (
        [prompt("a", None), text("b", "a", "One.", response="m"), call("c", "b", "t1"), result("d", "c", "t1"),
         call("e", "d", "t2", response="m"), result("f", "e", "t2"), text("g", "f")],
        ["a< Go on.", "b<a (m) One.", "c<e (m) ?t1", "d<c !t1", "e<b (m) ?t2", "f<d !t2", "g<f (msg_g) Yes."],
        {"response-renamed"},
    ),
    "a late text of a response": (
        [prompt("a", None), text("b", "a", "One.", response="m"), text("c", "b", "Two."),
         text("d", "c", "Three.", response="m")],
        ["a< Go on.", "b<a (m) One.", "c<d (m) Two.", "d<b (m) Three."],
        {"response-renamed"},
    ),
    "a lost call of a response, the result of which came before a later part": (
        [prompt("a", None), call("b", "a", "t1", response="m"), result("d", "lost", "t2"),
         call("e", "lost", "t3", response="m"), result("f", "e", "t3")],
        ["a< Go on.", "b<a (m) ?t1", "d<b !t2", "e<d (m) ?t3", "new<e (m) ?t2", "new<new !t1", "f<new !t3"],
        {"adopt-orphan-results", "answer-open-calls"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_the_client_is_told(tmp_path: Path, name: str) -> None:
    session, wanted, rules = CASES[name]
    path = store(tmp_path / "session.jsonl", session)
    before = normalize(path).messages
    plan = repair(path).plan
    assert [short(one) for one in entries_of(path)] == wanted
    assert plan.counts.keys() - {"parent-rewritten"} == rules
    assert normalize(path).messages == before
    assert not repair(path).plan


def test_messages_without_links_get_them_with_the_first_made_entry(tmp_path: Path) -> None:
    session = [{"type": "of-the-future"}, {"role": "assistant", "content": "Yes."}, {"role": "user", "content": "Go."}]
    path = store(tmp_path / "session.jsonl", session)
    before = normalize(path).messages
    repair(path)
    _, opener, yes, go = entries_of(path)
    assert (yes["parentUuid"], go["parentUuid"]) == (opener["uuid"], yes["uuid"])
    assert normalize(path).messages == before
    assert not repair(path).plan


def test_made_up_calls_of_one_message_are_one_response(tmp_path: Path) -> None:
    session = [result("a", "lost", "t1"), result("b", "a", "t2"), text("c", "b")]
    path = store(tmp_path / "session.jsonl", session)
    repair(path)
    _, one, other, *_ = entries_of(path)
    assert one["message"]["id"] == other["message"]["id"]
    assert [short(one) for one in entries_of(path)][3:] == ["a<new !t1", "b<a !t2", "c<b (msg_c) Yes."]


def test_an_error_gets_its_flag_and_a_filler_does_not(tmp_path: Path) -> None:
    filler = failed("d", "c", "No response requested.")
    path = store(tmp_path / "session.jsonl", [prompt("a", None), failed("b", "a"), prompt("c", "b"), filler])
    repair(path)
    assert [one.get("isApiErrorMessage") for one in entries_of(path)] == [None, True, None, None]


def test_leftovers_in_calls_go_and_a_caller_alone_stays(tmp_path: Path) -> None:
    direct, code = {"type": "direct"}, {"type": "code_execution_20260120", "tool_id": "srvtoolu_1"}
    calls = [
        use("t1", caller=direct),
        use("t2", caller=direct, index=1),
        use("t3", caller=code, partial_json=""),
        use("t4", caller=None),
    ]
    session = [prompt("a", None), says("b", "a", *calls), asks("c", "b", *(done(f"t{n}") for n in (1, 2, 3, 4)))]
    path = store(tmp_path / "session.jsonl", session)
    assert repair(path).plan.counts == {"trim-calls": 3}
    kept = [use("t1", caller=direct), use("t2"), use("t3"), use("t4")]
    assert entries_of(path)[1]["message"]["content"] == kept
    assert not repair(path).plan


@pytest.mark.parametrize("count", [1, 6])
def test_no_cache_mark_stays(tmp_path: Path, count: int) -> None:
    marked = [asks(f"u{n}", f"u{n - 1}" if n else None, {**t("Go."), **MARK}) for n in range(count)]
    inside = asks("z", "y", {**done("t1"), "content": [{**t("done"), **MARK}], **MARK})
    path = store(tmp_path / "session.jsonl", [*marked, call("y", f"u{count - 1}", "t1"), inside])
    assert repair(path).plan.counts["cache-marks-dropped"]
    assert b"cache_control" not in path.read_bytes()
    assert not repair(path).plan


def test_a_mark_off_the_conversation_stays(tmp_path: Path) -> None:
    branch = asks("x", None, {**t("Go."), **MARK}, isSidechain=True)
    assert not repair(store(tmp_path / "session.jsonl", [branch, *HEALTHY])).plan


def test_a_second_entry_under_one_uuid_goes_only_where_the_client_would_take_it(tmp_path: Path) -> None:
    aside = [prompt("x", "a", "Rewound."), prompt("x", "a", "Rewound, otherwise.")]
    path = store(tmp_path / "session.jsonl", [HEALTHY[0], *aside, *HEALTHY[1:]])
    assert not repair(path).plan
    path = store(path, [*HEALTHY[:2], prompt("a", None, "Otherwise."), *HEALTHY[2:]])
    assert repair(path).plan.counts == {"entry-differs": 1}
    assert entries_of(path) == HEALTHY
