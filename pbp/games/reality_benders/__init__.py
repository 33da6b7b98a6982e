"""Reality Benders: two players draw the arrows by which nine spells beat each other, and cast them.

Kinds of events, with their facts (players and targets by name, spells by letter, `name` as players read it, arrows
as "A>B"):

waiting        players: who sent no order in time; the step stays open
rule           player, arrow: added
bridge         player, arrow: added by Bridge
broken         player, arrow: destroyed by Break
cast           player, spell, name, aims: what its ability was given
bonus          player: Bonus is used
built          player, aims, arrows: those that are new
flipped        player, aims, arrows: those turned round, as they were
exploded       player, aims, arrows: destroyed by Explosion
burnt          player, aims, arrows: destroyed by Hellfire
compared       spells (by seat), distances: from the first to the second and back, null for no path
foresight      player, guess, right
duel-won       player, name, other
duel-tied      nothing
gained         player, points, total, and of what: base, combo, doubled, bonus
trashed        spells: both leave the hands
kept           spells: both return to the hands
imagines       player, target: the target will offer three spells
offered        player, target, spells, names, chance: whether the offer was late
picked         player, spell, name, chance: whether the pick was late
bout-over      bout, winner or null, reason
bout-begins    bout, arrows: how many are carried over
coin           player: who wins a tied contest
contest-over   winner or null, draw, reason
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

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
    Rows,
    Setup,
    Table,
)
from pbp.games.choices import Move
from pbp.games.contest import SetupReader
from pbp.games.plain import PlainGame
from pbp.games.reality_benders import orders as words_of
from pbp.games.reality_benders.bouts import after_duel, resolve_offer, resolve_pick
from pbp.games.reality_benders.choices import choices
from pbp.games.reality_benders.duels import duel
from pbp.games.reality_benders.picture import picture
from pbp.games.reality_benders.state import (
    CASTING,
    ITEMS,
    NAMES,
    OFFER,
    PICK,
    RULES,
    Benders,
    BendersOrder,
    CastOrder,
    OfferOrder,
    PickOrder,
    RuleOrder,
    Shown,
    title,
)
from pbp.games.wording import bout_over, listed
from pbp.pictures.drawing import signed

Stock = tuple[tuple[str, ...], tuple[str, ...]]
_LATE_BOUTS = {"all": None, "2-3": (2, 3)}


_RESERVE = "one of your reserve days is spent; when none is left, the contest is lost"


class RealityBenders(PlainGame):
    """The rules of rules page 2, behind the Game protocol; seats in the order of `players`."""

    name = "reality-benders/1"
    title = "Reality Benders"
    verbs = words_of.VERBS
    options = (
        Option("items", "table", "each (one of each item for both), none, or a table of player to items", "each"),
        Option(
            "late_tie_bouts", "word", "the bouts in which late ties trash both spells", "all", choices=("all", "2-3")
        ),
        Option("late_tie_from", "number", "the duel of a bout from which on every tie trashes both spells", 16),
        Option("tiebreak_seat", "seat", "who wins a contest that is tied in bouts and points; else a coin says"),
    )
    phases: Mapping[str, Phase] = {
        RULES: Phase("an arrow that does not exist yet", _RESERVE, "RULE", reserve=True),
        CASTING: Phase("a spell of the hand, and what its ability asks for", _RESERVE, "CAST", reserve=True),
        OFFER: Phase("three spells for the opponent's Imagination", "chance offers three spells", "OFFER"),
        PICK: Phase("one of the three spells offered", "chance takes one of the three", "PICK"),
    }

    def begin(self, setup: Setup, dice: Dice) -> Benders:
        """The first state. Options: items, late_tie_bouts, late_tie_from, tiebreak_seat."""
        read = SetupReader(setup, self)
        stock = _stock(read)
        late_from, late_bouts = read.value("late_tie_from"), _LATE_BOUTS[read.value("late_tie_bouts")]
        seat = read.value("tiebreak_seat")
        read.done()
        return Benders(read.players, stock, late_from, late_bouts, seat)

    def phase(self, state: Benders) -> str:
        """rules, casting, offer or pick."""
        return state.phase

    def awaits(self, state: Benders) -> Mapping[str, Prompt]:
        """Those asked in this step, without those whose order stands since the step waits for the other."""
        owing = [seat for seat in state.asked if state.sealed[seat] is None]
        return {state.players[seat]: self.prompt(state, state.players[seat], _what(state, seat)) for seat in owing}

    def choices(self, state: Benders, player: str) -> tuple[Move, ...]:
        """An arrow, a cast, an offer or a pick. Who is asked may choose anew, also while a sealed order stands."""
        seat = state.players.index(player) if player in state.players else None
        return choices(state, seat) if seat in state.asked and seat is not None else ()

    def read(self, state: Benders, player: str, words: str) -> Reading:
        """RULE with BRIDGE and BREAK; CAST with BONUS and an early OFFER; OFFER; PICK; WITHDRAW."""
        return words_of.read(state, state.players.index(player), words)

    def resolve(self, state: Benders, orders: Mapping[str, Order], dice: Dice) -> tuple[Benders, Sequence[Event]]:
        """The next state. In rules and casting a missing order leaves the step open, and the other's stands."""
        given = [orders.get(player) or state.sealed[seat] for seat, player in enumerate(state.players)]
        if state.phase == OFFER:
            offers = {seat: order for seat, order in enumerate(given) if isinstance(order, OfferOrder)}
            return resolve_offer(state, offers, dice)
        if state.phase == PICK:
            picks = {seat: order for seat, order in enumerate(given) if isinstance(order, PickOrder)}
            return resolve_pick(state, picks, dice)
        first, second = given
        fresh = replace(state, sealed=(None, None), shown=Shown(state.bout, state.round))
        if isinstance(first, RuleOrder) and isinstance(second, RuleOrder):
            return _rules(fresh, (first, second))
        if isinstance(first, CastOrder) and isinstance(second, CastOrder):
            after, events = duel(fresh, (first, second))
            early = {seat: OfferOrder(cast.offer) for seat, cast in enumerate((first, second)) if cast.offer}
            last, more = after_duel(after, early, dice)
            return last, events + more
        late = [player for player, order in zip(state.players, given, strict=True) if order is None]
        return replace(fresh, sealed=(_stands(first), _stands(second))), [Event("waiting", {"players": late})]

    def outcome(self, state: Benders) -> Outcome | None:
        """Who won the contest, once it is over."""
        return state.outcome

    def view(self, state: Benders, player: str | None) -> Facts:
        """The contract's keys; everybody sees all of it."""
        shown, players = state.shown, state.players
        sides = shown.ended.sides if shown.ended else state.sides
        winner = shown.ended.winner if shown.ended else None
        return {
            "bout": shown.bout,
            "round": shown.round,
            "graph": sorted(state.graph),
            "hands": {name: list(side.hand) for name, side in zip(players, sides, strict=True)},
            "points": {name: side.points for name, side in zip(players, sides, strict=True)},
            "gained": dict(zip(players, shown.gained, strict=True)),
            "bouts_won": dict(zip(players, state.won, strict=True)),
            "duel_winner": None if shown.winner is None else players[shown.winner],
            "combo": {name: side.combo for name, side in zip(players, state.sides, strict=True)},
            "items": {name: list(owned) for name, owned in zip(players, state.stock, strict=True)},
            "bout_over": shown.ended
            and {"winner": None if winner is None else players[winner], "reason": shown.ended.reason},
        }

    def spell_of(self, variant: str | None, words: str) -> str:
        """The spell with its letter; a rule, an offer or a pick is none."""
        verb, spell, *_ = (*words.split(), "", "")
        return title(spell) if verb == "CAST" and spell in NAMES else ""

    def table(self, view: Facts) -> Table:
        """The score, the hands and items, the arrows."""
        head = ("Player", "Points", "Gained", "Bouts won", "Hand", "Combo", "Items")
        rows = tuple(
            (name, points, signed(view["gained"][name]), view["bouts_won"][name], " ".join(view["hands"][name]),
             view["combo"][name] or "", ", ".join(view["items"][name]))
            for name, points in view["points"].items()
        )  # fmt: skip
        arrows = f"Arrows: {', '.join(view['graph']) or 'none'}."
        return [f"Bout {view['bout']}, round {view['round']}.", Rows(head, rows), arrows, *bout_over(view)]

    def picture(self, view: Facts) -> Picture:
        """The graph, and each player's hand and score."""
        return picture(view)


