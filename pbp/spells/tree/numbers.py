"""Whole numbers."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from pbp.spells.tree.base import Cond, Num, Who, record

if TYPE_CHECKING:
    from pbp.spells.tree.conditions import CastAgain


@record
class Int(Num):
    value: int


@record
class Roll(Num):
    """The result of one die; the same `key` is the same roll."""

    key: int
    sides: int


@record
class NumberInput(Num):
    """The number that an order names; as long as it is not known which, -1, -2 for X, and -3 for a bare number."""

    index: int


@record
class Stat(Num):
    """A number that a Wizard has: "Stars" or an attribute; at the start of the Duel if `start`.

    `bare`: only compared with them ("as many as that Wizard"), without saying "has"; no other meaning.
    `did`: "as many as they did", which after another verb is not what they have; no other meaning.
    """

    who: Who
    attr: str
    start: bool = False
    bare: bool = field(default=False, compare=False)
    did: bool = field(default=False, compare=False)


@record
class Total(Num):
    """What all the Wizards of a group have together."""

    who: Who
    attr: str


@record
class Count(Num):
    """How many Wizards there are in a group."""

    who: Who


@record
class Kinds(Num):
    """How many different spells the Wizards of a group cast."""

    who: Who


@record
class Truths(Num):
    """How many of these conditions are true."""

    parts: tuple[Cond, ...]


@record
class Duels(Num):
    """In how many of the earlier Duels of which `cast` speaks it is true."""

    cast: CastAgain


@record
class Add(Num):
    parts: tuple[Num, ...]


@record
class Minus(Num):
    left: Num
    right: Num


@record
class Gap(Num):
    """The difference between two numbers, without a sign."""

    left: Num
    right: Num


@record
class Times(Num):
    left: Num
    right: Num


@record
class Part(Num):
    """`left` divided by `right`; `rounding` is "down", "up", or "" (then a remainder needs a ruling)."""

    left: Num
    right: Num
    rounding: str = ""


@record
class Greatest(Num):
    parts: tuple[Num, ...]


@record
class Least(Num):
    parts: tuple[Num, ...]


@record
class Moved(Num):
    """Stars (or an attribute) that a Wizard gained or lost from spells earlier this Duel: the sum of single changes.

    `way` is "gain", "loss" or "net"; `source` a test of the caster of the spell that made the change.
    `bare`: nothing says when or from what; no other meaning.
    """

    who: Who
    way: str
    attr: str
    source: Cond | None = None
    bare: bool = field(default=False, compare=False)


@record
class Position(Num):
    who: Who


@record
class SpeedOf(Num):
    """The Speed of the spell that a Wizard cast."""

    who: Who
