"""What goes out: the result to stdout or into a file, everything for people to stderr."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from msgfix.atomic import replacing
from msgfix.cli.streams import tell
from msgfix.errors import UsageError
from msgfix.report.plain import plain


def complain(sentence: str) -> None:
    """One line on stderr."""
    tell(f"msgfix: {plain(sentence)}")


def unforeseen(error: Exception) -> str:
    """The sentence for an error that is msgfix's own fault, with the place where it arose."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" in {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else ""
    return (
        f"internal error, nothing was written: {type(error).__name__}{place}: {error}. "
        "Please report this sentence and, if you can share it, the transcript."
    )


@contextmanager
def sink(path: Path | None) -> Iterator[BinaryIO]:
    """Where a result goes: stdout, or a file that appears only when it is whole."""
    if path is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    else:
        with replacing(path) as file:
            yield file


def replacing_text(path: Path, text: str) -> None:
    """Write a report file, whole or not at all."""
    with replacing(path) as file:
        file.write(text.encode("utf-8", "backslashreplace"))


def refuse_to_overwrite(session: str, output: Path | None, report: Path | None = None) -> None:
    """A session must not be replaced by what is made from it, nor the array by its report. Raises UsageError."""
    if output and _is_session(output, session):
        raise UsageError(f"-o {output} is the session itself; `msgfix repair` mends it in place.")
    if report and _is_session(report, session):
        raise UsageError(f"--report {report} is the session itself.")
    if report and output and _same(report, output):
        raise UsageError(f"--report {report} is the file of -o too.")


def _is_session(path: Path, session: str) -> bool:
    """Stdin is a session with a file of its own when a shell has opened that."""
    if session == "-":
        return os.path.isfile(path) and os.path.samestat(path.stat(), os.fstat(0))
    return _same(path, Path(session))


def _same(one: Path, other: Path) -> bool:
    if os.path.exists(one) and os.path.exists(other):
        return one.samefile(other)
    return os.path.realpath(one) == os.path.realpath(other)
