"""The contract, section T: thinking."""

from msgfix.contract.row import DOCS, ERROR, ROUTINE, WARNING, ContractRule

_THINKING = DOCS + "build-with-claude/thinking"
_KEPT = DOCS + "build-with-claude/preserved-thinking"

ROWS = (
    ContractRule(
        "T1",
        "thinking-fields",
        ERROR,
        "`thinking` has a text and a signature, `redacted_thinking` has data; nothing else.",
        "{path}: Field required",
        "Leave thinking without a signature out.",
        _THINKING,
    ),
    ContractRule(
        "T2",
        "thinking-signature-valid",
        ERROR,
        "The signature is the one that the API gave for exactly this text; offline only its absence shows.",
        "{path}: Invalid `signature` in `thinking` block",
        "Leave all thinking of that response out.",
        "https://github.com/anthropics/claude-code/issues/10627",
        (
            "{path}: Invalid `data` in `redacted_thinking` block",
            "{path}: each thinking block must contain thinking",
        ),
    ),
    ContractRule(
        "T3",
        "thinking-latest-unmodified",
        ERROR,
        "The thinking of the latest assistant message is as the API gave it: none changed, moved, or missing.",
        "{path}: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These "
        "blocks must remain as they were in the original response.",
        "Keep all of it, or none.",
        DOCS + "api/errors#thinking-blocks-cannot-be-modified",
        offline=False,
    ),
    ContractRule(
        "T4",
        "thinking-not-last",
        ERROR,
        "An assistant turn does not end with thinking.",
        "{message}: The final block in an assistant message cannot be `thinking`.",
        "Leave the thinking at the end out.",
        _THINKING,
    ),
    ContractRule(
        "T5",
        "thinking-first-when-enabled",
        ERROR,
        "With `thinking: enabled` the last assistant turn starts with thinking.",
        "{path}.type: Expected `thinking` or `redacted_thinking`, but found `{kind}`. When `thinking` is enabled, a "
        "final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and "
        "`tool_result` blocks). We recommend you include thinking blocks from previous turns. To avoid this "
        "requirement, disable `thinking`.",
        "Disable thinking for this request, or use adaptive thinking.",
        "https://github.com/anthropics/claude-code/issues/11978",
    ),
    ContractRule(
        "T6",
        "thinking-first-if-any",
        WARNING,
        "An assistant turn that holds thinking starts with it; interleaved thinking is free of this.",
        "{path}: If an assistant message contains any thinking blocks, the first block must be `thinking` or "
        "`redacted_thinking`. Found `{kind}`.",
        "Leave the thinking of the turn out; do not move it.",
        "https://github.com/anthropics/claude-code/issues/20705",
    ),
    ContractRule(
        "T7",
        "thinking-disabled-final",
        ERROR,
        "With thinking switched off, an assistant message at the very end holds none.",
        "{path}: When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`. "
        "To use thinking blocks, enable `thinking` in your request.",
        "Leave it out, or append a user message.",
        _THINKING,
    ),
    ContractRule(
        "T8",
        "thinking-bound-prefix",
        ERROR,
        "On newer models thinking is bound to everything before it; a change there makes it invalid.",
        "{path}: Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the "
        'block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".',
        "Leave all thinking behind the first change out.",
        _KEPT + "/prefix-checks",
        offline=False,
    ),
    ContractRule(
        "T9",
        "thinking-model-mismatch",
        ROUTINE,
        "Thinking of another model is dropped without a word.",
        "(no error)",
        "Nothing to do.",
        _KEPT,
        offline=False,
    ),
    ContractRule(
        "T10",
        "thinking-config-model",
        ERROR,
        "The model takes the `thinking` setting of the request.",
        "thinking.type.{mode} is not supported for this model. Use thinking.type.adaptive and output_config.effort",
        "Change `thinking` in the request.",
        DOCS + "api/errors",
        ("adaptive thinking is not supported on this model",),
    ),
)
