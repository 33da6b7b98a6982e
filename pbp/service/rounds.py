"""The rounds of a tournament: opened as ordinary contests, decided by their results, followed by the next one."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pbp.errors import Refused
from pbp.fair.dice import Dice, step_key
from pbp.honours import forms
from pbp.honours.forms import TournamentForm
from pbp.honours.ladders import why_not_climb
from pbp.honours.pairings import Pair
from pbp.service import contests, steps
from pbp.service.brackets import BYE, LOT, NOBODY, NOT_PLAYED, PLAYED, WALKOVER, TournamentNow, playing, standing
from pbp.service.desk import Desk, secret_season
from pbp.service.present import present
from pbp.store import Duel, MeetingRow, Tournament, Tx
from pbp.store.states import RUNNING, DuelState, Notify, TournamentState

_WON, _DRAWN, _LOST = 2, 1, 0
"""The points of a meeting, in halves."""


def go_on(desk: Desk, tx: Tx, tournament: Tournament, at: datetime) -> None:
    """Takes in the results that are there; when a round is over opens the next one, or ends the tournament.

    A round that nobody has to play, since all but one of each pair have gone, is over as it begins.
    """
    for row in tx.meetings(tournament.number):
        if row.decided is None and row.duel is not None and (duel := tx.duel(row.duel)).state not in RUNNING:
            _take_in(desk, tx, standing(tx, tournament), row, duel, at)
    while tournament.form != TournamentForm.LADDER:
        now = standing(tx, tournament)
        if now.open:
            return
        present_names = playing(tx, now.entered, at)
        pairs = forms.next_round(now.form, now.terms, now.drawn, present_names, now.meetings)
        if not pairs:
            finish(desk, tx, now, at)
            return
        _open_round(desk, tx, now, pairs, present_names, at)


def finish(desk: Desk, tx: Tx, now: TournamentNow, at: datetime, *, why: str = "") -> None:
    """Ends a tournament: its final table is told once, and each entrant is written to."""
    tournament = now.tournament
    tx.change_tournament(tournament.number, state=TournamentState.ENDED, ended=at)
    winners = now.places[0] if now.places else ()
    journal(tx, tournament, at, f"is over: {' and '.join(winners) or 'nobody'} wins{f' ({why})' if why else ''}")
    comment(desk, tx, tournament, f"final{_again(tx, tournament)}", "final", at, why=why)
    for entrant in now.entered:
        wizard = tx.wizard(entrant.name)
        if wizard and wizard.notify == Notify.ALL:
            place = next((nth for nth, names in _counted(now) if entrant.name in names), 0)
            letter(desk, tx, tournament, entrant.name, "final", at, place=place, winners=winners)


def _counted(now: TournamentNow) -> list[tuple[int, tuple[str, ...]]]:
    """The groups of equals, each with the place that they share."""
    first, found = 1, []
    for names in now.places:
        found.append((first, names))
        first += len(names)
    return found


# ---- a round ---------------------------------------------------------------------------------------------------------


def _open_round(
    desk: Desk, tx: Tx, now: TournamentNow, pairs: list[Pair], present_names: set[str], at: datetime
) -> None:
    number = now.round + 1
    for board, (home, away) in enumerate(pairs, 1):
        row = MeetingRow(now.tournament.number, number, board, home, away, None, 0, None, None, "", None)
        tx.add_meeting(row)
        _meet(desk, tx, now.tournament, row, present_names, at)
    journal(tx, now.tournament, at, f"round {number} begins")
    comment(desk, tx, now.tournament, f"round{number}", "round", at, round=number)


def _meet(desk: Desk, tx: Tx, tournament: Tournament, row: MeetingRow, present_names: set[str], at: datetime) -> None:
    """Opens the contest of a meeting, or decides it at once where one of the two, or both, do not play."""
    here = [name for name in (row.home, row.away) if name in present_names]
    if len(here) == 2:
        _contest(desk, tx, tournament, row, at)
    elif not here:
        _decide(tx, row, (_LOST, _LOST), NOBODY, at)
    else:
        points = (_WON, _LOST) if here[0] == row.home else (_LOST, _WON)
        _decide(tx, row, points, BYE if not row.away else WALKOVER, at)


def _contest(desk: Desk, tx: Tx, tournament: Tournament, row: MeetingRow, at: datetime) -> Duel:
    """An ordinary contest; when it is played again, the other has the first seat."""
    game, _ = contests.game_called(tournament.game)
    duel = contests.make(
        desk, tx, game, seats(row), at, variant=tournament.variant, options=tournament.options
    )  # fmt: skip
    tx.change_meeting(row, duel=duel.number)
    steps.announce(desk, tx, duel, present(desk, tx, duel), at)
    return duel


def seats(row: MeetingRow) -> Pair:
    """Who has the first seat of a meeting's newest contest, and the other."""
    return (row.home, row.away) if row.again % 2 == 0 else (row.away, row.home)


