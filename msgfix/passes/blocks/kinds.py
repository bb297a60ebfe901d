"""The kinds of blocks: which stand where, and which the target takes."""

from msgfix.model import THINKING
from msgfix.options import Options
from msgfix.targets import limits

# server tool -> the type of the block that holds its result
SERVER_RESULTS = {
    "advisor": "advisor_tool_result",
    "bash_code_execution": "bash_code_execution_tool_result",
    "code_execution": "code_execution_tool_result",
    "text_editor_code_execution": "text_editor_code_execution_tool_result",
    "tool_search_tool_bm25": "tool_search_tool_result",
    "tool_search_tool_regex": "tool_search_tool_result",
    "web_fetch": "web_fetch_tool_result",
    "web_search": "web_search_tool_result",
}
SERVER = frozenset({"server_tool_use", *SERVER_RESULTS.values()})
OF_ASSISTANT = frozenset({"tool_use", *THINKING, *SERVER})
MEDIA = frozenset({"image", "document", "search_result"})
OF_USER = MEDIA | {"tool_result"}
IN_RESULT = MEDIA | {"text"}
# Legal only with a beta header, which nothing in a transcript promises.
BETA = frozenset(
    {
        "advisor_tool_result", "compaction", "mcp_tool_listing", "mcp_tool_result", "mcp_tool_use", "tool_addition",
        "tool_removal",
    }
)  # fmt: skip


def taken(options: Options) -> frozenset[str]:
    """The kinds that stay blocks of their own for this target; server tools are settled later, by server_tools.py."""
    blocks = limits(options.target, options.model).blocks
    return (blocks - BETA - {"browser_state", "tool_reference"}) | SERVER | {"text"}


def taken_in_results(options: Options) -> frozenset[str]:
    """The kinds that stay inside a tool_result; tool_reference is looked at by tool_references.py."""
    blocks = limits(options.target, options.model).blocks
    return IN_RESULT | {"tool_reference"} | (blocks & {"browser_state"})
