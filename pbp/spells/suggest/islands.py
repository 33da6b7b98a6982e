"""Parts of a faulty sentence that the strict reader reads as they stand: who, a condition, an amount, a whole outcome.

However the author has joined them, what such an island means is sure; the likeliest meaning is made round it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from pbp.spells import tree as t
from pbp.spells.english.reading import chart
from pbp.spells.steps import TooLong
from pbp.spells.walk import has_member
from pbp.spells.words import Names, straight, tokens

TRIED = {"sentence": 8, "cond": 8, "measure": 6, "np": 12}
"""How many parts of each kind are tried."""
SHORTEST = {"np": 1, "cond": 3, "measure": 4, "sentence": 3}
"""How many words of each kind of part are worth a trial."""
_MARKS = frozenset(",;:.?!()•") | {"-", "–", "—", ""}
_AFTER = _MARKS | frozenset(
    "and but or if unless when whenever where then otherwise else so that provided only".split()
)
_BEFORE = _AFTER | frozenset("instead also too while who which".split())
"""What stands before and after a whole clause."""
Reads = Callable[[str], t.Program | None]
"""What the strict reader makes of an Effect, if it can read it."""


@dataclass(frozen=True)
class Island:
    """A part of a text, what it means, and how many words it has."""

    text: str
    node: Any
    words: int


def islands(text: str, names: Names, reads: Reads) -> list[Island]:
    """The parts of a text that can be read, the longest of each kind first; none inside another of its kind."""
    found: dict[Any, Island] = {}
    for kind, parts in _parts(text, names).items():
        taken: list[tuple[int, int]] = []
        for begin, end, part in islice(parts, 2 * TRIED[kind]):
            if len(taken) == TRIED[kind] or any(one <= begin and end <= other for one, other in taken):
                continue
            node = _meant(kind, part, reads)
            if node is not None:
                taken.append((begin, end))
                found.setdefault(node, Island(part, node, end - begin))
    return list(found.values())


def _parts(text: str, names: Names) -> dict[str, list[tuple[int, int, str]]]:
    """What the syntax takes for a part of each kind: from which to which word, and these; the longest first."""
    text = straight(text)
    found = tokens(text)
    parts: dict[str, list[tuple[int, int, str]]] = {kind: [] for kind in TRIED}
    try:
        seen = chart(found, names).spans(TRIED) if found else []
    except TooLong:
        seen = []
    for begin, end, kind in sorted(seen, key=lambda span: (span[0] - span[1], span)):
        before, after = found[begin - 1].word if begin else "", found[end].word if end < len(found) else ""
        whole = kind in ("np", "measure") or (before in _BEFORE and after in _AFTER)
        if whole and SHORTEST[kind] <= end - begin < len(found):
            last = found[end - 1]
            parts[kind].append((begin, end, text[found[begin].start : last.start + len(last.shown)]))
    return parts


def _meant(kind: str, part: str, reads: Reads) -> Any:
    """The part of a tree that some words are read as, if they are."""
    for frame in _FRAMES[kind]:
        program = reads(frame.format(part))
        if program is None or len(program.acts) != 1:
            continue
        node = _of(kind, program.acts[0])
        if node is not None and (kind == "measure" or not has_member(node)):
            return node
    return None


_FRAMES = {
    "np": ("{} gains 1 Star.", "{} gain 1 Star."),
    "cond": ("If {}, the caster gains 1 Star.",),
    "measure": ("The caster gains {}.",),
    "sentence": ("{}.",),
}


def _of(kind: str, act: t.Act) -> Any:
    match kind, act:
        case "np", t.Change(who):
            return who
        case "cond", t.If(cond):
            return cond
        case "measure", t.Change(amount=amount):
            return amount
        case "sentence", t.Change() | t.Assign() | t.Pay() | t.Swap() | t.Level():
            return act
    return None
