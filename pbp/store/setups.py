"""What a duel begins with, as its row keeps it: the ring of a ring duel, or the seats of a contest of two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pbp.games.base import CONTEST, RING


@dataclass(frozen=True, slots=True)
class RingSetup:
    """The wizards of a ring by position, and the options that hold in it."""

    ring: Sequence[str]
    options: Mapping[str, Any] = field(default_factory=dict)
    format: ClassVar[str] = RING

    @property
    def seats(self) -> list[str]:
        """The names by which the rules know who is in it, by seat."""
        return list(self.ring)

    @property
    def participants(self) -> list[str]:
        """Who plays in each seat."""
        return list(self.ring)


@dataclass(frozen=True, slots=True)
class ContestSetup:
    """The two seats of a contest, every option written out, its variant, and who plays for a seat's own player."""

    players: Sequence[str]
    options: Mapping[str, Any]
    variant: str | None = None
    played_by: Mapping[str, str] = field(default_factory=dict)
    format: ClassVar[str] = CONTEST

    @property
    def seats(self) -> list[str]:
        """The names by which the rules know who is in it, by seat."""
        return list(self.players)

    @property
    def participants(self) -> list[str]:
        """Who plays in each seat: in place of a player whom a substitute has taken over from, the substitute."""
        return [self.played_by.get(name, name) for name in self.players]

    @property
    def scenario(self) -> dict[str, Any]:
        """The keys of a scenario file."""
        variant = {} if self.variant is None else {"variant": self.variant}
        return {**variant, "players": self.seats, "options": dict(self.options)}


Setup = RingSetup | ContestSetup


def written(setup: Setup) -> dict[str, Any]:
    """A setup as values of JSON."""
    if isinstance(setup, RingSetup):
        return {"ring": setup.seats, "options": dict(setup.options)}
    return setup.scenario | ({"played_by": dict(setup.played_by)} if setup.played_by else {})


def read(values: Mapping[str, Any]) -> Setup:
    """The setup that was written so; a contest's may have the other keys of a scenario file, which are left."""
    if "ring" in values:
        return RingSetup(tuple(values["ring"]), values["options"])
    return ContestSetup(
        tuple(values["players"]), values["options"], values.get("variant"), values.get("played_by") or {}
    )
