"""What a run gives back."""

from functools import cached_property
from typing import Any, BinaryIO, Literal

from msgfix.contract.problem import Problem
from msgfix.ledger import Ledger
from msgfix.model import History
from msgfix.options import Options
from msgfix.render import array_bytes, message_bytes, plain_message
from msgfix.transcript.chain import Chain
from msgfix.transcript.faults import Finding
from msgfix.transcript.formats import Document
from msgfix.transcript.load import dumps

Form = Literal["messages", "request", "jsonl"]
CARRIED = ("tools", "system", "thinking", "tool_choice", "max_tokens")
MAX_TOKENS = 8192
AWAITED = ("ends-with-user", "prefill-not-with-thinking")
"""A session that ends with the assistant waits for its next prompt: that is no fault of it."""


class Result:
    """The array, the book of all changes, and what is left to say.

    `ledger`: every change. `problems`: what the API would still object to. `findings`: faults of the file itself.
    """

    def __init__(
        self,
        document: Document,
        chain: Chain,
        history: History,
        ledger: Ledger,
        problems: list[Problem],
        options: Options,
    ) -> None:
        self.document = document
        self.chain = chain
        self.history = history
        self.ledger = ledger
        self.problems = problems
        self.options = options

    @property
    def kind(self) -> str:
        """What the input was: session, messages, request, jsonl or stream."""
        return self.document.kind

    @property
    def findings(self) -> list[Finding]:
        return [*self.document.flaws, *self.document.index.findings, *self.chain.findings]

    @cached_property
    def messages(self) -> list[dict[str, Any]]:
        """The array, as the Messages API takes it."""
        return [plain_message(message) for message in self.history.messages]

    def write(self, sink: BinaryIO, form: Form = "messages") -> None:
        """Write the result as JSON and a line end. Untouched content is copied, not parsed again."""
        if form == "jsonl":
            for message in self.history.messages:
                sink.write(message_bytes(message) + b"\n")
            return
        if form == "request":
            sink.write(dumps(self._body())[:-1] + b',"messages":')
        for piece in array_bytes(self.history):
            sink.write(piece)
        sink.write(b"}\n" if form == "request" else b"\n")

    def _body(self) -> dict[str, Any]:
        """A request for a replay: the parts of the input's own request, without its messages."""
        request = self.document.request or {}
        body: dict[str, Any] = {"model": self.options.model or "", "max_tokens": MAX_TOKENS}
        body.update({key: request[key] for key in CARRIED if key in request})
        if "tools" not in body and self.options.tools:
            body["tools"] = list(self.options.tools)
        return body
