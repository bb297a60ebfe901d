"""C7: what the client wrote in the model's name."""

from collections.abc import Iterator
from typing import Any

from msgfix.edits import Drop, Edit
from msgfix.model import History, Message
from msgfix.options import Options
from msgfix.rules import Severity, rule
from msgfix.transcript.row import Flag

FILLER = "No response requested."
# The beginnings of the client's error texts; old versions stored them without the flag.
ERRORS = (
    "API Error",
    "Credit balance is too low",
    "Invalid API key",
    "Please run /login",
    "Prompt is too long",
    "You've hit your",
    "Limit reached",
    "Claude AI usage limit reached",
    "PDF too large",
    "PDF is password protected",
    "The PDF file was not valid",
    "Image was too large",
    "Request too large",
)


@rule(
    "drop-api-errors",
    step="C7",
    severity=Severity.ROUTINE,
    after={"mark-media-errors": "the error names the media that it is about"},
)
def drop_api_errors(history: History, options: Options) -> Iterator[Edit]:
    """Drop error messages and fillers that the client wrote in the model's name.

    Breaks: the model would read its own "API Error", and two turns of one role would meet.
    Does: drops flagged API errors, `<synthetic>` messages with an error text, and "No response requested.".
    Never: a real partial answer that is stored as `<synthetic>`.
    """
    for _, message in history.flagged:
        if message.role == "assistant" and message.flags & (Flag.API_ERROR | Flag.SYNTHETIC):
            if message.flags & Flag.API_ERROR:
                yield Drop(message, "API error of the client")
            elif _says(message).startswith((*ERRORS, FILLER)):
                yield Drop(message, "filler of the client")


def is_error(data: Any) -> bool:
    """True for a text that the client wrote because a request failed."""
    return isinstance(data.get("text"), str) and data["text"].startswith(ERRORS)


def _says(message: Message) -> str:
    """The text of a message that holds nothing but text; "" for any other."""
    texts = [block.data.get("text") for block in message.blocks if block.kind == "text"]
    if len(texts) != len(message.blocks):
        return ""
    return "\n".join(words for words in texts if isinstance(words, str))
