"""The passes that turn attachments into messages, on attachments of any shape."""

from typing import Any

import pytest
from helpers import count
from hypothesis import given
from hypothesis import strategies as st

from msgfix.apply import apply
from msgfix.history import message_of, role_of
from msgfix.ledger import Ledger
from msgfix.model import History
from msgfix.options import Options
from msgfix.passes.convert.contents import KNOWN
from msgfix.passes.convert.fields import Fields, fill
from msgfix.passes.convert.kinds import UI_ONLY
from msgfix.passes.convert.lineup import CONVERT
from msgfix.transcript.index import build_from_values

KEYS = [
    "content", "prompt", "filename", "path", "file", "base64", "type", "text", "skills", "addedLines", "removedNames",
    "blockingError", "response", "hookSpecificOutput", "additionalContext", "hookEvent", "startLine", "isMeta",
]  # fmt: skip
scalars = st.none() | st.booleans() | st.integers() | st.sampled_from(["", " ", "words", "{braces}", "image", "9" * 30])
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=3),
    max_leaves=6,
)
kinds = st.sampled_from([*sorted(KNOWN), *sorted(UI_ONLY), "unheard_of"])


def convert(attachment: Any) -> tuple[History, Ledger]:
    entry = {"type": "attachment", "uuid": "a1", "attachment": attachment}
    rows = build_from_values([entry], validate=False).rows
    history = before = History(tuple(message_of(row, role) for row in rows if (role := role_of(row))))
    ledger = Ledger()
    for rule in CONVERT:
        history = apply(history, rule, rule(history, Options(features=frozenset({"wrap-reminders"}))), ledger)
    count(ledger, before, history)
    return history, ledger


@given(kinds, st.dictionaries(st.sampled_from(KEYS), values, max_size=6))
def test_any_attachment_becomes_a_user_message_or_goes(kind: str, fields: dict[str, Any]) -> None:
    history, ledger = convert({**fields, "type": kind})
    assert ledger.balance.holds, ledger.balance.rows()
    assert len(ledger.records) == 1
    for message in history.messages:
        assert message.role == "user"
        assert message.blocks
        for block in message.blocks:
            assert block.kind != "text" or block.data["text"].startswith("<system-reminder>")


@given(values.filter(lambda value: not isinstance(value, dict)))
def test_what_is_no_attachment_at_all_goes(value: Any) -> None:
    history, _ = convert(value)
    assert history.messages == ()


@pytest.mark.parametrize("kind", sorted(KNOWN))
def test_no_kind_is_both_sent_and_kept_back(kind: str) -> None:
    assert kind not in UI_ONLY


def test_braces_in_the_data_are_not_read_as_a_template() -> None:
    assert fill("Say {text}.", Fields({"text": "{text} {0} {"})) == "Say {text} {0} {."
