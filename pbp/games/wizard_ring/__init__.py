"""The ring duel: Wizards in a ring, each with one spell that players wrote.

Events are of these kinds; each has a macro in events.j2 and its facts are named there:
cast, roll, pick, considered, no-effect, redirected, cost, status, blocked, gained, lost, became.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, overload

from pbp.errors import NeedsRuling, Problem, Unclear
from pbp.fair.dice import Dice
from pbp.games.base import (
    RING,
    Event,
    Facts,
    Option,
    Order,
    Outcome,
    Phase,
    Prompt,
    Reading,
    Rows,
    Setup,
    Table,
)
from pbp.games.choices import Move
from pbp.games.plain import PlainGame
from pbp.games.wizard_ring.choices import choices
from pbp.games.wizard_ring.orders import VERBS, Ring, RingOrder
from pbp.games.wizard_ring.setup import State, read_setup
from pbp.pictures.drawing import signed
from pbp.spells import Happening, ListedSpell, Spell, fixed_outcomes, play
from pbp.spells.suggest import suggest


class Events(Sequence[Event]):
    """What happened in a ring duel; each event is made when it is asked for."""

    def __init__(self, happenings: Sequence[Happening]):
        self._happenings = happenings

    def __len__(self) -> int:
        return len(self._happenings)

    def __iter__(self) -> Iterator[Event]:
        return map(_event, self._happenings)

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> list[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        found = self._happenings[index]
        return _event(found) if isinstance(found, Happening) else [_event(happening) for happening in found]


class WizardRing(PlainGame):
    """The rules of the ring duel: one step, in which every active Wizard casts at most one spell."""

    name = "wizard-ring/1"
    title = "Wizard Duel"
    format = RING
    verbs = VERBS
    options = (Option("stars_floor", "number", "Stars never fall below this number", low=None),)
    phases: Mapping[str, Phase] = {"casting": Phase("a spell of the duel's list", "you cast nothing", verb="CAST")}

    def begin(self, setup: Setup, dice: Dice) -> State:
        """The ring before the duel; ring order is the order of `wizards`. Raises FileFaults."""
        return read_setup(setup)

    def phase(self, state: State) -> str:
        """Always "casting"."""
        return "casting"

    def awaits(self, state: State) -> Mapping[str, Prompt]:
        """Every active Wizard may cast; nobody owes anything after the one step."""
        if state.stars is not None:
            return {}
        what = "CAST a spell of this duel's list, or PASS"
        return {wizard.name: self.prompt(state, wizard.name, what) for wizard in state.wizards if not wizard.idle}

    def choices(self, state: State, player: str) -> tuple[Move, ...]:
        """A spell of the list with its inputs, or none."""
        places = {wizard.name: index for index, wizard in enumerate(state.wizards) if not wizard.idle}
        return choices(ring(state), places[player]) if player in places and state.stars is None else ()

    def read(self, state: State, player: str, words: str) -> Reading:
        """CAST, PASS or WITHDRAW; whether the spell needs a ruling does not matter."""
        places = {wizard.name: index for index, wizard in enumerate(state.wizards)}
        quote = " ".join(words.split())[:80]
        if player not in places:
            return Reading(None, (Problem("not-in-this-duel", quote, f"{player} is not in this duel's ring"),))
        if state.wizards[places[player]].idle:
            return Reading(None, (Problem("idle", quote, "an idle Wizard casts nothing"),))
        return ring(state).read(places[player], words)

    def resolve(self, state: State, orders: Mapping[str, Order], dice: Dice) -> tuple[State, Sequence[Event]]:
        """Casts all spells at once. Raises NeedsRuling if one of them does not say what is to happen."""
        places = {wizard.name: index for index, wizard in enumerate(state.wizards)}
        casts = {name: order for name, order in orders.items() if isinstance(order, RingOrder) and order.spell}
        rulings = {(ruling["wizard"], ruling["spell"].casefold()): ruling for ruling in reversed(state.outcomes)}
        book = {name.casefold(): ListedSpell(name, s.program, s.sentences) for name, s in state.spells.spells.items()}
        selections: dict[int, tuple[str, Sequence[Any]]] = {}
        unclear: list[Unclear] = []
        for name, order in casts.items():
            assert order.spell is not None
            spell = state.spells.spells[order.spell]
            ruled = rulings.get((name, spell.name.casefold())) if rulings else None
            key = order.spell
            if ruled is not None:
                key = f"{spell.name} "
                book[key.casefold()] = ListedSpell(spell.name, fixed_outcomes(spell, ruled["outcomes"], places), ())
            elif spell.program is None:
                unclear.extend(item for item in spell.unclear if item not in unclear)
            selections[places[name]] = (key, order.inputs)
        if unclear:
            raise NeedsRuling(unclear)
        played = play(
            state.wizards, selections, book, dice, number=state.number, earlier=state.earlier, floor=state.floor
        )
        after = replace(
            state,
            stars=tuple(played.stars),
            attributes=tuple(played.attributes),
            casts=casts,
        )
        return after, Events(played.happenings)

    def outcome(self, state: State) -> Outcome | None:
        """A ring duel has no winner."""
        return None

    def view(self, state: State, player: str | None) -> Facts:
        """Each Wizard's Stars, their change and the attributes; who cast what, once it is over."""
        wizards = {}
        for index, wizard in enumerate(state.wizards):
            stars = wizard.stars if state.stars is None else state.stars[index]
            attributes = state.attributes[index] if state.attributes else wizard.attributes
            wizards[wizard.name] = {"stars": stars, "change": stars - wizard.stars, "attributes": dict(attributes)}
        casts = {name: _shown(state, state.spells.spells[str(o.spell)], o) for name, o in state.casts.items()}
        return {"wizards": wizards, "casts": casts}

    def table(self, view: Facts) -> Table:
        """Each Wizard's Stars and their change, and who cast what."""
        rows = tuple(
            (name, wizard["stars"], signed(wizard["change"]), view["casts"].get(name, {}).get("spell", ""))
            for name, wizard in view["wizards"].items()
        )
        return [Rows(("Wizard", "Stars", "Change", "Cast"), rows)]

    def unclear(self, state: State) -> Sequence[Unclear]:
        """The spells of the list that cannot be read exactly."""
        return state.spells.unclear

    def rewordings(self, state: State, spell: str) -> Sequence[Mapping[str, str]]:
        """What the author of a spell may have meant, in words that are read."""
        found = state.spells.find(spell)
        return [suggestion.reworded for suggestion in suggest(found)] if found else []


def _event(happening: Happening) -> Event:
    return Event(happening.kind, happening.facts)


def ring(state: State) -> Ring:
    """What an order is read against."""
    return Ring(tuple(wizard.name for wizard in state.wizards), state.spells, state.asked_anew)


def _shown(state: State, spell: Spell, order: RingOrder) -> dict[str, Any]:
    inputs: dict[str, Any] = {}
    for asked, value in zip(spell.inputs, order.inputs, strict=False):
        label = asked.kind if asked.kind not in inputs else f"{asked.kind} {len(inputs) + 1}"
        shown = (
            value + 1 if asked.kind == "position" else state.wizards[value].name if asked.kind == "wizard" else value
        )
        inputs[label] = shown
    return {"spell": spell.name, "inputs": inputs}


WIZARD_RING = WizardRing()
