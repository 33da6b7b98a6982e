"""Honours from the books are those from the published bundles, of what is published alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pbp.honours.published import published
from pbp.honours.results import DuelResult, bundle_result
from pbp.honours.tables import Honours
from pbp.service import battle, lifecycle, rulings, steps
from pbp.service.honours import KeptHonours, honours
from pbp.store.states import PageKind
from service.contests import HALL, begin, play
from service.test_restore import back_up, restore
from service.world import World

COMMUNITY = ("Ann", "Ben", "Cleo")


@pytest.fixture
def hall(make_world: Callable[..., World]) -> World:
    """A world of three wizards in which only contests are played."""
    return make_world(HALL, wizards=COMMUNITY)


def now(world: World) -> Honours:
    return world.app.carry_out(honours)


def of_bundle(world: World, number: int) -> DuelResult | None:
    return bundle_result(world.bundle(number))


def test_a_ring_duel_counts_when_its_bundle_is_published_and_as_the_bundle_says(world: World) -> None:
    world.tick()
    world.say("Alice", "CAST Greed")
    world.say("Bob", "CAST Gain")
    world.say("Carol", "IDLE")
    assert now(world).results == ()
    world.after_battle()
    world.tick(minutes=1)
    (result,) = now(world).results
    assert result == of_bundle(world, 1)
    assert [placed.player for placed in result.players][:1] == ["Alice"]
    assert "Carol" not in [placed.player for placed in result.players], "who is idle is not placed"
    assert [(placed.player, *placed.spells) for placed in result.players if placed.spells] == [
        ("Alice", "Greed"), ("Bob", "Gain"),
    ]  # fmt: skip


def test_what_is_resolved_and_not_on_its_page_yet_is_in_no_honours(world: World) -> None:
    world.tick()
    world.say("Alice", "CAST Greed")
    world.after_battle()
    world.tick(minutes=1)
    assert len(now(world).results) == 1
    with world.app.store.tx() as tx:
        tx.change_page("Wizard Duel 1 Audit", url=None)
        assert tx.page("Wizard Duel 1 Audit").kind == PageKind.AUDIT
    assert now(world).results == ()


def test_a_voided_result_does_not_count_until_it_is_resolved_again_and_then_as_corrected(world: World) -> None:
    kept = KeptHonours()

    def asked() -> Honours:
        with world.app.store.tx() as tx:
            return kept.now(world.app.desk, tx)

    world.tick()
    world.say("Alice", "CAST Gain")
    world.say("Bob", "CAST Greed")
    world.after_battle()
    world.tick(minutes=1)
    (first,) = asked().results
    assert first.of("Bob").score == 5
    assert asked() is asked(), "what has not changed is not worked out anew"
    world.app.carry_out(battle.void, 1, "Greed was read wrongly.", world.clock())
    world.tick(minutes=1)
    assert asked().results == ()
    world.app.carry_out(
        rulings.rule, 1, "Greed", world.clock(), why="As was meant.", effect="The caster gains 7 Stars."
    )
    world.app.carry_out(lifecycle.resume, 1, "Mended.", world.clock())
    world.tick(minutes=1)
    (again,) = asked().results
    assert again.of("Bob").score == 7
    assert again == of_bundle(world, 1)


def test_contests_count_however_they_end_and_a_substitutes_for_who_began(hall: World) -> None:
    resigned = begin(hall, "wizards-duel")
    hall.say("Ben", "I resign")
    hall.tick()
    taken_over = begin(hall, "wizards-duel")
    play(hall, {"Ann": "CAST 5", "Ben": "CAST 3"})
    hall.app.carry_out(steps.substitute, taken_over, "Ben", "Cleo", "Ben is on a journey.", hall.clock.now)
    hall.say("Cleo", "RESIGN")
    hall.tick()
    cancelled = begin(hall, "simulacra")
    hall.app.carry_out(lifecycle.cancel, cancelled, "a mistake", hall.clock.now)
    hall.tick()
    open_yet = begin(hall, "goofspiel")
    results = now(hall).results
    assert [result.number for result in results] == [resigned, taken_over]
    assert results == (of_bundle(hall, resigned), of_bundle(hall, taken_over))
    assert [[(p.player, p.place, p.score) for p in result.players] for result in results] == [
        [("Ann", 1, 1.0), ("Ben", 2, 0.0)]
    ] * 2
    assert [placed.spells for placed in results[1].players] == [("Bless (5)",), ("Fog Cloud (3)",)]
    assert results[0].closed is None and results[1].closed is not None
    assert open_yet not in now(hall).tables[0].duels


def test_tables_name_where_the_lists_of_their_seasons_stand(world: World) -> None:
    world.tick()
    world.after_battle()
    world.tick(minutes=1)
    (season,) = published(now(world))["seasons"]
    assert season["list"].endswith("/wiki/Wizard_Duel_Season_1")
    assert '"pbp-season/1"' in world.page("Wizard Duel Season 1")


def test_a_result_that_was_adopted_after_a_restore_counts_like_any(tmp_path: Path) -> None:
    world = World(tmp_path, "sqlite:///store.db")
    world.tick()
    back_up(world)
    world.say("Alice", "CAST Greed")
    world.after_battle()
    world.tick(minutes=1)
    before = now(world).results
    assert len(before) == 1
    restore(world)
    world.tick(minutes=5)
    assert now(world).results == before == (of_bundle(world, 1),)
