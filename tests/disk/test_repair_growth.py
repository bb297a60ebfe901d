"""What a repair does once, however much there is to be done beside it."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from small_sessions import entry, prompt, store

from msgfix.disk import repair
from msgfix.disk.around import NOWHERE, Around
from msgfix.model import Block, Message, made
from msgfix.transcript.row import Row
from msgfix.transcript.source import FileSource

CALLS = [{"type": "tool_use", "id": f"toolu_{n}", "name": "Read", "input": {}} for n in range(40)]
RESULTS = [{"type": "tool_result", "tool_use_id": f"toolu_{n}", "content": "done"} for n in range(40)]
OPEN = [prompt("a", None), entry("assistant", "b", "a", CALLS), prompt("c", "b")]
ORPHANS = [prompt("a", None), entry("assistant", "b", "a", "Yes."), entry("user", "c", "b", RESULTS)]


@pytest.mark.parametrize("session", [OPEN, ORPHANS])
def test_an_entry_is_not_read_anew_for_each_block_that_is_made_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, session: list[Any]
) -> None:
    reads: Counter[int] = Counter()
    real = FileSource.raw

    def counted(source: FileSource, row: Row) -> bytes:
        reads[row.number] += 1
        return real(source, row)

    monkeypatch.setattr(FileSource, "raw", counted)
    done = repair(store(tmp_path / "session.jsonl", session))
    assert done.plan.counts.total() > len(CALLS)
    assert max(reads.values()) < len(CALLS) / 2


def test_no_block_around_is_looked_at_twice() -> None:
    here = tuple(made({"type": kind}) for kind in ("tool_result", "text", "tool_result", "text"))
    before, after = made({"type": "tool_use"}), made({"type": "text"})
    places = {before: 3, here[0]: 5, here[1]: 4, here[2]: 7, after: 9}
    looked_at: Counter[Block] = Counter()

    def positions(blocks: Iterable[Block]) -> list[int]:
        looked_at.update(blocks := list(blocks))
        return [places[block] for block in blocks if block in places]

    messages = [Message("assistant", (before,)), Message("user", here), Message("assistant", (after,))]
    around = Around(messages, 1, positions)
    seen = []
    for index in range(len(here)):
        around.reach(index)
        seen.append((around.said, around.answered))
    assert seen == [(NOWHERE, 3), (5, 5), (5, 5), (7, 7)]
    assert (around.leads, around.before, around.after) == (False, 3, 9)
    assert set(looked_at.values()) == {1}
