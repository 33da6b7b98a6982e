"""Wizards: none, one or many of the ring."""

from __future__ import annotations

from dataclasses import field

from pbp.spells.tree.base import Cond, Num, Who, record


@record
class Caster(Who):
    """The Wizard who cast this spell. `you`: so addressed in the text, which "they" is not; no other meaning."""

    you: bool = field(default=False, compare=False)


@record
class Chosen(Who):
    """The Wizard of the order's input number `index` (from 0): a position or a name, after redirection."""

    index: int


@record
class Member(Who):
    """The Wizard of whom a test or an outcome for each of a group is being read, `up` groups further out."""

    up: int = 0


@record
class All(Who):
    """Everyone in the ring, idle Wizards too."""


@record
class Those(Who):
    """The Wizards of a group of whom `test` is true (of Member(0))."""

    group: Who
    test: Cond


@record
class Neighbours(Who):
    """The Wizards next to one Wizard: always others, each once."""

    of: Who


@record
class Offset(Who):
    """The Wizard `steps` positions after (below 0: before) one Wizard; the ring wraps."""

    of: Who
    steps: Num


@record
class At(Who):
    """The Wizard at a position given as a number; nobody if there is none."""

    position: Num


@record
class Pick(Who):
    """`count` different Wizards drawn from a group, counted in ring order. The same `key` is the same draw.

    `one`: said as "a random one"; no other meaning.
    """

    key: int
    among: Who
    count: int = 1
    secret: bool = False
    one: bool = field(default=False, compare=False)


@record
class Top(Who):
    """Those of a group for whom `by` (of Member(0)) is highest, or lowest: the first `count` of that order.

    `ties` says what is done with several: "all", "random" (drawn under `key`), "first", "last", "none",
    "ruling" where the text does not say, or "sole" where it speaks of the only one there is.
    """

    among: Who
    by: Num
    most: bool
    ties: str = "ruling"
    key: int = 0
    count: int = 1


@record
class Join(Who):
    """The Wizards of several groups, each once."""

    parts: tuple[Who, ...]


@record
class Without(Who):
    """A group without some Wizards."""

    whole: Who
    part: Who


@record
class TargetOf(Who):
    """Whom the spell that `of` cast targets; inside a Redirect, the one target that may move."""

    of: Who