def _stands(order: Order | None) -> BendersOrder | None:
    return order if isinstance(order, RuleOrder | CastOrder) else None


def _rules(state: Benders, orders: tuple[RuleOrder, RuleOrder]) -> tuple[Benders, list[Event]]:
    """The step in which both add a rule: what Break takes away was there before, so order does not matter."""
    events = []
    added: set[str] = set()
    broken: set[str] = set()
    stock = []
    for player, owned, order in zip(state.players, state.stock, orders, strict=True):
        used = []
        for kind, arrow, item in (
            ("rule", order.rule, ""),
            ("bridge", order.bridge, "Bridge"),
            ("broken", order.broken, "Break"),
        ):
            if arrow:
                (broken if kind == "broken" else added).add(arrow)
                used.append(item)
                events.append(Event(kind, {"player": player, "arrow": arrow}))
        stock.append(_without(owned, used))
    graph = (state.graph - broken) | added
    return replace(state, graph=graph, stock=(stock[0], stock[1]), phase=CASTING), events


def _without(owned: tuple[str, ...], used: Sequence[str]) -> tuple[str, ...]:
    """The items left when one of each of those used is spent."""
    left = list(owned)
    for item in used:
        if item:
            left.remove(item)
    return tuple(left)


def _stock(read: SetupReader) -> Stock:
    """The option `items`: each, none, or a table of player to a list of items."""
    value = read.value("items")
    if value == "each":
        return ITEMS, ITEMS
    if value == "none":
        return (), ()
    if not isinstance(value, Mapping):
        read.fault(("options", "items"), '`items` is "each", "none", or a table of player to a list of items')
        return (), ()
    for name in value:
        if name not in read.players:
            read.fault(("options", "items", name), f"nobody here is called {name!r}")
    return _items(read, value, 0), _items(read, value, 1)


