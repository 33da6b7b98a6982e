"""A further seed of a contest: its own is published with its result, and it goes on after that was taken back.

What is played after a published result must not hang on a seed that everybody knows. So the next unused one of the
season is taken before the step opens, and named in the comment that opens it; the list of the season names it, too.
"""

from __future__ import annotations

from datetime import datetime

from pbp.store import Duel, Tx

_KIND = "further-seed"


def index_of(tx: Tx, duel: Duel) -> int:
    """The index of the seed that a step closed now is played with."""
    taken = tx.entries(duel.number, _KIND)
    return int(taken[-1].values["index"]) if taken else duel.seed_index


def indices(tx: Tx) -> dict[int, int]:
    """The index of the further seed of each contest that ever had one, by its number."""
    return {entry.duel: int(entry.values["index"]) for entry in tx.entries(kind=_KIND) if entry.duel}


def is_published(tx: Tx, duel: Duel) -> bool:
    """Whether everybody knows the seed that a running duel would be played on with."""
    published = False
    for entry in tx.entries(duel.number):
        if entry.kind == "voided":
            published |= entry.values.get("published", True)
        elif entry.kind == _KIND:
            published = False
    return published


def take_if_published(tx: Tx, duel: Duel, at: datetime) -> int | None:
    """Takes a seed for the step that is about to open, if the present one was published; gives its index."""
    if not is_published(tx, duel):
        return None
    index = tx.take_seed(duel.season)
    tx.journal(at, _KIND, duel.number, index=index, step=duel.step)
    return index


def of_season(tx: Tx, season: str) -> list[tuple[int, int]]:
    """Every further seed of a season's duels, as (index, number of the duel)."""
    numbers = {number for _, number, _, _ in tx.duels_of_season(season)}
    return [(e.values["index"], e.duel) for e in tx.entries(kind=_KIND) if e.duel is not None and e.duel in numbers]
