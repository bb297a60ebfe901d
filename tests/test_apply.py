"""What each edit does to a history, alone and beside others, and that the book comes out even."""

from collections.abc import Callable, Iterable
from copy import deepcopy
from itertools import pairwise

import pytest
from helpers import a_rule, assistant, booked, call, count, history, outline, plain, result, user

from msgfix.apply import apply
from msgfix.edits import (
    Answering,
    Beside,
    Drop,
    Edit,
    Insert,
    Into,
    Join,
    Move,
    Note,
    Place,
    Recast,
    Reorder,
    Replace,
    Shift,
)
from msgfix.errors import RefusedError
from msgfix.ledger import Ledger
from msgfix.model import History, Message, made, text
from msgfix.rules import Severity

Messages = tuple[Message, ...]


def carry(before: History, *edits: Edit, severity: Severity = Severity.ROUTINE) -> list[str]:
    """The outline after the edits; the books must balance and the input must stay as it was."""
    after, ledger = carry_and_book(before, edits, severity)
    assert ledger.balance.holds, ledger.balance.rows()
    return outline(after)


def carry_and_book(
    before: History, edits: Iterable[Edit], severity: Severity = Severity.ROUTINE
) -> tuple[History, Ledger]:
    ledger = Ledger()
    messages, data = before.messages, deepcopy(plain(before))
    after = apply(before, a_rule(severity), edits, ledger)
    assert before.messages is messages
    assert plain(before) == data
    count(ledger, before, after)
    return after, ledger


def test_no_edit_gives_the_same_history_back() -> None:
    before = history(user("one"), assistant("two"))
    ledger = Ledger()
    assert apply(before, a_rule(), [], ledger) is before
    assert ledger.records == []


def test_a_note_is_booked_and_changes_nothing() -> None:
    before = history(user("one"))
    ledger = Ledger()
    assert apply(before, a_rule(), [Note(before.messages[0].blocks[0], "odd")], ledger) is before
    assert booked(ledger) == ["noted 1:0 odd"]


def test_what_no_edit_concerns_is_the_same_object() -> None:
    before = history(user("one"), assistant("two"), user("three"))
    after, _ = carry_and_book(before, [Drop(before.messages[1])])
    assert [message in before.messages for message in after.messages] == [True, True]


def test_drop_a_block() -> None:
    before = history(user("one", "two"))
    assert carry(before, Drop(before.messages[0].blocks[0])) == ["user: two"]


def test_drop_a_message() -> None:
    before = history(user("one", "two"), assistant("three"))
    assert carry(before, Drop(before.messages[0])) == ["assistant: three"]


def test_replace_a_block_by_several() -> None:
    before = history(user("one", "two"))
    block = before.messages[0].blocks[0]
    assert carry(before, Replace(block, (text("a", block), block, text("b")))) == ["user: a one b two"]


def test_recast_a_message() -> None:
    before = history(user("one", "two"))
    assert carry(before, Recast(before.messages[0], "assistant", (text("new"),))) == ["assistant: new"]


def test_a_recast_message_may_hold_blocks_that_are_edited_as_well() -> None:
    before = history(user("one", "two"))
    first, second = before.messages[0].blocks
    edits = (Recast(before.messages[0], "assistant", (second, first)), Drop(first))
    assert carry(before, *edits) == ["assistant: two"]


def test_reorder() -> None:
    before = history(user("one", "two"))
    message = before.messages[0]
    assert carry(before, Reorder(message, message.blocks[::-1])) == ["user: two one"]


@pytest.mark.parametrize(
    ("where", "outlined"),
    [
        (lambda m: Into(m[0]), ["user: one new", "assistant: two"]),
        (lambda m: Into(m[0], head=True), ["user: new one", "assistant: two"]),
        (lambda m: Beside(m[0], "assistant"), ["assistant: new", "user: one", "assistant: two"]),
        (lambda m: Beside(m[0], "user", behind=True), ["user: one", "user: new", "assistant: two"]),
        (lambda m: Answering(m[1]), ["user: one", "assistant: two", "user: new"]),
    ],
)
def test_insert_at_each_place(where: Callable[[Messages], Place], outlined: list[str]) -> None:
    before = history(user("one"), assistant("two"))
    assert carry(before, Insert(text("new"), where(before.messages))) == outlined