def climb(desk: Desk, tx: Tx, tournament: Tournament, challenger: str, other: str, at: datetime) -> int:
    """Begins a contest for a higher place on a ladder; gives its number. Raises Refused."""
    now = standing(tx, tournament)
    if now.form != TournamentForm.LADDER or tournament.state != TournamentState.RUNNING:
        raise Refused(f"tournament {tournament.number} is no ladder that goes on")
    if why := why_not_climb(now.ladder, challenger, other, now.terms.reach):
        raise Refused(why)
    present_names = playing(tx, now.entered, at)
    for name in (challenger, other):
        if name not in present_names:
            raise Refused(f"{name} is idle")
        if any(name in (row.home, row.away) for row in now.open):
            raise Refused(f"{name} is in a contest of this ladder already")
    row = MeetingRow(tournament.number, now.round + 1, 1, challenger, other, None, 0, None, None, "", None)
    tx.add_meeting(row)
    journal(tx, tournament, at, f"{challenger} challenges {other}")
    return _contest(desk, tx, tournament, row, at).number


# ---- results ---------------------------------------------------------------------------------------------------------


def _take_in(desk: Desk, tx: Tx, now: TournamentNow, row: MeetingRow, duel: Duel, at: datetime) -> None:
    """Decides a meeting by its contest, which has ended, or has it played again."""
    outcome = (duel.summary or {}).get("outcome") if duel.state == DuelState.RESOLVED else None
    if outcome and outcome["winner"]:
        first = duel.seats.index(outcome["winner"]) == 0
        home = first == (row.again % 2 == 0)
        _decide(tx, row, (_WON, _LOST) if home else (_LOST, _WON), PLAYED, at)
    elif now.form != TournamentForm.KNOCK_OUT and outcome:
        points = (_DRAWN, _DRAWN) if outcome["draw"] else (_LOST, _LOST)
        _decide(tx, row, points, PLAYED, at)
    elif row.again < (now.terms.replays if now.form == TournamentForm.KNOCK_OUT else 1):
        tx.change_meeting(row, again=row.again + 1)
        fresh = next(each for each in standing(tx, now.tournament).open if each.board == row.board
                     and each.round == row.round)  # fmt: skip
        _meet(desk, tx, now.tournament, fresh, playing(tx, now.entered, at), at)
    elif now.form == TournamentForm.KNOCK_OUT:
        _draw_lot(desk, tx, now.tournament, row, duel, at)
    else:
        _decide(tx, row, (_DRAWN, _DRAWN), NOT_PLAYED, at)
    if now.form == TournamentForm.LADDER and outcome:
        what = f"ladder{row.round}{_again(tx, now.tournament)}"
        comment(desk, tx, now.tournament, what, "ladder", at, row=row, duel=duel, outcome=outcome)


