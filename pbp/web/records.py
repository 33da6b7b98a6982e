"""What the duels so far tell about spells and wizards: counted here, from public facts alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pbp.store.states import DuelState
from pbp.web.desk import Duel


@dataclass(frozen=True, slots=True)
class SpellRecord:
    """How often a spell was cast, what it brought its casters in Stars, all in all, and in which duel it was last."""

    casts: int
    brought: int
    last: int | None


@dataclass(frozen=True, slots=True)
class Turn:
    """One wizard's part in one resolved duel; `spell` is empty if the wizard cast nothing."""

    duel: Duel
    spell: str
    inputs: str
    before: int
    after: int


def spell_record(duels: Iterable[Duel], spell: str) -> SpellRecord:
    """The record of a spell, by name regardless of case."""
    wanted = spell.casefold()
    casts = [duel.number for duel in duels for cast in duel.casts if cast.spell.casefold() == wanted]
    hits = (hit for duel in duels for hit in duel.hits if hit.spell.casefold() == wanted and hit.by == hit.to)
    return SpellRecord(len(casts), sum(hit.stars for hit in hits), max(casts, default=None))


def cast_counts(duels: Iterable[Duel], wizard: str | None = None) -> list[tuple[str, int]]:
    """Each spell cast, by everybody or by one wizard, with how often: the most frequent first."""
    counts = Counter(cast.spell for duel in duels for cast in duel.casts if wizard in (None, cast.wizard))
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def turns(duels: Iterable[Duel], wizard: str) -> list[Turn]:
    """A wizard's resolved duels, newest first."""
    found = []
    for duel in sorted(duels, key=lambda duel: -duel.number):
        seat = next((seat for seat in duel.seats if seat.name == wizard), None)
        if duel.state != DuelState.RESOLVED or seat is None or seat.after is None:
            continue
        cast = next((cast for cast in duel.casts if cast.wizard == wizard), None)
        spell, inputs = (cast.spell, cast.inputs) if cast else ("", "")
        found.append(Turn(duel, spell, inputs, seat.before, seat.after))
    return found


def stars_series(duels: Sequence[Duel], wizards: Iterable[str]) -> dict[str, list[tuple[int, int]]]:
    """For each wizard who was in a resolved duel: (number, Stars after it), oldest first."""
    series = {name: [(turn.duel.number, turn.after) for turn in reversed(turns(duels, name))] for name in wizards}
    return {name: line for name, line in series.items() if line}


def best(duel: Duel) -> tuple[list[str], int]:
    """Who gained most in a resolved duel, and how many Stars; nobody if nobody gained."""
    gains = {seat.name: seat.after - seat.before for seat in duel.seats if seat.after is not None}
    most = max(gains.values(), default=0)
    return ([name for name, gain in gains.items() if gain == most] if most > 0 else [], most)