def _items(read: SetupReader, table: Mapping[str, object], seat: int) -> tuple[str, ...]:
    name = read.players[seat]
    given = table.get(name, [])
    by_name = {item.casefold(): item for item in ITEMS}
    if not isinstance(given, list | tuple):
        read.fault(("options", "items", name), f"the items of a player are a list of {', '.join(ITEMS)}")
        return ()
    owned = [by_name.get(item.casefold()) if isinstance(item, str) else None for item in given]
    for index, item in enumerate(owned):
        if item is None:
            read.fault(("options", "items", name, index), f"there is no item {given[index]!r}, only {', '.join(ITEMS)}")
        elif item in owned[:index]:
            read.fault(("options", "items", name, index), f"a player owns at most one {item}")
    return tuple(sorted(item for item in owned if item))


def _what(state: Benders, seat: int) -> str:
    """What a seat is asked, with the state of things."""
    other = state.players[1 - seat]
    owned = state.stock[seat]
    where = f"Bout {state.bout}, round {state.round}:"
    if state.phase == RULES:
        return f"{where} add an arrow that does not exist yet.{f' You have {listed(owned)}.' if owned else ''}"
    if state.phase == CASTING:
        side = state.sides[seat]
        hands = f"You hold {' '.join(side.hand)}; {other} holds {' '.join(state.sides[1 - seat].hand)}."
        barred = f" Not again: {side.previous}." if side.previous in side.hand else ""
        combo = f" Your Combo waits for {side.combo}." if side.combo else ""
        return f"{where} cast a spell. {hands}{barred}{combo}"
    if state.phase == OFFER:
        return f"{where} offer {other} three different spells from A to H, of which one will be taken."
    return f"{where} take one of {listed([title(spell) for spell in state.offers[seat]])}."


REALITY_BENDERS = RealityBenders()
