"""Which result answers which call, told once more as the rule says it: slowly."""

from hypothesis import example, given
from hypothesis import strategies as st

from msgfix.model import Block, History, Message
from msgfix.pairing import Call, pair

blocks = st.builds(
    lambda kind, ref: Block(kind, ref, None, 0, own={}),
    st.sampled_from(["tool_use", "tool_result", "tool_result", "text"]),
    st.sampled_from(["a", "b", None]),
)
histories = st.lists(
    st.builds(Message, st.sampled_from(["user", "assistant"]), st.lists(blocks, max_size=4).map(tuple)), max_size=6
).map(lambda messages: History(tuple(messages)))


def _owner(result: Block, calls: list[Call]) -> Call | None:
    """The first call with this id that is still open; else the last one with it."""
    known = [call for call in calls if call.block.ref == result.ref]
    return next((call for call in known if not call.results), known[-1] if known else None)


def _said(*kinds: str) -> Message:
    return Message("assistant", tuple(Block(kind, "a", None, 0, own={}) for kind in kinds))


TOO_MANY = History((_said("tool_use", "tool_result", "tool_result"), _said("tool_use", "tool_use", "tool_result")))


@given(histories)
@example(TOO_MANY)
def test_a_result_answers_the_first_open_call_before_it_else_behind_it(history: History) -> None:
    calls: list[Call] = []
    early: list[tuple[int, Block]] = []
    for position, message in enumerate(history.messages):
        for block in message.blocks:
            if block.kind == "tool_use" and message.role == "assistant":
                calls.append(Call(block, position))
            elif block.kind == "tool_result":
                owner = _owner(block, calls)
                (owner.results if owner else early).append((position, block))
    orphans: list[tuple[int, Block]] = []
    for position, block in early:
        owner = _owner(block, calls)
        (owner.results if owner else orphans).append((position, block))
    paired = pair(history)
    assert [(call.block, call.position, call.results) for call in paired.calls] == [
        (call.block, call.position, call.results) for call in calls
    ]
    assert paired.orphans == orphans


@given(histories)
def test_calls_that_share_an_id_are_repeated(history: History) -> None:
    calls = pair(history).calls
    shared = [[call for call in calls if call.block.ref == ref] for ref in dict.fromkeys(c.block.ref for c in calls)]
    assert pair(history).repeated() == [group for group in shared if len(group) > 1]
