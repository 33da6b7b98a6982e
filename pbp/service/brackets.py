"""A tournament as it stands: what follows from its rows, for whoever plays its next round and whoever shows it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from pbp.games import find_game
from pbp.honours import forms
from pbp.honours.forms import Group, Terms, TournamentForm
from pbp.honours.ladders import climbed
from pbp.honours.meetings import Meeting
from pbp.service import absence
from pbp.store import Entrant, MeetingRow, Tournament, Tx
from pbp.store.states import TournamentState

PLAYED, WALKOVER, NOBODY, BYE, LOT, NOT_PLAYED = "played", "walkover", "nobody", "bye", "lot", "not played"
"""How a meeting was decided; the last is that of one whose contests were cancelled, which counts as drawn."""


@dataclass(frozen=True)
class TournamentNow:
    """A tournament with all that is known of it."""

    tournament: Tournament
    entered: tuple[Entrant, ...]
    rows: tuple[MeetingRow, ...]

    @property
    def form(self) -> TournamentForm:
        """How it goes."""
        return TournamentForm(self.tournament.form)

    @property
    def called(self) -> str:
        """What such a tournament is called: "knock-out", "Swiss tournament"."""
        names = {TournamentForm.SWISS: "Swiss tournament", TournamentForm.ROUND_ROBIN: "round robin"}
        return names.get(self.form, self.form.value)

    @cached_property
    def terms(self) -> Terms:
        """What its announcement fixed."""
        return Terms(**self.tournament.terms)

    @property
    def game(self) -> str:
        """What is played, as people read it."""
        game = find_game(self.tournament.game)
        name = game.title if game else self.tournament.game
        return f"{name} ({self.tournament.variant})" if self.tournament.variant else name

    @property
    def drawn(self) -> list[str]:
        """The entrants, in the order of the draw, and before it by name; on a ladder those who are still on it come in
        the order of entry.
        """
        return [entrant.name for entrant in self.entered]

    @property
    def gone(self) -> list[str]:
        """Who has left."""
        return [entrant.name for entrant in self.entered if entrant.left_at]

    @cached_property
    def meetings(self) -> list[Meeting]:
        """The meetings, as the tables count them."""
        return [_counted(row) for row in self.rows]

    @property
    def round(self) -> int:
        """The present round, or the last one; 0 before the first."""
        return max((row.round for row in self.rows), default=0)

    @property
    def rounds(self) -> list[tuple[int, list[MeetingRow]]]:
        """The rounds, each with its meetings."""
        numbers = sorted({row.round for row in self.rows})
        return [(number, [row for row in self.rows if row.round == number]) for number in numbers]

    @property
    def all_rounds(self) -> int:
        """How many rounds there will be; 0 before the draw, and on a ladder."""
        known = self.tournament.state != TournamentState.ENTRY and len(self.entered) > 1
        return forms.rounds_of(self.form, self.terms, self.drawn) if known else 0

    @property
    def open(self) -> list[MeetingRow]:
        """The meetings that go on."""
        return [row for row in self.rows if row.decided is None]

    @property
    def ladder(self) -> list[str]:
        """Who stands on a ladder, the best first; empty for any other form."""
        if self.form != TournamentForm.LADDER:
            return []
        standing = self.drawn
        for row in sorted((row for row in self.rows if row.decided), key=lambda row: (row.decided, row.round)):
            meeting = _counted(row)
            if meeting.winner and meeting.loser:
                standing = climbed(standing, meeting.winner, meeting.loser)
        return [name for name in standing if name not in self.gone]

    def is_for_third(self, row: MeetingRow) -> bool:
        """Whether a meeting is that for the third place, which stands beside the final of a knock-out."""
        return self.form == TournamentForm.KNOCK_OUT and row.round == self.all_rounds and row.board > 1

    @property
    def groups(self) -> list[Group]:
        """The tables."""
        return forms.groups(self.form, self.terms, self.drawn, self.meetings) if len(self.entered) > 1 else []

    @property
    def places(self) -> list[tuple[str, ...]]:
        """The entrants, the best first, as far as that is known."""
        return forms.places(self.form, self.terms, self.drawn, self.meetings, self.ladder) if self.rows else []


def standing(tx: Tx, tournament: Tournament) -> TournamentNow:
    """A tournament as it stands."""
    return standings(tx, [tournament])[0]


def standings(tx: Tx, tournaments: Sequence[Tournament]) -> list[TournamentNow]:
    """These tournaments as they stand, in their order."""
    numbers = [each.number for each in tournaments]
    entrants, rows = defaultdict(list), defaultdict(list)
    for entrant in tx.entrants(*numbers):
        entrants[entrant.tournament].append(entrant)
    for row in tx.meetings(*numbers):
        rows[row.tournament].append(row)
    return [TournamentNow(each, tuple(entrants[each.number]), tuple(rows[each.number])) for each in tournaments]


def playing(tx: Tx, entered: Sequence[Entrant], at: datetime) -> set[str]:
    """The entrants who play the next round: they have not left, and are active, or only away for a time."""
    active = {wizard.name for wizard in tx.wizards() if wizard.active or absence.is_away(tx, wizard.name, at)}
    return {entrant.name for entrant in entered if entrant.left_at is None and entrant.name in active}


def _counted(row: MeetingRow) -> Meeting:
    points = None if row.home_points is None or row.away_points is None else (row.home_points / 2, row.away_points / 2)
    return Meeting(row.round, row.home, row.away, points, row.duel or 0)
