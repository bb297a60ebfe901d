"""What check found as workflow annotations, which GitHub shows beside the lines of a pull request.

https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
"""

from collections.abc import Iterator

from msgfix.checking.complaint import Checked
from msgfix.report.plain import plain


def annotations(checked: Checked) -> Iterator[str]:
    """A line for each complaint."""
    for complaint in checked.complaints:
        words = [complaint.message]
        if complaint.path not in complaint.message:
            words[0] = f"{complaint.path}: {complaint.message}"
        if complaint.hint:
            words.append(complaint.hint)
        place = {"file": checked.input, "line": str(complaint.line or 1), "title": f"msgfix {complaint.rule}"}
        properties = ",".join(f"{name}={_property(value)}" for name, value in place.items())
        yield f"::{complaint.severity} {properties}::{_data(words)}"


def _data(words: list[str]) -> str:
    return "%0A".join(plain(line).replace("%", "%25") for line in words)


def _property(text: str) -> str:
    return plain(text).replace("%", "%25").replace(":", "%3A").replace(",", "%2C")