def take_back(desk: Desk, tx: Tx, duel: Duel, at: datetime) -> None:
    """Takes back what a contest decided in its tournament: it counts again once the contest has another result.

    Raises Refused if the tournament has gone on from there.
    """
    found = tx.meeting_of(duel.number)
    if found is None or found[1].decided is None or found[0].state == TournamentState.CANCELLED:
        return
    tournament, row = tx.tournament(found[0].number, lock=True), found[1]
    now = standing(tx, tournament)
    if row.round < now.round and now.form != TournamentForm.ROUND_ROBIN:
        raise Refused(f"tournament {tournament.number} has gone on from the result of duel {duel.number} already")
    tx.change_meeting(row, home_points=None, away_points=None, how="", decided=None)
    if tournament.state == TournamentState.ENDED:
        tx.change_tournament(tournament.number, state=TournamentState.RUNNING, ended=None)
    nth = _undone(tx, tournament) + 1
    tx.journal(at, "tournament-undone", number=tournament.number, title=tournament.title, duel=duel.number)
    comment(desk, tx, tournament, f"undone{nth}", "undone", at, row=row, duel=duel, over=tournament.ended is not None)


def _undone(tx: Tx, tournament: Tournament) -> int:
    """How often a result of a tournament was taken back."""
    entries = tx.entries(kind="tournament-undone")
    return sum(entry.values["number"] == tournament.number for entry in entries)


def _again(tx: Tx, tournament: Tournament) -> str:
    """What tells the texts on a tournament apart that come after a result was taken back; else nothing."""
    nth = _undone(tx, tournament)
    return f"again{nth}" if nth else ""


def _draw_lot(desk: Desk, tx: Tx, tournament: Tournament, row: MeetingRow, duel: Duel, at: datetime) -> None:
    """Lets the lot decide, by the seed of the contest that has brought no winner: it was secret while that went on."""
    season = tx.season(duel.season)
    assert season
    seed = secret_season(season.key).seed(duel.seed_index)
    dice = Dice(step_key(seed, duel.number, 0, [("tournament", str(tournament.number))]))
    drawn = dice.draw(2, "who goes on")
    _decide(tx, row, (_WON, _LOST) if drawn == 1 else (_LOST, _WON), LOT, at)
    goes_on = row.home if drawn == 1 else row.away
    what = f"lot{row.round}board{row.board}{_again(tx, tournament)}"
    comment(desk, tx, tournament, what, "lot", at, row=row, duel=duel, goes_on=goes_on, drawn=drawn)


def _decide(tx: Tx, row: MeetingRow, points: tuple[int, int], how: str, at: datetime) -> None:
    tx.change_meeting(row, home_points=points[0], away_points=points[1], how=how, decided=at)


def lots(tx: Tx, tournament: Tournament) -> bytes:
    """The seed of a tournament's draw."""
    season = tx.season(tournament.season)
    assert season
    return secret_season(season.key).lots(tournament.post)


# ---- what is told ----------------------------------------------------------------------------------------------------


def journal(tx: Tx, tournament: Tournament, at: datetime, said: str) -> None:
    """Journals what has happened to a tournament."""
    tx.journal(at, "tournament", number=tournament.number, title=tournament.title, said=said)


def comment(desk: Desk, tx: Tx, tournament: Tournament, what: str, about: str, at: datetime, **facts: Any) -> None:
    """Queues a comment on a tournament's post, as it stands now."""
    key = desk.key_in_line(tx, desk.key(None, f"t{tournament.number}.{what}"))
    tournament = tx.tournament(tournament.number)
    facts |= {"about": about, "s": standing(tx, tournament), "tournament": tournament}
    desk.remark(tx, key, tournament.post, "tournament", at, **facts)


def letter(desk: Desk, tx: Tx, tournament: Tournament, name: str, about: str, at: datetime, **facts: Any) -> None:
    """Queues a letter to a player about a tournament, which follows its post."""
    key = desk.key(None, f"t{tournament.number}.{about}{_again(tx, tournament)}", name)
    now = standing(tx, tx.tournament(tournament.number))
    desk.letter_to(
        tx, name, key, "tournament", at, about=about, tournament=tournament, s=now, after=[tournament.post], **facts
    )  # fmt: skip
