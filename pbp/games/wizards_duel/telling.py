"""What a round lets every reader know, as events.

The events of a round tell what every reader may know. What a fogged spell did, or would have done, is told only
where the rules make it visible: points, wins, a spell taken back, a ban. An effect that a fogged Counterspell may
have cancelled is not told either, and effective strengths only when no spell of this round and the one before is
hidden. In the step that ends a bout everything is told.
"""

from __future__ import annotations

from pbp.games.base import Event
from pbp.games.wizards_duel.exchange import Exchange
from pbp.games.wizards_duel.state import Shown, Wizards
from pbp.games.wizards_duel.variants import VariantRules


def scoring(before: Wizards, shown: Shown, result: Exchange, *, told: bool) -> list[Event]:
    """The events of casting and scoring. `before`: the state before the casts; `told`: the bout ended."""
    rules, players = before.rules, before.players
    open_now = told or shown.hidden == (False, False)
    open_before = told or not (before.sides[0].previous_hidden or before.sides[1].previous_hidden)
    events = [_cast(before, shown, seat, told) for seat in (0, 1)]
    casts = [str(cast) for cast in shown.casts]
    if open_now and result.cancelled != (False, False):
        events += [
            Event(
                "cancelled",
                {
                    "player": players[1 - seat],
                    "name": rules.title(casts[1 - seat]),
                    "target": players[seat],
                    "other": rules.title(casts[seat]),
                },
            )
            for seat in (0, 1)
            if result.cancelled[seat]
        ]
    if result.instant is not None:
        won = result.instant
        names = {"player": players[won], "name": rules.title(casts[won]), "other": rules.title(casts[1 - won])}
        return [*events, Event("instant-win", names)]
    if open_now and open_before and None not in result.strengths and result.how != "late":
        events.append(_compared(before, result))
    total = dict(zip(players, shown.points, strict=True))
    if result.scorer is None:
        return [*events, Event("tie", {"total": total})]
    scorer = result.scorer
    facts = {
        "player": players[scorer],
        "points": result.points,
        "total": total,
        "how": result.how if open_now else "",
        "name": rules.title(casts[scorer]) if open_now else "",
        "other": rules.title(casts[1 - scorer]) if open_now else "",
    }
    return [*events, Event("scores", facts)]


def effect_is_open(rules: VariantRules, shown: Shown, seat: int) -> bool:
    """Whether everybody knows what a side's spell did after scoring: no fog on it, nor on what may cancel it."""
    return not shown.hidden[seat] and not (rules.counterspell_cancels and shown.hidden[1 - seat])


def _cast(before: Wizards, shown: Shown, seat: int, told: bool) -> Event:
    rules, player, spell = before.rules, before.players[seat], str(shown.casts[seat])
    if shown.hidden[seat] and not told:
        return Event("cast-hidden", {"player": player, "by": rules.title("3")})
    return Event("cast", {"player": player, "spell": spell, "name": rules.title(spell)})


def _compared(before: Wizards, result: Exchange) -> Event:
    players = before.players
    strengths = dict(zip(players, result.strengths, strict=True))
    modifiers = {player: side.modifier for player, side in zip(players, before.sides, strict=True)}
    return Event(
        "compared",
        {"strengths": strengths, "modifiers": modifiers, "lower": result.how == "lower", "by": before.rules.title("4")},
    )
