"""What the commands that normalize do alike: read the input, run, report, end."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from msgfix.cli.output import replacing_text
from msgfix.cli.streams import tell
from msgfix.errors import UnreadableError
from msgfix.exits import Exit
from msgfix.options import Options
from msgfix.report.plain import plain

if TYPE_CHECKING:
    from msgfix.result import Result


def run(session: str, options: Options) -> "Result":
    """Normalize what SESSION names."""
    from msgfix.cli.progress import watching
    from msgfix.pipeline import normalize

    stream = opened(session)
    with watching(stream):
        return normalize(stream, options)


def named(session: str) -> str:
    """The file that SESSION names, as a report tells it; `-` stays what it is."""
    from msgfix.transcript.store import find

    return session if session == "-" else str(find(session))


def opened(session: str) -> BinaryIO:
    """What SESSION names: stdin, or a file of that path, id or age. It stays open while its content is needed."""
    from msgfix.transcript.source import open_file
    from msgfix.transcript.store import find

    if session == "-":
        return sys.stdin.buffer
    try:
        return open_file(find(session))
    except OSError as error:
        raise UnreadableError(f"{session}: cannot be read ({error.strerror}).") from error


def write_report(wanted: str | None, session: str, result: "Result") -> None:
    """The report where --report wants it; else at least what was asked in vain, and is left that cannot be mended."""
    if wanted == "-":
        from msgfix.report.text import shown

        tell(shown(session, result, sys.stderr).removesuffix("\n"))
    else:
        if wanted is not None:
            from msgfix.report import ending, render

            replacing_text(Path(wanted), render(ending(Path(wanted)), session, result))
        from msgfix.report.sections import left, unheeded

        for finding in unheeded(result):
            tell(plain(f"{session}: {finding.message} [{finding.fault.slug}]"))
        for problem in left(result):
            tell(plain(f"{session}: {problem.path}: {problem.message} [{problem.rule}]"))


def end(result: "Result") -> None:
    """Leave with the exit status of the result: a warning is said, but only what the API would refuse is a failure."""
    from msgfix.rules import Severity

    refused = any(problem.severity is Severity.ERROR for problem in result.problems)
    sys.exit(Exit.PROBLEMS if refused else Exit.FINE)
