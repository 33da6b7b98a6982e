"""The state of a duel under way: Wizards, casts, the single changes so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbp.dice import Dice
from pbp.spells import tree as t


@dataclass(frozen=True, slots=True)
class Wizard:
    """A Wizard as the duel begins; the order of a ring's Wizards is the order of its positions."""

    name: str
    stars: int
    attributes: dict[str, str | int] = field(default_factory=dict)
    idle: bool = False


@dataclass(eq=False, slots=True)
class Cast:
    """One Wizard's cast as it goes through the duel.

    `inputs`: Wizards as numbers from 0, else the words or number chosen; None where a replacement gave none.
    """

    wizard: int
    name: str
    program: t.Program
    inputs: list[Any]
    void: str = ""
    retargeted: bool = False
    moved_by: set[int] = field(default_factory=set)
    drawn: dict[Any, Any] = field(default_factory=dict)
    decided: dict[int, bool] = field(default_factory=dict)
    done: bool = False

    def targets(self) -> list[int]:
        """The Wizards that it targets."""
        asked = self.program.inputs
        return [
            x for x, i in zip(self.inputs, asked, strict=False) if i.kind in ("position", "wizard") and x is not None
        ]


@dataclass(frozen=True, slots=True)
class Single:
    """One single change: whose, of what, how much, by which cast (and, of that cast, by which sentence)."""

    wizard: int
    attr: str
    amount: int
    cast: Cast
    at: int
    word: str | None = None


@dataclass(eq=False)
class Board:
    """The state of a duel under way."""

    wizards: Sequence[Wizard]
    casts: dict[int, Cast]
    dice: Dice
    traits: dict[str, frozenset[str]]
    earlier: dict[int, dict[str, str]]
    number: int
    stars: list[int]
    attributes: list[dict[str, str | int]]
    singles: list[Single] = field(default_factory=list)
    on_draw: Callable[[Cast, str, int, int, Any], None] = lambda *_: None
