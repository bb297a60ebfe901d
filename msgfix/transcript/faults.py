"""What can be wrong with a file before the conversation in it is looked at: one table, and one finding."""

from msgspec import Struct

from msgfix.rules import Severity


class Fault(Struct, frozen=True):
    """A kind of fault in the file. `doc` is what `msgfix explain` prints; its first line is the row of `rules`."""

    slug: str
    step: str
    severity: Severity
    doc: str


class Finding(Struct, frozen=True):
    """One fault at one line. `bytes`: how many of the file's bytes could not be read."""

    fault: Fault
    line: int
    message: str
    bytes: int = 0


FAULTS = {
    fault.slug: fault
    for fault in (
        Fault("byte-order-mark", "A1", Severity.WARNING, "A byte order mark at the start of the file is dropped."),
        Fault("line-nul-padded", "A2", Severity.WARNING, "NUL bytes around an entry are stripped."),
        Fault("line-glued", "A2", Severity.WARNING, "Several entries on one line are taken apart."),
        Fault("line-torn", "A2", Severity.ERROR, "A cut line cannot be read; what is whole on it is kept."),
        Fault("line-invalid-utf8", "A2", Severity.WARNING, "Bytes that are no UTF-8 are replaced by U+FFFD."),
        Fault(
            "line-lax", "A2", Severity.WARNING, "Raw control characters, NaN, huge numbers: strict readers refuse it."
        ),
        Fault("line-no-object", "A2", Severity.WARNING, "A line that is JSON but no object is skipped."),
        Fault("entry-shape", "A3", Severity.WARNING, "An entry of a known type has a wrong shape."),
        Fault("entry-repeated", "A5", Severity.ROUTINE, "A uuid that was written again: the first entry counts."),
        Fault("entry-differs", "A5", Severity.WARNING, "A uuid stands for two different entries: the first counts."),
        Fault("leaf-unknown", "B1", Severity.WARNING, "The leaf that was named is not in the file."),
        Fault("parent-missing", "B2", Severity.ERROR, "A parent is not in the file: bridged to the entry before."),
        Fault("parent-stale", "B2", Severity.ERROR, "An entry hangs on a stale branch: the newest entry is meant."),
        Fault("parent-cycle", "B2", Severity.ERROR, "Entries are their own ancestors: the loop is cut."),
        Fault("results-off-chain", "B3", Severity.ROUTINE, "Results and parts beside the chain are brought back."),
        Fault("reply-off-chain", "B5", Severity.ERROR, "A reply beside a bookkeeping entry is brought back."),
    )
}
