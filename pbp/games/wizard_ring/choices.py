"""What a Wizard may choose in a ring duel, as data: each spell with what its Inputs line asks, or none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbp.games.choices import Field, FieldValue, Move
from pbp.games.wizard_ring.orders import Ring, asks_unclear, order_of, quoted
from pbp.spells import Input, Spell

_UNBOUNDED = 10**6
"""What a form takes for a number at most where the spell sets no bound."""


def choices(ring: Ring, wizard: int) -> tuple[Move, ...]:
    """The moves of the Wizard in that place of the ring, from 0."""
    spells = ring.spells.spells.values()
    casts = [move for spell in spells if not asks_unclear(spell) for move in _cast(ring, wizard, spell)]
    return *casts, Move("pass", "Pass: cast nothing", "PASS")


def _cast(ring: Ring, wizard: int, spell: Spell) -> Iterator[Move]:
    fields = tuple(_field(ring, wizard, spell.inputs, nth) for nth in range(len(spell.inputs)))
    if all(field.values or field.kind == "number" for field in fields):
        note = spell.text.get("Effect", "")
        yield Move(f"cast-{spell.name}", f"Cast {spell.name}", order_of(spell), fields, note=note)


def _field(ring: Ring, wizard: int, inputs: Sequence[Input], nth: int) -> Field:
    """One input; what its restrictions exclude is not offered."""
    asked, name = inputs[nth], f"input{nth + 1}"
    differs = () if asked.differs is None or asked.differs >= nth else (f"input{asked.differs + 1}",)
    if asked.kind in ("position", "wizard"):
        # a position and a wizard that must differ are both named by name, so that they can be compared
        by_name = asked.kind == "wizard" or any(each.differs is not None for each in inputs)
        places = [place for place in range(len(ring.names)) if _may_be(asked, place, wizard, len(ring.names))]
        values = tuple(
            FieldValue(quoted(ring.names[place]) if by_name else str(place + 1), f"{place + 1}: {ring.names[place]}")
            for place in places
        )
        return Field(name, "place" if asked.kind == "position" else "person", asked.label, values, differs=differs)
    if asked.kind == "number":
        low = asked.low or 0
        high = low + _UNBOUNDED if asked.high is None else asked.high
        return Field(name, "number", asked.label, low=low, high=high, differs=differs)
    excluded = ring.spells.left_out(asked)
    known = asked.words or tuple(spell.name for spell in ring.spells.spells.values())
    words = tuple(FieldValue(quoted(word), word) for word in known if word.casefold() not in excluded)
    return Field(name, "spell" if asked.kind == "spell" else "word", asked.label, words, differs=differs)


def _may_be(asked: Input, place: int, wizard: int, size: int) -> bool:
    near = place != wizard and (place - wizard) % size in (1, size - 1)
    return not (asked.not_self and place == wizard) and (asked.adjacent is None or asked.adjacent == near)