@pytest.mark.parametrize(
    ("where", "outlined"),
    [
        (lambda m: Into(m[1]), ["user: one", "assistant: two moved"]),
        (lambda m: Into(m[1], head=True), ["user: one", "assistant: moved two"]),
        (lambda m: Into(m[0], head=True), ["user: moved one", "assistant: two"]),
        (lambda m: Beside(m[0], "user"), ["user: moved", "user: one", "assistant: two"]),
        (lambda m: Answering(m[1]), ["user: one", "assistant: two", "user: moved"]),
    ],
)
def test_move_to_each_place(where: Callable[[Messages], Place], outlined: list[str]) -> None:
    before = history(user("one", "moved"), assistant("two"))
    assert carry(before, Move(before.messages[0].blocks[1], where(before.messages))) == outlined


def test_answers_lead_the_user_message_behind_their_call() -> None:
    before = history(assistant(call("a"), call("b")), user("next"))
    edits = [Insert(made(result(ref)), Answering(before.messages[0])) for ref in "ab"]
    assert carry(before, *edits) == ["assistant: a b", "user: a b next"]


def test_answers_get_a_message_of_their_own_before_an_assistant_and_at_the_end() -> None:
    before = history(assistant(call("a")), assistant(call("b")))
    edits = [Insert(made(result(ref)), Answering(message)) for ref, message in zip("ab", before.messages, strict=True)]
    assert carry(before, *edits) == ["assistant: a", "user: a", "assistant: b", "user: b"]


def test_answers_stand_between_their_call_and_what_is_put_behind_it() -> None:
    before = history(assistant(call("a")))
    message = before.messages[0]
    edits = (Insert(text("note"), Beside(message, "user", behind=True)), Insert(made(result("a")), Answering(message)))
    assert carry(before, *edits) == ["assistant: a", "user: a note"]


def test_answers_follow_a_call_that_is_shifted() -> None:
    before = history(assistant(call("a")), user("one"), assistant("two"))
    edits = (
        Shift(before.messages[0], before.messages[1]),
        Insert(made(result("a")), Answering(before.messages[0])),
    )
    assert carry(before, *edits) == ["user: one", "assistant: a", "user: a", "assistant: two"]


def test_answers_to_a_joined_part_stand_where_the_part_stood() -> None:
    before = history(assistant(call("a")), assistant(call("b")), user("next"))
    first, second, _ = before.messages
    edits = (
        Join(second, first),
        Insert(made(result("a")), Answering(first)),
        Insert(made(result("b")), Answering(second)),
    )
    assert carry(before, *edits) == ["assistant: a b", "user: a b next"]


def test_a_moved_block_survives_the_drop_of_its_message() -> None:
    before = history(assistant(call("a")), user(result("a"), "junk"))
    edits = (Move(before.messages[1].blocks[0], Answering(before.messages[0])), Drop(before.messages[1], "rest"))
    after, ledger = carry_and_book(before, edits)
    assert ledger.balance.holds
    assert outline(after) == ["assistant: a", "user: a"]
    assert [block.data["text"] for block in ledger.records[1].was] == ["junk"]


def test_several_join_one() -> None:
    before = history(user("one"), user("two", "three"), assistant("x"), user(), user("four"))
    first, second, _, empty, fourth = before.messages
    assert carry(before, Join(second, first), Join(empty, first), Join(fourth, first)) == [
        "user: one two three four",
        "assistant: x",
    ]


def test_parts_that_join_each_other_in_a_line_end_up_in_one() -> None:
    before = history(*(user(str(number)) for number in range(2000)))
    edits = [Join(later, earlier) for earlier, later in pairwise(before.messages)]
    assert carry(before, *edits) == ["user: " + " ".join(map(str, range(2000)))]


