"""What was published of an ended duel, as far as honours go by it: who was in it, and in which order they came out.

A result is made of the same parts whether they come from the store or from a published bundle, so that both agree.
Duels that were cancelled, or whose result was taken back and is not resolved again, have none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pbp import fair
from pbp.games import find_game


@dataclass(frozen=True, slots=True)
class Placed:
    """How one player came out of a duel.

    `place` counts from 1; who is equal shares one, and the next place is left out as in any race. `score`, of a ring:
    the Stars gained or lost in it; of a contest: 1 for who won, 0.5 for a draw, 0. `spells`: what was cast, in order.
    """

    player: str
    place: int
    score: float
    spells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DuelResult:
    """An ended duel or contest: `game` without the version of its rules, `variant` if it has one.

    `closed`: when its last step closed; None for a contest that was given up before any did. `players` by place, then
    by name.
    """

    number: int
    season: str
    game: str
    variant: str
    closed: datetime | None
    players: tuple[Placed, ...]

    def of(self, player: str) -> Placed | None:
        """How that player came out of it."""
        return next((placed for placed in self.players if placed.player == player), None)

    @property
    def first(self) -> tuple[str, ...]:
        """Who ended first, alone or with others; nobody in a contest that both lost."""
        return tuple(placed.player for placed in self.players if placed.place == 1)


def ring_result(
    number: int,
    season: str,
    game: str,
    closed: datetime | None,
    wizards: Iterable[Mapping[str, Any]],
    view: Mapping[str, Any],
) -> DuelResult:
    """The result of a ring duel, from the wizards of its setup and its last view.

    The order is that of the Stars which the duel brought, since what each had before is carried on from duel to duel.
    Who was idle at the close could cast nothing, and was in no contest with the others: they are not placed.
    """
    casts = view["casts"]
    spells = {name: (str(cast["spell"]),) for name, cast in casts.items()}
    changes = {w["name"]: view["wizards"][w["name"]]["change"] for w in wizards if not w.get("idle")}
    placed = [
        Placed(name, 1 + sum(other > change for other in changes.values()), change, spells.get(name, ()))
        for name, change in changes.items()
    ]
    return DuelResult(number, season, game.split("/")[0], "", closed, _ordered(placed))


def contest_result(
    number: int,
    season: str,
    game: str,
    closed: datetime | None,
    setup: Mapping[str, Any],
    outcome: Mapping[str, Any],
    orders: Iterable[Mapping[str, str]] = (),
) -> DuelResult:
    """The result of a contest, from its setup, how it ended: {winner, draw}, and the orders of each step by player.

    Where a substitute has taken over it is that of the player whose seat it is: the rules know no other name.
    """
    winner, drawn = outcome["winner"], bool(outcome["draw"])
    rules, variant, placed = find_game(game), setup.get("variant"), []
    given = list(orders) if rules else []
    for player in setup["players"]:
        place = 1 if drawn or player == winner else 2
        cast = [rules.spell_of(variant, step[player]) for step in given if player in step] if rules else []
        placed.append(
            Placed(player, place, 0.5 if drawn else float(player == winner), tuple(spell for spell in cast if spell))
        )
    return DuelResult(number, season, game.split("/")[0], variant or "", closed, _ordered(placed))


def bundle_result(value: Mapping[str, Any]) -> DuelResult | None:
    """The result that a checked bundle of any version tells; None of a cancelled duel."""
    if "steps" not in value:
        return None
    closed = fair.read_stamp(value["steps"][-1]["closed_at"]) if value["steps"] else None
    of = value["duel"], value["season"], value["game"], closed
    if "wizards" in value["setup"]:
        return ring_result(*of, value["setup"]["wizards"], value["view"])
    given = [(step.get("correction") or step)["orders"] for step in value["steps"]]
    orders = [{each["player"]: each["order"] for each in step} for step in given]
    return contest_result(*of, value["setup"], value.get("ended") or value["outcome"], orders)


def _ordered(placed: Sequence[Placed]) -> tuple[Placed, ...]:
    return tuple(sorted(placed, key=lambda each: (each.place, each.player)))
