"""Strings of a transcript, made fit to be looked at."""


def plain(text: str) -> str:
    """`text` with every character that a terminal could act on, or hide, written out as an escape (`\\x1b`)."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
