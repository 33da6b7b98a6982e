"""A player has one identity and any number of addresses, each bound by a code sent there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from reddit_emulator import ACCOUNT, Emulator

from pbp.store.states import TextState
from service.on_reddit import account, emulated
from service.world import World


@pytest.fixture
def reddit(monkeypatch: pytest.MonkeyPatch) -> Iterator[Emulator]:
    with emulated(monkeypatch) as emulator:
        yield emulator


@pytest.fixture
def world(reddit: Emulator, make_world: Callable[..., World]) -> World:
    world = make_world(f'[letters]\nchannels = ["local", "reddit"]\n{account(reddit)}')
    reddit.world.clock = world.clock
    world.tick()
    return world


def notes(reddit: Emulator, account: str) -> list[str]:
    """What a Reddit account was sent, oldest first."""
    return [note.body for note in reddit.world.notes if (note.author, note.to) == (ACCOUNT, account)]


def test_a_second_channel_is_bound_by_a_code_and_letters_follow_the_player(world: World, reddit: Emulator) -> None:
    assert "A code is on its way to reddit:ALICE_2" in world.say("Alice", "ADDRESS reddit:u/ALICE_2")
    (asked,) = notes(reddit, "ALICE_2")
    code = re.search(r"CONFIRM (\w+)", asked)
    assert code
    reddit.world.message("alice_2", "CAST Greed")
    world.tick(minutes=5)
    assert not world.standing(1), "the address is nobody's before the code came back"
    reddit.world.message("alice_2", code[0])
    world.tick(minutes=5)
    assert "This address now belongs to Alice" in notes(reddit, "alice_2")[-1]
    world.say("Alice", "CAST Gain")
    reddit.world.message("alice_2", "CAST Greed")
    world.tick(minutes=5)
    assert world.standing(1) == {"Alice": "CAST Greed"}, "one identity: the last order counts"
    before = len(world.letters("Alice"))
    world.after_battle()
    assert any("Duel 2 is open" in note or "duel 2" in note for note in notes(reddit, "alice_2"))
    assert len(world.letters("Alice")) == before, "told where she last wrote from"
    world.say("Alice", "STATUS")
    world.after_battle()
    assert "Duel 3" in world.subjects("Alice")[-1]


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("ADDRESS", "Say where from"),
        ("ADDRESS carrier pigeon", "Say where from"),
        ("ADDRESS pigeon:coo", "Say where from"),
        ("ADDRESS local:Carol", "Say where from"),
        (f"ADDRESS reddit:{ACCOUNT}", "Say where from"),
        ("ADDRESS local:alice", "Say where from"),
    ],
)
def test_what_cannot_be_added_is_said(world: World, words: str, answer: str) -> None:
    assert answer in world.say("Alice", words)


def test_nobody_can_have_strangers_flooded_with_codes(world: World, reddit: Emulator) -> None:
    world.say("Alice", "ADDRESS reddit:stranger")
    assert "today already" in world.say("Alice", "ADDRESS reddit:stranger")
    world.say("Alice", "ADDRESS reddit:stranger2")
    world.say("Alice", "ADDRESS reddit:stranger3")
    assert "no more addresses today" in world.say("Alice", "ADDRESS reddit:stranger4")
    assert [len(notes(reddit, f"stranger{n}")) for n in ("", 2, 3, 4)] == [1, 1, 1, 0]
    world.tick(hours=24)
    assert "A code is on its way" in world.say("Alice", "ADDRESS reddit:stranger4")


def test_a_code_of_another_address_binds_nothing(world: World, reddit: Emulator) -> None:
    world.say("Alice", "ADDRESS reddit:alice_2")
    code = re.search(r"CONFIRM (\w+)", notes(reddit, "alice_2")[0])
    assert code
    reddit.world.message("mallory", code[0])
    world.tick(minutes=5)
    assert "is not the code" in notes(reddit, "mallory")[-1]


def test_a_code_for_an_address_that_does_not_exist_is_dropped_and_holds_up_nobody(
    world: World, reddit: Emulator
) -> None:
    reddit.world.deleted.add("nobody_here")
    world.say("Alice", "ADDRESS reddit:nobody_here")
    assert world.tick(minutes=10).waits == []
    with world.app.store.tx() as tx:
        assert [item.site for item in tx.all_outgoing(TextState.DROPPED)] == ["reddit"]
        assert "no account of this name" in tx.entries(kind="stuck")[0].values["why"]


def test_of_an_address_that_takes_no_letters_the_battle_master_is_told_once_a_duel(world: World) -> None:
    with world.app.store.tx() as tx:
        tx.bind_address("local", "Gone", "Alice", world.clock.now)
        tx.wrote_from("local", "Gone", world.clock.now + timedelta(minutes=1))
    world.tick()
    world.tick(hours=30)
    world.tick(hours=13)  # the second reminder goes the way of the first
    with world.app.store.tx() as tx:
        assert len(tx.all_outgoing(TextState.STUCK)) == 2
    told = [body for subject, body in world.letters("Master") if subject == "A letter could not be sent"]
    assert len(told) == 1 and "It was to Gone, by local" in told[0]
