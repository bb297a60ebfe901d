"""Writes the parts of README.md that come from the code: `python tests/readme.py`.

With `--check` it only says whether they are stale.
Each part stands between `<!-- NAME -->` and `<!-- /NAME -->`, NAME being a key of PARTS.
"""

import sys
from collections.abc import Collection, Iterable
from contextlib import chdir
from itertools import groupby
from pathlib import Path
from typing import Any

from click import Context
from click.testing import CliRunner

from msgfix.cli import COMMANDS, app
from msgfix.cli.shared import SHARED
from msgfix.exits import Exit
from msgfix.options import FEATURES
from msgfix.report.rules import STAGES, everything

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    titles = list(head)
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


def command(name: str) -> Any:
    return app.get_command(Context(app), name)


def commands() -> str:
    """Each command with its arguments and the first line of its docstring."""
    rows = []
    for name in COMMANDS:
        found = command(name)
        arguments = [
            param.metavar or param.name.upper() for param in found.params if param.param_type_name == "argument"
        ]
        rows.append([f"`{' '.join(['msgfix', name, *arguments])}`", found.help.partition("\n")[0]])
    return table(["command", "what it does"], rows)


def options() -> str:
    """The options of normalize: the shared ones among them."""
    return option_table("normalize")


def check() -> str:
    """The options that only check has."""
    return option_table("check", without=SHARED)


def option_table(name: str, without: Collection[str] = ()) -> str:
    found = [param for param in command(name).params if param.param_type_name == "option" and param.name not in without]
    rows = [[f"`{', '.join(param.opts)} {value(param)}`".replace(" `", "`"), param.help] for param in found]
    return table(["option", "meaning"], rows)


def value(param: Any) -> str:
    choices = getattr(param.type, "choices", None)
    return str(param.metavar or "|".join(getattr(choice, "value", choice) for choice in choices or ()))


def features() -> str:
    return table(["feature", "what it switches on"], ([f"`{name}`", words] for name, words in FEATURES.items()))


def exits() -> str:
    return table(["status", "meaning"], ([str(exit.value), exit.meaning] for exit in Exit))


def rules() -> str:
    """All rules, a table for each stage."""
    parts = []
    for stage, group in groupby(everything(), key=lambda row: row.step[:1]):
        rows = [[row.step, f"`{row.rule}`", row.severity, row.title + gate(row.gate)] for row in group]
        parts.append(f"**{STAGES[stage]}**\n\n{table(['step', 'rule', 'severity', 'what it does'], rows)}")
    return "\n\n".join(parts)


def gate(feature: str) -> str:
    return f" (`--feature {feature}`)" if feature else ""


def example() -> str:
    """The report on a sample, as it is printed."""
    line = ["report", "sample_transcripts/crash-open-call.jsonl"]
    with chdir(ROOT):
        printed = CliRunner().invoke(app, line, env={"COLUMNS": "80", "NO_COLOR": "1", "FORCE_COLOR": None}).stdout
    trimmed = "\n".join(row.rstrip() for row in printed.splitlines())
    return f"```console\n$ msgfix {' '.join(line)}\n{trimmed}\n```"


PARTS = {
    "commands": commands,
    "options": options,
    "check": check,
    "features": features,
    "exits": exits,
    "example": example,
    "rules": rules,
}


def fresh(text: str) -> str:
    """README.md with its made parts made anew."""
    for name, make in PARTS.items():
        before, start, rest = text.partition(f"<!-- {name} -->\n")
        _, end, after = rest.partition(f"<!-- /{name} -->")
        if not end:
            raise SystemExit(f"README.md has no place for {name}")
        text = f"{before}{start}{make()}\n{end}{after}"
    return text


def main() -> None:
    old = README.read_text("utf-8")
    new = fresh(old)
    if "--check" in sys.argv:
        sys.exit("README.md is stale: run python tests/readme.py" if new != old else 0)
    README.write_text(new, "utf-8")


if __name__ == "__main__":
    main()
