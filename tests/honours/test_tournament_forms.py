"""Each form played to its end by whoever is drawn first winning, with walkovers for who has gone."""

from __future__ import annotations

import pytest

from pbp.honours.forms import Terms, TournamentForm, groups, league, next_round, places, rounds_of
from pbp.honours.meetings import Meeting

DRAWN = [f"P{number}" for number in range(1, 9)]


def played(form: TournamentForm, terms: Terms, drawn: list[str] = DRAWN, gone: tuple[str, ...] = ()) -> list[Meeting]:
    meetings: list[Meeting] = []
    for number in range(1, 100):
        playing = [name for name in drawn if name not in gone]
        pairs = next_round(form, terms, drawn, playing, meetings)
        if not pairs:
            return meetings
        for home, away in pairs:
            first = home in playing and (away not in playing or home < away)
            meetings.append(Meeting(number, home, away, (1.0, 0.0) if first or not away else (0.0, 1.0)))
    raise AssertionError("it never ends")


@pytest.mark.parametrize(
    ("form", "terms", "rounds", "count"),
    [
        (TournamentForm.KNOCK_OUT, Terms(), 3, 7),
        (TournamentForm.KNOCK_OUT, Terms(third=True), 3, 8),
        (TournamentForm.SWISS, Terms(), 3, 12),
        (TournamentForm.SWISS, Terms(rounds=5), 5, 20),
        (TournamentForm.ROUND_ROBIN, Terms(), 7, 28),
        (TournamentForm.ROUND_ROBIN, Terms(double=True), 14, 56),
        (TournamentForm.LEAGUE, Terms(size=4, seasons=2), 6, 24),
    ],
)
def test_each_form_plays_its_rounds_and_ends(form: TournamentForm, terms: Terms, rounds: int, count: int) -> None:
    meetings = played(form, terms)
    assert rounds_of(form, terms, DRAWN) == rounds == max(meeting.round for meeting in meetings)
    assert len(meetings) == count
    final = places(form, terms, DRAWN, meetings)
    assert final[0] == ("P1",)
    assert sorted(name for group in final for name in group) == DRAWN


def test_who_goes_up_and_down_in_a_league() -> None:
    terms = Terms(size=4, exchanged=1, seasons=2)
    meetings = played(TournamentForm.LEAGUE, terms)
    first, second = league(terms, DRAWN, meetings)
    assert first == [["P1", "P2", "P3", "P4"], ["P5", "P6", "P7", "P8"]]
    assert second == [["P1", "P2", "P3", "P5"], ["P4", "P6", "P7", "P8"]]
    tables = groups(TournamentForm.LEAGUE, terms, DRAWN, meetings)
    assert [(group.name, [row.name for row in group.rows]) for group in tables] == [
        ("Division 1", ["P1", "P2", "P3", "P5"]),
        ("Division 2", ["P4", "P6", "P7", "P8"]),
    ]


def test_a_swiss_round_leaves_out_who_has_gone_and_a_bracket_gives_a_walkover() -> None:
    names = {
        name for meeting in played(TournamentForm.SWISS, Terms(), gone=("P8",)) for name in (meeting.home, meeting.away)
    }
    assert "P8" not in names
    places_ = places(TournamentForm.KNOCK_OUT, Terms(), DRAWN, played(TournamentForm.KNOCK_OUT, Terms(), gone=("P1",)))
    assert places_[0] == ("P2",) and "P1" in places_[-1]


def test_finalists_who_have_both_gone_are_equal_before_all_others() -> None:
    meetings = played(TournamentForm.KNOCK_OUT, Terms())
    last = meetings[-1]
    nobody = [*meetings[:-1], Meeting(last.round, last.home, last.away, (0.0, 0.0))]
    assert places(TournamentForm.KNOCK_OUT, Terms(), DRAWN, nobody)[0] == (last.home, last.away)


def test_the_places_of_a_knockout_are_known_at_its_end() -> None:
    meetings = played(TournamentForm.KNOCK_OUT, Terms())
    assert places(TournamentForm.KNOCK_OUT, Terms(), DRAWN, meetings[:-1]) == []
    assert places(TournamentForm.KNOCK_OUT, Terms(), DRAWN, meetings)[1] == ("P2",)


def test_a_ladder_stands_as_it_is() -> None:
    assert next_round(TournamentForm.LADDER, Terms(), DRAWN, DRAWN, []) == []
    assert places(TournamentForm.LADDER, Terms(), DRAWN, [], ["P2", "P1"]) == [("P2",), ("P1",)]
