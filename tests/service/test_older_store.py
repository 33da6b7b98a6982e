"""A store that was put back from a backup, and that nobody said so of: it does nothing twice, and holds everything."""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from pbp.app import build
from pbp.errors import Refused
from pbp.fair import read_receipt
from pbp.service import lifecycle
from pbp.service.restore import after_restore
from pbp.verify import check_receipt
from service.contests import HALL, begin
from service.proofs import duel_checked, marked
from service.tourneys import EIGHT, announce
from service.world import Moving, World


@pytest.fixture
def world(tmp_path: Path) -> World:
    (tmp_path / "w").mkdir()
    return World(tmp_path / "w", "sqlite:///store.db")


def back_up(world: World) -> None:
    world.app.store.close()
    shutil.copy(world.folder / "store.db", world.folder / "backup.db")


def put_back(world: World) -> None:
    """What an operator does who has not read of `pbp restored`."""
    world.app.store.close()
    for path in world.folder.glob("store.db*"):
        path.unlink()
    shutil.copy(world.folder / "backup.db", world.folder / "store.db")
    world.clock = Moving(world.clock.now)
    world.app = build(world.config, clock=world.clock)
    assert world.app.site
    world.site = world.app.site


def stands(world: World) -> tuple[list[str], list[str], dict[str, str]]:
    """What readers see, without the words that say that something is held."""
    titles = world.site.wiki.titles()
    comments = [text for text in world.comments() if "may be older" not in text]
    return world.posts(), comments, {title: world.page(title) for title in titles}


def is_held(world: World) -> bool:
    """Whether everything waits, and the Battle Master knows."""
    report = world.tick(minutes=5)
    running = world.app.running()
    said = any("`pbp restored`" in line for line in report.waits)
    told = sum("older than what stands on the sites" in subject for subject, _ in world.letters("Master"))
    return said and told == 1 and all(duel.held for duel in running)


def test_an_order_received_since_the_backup_is_missed_before_the_duel_closes(world: World) -> None:
    world.tick()
    world.say("Alice", "CAST Gain")
    back_up(world)
    world.say("Alice", "CAST Greed")
    put_back(world)
    assert is_held(world)
    world.after_battle()
    assert world.duel(1).state == "open"
    assert not any("about to commence" in text for text in world.comments())


def test_a_store_from_before_the_result_does_not_resolve_anew(world: World) -> None:
    world.tick()
    world.say("Alice", "CAST Gain")
    back_up(world)
    world.site.say("Alice", "CAST Greed")
    world.after_battle()
    before, stars = stands(world), world.stars()
    put_back(world)
    assert stars != world.stars()
    world.tick(hours=1)
    assert is_held(world)
    world.tick(hours=100)
    assert stands(world) == before
    found = after_restore(world.app.desk, world.clock())
    assert "duel 1 was resolved on the site: its result is adopted" in found
    assert world.stars() == stars


def test_a_store_from_before_any_page_was_made_goes_on_when_it_is_reconciled(world: World) -> None:
    back_up(world)
    world.tick()
    world.say("Alice", "CAST Greed")
    world.after_battle()
    put_back(world)
    world.tick()
    after_restore(world.app.desk, world.clock())
    for _ in range(3):
        report = world.tick(minutes=5)
        assert not report.waits
        assert not report.failed
    assert [duel.held for duel in world.app.running()] == [None]
    assert world.site.repeats() == 0


def test_a_store_from_after_the_close_does_not_count_the_result_twice(world: World) -> None:
    world.tick()
    world.say("Alice", "CAST Greed")
    world.clock.now = (world.duel().battle_time or world.clock.now) + timedelta(minutes=1)
    world.app.close_duel(1, (), "")
    world.app.collect()  # the comment that closes the duel goes out
    back_up(world)
    world.tick()
    before, stars = stands(world), world.stars()
    put_back(world)
    assert is_held(world)
    assert stands(world) == before
    after_restore(world.app.desk, world.clock())
    assert world.stars() == stars
    world.tick(minutes=5)
    assert world.stars() == stars
    assert world.page("Wizard Duel 1 Audit") == before[2]["Wizard Duel 1 Audit"]
    assert world.site.repeats() == 0


def test_those_who_wrote_since_are_asked_again_and_time_is_given_back(world: World) -> None:
    world.tick()
    world.say("Alice", "CAST Gain")
    battle_time = world.duel().battle_time
    assert battle_time
    world.clock.now = battle_time - timedelta(hours=30)
    world.tick()
    back_up(world)
    world.clock.now = battle_time - timedelta(minutes=10)
    world.say("Alice", "CAST Greed")
    world.say("Bob", "CAST Gain")
    put_back(world)
    assert is_held(world)
    after_restore(world.app.desk, world.clock())
    world.tick()
    assert world.duel().battle_time == battle_time + timedelta(days=2)
    for name, stands_now in (("Alice", "Gain"), ("Bob", "nothing")):
        subject, body = next(letter for letter in world.letters(name) if "order from you" not in letter[0])
        assert subject == "Please send again what you have sent since Tuesday 3 March 2026, 09:00 UTC"
        assert f"Duel 1: what stands of you is {stands_now}" in body
    assert any("Please send your orders for duel 1 again" in text for text in world.comments())


