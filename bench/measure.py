"""Whole processes, in interleaved rounds: of each the shortest time and the highest memory.

Times of a shared machine say little; the ratios of one run hold.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

PYTHON = [sys.executable]
MSGFIX = [str(Path(sys.executable).with_name("msgfix"))]
FLOORS = [sys.executable, str(Path(__file__).with_name("floors.py"))]
NOTHING = [*PYTHON, "-c", "pass"]
# As installed: with compiled modules, and with no sessions but those of the scratch folder.
UNSET = ("PYTHONDONTWRITEBYTECODE", "CLAUDE_CONFIG_DIR")
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in UNSET}
FOUND = (0, 1)  # exit statuses of a run that did its work: 1 says that problems were found


@dataclass(frozen=True)
class Command:
    """What to run. `before`: what to do first, not measured. `scratch`: the folder that is the process's home."""

    argv: list[str]
    before: Callable[[], object] = field(default=lambda: None)
    scratch: Path | None = None


@dataclass(frozen=True)
class Measured:
    """`seconds`: the shortest run. `peak`: the highest resident memory of any run, in MB. `status`: the last exit."""

    seconds: float
    peak: float
    status: int


def once(command: Command) -> Measured:
    command.before()
    home = {"HOME": str(command.scratch)} if command.scratch else {}
    start = perf_counter()
    child = subprocess.Popen(
        command.argv,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=command.scratch,
        env={**ENVIRONMENT, **home},
    )
    _, status, usage = os.wait4(child.pid, 0)
    seconds = perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    return Measured(seconds, usage.ru_maxrss * 1024 / 1e6, child.returncode)


def measure(commands: Mapping[str, Command], rounds: int) -> dict[str, Measured]:
    """Each command once per round, so that a slow moment of the machine falls on all alike."""
    best: dict[str, Measured] = {}
    for _ in range(rounds):
        for name, command in commands.items():
            now = once(command)
            last = best.get(name, now)
            best[name] = Measured(min(last.seconds, now.seconds), max(last.peak, now.peak), now.status)
    return best


def failed(results: Mapping[str, Measured]) -> list[str]:
    """Those that ended otherwise than expected: what they measured is worth nothing."""
    return [f"{name}: exit {one.status}" for name, one in results.items() if one.status not in FOUND]
