"""D1: local commands become user messages."""

from collections.abc import Iterator

from msgfix.edits import Edit, Recast
from msgfix.model import History
from msgfix.options import Options
from msgfix.rules import Severity, rule


@rule("convert-local-commands", step="D1", severity=Severity.ROUTINE)
def convert_local_commands(history: History, options: Options) -> Iterator[Edit]:
    """Turn a local command and its output into a user message.

    Breaks: what the user ran beside the conversation would be missing from it.
    Does: gives the system entry the role user; its text stays as it is.
    Never: changes the words.
    """
    for message in history.messages:
        if message.role == "local_command":
            yield Recast(message, "user", message.blocks, "local command")
