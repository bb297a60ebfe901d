"""J5: how a conversation starts and ends."""

from collections.abc import Iterator

from msgfix.edits import Beside, Edit, Insert, Replace
from msgfix.model import History, text
from msgfix.options import Options
from msgfix.rules import Severity, rule

OPENER = "[The beginning of this conversation was not recorded.]"
CLOSER = "Continue."


@rule(
    "start-with-user",
    step="J5",
    severity=Severity.WARNING,
    on_disk=True,
    cures='first message must use the "user" role',
    after={"join-again": "the first message is settled"},
)
def start_with_user(history: History, options: Options) -> Iterator[Edit]:
    """Start with a user message.

    Breaks: a file that was cut at its start begins with the assistant. Does: puts a short opener first.
    Never: drops what the assistant said.
    """
    if history.messages and history.messages[0].role != "user":
        yield Insert(text(OPENER), Beside(history.messages[0], "user"), "the beginning is missing")


@rule(
    "trim-end",
    step="J5",
    severity=Severity.ERROR,
    on_disk=True,
    cures="final assistant content cannot end with trailing whitespace",
    after={"join-again": "the last message is settled"},
)
def trim_end(history: History, options: Options) -> Iterator[Edit]:
    """Trim white space at the end of a final assistant text.

    Breaks: a response that was cut behind a space. Does: trims it. Never: a text that something follows.
    """
    last = history.messages[-1] if history.messages else None
    if last is None or last.role != "assistant" or not last.blocks or last.blocks[-1].kind != "text":
        return
    block = last.blocks[-1]
    words = block.data.get("text")
    if isinstance(words, str) and words.strip() and words != words.rstrip():
        yield Replace(block, (block.becomes({**block.data, "text": words.rstrip()}),), "white space at the end")


@rule(
    "end-with-user",
    step="J5",
    severity=Severity.WARNING,
    cures="This model does not support assistant message prefill",
    after={"trim-end": "the last text is settled"},
)
def end_with_user(history: History, options: Options) -> Iterator[Edit]:
    """End with a user message when the caller says so (`--end user`).

    Does: adds "Continue." behind a final assistant message. Never: by default; the caller adds the prompt.
    """
    if options.end == "user" and history.messages and history.messages[-1].role == "assistant":
        yield Insert(text(CLOSER), Beside(history.messages[-1], "user", behind=True), "--end user")
