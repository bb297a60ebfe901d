"""What PATH… means: files, folders, globs, sessions by their id, and `-`."""

import os
from collections.abc import Iterable, Iterator
from glob import glob, has_magic
from typing import NamedTuple

ENDINGS = (".jsonl", ".json")


class Input(NamedTuple):
    """A file to check. `walked`: it was found in a folder, so it need not be a transcript at all."""

    name: str
    walked: bool = False


def inputs(paths: Iterable[str]) -> list[Input]:
    """The files behind the arguments, in their order, each once. A glob that fits nothing stays as it is."""
    found: dict[str, Input] = {}
    for path in paths:
        for one in _files(path):
            found.setdefault(os.path.normpath(one.name), one)
    return list(found.values())


def _files(path: str) -> Iterator[Input]:
    if path == "-" or "\0" in path:
        yield Input(path)
    elif os.path.isdir(path):
        yield from _walk(path)
    elif has_magic(path) and not os.path.exists(path):
        hits = sorted(glob(path, recursive=True))
        for hit in hits:
            yield from _walk(hit) if os.path.isdir(hit) else filter(_is_regular, [Input(hit)])
        if not hits:
            yield Input(path)
    else:
        yield Input(path)


def _walk(folder: str) -> Iterator[Input]:
    """All files below that may be transcripts, by name; hidden folders and node_modules are passed over.

    A pipe would be waited for and a device be read without end, so only regular files are taken. A folder that cannot
    be read is given as it is: opening it will tell.
    """
    closed: list[str] = []
    for here, folders, names in os.walk(folder, onerror=lambda error: closed.append(error.filename)):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name != "node_modules")
        paths = (os.path.normpath(os.path.join(here, name)) for name in sorted(names) if name.endswith(ENDINGS))
        yield from filter(_is_regular, (Input(path, walked=True) for path in paths))
    yield from map(Input, closed)


def _is_regular(one: Input) -> bool:
    """True also for what cannot be looked at, such as a link that leads nowhere: opening it will tell."""
    return os.path.isfile(one.name) or not os.path.exists(one.name)
