"""A reinforcement of Tactical Genius: advances, faster side first, then placements, then the tests for the end.

Events and their facts: late: player, missed (phases in a row; of both phases). advance: player, units.
advance-blocked: player, unit, column. place: player, unit, type, column, row, skills, cost, left.
place-failed: player, unit, column, row, why (occupied, behind-enemy). Units are called as `State.labels` says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from pbp.games.base import Event, Outcome
from pbp.games.tactical_genius.orders import Orders, Recruit
from pbp.games.tactical_genius.state import LAST_CALL, State, Unit, behind_enemy, pair


def reinforce(state: State, orders: Mapping[int, Orders], events: list[Event]) -> State:
    """The state after a reinforcement; what happened is added to `events`."""
    state = replace(state, order=())
    advancing = [seat for seat in (0, 1) if seat in orders and orders[seat].advance and state.army(seat)]
    advancing.sort(key=lambda seat: -max(unit.speed for unit in state.army(seat)))
    for seat in advancing:
        state = _advance(state, seat, events)
        if winner := _arrived(state, seat, events):
            return replace(state, ended=winner)
    for seat in (0, 1):
        for recruit in orders[seat].recruits if seat in orders else ():
            state = _place(state, seat, recruit, events)
    return replace(state, phase="command", ended=_ended(state))


def _ended(state: State) -> Outcome | None:
    """How the game ends at the end of a reinforcement, if it does (rules 3.1, winning, 2 and 3; 3.4)."""
    empty = [seat for seat in (0, 1) if not state.army(seat)]
    eliminated = [seat for seat in empty if state.placed[seat]]
    absent = [seat for seat in empty if not state.placed[seat] and state.turn >= LAST_CALL]
    losing = eliminated + absent
    if len(eliminated) == 2:
        return _by_points(state, "No unit is left on the board")
    if len(losing) == 2:
        return Outcome(None, True, f"Neither side has a unit on the board after reinforcement {state.turn}.")
    if losing:
        loser, winner = state.players[losing[0]], state.players[1 - losing[0]]
        lost = "has no unit left on the board" if eliminated else f"has placed no unit in {state.turn} reinforcements"
        return Outcome(winner, False, f"{loser} {lost}.")
    if state.turn >= state.table.reinforcements:
        return _by_points(state, f"Turn {state.turn} was the last")
    return None


def _advance(state: State, seat: int, events: list[Event]) -> State:
    """All units of a side one column forward, or none (rules 3.1)."""
    player, labels = state.players[seat], state.labels()
    held = {unit.tile[0] for unit in state.units if unit.seat != seat}
    for unit in state.army(seat):
        if (column := unit.tile[0] + unit.ahead) in held:
            events.append(Event("advance-blocked", {"player": player, "unit": labels[unit.id], "column": column}))
            return state
    moved = tuple(
        replace(unit, tile=(unit.tile[0] + unit.ahead, unit.tile[1])) if unit.seat == seat else unit
        for unit in state.units
    )
    events.append(Event("advance", {"player": player, "units": [labels[unit.id] for unit in state.army(seat)]}))
    return replace(state, units=moved)


def _arrived(state: State, seat: int, events: list[Event]) -> Outcome | None:
    for unit in state.army(seat):
        if state.has_arrived(unit):
            return goal(state, unit, state.labels()[unit.id], events)
    return None


def goal(state: State, unit: Unit, label: str, events: list[Event]) -> Outcome:
    """The outcome when a unit has come to where its side wins; texts call it `label`."""
    player, other = state.players[unit.seat], state.players[1 - unit.seat]
    where = f"{other}'s side" if state.goal == "enemy-side" else "the end of the board"
    events.append(Event("goal", {"player": player, "unit": label, "column": unit.tile[0], "where": where}))
    return Outcome(player, False, f"{label} has reached column {unit.tile[0]}, {where}.")


def _place(state: State, seat: int, recruit: Recruit, events: list[Event]) -> State:
    """One unit on the board, or the reason why not; a failed placement costs nothing (rules 3.1).

    It is called by its bare name: the sentence says whose it is.
    """
    table, player = state.table, state.players[seat]
    kind, cost = table.types[recruit.type], recruit.cost(table)
    place = {"player": player, "unit": recruit.name, "column": recruit.tile[0], "row": recruit.tile[1]}
    why = ""
    if any(unit.tile == recruit.tile for unit in state.units):
        why = "occupied"
    elif behind_enemy(state.units, seat, recruit.tile[0]):
        why = "behind-enemy"
    if why:
        events.append(Event("place-failed", {**place, "why": why}))
        return state
    health = table.base_health + kind.health + recruit.health * table.health_per_point
    unit = Unit(
        name=recruit.name,
        seat=seat,
        type=recruit.type,
        tile=recruit.tile,
        health=Fraction(health),
        max_health=health,
        base_attack=recruit.attack + kind.attack,
        base_defense=recruit.defense + kind.defense,
        base_speed=recruit.speed * 100 + recruit.decimal + kind.speed,
        skills=recruit.skills,
        cost=cost,
    )
    left = state.points_left[seat] - cost
    events.append(
        Event("place", {**place, "type": recruit.type, "skills": list(recruit.skills), "cost": cost, "left": left})
    )
    used, names = (*state.decimals_used[seat], recruit.decimal), (*state.names[seat], recruit.name.casefold())
    return replace(
        state,
        units=(*state.units, unit),
        points_left=pair(state.points_left, seat, left),
        placed=pair(state.placed, seat, state.placed[seat] + 1),
        decimals_used=pair(state.decimals_used, seat, used),
        names=pair(state.names, seat, names),
    )


def _by_points(state: State, why: str) -> Outcome:
    """Cost of enemy units killed, then unspent points, then the first seat (rules 3.1, winning, 3)."""
    for what, scores in (("points of enemy units killed", state.killed_cost), ("points left", state.points_left)):
        if scores[0] != scores[1]:
            winner = state.players[0] if scores[0] > scores[1] else state.players[1]
            return Outcome(winner, False, f"{why}: {winner} leads by {max(scores)} to {min(scores)} {what}.")
    return Outcome(state.players[0], False, f"{why}: all is equal, and the first seat wins.")
