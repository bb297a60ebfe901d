"""Texts to cut from: prose, code and logs, made once per session from its seed."""

from collections.abc import Callable
from random import Random

VOCABULARY = """
after again array before block both branch buffer build cache call case chain check clean client close code column
command commit config count cursor data decode default depth diff draft edit empty encode entry error event exit field
file filter find first fix folder frame from half handle hash head index inner input item join key kind last layer
leaf left line link list load lock log loop map mark match merge message model move name next node note number object
offset only open option order outer page pair parent parse part pass path pattern place plan point pool prompt queue
range read record repair report request result retry return right role root row rule run scan schema scope search seed
session shape side size skip slice sort source split stack stage start state step store stream string table tail
target task test text then thread time token tool tree turn type unit update user value version walk when width window
with word worker write zone
"""
WORDS = VOCABULARY.split()
BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
POOL = 400_000  # characters of each kind


class Words:
    """Random text of each kind; `accents`: how often a piece of it is not ASCII, as in real sessions."""

    def __init__(self, random: Random, accents: float = 0.3) -> None:
        self._random = random
        self._accents = accents
        self._prose = self._pool(self._sentence, " ")
        self._code = self._pool(self._statement, "\n")
        self._log = self._pool(self._logged, "\n")
        self._base64 = "".join(random.choices(BASE64, k=POOL))

    def prose(self, length: int) -> str:
        return self._accented(self._cut(self._prose, length).strip(), " – déjà vu ✓")

    def code(self, length: int) -> str:
        return self._cut(self._code, length)

    def log(self, length: int) -> str:
        return self._accented(self._cut(self._log, length), "\n\x1b[32m✓\x1b[0m done")

    def base64(self, length: int) -> str:
        return self._cut(self._base64, length - length % 4)

    def name(self) -> str:
        return f"{self._random.choice(WORDS)}_{self._random.choice(WORDS)}"

    def length(self, median: float, spread: float, least: int, most: int) -> int:
        """A length as they are found: mostly short, now and then very long."""
        return min(most, max(least, int(median * self._random.lognormvariate(0, spread))))

    def _cut(self, pool: str, length: int) -> str:
        start = self._random.randrange(POOL - length)
        return pool[start : start + length]

    def _accented(self, text: str, ending: str) -> str:
        return text + ending if self._random.random() < self._accents else text

    def _pool(self, piece: Callable[[], str], between: str) -> str:
        pieces, size = [], 0
        while size < POOL:
            pieces.append(piece())
            size += len(pieces[-1]) + len(between)
        return between.join(pieces)

    def _sentence(self) -> str:
        words = self._random.choices(WORDS, k=self._random.randint(6, 24))
        return " ".join(words).capitalize() + self._random.choice((".", ".", ":\n- ", ".\n\n"))

    def _statement(self) -> str:
        indent = "    " * self._random.randrange(4)
        one, two, three = self.name(), self.name(), self.name()
        forms = (
            "",
            f"{indent}# {one} before {two}",
            f'{indent}{one} = {two}("{three}")',
            f"{indent}if {one} is None:\n{indent}    return {two}[{three!r}]",
            f"{indent}def {one}(self, {two}: str) -> dict[str, int]:",
            f'{indent}raise ValueError(f"{one}: {{{two}!r}}\\n")',
        )
        return self._random.choice(forms)

    def _logged(self) -> str:
        number, name = self._random.randrange(1000), self.name()
        forms = (
            f"tests/test_{name}.py::test_{number} PASSED",
            f'{{"level": "info", "name": "{name}", "n": {number}}}',
            f"{number}:\t{name}\t-> ok",
        )
        return self._random.choice(forms)
