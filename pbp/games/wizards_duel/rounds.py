"""One round: two spells, their effects, and the choices that follow (rules page, 1.2 to 1.7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pbp.fair.dice import Dice
from pbp.games.base import Event
from pbp.games.wizards_duel.bouts import by_points, end_bout
from pbp.games.wizards_duel.exchange import Exchange, exchange
from pbp.games.wizards_duel.orders import DuelOrder
from pbp.games.wizards_duel.state import CASTING, CHARM, DAYBREAK, Shown, Side, Wizards, in_order, put
from pbp.games.wizards_duel.telling import effect_is_open, scoring
from pbp.games.wizards_duel.variants import WISDOM

Happened = tuple[Wizards, list[Event]]


def resolve_casting(state: Wizards, orders: Mapping[int, DuelOrder], dice: Dice) -> Happened:
    """The step in which both cast; a seat without an order is late."""
    if not orders:
        return _both_late(state, dice)
    late = next((seat for seat in (0, 1) if seat not in orders), None)
    if late is None:
        return _round(state, (str(orders[0].spell), str(orders[1].spell)), None, dice)
    player = state.players[late]
    if state.rules.late_rule == "forfeit":
        return _forfeit(state, late, str(orders[1 - late].spell), dice)
    side = state.sides[late]
    spell = dice.choice(
        state.castable(late), f"the spell of {player}, who was late", secret=side.fogged or bool(side.hidden)
    )
    other = str(orders[1 - late].spell)
    after, events = _round(state, (spell, other) if late == 0 else (other, spell), late, dice)
    return after, [Event("late", {"player": player, "meaning": "random"}), *events]


def resolve_charm(state: Wizards, orders: Mapping[int, DuelOrder]) -> Happened:
    """The step in which the casters of Charm Person name a spell; late means none."""
    events: list[Event] = []
    sides = state.sides
    for seat in state.askers:
        spell = orders[seat].spell if seat in orders else None
        names = {"player": state.players[seat], "target": state.players[1 - seat]}
        if spell is not None:
            sides = put(sides, 1 - seat, replace(sides[1 - seat], banned=spell))
            sides = put(sides, seat, replace(sides[seat], spent_openly=sides[seat].spent_openly | {"8"}))
            events.append(Event("banned", {**names, "spell": spell, "name": state.rules.title(spell)}))
        elif not state.shown.hidden[seat]:
            events.append(Event("no-ban", {**names, "late": seat not in orders}))
    return _after_round(replace(state, sides=sides, askers=())), events


def resolve_daybreak(state: Wizards, orders: Mapping[int, DuelOrder]) -> Happened:
    """The step in which the owner of Apollo's Daybreak may undo the round; late means no."""
    owner, before = state.daybreak_owner, state.undo
    assert owner is not None and before is not None  # nobody else is asked
    facts = {"player": state.players[owner], "round": state.round}
    if owner not in orders or orders[owner].verb != "DAYBREAK":
        return _next_round(state), [Event("round-stands", facts)]
    hidden = tuple(
        (seat, state.round, spell)
        for seat, spell in enumerate(state.shown.casts)
        if state.shown.hidden[seat] and spell is not None
    )
    points = (before.sides[0].points, before.sides[1].points)
    shown = Shown(bout=state.bout, round=state.round, points=points)
    return replace(before, daybreak_owner=None, undone=hidden, shown=shown), [Event("round-undone", facts)]


def _both_late(state: Wizards, dice: Dice) -> Happened:
    shown = Shown(bout=state.bout, round=state.round, points=_points(state))
    if state.misses:
        reason = "nobody sent a spell in time, twice in one round"
        return end_bout(state, shown, None, reason, dice, absence=True)
    return replace(state, misses=1, shown=shown), [Event("round-repeated", {"round": state.round})]


def _forfeit(state: Wizards, late: int, chosen: str, dice: Dice) -> Happened:
    """The bout is lost by the late player; the spell that the other had chosen is shown."""
    winner, rules = 1 - late, state.rules
    shown = Shown(
        bout=state.bout,
        round=state.round,
        casts=(chosen, None) if winner == 0 else (None, chosen),
        points=_points(state),
    )
    events = [
        Event("late", {"player": state.players[late], "meaning": "forfeit"}),
        Event("chosen", {"player": state.players[winner], "spell": chosen, "name": rules.title(chosen)}),
    ]
    after, more = end_bout(state, shown, winner, f"{state.players[late]} sent no spell in time", dice)
    return after, events + more


