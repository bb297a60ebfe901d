"""The contract, section C: cache marks."""

from msgfix.contract.row import DOCS, ERROR, ContractRule

ROWS = (
    ContractRule(
        "C1",
        "cache-max-4",
        ERROR,
        "At most four cache_control marks, over tools, system and messages together.",
        "A maximum of 4 blocks with cache_control may be provided. Found {count}.",
        "Keep the last four.",
        DOCS + "build-with-claude/prompt-caching",
    ),
    ContractRule(
        "C2",
        "cache-forbidden-block",
        ERROR,
        "No cache_control on thinking, fallback, mcp_tool_listing and citations.",
        "{path}: Extra inputs are not permitted",
        "Move the mark to the next block that can carry one.",
        DOCS + "build-with-claude/prompt-caching",
    ),
    ContractRule(
        "C3",
        "cache-empty-text",
        ERROR,
        "No cache_control on an empty text.",
        "{path}: cache_control cannot be set for empty text blocks",
        "Leave the block out and mark the one before it.",
        "https://github.com/anthropics/claude-code/issues/50082",
    ),
    ContractRule(
        "C4",
        "cache-ttl-order",
        ERROR,
        "A mark that lives an hour does not follow one that lives five minutes.",
        "{path}: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks "
        "are processed in the following order: `tools`, `system`, `messages`.",
        "Make the later one 5m.",
        DOCS + "build-with-claude/prompt-caching",
    ),
    ContractRule(
        "C5",
        "cache-shape",
        ERROR,
        "cache_control is `{type: ephemeral}` with a `ttl` of 5m or 1h, or without.",
        "{path}: Extra inputs are not permitted",
        "Keep those two keys.",
        "https://github.com/caozhiyuan/copilot-api/issues/145",
        ("{path}: Input should be an object",),
    ),
)
