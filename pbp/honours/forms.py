"""The forms of tournaments: which round comes next, and how all stand; whatever the form, from the same facts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import ceil, log2

from pbp.honours.ladders import divisions, next_season
from pbp.honours.meetings import Meeting, TableRow, table
from pbp.honours.pairings import Pair, after_knockout, knockout, knockout_places, round_robin, swiss


class TournamentForm(StrEnum):
    """How a tournament goes."""

    KNOCK_OUT = "knock-out"
    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    LEAGUE = "league"
    LADDER = "ladder"


@dataclass(frozen=True, slots=True)
class Terms:
    """What a tournament's announcement fixes beside its game.

    `rounds` of a Swiss one (0: as many as bring two who always win together); whether a knock-out has a contest for
    the `third` place, and how often a drawn contest of it is played again before the lot decides (`replays`); whether
    all meet twice (`double`); of a league the `size` of a division, how many are `exchanged` between neighbours, and
    how many `seasons` it has; how far up a ladder's challenges `reach`. Entry closes when there are `most`. `seeded`:
    the order of the draw is that of the ratings, and the lot decides only between those who are equal in them.
    """

    rounds: int = 0
    third: bool = False
    replays: int = 1
    double: bool = False
    size: int = 6
    exchanged: int = 1
    seasons: int = 1
    reach: int = 3
    most: int = 64
    seeded: bool = False


LIMITS = {
    "rounds": (0, 30), "replays": (0, 5), "size": (2, 16), "exchanged": (0, 8), "seasons": (1, 12), "reach": (1, 10),
    "most": (2, 64),
}  # fmt: skip
"""What each number among the terms can be."""

OF_FORM = {
    TournamentForm.KNOCK_OUT: ("third", "replays", "most", "seeded"),
    TournamentForm.SWISS: ("rounds", "most", "seeded"),
    TournamentForm.ROUND_ROBIN: ("double", "most"),
    TournamentForm.LEAGUE: ("double", "size", "exchanged", "seasons", "most", "seeded"),
    TournamentForm.LADDER: ("reach", "most"),
}
"""The terms that mean something in each form."""


@dataclass(frozen=True, slots=True)
class Group:
    """A table of a tournament: its name, where there are several, and its rows, the best first."""

    name: str
    rows: tuple[TableRow, ...]


def next_round(
    form: TournamentForm, terms: Terms, drawn: Sequence[str], playing: Collection[str], meetings: Sequence[Meeting]
) -> list[Pair]:
    """The round after those that are over; none when the tournament is. Who is not `playing` is still paired, but in
    Swiss rounds: the other then goes on without a contest.
    """
    number = 1 + max((meeting.round for meeting in meetings), default=0)
    if form == TournamentForm.KNOCK_OUT:
        return after_knockout(meetings, third=terms.third) if meetings else knockout(drawn)
    if form == TournamentForm.SWISS:
        present = [name for name in drawn if name in playing]
        return swiss(present, drawn, meetings) if number <= swiss_rounds(terms, drawn) and len(present) > 1 else []
    if form == TournamentForm.ROUND_ROBIN:
        rounds = round_robin(drawn, double=terms.double)
        return rounds[number - 1] if number <= len(rounds) else []
    if form == TournamentForm.LEAGUE:
        season, nth = divmod(number - 1, _season_length(terms, drawn))
        if season >= terms.seasons:
            return []
        parts = [round_robin(names, double=terms.double) for names in league(terms, drawn, meetings)[season]]
        return [pair for rounds in parts if nth < len(rounds) for pair in rounds[nth]]
    return []


def rounds_of(form: TournamentForm, terms: Terms, drawn: Sequence[str]) -> int:
    """How many rounds there are; 0 for a ladder, which has none."""
    if form == TournamentForm.KNOCK_OUT:
        return ceil(log2(max(2, len(drawn))))
    if form == TournamentForm.SWISS:
        return swiss_rounds(terms, drawn)
    if form == TournamentForm.ROUND_ROBIN:
        return len(round_robin(drawn, double=terms.double))
    return terms.seasons * _season_length(terms, drawn) if form == TournamentForm.LEAGUE else 0


def swiss_rounds(terms: Terms, drawn: Sequence[str]) -> int:
    """The rounds of a Swiss tournament: as the terms say, but no more than there are opponents."""
    most = len(drawn) - 1 + len(drawn) % 2
    return min(terms.rounds or ceil(log2(max(2, len(drawn)))), most)


def groups(form: TournamentForm, terms: Terms, drawn: Sequence[str], meetings: Sequence[Meeting]) -> list[Group]:
    """The tables: one, or of a league one for each division of its present season. None for a knock-out or a ladder."""
    if form in (TournamentForm.SWISS, TournamentForm.ROUND_ROBIN):
        return [Group("", tuple(table(drawn, meetings)))]
    if form == TournamentForm.LEAGUE:
        length = _season_length(terms, drawn)
        season = max((meeting.round - 1) // length for meeting in meetings) if meetings else 0
        parts = league(terms, drawn, meetings)[season]
        return [Group(f"Division {number}", tuple(_of(names, season, length, meetings)))
                for number, names in enumerate(parts, 1)]  # fmt: skip
    return []


def places(
    form: TournamentForm, terms: Terms, drawn: Sequence[str], meetings: Sequence[Meeting], ladder: Sequence[str] = ()
) -> list[tuple[str, ...]]:
    """The entrants, the best first; those of one group are equal. Empty for a knock-out that goes on."""
    if form == TournamentForm.KNOCK_OUT:
        over = bool(meetings) and all(meeting.points for meeting in meetings)
        return knockout_places(meetings) if over and not after_knockout(meetings, third=terms.third) else []
    if form == TournamentForm.LADDER:
        return [(name,) for name in ladder]
    return [(row.name,) for group in groups(form, terms, drawn, meetings) for row in group.rows]


def league(terms: Terms, drawn: Sequence[str], meetings: Sequence[Meeting]) -> list[list[list[str]]]:
    """The divisions of each season of a league, the highest first: those of a season follow from the one before."""
    length, found = _season_length(terms, drawn), [divisions(drawn, terms.size)]
    for season in range(terms.seasons - 1):
        tables = [[row.name for row in _of(names, season, length, meetings)] for names in found[-1]]
        found.append(next_season(tables, terms.exchanged))
    return found


def _of(names: Sequence[str], season: int, length: int, meetings: Sequence[Meeting]) -> list[TableRow]:
    """The table of a division in a season."""
    own = set(names)
    return table(names, [each for each in meetings if (each.round - 1) // length == season and each.home in own])


def _season_length(terms: Terms, drawn: Sequence[str]) -> int:
    """How many rounds a league's season has: as many as its largest division needs."""
    largest = max((len(names) for names in divisions(drawn, terms.size)), default=2)
    return (2 if terms.double else 1) * max(1, largest - 1 + largest % 2)
