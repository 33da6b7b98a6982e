"""A duel, played again from its inputs; and one digest of a state, by which two replays are compared.

A duel is its inputs: the setup as read at commencing, the seed, and the standing orders of each step.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cache, partial
from types import NoneType
from typing import Any

from pbp.errors import ReplayMismatch
from pbp.fair.dice import Dice, Draw, canonical_json, step_key
from pbp.games.base import READING, TEXTS, Event, Game, Order, Setup


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One closed step: the orders that are resolved, in canonical words, by player.

    `closing`: the standing orders of the closing, where a voided step is resolved again with others;
    they, and not the corrected ones, key its dice. `seed`: another seed than the duel's own, for a step
    closed after that was published. `rolls`: numbers of a public roller, used before those of the seed, but for
    secret draws. `make_dice` makes other dice than these, from their key.
    """

    orders: Mapping[str, str]
    closing: Mapping[str, str] | None = None
    seed: bytes | None = None
    rolls: Sequence[int] = ()
    make_dice: Callable[[bytes], Dice] | None = None


@dataclass(frozen=True, slots=True)
class Replayed:
    """A duel played again. `states` and `digests` begin with those before the first step; the rest is by step."""

    states: tuple[Any, ...]
    digests: tuple[str, ...]
    begin_draws: tuple[Draw, ...]
    draws: tuple[tuple[Draw, ...], ...]
    events: tuple[tuple[Event, ...], ...]

    @property
    def state(self) -> Any:
        """The newest state."""
        return self.states[-1]


def seats(setup: Setup) -> tuple[str, ...]:
    """The players of a setup by seat: the ring from position 1, or first seat, second seat."""
    if "wizards" in setup:
        return tuple(wizard["name"] for wizard in setup["wizards"])
    return tuple(setup["players"])


def dice_key(seed: bytes, duel: int, step: int, orders: Mapping[str, str], setup: Setup) -> bytes:
    """The key of a step's dice: the standing orders in canonical words, put in order of their seats."""
    return step_key(seed, duel, step, [(player, orders[player]) for player in seats(setup) if player in orders])


def replay(
    game: Game,
    setup: Setup,
    seed: bytes,
    duel: int,
    steps: Sequence[ReplayStep],
    begin_rolls: Sequence[int] = (),
    *,
    readings: bool = False,
    before: Replayed | None = None,
) -> Replayed:
    """Plays the steps, numbered from 1, from the beginning; `readings`: as for `state_digest`.

    `before`: what the first of these steps gave of the same inputs, which are then not played again.
    Raises ReplayMismatch if an order is not, in its state, one in canonical words; FileFaults if the setup or
    a roll is wrong; NeedsRuling if a step cannot be resolved.
    """
    if before is None:
        dice = Dice(dice_key(seed, duel, 0, {}, setup), begin_rolls, secret_rolled=False)
        state = game.begin(setup, dice)
        before = Replayed((state,), (state_digest(game, state, readings=readings),), tuple(dice.draws), (), ())
    states, draws, happened = [*before.states], [*before.draws], [*before.events]
    for number, step in enumerate(steps[len(draws) :], len(draws) + 1):
        orders = _read(game, states[-1], setup, step.orders, number)
        keyed = step.orders if step.closing is None else step.closing
        key = dice_key(step.seed or seed, duel, number, keyed, setup)
        dice = step.make_dice(key) if step.make_dice else Dice(key, step.rolls, secret_rolled=False)
        state, events = game.resolve(states[-1], orders, dice)
        states.append(state)
        draws.append(tuple(dice.draws))
        happened.append(tuple(events))
    fresh = (state_digest(game, state, readings=readings) for state in states[len(before.states) :])
    return Replayed(tuple(states), (*before.digests, *fresh), before.begin_draws, tuple(draws), tuple(happened))


