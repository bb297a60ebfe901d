"""Other checkers of sessions, when they are on PATH. Each is cut off from the network and gets a home of its own."""

import shutil
import subprocess
from pathlib import Path

from bench.measure import Command

# its package, and how it is asked about the one session of its home
PEERS = {
    "cctx": ("lykos-cctx", ["verify", "SESSION"]),
    "cozempic": ("cozempic", ["doctor"]),
    "claude-rescue": ("claude-rescue", ["diagnose", "FOLDER"]),
}
ALONE = ["unshare", "--map-root-user", "--net"]  # no network in there


def peers(session: Path, home: Path) -> dict[str, Command]:
    """A command for each peer that is there; none where processes cannot be cut off."""
    if not shutil.which(ALONE[0]) or subprocess.run([*ALONE, "true"], capture_output=True, check=False).returncode:
        return {}
    found = {}
    for name, (package, words) in PEERS.items():
        if program := shutil.which(name):
            scratch = home / name
            folder = scratch / ".claude" / "projects" / "-home-dev-project"
            folder.mkdir(parents=True)
            copy = folder / "5f0c2f6e-0000-4000-a000-000000000001.jsonl"
            shutil.copy(session, copy)
            places = {"SESSION": str(copy), "FOLDER": str(folder)}
            argv = [*ALONE, program, *(places.get(word, word) for word in words)]
            found[f"{name} {words[0]} ({version(program, package)})"] = Command(argv, scratch=scratch)
    return found


def version(program: str, package: str) -> str:
    """The version of a package beside whose Python `program` lies."""
    code = f"from importlib.metadata import version; print(version({package!r}))"
    python = Path(program).with_name("python")
    return subprocess.run([python, "-c", code], capture_output=True, text=True, check=False).stdout.strip()
