"""Wizard's Duel: two wizards, one hand of spells each, one cast a round; five variants of one engine.

Kinds of events, with their facts (players and targets by name, spells by "0" to "8" or "X", `name` as players read it):

late             player, meaning: no spell in time; "random": chance casts, "forfeit": the bout is lost
chosen           player, spell, name: what the other had chosen when the bout was forfeited
cast             player, spell, name
cast-hidden      player, by: a cast under fog
cancelled        player, name, target, other: by what, whose effect of what is cancelled
instant-win      player, name, other: the bout is won by the pair of spells
compared         strengths, modifiers (by player), lower, by: effective strengths; whether the lower one scores
scores           player, points, total (by player), how, name, other: "kill", "higher", "lower", "late"; "" under fog
tie              total: nobody scores
returned         player, spell or "hidden", name: a spell is taken back
fogged           player, target: the next spell will be hidden
modified         player, target, change: the next spell is 2 stronger or weaker
charming         player, target: a choice of Charm follows
banned           player, target, spell, name: what the target must not cast in the next round, if able
no-ban           player, target, late: a choice of Charm that names nothing
round-repeated   round: both were late
round-undone     player, round: by Daybreak
round-stands     player, round: Daybreak was not used
disclosed        player, round, spell, name: a hidden cast of the bout that has ended
bout-over        bout, winner or null, reason
bout-begins      bout, why: "next", "replay" or "tiebreak"
coin             player: who wins a tied contest
contest-over     winner or null, draw, reason
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbp.fair.dice import Dice
from pbp.games.base import (
    Event,
    Facts,
    Option,
    Order,
    Outcome,
    Phase,
    Picture,
    Prompt,
    Reading,
    Setup,
    Table,
    Variant,
)
from pbp.games.choices import Field, FieldValue, Move
from pbp.games.contest import SetupReader
from pbp.games.plain import PlainGame
from pbp.games.wizards_duel import orders as words_of
from pbp.games.wizards_duel.known import known_hands
from pbp.games.wizards_duel.orders import DuelOrder
from pbp.games.wizards_duel.picture import picture
from pbp.games.wizards_duel.rounds import resolve_casting, resolve_charm, resolve_daybreak
from pbp.games.wizards_duel.state import CASTING, CHARM, DAYBREAK, Wizards, full_hands
from pbp.games.wizards_duel.table import table
from pbp.games.wizards_duel.variants import DEFAULT_VARIANT, VARIANTS, WISDOM
from pbp.games.wording import listed

_FORFEIT, _RANDOM = "you lose the bout", "chance casts a spell for you, which cannot win"
_ITEMS = {
    "balance_of_harmony": "who owns the Balance of Harmony, and so wins a drawn bout",
    "hestias_hearth": "who owns Hestia's Hearth, and so wins a drawn bout",
    "apollos_daybreak": "who owns Apollo's Daybreak, which undoes a round once",
    "athenas_wisdom": "who owns Athena's Wisdom, a spell of strength 9 for one cast",
}


def _owners(item: str) -> tuple[str, ...]:
    return tuple(name for name, variant in VARIANTS.items() if item in variant.item_options)


class WizardsDuel(PlainGame):
    """The rules of rules page 1, behind the Game protocol; seats in the order of `players`."""

    name = "wizards-duel/1"
    title = "Wizard's Duel"
    verbs = words_of.VERBS
    variants = tuple(
        Variant(variant.name, variant.name.replace("-", " ").capitalize(), variant.about, variant)
        for variant in sorted(VARIANTS.values(), key=lambda variant: variant.name != DEFAULT_VARIANT)
    )
    options = (
        Option("tiebreak_seat", "seat", "who wins a tie that is left after the tiebreak bout; else a coin says"),
        *(Option(item, "seat", about, variants=_owners(item)) for item, about in _ITEMS.items()),
    )
    phases: Mapping[str, Phase] = {
        CASTING: Phase("a spell of the hand", _FORFEIT, "CAST", dict.fromkeys(("original", "bo3"), _RANDOM)),
        CHARM: Phase("which spell the opponent must not cast next", "no spell is banned", "BAN"),
        DAYBREAK: Phase(
            "whether the round is undone", "the round stands", standing="NO DAYBREAK", owner="apollos_daybreak"
        ),
    }

    def begin(self, setup: Setup, dice: Dice) -> Wizards:
        """The first state. Options: tiebreak_seat and, where the variant has the item, its owner's name."""
        read = SetupReader(setup, self)
        seats = {option.name: read.value(option.name) for option in self.options}
        read.done()
        variant = VARIANTS[read.variant]
        return Wizards(
            variant=variant.name,
            players=read.players,
            tiebreak_seat=seats["tiebreak_seat"],
            draw_winner=seats[variant.draw_item] if variant.draw_item else None,
            daybreak_owner=seats["apollos_daybreak"],
            wisdom_owner=seats["athenas_wisdom"],
            sides=full_hands(variant),
        )

    def phase(self, state: Wizards) -> str:
        """casting, charm or daybreak."""
        return state.phase

    def awaits(self, state: Wizards) -> Mapping[str, Prompt]:
        """Both in casting, the casters of Charm in charm, the item's owner in daybreak."""
        return {
            state.players[seat]: self.prompt(state, state.players[seat], _what(state, seat)) for seat in _owing(state)
        }

    def choices(self, state: Wizards, player: str) -> tuple[Move, ...]:
        """A spell of the hand; what is banned; whether the round is undone."""
        seat = state.players.index(player) if player in state.players else None
        return _choices(state, seat) if seat in _owing(state) and seat is not None else ()

    def read(self, state: Wizards, player: str, words: str) -> Reading:
        """CAST and a spell; BAN and a spell or NONE; DAYBREAK or NO DAYBREAK; WITHDRAW."""
        seat = state.players.index(player)
        return words_of.read(state, seat, seat in _owing(state), words)

    def resolve(self, state: Wizards, orders: Mapping[str, Order], dice: Dice) -> tuple[Wizards, Sequence[Event]]:
        """The next state, by the rules of the present phase."""
        given = {
            seat: order for seat in _owing(state) if isinstance(order := orders.get(state.players[seat]), DuelOrder)
        }
        if state.phase == CASTING:
            return resolve_casting(state, given, dice)
        if state.phase == CHARM:
            return resolve_charm(state, given)
        return resolve_daybreak(state, given)

    def outcome(self, state: Wizards) -> Outcome | None:
        """Who won the contest, once it is over."""
        return state.outcome

    def view(self, state: Wizards, player: str | None) -> Facts:
        """The contract's keys; a cast under fog, and its return, are seen by their caster alone."""
        shown, players = state.shown, state.players
        sees = [player == name for name in players]
        over = shown.bout_over
        return {
            "bout": shown.bout,
            "round": shown.round,
            "casts": {
                name: cast if sees[seat] or not shown.hidden[seat] else None
                for seat, (name, cast) in enumerate(zip(players, shown.casts, strict=True))
            },
            "points": dict(zip(players, shown.points, strict=True)),
            "gained": dict(zip(players, shown.gained, strict=True)),
            "bouts_won": dict(zip(players, state.won, strict=True)),
            "banned": {name: side.banned for name, side in zip(players, state.sides, strict=True)},
            "returned": {
                name: "hidden" if spell and shown.returned_hidden[seat] and not sees[seat] else spell
                for seat, (name, spell) in enumerate(zip(players, shown.returned, strict=True))
            },
            "bout_over": over and {"winner": None if over[0] is None else players[over[0]], "reason": over[1]},
        }

    def known(self, setup: Setup, steps: Sequence[tuple[Facts, Sequence[Facts]]]) -> Facts:
        """`hands`: what everybody knows of them."""
        return {"hands": known_hands(setup.get("variant", DEFAULT_VARIANT), setup["players"], steps)}

    def spell_of(self, variant: str | None, words: str) -> str:
        """The spell with its number, by the names of the variant."""
        verb, _, spell = words.partition(" ")
        rules, spell = VARIANTS[variant or DEFAULT_VARIANT], WISDOM if spell == "WISDOM" else spell
        return rules.title(spell) if verb == "CAST" and spell in rules.names else ""

    def table(self, view: Facts) -> Table:
        """The casts of the round, the score, and the hands where they are known."""
        return table(view)

    def picture(self, view: Facts) -> Picture:
        """The same, drawn."""
        return picture(view)