def _read(game: Game, state: Any, setup: Setup, words: Mapping[str, str], step: int) -> dict[str, Order]:
    """The orders of a step, by seat. Raises ReplayMismatch."""
    if not game.awaits(state):
        raise ReplayMismatch(f"the contest was over before step {step}")
    if strangers := sorted(set(words) - set(seats(setup))):
        raise ReplayMismatch(f"step {step}: {strangers[0]} has no seat")
    orders = {}
    for player in seats(setup):
        if player in words:
            reading = game.read(state, player, words[player])
            if reading.order is None or reading.problems:
                why = reading.problems[0].reason if reading.problems else "it takes the order back"
                raise ReplayMismatch(f"step {step}: the order of {player} does not stand: {why}")
            if reading.order.words != words[player]:
                raise ReplayMismatch(f"step {step}: the order of {player} is not in canonical words")
            orders[player] = reading.order
    return orders


def state_digest(game: Game, state: Any, *, readings: bool = False) -> str:
    """SHA-256, in hexadecimal, of the canonical JSON of [the game's name with its version, the full state].

    `readings`: as the first two versions had it, with what the reader of that day made of texts instead of the texts.
    """
    return hashlib.sha256(canonical_json([game.name, as_json(state, readings=readings)])).hexdigest()


def as_json(value: Any, *, readings: bool = False) -> Any:
    """A value of a state as JSON, different for states that are not equal.

    Of texts that people wrote it has the texts and not what was made of them: a reader that makes more of them, or
    words a hint otherwise, leaves every digest as it was. With `readings` it is the other way round.

    Frozen dataclasses become {"$TheirName": fields} (their `name_in_digests` where published digests know them by
    another name; without fields that are left out of comparison; of one whose metadata has `in_state`, what that
    function gives; one that is `later` than published digests only where it says something),
    mappings objects, sequences lists; what JSON lacks becomes an object with one key that begins with $.
    Raises TypeError for anything else: a state holds nothing that could change behind our back.
    """
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Enum):
        return {f"${type(value).__name__}": value.name}
    if isinstance(value, str | int | float):
        return value
    if isinstance(value, Fraction | Decimal):
        return {f"${type(value).__name__.lower()}": str(value)}
    if isinstance(value, bytes):
        return {"$bytes": value.hex()}
    inner = partial(as_json, readings=readings)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {
            name: inner(said(getattr(value, name)))
            for name, said, later in _fields(type(value), readings)
            if not later or getattr(value, name)
        }
        return {f"${getattr(value, 'name_in_digests', type(value).__name__)}": fields}
    if isinstance(value, Mapping):
        return _mapping(value, inner)
    if isinstance(value, AbstractSet):
        return {"$set": sorted(map(inner, value), key=canonical_json)}
    if isinstance(value, tuple | list):
        return [inner(item) for item in value]
    raise TypeError(f"a state cannot hold a {type(value).__name__}")


_PLAIN = frozenset({NoneType, bool, int, float, str})
"""What most values of a state are, and what says the same in JSON."""


@cache
def _fields(kind: type, readings: bool) -> tuple[tuple[str, Callable[[Any], Any], bool], ...]:
    """The fields of a dataclass that stand in a digest, each with what gives its value there, and if it is `later`."""
    left_out = (TEXTS if readings else READING)["of_texts"]
    return tuple(
        (f.name, f.metadata.get("in_state", _whole), f.metadata.get("later", False))
        for f in dataclasses.fields(kind)
        if f.compare and f.metadata.get("of_texts") != left_out
    )


def _whole(value: Any) -> Any:
    return value


def _mapping(value: Mapping[Any, Any], inner: Callable[[Any], Any]) -> Any:
    if all(isinstance(key, str) and not isinstance(key, Enum) and not key.startswith("$") for key in value):
        return {key: inner(item) for key, item in value.items()}
    pairs = [[inner(key), inner(item)] for key, item in value.items()]
    return {"$map": sorted(pairs, key=canonical_json)}
