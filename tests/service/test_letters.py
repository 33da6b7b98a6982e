"""What becomes of letters that were kept aside: read, tried again, answered, put away; and who is told what."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta

import pytest

from pbp.errors import NotFound, Refused
from pbp.ports import Message
from pbp.service import intake, letters
from service.world import World

WORDS = "CAST Gain\n\nMy cat is called Mephisto."


@pytest.fixture
def name(world: World) -> str:
    """The name of Bob's letter, which could not be handled: the rules of the duel were not there."""
    world.tick()
    with world.app.store.tx() as tx:
        tx.change_duel(1, game="lost-game/1")
    world.say("Bob", WORDS)
    with world.app.store.tx() as tx:
        (row,) = tx.messages_aside()
        tx.change_duel(1, game="wizard-ring/1")
    return letters.name_of(row)


def aside(world: World) -> int:
    with world.app.store.tx() as tx:
        return len(tx.messages_aside())


def test_a_letter_tried_again_counts_and_is_answered(world: World, name: str) -> None:
    letters.retry(world.app.desk, name, world.clock.now)
    world.tick(minutes=1)
    assert world.standing(1) == {"Bob": "CAST Gain"}
    assert "Understood, for duel 1: Gain." in world.letters("Bob")[0][1]
    assert aside(world) == 0 and "letter-retried" in world.kinds()
    with pytest.raises(NotFound):
        letters.retry(world.app.desk, name, world.clock.now)


def test_a_letter_from_before_a_duel_was_closed_does_not_count_in_the_next(world: World, name: str) -> None:
    world.after_battle()
    with pytest.raises(Refused, match="before duel 1 was closed"):
        letters.retry(world.app.desk, name, world.clock.now)
    assert aside(world) == 1 and world.standing(2) == {}


def test_a_letter_that_fails_again_stays(world: World, name: str) -> None:
    with world.app.store.tx() as tx:
        tx.change_duel(1, game="lost-game/1")
    with pytest.raises(Refused, match="failed again"):
        letters.retry(world.app.desk, name, world.clock.now)
    assert aside(world) == 1


def test_a_letter_is_answered_by_hand_once(world: World, name: str) -> None:
    world.app.carry_out(letters.answer, name, "I have put your Gain in by hand.", world.clock.now)
    world.tick(minutes=1)
    assert "I have put your Gain in by hand." in world.letters("Bob")[0][1]
    assert aside(world) == 0
    with pytest.raises(NotFound):
        world.app.carry_out(letters.answer, name, "Again.", world.clock.now)


@pytest.mark.parametrize("why", ["", "there is no such spell"])
def test_a_letter_is_put_away_and_its_sender_told_if_a_reason_is_given(world: World, name: str, why: str) -> None:
    before = len(world.letters("Bob"))
    world.app.carry_out(letters.reject, name, world.clock.now, why)
    world.tick(minutes=1)
    new = world.letters("Bob")[: len(world.letters("Bob")) - before]
    assert [why in body for _, body in new] == ([True] if why else [])
    assert aside(world) == 0 and world.standing(1) == {}


def test_a_letter_is_shown_for_a_reason_that_the_result_tells(world: World, name: str) -> None:
    with pytest.raises(Refused, match="--reveal"):
        world.app.carry_out(letters.read, name, world.clock.now, None)
    row = world.app.carry_out(letters.read, name, world.clock.now, "the rules were not installed")
    assert row.text == WORDS
    assert "revealed" in world.kinds(1)
    world.after_battle()
    assert any("the rules were not installed" in comment for comment in world.comments())
    assert world.app.carry_out(letters.read, name, world.clock.now + timedelta(days=3), "again").text == WORDS


@pytest.mark.parametrize("sign", ["\x00", "\ud800"], ids=["NUL", "half a character"])
def test_a_letter_with_signs_that_no_store_takes_is_read_and_answered(world: World, sign: str) -> None:
    world.tick()
    letter = Message(f"id{sign}", "Bob", world.clock.now, f"CAST Gain\n\n{sign}", f"my orders {sign}")
    assert intake.take_in(world.app.desk, "local", letter)
    assert not intake.take_in(world.app.desk, "local", letter)
    world.tick()
    assert world.standing(1) == {"Bob": "CAST Gain"} and "Understood" in world.letters("Bob")[0][1]
    assert aside(world) == 0


def test_what_a_player_wrote_is_in_no_reason_log_or_letter_to_the_battle_master(
    make_world: Callable[..., World], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    world = make_world()
    world.tick()

    def fails(*arguments: object, **more: object) -> None:
        raise ValueError(f"cannot read {WORDS!r}")

    monkeypatch.setattr("pbp.service.orders.take", fails)
    with caplog.at_level(logging.DEBUG):
        world.say("Bob", WORDS)
        monkeypatch.setattr("pbp.adapters.local.LocalMailbox.fetch", fails)
        report = world.tick(minutes=1)
    with world.app.store.tx() as tx:
        (row,) = tx.messages_aside()
        journal = "".join(entry.facts for entry in tx.entries())
    assert "ValueError in " in row.why and "intake" in row.why
    told = " ".join([row.why, journal, caplog.text, *report.failed, *report.waits])
    told += " ".join(subject + body for subject, body in world.letters("Master"))
    assert report.failed
    assert "Mephisto" not in told and "CAST Gain" not in told
