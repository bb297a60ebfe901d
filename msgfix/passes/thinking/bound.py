"""H5: models that bind thinking to the conversation before it."""

from collections.abc import Iterator

from msgfix.edits import Drop, Edit
from msgfix.model import THINKING, History
from msgfix.options import Options
from msgfix.rules import Severity, rule
from msgfix.targets import limits


@rule(
    "drop-bound-thinking",
    step="H5",
    severity=Severity.WARNING,
    on_disk=True,
    cures="The block is bound to a different conversation",
    after={"drop-trailing-thinking": "every other change is known by then"},
)
def drop_bound_thinking(history: History, options: Options) -> Iterator[Edit]:
    """Drop the thinking behind the first change, for models that bind it to what stands before it.

    Breaks: some models refuse thinking whose prefix is not the one it was made with
    (https://platform.claude.com/docs/en/build-with-claude/preserved-thinking/prefix-checks).
    Does: drops all thinking behind the first change that is more than routine. Never: with `--thinking keep`.
    """
    if options.thinking == "keep" or not options.model or not limits(options.target, options.model).bound_thinking:
        return
    changed = False
    for message in history.messages:
        if changed:
            for block in message.blocks:
                if block.kind in THINKING:
                    yield Drop(block, "the conversation before it changed")
        changed = changed or message.touched
