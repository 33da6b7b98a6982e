"""A blog on which a person posts: the duel goes on only when its texts were posted."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbp.errors import NotFound, Refused
from service.world import World


@pytest.fixture
def world(make_world) -> World:
    made: World = make_world('[blog]\nadapter = "draft"\n[ring]\nauto_resolve = true\n')
    made.tick()
    return made


def post(world: World, key: str) -> None:
    world.app.sites.draft.posted(key, f"https://blog.example/{key}")


def test_the_exact_text_waits_and_the_battle_master_is_told(world: World) -> None:
    assert world.app.sites.draft.waiting() == ["s1.d1.post", "s1.season"]
    subject, letter = next(pair for pair in world.letters("Master") if "s1.d1.post" in pair[0])
    text = (world.folder / "drafts" / "s1.d1.post.txt").read_text(encoding="utf-8")
    assert text.startswith("Wizard Duel 1\n")
    assert "pbp posted s1.d1.post ADDRESS" in letter
    assert "Battle time" in letter
    assert "Please post" in subject


def test_letters_wait_for_the_post_that_they_link(world: World) -> None:
    assert "Duel 1 is open: choose your spell" not in world.subjects("Alice")
    post(world, "s1.d1.post")
    world.tick(minutes=1)
    assert "Duel 1 is open: choose your spell" in world.subjects("Alice")


def test_a_duel_is_resolved_only_when_its_commence_comment_was_posted(world: World) -> None:
    post(world, "s1.d1.post")
    world.tick(minutes=1)
    world.say("Alice", "CAST Greed")
    world.after_battle()
    assert world.duel(1).state == "pending"
    report = world.tick(minutes=1)
    assert any("s1.d1.commence1" in line for line in report.waits)
    post(world, "s1.d1.commence1")
    world.tick(minutes=1)
    assert world.duel(1).state == "resolved"
    assert world.app.sites.draft.waiting() == ["s1.d1.result", "s1.d2.post", "s1.season"]


def test_a_reminder_goes_out_while_a_text_waits(world: World) -> None:
    before = len(world.letters("Master"))
    world.tick(hours=13)
    assert len(world.letters("Master")) == before + 2
    world.clock.now += timedelta(minutes=1)
    world.tick()
    assert len(world.letters("Master")) == before + 2


def test_a_text_whose_address_was_given_is_not_waited_for_until_the_next_reminder(world: World) -> None:
    world.app.sites.draft.posted("s1.d1.post", "https://blog.example/1")  # and who gave it died before another word
    world.tick(minutes=1)
    with world.app.store.tx() as tx:
        item = tx.outgoing("s1.d1.post")
    assert item and (item.state, item.ref_url) == ("sent", "https://blog.example/1")


def test_an_address_is_taken_once_and_must_be_one(world: World) -> None:
    draft = world.app.sites.draft
    with pytest.raises(Refused, match="no address"):
        draft.posted("s1.season", "over there")
    with pytest.raises(NotFound, match="no text waits"):
        draft.posted("s1.d9.post", "https://x.example")
    with pytest.raises(NotFound, match="no key"):
        draft.posted("../../etc/passwd", "https://x.example")
    draft.posted("s1.season", "https://x.example/1")
    draft.posted("s1.season", "https://x.example/1")
    with pytest.raises(Refused, match="already"):
        draft.posted("s1.season", "https://x.example/2")
