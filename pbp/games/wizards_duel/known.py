"""What everybody knows of the hands, gathered from what was published of the steps of a Wizard's Duel alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from pbp.games.base import Facts
from pbp.games.wizards_duel.variants import VARIANTS

RESTORATION, CHARM_PERSON = "1", "8"

Published = tuple[Facts, Sequence[Mapping[str, Any]]]
"""The public view after a step, and its events with their kinds."""


@dataclass
class _Hand:
    """`spent`: what is known to be cast and not taken back; `fogged`: the rounds whose hidden spell is not known yet.

    `hidden`: the last round with a hidden cast.
    """

    spent: set[str] = field(default_factory=set)
    fogged: set[int] = field(default_factory=set)
    hidden: int = 0


def known_hands(variant: str, players: Sequence[str], steps: Iterable[Published]) -> dict[str, dict[str, Any]]:
    """The hands after the last of these steps, which begin with a contest's first, as everybody knows them.

    For each player: `left`, the spells that may be left to cast in the bout; `fogged`, how many of these were cast
    under fog; `under_fog`, whether the cast of the step's round is hidden. Nothing after a bout, when all hands are
    full again.
    """
    hands: dict[str, _Hand] = {}
    before: dict[str, _Hand] = {}
    bout, round_, over = 0, 0, False
    for view, events in steps:
        if view["bout"] != bout:
            hands = {player: _Hand() for player in players}
        if (view["bout"], view["round"]) != (bout, round_):
            before = deepcopy(hands)
        bout, round_, over = view["bout"], view["round"], view["bout_over"] is not None
        for event in events:
            if event["kind"] == "round-undone":
                hands = deepcopy(before)
            elif event.get("player") in hands:
                _learn(hands[event["player"]], event, round_)
    if over:
        return {}
    return {
        player: {
            "left": [spell for spell in VARIANTS[variant].spells if spell not in hand.spent],
            "fogged": len(hand.fogged),
            "under_fog": hand.hidden == round_,
        }
        for player, hand in hands.items()
    }


def _learn(hand: _Hand, event: Mapping[str, Any], round_: int) -> None:
    match event["kind"]:
        case "cast":
            hand.spent.add(event["spell"])
        case "cast-hidden":
            hand.fogged.add(round_)
            hand.hidden = round_
        case "returned":  # only one spell takes another back, so that it is known, even under fog
            hand.spent.add(RESTORATION)
            hand.fogged -= {round_}
            if round_ - 1 in hand.fogged:
                hand.fogged -= {round_ - 1}
            else:  # a hidden one that is known by now has banned
                hand.spent.discard(CHARM_PERSON if event["spell"] == "hidden" else event["spell"])
        case "banned":  # and only one bans
            hand.spent.add(CHARM_PERSON)
            hand.fogged -= {round_}
