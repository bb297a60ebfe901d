"""Recording artefacts are not forks (step B5): a reply beside a bookkeeping entry belongs to the conversation.

A hook or progress line can stand beside the reply that it belongs to, and the next prompt then hangs on that line.
A rewind looks different: there a prompt stands beside.
"""

from msgfix.transcript.row import Row
from msgfix.transcript.scope import TALK, UNREAL, has_results


def join_replies(chain: list[Row], beside: dict[str, list[Row]]) -> tuple[list[Row], list[Row]]:
    """The chain with the branches that belong to it put back, and the rows that came back.

    `beside`: the rows off the chain that may come back, by the uuid of their parent.
    """
    doors = [row for rows in beside.values() for row in rows if row.type in TALK and _opens(row, beside)]
    if not chain or not doors:
        return chain, []
    parents = {door.parent for door in doors}
    waiting = [row for row in chain if row.uuid in parents]
    if not waiting:
        return chain, []
    following: dict[Row, Row | None] = dict(zip(chain, [*chain[1:], None], strict=True))
    talk = _next_talk(chain, None)
    came: list[Row] = []
    while waiting:
        fork = waiting.pop()
        branch = _branch(fork, following[fork], talk.get(fork), beside)
        if branch:
            talk.update(_next_talk(branch, talk.get(fork)))
            talk[fork] = next((row for row in branch if row.type in TALK), None)
            following.update(zip([fork, *branch], [*branch, following[fork]], strict=True))
            came += branch
            waiting += [row for row in branch if row.uuid in beside]
    if not came:
        return chain, []
    whole = []
    here: Row | None = chain[0]
    while here is not None:
        whole.append(here)
        here = following[here]
    return whole, came


def _opens(row: Row, beside: dict[str, list[Row]]) -> bool:
    """True for a reply, and for a result that the conversation went on from."""
    if row.type == "assistant":
        return not row.flags & UNREAL
    return has_results(row) and row.uuid in beside


def _next_talk(rows: list[Row], after: Row | None) -> dict[Row, Row | None]:
    """For each row the user or assistant entry that comes next."""
    found = {}
    for row in reversed(rows):
        found[row] = after
        if row.type in TALK:
            after = row
    return found


def _branch(fork: Row, first: Row | None, talk: Row | None, beside: dict[str, list[Row]]) -> list[Row]:
    """The rows between a fork and the bookkeeping entry `first` that the conversation went on from by mistake."""
    if first is None or talk is None or first.type in TALK or first.subtype == "api_error" or fork.uuid is None:
        return []
    best: Row | None = None
    above: dict[Row, Row] = {}
    waiting = [row for row in beside.get(fork.uuid, ()) if _opens(row, beside)]
    while waiting:
        row = waiting.pop()
        if row.offset < talk.offset:
            if row.type in TALK and (best is None or row.offset > best.offset):
                best = row
            for child in beside.get(row.uuid or "", ()):
                above[child] = row
                waiting.append(child)
    if best is None or not _answers(best, talk):
        return []
    way = [best]
    while (up := above.get(way[-1])) is not None:
        way.append(up)
    return way[::-1]


def _answers(last: Row, talk: Row) -> bool:
    """True if the two can be neighbours: a prompt after a reply, or a reply after a prompt or result."""
    if talk.type == "assistant":
        return last.type == "user"
    return last.type == "assistant" and not has_results(talk)
