"""Turns of phrase: what says in other words what can be read already. Their lines stand in turns.txt.

A turn is an alternative of a rule of the syntax, as those of english.lark are, but has no function of its own: it means
what its plain words mean, in every way in which the syntax reads them there. So a new one is one line, and can say
nothing that could not be said before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import Chart, Edges, Grammar, OtherWords
from pbp.spells.english.lexicon import Said
from pbp.spells.english.phrases import Amount, Casts, Own, Some, Values
from pbp.spells.steps import TooLong
from pbp.spells.words import Names, Token, tokens

_SLOT = re.compile(r"\{(\w+)(?: (\d))?\}")
_CHOICE = re.compile(r"\(([^()]*\|[^()]*)\)")
APART = 1000
"""How many words a sentence never has: a word of a plain wording stands in no other place of the sentence."""


@dataclass(frozen=True)
class TurnLine:
    """A line of turns.txt: the rule, what may be said, and what that says."""

    rule: str
    said: str
    plain: str


def lines(text: str) -> Iterator[TurnLine]:
    """The turns of a text, a line for each of their forms. Raises ValueError for a line that is none."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        rule, colon, both = line.partition(": ")
        said, sign, plain = both.partition(" = ")
        if not colon or not sign or not rule.strip() or not said.strip() or not plain.strip():
            raise ValueError(f"line {number} of the turns is none: {line}")
        if {*_SLOT.findall(said)} != {*_SLOT.findall(plain)}:
            raise ValueError(f"line {number} of the turns has other slots on one side than on the other: {line}")
        yield from _forms(rule.strip(), said.strip(), plain.strip())


def _forms(rule: str, said: str, plain: str) -> Iterator[TurnLine]:
    """Each form of a turn: of "(is|are)" on both sides the first stands with the first, the second with the second."""
    choice, same = _CHOICE.search(said), _CHOICE.search(plain)
    if choice is None:
        yield TurnLine(rule, " ".join(said.split()), " ".join(plain.split()))
        return
    words = choice[1].split("|")
    others = same[1].split("|") if same else [""] * len(words)
    if len(words) != len(others):
        raise ValueError(f"the choices of a turn do not go together: {said} = {plain}")
    for word, other in zip(words, others, strict=True):
        yield from _forms(rule, said.replace(choice[0], word, 1), plain.replace(same[0], other, 1) if same else plain)


def pieces(words: str) -> Iterator[str | tuple[str, str]]:
    """The parts of one side of a turn: words, and the rule and number of each slot."""
    at = 0
    for slot in _SLOT.finditer(words):
        if words[at : slot.start()].strip():
            yield words[at : slot.start()].strip()
        yield slot[1], slot[2] or ""
        at = slot.end()
    if words[at:].strip():
        yield words[at:].strip()


def _one(value: Any) -> bool:
    """Whether a phrase means one Wizard whom no pronoun and no lot decides, and no position."""
    match value:
        case Some(t.Caster() | t.Chosen() | t.At(), "one", place=False):
            return True
    return False


def _several(value: Any) -> bool:
    """Whether a phrase means several Wizards."""
    return isinstance(value, Some) and value.how in ("each", "plural") and not value.place


def _spell(value: Any) -> bool:
    """Whether a phrase is the name of one spell, or the one that was chosen."""
    return isinstance(value, Casts) and value.how == "name" and isinstance(value.name, str)


def _owned(value: Any) -> bool:
    """Whether a phrase is a thing that somebody has."""
    return isinstance(value, Own)


def _worn(value: Any) -> bool:
    """Whether a phrase is a thing that one wears or carries, as far as its name can tell."""
    return isinstance(value, Own) and isinstance(value.attr, str) and value.attr != "Stars" and not value.start


def _other(value: Any) -> bool:
    """Whether a phrase means others than the caster alone, whom a spell could cost what its Cost line says."""
    return isinstance(value, Some) and not value.place and not isinstance(value.who, t.Caster | t.They)


def _word(value: Any) -> bool:
    """Whether a phrase is the word that was chosen: "the chosen colour"."""
    match value:
        case Values((t.WordInput(),), False):
            return True
    return False


def _much(value: Any) -> bool:
    """Whether a phrase is so much of a thing: "2 Stars", "a Star", "DICE6 Crystals", "2 more Stars"."""
    match value:
        case Amount("=", t.Num(), attr, "" | "a", None, None) | Amount("more", t.Num(), attr, "extra", None, None):
            return bool(attr)
    return False


