"""What the tables for people have in common."""

from io import StringIO
from typing import IO

from rich.console import Console, RenderableType
from rich.table import Column, Table

from msgfix.rules import Severity

STYLES = {Severity.ROUTINE: "dim", Severity.WARNING: "yellow", Severity.ERROR: "red"}


def grid(*columns: Column) -> Table:
    """A table without lines; columns that are not given are made by its rows."""
    return Table(*columns, box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)


def printed(content: RenderableType, file: IO[str]) -> str:
    """In colour only for a terminal, and not when NO_COLOR is set. Not written: rich would end on a closed pipe."""
    text = StringIO()
    Console(file=text, force_terminal=file.isatty() or None, highlight=False, emoji=False).print(content)
    return text.getvalue()
