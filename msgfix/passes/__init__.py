"""The passes, in order. This tuple is the seed of every listing: report, rules, explain, README."""

from msgfix.passes.blocks import BLOCKS, limit_cache_marks, mark_tool_boundary, match_toolsets, settle_server_tools
from msgfix.passes.convert import CONVERT
from msgfix.passes.joining import (
    break_lines,
    drop_older_snapshots,
    join_again,
    join_neighbours,
    join_responses,
    part_responses,
)
from msgfix.passes.media import MEDIA, mark_media_errors
from msgfix.passes.pairing import PAIRING
from msgfix.passes.thinking import (
    drop_bound_thinking,
    drop_thinking,
    drop_thinking_only,
    drop_trailing_thinking,
    drop_unsigned_thinking,
)
from msgfix.passes.turns import (
    defer_reference_text,
    drop_blank_texts,
    drop_empty_messages,
    end_with_user,
    fold_reminders,
    lead_with_results,
    order_turns,
    place_system_messages,
    start_with_user,
    tag_user_messages,
    trim_end,
)
from msgfix.passes.view import VIEW
from msgfix.rules import Rule

PIPELINE: tuple[Rule, ...] = (
    # What a request may see: entries, still one message each.
    mark_media_errors,
    *VIEW,
    # The parts of one response become one message.
    drop_older_snapshots,
    join_responses,
    # Attachments, local commands and system messages become user messages.
    *CONVERT,
    place_system_messages,
    # Blocks, one by one: from here on each has a legal shape, and stands on its legal side.
    *BLOCKS,
    settle_server_tools,
    # Thinking that cannot be replayed; whole responses at a time.
    drop_unsigned_thinking,
    drop_thinking,
    # A turn becomes one message, then each call gets its result right behind it.
    join_neighbours,
    *PAIRING,
    match_toolsets,
    # What the steps before left empty goes.
    drop_blank_texts,
    drop_thinking_only,
    drop_empty_messages,
    join_again,
    # Each message is whole: its blocks in their order.
    lead_with_results,
    order_turns,
    mark_tool_boundary,
    drop_trailing_thinking,
    part_responses,
    # Pictures and documents.
    *MEDIA,
    break_lines,  # behind MEDIA: a text that stands for a picture can meet another text
    # Places, and the two ends.
    fold_reminders,
    defer_reference_text,
    drop_bound_thinking,
    limit_cache_marks,
    start_with_user,
    trim_end,
    end_with_user,
    tag_user_messages,
)
