"""The passes, in order. This tuple is the seed of every listing: report, rules, explain, README."""

from functools import cache

from msgfix.passes.joining.neighbours import break_lines, join_again, join_neighbours, part_responses
from msgfix.passes.joining.responses import drop_older_snapshots, join_responses
from msgfix.passes.media.request_size import request_size
from msgfix.passes.stage import Stage, has_odd_blocks, has_other_roles, is_unsettled, shows_and_hides
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
    start_with_user,
    tag_user_messages,
    trim_end,
)
from msgfix.rules import Rule

BLOCKS = Stage("blocks.lineup", "BLOCKS", has_odd_blocks)

PIPELINE: tuple[Rule | Stage, ...] = (
    # What a request may see: entries, still one message each.
    Stage("view.lineup", "VIEW", shows_and_hides),
    # The parts of one response become one message.
    drop_older_snapshots,
    join_responses,
    # Attachments, local commands and system messages become user messages.
    Stage("convert.lineup", "CONVERT", has_other_roles),
    # Blocks, one by one: from here on each has a legal shape, and stands on its legal side.
    BLOCKS,
    Stage("blocks.server_tools", "settle_server_tools", has_odd_blocks),
    # Thinking that cannot be replayed; whole responses at a time.
    drop_unsigned_thinking,
    drop_thinking,
    # A turn becomes one message, then each call gets its result right behind it.
    join_neighbours,
    Stage("pairing.lineup", "PAIRING", is_unsettled),
    Stage("blocks.toolsets", "match_toolsets", has_odd_blocks),
    # What the steps before left empty goes.
    drop_blank_texts,
    drop_thinking_only,
    drop_empty_messages,
    join_again,
    # Each message is whole: its blocks in their order.
    lead_with_results,
    order_turns,
    Stage("blocks.tool_boundary", "mark_tool_boundary", has_odd_blocks),
    drop_trailing_thinking,
    part_responses,
    # Pictures and documents, and the size of it all.
    Stage("media.lineup", "MEDIA", has_odd_blocks),
    request_size,
    break_lines,  # behind MEDIA: a text that stands for a picture can meet another text
    # Places, and the two ends.
    fold_reminders,
    defer_reference_text,
    drop_bound_thinking,
    Stage("blocks.cache_marks", "limit_cache_marks", has_odd_blocks),
    start_with_user,
    trim_end,
    end_with_user,
    tag_user_messages,
)


@cache
def all_rules() -> dict[str, Rule]:
    """Every pass by its slug, in order; loads them all."""
    steps = (step.rules if isinstance(step, Stage) else (step,) for step in PIPELINE)
    return {rule.slug: rule for rules in steps for rule in rules}