NARROW: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
    "one": ("np0", _one),
    "several": ("np0", _several),
    "spell": ("np", _spell),
    "owned": ("np0", _owned),
    "worn": ("np0", _worn),
    "other": ("np0", _other),
    "much": ("np0", _much),
    "word": ("np", _word),
}
"""The slots that are narrower than a rule: of which rule, and what may fill them.

One Wizard who is known, where the plain words turn about who does it to whom, or say it twice; several Wizards; a spell
by its name; a thing of somebody's, and one that is worn; others than the caster; so much of a thing; the word that
was chosen.
"""


def _rule(slot: tuple[str, str]) -> str:
    return NARROW[slot[0]][0] if slot[0] in NARROW else slot[0]


def _words(piece: str) -> list[Token]:
    """The words between two slots; "'s" may be the first of them."""
    return tokens(f"x{piece}")[1:] if piece.startswith("'s") else tokens(piece)


@dataclass(frozen=True)
class TurnOfPhrase(OtherWords):
    """One turn, and what its words can be."""

    line: TurnLine
    edges: Callable[[list[Token], Names], Edges]

    @cached_property
    def slots(self) -> list[tuple[str, str]]:
        """The slots of what may be said, in their order; one that stands there twice must be filled the same."""
        return [piece for piece in pieces(self.line.said) if isinstance(piece, tuple)]

    def alternative(self) -> str:
        """What may be said, as an alternative of the grammar."""
        said: list[str] = []
        for piece in pieces(self.line.said):
            if isinstance(piece, tuple):
                said.append(_rule(piece))
            else:
                said += ["_s" if token.word == "'s" else f'"{token.word}"' for token in _words(piece)]
        return " ".join(said)

    @cached_property
    def _plain(self) -> list[Edges | tuple[str, int]]:
        """The plain words as what they can be, and each slot as its rule and which of the values it has."""
        return [
            (_rule(piece), self.slots.index(piece)) if isinstance(piece, tuple) else self.edges(_words(piece), NO_NAMES)
            for piece in pieces(self.line.plain)
        ]

    def readings(self, grammar: Grammar, values: tuple[Any, ...], end: int) -> Iterable[Any]:
        """All that the plain words mean with these values of the slots; none where that is too involved."""
        for slot, value in zip(self.slots, values, strict=True):
            if values[self.slots.index(slot)] != value or (slot[0] in NARROW and not NARROW[slot[0]][1](value)):
                return ()
        edges: list[dict[str, list[tuple[int, Any]]]] = []
        given: dict[int, tuple[str, Any]] = {}
        for part in self._plain:
            start = len(edges)
            if not isinstance(part, tuple):
                edges += [_further(here, start, end * APART + start) for here in part]
            elif part[0] in grammar.tries:
                given[start] = part[0], values[part[1]]
                edges.append({})
            else:
                edges.append({part[0]: [(start + 1, values[part[1]])]})
        try:
            return Chart(grammar, edges, given).readings(self.line.rule)
        except TooLong:
            return ()


NO_NAMES = Names.of(T_THING=("Stars",))
"""What plain words name: no spells, and of what one has the Stars alone."""


def _further(here: Mapping[str, Sequence[tuple[int, Any]]], ends: int, words: int) -> dict[str, list[tuple[int, Any]]]:
    """What can begin at a place, ending so many places further on, its words standing so many further on."""
    return {
        terminal: [(ends + end, value.moved(words) if isinstance(value, Said) else value) for end, value in found]
        for terminal, found in here.items()
    }


@cache
def kept() -> tuple[TurnLine, ...]:
    """The project's turns."""
    return tuple(lines(files("pbp.spells.english").joinpath("turns.txt").read_text("utf-8")))


def named(edges: Callable[[list[Token], Names], Edges], found: Iterable[TurnLine]) -> dict[str, TurnOfPhrase]:
    """The turns by the names that they have in the grammar."""
    return {f"turn_{number}": TurnOfPhrase(line, edges) for number, line in enumerate(found)}


def rules(turns: dict[str, TurnOfPhrase]) -> str:
    """The alternatives of the turns, in the words of the grammar."""
    return "".join(f"\n%extend {turn.line.rule}: {turn.alternative()} -> {name}" for name, turn in turns.items()) + "\n"
