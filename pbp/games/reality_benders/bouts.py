"""After a duel: Imagination's draft, the end of a bout, and of the contest (rules page, 2.6, 2.7, 2.9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pbp.fair.dice import Dice
from pbp.games.base import Event, Outcome
from pbp.games.reality_benders.state import (
    OFFER,
    OFFERED,
    PICK,
    Benders,
    Ended,
    OfferOrder,
    PickOrder,
    Side,
    first_phase,
    title,
)
from pbp.games.wording import counted

MOST_BOUTS = 5
WINS_NEEDED = 2
Happened = tuple[Benders, list[Event]]


def after_duel(state: Benders, early: Mapping[int, OfferOrder], dice: Dice) -> Happened:
    """The draft, if Imagination was cast and the bout goes on; else the next round, or the end of the bout.

    `early`: offers by seat that were sent with the cast; where they are all that is owed, no offer is asked for.
    """
    casters = tuple(seat for seat in (0, 1) if state.sides[seat].previous == "I")
    if not casters or (len(casters) == 1 and not state.sides[1 - casters[0]].castable):
        return _next_round(state, dice)
    events = [Event("imagines", {"player": state.players[s], "target": state.players[1 - s]}) for s in casters]
    offers = tuple(early[1 - seat].spells if seat in casters and 1 - seat in early else () for seat in (0, 1))
    state = replace(state, phase=OFFER, imagining=casters, offers=(offers[0], offers[1]))
    if state.asked:
        return state, events
    after, more = resolve_offer(state, {}, dice)
    return after, events + more


def resolve_offer(state: Benders, orders: Mapping[int, OfferOrder], dice: Dice) -> Happened:
    """Three spells for each who imagines, all shown together; a late offer is drawn by chance."""
    events: list[Event] = []
    offers = list(state.offers)
    for seat in sorted(1 - caster for caster in state.imagining):
        chance = seat in state.asked and seat not in orders
        if chance:
            offers[1 - seat] = _random_offer(state.players[seat], dice)
        elif seat in orders:
            offers[1 - seat] = orders[seat].spells
        events.append(_offered(state, seat, offers[1 - seat], chance=chance))
    return replace(state, phase=PICK, offers=(offers[0], offers[1])), events


def _offered(state: Benders, seat: int, spells: tuple[str, ...], *, chance: bool) -> Event:
    facts = {"player": state.players[seat], "target": state.players[1 - seat], "spells": list(spells)}
    return Event("offered", {**facts, "names": [title(spell) for spell in spells], "chance": chance})


def resolve_pick(state: Benders, orders: Mapping[int, PickOrder], dice: Dice) -> Happened:
    """Each who imagines takes one of the three; a late pick is drawn by chance. Then the round is over."""
    events: list[Event] = []
    sides = list(state.sides)
    for seat in state.asked:
        player, chance = state.players[seat], seat not in orders
        pick = dice.choice(state.offers[seat], f"the pick of {player}, who was late") if chance else orders[seat].spell
        sides[seat] = replace(sides[seat], hand=tuple(sorted((*sides[seat].hand, pick))))
        events.append(Event("picked", {"player": player, "spell": pick, "name": title(pick), "chance": chance}))
    state = replace(state, sides=(sides[0], sides[1]), imagining=(), offers=((), ()))
    after, more = _next_round(state, dice)
    return after, events + more


def _random_offer(player: str, dice: Dice) -> tuple[str, ...]:
    left = list(OFFERED)
    for place in ("first", "second", "third"):
        left.remove(dice.choice(left, f"the {place} spell of the offer of {player}, who was late"))
    return tuple(spell for spell in OFFERED if spell not in left)


def _next_round(state: Benders, dice: Dice) -> Happened:
    stuck = [seat for seat in (0, 1) if not state.sides[seat].castable]
    if stuck:
        return _end_bout(state, stuck, dice)
    return replace(state, round=state.round + 1, phase=first_phase(state.graph)), []


def _end_bout(state: Benders, stuck: list[int], dice: Dice) -> Happened:
    points = (state.sides[0].points, state.sides[1].points)
    winner = None if points[0] == points[1] else 0 if points[0] > points[1] else 1
    who = " and ".join(state.players[seat] for seat in stuck)
    why = f"{who} can cast nothing more"
    best = (
        f"{counted(max(points), 'point')} to {min(points)}"
        if winner is not None
        else f"{counted(points[0], 'point')} each"
    )
    ended = Ended(winner, f"{best}, as {why}", state.sides)
    name = None if winner is None else state.players[winner]
    events = [Event("bout-over", {"bout": state.bout, "winner": name, "reason": ended.reason})]
    after = replace(
        state,
        won=(state.won[0] + (winner == 0), state.won[1] + (winner == 1)),
        totals=(state.totals[0] + points[0], state.totals[1] + points[1]),
        shown=replace(state.shown, ended=ended),
        sides=(Side(), Side()),
    )
    if outcome := _outcome(after, dice, events):
        facts = {"winner": outcome.winner, "draw": outcome.draw, "reason": outcome.reason}
        return replace(after, outcome=outcome), [*events, Event("contest-over", facts)]
    events.append(Event("bout-begins", {"bout": state.bout + 1, "arrows": len(state.graph)}))
    return replace(after, bout=state.bout + 1, round=1, phase=first_phase(state.graph)), events


def _outcome(state: Benders, dice: Dice, events: list[Event]) -> Outcome | None:
    """How the contest ended with this bout: by two bouts won; after the fifth by bouts, points or the tie's seat."""
    won, totals = state.won, state.totals
    if max(won) < WINS_NEEDED and state.bout < MOST_BOUTS:
        return None
    if won[0] != won[1]:
        leader = 0 if won[0] > won[1] else 1
        words = f"wins {counted(won[leader], 'bout')} to {won[1 - leader]}"
    elif totals[0] != totals[1]:
        leader = 0 if totals[0] > totals[1] else 1
        words = f"wins by {counted(totals[leader], 'point')} to {totals[1 - leader]} over all bouts"
    else:
        seat = state.tiebreak_seat
        if seat is None:
            seat = dice.draw(2, "the seat that wins a tied contest") - 1
            events.append(Event("coin", {"player": state.players[seat]}))
        leader, words = seat, "wins the tie"
    return Outcome(state.players[leader], False, f"{state.players[leader]} {words}.")
