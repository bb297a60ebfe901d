"""Reads and writes the case files of tests/passes; see the README there."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgfix.options import Options

FOLDER = Path(__file__).with_name("passes")
_BLOCK = re.compile(r"^```(?:\w+ )?(before|elsewhere|options|after|ledger)\n(.*?)^```$\n?", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Case:
    """One case. `after` and `ledger`: None when the block is missing."""

    slug: str
    title: str
    before: list[dict[str, Any]]
    elsewhere: list[dict[str, Any]]
    options: Options
    after: list[dict[str, Any]] | None
    ledger: list[str] | None

    @property
    def acts(self) -> bool:
        return self.ledger is not None

    def __str__(self) -> str:
        return f"{self.slug}: {self.title}"


def path_of(slug: str) -> Path:
    return FOLDER / f"{slug}.md"


def slugs() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.md") if path.stem != "README")


def all_cases() -> list[Case]:
    return [case for slug in slugs() for case in cases_of(slug)]


def cases_of(slug: str) -> list[Case]:
    if not path_of(slug).exists():
        return []
    return [_case(slug, section) for section in _sections(path_of(slug).read_text(encoding="utf-8"))[1:]]


def _sections(text: str) -> list[str]:
    return re.split(r"^(?=## )", text, flags=re.MULTILINE)


def _title(section: str) -> str:
    return section.partition("\n")[0].removeprefix("## ").strip()


def _case(slug: str, section: str) -> Case:
    blocks: dict[str, str] = dict(_BLOCK.findall(section))
    return Case(
        slug,
        _title(section),
        _lines(blocks["before"]),
        _lines(blocks.get("elsewhere", "")),
        _options(json.loads(blocks.get("options", "{}"))),
        _lines(blocks["after"]) if "after" in blocks else None,
        blocks["ledger"].splitlines() if "ledger" in blocks else None,
    )


def _lines(body: str) -> list[Any]:
    return [json.loads(line) for line in body.split("\n") if line]


def _options(given: dict[str, Any]) -> Options:
    sets = {"features": frozenset, "tools": tuple}
    return Options(**{name: sets.get(name, lambda value: value)(value) for name, value in given.items()})


def update(case: Case, after: list[dict[str, Any]] | None, ledger: list[str]) -> None:
    """Write what came out into the case's section of its file."""
    path = path_of(case.slug)
    sections = _sections(path.read_text(encoding="utf-8"))
    written = "".join(_updated(one, after, ledger) if _title(one) == case.title else one for one in sections)
    path.write_text(written.rstrip("\n") + "\n", encoding="utf-8")


def _updated(section: str, after: list[dict[str, Any]] | None, ledger: list[str]) -> str:
    kept = _BLOCK.sub(lambda block: "" if block[1] in ("after", "ledger") else block[0], section)
    parts = [re.sub(r"\n{3,}", "\n\n", kept).rstrip("\n")]
    if after is not None:
        parts.append("```jsonl after\n" + "".join(f"{_dumps(message)}\n" for message in after) + "```")
    if ledger:
        parts.append("```ledger\n" + "".join(f"{line}\n" for line in ledger) + "```")
    return "\n\n".join(parts) + "\n\n"


def _dumps(message: dict[str, Any]) -> str:
    readable = json.dumps(message, ensure_ascii=False)
    return readable if readable.isprintable() else json.dumps(message)
