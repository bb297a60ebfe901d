"""Stages I, J, L: empties, order, first and last."""

from msgfix.passes.turns.empties import drop_blank_texts, drop_empty_messages
from msgfix.passes.turns.ends import end_with_user, start_with_user, trim_end
from msgfix.passes.turns.order import lead_with_results, order_turns
from msgfix.passes.turns.reminders import defer_reference_text, fold_reminders
from msgfix.passes.turns.tags import tag_user_messages

__all__ = [
    "defer_reference_text",
    "drop_blank_texts",
    "drop_empty_messages",
    "end_with_user",
    "fold_reminders",
    "lead_with_results",
    "order_turns",
    "start_with_user",
    "tag_user_messages",
    "trim_end",
]
