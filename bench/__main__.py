"""Measure, and print tables: `python -m bench`. Times are of whole processes; see bench/README.md."""

import os
import platform
import sys
from argparse import ArgumentParser
from datetime import date
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.sections import Bench, Table

SECTIONS = {
    "ratios": Bench.ratios,
    "starts": Bench.starts,
    "folder": Bench.folder,
    "pictures": Bench.pictures,
    "growth": Bench.growth,
    "peers": Bench.peers,
}
PACKAGES = ("msgfix", "orjson", "msgspec", "jsonschema-rs", "Pillow")


def markdown(table: Table) -> str:
    head, *rows = table.rows
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join([f"**{table.title}**", "", *(f"| {' | '.join(line)} |" for line in lines), ""])


def conditions() -> str:
    """When, where and with what."""
    machine = f"{os.cpu_count()} cores, {platform.machine()} {platform.system()}"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    return f"{date.today()}; {machine}; {python}; {packages}; load {os.getloadavg()[0]:.1f} at the start\n"


def main() -> None:
    options = ArgumentParser(prog="python -m bench", description=__doc__)
    options.add_argument(
        "--mb", type=float, default=100, help="size of the big sessions; below 100 all else shrinks too"
    )
    options.add_argument("--rounds", type=int, default=7, help="the shortest of so many runs counts")
    options.add_argument("--only", nargs="+", choices=SECTIONS, default=list(SECTIONS), metavar="SECTION")
    given = options.parse_args()
    print(conditions(), flush=True)
    for name in given.only:
        print(name, "…", file=sys.stderr, flush=True)
        with TemporaryDirectory() as folder:
            print(markdown(SECTIONS[name](Bench(Path(folder), given.mb, given.rounds))), flush=True)


if __name__ == "__main__":
    main()
