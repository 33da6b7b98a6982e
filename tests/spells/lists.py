"""Spell lists for tests: one spell called Self among five others."""

from __future__ import annotations

from pbp.spells import Spell, SpellList, read_list
from pbp.spells.read import FAULT

ATTRIBUTES = frozenset({"Hat", "Robes", "Staff", "Beard", "Crystals"})
OTHERS = "".join(
    f"== {name} ==\nEffect: Gain 1 Star.\nTraits: Belligerent\n\n"
    for name in ("Burn", "Jolt", "Gift", "Greed", "Fizzle")
)


def listed(effect: str, inputs: str = "", more: str = "") -> SpellList:
    """The list with a spell Self of this Effect."""
    found = read_list(f"{OTHERS}== Self ==\nInputs: {inputs}\nEffect: {effect}\n{more}", ATTRIBUTES)
    assert not [unclear for unclear in found.unclear if unclear.reason.startswith(FAULT)]
    return found


def begun(text: str) -> str:
    """A text whose sentences begin with a capital."""
    return ". ".join(part[:1].upper() + part[1:] for part in text.split(". "))


def spell(effect: str, inputs: str = "", more: str = "") -> Spell:
    """The spell Self of this Effect."""
    found = listed(effect, inputs, more).find("Self")
    assert found is not None
    return found
