"""Small graphs of entries in text, and the rows that they stand for.

One entry a line: `uuid < parent type words`. The uuid `.` is none; the parent `-` is null, `?` a missing key.
Words: call:ID result:ID text mid:ID answers:UUID source:ID ses:ID leaf:UUID kind:SUBTYPE says:TEXT, and the flags
meta side team error summary synthetic. `says` writes `_` for a space. `keep:A,B` and `segment:HEAD,TAIL` give the
boundary that carries entries over, `anchor:UUID` where they go.
"""

from typing import Any, NamedTuple

from msgfix.transcript.row import Flag, Row, Sketch

FLAGS = {
    "meta": Flag.META,
    "side": Flag.SIDECHAIN,
    "team": Flag.TEAM,
    "error": Flag.API_ERROR,
    "summary": Flag.SUMMARY,
    "synthetic": Flag.SYNTHETIC,
}
BLOCKS = {"call": "tool_use", "result": "tool_result"}


class TextSource:
    """Gives back as much of an entry as the chain may ask for."""

    def __init__(self) -> None:
        self.parents: dict[int, Any] = {}
        self.texts: dict[int, str] = {}

    def entry(self, row: Row) -> dict[str, Any]:
        parent = self.parents[row.offset]
        return {} if parent == "?" else {"parentUuid": None if parent == "-" else parent}

    def content(self, row: Row) -> list[Any]:
        return [{"type": "text", "text": self.texts.get(row.offset, "")}]

    def raw_content(self, row: Row) -> bytes:
        raise NotImplementedError("the chain copies nothing")


class Rows(NamedTuple):
    """The rows of a graph as the index gives them, in file order: of those that share a uuid the first; the rest."""

    first: list[Row]
    by_uuid: dict[str, Row]
    repeated: list[Row]


def rows(text: str) -> Rows:
    source = TextSource()
    found = Rows([], {}, [])
    for number, line in enumerate(text.strip().splitlines(), 1):
        row = _row(source, number, line.split())
        first = row.uuid is None or found.by_uuid.setdefault(row.uuid, row) is row
        (found.first if first else found.repeated).append(row)
    return found


def _row(source: TextSource, number: int, words: list[str]) -> Row:
    uuid, _, parent, kind, *rest = words
    row = Row(source, number, number * 100, 100, kind)
    row.uuid = None if uuid == "." else uuid
    row.parent = None if parent in ("-", "?") else parent
    source.parents[row.offset] = parent
    facts: dict[str, Any] = {}
    for word in rest:
        name, _, value = word.partition(":")
        if name in FLAGS:
            row.flags |= FLAGS[name]
        elif name in BLOCKS:
            row.sketch = (*row.sketch, Sketch(BLOCKS[name], value, True))
        elif name == "says":
            source.texts[row.offset] = value.replace("_", " ")
        elif name == "leaf":
            row.extra = {"leafUuid": value}
        elif name in ("keep", "segment", "anchor"):
            facts[name] = value.split(",")
        else:
            _set(row, name, value)
    if facts:
        row.extra = {"compactMetadata": _metadata(facts)}
    return row


def _set(row: Row, name: str, value: str) -> None:
    match name:
        case "text":
            row.sketch = (*row.sketch, Sketch("text", None, True))
        case "mid":
            row.message_id = value
        case "answers":
            row.answers = value
        case "source":
            row.source_call = value
        case "ses":
            row.session = value
        case "kind":
            row.subtype = value
        case _:
            raise ValueError(f"unknown word {name}")


def _metadata(facts: dict[str, list[str]]) -> dict[str, Any]:
    anchor = facts.get("anchor", [None])[0]
    if "keep" in facts:
        return {"preservedMessages": {"anchorUuid": anchor, "uuids": facts["keep"]}}
    head, tail = facts["segment"]
    return {"preservedSegment": {"headUuid": head, "anchorUuid": anchor, "tailUuid": tail}}
