"""Options from the command line and from `[tool.msgfix]` of the nearest pyproject.toml; the command line wins."""

import json
from pathlib import Path
from typing import Any

from msgfix.cli.shared import SHARED
from msgfix.errors import UsageError
from msgfix.options import Options

LISTS = ("feature", "select", "ignore")
FLAGS = ("strict",)
KEYS = (*SHARED, "select", "ignore", "strict")


def chosen(given: dict[str, Any]) -> Options:
    """The Options of a run. Raises UsageError for what cannot be meant."""
    picked = {name: value for name, value in defaults(Path.cwd()).items() if name in SHARED}
    picked |= {name: value for name, value in given.items() if value}
    if "feature" in picked:
        picked["features"] = frozenset(picked.pop("feature"))
    if "tools" in picked:
        picked["tools"] = read_tools(picked["tools"])
    return Options(**picked)


def defaults(folder: Path) -> dict[str, Any]:
    """`[tool.msgfix]` of the nearest pyproject.toml at or above `folder`: keys are the long options."""
    path = next((up / "pyproject.toml" for up in (folder, *folder.parents) if (up / "pyproject.toml").is_file()), None)
    if path is None:
        return {}
    text = path.read_text("utf-8", errors="replace")
    if "msgfix" not in text:  # tomllib costs 10 ms, and most projects do not set anything
        return {}
    import tomllib

    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path}: is no TOML: {error}.") from error
    table = data.get("tool", {})
    table = table.get("msgfix", {}) if isinstance(table, dict) else None
    if not isinstance(table, dict):
        raise UsageError(f"{path}: [tool.msgfix] must be a table.")
    return {key.replace("-", "_"): _checked(path, key, value) for key, value in table.items()}


def _checked(path: Path, key: str, value: Any) -> Any:
    name = key.replace("-", "_")
    if name not in KEYS:
        options = ", ".join(option.replace("_", "-") for option in KEYS)
        raise UsageError(f"{path}: [tool.msgfix] has no key {key}; it takes {options}.")
    if name in FLAGS:
        if not isinstance(value, bool):
            raise UsageError(f"{path}: [tool.msgfix] {key} must be true or false.")
    elif name in LISTS:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise UsageError(f"{path}: [tool.msgfix] {key} must be a list of strings.")
    elif not isinstance(value, str):
        raise UsageError(f"{path}: [tool.msgfix] {key} must be a string.")
    return path.parent / value if name == "tools" else value


def read_tools(path: Path) -> tuple[dict[str, Any], ...]:
    """The tool definitions in a file: a JSON array, or a request body that has `tools`."""
    try:
        data = json.loads(path.read_bytes())
    except OSError as error:
        raise UsageError(f"--tools {path}: cannot be read ({error.strerror}).") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"--tools {path}: is no JSON ({error}).") from error
    tools = data.get("tools") if isinstance(data, dict) else data
    if not isinstance(tools, list) or not all(
        isinstance(tool, dict) and isinstance(tool.get("name"), str) for tool in tools
    ):
        raise UsageError(f"--tools {path}: must hold an array of tools with names, or a request body with one.")
    return tuple(tools)
