"""Who sends what stays unknown: of two worlds in which only Ann does other things, everybody else sees the same.

Compared are every page, feed, picture and header that a stranger, another player or the Battle Master can reach, and
every text that is sent to anybody but Ann, with their identifiers, sizes and order.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from service.pairs import Pair
from service.world import World

CHATTER = "my grandmother's parrot"
BUSY = f"CAST Gain\n{CHATTER}|CAST Greed|CAST Fireball|WITHDRAW|STATUS|SPELLS|HELP|RING|HISTORY|nothing|CAST Burn Ben"


@pytest.fixture
def ring(tmp_path: Path) -> Iterator[Pair]:
    """Two worlds that play ring duels, before their first tick."""
    made = Pair(tmp_path, "")
    yield made
    made.close()


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Pair]:
    """Two worlds in which only contests are played, before their first tick."""
    made = Pair(tmp_path)
    yield made
    made.close()


def test_a_ring_duel_shows_nobody_who_has_sent_what_or_how_often(ring: Pair, record_property) -> None:
    ring.tick()
    ring.all("Ben", "CAST Gain")
    ring.ann("", BUSY)
    ring.tick(hours=1)
    ring.all("Ben", "STATUS")
    ring.all("Cleo", "CAST Greed")
    compared = ring.all_the_same()
    ring.tick(hours=26)  # half time: who has sent nothing is reminded
    ring.all("Ben", "HISTORY")
    compared += ring.all_the_same()
    record_property("figure", f"paired worlds, a ring duel: {compared} answers of the site compared")


def test_a_closed_ring_duel_that_waits_for_a_ruling_shows_no_cast_but_to_the_battle_master(ring: Pair) -> None:
    jest = "=== Jest ===\n* Effect: The caster tells a joke. If the Battle Master laughs, the caster gains 5 Stars.\n"
    for world in ring.worlds:
        world.edit("Ruleset", world.page("Ruleset") + jest, "Ben")
    ring.tick()
    ring.all("Ben", "CAST Jest")
    ring.ann("CAST Greed", f"{BUSY}|CAST Gain")
    for world in ring.worlds:
        world.after_battle()
        assert world.duel().held == "ruling"
    ring.all_the_same()


@pytest.mark.parametrize(
    ("game", "one", "two"),
    [
        ("wizards-duel", "", "CAST X|CAST 2|CAST nonsense|WITHDRAW|CAST 8|HAND|RULES"),
        ("wizards-duel", "CAST 8", "CAST 2|HAND|CAST 1|CAST 8"),
        ("goofspiel", "", "BID 3|BID 4|STATUS|HAND|nonsense"),
        ("reality-benders", "", "RULE A > B|HAND|RULE B > C|READY|STATUS"),
        ("simulacra", "", "HAND|STATUS|nonsense|RULES"),
        ("tactical-genius", "", "HAND|STATUS|nonsense|RULES|WAIT|READY"),
    ],
)
def test_a_contest_shows_the_opponent_nothing_of_an_open_step(hall: Pair, game: str, one: str, two: str) -> None:
    hall.begin(game)
    hall.ann(one, two)
    hall.tick(hours=1)
    hall.all("Ben", "STATUS")
    hall.all("Ben", "HAND")
    hall.all("Cleo", "HELP")
    hall.all_the_same()


def test_who_spends_a_reserve_day_is_shown_to_nobody_else(hall: Pair) -> None:
    hall.begin("reality-benders")
    hall.ann("", "RULE A>B")
    for world in hall.worlds:
        world.after_battle()
    hall.all_the_same()


def test_a_spell_under_fog_stays_its_casters_wherever_one_looks(hall: Pair) -> None:
    hall.begin("wizards-duel")
    hall.ann("CAST 3", "CAST 3")
    hall.all("Ben", "CAST 1")
    hall.tick(minutes=10)
    hall.ann("CAST 6", "CAST 5")
    hall.all("Ben", "CAST 8")
    hall.tick(minutes=10)
    hall.all("Ben", "HAND")
    hall.all_the_same()


def test_a_letter_kept_aside_or_refused_by_limits_is_shown_to_nobody_else(ring: Pair) -> None:
    ring.tick()
    ring.ann("", "|".join(["blah"] * 12))
    ring.tick(hours=2)
    ring.all("Ben", "STATUS")
    ring.all_the_same()


def test_what_is_compared_would_show_a_difference(ring: Pair) -> None:
    """The measure itself: a difference that all can see is found."""
    ring.tick()
    one, two = ring.worlds
    for world, text in ((one, "an evening"), (two, "a morning")):
        world.edit("Lore", text, "Ben")
    with pytest.raises(AssertionError):
        ring.all_the_same()
    assert _reached(one) > 40


def _reached(world: World) -> int:
    from service.pairs import answers

    return sum(1 for _ in answers(world))


def test_after_the_result_the_same_orders_look_the_same_however_they_came_about(ring: Pair) -> None:
    ring.tick()
    ring.all("Ben", "CAST Gain")
    ring.ann("CAST Greed", f"{BUSY}|CAST Greed")
    for world in ring.worlds:
        world.clock.now = (world.duel().battle_time or world.clock.now) + timedelta(minutes=1)
        world.tick()
    texts = [world.comments()[-1] for world in ring.worlds]
    assert texts[0] == texts[1]
    assert all(CHATTER not in world.page("Wizard Duel 1 Audit") for world in ring.worlds)
