"""What a contest hides: two worlds that differ only in what is hidden look the same to everybody else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.pairs import Pair, seen

SECRET = "my grandmother's parrot"


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    """Two worlds, before their first tick."""
    made = Pair(tmp_path)
    yield made
    made.close()


def test_nobody_can_tell_whether_how_often_or_what_a_player_has_sent(pair: Pair) -> None:
    pair.begin("wizards-duel")
    pair.ann("", f"CAST X\n{SECRET}|CAST 2|CAST nonsense|WITHDRAW|CAST 8")
    pair.tick(hours=1)
    pair.all("Ben", "STATUS")
    pair.all("Ben", "HAND")
    pair.tick(hours=20)
    pair.all("Cleo", "CAST 3")
    pair.same()
    pair.all("Ben", "CAST 4")
    pair.same()


def test_nobody_can_tell_whether_a_player_waits(pair: Pair) -> None:
    pair.begin("wizards-duel")
    pair.ann("", "CAST X\nWAIT")
    pair.all("Ben", "CAST 4")
    pair.tick(hours=3)
    pair.all("Ben", "HAND")
    pair.same()


@pytest.mark.parametrize(("one", "two"), [("CAST 6", "CAST 5"), ("CAST 7", "CAST 5"), ("CAST 5", "CAST 7")])
def test_a_spell_cast_under_fog_is_known_to_its_caster_alone(pair: Pair, one: str, two: str) -> None:
    pair.begin("wizards-duel")
    pair.ann("CAST 3", "CAST 3")
    pair.all("Ben", "CAST 1")
    pair.tick(minutes=10)
    pair.ann(one, two)
    pair.all("Ben", "CAST 8")  # stronger than each of the two
    pair.tick(minutes=10)
    pair.all("Ben", "HAND")
    pair.all("Ben", "STATUS")
    told = pair.same()
    assert "Ann casts a spell hidden by Fog Cloud (3)." in told
    assert "Firebolt" not in told.rpartition("hidden by Fog Cloud")[2].partition("You hold")[0]
    for world, words in zip(pair.worlds, (one, two), strict=True):
        assert words.removeprefix("CAST ") in next(
            line for line in world.letters("Ann")[0][1].splitlines() if line.startswith("Ann ")
        )


def test_bids_of_imperfect_information_stay_with_their_bidder(pair: Pair) -> None:
    pair.begin("goofspiel", cards=5, points_order="descending", imperfect_information=True)
    pair.ann("BID 5", "BID 4")
    pair.all("Ben", "BID 3")
    pair.tick(minutes=10)
    pair.all("Ben", "HAND")
    pair.same()


def test_who_spends_a_reserve_day_is_told_to_nobody_else(pair: Pair) -> None:
    pair.begin("reality-benders")
    pair.ann("", "RULE A>B")
    for world in pair.worlds:
        world.after_battle()
    one, two = (seen(world) for world in pair.worlds)
    assert one == two
    assert "stays open by a reserve day" in one


def test_chatter_and_orders_that_do_not_count_are_never_published(pair: Pair) -> None:
    pair.begin("wizards-duel")
    pair.ann(f"CAST 7\n{SECRET}|CAST 5\n{SECRET}", f"CAST 5\n{SECRET}")
    pair.all("Ben", "CAST 6")
    pair.tick(minutes=10)
    assert SECRET not in pair.same()
    pair.all("Ben", "RESIGN")
    pair.tick()
    for world in pair.worlds:
        assert SECRET not in seen(world)
        assert "CAST 7" not in world.page("Wizard Duel 1001 Audit")
