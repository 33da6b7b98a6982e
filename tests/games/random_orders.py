"""Random legal orders of the games whose prompts show only a few of the many there are."""

from __future__ import annotations

from random import Random
from typing import Any

from pbp.games.simulacra.orders import Buy, FormOrder, Mind, Nudge
from pbp.games.simulacra.plans import Condition
from pbp.games.simulacra.state import COSTS, POOLS, Side, ready, splits
from pbp.games.simulacra.state import State as SimulacraState
from pbp.games.tactical_genius.choices import home, legal_commands
from pbp.games.tactical_genius.orders import Orders, Recruit, UnitCommand
from pbp.games.tactical_genius.state import State as BoardState
from pbp.games.tactical_genius.state import behind_enemy, decimals_left


def simulacra_order(state: SimulacraState, seat: int, rng: Random) -> FormOrder | Buy | Mind:
    """Any legal split, purchase or use of Mind."""
    side = state.sides[seat]
    if state.phase == "mind":
        dice = range(1, len(side.body) + 1)
        nudges = tuple(
            Nudge(rng.choice((-1, 0, 1)), rng.choice(dice), _when(dice, rng)) for _ in range(rng.randint(0, 3))
        )
        return Mind(nudges, auto=rng.random() < 0.5)
    if state.phase == "buy":
        return _purchase(side, rng)
    life = ready(state).sides[seat].life
    split = rng.choice(splits(life))
    if not state.options.sealed:
        return FormOrder(*split)
    pools = [pool for pool, chips in zip(POOLS, split, strict=True) if chips]
    if state.options.keep_em_guessing and rng.random() < 0.3:
        return FormOrder(*split, delay=rng.choice(pools))
    return FormOrder(*split, buy=_purchase(Side(life=life, form=split), rng))


def _when(dice: range, rng: Random) -> Condition | None:
    """What a line may hang on; most hang on nothing."""
    if rng.random() < 0.7:
        return None
    than = rng.choice(("", "below", "above"))
    values = sorted(rng.sample(range(-1, 9), 1 if than else rng.randint(1, 3)))
    return Condition(rng.choice(dice), than, tuple(values))


def _purchase(side: Side, rng: Random) -> Buy:
    return Buy(_dice(side.chips("body"), rng), _dice(side.chips("spirit"), rng))


def _dice(chips: int, rng: Random) -> tuple[int, ...]:
    dice = []
    while chips and rng.random() < 0.9:
        sides = rng.choice([sides for sides, cost in COSTS.items() if cost <= chips])
        chips -= COSTS[sides]
        dice.append(sides)
    return tuple(dice)


def tactical_genius_order(state: BoardState, seat: int, rng: Random) -> Orders:
    """Any legal set of lines; attacks and moves forward are likelier than what is left."""
    if state.phase == "reinforcement":
        held = {unit.tile[0] for unit in state.units if unit.seat != seat}
        army = state.army(seat)
        free = bool(army) and not any(unit.tile[0] + unit.ahead in held for unit in army)
        advance = free and rng.random() < 0.5
        recruits = () if advance else _recruits(state, seat, rng)
        return Orders(advance, recruits, passed=not advance and not recruits)
    commands = []
    for unit in state.army(seat):
        legal = list(legal_commands(state, unit))
        commands.append(legal[0] if rng.random() < 0.4 else rng.choice(legal))
    if commands and rng.random() < 0.1:
        commands.pop()
    return Orders(commands=tuple(_distinct(commands)), passed=not commands)


def _distinct(commands: list[UnitCommand]) -> list[UnitCommand]:
    return list({command.unit: command for command in commands}.values())


def _recruits(state: BoardState, seat: int, rng: Random) -> tuple[Recruit, ...]:
    table, army = state.table, state.army(seat)
    taken = {unit.tile for unit in state.units}
    tiles = [tile for tile in home(state, seat) if tile not in taken and not behind_enemy(state.units, seat, tile[0])]
    rng.shuffle(tiles)
    decimals = decimals_left(state, seat)
    rng.shuffle(decimals)
    room = min(table.max_on_board - len(army), table.max_placed - state.placed[seat])
    points = state.points_left[seat]
    recruits: list[Any] = []
    for tile, decimal in list(zip(tiles, decimals, strict=False))[: max(room - rng.randint(0, 2), 0)]:
        kind = rng.choice(list(table.types.values()))
        skills = tuple(rng.sample(table.learnable(kind), rng.randint(0, table.max_skills)))
        stats = {"health": rng.randint(0, 3), "attack": rng.randint(0, 5), "defense": rng.randint(0, 2)}
        name = f"{kind.name[:3].capitalize()}{len(state.names[seat]) + len(recruits)}"[:5]
        recruit = Recruit(name, kind.name, **stats, speed=rng.randint(0, 2), decimal=decimal, skills=skills, tile=tile)
        if recruit.cost(table) <= points and name.casefold() not in state.names[seat]:
            points -= recruit.cost(table)
            recruits.append(recruit)
    return tuple(recruits)