def _round(state: Wizards, casts: tuple[str, str], offender: int | None, dice: Dice) -> Happened:
    result = exchange(state.rules, casts, (state.sides[0].modifier, state.sides[1].modifier), offender)
    gained = (result.points * (result.scorer == 0), result.points * (result.scorer == 1))
    points = (state.sides[0].points + gained[0], state.sides[1].points + gained[1])
    hidden = (state.sides[0].fogged, state.sides[1].fogged)
    shown = Shown(state.bout, state.round, casts, hidden, gained, points)
    end = _end(state, casts, result, points)
    if end is not None:
        events = scoring(state, shown, result, told=True)
        after, more = end_bout(_spent(state, casts, points), shown, *end, dice)
        return after, events + more
    events = scoring(state, shown, result, told=False)
    after = replace(_spent(state, casts, points), shown=shown)
    for seat in (0, 1):
        if not result.cancelled[seat]:
            after = _effect(state, after, seat, events)
    return _after_round(after), events


def _end(
    state: Wizards, casts: tuple[str, str], result: Exchange, points: tuple[int, int]
) -> tuple[int | None, str] | None:
    """Whether this round ended the bout: (winner, reason), or None."""
    rules, won = state.rules, result.instant
    if won is not None:
        return won, f"{rules.title(casts[won])} met {rules.title(casts[1 - won])}"
    for seat in (0, 1):
        lead = points[seat] - points[1 - seat]
        if casts[seat] == "0" and not result.cancelled[seat] and lead >= 2:
            return seat, f"{rules.title('0')} with a lead of {lead}"
    return by_points(state, points) if state.round == rules.rounds else None


def _spent(state: Wizards, casts: tuple[str, str], points: tuple[int, int]) -> Wizards:
    """Both spells leave their hands, and what held for this round expires."""
    sides = [
        Side(
            hand=tuple(spell for spell in side.hand if spell != cast),
            points=total,
            previous=cast,
            previous_hidden=side.fogged,
            spent_openly=side.spent_openly if side.fogged else side.spent_openly | {cast},
            hidden=(*side.hidden, (state.round, cast)) if side.fogged else side.hidden,
        )
        for side, cast, total in zip(state.sides, casts, points, strict=True)
    ]
    undo = replace(state, shown=Shown()) if state.daybreak_owner is not None else None
    wisdom = None if WISDOM in casts else state.wisdom_owner
    return replace(state, sides=(sides[0], sides[1]), misses=0, undo=undo, wisdom_owner=wisdom)


def _effect(before: Wizards, after: Wizards, seat: int, events: list[Event]) -> Wizards:
    """The state with what a side's spell does after scoring; `before` is the state before the casts."""
    side, cast = after.sides[seat], after.shown.casts[seat]
    facts = {"player": after.players[seat], "target": after.players[1 - seat]}
    told: list[Event] = []
    match cast:
        case "1":
            return _take_back(before, after, seat, events)
        case "3":
            side, told = replace(side, fogged=True), [Event("fogged", facts)]
        case "5" | "7":
            change = 2 if cast == "5" else -2
            side, told = replace(side, modifier=change), [Event("modified", {**facts, "change": change})]
        case "8":
            after, told = replace(after, askers=(*after.askers, seat)), [Event("charming", facts)]
    if effect_is_open(after, seat):
        events.extend(told)
    return replace(after, sides=put(after.sides, seat, side))


def _take_back(before: Wizards, after: Wizards, seat: int, events: list[Event]) -> Wizards:
    """Greater Restoration: the spell of the round before comes back; everybody sees that one does."""
    spell, hidden, side = before.sides[seat].previous, before.sides[seat].previous_hidden, after.sides[seat]
    if spell is None or spell == WISDOM:
        return after
    known = side.spent_openly | {"1"}  # also from under fog: nothing else takes a spell back
    side = replace(side, hand=in_order((*side.hand, spell)), spent_openly=known - {spell})
    shown = after.shown
    returned = (spell, shown.returned[1]) if seat == 0 else (shown.returned[0], spell)
    veiled = (hidden, shown.returned_hidden[1]) if seat == 0 else (shown.returned_hidden[0], hidden)
    title = "" if hidden else after.rules.title(spell)
    facts = {"player": after.players[seat], "spell": "hidden" if hidden else spell, "name": title}
    events.append(Event("returned", facts))
    return replace(
        after,
        sides=put(after.sides, seat, side),
        shown=replace(shown, returned=returned, returned_hidden=veiled),
    )


def _after_round(state: Wizards) -> Wizards:
    """What follows a round that did not end the bout: Charm choices, the offer of Daybreak, or the next round."""
    if state.askers:
        return replace(state, phase=CHARM)
    if state.daybreak_owner is not None:
        return replace(state, phase=DAYBREAK)
    return _next_round(state)


def _next_round(state: Wizards) -> Wizards:
    return replace(state, phase=CASTING, round=state.round + 1, undo=None)


def _points(state: Wizards) -> tuple[int, int]:
    return state.sides[0].points, state.sides[1].points
