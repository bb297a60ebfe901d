"""Sessions so broken that what is written could be read in another way than the file was."""

from pathlib import Path
from typing import Any

from broken import SIGNATURE
from small_sessions import call, entries_of, entry, prompt, result, store, text

from msgfix.disk import repair
from msgfix.pipeline import normalize

YES = {"type": "text", "text": "Yes."}
HOLLOW = {"type": " "}
"""Makes a session of what stands behind it."""


def repaired(tmp_path: Path, session: list[Any]) -> list[dict[str, Any]]:
    path = store(tmp_path / "session.jsonl", session)
    before = normalize(path).messages
    assert repair(path).written
    assert normalize(path).messages == before
    return entries_of(path)


def test_what_stands_in_place_of_a_lost_beginning_does_not_hang_on_other_entries(tmp_path: Path) -> None:
    session = [entry("user", "a", "lost", []), prompt("x", None, "Elsewhere."), text("b", "a")]
    entries = repaired(tmp_path, session)
    assert [one["parentUuid"] for one in entries] == [None, None, entries[1]["uuid"]]


def test_an_entry_that_gets_the_id_of_its_response_gets_its_role_too(tmp_path: Path) -> None:
    odd = text("c", "b", "Yes.")
    odd["message"]["role"] = "assis\0nt"
    session = [prompt("a", None), text("b", "a", "Well.", response="m"), odd]
    entries = repaired(tmp_path, session)
    assert [(one["message"]["role"], one["message"]["id"]) for one in entries[1:]] == [("assistant", "m")] * 2


def test_an_entry_without_an_id_takes_that_of_a_call_made_up_behind_it(tmp_path: Path) -> None:
    bare = text("b", "a")
    del bare["message"]["id"]
    _, said, made, _ = repaired(tmp_path, [prompt("a", None), bare, result("c", "b", "toolu_1")])
    assert said["message"]["id"] == made["message"]["id"]


def test_what_is_made_up_beside_entries_without_uuids_has_uuids_of_its_own(tmp_path: Path) -> None:
    thought = {"type": "thinking", "thinking": "Hm.", "signature": SIGNATURE}
    said = [[thought, {"type": "text", "text": words}] for words in ("One.", "Two.", "Three.")]
    entries = repaired(tmp_path, [HOLLOW, *({"role": "assistant", "content": content} for content in said)])
    assert [one.get("role", "made") for one in entries[1:]] == ["made", "assistant"] * 3
    assert len({one["uuid"] for one in entries[1:]}) == 6


def test_an_empty_last_reply_does_not_decide_by_its_model(tmp_path: Path) -> None:
    """The model of the replies before binds thinking to what stands before it, and that has changed."""
    thought = {"type": "thinking", "thinking": "Hm.", "signature": SIGNATURE}
    fable = "claude-fable-5-1"
    session = [
        prompt("a", None), call("b", "a", "toolu_1", response="m"), text("c", "b", response="m"),
        result("d", "c", "toolu_1"), entry("assistant", "e", "d", [thought, YES]), prompt("f", "e"),
    ]  # fmt: skip
    for one in session:
        one["message"] |= {"model": fable} if one["type"] == "assistant" else {}
    path = store(tmp_path / "session.jsonl", [*session, text("g", "f", " ")])
    assert repair(path).written
    assert not repair(path, dry_run=True, force=True).plan
