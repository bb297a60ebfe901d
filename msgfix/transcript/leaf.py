"""Where the conversation ends: its leaf (step B1)."""

from msgfix.transcript.row import Row
from msgfix.transcript.scope import ASIDE, TALK, Scope, has_results, is_cut


def newest(scope: Scope) -> Row | None:
    """The last user or assistant entry of the file, or what a last-prompt line after it names; then down to the
    last of the bookkeeping entries that hang on it.

    The line names the end of another branch when the user went over to it and left. It is stale when the
    conversation was compacted since, and it does not count when the newest entry descends from the one it names:
    the client (2.1.332) resumes at the newest entry then.
    """
    named: Row | None = None
    after: list[Row] = []
    for row in reversed(scope.rows):
        if row.type == "last-prompt" and named is None and row.extra:
            leaf = row.extra.get("leafUuid")
            named = scope.by_uuid.get(leaf) if isinstance(leaf, str) else None
            after = [] if named else after
        elif row.uuid and scope.holds(row):
            if row.type in TALK:
                if (
                    named is None
                    or not scope.holds(named)
                    or _compacted_since(scope, named)
                    or _is_above(scope, named, row)
                ):
                    named = _before_late_result(scope, row)
                return _tail(named, after)
            if named is None:
                after.append(row)
    return named or (_tail(after.pop(), after) if after else None)


def _tail(leaf: Row, after: list[Row]) -> Row:
    """The last of the rows that hang on the leaf, each on the one before. `after` is in reverse."""
    for row in reversed(after):
        if row.parent == leaf.uuid:
            leaf = row
    return leaf


def last_of_old(rows: list[Row]) -> Row | None:
    """The last user or assistant entry of a file that a client before 2.0 wrote, else None.

    Those clients wrote one conversation after the other into a file, each under a session id of its own; in later
    files entries of another session are strays.
    """
    row = next((row for row in reversed(rows) if row.type in TALK and not row.flags & ASIDE and row.uuid), None)
    version = row.source.entry(row).get("version") if row else None
    return row if isinstance(version, str) and version.startswith(("0.", "1.")) else None


def _is_above(scope: Scope, named: Row, row: Row) -> bool:
    seen = set()
    up: Row | None = row
    while up is not None and up not in seen:
        if up is named:
            return True
        seen.add(up)
        up = scope.by_uuid.get(up.parent) if up.parent else None
    return False


def _compacted_since(scope: Scope, named: Row) -> bool:
    for row in reversed(scope.rows):
        if row is named:
            return False
        if is_cut(row) and scope.holds(row):
            return True
    return True


def _before_late_result(scope: Scope, last: Row) -> Row:
    """A result written late stands behind the turn that follows its response; that turn is the newer one.

    The result comes back in its place with the others of its response (recover.py). One that hangs on that turn itself
    is the end of it all.
    """
    call = _call_of(scope, last)
    if call is None or call.message_id is None:
        return last
    for row in reversed(scope.rows):
        if row.offset <= call.offset:
            break
        if row.type in TALK and row.uuid and scope.holds(row) and not has_results(row):
            return row if _descends(scope, row, call) and not _is_above(scope, row, last) else last
    return last


def _call_of(scope: Scope, result: Row) -> Row | None:
    if not has_results(result):
        return None
    answers = result.answers or result.parent
    return scope.by_uuid.get(answers) if answers else None


def _descends(scope: Scope, row: Row, call: Row) -> bool:
    """True if the row comes after the response of the call (its parts do not)."""
    if row.message_id == call.message_id:
        return False
    seen = set()
    up: Row | None = row
    while up is not None and up not in seen:
        if up.message_id == call.message_id:
            return True
        seen.add(up)
        up = scope.by_uuid.get(up.parent) if up.parent else None
    return False
