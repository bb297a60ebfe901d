"""What is measured: each section makes its files in a folder and gives back its tables."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from bench.growth import SHAPES
from bench.growth import make as make_shape
from bench.measure import FLOORS, MSGFIX, NOTHING, PYTHON, Command, Measured, failed, measure
from bench.peers import peers

MANY, SEEDS, SMALL = 1000, 10, 0.03  # small sessions, how many of them differ, and their MB
FEW = 3  # rounds that show how something grows
PICTURES = 0.15  # share of prompts and reads with a picture: fewer in all than a request may hold
STARTS = {
    "normalize": ["normalize", "SESSION", "-o", "OUT"],
    "check": ["check", "SESSION"],
    "repair": ["repair", "--force", "COPY"],
    "report": ["report", "SESSION"],
    "explain": ["explain", "answer-open-calls"],
    "sessions": ["sessions"],
    "rules": ["rules"],
    "--help": ["--help"],
}
KINDS = {
    "one conversation": ["--no-compact"],
    "compacted": ["--compact"],
    "broken": ["--compact", "--broken"],
    "newer client": ["--no-compact", "--newer"],
}
ABOVE = {"normalize": ("stream", "keep"), "check": ("loads",), "repair": ("pass",)}


class Table(NamedTuple):
    """`rows`: the head first."""

    title: str
    rows: list[list[str]]


class Bench:
    """A folder for the files. `mb`: size of the big sessions; below 100 all else is smaller in proportion."""

    def __init__(self, folder: Path, mb: float, rounds: int) -> None:
        self._folder = folder
        self._mb = mb
        self._rounds = rounds
        self._scale = min(1.0, mb / 100)

    def ratios(self) -> Table:
        """Each command above its floors, on sessions of each kind."""
        columns = {title: self._ratios(words) for title, words in KINDS.items()}
        names = next(iter(columns.values()))
        rows = [[name, *(column[name] for column in columns.values())] for name in names]
        return Table(f"{self._mb:g} MB: seconds = times the floor; peak", [["", *columns], *rows])

    def _ratios(self, words: list[str]) -> dict[str, str]:
        session = self._session("session.jsonl", *words)
        floors = {name: self._floor(name, session) for name in ("loads", "stream", "keep", "pass")}
        best = self._measured({**floors, **{name: self._msgfix(STARTS[name], session) for name in ABOVE}})
        cells = {name: f"{best[name].seconds:.2f} s; {best[name].peak:.0f} MB" for name in floors}
        for name, bases in ABOVE.items():
            times = " = ".join(f"{best[name].seconds / best[base].seconds:.2f} × {base}" for base in bases)
            cells[f"**{name}**"] = f"{best[name].seconds:.2f} s = {times}; {best[name].peak:.0f} MB"
        return cells

    def starts(self) -> Table:
        """What each command takes on a small session, above Python that does nothing."""
        session = self._session("small.jsonl", mb=SMALL)
        commands = {name: self._msgfix(words, session) for name, words in STARTS.items()}
        best = self._measured({"python": Command(NOTHING), **commands}, 4 * self._rounds)
        bare = best.pop("python").seconds
        rows = [[f"`msgfix {name}`", f"{1000 * (one.seconds - bare):.0f} ms"] for name, one in best.items()]
        return Table(f"Start-up, above the {1000 * bare:.0f} ms of bare Python", [["command", "above"], *rows])

    def folder(self) -> Table:
        """`check FOLDER` with one job and with two."""
        small = self._folder / "small"
        small.mkdir()
        many = max(SEEDS, int(MANY * self._scale))
        for number in range(many):
            if number < SEEDS:
                self._session(f"small/{number}.jsonl", "--seed", str(number), mb=SMALL)
            else:
                shutil.copy(small / f"{number % SEEDS}.jsonl", small / f"{number}.jsonl")
        jobs = {f"{n}": Command([*MSGFIX, "check", str(small), "--jobs", f"{n}"]) for n in (1, 2)}
        best = self._measured(jobs)
        rows = [[n, f"{one.seconds:.2f} s", f"{best['1'].seconds / one.seconds:.2f} ×"] for n, one in best.items()]
        return Table(f"`check FOLDER`, {many} sessions of {1000 * SMALL:.0f} kB", [["jobs", "time", "faster"], *rows])

    def pictures(self) -> Table:
        """What pictures add to a command, over what they add to a bare script that has Pillow verify them."""
        bare = self._session("bare.jsonl", "--no-compact", mb=self._mb / 5)
        shown = self._session("shown.jsonl", "--no-compact", "--pictures", str(PICTURES), mb=self._mb / 5)
        commands = {"loads bare": self._floor("loads", bare), "pillow shown": self._floor("pillow", shown)}
        for name in ("normalize", "check"):
            commands[f"{name} bare"] = self._msgfix(STARTS[name], bare)
            commands[f"{name} shown"] = self._msgfix(STARTS[name], shown)
        best = {name: one.seconds for name, one in self._measured(commands).items()}
        least = best["pillow shown"] - best["loads bare"]
        rows = [["loads, Pillow", f"{best['loads bare']:.2f} s", f"{least:.2f} s", ""]]
        for name in ("normalize", "check"):
            added = best[f"{name} shown"] - best[f"{name} bare"]
            rows.append([f"**{name}**", f"{best[f'{name} bare']:.2f} s", f"{added:.2f} s", f"{added / least:.2f} ×"])
        more = (shown.stat().st_size - bare.stat().st_size) / 1e6
        title = f"Pictures: {more:.0f} MB of them in a session of {self._mb / 5:g} MB"
        return Table(title, [["", "without", "they add", "times Pillow"], *rows])

    def growth(self) -> Table:
        """Microseconds for each N above the same command on one, as N doubles."""
        rows = []
        for shape, (_, most) in SHAPES.items():
            counts = [int(most * self._scale) // part for part in (4, 2, 1)]
            files = {count: make_shape(self._folder / f"shape{count}.jsonl", shape, count) for count in (1, *counts)}
            for name in ABOVE:
                commands = {str(count): self._msgfix(STARTS[name], file) for count, file in files.items()}
                best = {count: one.seconds for count, one in self._measured(commands, FEW).items()}
                each = [f"{1e6 * (best[str(count)] - best['1']) / count:.1f}" for count in counts]
                rows.append([f"{counts[-1]:,} {shape}", name, *each])
        return Table("Microseconds for each N", [["N", "command", "N/4", "N/2", "N"], *rows])

    def peers(self) -> Table:
        """Other programs on the same session. None of them does the same work."""
        session = self._session("session.jsonl", "--no-compact")
        commands = {"**msgfix check**": self._msgfix(STARTS["check"], session), "loads": self._floor("loads", session)}
        best = self._measured({**commands, **peers(session, self._folder / "homes")})
        rows = [[name, f"{one.seconds:.2f} s", f"{one.peak:.0f} MB"] for name, one in best.items()]
        return Table(f"Beside others, {self._mb:g} MB", [["", "time", "peak"], *rows])

    def _session(self, name: str, *words: str, mb: float | None = None) -> Path:
        """A session, made in a process of its own: a child's peak is never below what its parent held."""
        path = self._folder / name
        size = ["--mb", str(mb or self._mb)]
        subprocess.run([*PYTHON, "-m", "bench.generate", "-o", str(path), *size, *words], check=True)
        return path

    def _floor(self, name: str, session: Path) -> Command:
        return Command([*FLOORS, name, str(session), str(self._folder / "out")])

    def _msgfix(self, words: list[str], session: Path) -> Command:
        """`SESSION`, `OUT` and `COPY` (made anew for each run) stand for paths."""
        scratch = self._folder / "copy"
        copy = scratch / "session.jsonl"

        def anew() -> None:
            shutil.rmtree(scratch, ignore_errors=True)
            scratch.mkdir()
            shutil.copy(session, copy)

        places = {"SESSION": str(session), "OUT": str(self._folder / "out"), "COPY": str(copy)}
        argv = [*MSGFIX, *(places.get(word, word) for word in words)]
        return Command(argv, anew if "COPY" in words else lambda: None, scratch=self._folder)

    def _measured(self, commands: dict[str, Command], rounds: int | None = None) -> dict[str, Measured]:
        results = measure(commands, rounds or self._rounds)
        if wrong := failed(results):
            print("not to be trusted:", *wrong, file=sys.stderr)
        return results
