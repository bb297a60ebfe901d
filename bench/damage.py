"""What happens to lines: each function takes one, parsed and as bytes, and gives back what stands in its place."""

from collections.abc import Callable
from random import Random
from typing import Any

import orjson

JSON = dict[str, Any]


def cut(random: Random, entry: JSON, line: bytes) -> bytes:
    return line[: random.randrange(1, len(line))] + b"\n"


def lost(random: Random, entry: JSON, line: bytes) -> bytes:
    return b""


def repeated(random: Random, entry: JSON, line: bytes) -> bytes:
    return line + line


def glued(random: Random, entry: JSON, line: bytes) -> bytes:
    return line[:-1] + line


def padded(random: Random, entry: JSON, line: bytes) -> bytes:
    return b"\0" * 64 + line


def bad_utf8(random: Random, entry: JSON, line: bytes) -> bytes:
    return line[:-2] + b',"bad":"\xff\xfe"}\n'


def lone_surrogate(random: Random, entry: JSON, line: bytes) -> bytes:
    return line[:-2] + rb',"half":"\ud83d"}' + b"\n"


def other_ends(random: Random, entry: JSON, line: bytes) -> bytes:
    return b"\n" + line[:-1] + b"\r\n"


def stray_parent(random: Random, entry: JSON, line: bytes) -> bytes:
    return _written({**entry, "parentUuid": f"{random.getrandbits(128):032x}"}) if "parentUuid" in entry else line


def no_role(random: Random, entry: JSON, line: bytes) -> bytes:
    message = {key: value for key, value in entry.get("message", {}).items() if key != "role"}
    return _written({**entry, "message": message}) if message else line


def wrong_types(random: Random, entry: JSON, line: bytes) -> bytes:
    return _written({**entry, "uuid": 5, "timestamp": 17} if "uuid" in entry else {**entry, "timestamp": 17})


def wrong_ids(random: Random, entry: JSON, line: bytes) -> bytes:
    content = entry.get("message", {}).get("content")
    if not isinstance(content, list):
        return line
    wrong: JSON = {"tool_use": {"id": None}, "tool_result": {"tool_use_id": f"toolu_{random.getrandbits(64):x}"}}
    blocks = [{**block, **wrong.get(block["type"], {})} for block in content]
    return _written({**entry, "message": {**entry["message"], "content": blocks}})


Fault = Callable[[Random, JSON, bytes], bytes]
FAULTS: tuple[Fault, ...] = (
    cut, lost, repeated, glued, padded, bad_utf8, lone_surrogate, other_ends, stray_parent, no_role, wrong_types,
    wrong_ids,
)  # fmt: skip


def damaged(random: Random, entry: JSON, line: bytes) -> bytes:
    """The line (its end included) after one of the faults, each as likely as the others."""
    return random.choice(FAULTS)(random, entry, line)


def _written(entry: JSON) -> bytes:
    return orjson.dumps(entry) + b"\n"
