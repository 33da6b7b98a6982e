"""Runs, who met whom, and what spells were good for: cases that a player could read."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from honours.rating_cases import told

from pbp.games import GAMES
from pbp.games.base import Game
from pbp.honours.records import casts_of, head_to_head, runs, spell_tallies

CASES = sorted((Path(__file__).parent / "records").glob("*.toml"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    case = tomllib.loads(path.read_text(encoding="utf-8"))
    results = told(case["game"], case["results"], case.get("orders", []))
    if "run" in case:
        found = runs(results, case["player"])
        assert found
        assert (str(found), found.best) == (case["run"], case["best"])
    if "met" in case:
        met = head_to_head(results, case["player"])
        said = [f"{m.other}: met {m.met}, ahead {m.ahead}, level {m.level}, behind {m.behind}" for m in met]
        assert said == case["met"]
    if "spells" in case:
        said = []
        for spell in spell_tallies(results).values():
            by = ", ".join(f"{name} {casts} ({won} of {used})" for name, casts, used, won in spell.by)
            counts = (
                f"cast {spell.casts}, won with {spell.won} of {spell.used}, against {spell.against} of {spell.duels}"
            )
            said.append(f"{spell.name}: {counts}; {by}")
        assert said == case["spells"]


def test_there_are_cases() -> None:
    assert len(CASES) >= 5


def test_who_was_in_no_duel_has_no_record() -> None:
    results = told("simulacra", ["101: Ann, Ben"])
    assert runs(results, "Cleo") is None
    assert head_to_head(results, "Cleo") == []


def test_favourite_spells_are_the_most_often_cast() -> None:
    lines = ["1: Ann +5 Gain, Ben +2 Burn", "2: Ann +5 Greed, Ben +2 Burn", "3: Ann +5 Gain, Ben +2 Burn"]
    spells = spell_tallies(told("wizard-ring", lines))
    assert casts_of(spells) == [("Burn", 3), ("Gain", 2), ("Greed", 1)]
    assert casts_of(spells, "Ann") == [("Gain", 2), ("Greed", 1)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_order_that_casts_tells_its_spell(game: Game) -> None:
    """In rings the view tells it; no other word of an order is taken for one."""
    for variant in [each.name for each in game.variants] or [None]:
        said = {
            words: game.spell_of(variant, words) for words in ("CAST X", "CAST B A C\nBONUS", "CAST WISDOM", "BID 3")
        }
        spells = {words: spell for words, spell in said.items() if spell}
        if game.name.startswith("wizards-duel/"):
            assert "CAST X" in spells and "(X)" in spells["CAST X"] and set(spells) <= {"CAST X", "CAST WISDOM"}
        elif game.name.startswith("reality-benders/"):
            assert spells == {"CAST B A C\nBONUS": "Build (B)"}
        else:
            assert not spells
        assert not any(game.spell_of(variant, words) for words in ("", "CAST", "PASS", "BAN 3", "RULE A > B"))
