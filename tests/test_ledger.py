"""The book: what a record says of its change, and when the balance holds."""

import pytest
from helpers import history, user

from msgfix.ledger import Act, Balance, Ledger, Record, weigh
from msgfix.model import At, Block, made, text
from msgfix.rules import Severity


def record(rule: str, severity: Severity) -> Record:
    return Record(rule, severity, Act.DROPPED, At(1, 0))


def test_a_place_prints_as_line_and_block() -> None:
    assert [str(At(12, 3)), str(At(12)), str(At(0))] == ["12:3", "12", "new"]


def test_sizes_are_bytes_of_compact_json() -> None:
    before = history(user("é"))
    change = Record("a-rule", Severity.ERROR, Act.REPLACED, At(1, 0), before.messages[0].blocks, (text("ab"),))
    assert (change.before, change.after) == (
        len('{"type":"text","text":"é"}'.encode()),
        len('{"type":"text","text":"ab"}'),
    )


@pytest.mark.parametrize("value", ["\ud83d", 2**70, {"deep": [[[]]] * 3}, None])
def test_anything_json_can_hold_has_a_size(value: object) -> None:
    assert weigh((made({"type": "text", "text": value}),)) > 0


def test_what_is_too_deep_for_the_fast_writer_has_a_size() -> None:
    deep: list[object] = []
    for _ in range(600):
        deep = [deep]
    assert weigh((made({"deep": deep}),)) == len('{"deep":}') + 2 * 601


def test_changes_and_routine_are_told_apart() -> None:
    ledger = Ledger()
    ledger.records += [
        record("a", Severity.ROUTINE),
        record("b", Severity.WARNING),
        record("a", Severity.ROUTINE),
        record("c", Severity.ERROR),
    ]
    assert [change.rule for change in ledger.changes()] == ["b", "c"]
    assert ledger.routine() == {"a": 2}


def full() -> Balance:
    balance = Balance(entries=20, repeated=1, metadata=2, off={"sidechain": 3, "rewound": 4}, links=5)
    balance.messages_in, balance.messages_out = 5, 3
    balance.blocks_in, balance.blocks_out = 9, 8
    balance.messages.update({Act.ADDED: 1, Act.DROPPED: 2, Act.JOINED: 1})
    balance.blocks.update({Act.ADDED: 2, Act.DROPPED: 3})
    return balance


def test_the_balance_holds() -> None:
    assert Balance().holds
    assert full().holds


@pytest.mark.parametrize(
    "name",
    ["entries", "repeated", "metadata", "links", "messages_in", "messages_out", "blocks_in", "blocks_out"],
)
def test_one_that_is_missing_is_noticed(name: str) -> None:
    balance = full()
    setattr(balance, name, getattr(balance, name) + 1)
    assert not balance.holds


@pytest.mark.parametrize("act", [Act.ADDED, Act.DROPPED, Act.JOINED])
def test_an_act_that_was_not_done_is_noticed(act: Act) -> None:
    for counter in ("messages", "blocks"):
        balance = full()
        getattr(balance, counter)[act] += 1
        assert not balance.holds


def test_an_entry_off_the_chain_is_noticed() -> None:
    balance = full()
    balance.off["sidechain"] += 1
    assert not balance.holds


def test_the_rows_tell_both_sides() -> None:
    assert full().rows() == [
        ("20 entries", "5 messages + 5 links + 2 metadata + 4 rewound + 3 sidechain + 1 repeated"),
        ("5 messages + 1 added - 2 dropped - 1 joined", "3 messages"),
        ("9 blocks + 2 added - 3 dropped", "8 blocks"),
    ]


def test_a_record_of_a_made_up_block_has_no_line() -> None:
    block = made({"type": "text", "text": "x"})
    assert str(block.at) == "new"
    assert str(made({"type": "text"}, history(user("one")).messages[0].row, 2).at) == "1:2"
    assert isinstance(block, Block)
