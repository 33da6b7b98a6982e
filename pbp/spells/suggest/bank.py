"""Readable wordings to learn from, and for people to find alike ones in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

SPELLS = ("Burn", "Jolt", "Gift", "Greed", "Fizzle", "Self")
ATTRIBUTES = ("Hat", "Robes", "Staff", "Beard", "Crystals")
TRAITS = ("Belligerent",)
"""What the bank's wordings name: on their list, Self is the spell itself."""


@dataclass(frozen=True, slots=True)
class Wording:
    """A wording that the reader reads, with the Inputs that it needs; `label` is the line where it stands."""

    label: str
    text: str
    inputs: str = ""


@cache
def wordings() -> tuple[Wording, ...]:
    """The bank, in its order."""
    lines = files("pbp.spells.suggest").joinpath("bank.txt").read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if line and not line.startswith("//"))
    return tuple(Wording(label, text, inputs) for label, text, inputs in rows)
