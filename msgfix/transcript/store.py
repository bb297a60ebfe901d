"""Where sessions live, and what the SESSION argument means."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from msgfix.errors import UnreadableError, UsageError

SHOWN = 5
"""Candidates that an error lists."""

LONGEST = 200
"""The client cuts the name of a project folder here and adds a hash of the path."""


def projects() -> Path:
    """The folder of all projects. https://code.claude.com/docs/en/sessions"""
    home = os.environ.get("CLAUDE_CONFIG_DIR")
    return (Path(home) if home else Path.home() / ".claude") / "projects"


def project(cwd: Path | None = None) -> Path | None:
    """The folder with the sessions of a working directory (default: the current one); None when there is none."""
    slug = re.sub(r"[^a-zA-Z0-9]", "-", str(cwd or Path.cwd()))
    folder = projects() / slug
    if len(slug) > LONGEST:
        folder = next(iter(sorted(projects().glob(slug[:LONGEST] + "-*"))), folder)
    return folder if folder.is_dir() else None


def sessions(folder: Path) -> list[Path]:
    """The main session files of one project, newest first; subagent files are not among them."""
    found = [(path.stat().st_mtime, path) for path in _files(folder)]
    return [path for _, path in sorted(found, key=lambda one: (-one[0], one[1].name))]


def all_sessions() -> list[Path]:
    """The main session files of every project, newest first within each."""
    root = projects()
    folders = sorted(root.iterdir()) if root.is_dir() else []
    return [path for folder in folders if folder.is_dir() for path in sessions(folder)]


def find(session: str) -> Path:
    """The file that SESSION means: a path, a session id or its beginning, or `latest`. (`-` is the caller's.)

    Raises UnreadableError when there is no such file, UsageError when a beginning fits several sessions.
    """
    if os.path.exists(session):  # unlike Path.exists, it minds neither a NUL nor an endless name
        return Path(session)
    here = project()
    if session == "latest":
        newest = sessions(here)[:1] if here else []
        if not newest:
            raise UnreadableError(f"latest: there is no session for {Path.cwd()} in {projects()}. Name a file instead.")
        return newest[0]
    candidates = _fitting(session, sessions(here) if here else []) or _fitting(session, all_sessions())
    if not candidates:
        raise UnreadableError(f"{session}: no such file, and no session in {projects()} has an id that begins so.")
    if len(candidates) > 1:
        some = ", ".join(path.stem for path in candidates[:SHOWN])
        raise UsageError(f"{session}: {len(candidates)} sessions begin so: {some}. Give more of the id, or a path.")
    return candidates[0]


def _fitting(beginning: str, paths: list[Path]) -> list[Path]:
    exact = [path for path in paths if path.stem == beginning]
    return exact or [path for path in paths if path.stem.startswith(beginning)]


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.glob("*.jsonl") if path.is_file() and not path.name.startswith("agent-"))
