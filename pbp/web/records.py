"""What the duels so far tell about spells and wizards: counted here, from public facts alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pbp.games import ring_game
from pbp.games.base import bare_name
from pbp.honours.tables import Honours
from pbp.store.states import RUNNING, DuelState
from pbp.web.facts import PublicContest, PublicDuel


@dataclass(frozen=True, slots=True)
class SpellRecord:
    """How often a spell was cast, what it brought its casters in Stars, all in all, and in which duel it was last."""

    casts: int
    brought: int
    last: int | None


@dataclass(frozen=True, slots=True)
class CastRecord:
    """One wizard's part in one resolved duel; `spell` is empty if the wizard cast nothing."""

    duel: PublicDuel
    spell: str
    inputs: str
    before: int
    after: int


NEVER = SpellRecord(0, 0, None)


def spell_records(duels: Iterable[PublicDuel]) -> dict[str, SpellRecord]:
    """The records of all spells that were cast, by names in small letters."""
    casts: dict[str, list[int]] = {}
    brought: dict[str, int] = {}
    for duel in duels:
        for cast in duel.casts:
            casts.setdefault(cast.spell.casefold(), []).append(duel.number)
        for hit in duel.hits:
            if hit.by == hit.to:
                name = hit.spell.casefold()
                brought[name] = brought.get(name, 0) + hit.stars
    return {
        name: SpellRecord(len(casts.get(name, ())), brought.get(name, 0), max(casts.get(name, ()), default=None))
        for name in casts.keys() | brought.keys()
    }


def turns(duels: Iterable[PublicDuel], wizard: str) -> list[CastRecord]:
    """A wizard's resolved duels, newest first."""
    found = []
    for duel in sorted(duels, key=lambda duel: -duel.number):
        seat = next((seat for seat in duel.seats if seat.name == wizard), None)
        if duel.state != DuelState.RESOLVED or seat is None or seat.after is None:
            continue
        cast = next((cast for cast in duel.casts if cast.wizard == wizard), None)
        spell, inputs = (cast.spell, cast.inputs) if cast else ("", "")
        found.append(CastRecord(duel, spell, inputs, seat.before, seat.after))
    return found


@dataclass(frozen=True, slots=True)
class ContestRecord:
    """How many contests a wizard has won, drawn and lost, and how many go on. One that both lose is lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    open: int = 0

    @property
    def all(self) -> int:
        """How many there are."""
        return self.won + self.drawn + self.lost + self.open

    def __str__(self) -> str:
        """In words: "2 won, 1 lost, 1 open"."""
        counted = ((self.won, "won"), (self.drawn, "drawn"), (self.lost, "lost"), (self.open, "open"))
        return ", ".join(f"{number} {what}" for number, what in counted if number)


def result(contest: PublicContest, wizard: str) -> str:
    """What a contest was for one of its players: won, drawn, lost, open, or cancelled."""
    if contest.state in RUNNING:
        return "open"
    if contest.state == DuelState.CANCELLED:
        return "cancelled"
    if contest.winner:
        return "won" if contest.winner == wizard else "lost"
    return "drawn" if contest.drawn else "lost"


def score(honours: Honours, contests: Iterable[PublicContest], wizard: str) -> ContestRecord:
    """What a wizard's contests came to, as the tables of all games say, and how many are open."""
    tables = [honours.table(game) for game in honours.games if game != bare_name(ring_game())]
    own = [row.tally for table in tables if table for row in table.rows if row.player == wizard]
    going = sum(wizard in contest.players and contest.state in RUNNING for contest in contests)
    return ContestRecord(sum(t.won for t in own), sum(t.drawn for t in own), sum(t.lost for t in own), going)


def stars_series(duels: Sequence[PublicDuel], wizards: Iterable[str]) -> dict[str, list[tuple[int, int]]]:
    """For each wizard who was in a resolved duel: (number, Stars after it), oldest first.

    The first is what the wizard began with, under the number before that of the first duel.
    """
    series: dict[str, list[tuple[int, int]]] = {name: [] for name in wizards}
    for duel in sorted(duels, key=lambda duel: duel.number):
        for seat in duel.seats if duel.state == DuelState.RESOLVED else ():
            own = series.get(seat.name)
            if own is not None and seat.after is not None:
                own += () if own else ((duel.number - 1, seat.before),)
                own.append((duel.number, seat.after))
    return {name: own for name, own in series.items() if own}


def best(duel: PublicDuel) -> tuple[list[str], int]:
    """Who gained most in a resolved duel, and how many Stars; nobody if nobody gained."""
    gains = {seat.name: seat.after - seat.before for seat in duel.seats if seat.after is not None}
    most = max(gains.values(), default=0)
    return ([name for name, gain in gains.items() if gain == most] if most > 0 else [], most)
