"""E5: calls by another name of the tool."""

from collections.abc import Iterator

from msgfix.edits import Edit, Replace
from msgfix.model import History
from msgfix.options import Options
from msgfix.rules import Severity, rule


def aliases(options: Options) -> dict[str, str]:
    """Other name -> own name, of the tools of the request (`aliases`: a list of names in a tool's definition)."""
    return {
        alias: tool["name"]
        for tool in options.tools or ()
        if isinstance(tool.get("name"), str) and isinstance(tool.get("aliases"), list)
        for alias in tool["aliases"]
        if isinstance(alias, str) and alias != tool["name"]
    }


@rule("resolve-tool-aliases", step="E5", severity=Severity.ROUTINE)
def resolve_tool_aliases(history: History, options: Options) -> Iterator[Edit]:
    """Call every tool by the name that it has in the request.

    Breaks: a tool that was renamed looks like another tool to the model.
    Does: puts the tool's own name where a call used an alias that `--tools` lists.
    Never: renames a call whose name is that of another tool.
    """
    own = aliases(options)
    if not own:
        return
    taken = {tool.get("name") for tool in options.tools or () if isinstance(tool.get("name"), str)}
    for _, block in history.blocks():
        if block.kind != "tool_use":
            continue
        data = block.data
        name = data.get("name")
        if isinstance(name, str) and name in own and name not in taken:
            yield Replace(block, (block.becomes({**data, "name": own[name]}),), f"{name} is {own[name]}")