def test_serials_begin_a_new_line_so_that_no_receipt_accuses_an_honest_operator(world: World) -> None:
    world.tick()
    back_up(world)
    world.say("Alice", "CAST Greed")
    lost = world.letters("Alice")[0][1]
    put_back(world)
    assert is_held(world)
    after_restore(world.app.desk, world.clock())
    world.tick()
    world.say("Alice", "CAST Gain")
    counted = world.letters("Alice")[0][1]
    world.after_battle()
    assert read_receipt(lost).serial == 1
    assert read_receipt(counted).serial == 1_000_001
    bundle = world.bundle(1)
    assert all(check.ok for check in check_receipt(counted, bundle))
    (broken,) = [check for check in check_receipt(lost, bundle) if not check.ok]
    assert "books were put back" in broken.detail
    report = duel_checked(world, 1)
    assert report.ok, report.lines
    assert any("put back" in line for line in marked(report, "LOOK"))


def test_a_receipt_of_an_order_that_was_not_sent_again_names_what_happened(world: World) -> None:
    world.tick()
    back_up(world)
    world.say("Alice", "CAST Greed")
    lost = world.letters("Alice")[0][1]
    put_back(world)
    after_restore(world.app.desk, world.clock())
    world.after_battle()
    (broken,) = [check for check in check_receipt(lost, world.bundle(1)) if not check.ok]
    assert "OMITTED" in broken.detail
    assert "books were put back" in broken.detail


def test_nothing_but_restored_lets_an_older_store_go_on(world: World) -> None:
    world.tick()
    back_up(world)
    world.say("Alice", "CAST Greed")
    put_back(world)
    assert is_held(world)
    with pytest.raises(Refused, match="pbp restored"):
        world.app.carry_out(lifecycle.resume, 1, "it will do", world.clock())


def test_what_was_held_for_a_decision_is_so_after_a_restore(world: World) -> None:
    world.tick()
    world.app.carry_out(lifecycle.pause, 1, "a feast", world.clock())
    world.tick()
    back_up(world)
    world.say("Alice", "CAST Greed")
    put_back(world)
    after_restore(world.app.desk, world.clock())
    assert world.duel(1).held == "paused"


def test_a_comment_that_was_counted_before_is_not_taken_for_one_of_later(world: World) -> None:
    world.tick()
    back_up(world)
    world.app.carry_out(lifecycle.pause, 1, "the first feast", world.clock())
    world.tick()
    world.app.carry_out(lifecycle.resume, 1, "it is over", world.clock())
    world.tick()
    world.say("Bob", "CAST Greed")
    put_back(world)
    after_restore(world.app.desk, world.clock())
    world.app.carry_out(lifecycle.pause, 1, "the second feast", world.clock())
    world.tick()
    assert "the second feast" in "".join(world.comments())


def test_a_duel_cancelled_since_the_backup_is_cancelled(world: World) -> None:
    world.tick()
    back_up(world)
    world.app.carry_out(lifecycle.cancel, 1, "a flood", world.clock())
    world.tick(minutes=1)
    put_back(world)
    found = after_restore(world.app.desk, world.clock())
    assert found[0] == "duel 1 was cancelled on the site, and is here"
    assert world.duel(1).state == "cancelled"
    world.tick(minutes=1)
    assert sum("a flood" in text for text in world.comments()) == 1
    assert world.site.repeats() == 0


def test_a_duel_closed_since_the_backup_can_be_opened_again(world: World) -> None:
    world.tick()
    back_up(world)
    world.say("Alice", "CAST Greed")
    world.clock.now = (world.duel().battle_time or world.clock.now) + timedelta(minutes=1)
    world.app.close_duel(1, (), "")
    world.app.collect()
    put_back(world)
    found = after_restore(world.app.desk, world.clock())
    assert "its orders are lost" in found[0]
    assert "pbp duel resume 1" in found[0]
    until = world.app.carry_out(lifecycle.resume, 1, "the orders were lost", world.clock())
    assert until
    assert until > world.clock() + timedelta(hours=44)
    world.tick(minutes=1)
    world.say("Alice", "CAST Gain")
    world.after_battle()
    assert world.duel(1).state == "resolved"
    report = duel_checked(world, 1)
    assert report.ok, report.lines
    assert sum("about to commence" in text for text in world.comments()) == 2


