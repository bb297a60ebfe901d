"""The contract, section P, first half: the client's calls and their results."""

from msgfix.contract.row import DOCS, ERROR, WARNING, ContractRule

_TOOLS = DOCS + "agents-and-tools/tool-use/"
_CALLS = _TOOLS + "handle-tool-calls"
_OPEN = (
    "{message}: `tool_use` ids were found without `tool_result` blocks immediately after: {ids}. Each `tool_use` "
    "block must have a corresponding `tool_result` block in the next message."
)
STRAY = (
    "{path}: unexpected `tool_use_id` found in `{kind}` blocks: {id}. Each `{kind}` block must have a corresponding "
)

ROWS = (
    ContractRule(
        "P1",
        "tool-result-missing",
        ERROR,
        "Each call is answered in the very next user turn.",
        _OPEN,
        "Move the result there; if there is none, answer with `is_error: true` and a text.",
        _CALLS,
        (
            "Did not find {count} tool_result block(s) at the beginning of this message.",
            "Expected toolResult blocks at {path} for the following Ids: {ids}",
            "API Error: 400 due to tool use concurrency issues.",  # what Claude Code makes of it
        ),
    ),
    ContractRule(
        "P2",
        "tool-result-first",
        ERROR,
        "Results lead the user turn; texts and images come behind them.",
        _OPEN,
        "Move the results to the front.",
        _CALLS,
    ),
    ContractRule(
        "P3",
        "tool-use-trailing",
        ERROR,
        "Behind the first call of an assistant turn come calls only.",
        _OPEN,
        "Move the calls to the end of the turn.",
        "https://github.com/vercel/ai/issues/13013",
    ),
    ContractRule(
        "P4",
        "tool-result-orphan",
        ERROR,
        "A result answers a call of the assistant turn right before it.",
        STRAY + "`tool_use` block in the previous message.",
        "Move it behind its call; without a call, make it a text.",
        "https://github.com/anthropics/claude-code/issues/18947",
        (
            "The number of toolResult blocks at {message}.content exceeds the number of toolUse blocks of previous "
            "turn.",
        ),
    ),
    ContractRule(
        "P5",
        "tool-use-id-unique",
        ERROR,
        "No two calls of the array share an id.",
        "{path}: `tool_use` ids must be unique",
        "Leave a copy out; rename a different call together with its result.",
        "https://github.com/trycua/cua/issues/524",
    ),
    ContractRule(
        "P6",
        "tool-result-unique",
        ERROR,
        "A call has one result, in the whole array.",
        "{path}: each tool_use must have a single result. Found multiple `tool_result` blocks with id: {id}",
        "Keep the real one; make another a text.",
        _CALLS,
    ),
    ContractRule(
        "P7",
        "tool-use-last-message",
        ERROR,
        "The array does not end with open calls.",
        _OPEN,
        "Answer them.",
        _CALLS,
    ),
    ContractRule(
        "P8",
        "no-message-between",
        ERROR,
        "Nothing stands between a call's turn and its results.",
        _OPEN,
        "Pull the results forward, right behind their calls.",
        "https://github.com/can1357/oh-my-pi/pull/1163",
    ),
    ContractRule(
        "P9",
        "tools-declared",
        WARNING,
        "A conversation that holds calls needs `tools` in the request; not every platform insists.",
        "Requests which include `tool_use` or `tool_result` blocks must define tools.",
        "Declare the tools, with `tool_choice: none` if need be.",
        "https://github.com/BerriAI/litellm/pull/27620",
        ("The toolConfig field must be defined when using toolUse and toolResult content blocks.",),
        strict=ERROR,
    ),
)
