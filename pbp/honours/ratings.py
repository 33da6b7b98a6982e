"""Ratings by final order, with how sure they are: Weng and Lin's Bradley-Terry model, as `openskill` has it.

A ring is rated as everybody against everybody, each pair from how both stood before, and what the pairs say is
averaged: a duel of many counts as much as a duel of two. Of openskill's own models for many, Plackett-Luce gives who
shares the first place less than who is third (from an even start 26.0, 26.0, 26.8), and ties are common in rings; the
full pairing adds the pairs up, so that one ring of 25 would settle everything. Of two players all are the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import fsum
from typing import Any

from pbp.honours.results import DuelResult

CERTAIN = 2
"""So many standard deviations to both sides a player's strength is likely to lie: nineteen chances in twenty."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of a player's strength: the mean `mu` and the standard deviation `sigma`."""

    mu: float
    sigma: float

    @property
    def margin(self) -> float:
        """How far the strength is likely to be from the mean."""
        return CERTAIN * self.sigma

    @property
    def low(self) -> float:
        """What the strength is likely to be at least: by this players are ordered."""
        return self.mu - self.margin


@dataclass(frozen=True, slots=True)
class Rated:
    """A player's rating after a duel."""

    number: int
    rating: Rating


def start() -> Rating:
    """What everybody begins with."""
    first = _model().rating()
    return Rating(first.mu, first.sigma)


def rate(results: Sequence[DuelResult], known: Mapping[str, Sequence[Rated]] | None = None) -> dict[str, list[Rated]]:
    """The rating of each player after each of the given duels, which are in the order of their numbers.

    `known`: what came of the duels before these, on which they go on.
    """
    model, unrated = _model(), start()
    rated: dict[str, list[Rated]] = {player: list(steps) for player, steps in (known or {}).items()}
    for result in results:
        before = {p.player: rated[p.player][-1].rating if p.player in rated else unrated for p in result.players}
        places = {p.player: p.place for p in result.players}
        for player, rating in _after(model, before, places).items():
            rated.setdefault(player, []).append(Rated(result.number, rating))
    return rated


def _after(model: Any, before: Mapping[str, Rating], places: Mapping[str, int]) -> dict[str, Rating]:
    """The ratings after one duel, from how each pair came out of it."""
    said: dict[str, list[Any]] = {player: [] for player in before}
    alone = {player: [model.create_rating([rating.mu, rating.sigma])] for player, rating in before.items()}
    for one, other in combinations(before, 2):
        after = model.rate([alone[one], alone[other]], ranks=[places[one], places[other]])
        said[one] += after[0]
        said[other] += after[1]
    return {
        player: Rating(fsum(each.mu for each in pairs) / len(pairs), fsum(each.sigma for each in pairs) / len(pairs))
        for player, pairs in said.items()
    }


def _model() -> Any:
    # not with the module: commands that rate nobody need not load it
    from openskill.models import BradleyTerryFull

    return BradleyTerryFull()
