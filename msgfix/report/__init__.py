"""Reports of a run: as text for people, as JSON for programs, as HTML and SVG for showing around."""

from pathlib import Path
from typing import TYPE_CHECKING

from msgfix.errors import UsageError
from msgfix.report.plain import plain

if TYPE_CHECKING:
    from msgfix.result import Result

ENDINGS = (".txt", ".json", ".html", ".svg")


def ending(path: Path) -> str:
    """What the name of a report file says that it is to hold. Raises UsageError for another ending."""
    if path.suffix not in ENDINGS:
        raise UsageError(f"--report {path}: the name must end in one of {', '.join(ENDINGS)}.")
    return path.suffix


def render(form: str, name: str, result: "Result") -> str:
    """The report on one input in one of the forms of ENDINGS."""
    if form == ".json":
        from msgfix.report.json import document

        return document([(name, result)])
    from msgfix.report.text import recorded

    console = recorded(name, result)
    if form == ".txt":
        return console.export_text()
    if form == ".html":
        return console.export_html(inline_styles=True)
    from msgfix.report.svg import without_fonts

    return without_fonts(console.export_svg(title=f"msgfix report {plain(name)}"))
