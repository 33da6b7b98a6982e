"""What a seat may choose in Reality Benders, as data."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from pbp.games.choices import Field, FieldValue, Move
from pbp.games.reality_benders.graph import EVERY_ARROW, LETTERS
from pbp.games.reality_benders.state import CASTING, INPUTS, OFFER, OFFERED, RULES, TEXTS, Benders, title

_AIMS = {
    "B": ("Connect this spell", "with this one"),
    "C": ("The spell to name",),
    "D": ("The spell whose arrows turn",),
    "E": ("The spell whose arrows go",),
    "F": ("The spell that your opponent will cast",),
    "H": ("From this spell", "to this one"),
}

_CIRCLE: tuple[tuple[str, ...], tuple[str, ...]] = (tuple(LETTERS), ())
_HOW = "Choose a spell, then the one that it is to beat. The arrows that are there are drawn already."


def choices(state: Benders, seat: int) -> tuple[Move, ...]:
    """The moves of a seat that the present step asks."""
    if state.phase == RULES:
        return (_rules(state, seat),)
    if state.phase == CASTING:
        has_bonus = "Bonus" in state.stock[seat]
        return tuple(_cast(spell, has_bonus) for spell in state.sides[seat].castable)
    if state.phase == OFFER:
        three = Field("spells", "card", "Three spells", _spells(OFFERED), least=3, most=3)
        return (Move("offer", "Offer these three", "OFFER", (three,)),)
    one = Field("spell", "card", "The spell that you take", _spells(state.offers[seat]))
    return (Move("pick", "Take this spell", "PICK", (one,)),)


def _rules(state: Benders, seat: int) -> Move:
    free, owned = sorted(EVERY_ARROW - state.graph), state.stock[seat]
    there = tuple((_place(arrow), "→") for arrow in sorted(state.graph))
    fields = [Field("rule", "arrow", "The arrow that you add", _arrows(free), heads=_CIRCLE, marks=there, note=_HOW)]
    if "Bridge" in owned and len(free) > 1:
        label, says = "With Bridge, which is then used up: a second arrow", "\nBRIDGE {}"
        fields.append(
            Field(
                "bridge",
                "arrow",
                label,
                _arrows(free),
                says,
                optional=True,
                differs=("rule",),
                heads=_CIRCLE,
                marks=there,
            )
        )
    if "Break" in owned and state.graph:
        label, says = "With Break, which is then used up: an arrow to destroy", "\nBREAK {}"
        fields.append(
            Field(
                "break", "arrow", label, _arrows(sorted(state.graph)), says, optional=True, heads=_CIRCLE, marks=there
            )
        )
    return Move("rule", "Add this arrow", "RULE", tuple(fields))


@cache
def _cast(spell: str, has_bonus: bool) -> Move:
    labels, named = _AIMS.get(spell, ()), ("first", "second")
    assert len(labels) == INPUTS[spell]
    fields = [
        Field(name, "spell", label, _spells(LETTERS), differs=named[:nth])
        for nth, (name, label) in enumerate(zip(named, labels, strict=False))
    ]
    if has_bonus:
        yes = (FieldValue("BONUS", "Use Bonus", "1 extra point if you win the duel; it is then used up."),)
        fields.append(Field("bonus", "flag", "Bonus", yes, "\n{}", optional=True))
    ready = "Three spells that you would offer, should your opponent cast Imagination"
    fields.append(Field("offer", "card", ready, _spells(OFFERED), "\nOFFER {}", optional=True, least=3, most=3))
    return Move(f"cast-{spell}", f"Cast {title(spell)}", f"CAST {spell}", tuple(fields), note=TEXTS[spell])


def _spells(letters: Iterable[str]) -> tuple[FieldValue, ...]:
    return tuple(map(_spell, letters))


@cache
def _spell(letter: str) -> FieldValue:
    return FieldValue(letter, title(letter), TEXTS[letter])


def _arrows(arrows: Iterable[str]) -> tuple[FieldValue, ...]:
    """Arrows as values, each at its place: from which spell and to which."""
    return tuple(map(_arrow, arrows))


@cache
def _arrow(arrow: str) -> FieldValue:
    return FieldValue(arrow, f"{arrow[0]} beats {arrow[-1]}", at=_place(arrow))


def _place(arrow: str) -> tuple[int, int]:
    return LETTERS.index(arrow[0]) + 1, LETTERS.index(arrow[-1]) + 1
