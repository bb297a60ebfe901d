"""What each entry of the conversation holds when it is repaired."""

from collections.abc import Sequence

from msgfix.disk import client
from msgfix.disk.fates import Fates
from msgfix.disk.made import Made
from msgfix.disk.order import in_order
from msgfix.disk.parts import Kept
from msgfix.disk.places import Key, Places
from msgfix.model import Block
from msgfix.passes.blocks.cache_marks import KEY, without_marks
from msgfix.passes.joining.responses import continues
from msgfix.result import Result
from msgfix.transcript.row import Row, Sketch
from msgfix.transcript.scope import TALK

MARK = b'"%s"' % KEY.encode()


class Contents:
    """`chain`: the conversation, in the order in which it is to hang together.

    `kept`: entries that change; `gone`: those that go; `made`: new ones, `moved`: those that go elsewhere, each with
    its place in the chain. `booked`: line and rule of what no pass has booked.
    """

    def __init__(self, result: Result) -> None:
        self._fates = fates = Fates(result.ledger)
        self.chain, early = in_order(result.chain.rows, result.history.messages, fates.typed())
        self.kept: dict[Row, Kept] = {}
        self.gone: set[Row] = set()
        self.booked: list[tuple[int, str]] = []
        self._result = result
        self._on = set(self.chain)
        places = Places(result.history, self.chain, self._fates) if self._fates.loose else None
        self.moved: dict[Row, Key] = places.moved if places else {}
        self.made: list[tuple[Key, Made]] = places.made if places else []
        self._settle()
        for row in early - self.gone:
            self.keep(row).moved = True
        self._join_responses()
        self._order_blocks()
        self._mark()

    def keep(self, row: Row, rule: str = "") -> Kept:
        """An entry that changes; `rule`: why, where that is in no book."""
        if rule:
            self.booked.append((row.number, rule))
        return self.kept.setdefault(row, Kept(row))

    def _settle(self) -> None:
        """What each entry of the conversation holds now."""
        for row in self.chain:
            if row.type not in TALK or (row.sketch and row not in self._fates.cells):
                continue
            content = self._fates.content(row) if row.sketch else []
            if content == []:
                self.gone.add(row)
            elif content is not None or row in self.moved:
                kept = self.keep(row)
                kept.content = None if row in self.moved and content and _same(row, content) else content
                kept.moved = row in self.moved

    def _content(self, entry: client.Entry) -> list[Block]:
        if isinstance(entry, Made):
            return entry.blocks
        kept = self.kept.get(entry)
        return kept.content if kept and kept.content is not None else self._fates.whole(entry)

    def _join_responses(self) -> None:
        made = {block: entry for _, entry in self.made for block in entry.blocks}

        def home(block: Block) -> client.Entry | None:
            if made and (entry := made.get(self._fates.on_disk(block))):
                return entry
            row = block.row
            return row if row in self._on and row not in self.gone and row.type == "assistant" else None

        for entries, response in client.responses(self._result.history.messages, home):
            for entry in entries:
                if isinstance(entry, Made):
                    entry.response = response
                elif entry.message_id != response:
                    self.keep(entry, "response-renamed").response = response
            self._merge_repeated(entries)

    def _merge_repeated(self, entries: list[client.Entry]) -> None:
        """Put an entry into the next one, where under one id it would pass for an older snapshot of a later one."""
        latest: dict[str, tuple[int, list[Block]]] = {}
        for number, entry in enumerate(entries):
            blocks = self._content(entry)
            place, earlier = latest.get(blocks[0].kind, (number, []))
            old = entries[place]
            if earlier and continues(blocks, earlier) and isinstance(old, Row):
                heir = entries[place + 1]
                whole = earlier + self._content(heir)
                self.gone.add(old)
                if isinstance(heir, Made):
                    heir.blocks = whole
                else:
                    self.keep(heir, "entries-merged").content = whole
            latest[blocks[0].kind] = number, blocks

    def _order_blocks(self) -> None:
        """The client sends the blocks of an entry as they stand: results must lead, calls trail.

        An entry that would pass for a later snapshot of a part of its response then stays as it is.
        """
        begun: set[tuple[str | None, str]] = set()
        for row in self.chain:
            if not row.sketch or row.type not in TALK or row in self.gone:
                continue
            kept = self.kept.get(row)
            held: Sequence[Block | Sketch] = kept.content if kept and kept.content is not None else row.sketch
            response = (kept and kept.response) or row.message_id
            kind = held[0].kind
            if len(held) > 1:  # one alone is in order
                ordered = client.ordered(row.type, held)
                is_free = row.type == "user" or (response, ordered[0].kind) not in begun
                if is_free and ordered != list(held):
                    self.keep(row, "blocks-ordered").content = client.ordered(row.type, self._content(row))
                    kind = ordered[0].kind
            begun.add((response, kind))

    def _mark(self) -> None:
        """Put the mark of an error where it is missing, and take cache marks off."""
        for error in client.unflagged_errors(self._result.ledger.records):
            self.keep(error, "error-flagged").changes["isApiErrorMessage"] = True
        odd = dict.fromkeys(block.row for _, block in self._result.history.odd if block.row in self._on)
        marked = [row for row in odd if row and row not in self.gone and MARK in Kept(row).old()]
        changed = [row for row, kept in self.kept.items() if kept.content]  # what came there from elsewhere too
        for row in dict.fromkeys((*marked, *changed)):
            self._unmark(row)
        for _, made in self.made:
            made.blocks = [_bare(block) for block in made.blocks]

    def _unmark(self, row: Row) -> None:
        """The client sets marks of its own on top of those it finds, and the API takes four."""
        content = self._content(row)
        bare = list(map(_bare, content))
        if any(one is not other for one, other in zip(bare, content, strict=True)):
            self.keep(row, "cache-marks-dropped").content = bare


def _bare(block: Block) -> Block:
    data = block.data
    return block if (bare := without_marks(data)) is data else block.becomes(bare)


def _same(row: Row, content: list[Block]) -> bool:
    return len(content) == len(row.sketch) and all(
        block.untouched and block.row is row and block.index == n for n, block in enumerate(content)
    )