# ---- contests --------------------------------------------------------------------------------------------------------


@pytest.fixture
def hall(tmp_path: Path) -> World:
    (tmp_path / "w").mkdir()
    return World(tmp_path / "w", "sqlite:///store.db", HALL, ("Ann", "Ben"))


def bid(hall: World, ann: int, ben: int) -> None:
    """One step of Goofspiel."""
    hall.say("Ann", f"BID {ann}")
    hall.say("Ben", f"BID {ben}")
    hall.tick(minutes=11)


def test_a_contest_goes_back_to_the_step_that_the_store_knows(hall: World) -> None:
    begin(hall, "goofspiel", cards=5, points_order="descending")
    bid(hall, 1, 2)
    back_up(hall)
    bid(hall, 2, 1)
    bid(hall, 3, 3)
    before = hall.comments()
    put_back(hall)
    assert is_held(hall)
    assert stands(hall)[1] == before
    found = after_restore(hall.app.desk, hall.clock())
    assert "steps 2 and 3" in found[0]
    assert hall.duel(1001).held == "restored"
    hall.app.carry_out(lifecycle.resume, 1001, "the books of two steps are lost", hall.clock())
    hall.tick(minutes=1)
    assert "Steps 2 and 3 do not count" in "".join(hall.comments())
    bid(hall, 4, 1)
    bid(hall, 2, 3)
    bid(hall, 3, 4)
    assert hall.duel(1001).state == "resolved"
    assert hall.site.repeats() == 0
    report = duel_checked(hall, 1001)
    assert report.ok, report.lines
    assert len(hall.bundle(1001)["steps"]) == 4
    assert sum("Step 2" in text and "commitment" in text.casefold() for text in hall.comments()) == 2


def test_a_step_whose_result_a_person_has_posted_is_not_resolved_anew(tmp_path: Path) -> None:
    hall = World(tmp_path, "sqlite:///store.db", f'[blog]\nadapter = "draft"\n{HALL}', ("Ann", "Ben"))

    def all_posted() -> None:
        draft = hall.app.sites.draft
        for key in draft.waiting():
            draft.posted(key, f"https://blog.example/{key}")
        hall.tick(minutes=1)

    begin(hall, "goofspiel", cards=5, points_order="descending")
    all_posted()
    bid(hall, 1, 2)
    assert hall.duel(1001).state == "pending", "the comment that closes the step is not posted"
    back_up(hall)
    all_posted()
    assert hall.duel(1001).step == 2
    all_posted()
    put_back(hall)
    assert is_held(hall)
    assert (hall.duel(1001).step, hall.duel(1001).state) == (1, "pending")


def test_a_contest_that_ended_since_the_backup_is_adopted(hall: World) -> None:
    begin(hall, "goofspiel", cards=2, points_order="descending")
    back_up(hall)
    bid(hall, 1, 2)
    hall.say("Ann", "RESIGN")
    hall.tick(minutes=1)
    assert hall.duel(1001).state == "resolved"
    summary, before = hall.duel(1001).summary, stands(hall)
    put_back(hall)
    assert is_held(hall)
    assert stands(hall) == before
    assert after_restore(hall.app.desk, hall.clock())[0] == (
        "duel 1001 was resolved on the site: its result is adopted"
    )
    assert hall.duel(1001).summary == summary
    hall.tick(minutes=1)
    assert stands(hall)[:2] == before[:2]


def test_a_contest_begun_since_the_backup_counts_as_cancelled(hall: World) -> None:
    hall.tick()
    back_up(hall)
    begin(hall, "goofspiel", cards=4)
    put_back(hall)
    found = after_restore(hall.app.desk, hall.clock())
    assert found == ["duel 1001 was open on the site, and all of it is lost: it counts as cancelled"]
    begin(hall, "goofspiel", cards=4)
    assert hall.duel().number == 1002


def test_a_tournament_begun_since_the_backup_keeps_no_other_from_being_announced(tmp_path: Path) -> None:
    hall = World(tmp_path, "sqlite:///store.db", HALL, EIGHT[:4])
    hall.tick()
    back_up(hall)
    announce(hall, "KNOCK-OUT", title="The Lost Cup")
    put_back(hall)
    hall.tick(minutes=1)
    lost = hall.page("Tournament 1")
    assert "The Lost Cup" in lost
    assert after_restore(hall.app.desk, hall.clock()) == [
        "tournament 1 was begun on the site, and all of it is lost: announce another, which has a new number"
    ]
    assert announce(hall, "KNOCK-OUT", title="The Second Cup") == 2
    assert not hall.tick(minutes=5).waits
    assert "The Second Cup" in hall.page("Tournament 2")
    assert hall.page("Tournament 1") == lost
