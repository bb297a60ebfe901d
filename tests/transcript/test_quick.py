"""The fast path of the index and the plain way make the same rows."""

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from msgfix.transcript import index as indexes
from msgfix.transcript.index import build
from msgfix.transcript.quick import QuickMaker
from msgfix.transcript.row import Row

SAMPLES = sorted((Path(__file__).parents[2] / "sample_transcripts").glob("*.jsonl"))
WORDS = st.sampled_from(["a", "", " ", "\u2003", "x\0y", "caf\u00e9", "\u4e16\0", "<system-reminder>", "\n", "\u2028"])
IDS = st.sampled_from(["toolu_1", "toolu_2", "srvtoolu_1", "a b", "", "x" * 65, "toolu_1\n"])
ANY = st.one_of(st.none(), st.booleans(), st.integers(), WORDS, st.just([]), st.just({}), st.just({"k": ["v\0"]}))


def sometimes(usual: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Mostly what belongs there, now and then anything: a line that is odd in many ways never takes the fast path."""
    return st.integers(0, 39).flatmap(lambda draw: ANY if draw == 7 else usual)


def record(required: dict[str, Any], optional: dict[str, Any] | None = None) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {key: sometimes(value) for key, value in required.items()},
        optional={key: sometimes(value) for key, value in (optional or {}).items()},
    )


TEXT = record({"type": st.just("text"), "text": WORDS}, {"citations": st.none()})
PARTS = TEXT | record({"text": WORDS})  # without its type it is no part
BLOCKS = st.one_of(
    TEXT,
    record({"type": st.just("thinking"), "thinking": WORDS, "signature": WORDS}),
    record(
        {"type": st.just("tool_use"), "id": IDS, "name": st.sampled_from(["Read", "ExitPlanMode", ""]), "input": ANY},
        {"caller": st.just({"type": "direct"})},
    ),
    record(
        {
            "type": st.just("tool_result"),
            "tool_use_id": IDS,
            "content": st.one_of(WORDS, st.lists(PARTS, max_size=2)),
        },
        {"is_error": st.booleans()},
    ),
    record({"type": st.just("image"), "source": ANY}),
)
CONTENT = st.one_of(WORDS, st.lists(BLOCKS, max_size=3))
MESSAGE = record(
    {"role": st.sampled_from(["user", "assistant"]), "content": CONTENT},
    {"id": IDS, "model": st.sampled_from(["claude-opus-4-8", "<synthetic>", ""]), "usage": st.just({"n": 1})},
)
DATA = record(
    {"type": st.sampled_from(["bash_progress", "hook_progress", "agent_progress"])},
    {"output": WORDS, "totalLines": st.integers(), "timeoutMs": st.floats(allow_nan=False, allow_infinity=False)},
)
ENTRY = record(
    {
        "parentUuid": st.one_of(st.none(), st.sampled_from(["u1", "u2"])),
        "sessionId": st.sampled_from(["s1", ""]),
        "type": st.sampled_from(["user", "assistant", "progress", "system"]),
        "uuid": st.sampled_from(["u1", "u2", "u3"]),
        "timestamp": st.just("2026-01-01T00:00:00.000Z"),
    },
    {
        "message": MESSAGE,
        "data": DATA,
        "isSidechain": st.booleans(),
        "isMeta": st.booleans(),
        "isVirtual": st.booleans(),
        "isCompactSummary": st.booleans(),
        "isApiErrorMessage": st.booleans(),
        "agentId": st.just("a1"),
        "teamName": st.sampled_from(["t", ""]),
        "sourceToolAssistantUUID": st.sampled_from(["u1", "u9"]),
        "sourceToolUseID": IDS,
        "toolUseResult": ANY,
    },
)


def rows(data: bytes, monkeypatch: pytest.MonkeyPatch, quick: bool) -> tuple[list[Any], list[Any]]:
    if not quick:
        monkeypatch.setattr(QuickMaker, "make", lambda *args: None)
    index = build(BytesIO(data))
    monkeypatch.undo()
    facts = [msgspec.structs.replace(row, source=None) for row in index.rows]
    return [msgspec.structs.astuple(row) for row in facts], index.findings


@settings(max_examples=400)
@given(st.lists(ENTRY, min_size=1, max_size=4), st.booleans(), st.sampled_from([b"\n", b"\n", b"\r\n", b" \n"]))
def test_both_ways_make_the_same_rows(entries: list[dict[str, Any]], escaped: bool, end: bytes) -> None:
    data = b"".join(json.dumps(entry, ensure_ascii=escaped).encode() + end for entry in entries)
    with pytest.MonkeyPatch.context() as patch:
        assert rows(data, patch, quick=True) == rows(data, patch, quick=False)


@settings(max_examples=200)
@given(ENTRY, st.binary(max_size=3), st.integers(0, 400))
def test_both_ways_see_the_same_damage(entry: dict[str, Any], junk: bytes, place: int) -> None:
    raw = json.dumps(entry, ensure_ascii=False).encode()
    data = raw[:place] + junk + raw[place:] + b"\n"
    with pytest.MonkeyPatch.context() as patch:
        assert rows(data, patch, quick=True) == rows(data, patch, quick=False)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_both_ways_read_the_samples_alike(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = path.read_bytes()
    assert rows(data, monkeypatch, quick=True) == rows(data, monkeypatch, quick=False)


def test_the_fast_path_takes_most_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[Row | None] = []
    make = QuickMaker.make

    def watched(self: QuickMaker, raw: bytes, number: int, offset: int) -> Row | None:
        taken.append(make(self, raw, number, offset))
        return taken[-1]

    monkeypatch.setattr(QuickMaker, "make", watched)
    indexes.build(BytesIO(b"\n".join(path.read_bytes() for path in SAMPLES)))
    assert sum(row is not None for row in taken) > len(taken) / 2
