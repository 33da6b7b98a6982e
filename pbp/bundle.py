"""The bundle of a duel: everything from which a reader can work out its result again, signed by the operator.

A bundle is an object of JSON, published with the result. `DuelFacts` is what it is made from; the rest of it
(commitments, draws, state digests, outcome, view, scenario) follows from those facts, so that changing one field
alone can always be seen. A cancelled duel's bundle shows the seed, its path and the ring, and no orders.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import tomli_w

from pbp import fair
from pbp.dice import Draw
from pbp.errors import ReplayMismatch
from pbp.fair import RevealedSeed
from pbp.games.base import Game, Setup
from pbp.games.replay import Replayed, Step, replay, seats

FORMAT = "pbp-bundle/1"
CANCELLED = "pbp-cancelled/1"


@dataclass(frozen=True, slots=True)
class Rolled:
    """Numbers of a public roller, in order, and the addresses where they can be seen."""

    values: tuple[int, ...]
    urls: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """An order that stood when its step closed, in canonical words, with the salt of its digest."""

    player: str
    serial: int
    order: str
    salt: bytes
    received: datetime


@dataclass(frozen=True, slots=True)
class Correction:
    """What a voided step was resolved with again: orders in canonical words, by player, and why."""

    orders: Mapping[str, str]
    why: str


@dataclass(frozen=True, slots=True)
class ClosedStep:
    """One step as it closed: the instant T, the blind of its commitment, and the standing orders.

    `seed` is another than the duel's own where that had been published before; `correction` marks a step
    that was voided: its commitment and its dice stay those of the closing.
    """

    closed_at: datetime
    blind: bytes
    orders: tuple[StandingOrder, ...]
    seed: RevealedSeed | None = None
    correction: Correction | None = None
    rolls: Rolled | None = None


@dataclass(frozen=True, slots=True)
class CancelledFacts:
    """What is published of a cancelled duel. `names` are those from which the ring was drawn, in a game with one."""

    season: str
    anchor: bytes
    duel: int
    game: str
    seed: RevealedSeed
    names: tuple[str, ...] | None
    ring_rolls: Rolled | None = None


@dataclass(frozen=True, slots=True)
class DuelFacts:
    """A duel is its inputs.

    `setup` has the keys of a scenario file, as read at commencing; its spell list also title, revision and url.
    `sheet_revision` is that of the gamestate page from which the values were read, if there is one.
    `ended` is the outcome of a contest that its players or its clock have ended, not its rules.
    """

    season: str
    anchor: bytes
    duel: int
    game: Game
    seed: RevealedSeed
    setup: Setup
    sheet_revision: str | None
    steps: tuple[ClosedStep, ...]
    ring_rolls: Rolled | None = None
    begin_rolls: Rolled | None = None
    ended: Mapping[str, Any] | None = None


def make_bundle(facts: DuelFacts, signing_key: bytes) -> dict[str, Any]:
    """The signed bundle of a resolved duel.

    Raises ReplayMismatch if the ring is not the drawn one or an order does not stand; NeedsRuling; FileFaults.
    """
    replayed = replay_facts(facts)
    bundle = contents(facts, replayed, fair.public_key(signing_key))
    if bundle["ring"] and tuple(bundle["ring"]["ring"]) != seats(facts.setup):
        raise ReplayMismatch(f"the ring of duel {facts.duel} is not the one that its seed gives")
    return _signed(bundle, signing_key)


def make_cancelled(facts: CancelledFacts, signing_key: bytes) -> dict[str, Any]:
    """The signed bundle of a cancelled duel: its seed, the path to the anchor, and the ring."""
    return _signed(cancelled_contents(facts, fair.public_key(signing_key)), signing_key)


def contents(facts: DuelFacts, replayed: Replayed, public_key: bytes) -> dict[str, Any]:
    """All of a bundle but its signature."""
    return {
        **_head(FORMAT, facts, facts.game.name, public_key),
        "ring": ring_entry(facts.seed, facts.duel, names_in_ring(facts.setup), facts.ring_rolls),
        "setup": {key: value for key, value in plain(facts.setup).items() if key != "game"},
        "sheet_revision": facts.sheet_revision,
        "begin": _with_rolls(_begin(replayed), facts.begin_rolls),
        "steps": [_step(facts, replayed, number) for number in range(1, len(facts.steps) + 1)],
        **result_entry(facts, replayed),
        **({"ended": plain(facts.ended)} if facts.ended else {}),
        "scenario": scenario_text(facts, replayed),
    }


def cancelled_contents(facts: CancelledFacts, public_key: bytes) -> dict[str, Any]:
    """All of a cancelled duel's bundle but its signature."""
    ring = ring_entry(facts.seed, facts.duel, facts.names, facts.ring_rolls)
    return {**_head(CANCELLED, facts, facts.game, public_key), "ring": ring}


