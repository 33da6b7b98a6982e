"""Whose an address is: nobody comes by another's name, and nobody learns whose an address is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from reddit_emulator import Emulator

from pbp.errors import Refused
from pbp.ports import Message
from pbp.service import intake, people
from pbp.store.states import TextState
from service.on_reddit import account, emulated
from service.test_addresses import notes
from service.world import World

JOIN_WAITS = "before the Battle Master"
STRANGERS = ("Mallory", "Newcomer", "Friend", "Late", "Squatter")


@pytest.fixture
def world(make_world: Callable[..., World]) -> World:
    """A world with strangers, who have addresses and are no wizards."""
    world = make_world()
    for name in STRANGERS:
        world.site.account(name)
    return world


def code_in(text: str) -> str:
    """The code in a letter of ours."""
    found = re.search(r"CONFIRM (\w+)", text)
    assert found, text
    return found[1]


def holder(world: World, address: str) -> str | None:
    """Whose an address of the embedded site is."""
    with world.app.store.tx() as tx:
        return tx.wizard_at("local", address)


def asks(world: World, sender: str, name: str) -> str:
    """Somebody wishes to join under a name and sends the code back; gives the last answer."""
    return world.say(sender, f"CONFIRM {code_in(world.say(sender, f'JOIN {name}'))}")


def test_a_wish_to_join_gives_no_hold_on_a_wizard_whom_the_battle_master_adds(world: World) -> None:
    assert JOIN_WAITS in asks(world, "Mallory", "Zed")
    world.app.add_player("Zed")
    assert holder(world, "Mallory") is None
    world.tick()
    assert "CAST" not in world.say("Mallory", "CAST Greed") and world.standing(1) == {}
    assert world.say("Zed", "STATUS").count("You have 20 Stars") == 1
    assert "Zed joins" not in world.say("Master", "STATUS")


def test_a_code_dies_when_the_name_is_taken(world: World) -> None:
    code = code_in(world.say("Mallory", "JOIN Zed"))
    world.app.add_player("Zed")
    assert "is not the code" in world.say("Mallory", f"CONFIRM {code}")
    assert holder(world, "Mallory") is None


def test_who_waited_is_told_that_the_name_is_taken(world: World) -> None:
    asks(world, "Late", "Zed")
    world.app.add_player("Zed")
    world.tick()
    assert "That name is taken" in world.letters("Late")[0][1]


def test_codes_expire(world: World) -> None:
    code = code_in(world.say("Newcomer", "JOIN Zed"))
    world.tick(hours=73)
    assert "is not the code" in world.say("Newcomer", f"CONFIRM {code}")


def test_a_code_belongs_to_one_intent_and_is_good_once(world: World) -> None:
    first = code_in(world.say("Newcomer", "JOIN Zed"))
    second = code_in(world.say("Newcomer", "JOIN Yak"))
    assert "is not the code" in world.say("Newcomer", f"CONFIRM {first}")
    assert "Your wish to join as Yak" in world.say("Newcomer", f"CONFIRM {second}")
    assert "is not the code" in world.say("Newcomer", f"CONFIRM {second}")


def test_approval_names_the_address_and_binds_that_one_alone(world: World) -> None:
    asks(world, "Mallory", "Zed")
    asks(world, "Friend", "Zed")
    told = [body for subject, body in world.letters("Master") if subject == "Zed wishes to join"]
    assert len(told) == 2 and "APPROVE Zed AT local:Mallory" in told[1] and "APPROVE Zed AT local:Friend" in told[0]
    desk = world.app.desk
    with pytest.raises(Refused, match="local:Friend"), desk.store.tx() as tx:
        people.approve(desk, tx, "Zed", world.clock.now)
    with pytest.raises(Refused, match="nobody has asked"), desk.store.tx() as tx:
        people.approve(desk, tx, "Zed", world.clock.now, ("local", "Somebody"))
    with desk.store.tx() as tx:
        people.approve(desk, tx, "Zed", world.clock.now, ("local", "Friend"))
    world.tick()
    assert (holder(world, "Friend"), holder(world, "Mallory")) == ("Zed", None)
    assert "That name is taken" in world.letters("Mallory")[0][1]


def test_a_wish_that_waits_keeps_nobody_from_asking_for_the_name(world: World) -> None:
    world.say("Squatter", "JOIN Zed")
    assert JOIN_WAITS in asks(world, "Friend", "Zed")


@pytest.fixture
def reddit(monkeypatch: pytest.MonkeyPatch) -> Iterator[Emulator]:
    with emulated(monkeypatch) as emulator:
        yield emulator


@pytest.fixture
def world_on_reddit(reddit: Emulator, make_world: Callable[..., World]) -> World:
    world = make_world(f'[letters]\nchannels = ["local", "reddit"]\n{account(reddit)}')
    reddit.world.clock = world.clock
    world.app.add_player("Eve", {"reddit": "eves_own"})
    world.tick()
    return world


def test_address_tells_nobody_whose_an_address_is(world_on_reddit: World, reddit: Emulator) -> None:
    world = world_on_reddit
    free = world.say("Alice", "ADDRESS reddit:nobodys")
    taken = world.say("Alice", "ADDRESS reddit:eves_own")
    assert free.replace("nobodys", "eves_own") == taken
    world.say("Bob", "ADDRESS reddit:another")
    assert world.say("Alice", "ADDRESS reddit:another") == free.replace("nobodys", "another"), "nor who else has asked"
    assert not any("CONFIRM" in note for note in notes(reddit, "eves_own")), "its owner is not written to for that"
    assert "Alice" in notes(reddit, "another")[1] and "Bob" in notes(reddit, "another")[0]


def test_a_code_that_comes_too_late_for_an_address_takes_it_from_nobody(
    world_on_reddit: World, reddit: Emulator
) -> None:
    world = world_on_reddit
    world.say("Alice", "ADDRESS reddit:shared")
    code = code_in(notes(reddit, "shared")[0])
    with world.app.store.tx() as tx:
        people.bind(tx, "Eve", "reddit", "shared", world.clock.now)
    reddit.world.message("shared", f"CONFIRM {code}")
    world.tick(minutes=5)
    with world.app.store.tx() as tx:
        assert tx.wizard_at("reddit", "shared") == "Eve"


def test_a_code_proves_an_address_for_which_no_site_vouches_and_the_letter_with_it_bears_no_token(
    world_on_reddit: World, reddit: Emulator
) -> None:
    world = world_on_reddit
    world.say("Alice", "ADDRESS reddit:alice_2")
    with world.app.store.tx() as tx:
        letters = [item for item in tx.all_outgoing(TextState.SENT) if item.payload.get("to") == "alice_2"]
    assert [item.payload["token"] for item in letters] == [""]
    code = code_in(notes(reddit, "alice_2")[0])
    for text in ("CONFIRM 0123456789AB", f"CONFIRM {code}"):
        at = world.clock.now + timedelta(seconds=1)
        intake.take_in(world.app.desk, "reddit", Message(text, "alice_2", at, text, vouched=False))
    with world.app.store.tx() as tx:
        assert tx.wizard_at("reddit", "alice_2") == "Alice"


def test_letters_to_an_address_that_is_nobodys_bear_no_token(world: World) -> None:
    world.say("Newcomer", "Hello?")
    asks(world, "Newcomer", "Zed")
    with world.app.store.tx() as tx:
        sent = [item.payload for item in tx.all_outgoing(TextState.SENT) if item.payload.get("to") == "Newcomer"]
    assert len(sent) == 3 and {letter["token"] for letter in sent} == {""}
