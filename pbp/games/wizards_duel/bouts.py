"""The end of a bout, and what it means for the contest (rules page, 1.1, 1.2, 1.5, 1.6, 1.9)."""

from __future__ import annotations

from pbp.fair.dice import Dice
from pbp.games.base import Event, Outcome
from pbp.games.wizards_duel.state import CASTING, Shown, Wizards, changed, full_hands
from pbp.games.wording import counted

_ITEMS = {"balance_of_harmony": "the Balance of Harmony", "hestias_hearth": "Hestia's Hearth"}


def by_points(state: Wizards, points: tuple[int, int]) -> tuple[int | None, str]:
    """Who wins a bout whose rounds are all played, and why."""
    if points[0] == points[1]:
        owner, each = state.draw_winner, f"{counted(points[0], 'point')} each"
        if owner is None:
            return None, each
        return owner, f"{each}, and {state.players[owner]} owns {_ITEMS[str(state.rules.draw_item)]}"
    winner = 0 if points[0] > points[1] else 1
    return winner, f"{counted(points[winner], 'point')} to {points[1 - winner]}"


def end_bout(
    state: Wizards, shown: Shown, winner: int | None, reason: str, dice: Dice, *, absence: bool = False
) -> tuple[Wizards, list[Event]]:
    """The state after a bout has ended: the next bout, or the end of the contest.

    `shown`: the record of the step's round; `absence`: the bout was drawn because both were late twice.
    """
    won = (state.won[0] + (winner == 0), state.won[1] + (winner == 1))
    shown = changed(shown, hidden=(False, False), returned=(None, None), bout_over=(winner, reason))
    name = None if winner is None else state.players[winner]
    events = _disclosed(state, shown)
    events.append(Event("bout-over", {"bout": state.bout, "winner": name, "reason": reason}))
    after = changed(
        state,
        won=won,
        shown=shown,
        sides=full_hands(state.rules),
        phase=CASTING,
        askers=(),
        misses=0,
        absences=state.absences + 1 if absence else 0,
        undo=None,
        undone=(),
    )
    outcome = _outcome(after, winner, dice, events)
    if outcome:
        facts = {"winner": outcome.winner, "draw": outcome.draw, "reason": outcome.reason}
        events.append(Event("contest-over", facts))
        return changed(after, outcome=outcome), events
    return _next_bout(after, winner, events), events


def _disclosed(state: Wizards, shown: Shown) -> list[Event]:
    """The casts that fog has hidden until now; the last round's is told by its own event."""
    hidden = [(round_, seat, spell) for seat, side in enumerate(state.sides) for round_, spell in side.hidden]
    hidden += [(round_, seat, spell) for seat, round_, spell in state.undone]
    return [
        Event(
            "disclosed",
            {"player": state.players[seat], "round": round_, "spell": spell, "name": state.rules.title(spell)},
        )
        for round_, seat, spell in sorted(hidden)
        if (round_, spell) != (shown.round, shown.casts[seat])
    ]


def _outcome(state: Wizards, winner: int | None, dice: Dice, events: list[Event]) -> Outcome | None:
    """How the contest ended with this bout, or None."""
    rules, won = state.rules, state.won
    if state.absences == 2:
        return Outcome(None, True, "Both players were absent from two bouts in a row.")
    leader = 0 if won[0] > won[1] else 1
    score = f"{counted(won[leader], 'bout')} to {won[1 - leader]}"
    if winner is not None and (won[winner] >= rules.wins_needed or state.tiebreak):
        return Outcome(state.players[leader], False, f"{state.players[leader]} wins {score}.")
    if rules.duels is None or state.bout < rules.duels or (won[0] == won[1] and not state.tiebreak):
        return None
    if won[0] != won[1]:
        return Outcome(state.players[leader], False, f"{state.players[leader]} wins {score}.")
    seat = state.tiebreak_seat
    if seat is None:
        seat = dice.draw(2, "the seat that wins a drawn tiebreak bout") - 1
        events.append(Event("coin", {"player": state.players[seat]}))
    return Outcome(state.players[seat], False, f"The tiebreak bout is drawn, and {state.players[seat]} wins the tie.")


def _next_bout(state: Wizards, winner: int | None, events: list[Event]) -> Wizards:
    rules, bout = state.rules, state.bout + 1
    tiebreak = rules.duels is not None and bout > rules.duels
    why = "tiebreak" if tiebreak else "replay" if rules.draws_replayed and winner is None else "next"
    events.append(Event("bout-begins", {"bout": bout, "why": why}))
    return changed(state, bout=bout, round=1, tiebreak=tiebreak)
