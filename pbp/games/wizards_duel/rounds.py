"""One round: two spells, their effects, and the choices that follow (rules page, 1.2 to 1.7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbp.fair.dice import Dice
from pbp.games.base import Event
from pbp.games.wizards_duel.bouts import by_points, end_bout
from pbp.games.wizards_duel.exchange import Exchange, exchange
from pbp.games.wizards_duel.orders import DuelOrder
from pbp.games.wizards_duel.state import CASTING, CHARM, DAYBREAK, Shown, Side, Wizards, changed, in_order, put
from pbp.games.wizards_duel.telling import effect_is_open, scoring
from pbp.games.wizards_duel.variants import WISDOM

Happened = tuple[Wizards, list[Event]]
_MODIFIERS = {"5": 2, "7": -2}
"""By how much a spell makes its caster's next one stronger."""
_TOLD = {"3": "fogged", "5": "modified", "7": "modified", "8": "charming"}
"""The kinds of events that tell what a spell does after scoring."""


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
            sides = put(sides, 1 - seat, changed(sides[1 - seat], banned=spell))
            sides = put(sides, seat, changed(sides[seat], spent_openly=sides[seat].spent_openly | {"8"}))
            events.append(Event("banned", {**names, "spell": spell, "name": state.rules.title(spell)}))
        elif not state.shown.hidden[seat]:
            events.append(Event("no-ban", {**names, "late": seat not in orders}))
    return changed(state, sides=sides, askers=(), **_what_follows(state, ())), events


def resolve_daybreak(state: Wizards, orders: Mapping[int, DuelOrder]) -> Happened:
    """The step in which the owner of Apollo's Daybreak may undo the round; late means no."""
    owner, before = state.daybreak_owner, state.undo
    assert owner is not None and before is not None  # nobody else is asked
    facts = {"player": state.players[owner], "round": state.round}
    if owner not in orders or orders[owner].verb != "DAYBREAK":
        after = changed(state, phase=CASTING, round=state.round + 1, undo=None)
        return after, [Event("round-stands", facts)]
    hidden = tuple(
        (seat, state.round, spell)
        for seat, spell in enumerate(state.shown.casts)
        if state.shown.hidden[seat] and spell is not None
    )
    points = (before.sides[0].points, before.sides[1].points)
    shown = Shown(bout=state.bout, round=state.round, points=points)
    return changed(before, daybreak_owner=None, undone=hidden, shown=shown), [Event("round-undone", facts)]


def _both_late(state: Wizards, dice: Dice) -> Happened:
    shown = Shown(bout=state.bout, round=state.round, points=_points(state))
    if state.misses:
        reason = "nobody sent a spell in time, twice in one round"
        return end_bout(state, shown, None, reason, dice, absence=True)
    return changed(state, misses=1, shown=shown), [Event("round-repeated", {"round": state.round})]


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
    return _with_effects(state, casts, shown, result, events), events


def _end(
    state: Wizards, casts: tuple[str, str], result: Exchange, points: tuple[int, int]
) -> tuple[int | None, str] | None:
    """Whether this round ended the bout: (winner, reason), or None."""
    rules, won = state.rules, result.instant
    if won is not None:
        return won, f"{rules.title(casts[won])} met {rules.title(casts[1 - won])}"
    for seat in (0, 1) if "0" in casts else ():
        lead = points[seat] - points[1 - seat]
        if casts[seat] == "0" and not result.cancelled[seat] and lead >= 2:
            return seat, f"{rules.title('0')} with a lead of {lead}"
    return by_points(state, points) if state.round == rules.rounds else None


def _spent(state: Wizards, casts: tuple[str, str], points: tuple[int, int]) -> Wizards:
    """Both spells leave their hands, and what held for this round expires."""
    sides = [_spent_side(state, seat, casts[seat], points[seat]) for seat in (0, 1)]
    return changed(state, sides=(sides[0], sides[1]), misses=0, wisdom_owner=_wisdom(state, casts))


def _spent_side(state: Wizards, seat: int, cast: str, points: int, *, modifier: int = 0, fogged: bool = False) -> Side:
    """A side after its cast; `modifier` and `fogged` hold for its next spell."""
    side = state.sides[seat]
    hidden = side.fogged
    return Side(
        hand=tuple([spell for spell in side.hand if spell != cast]),
        points=points,
        modifier=modifier,
        fogged=fogged,
        previous=cast,
        previous_hidden=hidden,
        spent_openly=side.spent_openly if hidden else side.spent_openly | {cast},
        hidden=(*side.hidden, (state.round, cast)) if hidden else side.hidden,
    )


def _wisdom(state: Wizards, casts: tuple[str, str]) -> int | None:
    return None if WISDOM in casts else state.wisdom_owner


def _with_effects(
    state: Wizards, casts: tuple[str, str], shown: Shown, result: Exchange, events: list[Event]
) -> Wizards:
    """The state after a round that did not end the bout, with what the spells do after scoring; tells of that too."""
    sides: list[Side] = []
    askers: tuple[int, ...] = ()
    for seat, cast in enumerate(casts):
        works = not result.cancelled[seat]
        modifier = _MODIFIERS.get(cast, 0) if works else 0
        fogged = works and cast == "3"
        side = _spent_side(state, seat, cast, shown.points[seat], modifier=modifier, fogged=fogged)
        if works and cast == "1":
            side, shown = _take_back(state, seat, side, shown, events)
        elif works and cast == "8":
            askers = (*askers, seat)
        if works and cast in _TOLD and effect_is_open(state.rules, shown, seat):
            change = {"change": modifier} if modifier else {}
            names = {"player": state.players[seat], "target": state.players[1 - seat]}
            events.append(Event(_TOLD[cast], {**names, **change}))
        sides.append(side)
    changes: dict[str, Any] = {"misses": 0, "wisdom_owner": _wisdom(state, casts), "shown": shown, "askers": askers}
    if state.daybreak_owner is not None:
        changes["undo"] = changed(state, shown=Shown())
    return changed(state, sides=(sides[0], sides[1]), **{**changes, **_what_follows(state, askers)})


def _take_back(before: Wizards, seat: int, side: Side, shown: Shown, events: list[Event]) -> tuple[Side, Shown]:
    """Greater Restoration: the spell of the round before comes back; everybody sees that one does."""
    spell, hidden = before.sides[seat].previous, before.sides[seat].previous_hidden
    if spell is None or spell == WISDOM:
        return side, shown
    known = side.spent_openly | {"1"}  # also from under fog: nothing else takes a spell back
    returned = (spell, shown.returned[1]) if seat == 0 else (shown.returned[0], spell)
    veiled = (hidden, shown.returned_hidden[1]) if seat == 0 else (shown.returned_hidden[0], hidden)
    title = "" if hidden else before.rules.title(spell)
    facts = {"player": before.players[seat], "spell": "hidden" if hidden else spell, "name": title}
    events.append(Event("returned", facts))
    side = changed(side, hand=in_order((*side.hand, spell)), spent_openly=known - {spell})
    return side, changed(shown, returned=returned, returned_hidden=veiled)


def _what_follows(state: Wizards, askers: tuple[int, ...]) -> dict[str, Any]:
    """What changes after a round that did not end the bout: Charm choices, the offer of Daybreak, or the next round."""
    if askers:
        return {"phase": CHARM}
    if state.daybreak_owner is not None:
        return {"phase": DAYBREAK}
    return {"phase": CASTING, "round": state.round + 1, "undo": None}


def _points(state: Wizards) -> tuple[int, int]:
    return state.sides[0].points, state.sides[1].points
