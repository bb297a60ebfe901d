"""The contract, section M, second half: the messages of the role `system`."""

from msgfix.contract.row import DOCS, ERROR, WARNING, ContractRule

_SYSTEM = DOCS + "build-with-claude/mid-conversation-system-messages"
_DIRECTIVE = "; the directive-only form (content: [] with output_config) is accepted at any position"

ROWS = (
    ContractRule(
        "M8",
        "system-not-first",
        ERROR,
        "A system message does not open the array.",
        "{path}: use the top-level 'system' parameter for the initial system prompt" + _DIRECTIVE,
        "Move its text into the `system` of the request.",
        _SYSTEM,
    ),
    ContractRule(
        "M9",
        "system-follows-user",
        ERROR,
        "System messages stand right behind a user turn, or behind an assistant turn that ends in a server result.",
        "{path}: role 'system' must follow a 'user' message or an 'assistant' message ending in a server tool result"
        + _DIRECTIVE,
        "Move it behind the next user message.",
        _SYSTEM,
    ),
    ContractRule(
        "M10",
        "system-precedes-assistant",
        ERROR,
        "Behind system messages comes an assistant message, or the end.",
        "{path}: role 'system' must precede an 'assistant' message or end the array" + _DIRECTIVE,
        "Move it to just before the next assistant message.",
        _SYSTEM,
    ),
    ContractRule(
        "M11",
        "system-content-nonempty",
        ERROR,
        "A system message has at least one block, and its texts are not blank.",
        "{message}: system content must contain at least one block",
        "Leave it out.",
        _SYSTEM,
        ("{message}: system text blocks must contain non-whitespace text",),
    ),
    ContractRule(
        "M12",
        "system-block-types",
        ERROR,
        "A system message holds text (and, in a beta, tool_addition and tool_removal).",
        "{message}: role 'system' supports text, tool_addition, and tool_removal blocks only",
        "Move the block into the user turn before it.",
        _SYSTEM,
    ),
    ContractRule(
        "M13",
        "system-model-support",
        WARNING,
        "System messages inside the array need a model and a platform that take them.",
        "role 'system' is not supported on this model",
        "Make it a user text, or move it into the `system` of the request.",
        _SYSTEM,
        strict=ERROR,
    ),
    ContractRule(
        "M14",
        "system-clear-at",
        WARNING,
        "`clear_at` belongs to a beta and to system messages only; one that ends with the turn is plain text only.",
        "{path}: Extra inputs are not permitted",
        "Take the key out, or send the beta header mid-conversation-system-clear-at-2026-08-21.",
        _SYSTEM,
        (
            "{path}: clear_at is only permitted on role 'system' messages",
            "{message}: a turn-scoped system message supports text blocks only (clear_at: 'next_user_message')",
            "{message}: output_config is not permitted on a turn-scoped system message (clear_at: 'next_user_message')",
            "{path}: cache_control is not permitted on a turn-scoped system message (clear_at: 'next_user_message')",
        ),
        strict=ERROR,
    ),
    ContractRule(
        "M15",
        "system-output-config",
        WARNING,
        "`output_config` on a system message belongs to a beta.",
        "{path}: Extra inputs are not permitted",
        "Take the key out, or send the beta header mid-conversation-output-config-2026-07-01.",
        _SYSTEM,
        strict=ERROR,
    ),
    ContractRule(
        "M16",
        "tool-change-blocks",
        WARNING,
        "`tool_addition` and `tool_removal` stand in system messages only, and belong to a beta.",
        "{path}: tool_addition/tool_removal is not supported on this model",
        "Take the block out and declare the tool in `tools`.",
        _SYSTEM,
        ("tool_addition/tool_removal references unknown tool '{name}'",),
        strict=ERROR,
    ),
)