def bundle_text(bundle: Mapping[str, Any]) -> str:
    """A bundle as it is published: ASCII, and harmless in HTML and wikitext, where < > & ~ would mean something."""
    text = json.dumps(bundle, indent=1)
    for mark in "<>&~":
        text = text.replace(mark, f"\\u{ord(mark):04x}")  # all four can only stand inside a text
    return text + "\n"


def replay_facts(facts: DuelFacts) -> Replayed:
    """The duel, played again. Raises as `replay` does."""
    steps = []
    for step in facts.steps:
        closing = {order.player: order.order for order in step.orders}
        seed = step.seed.seed if step.seed else None
        steps.append(Step(_resolved(step), closing, seed, _values(step.rolls)))
    setup = {**playable(facts.setup), "game": facts.game.name.split("/")[0]}
    return replay(facts.game, setup, facts.seed.seed, facts.duel, steps, _values(facts.begin_rolls))


def step_commitment(facts: DuelFacts, number: int) -> bytes:
    """The commitment of a step, counted from 1: over the standing orders of its closing."""
    step = facts.steps[number - 1]
    digests = [
        fair.order_digest(o.salt, facts.season, facts.duel, number, o.player, o.serial, o.order) for o in step.orders
    ]
    spell_list = facts.setup.get("spell_list", {}).get("wikitext", "")
    return fair.commitment(step.blind, facts.duel, number, spell_list, digests)


def ring_entry(
    seed: RevealedSeed, duel: int, names: Sequence[str] | None, rolls: Rolled | None
) -> dict[str, Any] | None:
    """How the ring was drawn: the sorted names, the ring, the draws; None for a game without a ring."""
    if names is None:
        return None
    ring, draws = fair.draw_ring(seed.seed, duel, names, _values(rolls))
    return _with_rolls({"names": sorted(names), "ring": list(ring), "draws": draw_entries(draws)}, rolls)


def names_in_ring(setup: Setup) -> tuple[str, ...] | None:
    """Those among whom a ring was drawn, or None in a game without one."""
    return seats(setup) if "wizards" in setup else None


def draw_entries(draws: Sequence[Draw]) -> list[dict[str, Any]]:
    """Draws as they are published; those that were "secretly random" say so."""
    return [
        {"for": draw.why, "of": draw.sides, "value": draw.value} | ({"secret": True} if draw.secret else {})
        for draw in draws
    ]


def result_entry(facts: DuelFacts, replayed: Replayed) -> dict[str, Any]:
    """How the contest ended, if it has, and what a public reader sees after the last step."""
    outcome = facts.game.outcome(replayed.state)
    ended = {"winner": outcome.winner, "draw": outcome.draw, "reason": outcome.reason} if outcome else None
    return {"outcome": ended, "view": plain(facts.game.view(replayed.state, None))}


def playable(setup: Setup) -> dict[str, Any]:
    """A setup with the keys of a scenario file alone: of the spell list its text, without where it came from."""
    kept = dict(setup)
    if "spell_list" in kept:
        kept["spell_list"] = {"wikitext": kept["spell_list"]["wikitext"]}
    return kept


