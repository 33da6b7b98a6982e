"""What the picture of a ring duel shows, as facts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seat:
    """A wizard's place in a ring: the position from 1, and the Stars before and, once resolved, after the duel."""

    position: int
    name: str
    idle: bool
    before: int
    after: int | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """What one wizard's spell did to the Stars of a wizard, perhaps the same."""

    by: str
    to: str
    spell: str
    stars: int


@dataclass(frozen=True, slots=True)
class Redirection:
    """A wizard's spell `of` that another spell turned from one wizard to another."""

    by: str
    spell: str
    wizard: str
    of: str
    was: str
    to: str


@dataclass(frozen=True, slots=True)
class Shield:
    """What a spell kept away: from a wizard what `of` would have changed, or, if `whole`, all of the wizard's `of`."""

    by: str
    spell: str
    wizard: str
    of: str
    whole: bool = False
