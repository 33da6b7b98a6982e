"""The bundle of a duel: everything from which a reader can work out its result again, signed by the operator.

A bundle is an object of JSON, published with the result. `DuelFacts` is what it is made from; the rest of it
(commitments, draws, state digests, outcome, view, scenario) follows from those facts, so that changing one field
alone can always be seen. A cancelled duel's bundle shows the seed, its path and the ring, and no orders.

A duel ends under the version of bundles that it began with; `committed` says what the second adds to the first,
pbp.bundle.facts what the third changes.
"""

from __future__ import annotations

import dataclasses
import json
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

import tomli_w

from pbp import fair
from pbp.bundle.facts import (
    FIRST,
    SEASON_FORMAT,
    Anchored,
    CancelledFacts,
    ClosedStep,
    DuelFacts,
    Rolled,
    SeasonList,
    digests_readings,
    says_its_maker,
)
from pbp.errors import ReplayMismatch
from pbp.fair import RevealedSeed
from pbp.fair.dice import Dice, Draw
from pbp.games.base import Setup
from pbp.games.replay import Replayed, ReplayStep, dice_key, replay, seats, state_digest


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


def make_season(listed: SeasonList, signing_key: bytes) -> dict[str, Any]:
    """The signed list of a season's duels."""
    return _signed(
        {
            "format": SEASON_FORMAT,
            "season": listed.season,
            "anchor": listed.anchor.hex(),
            "anchored": _anchored(listed.anchored),
            "public_key": listed.public_key.hex(),
            "duels": [dataclasses.asdict(duel) for duel in listed.duels],
        },
        signing_key,
    )


def contents(facts: DuelFacts, replayed: Replayed, public_key: bytes) -> dict[str, Any]:
    """All of a bundle but its signature."""
    second = facts.version != FIRST
    return {
        **_head("bundle", facts, facts.game.name, public_key),
        "ring": ring_entry(facts.seed, facts.duel, names_in_ring(facts.setup), facts.ring_rolls),
        "setup": setup_entry(facts),
        "sheet_revision": facts.sheet_revision,
        **({"previous": plain(facts.previous)} if second else {}),
        "begin": _with_rolls(_begin(replayed), facts.begin_rolls),
        "steps": [_step(facts, replayed, number) for number in range(1, len(facts.steps) + 1)],
        **({"amended": plain({"setup": facts.amended.setup, "why": facts.amended.why})} if facts.amended else {}),
        **result_entry(facts, replayed),
        **({"ended": plain(facts.ended)} if facts.ended else {}),
        **({"voided": plain(facts.voided)} if facts.voided else {}),
        "scenario": scenario_text(facts, replayed),
    }


def cancelled_contents(facts: CancelledFacts, public_key: bytes) -> dict[str, Any]:
    """All of a cancelled duel's bundle but its signature."""
    ring = ring_entry(facts.seed, facts.duel, facts.names, facts.ring_rolls)
    return {**_head("cancelled", facts, facts.game, public_key), "ring": ring}


def bundle_text(bundle: Mapping[str, Any]) -> str:
    """A bundle as it is published: ASCII, and harmless in HTML and wikitext, where < > & ~ would mean something."""
    text = json.dumps(bundle, indent=1)
    for mark in "<>&~":
        text = text.replace(mark, f"\\u{ord(mark):04x}")  # all four can only stand inside a text
    return text + "\n"


def replay_facts(facts: DuelFacts) -> Replayed:
    """The duel, played again; its first digest is that of the close. Raises as `replay` does."""
    steps = []
    for step in facts.steps:
        closing = {order.player: order.order for order in step.orders}
        seed = step.seed.seed if step.seed else None
        steps.append(ReplayStep(_resolved(step), closing, seed, _values(step.rolls)))
    played = replay(
        facts.game,
        _played_setup(facts, facts.resolved_setup),
        facts.seed.seed,
        facts.duel,
        steps,
        _values(facts.begin_rolls),
        readings=digests_readings(facts.version),
    )
    return dataclasses.replace(played, digests=(_begin_digest(facts), *played.digests[1:])) if facts.amended else played


def _begin_digest(facts: DuelFacts) -> str:
    """The digest of the first state as it was at the close, whatever was amended since. Raises FileFaults."""
    setup = _played_setup(facts, facts.setup)
    dice = Dice(dice_key(facts.seed.seed, facts.duel, 0, {}, setup), _values(facts.begin_rolls), secret_rolled=False)
    return state_digest(facts.game, facts.game.begin(setup, dice), readings=digests_readings(facts.version))