def scenario(facts: DuelFacts, replayed: Replayed) -> dict[str, Any]:
    """The scenario that `pbp adjudicate` plays to the same result, by the contract's keys."""
    orders = [_resolved(step) for step in facts.steps]
    rolls = [draw.value for draws in (replayed.begin_draws, *replayed.draws) for draw in draws]
    head = {"game": facts.game.name.split("/")[0], "rolls": rolls}
    steps = [{"orders": {p: words[p] for p in seats(facts.setup) if p in words}} for words in orders]
    values: dict[str, Any] = plain(_without_null({**head, **playable(facts.setup), "steps": steps}))
    return values


def scenario_text(facts: DuelFacts, replayed: Replayed) -> str:
    """That scenario as the text of a file."""
    values = scenario(facts, replayed)
    text = tomli_w.dumps(values, multiline_strings=True)
    if tomllib.loads(text) != values:  # a text with carriage returns keeps them only on one line
        text = tomli_w.dumps(values)
    return f"# Duel {facts.duel}, as it was played. To play it again: pbp adjudicate FILE\n{text}"


def plain(value: Any) -> Any:
    """A value as JSON gives it back: tuples are lists, mappings dicts. Raises TypeError for what JSON lacks."""

    def mapping(other: Any) -> dict[Any, Any]:
        if isinstance(other, Mapping):
            return dict(other)
        raise TypeError(f"a bundle cannot hold a {type(other).__name__}")

    return json.loads(json.dumps(value, default=mapping))


def _head(form: str, facts: DuelFacts | CancelledFacts, game: str, public_key: bytes) -> dict[str, Any]:
    return {
        "format": form,
        "season": facts.season,
        "anchor": facts.anchor.hex(),
        "public_key": public_key.hex(),
        "duel": facts.duel,
        "game": game,
        **_seed(facts.seed),
    }


def _seed(seed: RevealedSeed) -> dict[str, Any]:
    return {"seed_index": seed.index, "seed": seed.seed.hex(), "path": [node.hex() for node in seed.path]}


def _begin(replayed: Replayed) -> dict[str, Any]:
    return {"draws": draw_entries(replayed.begin_draws), "state_digest": replayed.digests[0]}


def _step(facts: DuelFacts, replayed: Replayed, number: int) -> dict[str, Any]:
    step = facts.steps[number - 1]
    seat = {player: place for place, player in enumerate(seats(facts.setup))}
    entry = {
        "step": number,
        "closed_at": fair.stamp(step.closed_at),
        "commitment": step_commitment(facts, number).hex(),
        "blind": step.blind.hex(),
        "orders": [
            {
                "player": order.player,
                "serial": order.serial,
                "order": order.order,
                "salt": order.salt.hex(),
                "received": fair.stamp(order.received),
            }
            for order in sorted(step.orders, key=lambda order: seat[order.player])
        ],
        "draws": draw_entries(replayed.draws[number - 1]),
        "state_digest": replayed.digests[number],
    }
    if step.seed:
        entry |= _seed(step.seed)
    if step.correction:
        orders = [{"player": p, "order": step.correction.orders[p]} for p in seat if p in step.correction.orders]
        entry["correction"] = {"orders": orders, "why": step.correction.why}
    return _with_rolls(entry, step.rolls)


def _with_rolls(entry: dict[str, Any], rolls: Rolled | None) -> dict[str, Any]:
    """An entry with draws, and those of the rolled numbers that they used."""
    if rolls is None:
        return entry
    rolled = sum(not draw.get("secret") for draw in entry["draws"])
    return entry | {"rolls": {"values": list(rolls.values[:rolled]), "urls": list(rolls.urls)}}


def _resolved(step: ClosedStep) -> Mapping[str, str]:
    """The orders with which a step was resolved in the end, by player."""
    return step.correction.orders if step.correction else {order.player: order.order for order in step.orders}


def _values(rolls: Rolled | None) -> tuple[int, ...]:
    return rolls.values if rolls else ()


def _signed(bundle: dict[str, Any], signing_key: bytes) -> dict[str, Any]:
    return {**bundle, "signature": fair.sign(signing_key, bundle).hex()}


def _without_null(value: Any) -> Any:
    """A value without the keys that have none: TOML has no null."""
    if isinstance(value, Mapping):
        return {key: _without_null(item) for key, item in value.items() if item is not None}
    if isinstance(value, list | tuple):
        return [_without_null(item) for item in value]
    return value
