"""Reads what an attachment carries. A field that is missing or of another shape reads as empty, never as an error."""

from typing import Any

from msgfix.passes.blocks.words import json_text


def spoken(value: Any) -> str:
    """Any value as words: a text is itself, a text block its text, anything else its JSON; "" when there is nothing."""
    words = value.get("text", "" if value.get("type") == "text" else None) if isinstance(value, dict) else value
    if isinstance(words, str):
        return words
    return json_text(value) if value or value == 0 else ""


class Fields:
    """The fields of one attachment, or of an object inside it."""

    def __init__(self, data: Any) -> None:
        self.data: dict[str, Any] = data if isinstance(data, dict) else {}

    def word(self, *keys: str) -> str:
        """The first of these fields that holds a text or a whole number, as text; "" if none does."""
        for key in keys:
            value = self.data.get(key)
            if isinstance(value, str) and value:
                return value
            if isinstance(value, int) and not isinstance(value, bool):
                return str(value)
        return ""

    def words(self, key: str) -> list[str]:
        """A list of texts, or of what can be told as text; anything alone counts as a list of one."""
        value = self.data.get(key)
        items = value if isinstance(value, list) else [value]
        return [words for item in items if (words := spoken(item)).strip()]

    def inner(self, key: str) -> "Fields":
        return Fields(self.data.get(key))

    def many(self, key: str) -> list["Fields"]:
        """A list of objects; one alone counts as a list of one."""
        value = self.data.get(key)
        return [Fields(item) for item in (value if isinstance(value, list) else [value]) if isinstance(item, dict)]


def fill(template: str, fields: Fields) -> str:
    """A template with the fields that it names; "" when it names some and none of them has anything to say."""
    from string import Formatter

    names = [name for _, name, _, _ in Formatter().parse(template) if name]
    values = {name: fields.word(name) for name in names}
    if names and not any(values.values()):
        return ""
    return template.format_map(values)


def joined(*parts: str) -> str:
    """Parts, each on a line of its own; those that say nothing are left out."""
    return "\n".join(part for part in parts if part)


def titled(title: str, lines: list[str]) -> str:
    """Lines under a title; "" when there are none."""
    return joined(title, *lines) if lines else ""


def reminder(words: str) -> str:
    """Words in the wrapper that tells a model: this is background, not the user speaking."""
    return f"<system-reminder>\n{words}\n</system-reminder>"
