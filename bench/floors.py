"""The least that any program needs for such work: `python bench/floors.py NAME SESSION OUTPUT`.

A bare script, so that it imports nothing else. Lines that cannot be parsed are passed over.
"""

import sys
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

import orjson

MESSAGES = ("user", "assistant")


def loads(lines: Iterable[bytes], sink: BinaryIO) -> None:
    """Parse each line: the floor of check."""
    for line in lines:
        try:
            orjson.loads(line)
        except ValueError:
            continue


def stream(lines: Iterable[bytes], sink: BinaryIO) -> None:
    """Parse each line, write each message: the floor of normalize."""
    for line in lines:
        try:
            entry = orjson.loads(line)
        except ValueError:
            continue
        if entry.get("type") in MESSAGES:
            sink.write(orjson.dumps(entry["message"]))


def keep(lines: Iterable[bytes], sink: BinaryIO) -> None:
    """Parse each line, keep the messages, write them at once: the plain way to normalize."""
    kept = []
    for line in lines:
        try:
            entry = orjson.loads(line)
        except ValueError:
            continue
        if entry.get("type") in MESSAGES:
            kept.append(entry["message"])
    sink.write(orjson.dumps(kept))


def copy(lines: Iterable[bytes], sink: BinaryIO) -> None:
    """Parse each line, write it as it is: the floor of repair."""
    for line in lines:
        try:
            orjson.loads(line)
        except ValueError:
            continue
        sink.write(line)


def pillow(lines: Iterable[bytes], sink: BinaryIO) -> None:
    """Parse each line, have Pillow decode and verify each picture: the floor of pictures."""
    from base64 import b64decode
    from io import BytesIO

    from PIL import Image

    for line in lines:
        for data in _pictures(orjson.loads(line)):
            raw = b64decode(data)
            with Image.open(BytesIO(raw), formats=["PNG"]) as image:
                image.load()
            with Image.open(BytesIO(raw), formats=["PNG"]) as image:
                image.verify()


def _pictures(entry: Any) -> Iterator[str]:
    """The base64 data of each picture of an entry, inside results too."""
    content = entry.get("message", {}).get("content")
    for block in content if isinstance(content, list) else ():
        inner = block.get("content")
        for part in (block, *inner) if isinstance(inner, list) else (block,):
            if part["type"] == "image":
                yield part["source"]["data"]


FLOORS = {"loads": loads, "stream": stream, "keep": keep, "pass": copy, "pillow": pillow}

if __name__ == "__main__":
    with open(sys.argv[2], "rb", buffering=1 << 20) as source, open(sys.argv[3], "wb", buffering=1 << 20) as output:
        FLOORS[sys.argv[1]](source, output)
