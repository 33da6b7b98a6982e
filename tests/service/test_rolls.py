"""Chance from a public roller: the right dice are asked for, waited for, used, cited, and checked by any reader."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import pbp
from pbp.app import build
from pbp.config.settings import ChanceSettings, SeasonSettings
from pbp.errors import Refused
from pbp.operating.doctor import examine
from pbp.service import battle, lifecycle, ring, rolls, rulings
from pbp.service.restore import after_restore
from pbp.verify import check_bundle
from service.proofs import duel_checked, marked
from service.test_master import decide
from service.world import JEST, SPELLS, World

PUBLIC = '[chance]\nsource = "rolls"\n'
AT = "https://dice.example/41"
MORE = """=== Whim ===
* Effect: A secretly random other Wizard gains 1 Star.
=== Luck ===
* Effect: Roll DICE2. If the result is 2, the caster gains DICE20 Stars, otherwise the caster gains DICE6 Stars.
"""


@pytest.fixture
def world(make_world: Callable[..., World]) -> World:
    """A world whose dice are public, its first duel waiting for those of its ring."""
    world = make_world(PUBLIC)
    world.edit("Ruleset", SPELLS + MORE)
    world.tick()
    return world


def give(world: World, number: int, *values: int, url: str = AT) -> None:
    world.app.carry_out(rolls.give, number, values, url, world.clock())


def scheduled(world: World) -> World:
    """With duel 1 open, in the ring Carol, Alice, Dave, Bob."""
    give(world, 1, 3, 1, 2)
    world.tick(minutes=1)
    return world


def closed(world: World, **orders: str) -> None:
    """Duel 1, closed with these orders, after its first attempt to resolve."""
    scheduled(world)
    for name, order in orders.items():
        world.say(name, order)
    world.after_battle()


def failed(world: World, number: int) -> list[str]:
    return [check.name for check in check_bundle(world.bundle(number)) if not check.ok]


# ---- the ring ----------------------------------------------------------------------------------------------------


def test_a_duel_is_not_scheduled_before_the_dice_of_its_ring_are_given(world: World) -> None:
    report = world.tick(hours=1)
    wanted = "duel 1 waits for a public roller's DICE4, DICE3, DICE2: `pbp duel rolls 1 N N N --url ADDRESS`"
    assert (report.waits, report.failed) == ([wanted], [])
    assert world.posts() == ["Season 1 begins"]
    assert [subject for subject in world.subjects("Master") if "dice" in subject] == [
        "Duel 1 waits for dice before it can be scheduled"
    ]
    with pytest.raises(rolls.RollsAwaited, match="DICE4, DICE3, DICE2"):
        ring.schedule(world.app.desk, world.clock())


def test_the_numbers_draw_the_ring_and_the_post_cites_them(world: World) -> None:
    scheduled(world)
    assert world.duel(1).participants == ["Carol", "Alice", "Dave", "Bob"]
    post = world.site.blog.posts(1)[0].body
    assert "3 1 2" in post
    assert f'href="{AT}"' in post
    assert "seed 0 of season 1" in post


def test_the_ring_is_drawn_among_those_who_were_active_when_the_dice_were_asked_for(world: World) -> None:
    world.app.add_player("Zoe")
    world.say("Bob", "IDLE")
    assert sorted(scheduled(world).duel(1).participants) == ["Alice", "Bob", "Carol", "Dave"]


@pytest.mark.parametrize(
    ("values", "url", "why"),
    [
        ((3, 1), AT, "3 numbers, and these are 2"),
        ((3, 4, 1), AT, "number 2 is 4, but DICE3 shows 1 to 3"),
        ((0, 1, 1), AT, "number 1 is 0, but DICE4 shows 1 to 4"),
        ((3, 1, 1), "the forum", "--url https://"),
        ((3, 1, 1), "https://a.example b", "--url https://"),
    ],
)
def test_other_numbers_than_those_asked_for_are_refused(world: World, values, url, why) -> None:
    with pytest.raises(Refused, match=re.escape(why)):
        give(world, 1, *values, url=url)
    scheduled(world)


def test_numbers_that_nothing_waits_for_are_refused(world: World) -> None:
    scheduled(world)
    for number in (1, 2):
        with pytest.raises(Refused, match="waits for no numbers"):
            give(world, number, 1)


def test_a_cancelled_duel_shows_how_its_ring_was_drawn(world: World) -> None:
    scheduled(world)
    world.app.carry_out(lifecycle.cancel, 1, "A flood.", world.clock())
    world.tick(minutes=1)
    bundle = world.bundle(1)
    assert bundle["ring"]["rolls"] == {"values": [3, 1, 2], "urls": [AT]}
    assert failed(world, 1) == []


def with_settings(world: World, **tables: Any) -> World:
    """The same world, started again with other settings."""
    world.app.store.close()
    world.config = replace(world.config, **tables)
    world.app = build(world.config, clock=world.clock)
    return world


def test_within_a_season_the_source_of_the_dice_stays_what_its_anchor_says(world: World) -> None:
    with_settings(world, chance=ChanceSettings(source="seed"))
    assert "DICE4, DICE3, DICE2" in world.tick(minutes=1).waits[0]
    found = {item.what: item.fault for item in examine(world.app)}
    assert found["the season and its dice"] == (
        "[chance] source is 'seed', but the anchor of season 1 says 'rolls', and that holds: to change it, begin a new"
        " season with a new [season] id"
    )
    scheduled(world)
    world.say("Alice", "CAST Gain")
    world.after_battle()
    assert world.duel(1).held == "rolls"


def test_in_a_new_season_with_dice_of_its_seeds_nothing_is_waited_for(world: World) -> None:
    give(world, 1, 3, 1, 2)
    with_settings(world, chance=ChanceSettings(source="seed"), season=SeasonSettings(id="2"))
    world.tick(minutes=1)
    world.say("Alice", "CAST Gain")
    world.after_battle()
    assert world.duel(1).state == "resolved"
    assert "rolls" not in world.bundle(1)["ring"], "they were asked for and given in the season before"
    assert failed(world, 1) == []


# ---- what the spells throw -----------------------------------------------------------------------------------------


def test_a_closed_duel_waits_for_just_the_dice_that_its_spells_throw(world: World) -> None:
    closed(world, Alice="CAST Gain", Bob="CAST Gain", Carol="CAST Greed")
    duel = world.duel(1)
    assert (duel.state, duel.held) == ("pending", "rolls")
    assert duel.held_why == "a public roller's DICE4 x2: `pbp duel rolls 1 N N --url ADDRESS`"
    assert "rolled in public, in this order: DICE4 x2" in world.comments()[-1]
    assert "Duel 1 is held: rolls" in world.subjects("Master")
    with pytest.raises(Refused, match="pbp duel rolls"):
        world.app.carry_out(lifecycle.resume, 1, "Go on.", world.clock())
    assert world.tick(hours=1).waits == [f"duel 1 is held (rolls): {duel.held_why}"]


def test_the_numbers_resolve_it_and_the_result_cites_them(world: World) -> None:
    closed(world, Alice="CAST Gain", Bob="CAST Gain", Carol="CAST Greed")
    give(world, 1, 4, 1, url="https://dice.example/42")
    world.tick(minutes=1)
    assert world.stars() == {"Alice": 24, "Bob": 21, "Carol": 25, "Dave": 20}
    result = next(comment for comment in world.comments() if "is resolved" in comment)
    assert "rolled in public: 4 1 (" in result
    assert 'href="https://dice.example/42"' in result
    assert world.bundle(1)["steps"][0]["rolls"] == {"values": [4, 1], "urls": ["https://dice.example/42"]}
    assert failed(world, 1) == []


def test_a_duel_without_dice_waits_for_none(world: World) -> None:
    closed(world, Carol="CAST Greed")
    assert world.duel(1).state == "resolved"


def test_secretly_random_comes_from_the_seed_and_any_reader_can_check_both(world: World, tmp_path: Path) -> None:
    closed(world, Alice="CAST Gain", Bob="CAST Whim", Carol="CAST Gain", Dave="CAST Whim")
    assert "DICE4 x2:" in (world.duel(1).held_why or "")
    give(world, 1, 2, 3)
    world.tick(minutes=1)
    draws = world.bundle(1)["steps"][0]["draws"]
    assert sorted((draw["of"], draw.get("secret", False)) for draw in draws) == [(3, True)] * 2 + [(4, False)] * 2
    assert failed(world, 1) == []
    (tmp_path / "bundle.json").write_text(json.dumps(world.bundle(1)), encoding="utf-8")
    script = Path(pbp.__file__).parent / "verify" / "script.py"
    seen = [step["commitment"] for step in world.bundle(1)["steps"]]
    done = subprocess.run([sys.executable, script, tmp_path / "bundle.json", *seen], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_dice_that_hang_on_other_dice_are_asked_for_when_these_are_known(world: World) -> None:
    closed(world, Alice="CAST Luck", Carol="CAST Gain")
    assert "DICE4, DICE2:" in (world.duel(1).held_why or "")
    give(world, 1, 4, 2)
    world.tick(minutes=1)
    assert "DICE20:" in (world.duel(1).held_why or "")
    assert "those rolled before still count" in world.comments()[-1]
    give(world, 1, 17, url="https://dice.example/43")
    world.tick(minutes=1)
    assert (world.stars()["Alice"], world.stars()["Carol"]) == (37, 24)
    assert world.bundle(1)["steps"][0]["rolls"] == {"values": [4, 2, 17], "urls": [AT, "https://dice.example/43"]}
    assert failed(world, 1) == []


def test_a_ruling_is_asked_for_before_dice_and_may_change_them(world: World) -> None:
    world.edit("Ruleset", SPELLS + JEST)
    closed(world, Alice="CAST Jest", Carol="CAST Gain")
    assert world.duel(1).held == "ruling"
    world.app.carry_out(rulings.rule, 1, "Jest", world.clock(), why="As meant.", effect="The caster gains DICE6 Stars.")
    world.tick(minutes=1)
    assert "DICE4, DICE6:" in (world.duel(1).held_why or "")


def test_a_voided_duel_is_resolved_again_by_the_same_dice(world: World) -> None:
    closed(world, Alice="CAST Gain")
    give(world, 1, 3)
    world.tick(minutes=1)
    world.app.carry_out(battle.void, 1, "Misread.", world.clock())
    world.app.carry_out(rulings.rule, 1, "Gain", world.clock(), why="So it was.", effect="Gain twice DICE4 Stars.")
    world.app.carry_out(lifecycle.resume, 1, "Again.", world.clock())
    world.tick(minutes=1)
    assert world.stars()["Alice"] == 26


def test_a_duel_that_is_open_again_needs_new_dice(world: World) -> None:
    closed(world, Alice="CAST Gain")
    give(world, 1, 4)
    world.edit("Wizard Duel Spell List 1", (SPELLS + MORE).replace("DICE4", "DICE4 + 1"))
    world.tick(minutes=1)
    assert world.duel(1).held == "list-page"
    world.app.carry_out(ring.accept_edit, 1, ring.edited_page(world.app.desk, 1), world.clock(), reopen=True)
    world.after_battle()
    assert "DICE4:" in (world.duel(1).held_why or "")
    give(world, 1, 2)
    world.tick(minutes=1)
    report = duel_checked(world, 1)
    assert report.ok, report.lines
    (taken_back,) = [line for line in marked(report, "LOOK") if line.startswith("taken back")]
    assert "was opened again after a closing with the commitment" in taken_back


def test_the_rolls_of_a_published_duel_are_adopted_after_a_restore(world: World, tmp_path: Path) -> None:
    closed(world, Alice="CAST Gain")
    with world.app.store.tx() as tx:
        before = tx.duel(1)
    give(world, 1, 3)
    world.tick(minutes=1)
    bundle = world.bundle(1)
    with world.app.store.tx() as tx:  # as a backup from before the numbers came would have it
        tx.change_step(1, 1, resolved=None)
        tx.remove_step(1, 1)
        tx.cut_rolls(1, 0, 0)
        tx.change_duel(1, state=before.state, held=None, summary=None, ended=None)
    assert after_restore(world.app.desk, world.clock())[0].endswith("its result is adopted")
    world.app.carry_out(battle.void, 1, "To be sure.", world.clock())
    world.app.carry_out(lifecycle.resume, 1, "Again.", world.clock())
    world.tick(minutes=1)
    again = world.bundle(1)
    assert (again["ring"], again["steps"][0]["rolls"]) == (bundle["ring"], bundle["steps"][0]["rolls"])


def test_the_battle_master_gives_them_by_letter(world: World) -> None:
    assert "Waits: duel 1, before it is scheduled, waits for a public roller's DICE4" in decide(world, "STATUS")
    assert "Done: duel 1 goes on with 3 1 2" in decide(world, f"#1 ROLLS 3 1 2 {AT}")
    assert "write the numbers" in decide(world, f"#1 ROLLS three {AT}")
    world.tick(minutes=1)
    assert world.duel(1).participants == ["Carol", "Alice", "Dave", "Bob"]
