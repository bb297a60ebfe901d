"""From the words of an error to the rules that they may come from."""

import re
from collections.abc import Iterator
from functools import cache
from string import Formatter
from typing import NamedTuple

from msgfix.checking.known import Known, rules

LIKE = 0.6  # share of a rule's words that a text must hold when it does not hold its wording
SHORT = 8  # letters that a wording must have to tell anything
_QUOTES = str.maketrans(dict.fromkeys('`"\u2018\u2019\u201c\u201d', "'"))
_START = re.compile(r"^(messages|\{(path|message)\}(\.\w+)?): ")
_WORD = re.compile(r"[a-z0-9_]{3,}")
_LETTERS = re.compile(r"[a-z]+")
_SENTENCE = re.compile(r"(?<=[.;])\s+")


class Sentence(NamedTuple):
    """A sentence of a wording: what it looks like with its holes filled, and how many letters of it are no hole."""

    pattern: re.Pattern[str]
    letters: int


def flat(text: str) -> str:
    """A text as it is compared: one kind of quote and of space, small letters."""
    return " ".join(text.translate(_QUOTES).lower().split())


def meant(text: str) -> list[Known]:
    """The rules of the contract whose wording stands in a text, else those whose wording is most like it.

    Many rules share their words: first come those whose names have most in common with the rest of the text.
    """
    text = flat(text)
    weights: dict[str, float]
    weights = {rule.name: max(_weight(wording, text) for wording in _wordings(rule.name)) for rule in _contract()}
    if not (best := max(weights.values())):
        heard = set(_WORD.findall(text))
        weights = {rule.name: max(_likeness(words, heard) for words in rule.wordings) for rule in _contract()}
        if (best := max(weights.values())) < LIKE:
            return []
    found = [rule for rule in _contract() if weights[rule.name] == best]
    said = set(_LETTERS.findall(text))
    return sorted(found, key=lambda rule: -len((said - _letters(rule)) & set(rule.name.split("-"))))


def _letters(rule: Known) -> set[str]:
    return set(_LETTERS.findall(flat(" ".join(rule.wordings))))


def _contract() -> list[Known]:
    return [rule for rule in rules().values() if rule.origin == "contract"]


@cache
def _wordings(name: str) -> list[list[Sentence]]:
    return [list(_sentences(wording)) for wording in rules()[name].wordings]


def _sentences(wording: str) -> Iterator[Sentence]:
    for sentence in _SENTENCE.split(_START.sub("", wording)):
        pattern, letters = "", 0
        for literal, hole, _, _ in Formatter().parse(sentence):
            words = re.sub(r"\s+", " ", literal.translate(_QUOTES).lower())
            pattern += re.escape(words) + (".{0,400}?" if hole else "")
            letters += sum(map(str.isalnum, words))
        yield Sentence(re.compile(pattern.removesuffix(re.escape(".")).removesuffix(".{0,400}?")), letters)


def _weight(sentences: list[Sentence], text: str) -> int:
    """How many letters of a wording stand in a text; 0 unless its first sentence does."""
    first, *others = sentences
    if first.letters < SHORT or not first.pattern.search(text):
        return 0
    return first.letters + sum(sentence.letters for sentence in others if sentence.pattern.search(text))


def _likeness(wording: str, heard: set[str]) -> float:
    words = set(_WORD.findall(flat(re.sub(r"\{\w+\}", "", wording))))
    return len(words & heard) / len(words) if len(words) > 3 else 0.0