def _owing(state: Wizards) -> tuple[int, ...]:
    """The seats that the present step asks."""
    if state.outcome is not None:
        return ()
    if state.phase == CASTING:
        return (0, 1)
    if state.phase == CHARM:
        return state.askers
    return () if state.daybreak_owner is None else (state.daybreak_owner,)


def _what(state: Wizards, seat: int) -> str:
    """What a seat is asked, with what it may know: its own hand, and what the other may hold."""
    rules, other = state.rules, state.players[1 - seat]
    if state.phase == CHARM:
        return f"Name a spell that {other} must not cast in the next round, or none. {_known_hand(state, 1 - seat)}"
    if state.phase != CASTING:
        return f"You may use Apollo's Daybreak, once, to undo round {state.round}."
    banned = state.sides[seat].banned
    ban = f" {rules.title(banned)} is banned in this round." if banned and banned not in state.castable(seat) else ""
    hand = listed([rules.title(spell) for spell in state.held(seat)])
    return f"Bout {state.bout}, round {state.round}: cast a spell. You hold {hand}.{ban} {_known_hand(state, 1 - seat)}"


def _choices(state: Wizards, seat: int) -> tuple[Move, ...]:
    rules = state.rules
    if state.phase == DAYBREAK:
        return Move("stands", "Let the round stand", "NO DAYBREAK"), Move("undo", "Undo the round", "DAYBREAK")
    if state.phase == CHARM:
        named = tuple(_value(state, spell) for spell in rules.spells if spell not in rules.charm_excludes)
        none = Move("none", "Ban nothing", "BAN NONE")
        return none, Move("ban", "Ban this spell", "BAN", (Field("spell", "card", "The spell to ban", named),))
    hand = tuple(_value(state, spell) for spell in state.castable(seat))
    return (Move("cast", "Cast this spell", "CAST", (Field("spell", "card", "Your spell", hand),)),)


def _value(state: Wizards, spell: str) -> FieldValue:
    rules = state.rules
    return FieldValue(
        words_of.cast_order(rules, spell).words.removeprefix("CAST "), rules.title(spell), rules.text(spell)
    )


def _known_hand(state: Wizards, seat: int) -> str:
    """What everybody knows of a hand."""
    left, fogged = state.unspent_or_hidden(seat)
    player, spells = state.players[seat], ", ".join(left)
    if not fogged:
        return f"{player} holds {spells}."
    them = "one of them was" if fogged == 1 else f"{fogged} of them were"
    return f"{player}'s spells unspent or hidden: {spells}; {them} cast under fog."


WIZARDS_DUEL = WizardsDuel()
