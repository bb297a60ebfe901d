"""Stage H: thinking."""

from msgfix.passes.thinking.bound import drop_bound_thinking
from msgfix.passes.thinking.left_over import drop_thinking_only, drop_trailing_thinking
from msgfix.passes.thinking.unsigned import drop_thinking, drop_unsigned_thinking

__all__ = [
    "drop_bound_thinking",
    "drop_thinking",
    "drop_thinking_only",
    "drop_trailing_thinking",
    "drop_unsigned_thinking",
]
