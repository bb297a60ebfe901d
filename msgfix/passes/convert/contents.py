"""The attachments that bring more than one reminder: files, directories, prompts typed while the model worked."""

import json
from collections.abc import Callable
from typing import Any

from msgfix.passes.blocks.words import json_text
from msgfix.passes.convert.fields import Fields, fill, reminder, spoken
from msgfix.passes.convert.kinds import REMINDERS

BLOCKS = ("image", "document", "search_result")
TYPED = "The user sent this while the work was going on:"
ARRIVED = "This message arrived while the work was going on:"


def _text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def _said(words: str) -> list[dict[str, Any]]:
    return [_text(reminder(words))] if words.strip() else []


def _call(name: str, **given: str) -> dict[str, Any]:
    return _text(reminder(f"The tool {name} was called with {json.dumps(given, ensure_ascii=False)}"))


def _numbered(words: str, start: str) -> str:
    first = int(start) if start.isdecimal() and len(start) < 10 else 1
    return "\n".join(f"{number}\t{line}" for number, line in enumerate(words.split("\n"), first))


def _media(kind: str, media_type: str, data: str) -> dict[str, Any]:
    return {"type": kind, "source": {"type": "base64", "media_type": media_type, "data": data}}


def _listed(fields: Fields) -> list[str]:
    """A content that is no object."""
    return [] if isinstance(fields.data.get("content"), dict) else fields.words("content")


def _file(fields: Fields) -> list[dict[str, Any]]:
    content = fields.inner("content")
    file = content.inner("file")
    name = fields.word("filename") or file.word("filePath")
    data = file.word("base64")
    if data and content.word("type") == "image":
        result = _media("image", file.word("type") or "image/png", data)
    elif data:
        result = _media("document", "application/pdf", data)
    elif words := file.word("content") or content.word("file", "text", "content") or "\n".join(_listed(fields)):
        result = _text(reminder(f"It gave:\n{_numbered(words, file.word('startLine'))}"))
    elif rest := {key: value for key, value in file.data.items() if key != "filePath"}:
        result = _text(reminder(f"It gave:\n{json_text(rest)}"))
    else:
        return [_call("Read", file_path=name)] if name else []
    return [_call("Read", file_path=name), result]


def _directory(fields: Fields) -> list[dict[str, Any]]:
    listing = "\n".join(fields.words("content") or fields.words("listing"))
    if not listing:
        return _said(fill("{path} is an empty directory, or its listing is missing.", fields))
    command = f"ls {fields.word('path')}".rstrip()
    return [_call("Bash", command=command), _text(reminder(f"It gave:\n{listing}"))]


def _queued(fields: Fields) -> list[dict[str, Any]]:
    """Real input that stands nowhere else: its words are kept as they are, its images stay images, nothing is lost."""
    prompt = fields.data.get("prompt")
    parts = prompt if isinstance(prompt, list) else [prompt]
    opener = ARRIVED if fields.data.get("isMeta") is True else TYPED
    notice = fields.word("commandMode") == "task-notification"
    blocks: list[dict[str, Any]] = []
    for part in parts:
        if isinstance(part, dict) and part.get("type") in BLOCKS:
            blocks.append(part)
        elif words := spoken(part):
            blocks.append(_text(words if notice else reminder(f"{opener}\n{words}")))
    return [block for block in blocks if block["type"] != "text" or block["text"].strip()]


CONTENTS: dict[str, Callable[[Fields], list[dict[str, Any]]]] = {
    "directory": _directory,
    "file": _file,
    "queued_command": _queued,
}

KNOWN = REMINDERS.keys() | CONTENTS.keys()


def blocks_of(kind: str, data: Any) -> list[dict[str, Any]]:
    """The user blocks of one attachment of a known kind; empty when it has nothing to say."""
    fields = Fields(data)
    if kind in CONTENTS:
        return CONTENTS[kind](fields)
    say = REMINDERS[kind]
    return _said(fill(say, fields) if isinstance(say, str) else say(fields))
