"""What stands around the conversation: thinking, usage, progress, attachments, bookkeeping."""

from collections.abc import Iterator
from random import Random
from typing import Any

from bench.words import Words

JSON = dict[str, Any]
ATTACHED = 0.35  # attachments per call


class Extras:
    def __init__(self, random: Random, words: Words) -> None:
        self._random = random
        self._words = words

    def thinking(self, empty: bool) -> JSON:
        size = self._words.length(400, 1, 40, 8000)
        signature = self._words.base64(300 + size * 3 // 2)
        return {"type": "thinking", "thinking": "" if empty else self._words.prose(size), "signature": signature}

    def usage(self) -> JSON:
        number = self._random.randint
        cached = {"ephemeral_5m_input_tokens": number(0, 12_000), "ephemeral_1h_input_tokens": 0}
        tokens = {"input_tokens": number(1, 50), "cache_read_input_tokens": number(5000, 190_000)}
        return {**tokens, "cache_creation": cached, "output_tokens": number(1, 3000), "service_tier": "standard"}

    def prompted(self, uuid: str, session: str, now: str) -> Iterator[JSON]:
        """Lines that follow a prompt."""
        if self._random.random() < 0.3:
            queue = {"type": "queue-operation", "timestamp": now, "sessionId": session}
            yield {**queue, "operation": "enqueue", "content": self._words.prose(80)}
            yield {**queue, "operation": "dequeue"}
        backups = {
            f"src/{self._words.name()}.py": {"backupFileName": f"{self._random.getrandbits(64):016x}@v1", "version": 1}
            for _ in range(self._random.randint(0, 15))
        }
        snapshot = {"messageId": uuid, "timestamp": now, "trackedFileBackups": backups}
        yield {"type": "file-history-snapshot", "messageId": uuid, "isSnapshotUpdate": False, "snapshot": snapshot}

    def progress(self, name: str) -> Iterator[JSON]:
        """The `data` of the progress of one call."""
        for second in range(self._random.choice((0, 0, 1, 1, 1, 2, 3, 6))):
            if name == "Task":
                text = {"type": "text", "text": self._words.prose(300)}
                said = {"type": "assistant", "message": {"role": "assistant", "content": [text]}}
                yield {
                    "type": "agent_progress",
                    "message": said,
                    "normalizedMessages": [],
                    "prompt": "",
                    "agentId": "a1",
                }
            elif self._random.random() < 0.4:
                hook = {"hookEvent": "PostToolUse", "hookName": f"PostToolUse:{name}", "command": "callback"}
                yield {"type": "hook_progress", **hook}
            else:
                out = self._words.log(self._random.randint(0, 300))
                data = {"output": out[-100:], "fullOutput": out, "elapsedTimeSeconds": second + 2, "totalLines": 9}
                yield {"type": "bash_progress", **data, "timeoutMs": 120_000}

    def attachments(self, call: JSON) -> Iterator[JSON]:
        """What newer clients put behind a result."""
        if self._random.random() >= ATTACHED:
            return
        hook = {"hookName": f"PostToolUse:{call['name']}", "hookEvent": "PostToolUse", "toolUseID": call["id"]}
        todo = {"content": self._words.prose(60), "status": "pending"}
        kinds: tuple[JSON, ...] = (
            {
                "type": "hook_success",
                **hook,
                "content": "",
                "stdout": self._words.log(200),
                "stderr": "",
                "exitCode": 0,
            },
            {"type": "hook_additional_context", **hook, "content": [self._words.prose(200)]},
            {"type": "task_reminder", "content": [todo], "itemCount": 1},
            {"type": "edited_text_file", "filename": f"{self._words.name()}.py", "snippet": self._words.code(600)},
            {"type": "queued_command", "prompt": self._words.prose(120), "commandMode": "prompt"},
            {"type": "date_change", "newDate": "2026-02-02"},
        )
        yield self._random.choices(kinds, (12, 4, 4, 3, 1, 1))[0]

    def systems(self) -> Iterator[tuple[str, JSON]]:
        """Subtype and fields of the lines that end a turn."""
        hooks = {"hookCount": 1, "hookInfos": [{"command": "callback"}], "hookErrors": [], "hasOutput": False}
        yield "stop_hook_summary", {**hooks, "preventedContinuation": False, "stopReason": "", "level": "suggestion"}
        yield "turn_duration", {"durationMs": self._random.randint(1000, 900_000), "isMeta": False}

    def marks(self, leaf: str | None) -> Iterator[JSON]:
        """The block of bookkeeping that newer clients write at the end of each turn."""
        yield {"type": "last-prompt", "lastPrompt": self._words.prose(80), "leafUuid": leaf}
        yield {"type": "ai-title", "aiTitle": "Work on the project"}
        yield {"type": "mode", "mode": "normal"}
        yield {"type": "permission-mode", "permissionMode": "default"}
