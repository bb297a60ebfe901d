"""Resumes a session in the client that MSGFIX_CLAUDE names, far from everything: `python resume.py SESSION…`.

Prints for each session whether what the client sends after a repair is valid and whole.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

STANDIN = Path(__file__).with_name("standin.py")
PROMPT = "Please go on with that."
KEY = "no-key-at-all"


@dataclass(frozen=True, slots=True)
class Resumed:
    """`body`: the first request that the client sent, None when it sent none. `said`: what it printed."""

    body: dict[str, Any] | None
    said: str


def why_not() -> str:
    """Why no client can be run here; "" when one can."""
    if not os.environ.get("MSGFIX_CLAUDE"):
        return "MSGFIX_CLAUDE names no client"
    if not shutil.which("unshare") or os.geteuid() != 0:
        return "a network of its own takes root and unshare"
    return ""


def resume(session: Path) -> Resumed:
    """Resume a copy of a session, in an empty home, a network with nothing but loopback, and a bare environment."""
    with TemporaryDirectory(prefix="resume-") as temp:
        home, sent = Path(os.path.realpath(temp)), Path(temp, "sent")
        work = home / "work"
        name = session_id(session.read_bytes())
        store = home / ".claude" / "projects" / re.sub(r"[^a-zA-Z0-9]", "-", str(work))
        for folder in (sent, work, store):
            folder.mkdir(parents=True)
        shutil.copyfile(session, store / f"{name}.jsonl")
        (home / ".claude.json").write_text(json.dumps(SETTINGS))
        client = [os.environ["MSGFIX_CLAUDE"], "-p", "--resume", name, PROMPT]
        ran = subprocess.run(
            ["unshare", "-n", sys.executable, str(STANDIN), str(sent), *client],
            cwd=work,
            env={**ENVIRONMENT, "HOME": str(home)},
            capture_output=True,
            text=True,
            check=False,
        )
        first = sent / "1.json"
        return Resumed(json.loads(first.read_bytes()) if first.exists() else None, ran.stdout + ran.stderr)


SETTINGS = {"hasCompletedOnboarding": True, "customApiKeyResponses": {"approved": [KEY], "rejected": []}}
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "TERM": "dumb",
    "ANTHROPIC_API_KEY": KEY,
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_ERROR_REPORTING": "1",
    "DISABLE_TELEMETRY": "1",
}


def session_id(raw: bytes) -> str:
    """The id that most entries carry: the client wants it for the name of the file."""
    ids = Counter(re.findall(rb'"sessionId"\s*:\s*"([0-9A-Za-z-]+)"', raw))
    return ids.most_common(1)[0][0].decode() if ids else "00000000-0000-4000-8000-000000000000"


def main() -> None:
    from verdict import after_repair, resumable

    if reason := why_not():
        sys.exit(reason)
    failed = 0
    for name in sys.argv[1:]:
        found = after_repair(Path(name)) if resumable(Path(name)) else ["nothing that the client resumes"]
        failed += bool(found)
        print(name, "; ".join(found) or "fine", sep=": ", flush=True)
    print(f"{len(sys.argv) - 1 - failed} fine, {failed} not")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
