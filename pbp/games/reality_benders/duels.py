"""One duel of two spells: abilities, distances, points, trash (rules page, 2.2 to 2.5)."""

from __future__ import annotations

from dataclasses import replace

from pbp.games.base import Event
from pbp.games.reality_benders.graph import changed, distance
from pbp.games.reality_benders.state import Benders, CastOrder, Shown, Side, title

Casts = tuple[CastOrder, CastOrder]
_CHANGES = {"B": "built", "D": "flipped", "E": "exploded", "H": "burnt"}


def duel(state: Benders, casts: Casts) -> tuple[Benders, list[Event]]:
    """The state after the casting step's duel: graph, points, hands, items; and what happened."""
    events = _cast_events(state, casts)
    graph, touched = changed(state.graph, [(cast.spell, cast.inputs) for cast in casts])
    for seat in sorted((0, 1), key=lambda seat: casts[seat].spell):
        cast = casts[seat]
        if cast.spell in _CHANGES:
            facts = {"player": state.players[seat], "aims": list(cast.inputs), "arrows": sorted(touched[seat])}
            events.append(Event(_CHANGES[cast.spell], facts))
    state = replace(state, graph=graph)
    winner, told = _winner(state, casts)
    events += told
    gained = _gains(state, casts, winner, events)
    sides = _sides(state, casts, winner, gained, events)
    stock = [
        tuple(item for item in owned if not (cast.bonus and item == "Bonus"))
        for owned, cast in zip(state.stock, casts, strict=True)
    ]
    shown = Shown(state.bout, state.round, gained, winner)
    return replace(state, sides=sides, stock=(stock[0], stock[1]), shown=shown), events


def _cast_events(state: Benders, casts: Casts) -> list[Event]:
    events = []
    for player, cast in zip(state.players, casts, strict=True):
        facts = {"player": player, "spell": cast.spell, "name": title(cast.spell), "aims": list(cast.inputs)}
        events.append(Event("cast", facts))
        if cast.bonus:
            events.append(Event("bonus", {"player": player}))
    return events


def _winner(state: Benders, casts: Casts) -> tuple[int | None, list[Event]]:
    """Who wins the duel: by the distances on the changed graph, unless Foresight was right."""
    first, second = casts[0].spell, casts[1].spell
    there, back = distance(state.graph, first, second), distance(state.graph, second, first)
    events = []
    winner = None
    if first != second:
        facts = {"spells": [first, second], "distances": [there, back]}
        events.append(Event("compared", facts))
        if there != back:
            winner = 0 if back is None or (there is not None and there < back) else 1
    right = []
    for seat, cast in enumerate(casts):
        if cast.spell == "F":
            guessed = cast.inputs[0] == casts[1 - seat].spell
            right += [seat] * guessed
            facts = {"player": state.players[seat], "guess": title(cast.inputs[0]), "right": guessed}
            events.append(Event("foresight", facts))
    if right:
        winner = right[0] if len(right) == 1 else None
    names = {"name": title(casts[winner].spell), "other": title(casts[1 - winner].spell)} if winner is not None else {}
    if winner is None:
        return None, [*events, Event("duel-tied", {})]
    return winner, [*events, Event("duel-won", {"player": state.players[winner], **names})]


def _gains(state: Benders, casts: Casts, winner: int | None, events: list[Event]) -> tuple[int, int]:
    """The points of each side: base and Combo, doubled by Greed; Bonus is not doubled."""
    greed = any(cast.spell == "G" for cast in casts)
    gains = []
    for seat, cast in enumerate(casts):
        won, lost = winner == seat, winner == 1 - seat
        base = int(won or (winner is None and cast.spell == "A"))
        combo = int(not lost and cast.spell == state.sides[seat].combo)
        bonus = int(won and cast.bonus)
        gain = (base + combo) * (2 if greed else 1) + bonus
        gains.append(gain)
        if gain:
            facts = {"player": state.players[seat], "points": gain, "total": state.sides[seat].points + gain}
            parts = {"base": base, "combo": combo, "doubled": greed, "bonus": bonus}
            events.append(Event("gained", {**facts, **parts}))
    return gains[0], gains[1]


def _sides(
    state: Benders, casts: Casts, winner: int | None, gained: tuple[int, int], events: list[Event]
) -> tuple[Side, Side]:
    """Both sides after the duel: points, hands after the trash, pending Combos."""
    trashed = _is_trashed(state, casts, winner)
    spells = [casts[0].spell, casts[1].spell]
    events.append(Event("trashed" if trashed else "kept", {"spells": spells}))
    sides = []
    for seat, cast in enumerate(casts):
        hand = list(state.sides[seat].hand)
        if trashed:
            hand.remove(cast.spell)
        combo = cast.inputs[0] if cast.spell == "C" else None
        sides.append(Side(tuple(hand), state.sides[seat].points + gained[seat], cast.spell, combo))
    return sides[0], sides[1]


def _is_trashed(state: Benders, casts: Casts, winner: int | None) -> bool:
    """Whether both spells leave their hands: by a win, by equal spells, by Armageddon, or by a late tie."""
    spells = {cast.spell for cast in casts}
    late = state.round >= state.late_from and (state.late_bouts is None or state.bout in state.late_bouts)
    return winner is not None or len(spells) == 1 or "A" in spells or late