def test_what_is_edited_inside_a_joined_message_comes_along_edited() -> None:
    before = history(user("one"), user("two", "gone"))
    first, second = before.messages
    edits = (Join(second, first), Drop(second.blocks[1]), Insert(text("tail"), Into(second)))
    assert carry(before, *edits) == ["user: one two tail"]


def test_shift_behind_a_message_and_to_the_start() -> None:
    before = history(user("one"), user("two"), user("three"), user("four"))
    one, two, three, four = before.messages
    assert carry(before, Shift(four, None), Shift(three, one)) == [
        "user: four",
        "user: one",
        "user: three",
        "user: two",
    ]
    assert carry(before, Shift(one, two)) == ["user: two", "user: one", "user: three", "user: four"]


def test_shifted_messages_keep_their_order_behind_one_message() -> None:
    before = history(user("one"), user("two"), user("three"))
    one, two, three = before.messages
    assert carry(before, Shift(one, three), Shift(two, three)) == ["user: three", "user: one", "user: two"]


def test_shifts_in_a_line_end_up_in_that_order() -> None:
    before = history(*(user(str(number)) for number in range(2000)))
    edits = [Shift(later, earlier) for earlier, later in pairwise(before.messages[::-1])]
    assert carry(before, *edits) == [f"user: {number}" for number in reversed(range(2000))]


def test_a_message_shifted_to_the_start_brings_along_what_is_put_around_it() -> None:
    before = history(user("one"), assistant(call("a")), user("two"))
    _, with_call, two = before.messages
    edits = (
        Shift(with_call, None),
        Insert(text("opener"), Beside(with_call, "user")),
        Insert(made(result("a")), Answering(with_call)),
        Shift(two, with_call),
    )
    assert carry(before, *edits) == ["user: opener", "assistant: a", "user: a two", "user: one"]


def test_a_dropped_message_still_is_a_place() -> None:
    before = history(user("one"), assistant("gone"), user("two"), user("three"))
    one, gone, two, three = before.messages
    edits = (Drop(gone), Shift(three, gone), Insert(text("made"), Beside(gone, "user")), Shift(one, two))
    assert carry(before, *edits) == ["user: made", "user: three", "user: two", "user: one"]


def test_a_whole_pass_of_everything_balances() -> None:
    before = history(
        user("one", "blank"),
        assistant("think", call("a"), call("b")),
        assistant("part"),
        user("late", result("b")),
        assistant("gone"),
        user("two"),
    )
    one, calls, part, late, gone, two = before.messages
    edits = (
        Drop(one.blocks[1]),
        Join(part, calls),
        Move(late.blocks[1], Answering(calls)),
        Insert(made(result("a")), Answering(calls)),
        Drop(gone),
        Join(two, late),
        Replace(calls.blocks[0], ()),
    )
    assert carry(before, *edits) == ["user: one", "assistant: a b part", "user: b a late two"]


def test_a_block_is_taken_once() -> None:
    before = history(user("one", "two"))
    message = before.messages[0]
    block = message.blocks[0]
    edits: list[Edit] = [Drop(block), Replace(block, (text("x"),)), Move(block, Into(message))]
    for edit in edits:
        with pytest.raises(RefusedError, match=r"a-rule takes .* twice"):
            apply(before, a_rule(), [Drop(block), edit], Ledger())


def test_a_message_leaves_once() -> None:
    before = history(user("one"), user("two"), user("three"))
    one, two, three = before.messages
    edits: list[Edit] = [Drop(two), Join(two, one), Shift(two, three)]
    for edit in edits:
        with pytest.raises(RefusedError, match="twice"):
            apply(before, a_rule(), [Shift(two, None), edit], Ledger())


@pytest.mark.parametrize(
    "edits",
    [
        lambda m: [Drop(text("not of this history"))],
        lambda m: [Insert(text("lost"), Into(history(user("elsewhere")).messages[0]))],
        lambda m: [Drop(m[0]), Join(m[1], m[0])],
        lambda m: [Join(m[0], m[1]), Join(m[1], m[0])],
        lambda m: [Shift(m[0], m[1]), Shift(m[1], m[0])],
        lambda m: [Reorder(m[0], ())],
    ],
)
def test_edits_that_lose_something_are_found_by_the_balance(edits: Callable[[Messages], list[Edit]]) -> None:
    before = history(user("one"), user("two"))
    _, ledger = carry_and_book(before, edits(before.messages))
    assert not ledger.balance.holds


