"""The contract, section B, second part: the calls of tools."""

from msgfix.contract.row import DOCS, ERROR, ContractRule

_CREATE = DOCS + "api/messages/create"

ROWS = (
    ContractRule(
        "B12",
        "tool-id-pattern",
        ERROR,
        "The id of a call is made of letters, digits, `_` and `-`; Bedrock takes 64 of them at most.",
        "{path}: String should match pattern '^[a-zA-Z0-9_-]+$'",
        "Rename it, in the call and in its result alike.",
        "https://github.com/maximhq/bifrost/issues/5097",
        ("{path}: String should have at most 64 characters",),
    ),
    ContractRule(
        "B13",
        "server-tool-id-pattern",
        ERROR,
        "The id of a server tool's call is `srvtoolu_` and letters, digits, `_`.",
        "{path}: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'",
        "Make the pair a text: these ids cannot be renamed.",
        _CREATE,
    ),
    ContractRule(
        "B14",
        "tool-use-name",
        ERROR,
        "The name of a called tool has 1 to 200 characters; Bedrock takes 64 at most, of letters, digits, `_` and `-`.",
        "{path}: String should have at most {limit} characters",
        "Shorten the name; give a nameless call a neutral one.",
        "https://github.com/anthropics/claude-code/issues/2673",
        (
            "{path}: String should have at least 1 character",
            "{path}: String should match pattern '^[a-zA-Z0-9_-]{{1,64}}$'",
        ),
    ),
    ContractRule(
        "B15",
        "tool-use-input-object",
        ERROR,
        "The input of a call is a JSON object.",
        "{path}: Input should be a valid dictionary",
        "Parse it when it is JSON text; else wrap it in an object.",
        _CREATE,
        ("{path}: Field required",),
    ),
    ContractRule(
        "B16",
        "server-tool-name",
        ERROR,
        "A server tool's call names one of the server tools that there are.",
        "{path}: Input should be 'web_search', 'web_fetch', 'code_execution', 'bash_code_execution', "
        "'text_editor_code_execution', 'tool_search_tool_regex' or 'tool_search_tool_bm25'",
        "Make the pair a text.",
        _CREATE,
    ),
    ContractRule(
        "B17",
        "toolset-name",
        ERROR,
        "A result names the toolset of its call, and only when the call does; not every platform has toolsets.",
        "{path}: Extra inputs are not permitted",
        "Copy `toolset_name` from the call, or take it out of both.",
        DOCS + "agents-and-tools/tool-use/handle-tool-calls",
        ("{path}: String should match pattern '^[a-zA-Z0-9_-]+$'",),
    ),
    ContractRule(
        "B18",
        "caller-shape",
        ERROR,
        "`caller` says `direct`, or names a code execution that stands before it; not every platform has it.",
        "{path}: Extra inputs are not permitted",
        "Take the key out.",
        "https://github.com/browserbase/stagehand-python/issues/249",
    ),
)
