"""What every check works with: Case (the question) and Check (the answerer)."""

import json
from functools import cached_property
from typing import Any

from msgfix.contract.place import clean
from msgfix.contract.problem import Problem
from msgfix.contract.rules import row_of
from msgfix.contract.turns import At, Fact, Step, Turn
from msgfix.options import Options
from msgfix.rules import Severity
from msgfix.targets import Limits, limits


class Case:
    """One question: what does the API say to this array, under these options and in this request body?"""

    def __init__(self, options: Options, request: dict[str, Any] | None) -> None:
        self.options = options
        self.request = request
        self.problems: list[Problem] = []
        self.count = 0  # messages
        self.size = 0  # their bytes
        self.called: set[str] = set()  # ids of the client's calls so far
        self.answered: set[str] = set()  # those of them that have their result
        self.pending: dict[str, Fact] = {}  # calls of servers that have no result yet, by id

    @cached_property
    def limits(self) -> Limits:
        return limits(self.options.target, self.model)

    @cached_property
    def model(self) -> str | None:
        """The model that the options name, else the one of the request."""
        model = self.request.get("model") if self.request else None
        return self.options.model or (model if isinstance(model, str) else None)

    @cached_property
    def strict(self) -> bool:
        """True when the target is one that takes only what all take."""
        return self.options.target in ("portable", "bedrock")

    @cached_property
    def tools(self) -> list[dict[str, Any]] | None:
        """The tools of the request; None when they are not known."""
        if self.request is not None:
            tools = self.request.get("tools") or []
        elif self.options.tools is not None:
            tools = list(self.options.tools)
        else:
            return None
        return [tool for tool in tools if isinstance(tool, dict)] if isinstance(tools, list) else []

    @cached_property
    def thinking(self) -> str | None:
        """The `thinking` mode of the request: `disabled` when it has none, None when there is no request."""
        if self.request is None:
            return None
        setting = self.request.get("thinking")
        mode = setting.get("type") if isinstance(setting, dict) else None
        return mode if isinstance(mode, str) else "disabled"

    @property
    def room(self) -> int:
        """Bytes that the request may still grow by; less than nothing when it is over the limit."""
        return self.limits.request_bytes - self.size - self._around

    @cached_property
    def _around(self) -> int:
        """Bytes of the body without its messages."""
        rest = {key: value for key, value in (self.request or {}).items() if key != "messages"}
        try:
            return len(json.dumps(rest, separators=(",", ":"), default=str))
        except (ValueError, TypeError, RecursionError):
            return 0

    @property
    def lenient(self) -> Severity:
        """The severity of what only some platforms refuse."""
        return Severity.ERROR if self.strict else Severity.WARNING

    def beta(self, name: str) -> bool:
        """Whether the request carries a beta header that starts so (a body may list them, as the SDK does)."""
        body = self.request or {}
        for key in ("betas", "anthropic_beta"):
            value = body.get(key)
            if isinstance(value, list) and any(isinstance(one, str) and one.startswith(name) for one in value):
                return True
        return False

    def say(
        self,
        rule: str,
        path: str,
        *,
        wording: int = 0,
        says: str | None = None,
        severity: Severity | None = None,
        **fill: Any,
    ) -> None:
        """Book a problem. `wording`: which of the rule's texts; `says`: other words behind the path."""
        row = row_of(rule)
        text = "{path}: {says}" if says else (row.message, *row.others)[wording]
        fill = {"message": ".".join(path.split(".")[:2]), "says": says, "path": path, **fill}
        words = text.format(**{key: clean(value) if isinstance(value, str) else value for key, value in fill.items()})
        self.problems.append(Problem(rule, path, severity or row.on(self.options.target), words, row.hint))


class Check:
    """Some rules of the contract. Each hook is called in order of the array; a check overrides those that it needs.

    `message` and `turn` are not called for what is quiet (see quiet.py): a new rule over turns is to be told there too.
    """

    def __init__(self, case: Case) -> None:
        self.case = case

    def message(self, step: Step, turn: Turn | None) -> None:
        """A message came in; `turn` is the open turn, before this message is added to it."""

    def block(self, block: dict[str, Any], at: At) -> None:
        """A block of a message that was given whole; nested ones come after the block that holds them."""

    def turn(self, turn: Turn) -> None:
        """A turn is complete: the next one starts, or the array ends."""

    def end(self, last: Turn | None) -> None:
        """The array is complete; `last` is its last turn."""
