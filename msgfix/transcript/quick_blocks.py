"""The blocks of a line on the fast path (quick.py): what the decoder cannot say about them, and their sketches."""

import re
from collections.abc import Callable
from typing import Any

from msgspec import UNSET

from msgfix.transcript.row import Sketch
from msgfix.transcript.sketch import INJECTED, ONE_TEXT, ONE_THINKING, SERVER_IDS, TEXT, THINKING
from msgfix.transcript.typed import Answer, Call, Text, Thinking

Seen = tuple[Sketch | None, int]
"""A block, and its weight (see sketch.weight); None for one that is not plain."""

_NUL, _JSON_NUL = "\0", b"\\u0000"
_ODD: Seen = (None, 0)
_legal_ref = re.compile(rf"(?!{'|'.join(SERVER_IDS)})[a-zA-Z0-9_-]{{1,64}}\Z").match
_legal_name = re.compile(r"[a-zA-Z0-9_-]{1,64}\Z").match


class Looks:
    """Looks at blocks; remembers names of tools, and ids of calls until their result comes."""

    def __init__(self) -> None:
        self._names: dict[str, bool] = {}
        self._refs: dict[str, str] = {}
        self._look: dict[Any, Callable[[Any, bytes], Seen]] = {
            Text: _text,
            Thinking: _thinking,
            Call: self._call,
            Answer: self._result,
        }

    def at(self, content: str | list[Any], raw: bytes) -> tuple[tuple[Sketch, ...], int, bool]:
        """One sketch per block, what they weigh, and whether a call says that the model made it; () when one is odd.

        `raw`: the line in which they stand.
        """
        if isinstance(content, str):
            return (ONE_TEXT, len(content), False) if is_plain(content) else ((), 0, False)
        look = self._look
        if len(content) == 1:
            block = content[0]
            sketch, weight = look[type(block)](block, raw)
            if sketch is TEXT:
                return ONE_TEXT, weight, False
            if sketch is THINKING:
                return ONE_THINKING, weight, False
            return ((sketch,), weight, not sketch.plain) if sketch else ((), 0, False)
        seen = [look[type(block)](block, raw) for block in content]
        sketches = tuple([sketch for sketch, _ in seen if sketch])
        if len(sketches) < len(seen):
            return (), 0, False
        return sketches, sum([weight for _, weight in seen]), not all(sketch.plain for sketch in sketches)

    def _call(self, block: Call, raw: bytes) -> Seen:
        name, ref = block.name, block.id
        legal = self._names.get(name)
        if legal is None:
            legal = self._names[name] = _legal_name(name) is not None and name not in INJECTED
        if not legal or not _is_legal(ref) or not _free_of_nul(block.input, raw):
            return _ODD
        self._refs[ref] = ref
        return Sketch("tool_use", ref, block.caller is UNSET), 0

    def _result(self, block: Answer, raw: bytes) -> Seen:
        content, ref = block.content, block.tool_use_id
        if isinstance(content, str):
            if _NUL in content or (block.is_error and (not content or content.isspace())):
                return _ODD
            weight = len(content)
        else:
            weights = [len(part.text) for part in content if is_plain(part.text)]
            if not weights or len(weights) < len(content):
                return _ODD
            weight = sum(weights)
        asked = self._refs.pop(ref, None)
        if asked is None and not _is_legal(ref):
            return _ODD
        return Sketch("tool_result", asked or ref, True), weight


def is_plain(text: str) -> bool:
    """It says something, and nothing that cannot stay."""
    return text != "" and not text.isspace() and _NUL not in text


def _text(block: Text, raw: bytes) -> Seen:
    return (TEXT, len(block.text)) if is_plain(block.text) else _ODD


def _thinking(block: Thinking, raw: bytes) -> Seen:
    thinking, signature = block.thinking, block.signature
    if not signature or _NUL in thinking or _NUL in signature:
        return _ODD
    return THINKING, len(thinking) + len(signature)


def _is_legal(ref: str) -> bool:
    """Nearly all ids have one shape, and a pattern costs more than all else that is asked of a call."""
    return (ref[:6] == "toolu_" and ref[6:].isalnum() and ref.isascii() and len(ref) <= 64) or bool(_legal_ref(ref))


def _free_of_nul(values: dict[str, Any], raw: bytes) -> bool:
    """No NUL in the input of a call: a few strings as a rule, which are cheaper to ask than the bytes of the line."""
    for key, value in values.items():
        if isinstance(value, str):
            if _NUL in value or _NUL in key:
                return False
        elif isinstance(value, (dict, list)) or _NUL in key:
            return _JSON_NUL not in raw
    return True