def step_commitment(facts: DuelFacts, number: int, before: str) -> bytes:
    """The commitment of a step, counted from 1, that closed in the state with the digest `before`."""
    step = facts.steps[number - 1]
    if facts.version == FIRST:
        digests = [digest for digest, _ in _order_digests(facts, number)]
        spell_list = facts.setup.get("spell_list", {}).get("wikitext", "")
        return fair.first_commitment(step.blind, facts.duel, number, spell_list, digests)
    return fair.commitment(step.blind, committed(facts, number, before))


def committed(facts: DuelFacts, number: int, before: str) -> list[Any]:
    """All that a step's result hangs on, as its commitment covers it since the second version."""
    step = facts.steps[number - 1]
    return [
        f"pbp-commitment/{facts.version}",
        facts.season,
        facts.anchor.hex(),
        facts.duel,
        facts.game.name,
        facts.dice,
        (step.seed or facts.seed).index,
        number,
        fair.stamp(step.closed_at),
        before,
        setup_entry(facts),
        facts.sheet_revision,
        ring_entry(facts.seed, facts.duel, names_in_ring(facts.setup), facts.ring_rolls),
        plain(facts.previous),
        sorted([digest.hex(), received] for digest, received in _order_digests(facts, number)),
    ]


def _order_digests(facts: DuelFacts, number: int) -> list[tuple[bytes, str]]:
    """The digest of each standing order of a step, and when it came."""
    return [
        (
            fair.order_digest(o.salt, facts.season, facts.duel, number, o.player, o.serial, o.order),
            fair.stamp(o.received),
        )
        for o in facts.steps[number - 1].orders
    ]


def setup_entry(facts: DuelFacts) -> dict[str, Any]:
    """The setup of the close, as a bundle shows it."""
    return {key: value for key, value in plain(facts.setup).items() if key != "game"}


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


def values_at_start(wizard: Mapping[str, Any]) -> dict[str, Any]:
    """What a wizard of a setup begins a duel with, by name: Stars, idle, and each value that the sheet tracks."""
    tracked = {f"value {name}": value for name, value in (wizard.get("attributes") or {}).items()}
    return {"stars": wizard.get("stars"), "idle": bool(wizard.get("idle")), **tracked}


def values_left(wizard: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The same after the duel, from how the final view shows that wizard."""
    return values_at_start({"stars": after["stars"], "idle": wizard.get("idle"), "attributes": after["attributes"]})


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
    values: dict[str, Any] = plain(_without_null({**head, **playable(facts.resolved_setup), "steps": steps}))
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


def _head(kind: str, facts: DuelFacts | CancelledFacts, game: str, public_key: bytes) -> dict[str, Any]:
    second = facts.version != FIRST
    return {
        "format": f"pbp-{kind}/{facts.version}",
        "season": facts.season,
        "anchor": facts.anchor.hex(),
        **({"anchored": _anchored(facts.anchored)} if second else {}),
        "public_key": public_key.hex(),
        "duel": facts.duel,
        "game": game,
        **({"dice": facts.dice} if second else {}),
        **_seed(facts.seed),
        **({"made_by": facts.made_by} if facts.made_by and says_its_maker(facts.version) else {}),
    }


def _anchored(anchored: Anchored | None) -> dict[str, Any] | None:
    return {"root": anchored.root.hex(), "dice": anchored.dice} if anchored else None


def _seed(seed: RevealedSeed) -> dict[str, Any]:
    return {"seed_index": seed.index, "seed": seed.seed.hex(), "path": [node.hex() for node in seed.path]}


def _begin(replayed: Replayed) -> dict[str, Any]:
    return {"draws": draw_entries(replayed.begin_draws), "state_digest": replayed.digests[0]}


def _played_setup(facts: DuelFacts, setup: Setup) -> Setup:
    return {**playable(setup), "game": facts.game.name.split("/")[0]}


def _step(facts: DuelFacts, replayed: Replayed, number: int) -> dict[str, Any]:
    step = facts.steps[number - 1]
    seat = {player: place for place, player in enumerate(seats(facts.setup))}
    entry = {
        "step": number,
        "closed_at": fair.stamp(step.closed_at),
        "commitment": step_commitment(facts, number, replayed.digests[number - 1]).hex(),
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
    if step.comment:
        entry["comment"] = step.comment
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
