"""What hooks say to the model."""

from msgfix.passes.convert.fields import Fields, fill, titled

TALKING_HOOKS = ("SessionStart", "UserPromptSubmit")
"""The hooks whose plain output the client hands on to the model."""


def _hook(fields: Fields) -> str:
    return fill("The hook {hookName}", fields) or "A hook"


def hook_context(fields: Fields) -> str:
    """What a hook adds to what the model sees."""
    return titled(f"{_hook(fields)} adds:", fields.words("content"))


def hook_block(fields: Fields) -> str:
    """What a hook has blocked something with."""
    error = fields.inner("blockingError")
    words = error.word("blockingError") or fields.word("blockingError")
    command = fill(" ({command})", error)
    return f"{_hook(fields)}{command} blocked this:\n{words}" if words or command else ""


def hook_success(fields: Fields) -> str:
    """The output of a hook that went well; "" for those that the model never hears of."""
    if fields.word("hookEvent") not in TALKING_HOOKS:
        return ""
    return titled(f"{_hook(fields)} succeeded:", fields.words("content"))


def hook_response(fields: Fields) -> str:
    """What a hook adds that was not waited for."""
    response = fields.inner("response")
    words = response.inner("hookSpecificOutput").words("additionalContext") or response.words("additionalContext")
    return titled(f"{_hook(fields)} adds:", words)
