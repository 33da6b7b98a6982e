"""Costs as players write them: what a caster pays, or that they cannot be read."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from spells.lists import spell

from pbp.adjudicate import play

COSTS = tomllib.loads(Path(__file__).with_name("costs.toml").read_text("utf-8"))
INPUTS = "A position in the Wizard Ring, and a number from 1 to 5"


def paid(cost: str) -> tuple[int, int]:
    """The Stars and the Crystals that the cast costs."""
    ring = [{"name": name, "stars": 11, "attributes": {"Hat": "Red", "Crystals": 2}} for name in ("A", "B", "C", "D")]
    played = play(
        {
            "game": "wizard-ring",
            "seed": "costs",
            "wizards": ring,
            "duel": {"number": 2, "history": [{"number": 1, "casts": {"A": "Self"}}]},
            "spell_list": {"wikitext": f"==Self==\nInputs: {INPUTS}\nEffect: Gain 20 Stars.\nCost: {cost}\n"},
            "steps": [{"orders": {"A": "CAST Self 2 3"}}],
        }
    )
    assert played.status == 0, played.result["needs_ruling"]
    caster = played.result["steps"][0]["state"]["wizards"]["A"]
    return 31 - caster["stars"], 2 - caster["attributes"]["Crystals"]


@pytest.mark.parametrize(("cost", "stars"), COSTS["stars"].items())
def test_a_cost_in_stars(cost: str, stars: int) -> None:
    assert paid(cost) == (stars, 0)


@pytest.mark.parametrize(("cost", "crystals"), COSTS["crystals"].items())
def test_a_cost_in_crystals(cost: str, crystals: int) -> None:
    assert paid(cost) == (0, crystals)


@pytest.mark.parametrize("cost", COSTS["refused"])
def test_a_cost_that_cannot_be_read(cost: str) -> None:
    found = spell("Gain 1 Star.", INPUTS, f"Cost: {cost}\n")
    assert found.program is None
    assert found.unclear[0].reason
