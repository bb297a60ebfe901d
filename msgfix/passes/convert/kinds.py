"""What each kind of attachment says to the model: a template or a function per kind.

Seen by running the client on one entry of each kind; the wording here is our own, the data is carried whole.
"""

from collections.abc import Callable
from typing import Any

from msgfix.passes.convert.fields import Fields, fill, joined, spoken, titled
from msgfix.passes.convert.hooks import hook_block, hook_context, hook_response, hook_success

# The interface's own affairs: never part of a request.
UI_ONLY = frozenset(
    {
        "command_permissions", "goal_status", "hook_cancelled", "hook_non_blocking_error", "hook_system_message",
        "prompt_snapshot", "remote_session_change",
    }
)  # fmt: skip


def _delta(what: str, added: str, names: str, removed: str) -> Callable[[Fields], str]:
    """A list that grows and shrinks: what came (the bare names where nothing more is told), what went."""

    def say(fields: Fields) -> str:
        gone = [f"- {name}" for name in fields.words(removed)]
        return joined(
            titled(f"{what} now available:", fields.words(added) or fields.words(names)),
            titled(f"{what} no longer available:", gone),
        )

    return say


def _task(item: Any) -> str:
    task = Fields(item)
    words = task.word("content", "subject")
    return f"{fill('#{id} ', task)}{fill('[{status}] ', task)}{words}" if words else spoken(item)


def _tasks(what: str) -> Callable[[Fields], str]:
    def say(fields: Fields) -> str:
        content = fields.data.get("content")
        lines = [f"- {_task(item)}" for item in (content if isinstance(content, list) else [content]) if item]
        hint = f"The {what} has not been touched for a while. Keep it up to date if it helps; do not mention this."
        return joined(hint, titled("It reads now:", lines))

    return say


def _nested_memory(fields: Fields) -> str:
    content = fields.inner("content")
    words = content.word("content") or fields.word("content")
    path = fields.word("path") or content.word("path") or "a memory file"
    return f"Contents of {path}:\n\n{words}" if words else ""


def _edited(fields: Fields) -> str:
    snippet = "\n".join(fields.words("snippet"))
    name = fill("The file {filename}", fields) or ("A file" if snippet else "")
    shown = f"It now reads, around the change:\n{snippet}" if snippet else "Read it again where its content is needed."
    return f"{name} was changed on disk, by the user or by a tool. {shown}" if name else ""


def _invoked_skills(fields: Fields) -> str:
    skills = (
        joined(f"### {skill.word('name')}", fill("Path: {path}", skill), skill.word("content"))
        for skill in fields.many("skills")
        if skill.word("name", "content")
    )
    return titled("Skills that were used earlier in this conversation; they still hold:", list(skills))


def _selected_lines(fields: Fields) -> str:
    words = fields.word("content", "text", "selection")
    where = fill("lines {lineStart} to {lineEnd} of ", fields) or "lines of "
    name = fields.word("filename")
    return joined(f"In the editor the user selected {where}{name}:", words) if words or name else ""


def _plan_mode(fields: Fields) -> str:
    path = fields.word("planFilePath")
    state = "exists already" if fields.data.get("planExists") else "does not exist yet"
    plan = f"The plan file is {path}; it {state}." if path else ""
    return joined("Plan mode is on: look and plan, but change nothing except the plan file.", plan)


def _plan_mode_exit(fields: Fields) -> str:
    return joined("Plan mode is off: changes may be made again.", fill("The plan file is {planFilePath}.", fields))


# kind -> the words of its reminder. A template whose fields are all empty says nothing.
REMINDERS: dict[str, str | Callable[[Fields], str]] = {
    "agent_listing_delta": _delta("Agent types", "addedLines", "addedTypes", "removedTypes"),
    "async_hook_response": hook_response,
    "auto_mode": "Auto mode is on: go on without asking at every step.",
    "auto_mode_exit": "Auto mode is off: ask where a decision is the user's.",
    "compact_file_reference": "{filename} was read before the conversation was summarized. "
    "It is too long to stand here; read it again where its content is needed.",
    "date_change": "The date is now {newDate}.",
    "deferred_tools_delta": _delta("Deferred tools", "addedLines", "addedNames", "removedNames"),
    "edited_text_file": _edited,
    "hook_additional_context": hook_context,
    "hook_blocking_error": hook_block,
    "hook_success": hook_success,
    "invoked_skills": _invoked_skills,
    "mcp_instructions_delta": _delta("Instructions of MCP servers", "addedBlocks", "addedNames", "removedNames"),
    "nested_memory": _nested_memory,
    "opened_file_in_ide": "In the editor the user opened {filename}. It may have to do with the task, or not.",
    "plan_file_reference": "A plan was made in plan mode, in {planFilePath}:\n\n{planContent}",
    "plan_mode": _plan_mode,
    "plan_mode_exit": _plan_mode_exit,
    "plan_mode_reentry": lambda fields: joined(
        "Plan mode is on again.", fill("Read the plan file {planFilePath} first and mend it.", fields)
    ),
    "read_truncation_notice": "{banner}",
    "selected_lines_in_ide": _selected_lines,
    "skill_listing": "Skills that can be used:\n{content}",
    "task_reminder": _tasks("task list"),
    "todo_reminder": _tasks("todo list"),
    "total_tokens_reminder": "{text}",
    "ultrathink_effort": "The user asks for deeper reasoning in this turn.",
}
