"""The table of all rules, for people."""

from itertools import groupby
from typing import IO

from rich.console import Group, RenderableType
from rich.table import Column
from rich.text import Text

from msgfix.report.grid import STYLES, grid, printed
from msgfix.report.rules import STAGES, RuleRow
from msgfix.rules import Severity


def rules_shown(rows: list[RuleRow], file: IO[str]) -> str:
    """The table as it is to be printed to `file`, grouped by stage."""
    wide = max(len(row.rule) for row in rows)
    parts: list[RenderableType] = []
    for stage, group in groupby(rows, key=lambda row: row.step[:1]):
        parts.append(Text(f"{stage}  {STAGES[stage]}", "bold"))
        table = grid(Column(), Column(min_width=wide))
        for row in group:
            words = Text(row.title)
            if row.gate:
                words.append(f" (--feature {row.gate})", "dim")
            table.add_row(f"  {row.step}", Text(row.rule), Text(row.severity, STYLES[Severity(row.severity)]), words)
        parts.append(table)
    return printed(Group(*parts), file)
