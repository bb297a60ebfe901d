"""The passes over media where a case file would be too long, or would hold bytes that depend on the version of zlib."""

from importlib import import_module
from io import BytesIO
from typing import Any

import pytest
from helpers import assistant, booked, call, history, plain, result, user
from msgspec.structs import replace
from test_media import picture

from msgfix.apply import apply
from msgfix.edits import Note
from msgfix.errors import RefusedError
from msgfix.history import build as build_history
from msgfix.ledger import Ledger
from msgfix.media.encoding import encode
from msgfix.media.look import look
from msgfix.media.walk import survey
from msgfix.model import History
from msgfix.options import Options
from msgfix.passes.blocks.call_fields import drop_callers
from msgfix.passes.media.lineup import MEDIA
from msgfix.pipeline import normalize
from msgfix.targets import limits
from msgfix.transcript.index import build as build_index
from msgfix.transcript.load import dumps

request_size = import_module("msgfix.passes.media.request_size")
STAGE = (*MEDIA, request_size.request_size)
RULES = {rule.slug: rule for rule in STAGE}


def image(raw: bytes, media_type: str = "image/png") -> dict[str, Any]:
    return {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": encode(raw)}}


def run(before: History, options: Options | None = None) -> tuple[History, list[str]]:
    """The whole stage; a second run must find nothing to change."""
    options, ledger, after = options or Options(), Ledger(), before
    for rule in STAGE:
        after = apply(after, rule, rule(after, options), ledger)
    for rule in STAGE:
        assert apply(after, rule, rule(after, options), Ledger()) is after
    return after, booked(ledger)


def facts_of(after: History) -> list[tuple[int, int]]:
    return [(medium.facts.width, medium.facts.height) for medium in survey(after) if medium.facts]


def test_the_side_limit() -> None:
    before = history(user(image(picture(size=(9000, 3))), image(picture(size=(2400, 3)))))
    after, book = run(before)
    assert facts_of(after) == [(8000, 3), (2400, 3)]
    assert [line.partition(",")[0] for line in book] == ["replaced 1:0 scaled down"]


def test_the_lower_side_limit_counts_pictures_in_results_too() -> None:
    small = image(picture(size=(3, 3)))
    wide = {**result("toolu_1"), "content": [small, image(picture(size=(2400, 3)))]}
    within, _ = run(history(user(wide), user(*[small] * 18)))
    over, _ = run(history(user(wide), user(*[small] * 19)))
    assert facts_of(within)[1] == (2400, 3)
    assert facts_of(over)[1] == (2000, 3)


def test_the_byte_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    narrow(monkeypatch, "oversized_media", image_base64=1000)
    raw = picture(size=(200, 200))
    after, _ = run(history(user(image(raw))))
    data = after.messages[0].blocks[0].data["source"]["data"]
    assert len(encode(raw)) > 1000 >= len(data)
    assert not look(data).fault


def test_error_stops_and_names_the_line() -> None:
    before = history(user("hi"), user(image(picture(size=(9000, 3)))))
    with pytest.raises(RefusedError, match=r"^Line 2: the image is 9000 x 3 pixels"):
        run(before, Options(oversize="error"))


def test_another_format_becomes_a_png_and_keeps_its_cache_mark() -> None:
    bmp = image(picture("BMP"), "image/bmp") | {"cache_control": {"type": "ephemeral"}}
    after, book = run(history(user(bmp)))
    data = after.messages[0].blocks[0].data
    assert data["source"]["media_type"] == look(data["source"]["data"]).media_type == "image/png"
    assert data["cache_control"] == {"type": "ephemeral"}
    assert book == ["replaced 1:0 image/bmp, written as the API takes it"]


def test_pictures_inside_a_document_inside_a_result_are_found() -> None:
    document = {"type": "document", "source": {"type": "content", "content": [image(b"nope"), image(picture())]}}
    after, book = run(history(user({**result("toolu_1"), "content": [document]})))
    inside = after.messages[0].blocks[0].data["content"][0]["source"]["content"]
    assert [part["type"] for part in inside] == ["text", "image"]
    assert book == ["replaced 1:0 it is no picture"]


def test_documents_in_documents_have_an_end() -> None:
    deep: dict[str, Any] = image(b"nope")
    for _ in range(5000):
        deep = {"type": "document", "source": {"type": "content", "content": [deep]}}
    assert survey(history(user(deep))) == ()


@pytest.mark.parametrize("source", [None, 1, [], {}, {"type": []}, {"type": "base64", "data": 1}, {"type": "url"}])
def test_a_source_that_makes_no_sense_is_replaced(source: Any) -> None:
    after, _ = run(history(user({"type": "document", "source": source})))
    assert plain(after) == [user("[document left out: it holds no data]")]


def narrow(monkeypatch: pytest.MonkeyPatch, module: str, **fields: Any) -> None:
    """Give one pass narrower limits, so that a test needs no megabytes."""
    given = replace(limits("portable"), **fields)
    monkeypatch.setattr(import_module(f"msgfix.passes.media.{module}"), "limits", lambda target, model: given)


@pytest.fixture
def big(monkeypatch: pytest.MonkeyPatch) -> History:
    """A request that is over the limit by one and a half pictures, the oldest in a result."""
    one = image(picture(size=(64, 64)))
    before = history(user({**result("toolu_1"), "content": [one]}), user("words " * 100, one), user(one))
    for message in before.messages:
        assert message.row
        message.row.length = len(dumps(plain(before)))
    narrow(monkeypatch, "request_size", request_bytes=len(dumps(plain(before))) - len(dumps(one)) * 3 // 2)
    return before


def test_a_request_that_is_too_large_is_noted_with_the_biggest_blocks(big: History) -> None:
    (edit,) = RULES["request-size"](big, Options())
    assert isinstance(edit, Note)
    assert "the biggest blocks: 1:0 (tool_result, " in edit.note
    assert "2:1 (image, " in edit.note


def test_the_oldest_go_until_the_request_fits(big: History) -> None:
    after, book = run(big, Options(features=frozenset({"fit-request"})))
    kinds = [medium.block.at.line for medium in survey(after)]
    assert kinds == [3]
    assert book == ["replaced 1:0 the request was too large", "replaced 2:1 the request was too large"]


def test_words_alone_cannot_be_made_to_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    narrow(monkeypatch, "request_size", request_bytes=100)
    before = history(user("words " * 100))
    assert before.messages[0].row
    before.messages[0].row.length = 1000
    (edit,) = RULES["request-size"](before, Options(features=frozenset({"fit-request"})))
    assert isinstance(edit, Note)


def test_the_request_is_measured_as_far_as_it_takes_to_tell_whether_it_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    one = image(picture(size=(64, 64)))
    sizes = [("words " * 100, one), ("é\n" * 50,), (one,), ("words ",)]
    entries = [{"type": "user", "message": user(*content)} for content in sizes]
    rows = build_index(BytesIO(b"\n".join(map(dumps, entries)))).rows
    session = build_history(rows)
    size = sum(len(dumps(block.data)) for _, block in session.blocks())
    for room in range(size + 400):
        surplus = request_size.surplus_of(session, room, exact=False)
        assert (surplus > 0) == (size > room)
        assert surplus <= max(size - room, 0)
        assert max(request_size.surplus_of(session, room, exact=True), 0) == max(size - room, 0)
    read: list[Any] = []

    def noted(data: Any) -> bytes:
        read.append(data)
        return dumps(data)

    monkeypatch.setattr(request_size, "dumps", noted)
    assert request_size.surplus_of(session, sum(row.weight for row in rows), exact=False) > 0
    assert read[-1] == one
    assert len(read) < len(list(session.blocks()))


def test_an_array_in_memory_is_measured_too(monkeypatch: pytest.MonkeyPatch) -> None:
    narrow(monkeypatch, "request_size", request_bytes=1_000)
    entry = {"type": "user", "uuid": "a", "parentUuid": None, "message": {"role": "user", "content": "x" * 1_000}}
    for source in ([{"role": "user", "content": "x" * 1_000}], [entry]):
        assert [record.rule for record in normalize(source).ledger.records] == ["request-size"]
    assert not normalize([{"role": "user", "content": "x" * 500}]).ledger.records


def test_a_call_without_its_caller_is_measured_too() -> None:
    bare = {**call("a"), "input": {"command": "x" * 300}}
    entry = {"type": "assistant", "message": assistant({**bare, "caller": {"type": "direct"}})}
    before = build_history(build_index(BytesIO(dumps(entry))).rows)
    after = apply(before, drop_callers, drop_callers(before, Options()), Ledger())
    size = len(dumps(bare))
    for room in range(size + 100):
        for exact in (True, False):
            assert (request_size.surplus_of(after, room, exact=exact) > 0) == (size > room)
