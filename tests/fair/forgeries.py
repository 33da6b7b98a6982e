"""What an operator could try after the close: bundles forged from published ones, each as consistent as it can be made.

A forger knows everything and has the signing key: what was put in is changed, all that follows from it is worked out
anew, and the whole is signed again. Only what readers saw published before stays as it was. What the spells did with
the same inputs (draws asked for, states, the result) is left alone here: that is for the rules to refute.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from fair.duels import ANCHORS, CANCELLED, SEASON, SIGNING_KEY, TERMS, first

from pbp import bundle, fair
from pbp.bundle.facts import ROLLS, SEED, Anchored, ClosedStep, Correction, DuelFacts, Rolled, StandingOrder
from pbp.games.replay import seats

OTHER_SEASON = fair.Season(bytes(range(1, 33)))
Chance = random.Random
Move = Callable[[DuelFacts, Chance], DuelFacts]
MOVES: list[Move] = []


class NotHere(Exception):
    """This duel has nothing to which the move could be made."""


def move(function: Move) -> Move:
    MOVES.append(function)
    return function


def pick(chance: Chance, things: Any) -> Any:
    things = list(things)
    if not things:
        raise NotHere
    return chance.choice(things)


def with_step(facts: DuelFacts, number: int, **values: Any) -> DuelFacts:
    steps = list(facts.steps)
    steps[number] = replace(steps[number], **values)
    return replace(facts, steps=tuple(steps))


def any_step(facts: DuelFacts, chance: Chance) -> tuple[int, ClosedStep]:
    number = pick(chance, range(len(facts.steps)))
    return number, facts.steps[number]


def changed_setup(facts: DuelFacts, change: Callable[[dict[str, Any]], None]) -> DuelFacts:
    setup = copy.deepcopy(dict(facts.setup))
    change(setup)
    return replace(facts, setup=setup)


def changed_wizard(facts: DuelFacts, chance: Chance, change: Callable[[dict[str, Any]], None]) -> DuelFacts:
    place = pick(chance, range(len(facts.setup.get("wizards", ()))))
    return changed_setup(facts, lambda setup: change(setup["wizards"][place]))


def changed_order(facts: DuelFacts, chance: Chance, change: Callable[[StandingOrder], StandingOrder]) -> DuelFacts:
    number, step = any_step(facts, chance)
    place = pick(chance, range(len(step.orders)))
    orders = [change(order) if at == place else order for at, order in enumerate(step.orders)]
    return with_step(facts, number, orders=tuple(orders))


def legal_words(facts: DuelFacts, number: int, player: str) -> list[str]:
    """Orders that a player could have given at a step."""
    state = bundle.replay_facts(replace(facts, steps=facts.steps[:number])).state
    prompt = facts.game.awaits(state).get(player)
    found = [facts.game.read(state, player, example).order for example in (prompt.examples if prompt else ())]
    more = [facts.game.read(state, player, words).order for words in ("HIT 1", "HIT 3", "CALL 2", "CAST Greed", "PASS")]
    return sorted({order.words for order in (*found, *more) if order})


def on_seed(facts: DuelFacts, seed: fair.RevealedSeed) -> DuelFacts:
    """The duel with another seed, its ring drawn anew."""
    if "wizards" not in facts.setup:
        return replace(facts, seed=seed)
    people = {wizard["name"]: wizard for wizard in facts.setup["wizards"]}
    rolls = facts.ring_rolls.values if facts.ring_rolls else ()
    ring, _ = fair.draw_ring(seed.seed, facts.duel, people, rolls)
    return replace(changed_setup(facts, lambda s: s.update(wizards=[people[name] for name in ring])), seed=seed)


# ---- the dice --------------------------------------------------------------------------------------------------------


@move
def chosen_dice(facts: DuelFacts, chance: Chance) -> DuelFacts:
    number = any_step(facts, chance)[0]
    draws = bundle.replay_facts(facts).draws[number]
    if facts.dice == ROLLS or not draws:
        raise NotHere
    return with_step(
        facts, number, rolls=Rolled(tuple(chance.randint(1, d.sides) for d in draws), ("https://x.example",))
    )


@move
def fewer_public_dice(facts: DuelFacts, chance: Chance) -> DuelFacts:
    number, step = any_step(facts, chance)
    if not step.rolls:
        raise NotHere
    kept = step.rolls.values[: chance.randrange(len(step.rolls.values))]
    return with_step(facts, number, rolls=replace(step.rolls, values=kept) if kept and chance.random() < 0.5 else None)


@move
def chosen_ring(facts: DuelFacts, chance: Chance) -> DuelFacts:
    count = len(facts.setup.get("wizards", ()))
    rolls = tuple(chance.randint(1, left) for left in range(count, 1, -1))
    if not rolls:
        raise NotHere
    return on_seed(replace(facts, ring_rolls=Rolled(rolls, ("https://x.example",))), facts.seed)


@move
def chosen_coins(facts: DuelFacts, chance: Chance) -> DuelFacts:
    return replace(facts, begin_rolls=Rolled((chance.randint(1, 2),), ("https://x.example",)))


@move
def other_index(facts: DuelFacts, chance: Chance) -> DuelFacts:
    index = chance.choice([0, 1, 4711, 65535, chance.randrange(65536)])
    return on_seed(facts, SEASON.reveal(index))


@move
def own_seed_for_a_step(facts: DuelFacts, chance: Chance) -> DuelFacts:
    number = any_step(facts, chance)[0]
    return with_step(facts, number, seed=SEASON.reveal(chance.randrange(65536)))


@move
def other_season(facts: DuelFacts, chance: Chance) -> DuelFacts:
    root, dice = OTHER_SEASON.root, facts.anchored.dice if facts.anchored else SEED
    anchor = fair.season_anchor(facts.season, root, fair.public_key(SIGNING_KEY), dice)
    facts = replace(facts, anchor=anchor, anchored=Anchored(root, dice))
    return on_seed(facts, OTHER_SEASON.reveal(facts.seed.index))


@move
def other_source(facts: DuelFacts, chance: Chance) -> DuelFacts:
    dice = SEED if facts.dice == ROLLS else ROLLS
    draws = [draw for draw in bundle.replay_facts(facts).draws[0] if not draw.secret]
    rolls = Rolled(tuple(chance.randint(1, draw.sides) for draw in draws), ("https://x.example",)) if draws else None
    facts = with_step(facts, 0, rolls=rolls if dice == ROLLS else None)
    facts = chosen_ring(facts, chance) if dice == ROLLS else on_seed(replace(facts, ring_rolls=None), facts.seed)
    if chance.random() < 0.5:
        return replace(facts, dice=dice)
    return replace(facts, dice=dice, anchor=ANCHORS[dice], anchored=TERMS[dice])


@move
def an_older_season(facts: DuelFacts, chance: Chance) -> DuelFacts:
    return replace(facts, anchor=SEASON.root, anchored=None)


@move
def an_older_version(facts: DuelFacts, chance: Chance) -> DuelFacts:
    older = first(facts)
    kept = older if chance.random() < 0.5 else replace(older, anchor=facts.anchor)
    return replace(kept, setup=facts.resolved_setup, amended=None, voided=())


# ---- what went in ----------------------------------------------------------------------------------------------------


@move
def other_stars(facts: DuelFacts, chance: Chance) -> DuelFacts:
    return changed_wizard(facts, chance, lambda w: w.update(stars=w["stars"] + chance.choice([-3, -1, 1, 2, 10])))


@move
def other_idle(facts: DuelFacts, chance: Chance) -> DuelFacts:
    return changed_wizard(facts, chance, lambda w: w.update(idle=not w.get("idle", False)))


@move
def other_attributes(facts: DuelFacts, chance: Chance) -> DuelFacts:
    return changed_wizard(
        facts, chance, lambda w: w.update(attributes={**(w.get("attributes") or {}), "Hat": "Bowler"})
    )


@move
def other_wizard(facts: DuelFacts, chance: Chance) -> DuelFacts:
    def change(setup: dict[str, Any]) -> None:
        leaving = pick(chance, [w for w in setup.get("wizards", ()) if w["name"] not in ordering(facts)])
        leaving["name"] = "Zzz"

    return on_seed(changed_setup(facts, change), facts.seed)


def ordering(facts: DuelFacts) -> set[str]:
    return {order.player for step in facts.steps for order in step.orders}


@move
def another_ring(facts: DuelFacts, chance: Chance) -> DuelFacts:
    return changed_setup(facts, lambda setup: chance.shuffle(setup["wizards" if "wizards" in setup else "players"]))


@move
def other_options(facts: DuelFacts, chance: Chance) -> DuelFacts:
    def change(setup: dict[str, Any]) -> None:
        key = "stars_floor" if "wizards" in setup else "goal"
        setup["options"] = {**setup.get("options", {}), key: chance.choice([1, 2, 7, 31])}

    return changed_setup(facts, change)


@move
def other_history(facts: DuelFacts, chance: Chance) -> DuelFacts:
    def change(setup: dict[str, Any]) -> None:
        if "wizards" not in setup:
            raise NotHere
        number = setup.get("duel", {}).get("number", facts.duel)
        casts = {chance.choice(seats(facts.setup)): chance.choice(["Raid", "Burn", "Greed"])}
        setup["duel"] = {"number": number, "history": [{"number": chance.randrange(1, 3), "casts": casts}]}

    return changed_setup(facts, change)


@move
def a_ruling_that_was_known(facts: DuelFacts, chance: Chance) -> DuelFacts:
    def change(setup: dict[str, Any]) -> None:
        if "wizards" not in setup:
            raise NotHere
        spell = chance.choice(["Jest", "Gain", "Raid"])
        setup["rulings"] = [*setup.get("rulings", []), {"spell": spell, "effect": "Gain 5 Stars."}]

    return changed_setup(facts, change)


@move
def a_ruling_that_was_not_known(facts: DuelFacts, chance: Chance) -> DuelFacts:
    def change(setup: dict[str, Any]) -> None:
        setup.get("rulings", []).pop() if setup.get("rulings") else pick(chance, ())

    return changed_setup(facts, change)


@move
def other_list(facts: DuelFacts, chance: Chance) -> DuelFacts:
    def change(setup: dict[str, Any]) -> None:
        listed = setup.get("spell_list") or pick(chance, ())
        key = chance.choice(["wikitext", "title", "revision", "url"])
        listed[key] = listed.get(key, "") + "\nMore."

    return changed_setup(facts, change)


@move
def other_sheet(facts: DuelFacts, chance: Chance) -> DuelFacts:
    return replace(facts, sheet_revision=chance.choice([None, "1", "9999"]))


@move
def other_name_of_the_season(facts: DuelFacts, chance: Chance) -> DuelFacts:
    facts = replace(facts, season=facts.season + "x")
    if chance.random() < 0.5 or not facts.anchored:
        return facts
    key = fair.public_key(SIGNING_KEY)
    return replace(facts, anchor=fair.season_anchor(facts.season, facts.anchored.root, key, facts.anchored.dice))


@move
def other_number(facts: DuelFacts, chance: Chance) -> DuelFacts:
    return on_seed(replace(facts, duel=facts.duel + chance.choice([1, 2, 100])), facts.seed)


@move
def other_duel_before(facts: DuelFacts, chance: Chance) -> DuelFacts:
    if facts.previous is None:
        return replace(facts, previous={"duel": 1, "state_digest": None, "changes": []})
    wizard = facts.setup["wizards"][0]
    change = {"wizard": wizard["name"], "what": "stars", "from": 1, "to": wizard["stars"], "why": "by decision"}
    other: Mapping[str, Any] = chance.choice(
        [
            {**facts.previous, "duel": 99},
            {**facts.previous, "state_digest": "7d" * 32},
            {**facts.previous, "changes": [*facts.previous["changes"], change]},
        ]
    )
    return replace(facts, previous=other)


# ---- orders and times ------------------------------------------------------------------------------------------------


@move
def other_time(facts: DuelFacts, chance: Chance) -> DuelFacts:
    number, step = any_step(facts, chance)
    return with_step(facts, number, closed_at=step.closed_at + timedelta(microseconds=chance.choice([-1, 1, 10**9])))


@move
def other_time_of_an_order(facts: DuelFacts, chance: Chance) -> DuelFacts:
    later = timedelta(seconds=chance.choice([-60, 1, 60]))
    return changed_order(facts, chance, lambda order: replace(order, received=order.received + later))


@move
def other_order(facts: DuelFacts, chance: Chance) -> DuelFacts:
    number, step = any_step(facts, chance)
    place = pick(chance, range(len(step.orders)))
    words = pick(chance, legal_words(facts, number, step.orders[place].player))
    orders = [replace(order, order=words) if at == place else order for at, order in enumerate(step.orders)]
    return with_step(facts, number, orders=tuple(orders))


@move
def order_left_out(facts: DuelFacts, chance: Chance) -> DuelFacts:
    number, step = any_step(facts, chance)
    out = pick(chance, step.orders)
    return with_step(facts, number, orders=tuple(order for order in step.orders if order is not out))


@move
def order_put_in(facts: DuelFacts, chance: Chance) -> DuelFacts:
    number, step = any_step(facts, chance)
    player = pick(chance, set(seats(facts.setup)) - {order.player for order in step.orders})
    words = pick(chance, legal_words(facts, number, player))
    order = StandingOrder(player, 77, words, chance.randbytes(32), step.closed_at - timedelta(hours=1))
    return with_step(facts, number, orders=(*step.orders, order))


@move
def other_serial(facts: DuelFacts, chance: Chance) -> DuelFacts:
    return changed_order(facts, chance, lambda order: replace(order, serial=order.serial + 1))


@move
def other_salt(facts: DuelFacts, chance: Chance) -> DuelFacts:
    return changed_order(facts, chance, lambda order: replace(order, salt=chance.randbytes(32)))


@move
def other_blind(facts: DuelFacts, chance: Chance) -> DuelFacts:
    return with_step(facts, any_step(facts, chance)[0], blind=chance.randbytes(32))


@move
def step_left_out(facts: DuelFacts, chance: Chance) -> DuelFacts:
    number = any_step(facts, chance)[0]
    return replace(facts, steps=(*facts.steps[:number], *facts.steps[number + 1 :]))


@move
def a_correction_that_the_next_step_did_not_know(facts: DuelFacts, chance: Chance) -> DuelFacts:
    number, step = any_step(replace(facts, steps=facts.steps[:-1]), chance)
    player = pick(chance, [order.player for order in step.orders])
    words = pick(chance, legal_words(facts, number, player))
    orders = {order.player: order.order for order in step.orders} | {player: words}
    return with_step(facts, number, correction=Correction(orders, "misread"))


# ---- forging ---------------------------------------------------------------------------------------------------------


def forgeries(published: Mapping[str, tuple[DuelFacts, dict[str, Any]]], count: int) -> Iterator[tuple[str, str, Any]]:
    """(what it is made from, what was done to it, the forged bundle); the same ones each time.

    Three in four are made by the operator, by one to three moves; of the others one byte or value was changed by
    whoever passed the bundle on.
    """
    chance = Chance("forgeries")
    made = 0
    while made < count:
        name = pick(chance, sorted(published))
        facts, original = published[name]
        what, forged = passed_on(original, chance) if chance.random() < 0.25 else by_operator(facts, original, chance)
        if forged is not None and inputs(forged) != inputs(original):
            made += 1
            yield name, what, forged


def by_operator(facts: DuelFacts, original: dict[str, Any], chance: Chance) -> tuple[str, Any]:
    """A bundle of changed facts, worked out and signed anew; None where the facts cannot be played."""
    if chance.random() < 0.01:
        cancelled = replace(CANCELLED, duel=facts.duel, seed=facts.seed, anchor=facts.anchor, anchored=facts.anchored)
        return "cancelled after all", bundle.make_cancelled(cancelled, SIGNING_KEY)
    moves = [pick(chance, MOVES) for _ in range(chance.choice([1, 1, 2, 3]))]
    what = ", ".join(one.__name__ for one in moves)
    try:
        for one in moves:
            facts = one(facts, chance)
        forged = bundle.contents(facts, bundle.replay_facts(facts), fair.public_key(SIGNING_KEY))
    except Exception:  # the rules refuse this: the forger thinks again
        return what, None
    if chance.random() < 0.5:
        what += ", under the commitments that were published"
        for step, before in zip(forged["steps"], original["steps"], strict=False):
            step["commitment"] = before["commitment"]
    return what, {**forged, "signature": fair.sign(SIGNING_KEY, forged).hex()}


def passed_on(original: dict[str, Any], chance: Chance) -> tuple[str, Any]:
    """The bundle with one value changed anywhere, and the signature left as it was."""
    forged = copy.deepcopy(original)
    inside: Any = forged
    path: list[Any] = []
    while isinstance(inside, dict | list) and inside:
        key = pick(chance, sorted(inside) if isinstance(inside, dict) else range(len(inside)))
        path.append(key)
        holder, inside = inside, inside[key]
    if isinstance(inside, str) and inside:
        at = chance.randrange(len(inside))
        new: Any = inside[:at] + chance.choice("0123456789abcdef x") + inside[at + 1 :]
    else:
        new = inside + 1 if type(inside) is int else chance.choice([None, True, 0, "", "x", [], {}])
    holder[key] = new
    return f"passed on with another {'.'.join(map(str, path))}", forged


def inputs(value: dict[str, Any]) -> str:
    """A bundle without its signature, to compare by: what was changed and changed back is no forgery."""
    return repr(sorted((key, item) for key, item in value.items() if key != "signature"))