WARNING = Severity.WARNING


def test_only_what_is_more_than_routine_marks() -> None:
    before = history(user("one", "two"))
    assert carry(before, Drop(before.messages[0].blocks[0])) == ["user: two"]
    assert carry(before, Drop(before.messages[0].blocks[0]), severity=WARNING) == ["user*: two"]


@pytest.mark.parametrize(
    ("edit", "outlined"),
    [
        (lambda m: Drop(m[1]), ["user: one", "user*: three four", "assistant: five"]),
        (lambda m: Drop(m[3]), ["user: one", "assistant: two", "user: three four"]),
        (lambda m: Join(m[2], m[0]), ["user*: one three four", "assistant: two", "assistant: five"]),
        (lambda m: Shift(m[3], m[0]), ["user: one", "assistant*: five", "assistant: two", "user: three four"]),
        (lambda m: Shift(m[0], m[2]), ["assistant*: two", "user: three four", "user*: one", "assistant: five"]),
        (
            lambda m: Move(m[2].blocks[1], Into(m[0])),
            ["user*: one four", "assistant: two", "user*: three", "assistant: five"],
        ),
        (
            lambda m: Insert(text("new"), Answering(m[1])),
            ["user: one", "assistant: two", "user*: new three four", "assistant: five"],
        ),
        (
            lambda m: Insert(text("new"), Beside(m[3], "user")),
            ["user: one", "assistant: two", "user: three four", "user*: new", "assistant: five"],
        ),
        (
            lambda m: Recast(m[1], "user", m[1].blocks),
            ["user: one", "user*: two", "user: three four", "assistant: five"],
        ),
        (
            lambda m: Reorder(m[2], m[2].blocks[::-1]),
            ["user: one", "assistant: two", "user*: four three", "assistant: five"],
        ),
    ],
)
def test_what_each_edit_marks_as_touched(edit: Callable[[Messages], Edit], outlined: list[str]) -> None:
    before = history(user("one"), assistant("two"), user("three", "four"), assistant("five"))
    assert carry(before, edit(before.messages), severity=WARNING) == outlined


def test_a_mark_stays_through_routine_edits() -> None:
    before = history(user("one"), user("two", "gone"), assistant("three"))
    after, _ = carry_and_book(before, [Drop(before.messages[1].blocks[1])], WARNING)
    assert outline(after) == ["user: one", "user*: two", "assistant: three"]
    assert carry(after, Join(after.messages[1], after.messages[0])) == ["user*: one two", "assistant: three"]


def test_the_records_say_what_was_done_where() -> None:
    before = history(user("one", "two"), assistant("three"), user("four"))
    one, three, four = before.messages
    edits = (
        Drop(one.blocks[0], "blank"),
        Replace(one.blocks[1], (text("2", one.blocks[1]),), "shorter"),
        Insert(text("made"), Into(three), "needed"),
        Shift(three, None, "first"),
        Join(four, one, "neighbours"),
    )
    _, ledger = carry_and_book(before, edits)
    assert booked(ledger) == [
        "dropped 1:0 blank",
        "replaced 1:1 shorter",
        "added new needed",
        "moved 2 first",
        "joined 3 neighbours",
    ]
    dropped, replaced = ledger.records[:2]
    assert (dropped.before, dropped.after) == (len('{"type":"text","text":"one"}'), 0)
    assert (replaced.before, replaced.after) == (len('{"type":"text","text":"two"}'), len('{"type":"text","text":"2"}'))


def test_a_hundred_thousand_neighbours_join() -> None:
    """A step per message, not a step per pair of them: this would not end otherwise."""
    before = history(*(user("same") for _ in range(100_000)))
    first, *rest = before.messages
    after = apply(before, a_rule(), [Join(message, first) for message in rest], Ledger())
    assert [len(message.blocks) for message in after.messages] == [100_000]
