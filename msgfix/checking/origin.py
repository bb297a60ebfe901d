"""From places in an array back to places in the file that it was made from."""

from collections.abc import Sequence

from msgfix.model import At, Message


def origin(path: str, messages: Sequence[Message]) -> At:
    """Where the message or block stands that a path in the API's style leads to; line 0 when nowhere in the file."""
    parts = path.split(".")
    numbers = [int(part) for part in parts[1:4:2] if part.isdecimal()]
    if not numbers or numbers[0] >= len(messages):
        return At(0)
    message = messages[numbers[0]]
    inside = len(numbers) > 1 and numbers[1] < len(message.blocks)
    return message.blocks[numbers[1]].at if inside else message.at
