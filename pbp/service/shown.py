"""The steps of a contest as everybody may see them, once they are resolved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pbp.games import find_game
from pbp.games.base import Facts
from pbp.store import Duel, Tx
from pbp.store.setups import written

PUBLIC = frozenset(
    "season taken-on joined scheduled contest commenced resolved cancelled extended paused resumed without reopened"
    " credited voided further-seed substituted tournament tournament-undone replaced".split()
)
"""The kinds of journal entries that everybody may read: what they say is posted, or stands on a page, at once."""
PUBLIC_AFTERWARDS = frozenset(("ruled", "revealed", "forfeit", "resigned", "draw-agreed"))
"""Those that everybody may read once their duel has its result; they name a spell, or who did what."""


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A resolved step: when it was closed, what happened, and the public view after it with what everybody can know."""

    step: int
    closed: datetime
    events: Sequence[Mapping[str, Any]]
    view: Facts


def shown_steps(tx: Tx, duel: Duel) -> list[ShownStep]:
    """The resolved steps of a contest, in order."""
    rows = [row for row in tx.steps(duel.number) if row.resolved]
    steps = [ShownStep(row.step, row.closed, row.events or (), row.view or {}) for row in rows]
    game = find_game(duel.game)
    if game is None:
        return steps
    published = [(step.view, step.events) for step in steps]
    return [
        ShownStep(
            step.step,
            step.closed,
            step.events,
            {**step.view, **game.known(written(duel.setup), published[: index + 1])},
        )
        for index, step in enumerate(steps)
    ]
