"""Where a rewording differs from the author's words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher

KEPT, LEFT_OUT, PUT_IN = "kept", "left out", "put in"


@dataclass(frozen=True, slots=True)
class Mark:
    """Some words, and whether the rewording keeps them, leaves them out or puts them in."""

    kind: str
    words: str


def marks(written: str, reworded: str) -> tuple[Mark, ...]:
    """The words of both texts in their order; what stands in one alone is marked."""
    old, new = re.findall(r"[\w'’-]+|[^\w\s]", written), re.findall(r"[\w'’-]+|[^\w\s]", reworded)
    found: list[Mark] = []
    matcher = SequenceMatcher(None, [w.casefold() for w in old], [w.casefold() for w in new], autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            found.append(Mark(KEPT, _joined(new[c:d])))
            continue
        if a < b:
            found.append(Mark(LEFT_OUT, _joined(old[a:b])))
        if c < d:
            found.append(Mark(PUT_IN, _joined(new[c:d])))
    return tuple(found)


def plain(found: Iterable[Mark]) -> str:
    """Marks in a text without colours: [-left out-] and {+put in+}."""
    around = {KEPT: "{}", LEFT_OUT: "[-{}-]", PUT_IN: "{{+{}+}}"}
    return " ".join(around[mark.kind].format(mark.words) for mark in found)


def _joined(words: list[str]) -> str:
    """Words as they are written, marks close to what they follow."""
    return re.sub(r" (?=[.,;:!?)])|(?<=[(]) ", "", " ".join(words))
