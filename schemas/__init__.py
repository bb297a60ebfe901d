"""The JSON Schemas that msgfix ships: entries, blocks, the messages array, its own report."""

from pathlib import Path

HERE = Path(__file__).parent


def read(name: str) -> bytes:
    """The schema file `name` (`entry.schema.json`, `blocks/text.json`). importlib.resources takes 15 ms to import."""
    return (HERE / name).read_bytes()
