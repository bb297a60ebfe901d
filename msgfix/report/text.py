"""The report for people: a trial balance, what was done rule by rule and place by place, what is left.

Strings of the transcript go through `plain`, never through rich's markup.
"""

from collections.abc import Iterator
from io import StringIO
from typing import IO, TYPE_CHECKING

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from msgfix.ledger import Act, Balance
from msgfix.report.grid import STYLES, grid, printed
from msgfix.report.plain import plain
from msgfix.report.sections import ROUTINE, Entry, left, sections

if TYPE_CHECKING:
    from msgfix.contract.problem import Problem
    from msgfix.result import Result

SHOWN = 5  # places per rule; the rest is a count


def shown(name: str, result: "Result", file: IO[str]) -> str:
    """The report as it is to be printed to `file`."""
    return printed(report(name, result), file)


def recorded(name: str, result: "Result") -> Console:
    """A console that has printed the report to nowhere, for rich's exports."""
    console = Console(file=StringIO(), record=True, width=100, highlight=False, emoji=False, force_terminal=True)
    console.print(report(name, result))
    return console


def report(name: str, result: "Result") -> RenderableType:
    """The whole report; a single line when there was nothing to mend."""
    tables, problems = sections(result), left(result)
    routine = tables.pop(ROUTINE, [])
    if not tables and not problems:
        return _all_fine(name, result)
    parts: list[RenderableType] = [_headline(name, result, len(problems)), _balance(result.ledger.balance)]
    for title, groups in tables.items():
        parts += [_heading(title), *(part for group in groups for part in _rule(group))]
    if routine:
        parts += [_heading(ROUTINE), _routine(routine)]
    if problems:
        parts += [_heading("Left, and not to be mended here", "bold red"), *_problems(problems)]
    return Group(*parts)


def _all_fine(name: str, result: "Result") -> Text:
    book = result.ledger.balance
    line = Text.assemble((plain(name), "bold"), f": nothing to mend, {_many(book.messages_out, 'message')}")
    for what, counts in (("left out", book.off), ("routine", result.ledger.routine())):
        if counts:
            told = ", ".join(f"{name} ×{count:,}" for name, count in counts.items())
            line.append(f"; {what}: {told}", style="dim")
    return line


def _headline(name: str, result: "Result", problems: int) -> Text:
    book, changes = result.ledger.balance, len(result.ledger.changes())
    summary = f"{result.kind} → {_many(book.messages_out, 'message')}, {_many(changes, 'change')}"
    return Text.assemble(
        (plain(name), "bold"), f"\n{summary}", (f", {_many(problems, 'problem')} left" * bool(problems), "red")
    )


def _balance(book: Balance) -> RenderableType:
    """Where every entry, message and block went."""
    table = Table.grid(padding=(0, 2), pad_edge=True)
    for column in ("", "in", "added", "dropped", "joined", "out"):
        table.add_column(column, justify="right")
    table.add_row("", *(Text(str(column.header), "dim") for column in table.columns[1:]))
    for name, before, acts, after in (
        ("messages", book.messages_in, book.messages, book.messages_out),
        ("blocks", book.blocks_in, book.blocks, book.blocks_out),
    ):
        moves = (acts[Act.ADDED], -acts[Act.DROPPED], -acts[Act.JOINED])
        table.add_row(name, f"{before:,}", *(f"{count:+,}" if count else "·" for count in moves), f"= {after:,}")
    return Group(Text(_entries(book), "dim"), table) if book.entries else table


def _entries(book: Balance) -> str:
    kinds = {"messages": book.messages_in, "links": book.links, "metadata": book.metadata, **book.off}
    kinds["repeated"] = book.repeated
    told = ", ".join(f"{count:,} {kind}" for kind, count in kinds.items() if count)
    unreadable = f"; {book.unreadable:,} unreadable" if book.unreadable else ""
    return f"{book.entries:,} entries: {told}{unreadable}"


def _rule(found: list[Entry]) -> Iterator[RenderableType]:
    """A rule, and its first places under it."""
    head = grid()
    head.add_row(*_title(found), Text(found[0].title, "dim"))
    yield head
    table = grid()
    table.columns = [
        Column(justify="right", min_width=10, no_wrap=True),
        Column(justify="right", no_wrap=True),
        Column(),
    ]
    for entry in found[:SHOWN]:
        table.add_row(entry.at, entry.size, Text(plain(entry.note)))
    if len(found) > SHOWN:
        table.add_row("", "", Text(f"… and {len(found) - SHOWN:,} more", "dim"))
    yield table


def _routine(groups: list[list[Entry]]) -> Table:
    """What every transcript needs: one row for each rule."""
    table = grid()
    for found in groups:
        places = ", ".join(entry.at for entry in found[:SHOWN]) + ", …" * (len(found) > SHOWN)
        table.add_row(*_title(found), Text(f"at {places}", "dim"))
    return table


def _title(found: list[Entry]) -> tuple[str, Text]:
    times = f" ×{len(found):,}" if len(found) > 1 else ""
    return f"  {found[0].step:2}", Text(found[0].rule + times, STYLES[found[0].severity])


def _problems(problems: "list[Problem]") -> Iterator[RenderableType]:
    for problem in problems:
        yield Text.assemble("  ", (problem.rule, STYLES[problem.severity]), f"  {plain(problem.path)}")
        words = Text(plain(problem.message))
        if problem.hint:
            words.append(f"\n{plain(problem.hint)}", "dim")
        yield Padding(words, (0, 0, 0, 6))


def _heading(title: str, style: str = "bold") -> Text:
    return Text(f"\n{title}", style=style)


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
