"""Costs as players write them: what a caster pays, or that they cannot be read."""

from __future__ import annotations

import itertools
import tomllib
from pathlib import Path
from typing import Any

import pytest
from spells.lists import spell

from pbp.adjudicate import play

MANNERS = tomllib.loads(Path(__file__).with_name("costing.toml").read_text("utf-8"))["meaning"]
COSTS = tomllib.loads(Path(__file__).with_name("costs.toml").read_text("utf-8"))
INPUTS = "A position in the Wizard Ring, and a number from 1 to 5"


def paid(
    cost: str, caster: str = "A", stars: int = 11, hat: str = "Red", inputs: str = INPUTS, given: str = "2 3"
) -> tuple[int, int]:
    """The Stars and the Crystals that the cast costs."""
    others = {"stars": 11, "attributes": {"Hat": "Red", "Crystals": 2}}
    ring = [{"name": name, **others} for name in ("A", "B", "C", "D")]
    next(one for one in ring if one["name"] == caster).update(stars=stars, attributes={"Hat": hat, "Crystals": 2})
    played = play(
        {
            "game": "wizard-ring",
            "seed": "costs",
            "wizards": ring,
            "duel": {"number": 2, "history": [{"number": 1, "casts": {"A": "Self"}}]},
            "spell_list": {"wikitext": f"==Self==\nInputs: {inputs}\nEffect: Gain 20 Stars.\nCost: {cost}\n"},
            "steps": [{"orders": {caster: f"CAST Self {given}"}}],
        }
    )
    assert played.status == 0, played.result["needs_ruling"]
    after = played.result["steps"][0]["state"]["wizards"][caster]
    return stars + 20 - after["stars"], 2 - after["attributes"]["Crystals"]


@pytest.mark.parametrize(("cost", "stars"), COSTS["stars"].items())
def test_a_cost_in_stars(cost: str, stars: int) -> None:
    assert paid(cost) == (stars, 0)


@pytest.mark.parametrize(("cost", "crystals"), COSTS["crystals"].items())
def test_a_cost_in_crystals(cost: str, crystals: int) -> None:
    assert paid(cost) == (0, crystals)


@pytest.mark.parametrize("meaning", MANNERS, ids=[meaning["costs"][0] for meaning in MANNERS])
def test_each_manner_of_a_cost_costs_the_same(meaning: dict[str, Any]) -> None:
    inputs = meaning.get("inputs", "")
    for caster, stars, hat, given in itertools.product(("A", "B"), (11, 12), ("Red", "None"), "13" if inputs else " "):
        first, *others = (paid(cost, caster, stars, hat, inputs, given.strip()) for cost in meaning["costs"])
        assert set(others) == {first}, list(zip(meaning["costs"], (first, *others), strict=True))


@pytest.mark.parametrize("cost", COSTS["refused"])
def test_a_cost_that_cannot_be_read(cost: str) -> None:
    found = spell("Gain 1 Star.", INPUTS, f"Cost: {cost}\n")
    assert found.program is None
    assert found.unclear[0].reason


_PER_CRYSTAL = "Gain 1 Star for each Crystal you have."


@pytest.mark.parametrize(
    ("cost", "effect", "plain"),
    [
        ("3 Stars", "Gain twice as many Stars as this spell cost you.", "Gain Stars equal to twice 3."),
        ("1 Star for each of your Crystals", "Gain as many Stars as you paid for this spell.", _PER_CRYSTAL),
        ("3 Stars, or 1 if your Hat is Red", "Gain as many Stars as this spell cost you.", ""),
        ("half your Stars, rounded down", "Gain as many Stars as this spell cost you.", ""),
        ("1 Star for each of your Crystals", "Lose 1 Crystal. Then gain as many Stars as this spell cost you.", ""),
        ("None", "Gain as many Stars as this spell cost you.", ""),
    ],
)
def test_what_a_spell_cost_is_the_one_number_that_its_cost_says(cost: str, effect: str, plain: str) -> None:
    found = spell(effect, more=f"Cost: {cost}").program
    said = spell(plain).program if plain else None
    assert (None if found is None else found.acts) == (None if said is None else said.acts)
