"""Duels of the real games: every scenario that tells a rule is played with drawn dice, published, and verified."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from fair.duels import ANCHORS, CLOSED, SEASON, SIGNING_KEY, TERMS, seen, signed_anew
from fair.test_bundle import OPERATORS_WORD, changes, failed
from fair.test_verify import run_script

from pbp import fair
from pbp.adjudicate import read_orders
from pbp.bundle import bundle_text, make_bundle, playable
from pbp.bundle.facts import SEED, ClosedStep, DuelFacts, StandingOrder
from pbp.errors import NeedsRuling
from pbp.fair.dice import Dice
from pbp.games import GAMES, find_game
from pbp.games.base import Game, Order
from pbp.games.replay import dice_key
from pbp.verify import check_bundle, verify_file

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
TESTS = Path(__file__).parents[1]
OWN = sorted(TESTS.glob("fair/cases/*.toml"))
RULES = sorted([*TESTS.glob("spells/scenarios/*.toml"), *TESTS.glob("games/cases/*/*.toml")])
SCENARIOS = [*OWN, *(RULES if os.environ.get("PBP_LONG") else RULES[::10])]
"""The scenarios that tell the rules: one in ten of them, or all in a long run."""


def scenarios() -> dict[str, dict[str, Any]]:
    """The scenarios by file name, without those that show faults of a file."""
    found = {str(path.relative_to(TESTS)): tomllib.loads(path.read_text(encoding="utf-8")) for path in SCENARIOS}
    return {name: scenario for name, scenario in found.items() if "faults" not in scenario.get("expect", {})}


def played(facts: DuelFacts, choose: Callable[[Game, Any, int, str], Order | None], steps: int) -> DuelFacts:
    """The duel with up to that many steps, in each of which everyone awaited gives the chosen order, or none."""
    game, setup = facts.game, playable(facts.setup)
    state = game.begin(setup, Dice(dice_key(facts.seed.seed, facts.duel, 0, {}, setup)))
    for number in range(1, steps + 1):
        awaited = game.awaits(state)
        if not awaited:
            break
        chosen = {player: order for player in awaited if (order := choose(game, state, number, player))}
        words = {player: order.words for player, order in chosen.items()}
        dice = Dice(dice_key(facts.seed.seed, facts.duel, number, words, setup))
        closed_at = CLOSED + DAY * number
        orders = tuple(
            StandingOrder(player, serial, said, sha256(f"{number} {player}".encode()).digest(), closed_at - HOUR)
            for serial, (player, said) in enumerate(words.items(), 2 * number)
        )
        facts = replace(facts, steps=(*facts.steps, ClosedStep(closed_at, bytes([number]) * 32, orders)))
        state, _ = game.resolve(state, chosen, dice)
    return facts


def as_duel(scenario: dict[str, Any]) -> DuelFacts:
    """The duel that its players and their words make, with a ring and dice drawn from the season. May need rulings."""
    game = find_game(scenario["game"])
    assert game
    number = scenario.get("duel", {}).get("number", 1)
    setup = {key: value for key, value in scenario.items() if key not in ("seed", "rolls", "steps", "expect")}
    seed = SEASON.reveal(number)
    if "wizards" in setup:
        people = {wizard["name"]: wizard for wizard in setup["wizards"]}
        ring, _ = fair.draw_ring(seed.seed, number, people)
        setup["wizards"] = [people[name] for name in ring]
    letters = [step.get("orders", {}) for step in scenario.get("steps", [])]

    def choose(game: Game, state: Any, step: int, player: str) -> Order | None:
        return read_orders(game, state, player, letters[step - 1].get(player, ""))[0]

    previous: dict[str, Any] | None = (
        {"duel": None, "state_digest": None, "changes": []} if "wizards" in setup else None
    )
    facts = DuelFacts("2026-autumn", ANCHORS[SEED], number, game, seed, setup, "17", (), anchored=TERMS[SEED],
                      previous=previous)  # fmt: skip
    return played(facts, choose, len(letters))


@pytest.mark.parametrize("name", scenarios())
def test_a_played_scenario_is_published_and_verified(name):
    try:
        bundle = make_bundle(as_duel(scenarios()[name]), SIGNING_KEY)
    except NeedsRuling as error:
        assert error.unclear  # which spells those are, the cases themselves say; such a duel is not published
        return
    report = verify_file(bundle_text(bundle), seen(bundle))
    assert report.ok, report.lines


@pytest.mark.parametrize("game", [game for game in GAMES if game.name != "wizard-ring/1"], ids=lambda game: game.name)
@pytest.mark.parametrize("taken", [1, 2, 5])
def test_a_contest_played_by_the_examples_of_its_prompts_is_verified(game, taken):
    """Each player takes one of the orders that the prompt proposes, another at each step; one in seven is late."""

    def choose(game: Game, state: Any, step: int, player: str) -> Order | None:
        seat = list(game.awaits(state)).index(player)
        examples = game.awaits(state)[player].examples
        reading = game.read(state, player, examples[(taken * step + seat) % len(examples)])
        assert not reading.problems
        return reading.order if (step + seat) % 7 else None

    setup = {"players": ["Ann", "Ben"]}
    facts = DuelFacts("2026-autumn", ANCHORS[SEED], 3, game, SEASON.reveal(3), setup, None, (), anchored=TERMS[SEED])
    bundle = make_bundle(played(facts, choose, 12), SIGNING_KEY)
    report = verify_file(bundle_text(bundle), seen(bundle))
    assert report.ok, report.lines


@pytest.fixture(scope="module")
def ring_duel() -> dict[str, Any]:
    return make_bundle(as_duel(scenarios()["fair/cases/ring-duel.toml"]), SIGNING_KEY)


def test_a_ring_duel_shows_draws_orders_and_the_changes_that_they_made(ring_duel):
    step = ring_duel["steps"][0]
    assert len(step["orders"]) == 4
    assert [draw["of"] for draw in step["draws"]] == [4]
    assert ring_duel["view"]["wizards"]["Alice"]["attributes"]["Hat"] == "Fool's cap"
    assert failed(check_bundle(ring_duel, seen(ring_duel))) == []


def test_no_field_of_a_ring_duel_can_be_changed_unseen(ring_duel):
    assert [place for place, changed in changes(ring_duel) if not failed(check_bundle(changed))] == []


def test_no_field_of_a_ring_duel_can_be_changed_and_signed_anew_unseen(ring_duel):
    unseen = [
        place
        for place, changed in changes(ring_duel)
        if not failed(check_bundle(signed_anew(changed), seen(ring_duel)))
    ]
    assert [place for place in unseen if not OPERATORS_WORD.fullmatch(place.removesuffix(" removed"))] == []


def test_a_readers_own_script_confirms_a_ring_duel(ring_duel, tmp_path):
    done = run_script(tmp_path, json.loads(bundle_text(ring_duel)))
    assert (done.returncode, done.stderr) == (0, "")
