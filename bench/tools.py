"""Calls of tools, what they answer, and the copy of the answer that the client keeps for the screen."""

from random import Random
from typing import Any, NamedTuple

from bench.words import Words

JSON = dict[str, Any]
SHARES = {"Bash": 36, "Read": 27, "Edit": 15, "Grep": 8, "Write": 5, "TodoWrite": 4, "Glob": 3, "Task": 2}
FAILED = 0.03


class Answer(NamedTuple):
    """`content`, `is_error`: of the tool_result. `shown`: toolUseResult."""

    content: Any
    is_error: bool | None
    shown: Any


class Tools:
    def __init__(self, random: Random, words: Words, folder: str) -> None:
        self._random = random
        self._words = words
        self._folder = folder

    def call(self) -> tuple[str, JSON]:
        """Name and input."""
        name = self._random.choices(list(SHARES), list(SHARES.values()))[0]
        make = getattr(self, f"_{name.lower()}_input")
        return name, make()

    def answer(self, name: str, given: JSON) -> Answer:
        if self._random.random() < FAILED:
            error = f"Exit code 1\n{self._words.log(300)}"
            return Answer(error, True, f"Error: {error}")
        answer: Answer = getattr(self, f"_{name.lower()}")(given, self._words.length(1500, 1.2, 50, 30_000))
        return answer

    def _path(self) -> str:
        return f"{self._folder}/src/{self._words.name()}.py"

    def _read_input(self) -> JSON:
        given: JSON = {"file_path": self._path()}
        return given if self._random.random() < 0.5 else {**given, "offset": self._random.randint(1, 900), "limit": 200}

    def _read(self, given: JSON, size: int) -> Answer:
        code = self._words.code(size)
        first = self._random.randint(1, 900)
        lines = code.split("\n")
        numbered = "\n".join(f"{first + place:6d}→{line}" for place, line in enumerate(lines))
        file = {"filePath": given["file_path"], "content": code, "numLines": len(lines), "startLine": first}
        return Answer(numbered, None, {"type": "text", "file": {**file, "totalLines": first + len(lines)}})

    def _bash_input(self) -> JSON:
        command = f'{self._words.prose(self._random.randint(15, 300))} | grep "x" 2>&1'
        return {"command": command, "description": self._words.prose(40)}

    def _bash(self, given: JSON, size: int) -> Answer:
        out = self._words.log(size)
        return Answer(out, False, {"stdout": out, "stderr": "", "interrupted": False, "isImage": False})

    def _edit_input(self) -> JSON:
        size = self._random.randint(60, 1500)
        texts = {"old_string": self._words.code(size), "new_string": self._words.code(size + 100)}
        return {"file_path": self._path(), **texts, "replace_all": False}

    def _edit(self, given: JSON, size: int) -> Answer:
        new = given["new_string"]
        patch = {
            "oldStart": 4,
            "oldLines": 9,
            "newStart": 4,
            "newLines": 12,
            "lines": [f"+{x}" for x in new.split("\n")],
        }
        shown = {"filePath": given["file_path"], "oldString": given["old_string"], "newString": new}
        rest = {
            "originalFile": self._words.code(min(30_000, 4 * size)),
            "structuredPatch": [patch],
            "userModified": False,
        }
        return Answer(
            f"The file has been updated:\n{self._words.code(600)}", None, {**shown, **rest, "replaceAll": False}
        )

    def _write_input(self) -> JSON:
        return {"file_path": self._path(), "content": self._words.code(self._words.length(2000, 1, 300, 30_000))}

    def _write(self, given: JSON, size: int) -> Answer:
        shown = {"type": "create", "filePath": given["file_path"], "content": given["content"], "structuredPatch": []}
        return Answer(f"File created: {given['file_path']}", None, {**shown, "originalFile": None})

    def _grep_input(self) -> JSON:
        return {"pattern": rf"\bdef\s+{self._words.name()}", "path": self._folder, "output_mode": "content", "-n": True}

    def _grep(self, given: JSON, size: int) -> Answer:
        found = self._words.code(min(size, 12_000))
        shown = {"mode": "content", "numFiles": 0, "filenames": [], "content": found, "numLines": found.count("\n")}
        return Answer(found, None, shown)

    def _glob_input(self) -> JSON:
        return {"pattern": "**/*.py"}

    def _glob(self, given: JSON, size: int) -> Answer:
        paths = [self._path() for _ in range(min(100, size // 50))]
        shown = {"filenames": paths, "durationMs": 12, "numFiles": len(paths), "truncated": False}
        return Answer("\n".join(paths), None, shown)

    def _todowrite_input(self) -> JSON:
        todos = [{"content": self._words.prose(50), "status": "pending"} for _ in range(self._random.randint(2, 9))]
        return {"todos": todos}

    def _todowrite(self, given: JSON, size: int) -> Answer:
        return Answer("Todos have been modified.", None, {"oldTodos": [], "newTodos": given["todos"]})

    def _task_input(self) -> JSON:
        return {"description": self._words.prose(30), "prompt": self._words.prose(1500), "subagent_type": "Explore"}

    def _task(self, given: JSON, size: int) -> Answer:
        content = [{"type": "text", "text": self._words.prose(size)}]
        shown = {"status": "completed", "prompt": given["prompt"], "content": content, "totalDurationMs": 30_123}
        return Answer(content, None, {**shown, "totalTokens": 45_000, "totalToolUseCount": 12})
