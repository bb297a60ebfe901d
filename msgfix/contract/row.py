"""ContractRule: one row of the contract."""

from msgspec import Struct

from msgfix.rules import Severity

DOCS = "https://platform.claude.com/docs/en/"
ERROR, WARNING, ROUTINE = Severity.ERROR, Severity.WARNING, Severity.ROUTINE


class ContractRule(Struct, frozen=True):
    """One rule of the API.

    `number`: its place in the contract (`P1`). `severity`: on the Anthropic API and Vertex; `strict`: on the targets
    `portable` and `bedrock`, where it differs. `message`: the API's wording; `{path}`, `{message}` (= `messages.N`)
    and the like are filled in. `others`: wordings of the same fault from other years and platforms.
    `link`: where the rule is documented. `offline`: False when nobody can decide it without asking the API.
    """

    number: str
    id: str
    severity: Severity
    statement: str
    message: str
    hint: str
    link: str = ""
    others: tuple[str, ...] = ()
    strict: Severity | None = None
    offline: bool = True

    def on(self, target: str) -> Severity:
        """Its severity when the array goes to `target`."""
        return self.strict if self.strict and target in ("portable", "bedrock") else self.severity
