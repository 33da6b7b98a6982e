"""Hidden information in the Wizard's Duel: contests that differ only in what fog hides show nothing different.

Two contests run side by side. Ann casts under fog, a different spell in each; everything else is equal. As long as
nothing that the rules make visible differs (points, wins, a spell taken back, a ban, whether a Charm was cancelled),
the public and Ben must see the same: views, events with their sentences, questions to Ben, and answers to his words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest
from games.contests import begun, stepped
from games.random_play import GAMES_EACH

from pbp.fair.dice import Dice
from pbp.games.base import Event, Prompt
from pbp.games.wizards_duel import WIZARDS_DUEL as GAME
from pbp.games.wizards_duel.state import Wizards
from pbp.games.wizards_duel.variants import VARIANTS
from pbp.text import sentence

WORDS = [f"{verb} {spell}" for verb in ("CAST", "BAN") for spell in "0123456789X"] + ["BAN NONE", "DAYBREAK", "hello"]


def seen(state: Wizards, events: Sequence[Event]) -> list[Any]:
    """All that reaches the public and Ben after a step."""
    prompts = GAME.awaits(state)
    return [
        GAME.phase(state),
        GAME.view(state, None),
        GAME.view(state, "Ben"),
        [(event.kind, event.facts, sentence(GAME.name, event)) for event in events],
        prompts.get("Ben"),
        GAME.outcome(state),
        [GAME.read(state, "Ben", words) for words in WORDS],
    ]


def visible(state: Wizards) -> Any:
    """What the rules make public of a step in which somebody cast under fog."""
    shown, result = state.shown, GAME.view(state, None)
    returned = result["returned"]
    return [shown.gained, shown.bout_over, returned, GAME.phase(state), [side.fogged for side in state.sides]]


def fogged(rng: Random, variant: str) -> Wizards:
    """A contest in which Ann's next spell will be hidden, after some rounds, and the bout is not about to end."""
    while True:
        state = begun(GAME, variant=variant)
        for number in range(rng.randint(1, 5)):
            words = {player: rng.choice(prompt.examples) for player, prompt in GAME.awaits(state).items()}
            if number and "3" in state.sides[0].hand and GAME.phase(state) == "casting":
                words["Ann"] = "CAST 3"
            if any(GAME.read(state, player, order).problems for player, order in words.items()):
                break
            state, _ = stepped(GAME, state, words)
        if state.sides[0].fogged and GAME.phase(state) == "casting":
            return state


@pytest.mark.parametrize("variant", VARIANTS)
def test_contests_that_differ_only_under_fog_look_the_same(variant: str) -> None:
    rng = Random(f"fog {variant}")
    compared = longer = 0
    while compared < GAMES_EACH // 20:
        state = fogged(rng, variant)
        castable = state.castable(0)
        if len(castable) < 2:
            continue
        hidden = rng.sample(castable, 2)
        answer = rng.choice(state.castable(1))
        pair = [stepped(GAME, state, {"Ann": f"CAST {spell}", "Ben": f"CAST {answer}"}) for spell in hidden]
        steps = 0
        while visible(pair[0][0]) == visible(pair[1][0]) and pair[0][0].shown.bout_over is None:
            assert seen(*pair[0]) == seen(*pair[1]), f"after {hidden} under fog against {answer}"
            steps += 1
            words = common_orders(rng, pair[0][0], pair[1][0])
            if words is None:
                break
            pair = [stepped(GAME, one, mine) for (one, _), mine in zip(pair, words, strict=True)]
        compared += steps > 0
        longer += steps > 2
    assert longer > compared // 10  # many pairs stay alike for several rounds


def common_orders(rng: Random, one: Wizards, other: Wizards) -> tuple[dict[str, str], dict[str, str]] | None:
    """Orders by which the contests go on alike: the same where both ask, no ban where only one has a hidden Charm."""
    asked = GAME.awaits(one), GAME.awaits(other)
    orders: tuple[dict[str, str], dict[str, str]] = {}, {}
    for player in ("Ann", "Ben"):
        both = [words for words in _examples(asked[0], player) if words in _examples(asked[1], player)]
        if player in asked[0] and player in asked[1] and not both:
            return None
        words = rng.choice(both) if both else "BAN NONE"
        for prompts, chosen in zip(asked, orders, strict=True):
            if player in prompts:
                chosen[player] = words
    return orders


def _examples(prompts: Mapping[str, Prompt], player: str) -> tuple[str, ...]:
    return prompts[player].examples if player in prompts else ()


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_pair_of_hidden_spells_with_one_visible_result_reads_the_same(variant: str) -> None:
    """Every two hidden spells against every answer, in round 2."""
    state = begun(GAME, variant=variant)
    state, _ = stepped(GAME, state, {"Ann": "CAST 3", "Ben": "CAST 4"})
    alike = 0
    for answer in state.castable(1):
        after = {s: stepped(GAME, state, {"Ann": f"CAST {s}", "Ben": f"CAST {answer}"}) for s in state.castable(0)}
        for first in after:
            for second in after:
                if first < second and visible(after[first][0]) == visible(after[second][0]):
                    assert seen(*after[first]) == seen(*after[second]), f"{first} or {second} against {answer}"
                    alike += 1
    assert alike > 25


def test_the_caster_sees_her_own_hidden_spell() -> None:
    state = begun(GAME)
    state, _ = stepped(GAME, state, {"Ann": "CAST 3", "Ben": "CAST 4"})
    state, _ = stepped(GAME, state, {"Ann": "CAST 7", "Ben": "CAST 5"})
    assert GAME.view(state, "Ann")["casts"] == {"Ann": "7", "Ben": "5"}
    assert GAME.view(state, "Ben")["casts"] == GAME.view(state, None)["casts"] == {"Ann": None, "Ben": "5"}
    assert "7" not in GAME.awaits(state)["Ann"].what.split("You hold")[1].split("Ben")[0]
    assert "Ann's spells unspent or hidden: 1, 2, 4, 5, 6, 7, 8, X; one of them was cast under fog" in (
        GAME.awaits(state)["Ben"].what
    )


def test_a_hidden_random_spell_leaves_no_trace_in_the_public_draws() -> None:
    state = begun(GAME, variant="bo3")
    state, _ = stepped(GAME, state, {"Ann": "CAST 3", "Ben": "CAST 4"})
    order = GAME.read(state, "Ben", "CAST 5").order
    assert order is not None
    dice = Dice(b"late")
    GAME.resolve(state, {"Ben": order}, dice)
    assert [draw.secret for draw in dice.draws] == [True]
