"""The table of all rules, for people."""

from itertools import groupby
from typing import IO

from rich.console import Console
from rich.table import Column
from rich.text import Text

from msgfix.report.rules import STAGES, RuleRow
from msgfix.report.text import STYLES, grid
from msgfix.rules import Severity


def show_rules(rows: list[RuleRow], file: IO[str]) -> None:
    """Print it, grouped by stage."""
    console = Console(file=file, highlight=False, emoji=False)
    wide = max(len(row.rule) for row in rows)
    for stage, group in groupby(rows, key=lambda row: row.step[:1]):
        console.print(Text(f"{stage}  {STAGES[stage]}", "bold"))
        table = grid(Column(), Column(min_width=wide))
        for row in group:
            words = Text(row.title)
            if row.gate:
                words.append(f" (--feature {row.gate})", "dim")
            table.add_row(f"  {row.step}", Text(row.rule), Text(row.severity, STYLES[Severity(row.severity)]), words)
        console.print(table)
