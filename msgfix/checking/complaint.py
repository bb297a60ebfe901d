"""What check says: complaints about one input."""

from msgspec import Struct

from msgfix.exits import Exit
from msgfix.rules import Severity
from msgfix.transcript.faults import Finding


class Complaint(Struct, frozen=True):
    """One fault at one place.

    `rule`: slug of a file fault or of a pass, or id of a rule of the contract. `at`: the place in the input: `12:0`
    (line and block) in a session, the API's path in an array; "" when it is about the input as a whole.
    `line`: from 1, 0 when not known. `message`: what is wrong, in the API's own wording where it has one.
    """

    rule: str
    severity: Severity
    at: str
    line: int
    message: str
    hint: str = ""

    @property
    def path(self) -> str:
        """The API's path; "" where `at` is a line."""
        return "" if self.at[:1].isdigit() else self.at


def found(finding: Finding) -> Complaint:
    """A fault of the file."""
    fault, line = finding.fault, finding.line
    return Complaint(fault.slug, fault.severity, str(line or ""), line, finding.message, fault.doc.partition("\n")[0])


class Checked(Struct, frozen=True):
    """What check has to say about one input.

    `kind`: as in Document, "unreadable" when it could not be checked at all: then `status` is the exit status of that.
    `routine`: how often each rule did what every transcript needs.
    """

    input: str
    kind: str
    complaints: tuple[Complaint, ...]
    routine: dict[str, int]
    status: Exit = Exit.FINE

    @property
    def errors(self) -> int:
        return sum(complaint.severity is Severity.ERROR for complaint in self.complaints)

    @property
    def warnings(self) -> int:
        return sum(complaint.severity is Severity.WARNING for complaint in self.complaints)

    def place(self, complaint: Complaint) -> str:
        """`file:line:block`, or the file and the API's path, as far as they are known."""
        line = f":{complaint.line}" if complaint.line else ""
        if not complaint.path:
            return f"{self.input}:{complaint.at}" if complaint.at else self.input
        return f"{self.input}{line}" if complaint.path in complaint.message else f"{self.input}{line}: {complaint.path}"


def counted(errors: int, warnings: int) -> str:
    """`2 errors, 1 warning`."""
    told = [f"{n:,} {what}{'' if n == 1 else 's'}" for n, what in ((errors, "error"), (warnings, "warning")) if n]
    return ", ".join(told) or "no problems"
