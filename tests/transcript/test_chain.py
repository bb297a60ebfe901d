"""The conversation in order, graph by graph; then any graph at all."""

from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from dag import rows
from hypothesis import given
from hypothesis import strategies as st

from msgfix.transcript.chain import Chain, build
from msgfix.transcript.row import Row


class Graph(NamedTuple):
    name: str
    entries: str
    order: list[str]
    findings: list[str]
    off: dict[str, int]


def graphs() -> list[Graph]:
    text = (Path(__file__).parent / "chain" / "graphs.txt").read_text("utf-8")
    return [_graph(part) for part in text.strip().removeprefix("# ").split("\n\n# ")]


def _graph(part: str) -> Graph:
    name, *lines = part.splitlines()
    entries = [line for line in lines if " < " in line]
    told = {line.split()[0]: line.split()[1:] for line in lines if line[0] in "=!"}
    off = [line.removeprefix("off ").rpartition(" ") for line in lines if line.startswith("off ")]
    return Graph(name, "\n".join(entries), told["=>"], told.get("!", []), {why: int(count) for why, _, count in off})


def names(chain: Chain) -> list[str]:
    return [row.uuid or f"@{row.number}" for row in chain.rows]


def assert_sound(chain: Chain, index_rows: list[Row], by_uuid: dict[str, Row]) -> None:
    """Each row once, each row accounted for, and the parents lead from the last row through all of them."""
    assert len(set(chain.rows)) == len(chain.rows)
    assert len(chain.rows) + sum(chain.off.values()) + chain.metadata == len(index_rows)
    linked = [row for row in chain.rows if row.uuid]
    for above, row in pairwise(linked):
        assert chain.parents.get(row.uuid or "", row.parent) == above.uuid
    assert all(by_uuid[uuid].parent != parent for uuid, parent in chain.parents.items())


@pytest.mark.parametrize("graph", graphs(), ids=lambda graph: graph.name)
def test_graph(graph: Graph) -> None:
    index_rows, by_uuid, repeated = rows(graph.entries)
    chain = build(index_rows, by_uuid, repeated=repeated)
    assert names(chain) == graph.order
    assert [finding.fault.slug for finding in chain.findings] == graph.findings
    if graph.off:
        assert chain.off == graph.off
    assert_sound(chain, index_rows, by_uuid)


def test_a_named_leaf_ends_the_conversation() -> None:
    index_rows, by_uuid, _ = rows("u1 < - user\na1 < u1 assistant text\nu2 < a1 user\na2 < u2 assistant text")
    chain = build(index_rows, by_uuid, leaf="a1")
    assert names(chain) == ["u1", "a1"]
    assert chain.leaf is by_uuid["a1"]


def test_a_named_leaf_may_be_in_a_sidechain() -> None:
    index_rows, by_uuid, _ = rows("u1 < - user\ns1 < - user side\ns2 < s1 assistant side text\na1 < u1 assistant text")
    assert names(build(index_rows, by_uuid, leaf="s2")) == ["s1", "s2"]


def test_an_unknown_leaf_is_told() -> None:
    index_rows, by_uuid, _ = rows("u1 < - user\na1 < u1 assistant text")
    chain = build(index_rows, by_uuid, leaf="zz")
    assert names(chain) == ["u1", "a1"]
    assert [finding.fault.slug for finding in chain.findings] == ["leaf-unknown"]


def test_an_empty_file() -> None:
    assert build([], {}) == Chain([], {}, 0, [], {}, None)


@pytest.mark.parametrize(
    "facts", [None, 7, [], {"preservedMessages": []}, {"preservedMessages": {"uuids": [None, {}]}}]
)
def test_compaction_facts_of_any_shape(facts: object) -> None:
    index_rows, by_uuid, _ = rows("u1 < - user\nb1 < - system kind:compact_boundary\nc1 < b1 user summary")
    by_uuid["b1"].extra = {"compactMetadata": facts}
    assert names(build(index_rows, by_uuid)) == ["b1", "c1"]


UUIDS = [f"e{number}" for number in range(8)]
TYPES = ("user", "assistant", "user", "assistant", "system", "attachment", "progress", "summary")
WORDS = """
    call:X call:Y result:X result:Y mid:m1 mid:m2 answers:e1 source:X ses:s1 ses:s2 meta side team summary error leaf:e2
    kind:compact_boundary kind:api_error keep:e1,e3 segment:e0,e4 says:Continue_from_where_you_left_off.
"""
ENTRY = st.builds(
    "{} < {} {} {}".format,
    st.sampled_from([*UUIDS, *UUIDS, "."]),
    st.sampled_from([*UUIDS, *UUIDS, "-", "?", "lost"]),
    st.sampled_from(TYPES),
    st.lists(st.sampled_from(WORDS.split()), max_size=3).map(" ".join),
)


@given(st.lists(ENTRY, min_size=1, max_size=12).map("\n".join), st.sampled_from([None, *UUIDS[:3]]))
def test_any_graph_is_walked_once(text: str, leaf: str | None) -> None:
    index_rows, by_uuid, repeated = rows(text)
    chain = build(index_rows, by_uuid, leaf, repeated)
    assert_sound(chain, index_rows, by_uuid)
    index_rows, by_uuid, repeated = rows(text)
    again = build(index_rows, by_uuid, leaf, repeated)
    assert names(again) == names(chain)


def test_a_long_chain_needs_no_stack() -> None:
    count = 20_000
    text = "\n".join(f"e{n} < {f'e{n - 1}' if n else '-'} {'assistant' if n % 2 else 'user'}" for n in range(count))
    index_rows, by_uuid, _ = rows(text)
    assert len(build(index_rows, by_uuid).rows) == count


def test_a_long_loop_needs_no_stack() -> None:
    text = "\n".join(f"e{n} < e{(n + 1) % 5000} user" for n in range(5000))
    index_rows, by_uuid, _ = rows(text)
    assert_sound(build(index_rows, by_uuid), index_rows, by_uuid)


def test_replies_beside_nothing_do_not_come_back() -> None:
    """A file in which no entry can be the leaf, but one hangs beside another."""
    index_rows, by_uuid, _ = rows("a < - assistant\nb < a assistant")
    for row in index_rows:
        row.uuid = ""
        row.parent = ""
    assert build(index_rows, {"": index_rows[0]} if by_uuid else {}).rows == []
