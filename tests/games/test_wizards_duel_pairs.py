"""The full table of pairs of spells, in every variant, against tables that were written down without the engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbp.adjudicate import play
from pbp.fair.dice import Dice
from pbp.games.wizards_duel import WIZARDS_DUEL
from pbp.games.wizards_duel.exchange import exchange
from pbp.games.wizards_duel.variants import VARIANTS, VariantRules

Tables = dict[tuple[int, int], dict[tuple[str, str], str]]
each_variant = pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
PLAIN, CANCELLING = "plain", "cancelling"
TABLE_OF = {
    "original": PLAIN,
    "bo3": PLAIN,
    "archwizard": CANCELLING,
    "death-match-3": CANCELLING,
    "gods-collide": CANCELLING,
}
WITH_SPELL_0 = {"archwizard"}


def tables(variant: VariantRules) -> Tables:
    """The tables of a variant by modifiers: (first's spell, second's) -> "+1", "-2", "0", "W" or "L"."""
    path = Path(__file__).parent / "pairs" / f"wizards_duel_{TABLE_OF[variant.name]}.txt"
    found: Tables = {}
    for block in path.read_text(encoding="utf-8").split("\n[")[1:]:
        head, columns, *rows = block.strip().splitlines()
        first, second = head.strip("]").split()
        cells = {
            (spell, other): cell
            for spell, *line in (row.split() for row in rows)
            for other, cell in zip(columns.split(), line, strict=True)
            if variant.name in WITH_SPELL_0 or "0" not in (spell, other)
        }
        found[int(first), int(second)] = cells
    return found


@each_variant
def test_the_table_is_complete(variant: VariantRules) -> None:
    found = tables(variant)
    assert set(found) == {(a, b) for a in (0, 2, -2) for b in (0, 2, -2)}
    spells = [*("0" if variant.name in WITH_SPELL_0 else ""), *"12345678X"]
    assert list(variant.spells) == spells
    for cells in found.values():
        assert set(cells) == {(a, b) for a in spells for b in spells}


@each_variant
def test_each_pair_with_each_pair_of_modifiers_does_what_the_table_says(variant: VariantRules) -> None:
    for modifiers, cells in tables(variant).items():
        for casts, cell in cells.items():
            result = exchange(variant, casts, modifiers)
            if result.instant is not None:
                said = "WL"[result.instant]
            elif result.scorer is None:
                said = "0"
            else:
                said = f"{'+-'[result.scorer]}{result.points}"
            assert said == cell, f"{casts} with {modifiers}"


@each_variant
def test_the_table_is_the_same_from_the_other_seat(variant: VariantRules) -> None:
    turned = {"W": "L", "L": "W", "+1": "-1", "-1": "+1", "+2": "-2", "-2": "+2", "0": "0"}
    found = tables(variant)
    for (first, second), cells in found.items():
        for (spell, other), cell in cells.items():
            assert found[second, first][other, spell] == turned[cell]


@each_variant
def test_each_pair_in_round_1_of_a_contest_does_what_the_table_says(variant: VariantRules) -> None:
    for (spell, other), cell in tables(variant)[0, 0].items():
        orders = {"Ann": f"CAST {spell}", "Ben": f"CAST {other}"}
        scenario = {
            "game": "wizards-duel",
            "variant": variant.name,
            "players": ["Ann", "Ben"],
            "steps": [{"orders": orders}],
        }
        state = play(scenario).result["steps"][0]["state"]
        over = state["bout_over"]
        if cell in ("W", "L"):
            assert over["winner"] == ("Ann" if cell == "W" else "Ben")
            assert state["gained"] == {"Ann": 0, "Ben": 0}
        else:
            assert over is None
            gain = int(cell)
            assert state["gained"] == {"Ann": max(gain, 0), "Ben": max(-gain, 0)}
            assert state["points"] == state["gained"]
        assert state["casts"] == {"Ann": spell, "Ben": other}


@each_variant
def test_what_each_spell_leaves_behind_unless_it_is_cancelled(variant: VariantRules) -> None:
    """After round 1 of each pair: the next step, and what holds for the next round."""
    for (spell, other), cell in tables(variant)[0, 0].items():
        if cell in ("W", "L"):
            continue
        game = WIZARDS_DUEL
        state = game.begin({"players": ["Ann", "Ben"], "variant": variant.name}, Dice(b""))
        orders = {
            player: order
            for player, cast in (("Ann", spell), ("Ben", other))
            if (order := game.read(state, player, f"CAST {cast}").order)
        }
        state, _ = game.resolve(state, orders, Dice(b""))
        acts = TABLE_OF[variant.name] == PLAIN or other != "2"
        side = state.sides[0]
        assert side.modifier == ({"5": 2, "7": -2}.get(spell, 0) if acts else 0)
        assert side.fogged == (spell == "3" and acts)
        assert ("Ann" in game.awaits(state) and game.phase(state) == "charm") == (spell == "8" and acts)
        assert set(side.hand) == set(variant.spells) - {spell}
