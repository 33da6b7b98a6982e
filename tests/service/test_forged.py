"""Letters in a player's name that nobody proves: they cost that player nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from pbp.ports import Message
from pbp.service import intake
from pbp.store.states import TextState
from service.on_reddit import account, emulated
from service.world import World


@pytest.fixture
def world(make_world: Callable[..., World], monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """A world in which Eve writes by another channel than the embedded site, duel 1 open."""
    with emulated(monkeypatch) as emulator:
        world = make_world(f'[letters]\nchannels = ["local", "reddit"]\n{account(emulator)}')
        emulator.world.clock = world.clock
        world.app.add_player("Eve", {"reddit": "eve_s"})
        world.tick()
        yield world


def arrive(world: World, nth: int, text: str, *, vouched: bool, token: str = "") -> None:
    """A letter from Eve's address."""
    letter = Message(f"letter-{vouched}-{nth}", "eve_s", world.clock.now, text, vouched=vouched, token=token)
    intake.take_in(world.app.desk, "reddit", letter)


def told(world: World) -> list[str]:
    """What Eve was sent, oldest first."""
    with world.app.store.tx() as tx:
        items = [*tx.all_outgoing(TextState.SENT), *tx.all_outgoing(TextState.QUEUED)]
    return [item.payload["body"] for item in items if item.payload.get("to") == "eve_s"]


@pytest.mark.parametrize("words", ["CAST Greed", "hello", "STATUS"])
def test_forged_letters_silence_no_proven_player(world: World, words: str) -> None:
    for nth in range(101):
        arrive(world, nth, words, vouched=False)
    answered = len(told(world))
    assert answered <= 4, "a forger has few letters sent to somebody who did not write"
    for nth in range(3):
        arrive(world, nth, words, vouched=True)
    assert len(told(world)) == answered + 3
    arrive(world, 9, "CAST Gain", vouched=True)
    assert "Understood, for duel 1: Gain" in told(world)[-1]


def test_a_proven_players_own_letters_count_as_before(world: World) -> None:
    for nth in range(31):
        arrive(world, nth, "CAST Greed", vouched=True)
    before = len(told(world))
    arrive(world, 99, "CAST Greed", vouched=True)
    assert len(told(world)) == before


def test_what_is_proven_is_taken_in_before_what_is_not(world: World) -> None:
    order: list[str] = []
    with world.app.store.tx() as tx:
        token = world.app.desk.reply_token(tx, "reddit", "eve_s", 1, world.clock.now)
    letters = [
        Message("1", "eve_s", world.clock.now, "CAST Greed", vouched=False),
        Message("2", "stranger", world.clock.now, "JOIN Zed"),
        Message("3", "eve_s", world.clock.now, "CAST Gain", vouched=False, token=token),
        Message("4", "eve_s", world.clock.now, "CAST Greed"),
    ]
    for message in intake.proven_first(world.app.desk, "reddit", letters):
        order.append(message.id)
    assert order == ["3", "4", "1", "2"]


def test_letters_without_end_of_one_who_is_not_proven_are_kept_unread(world: World) -> None:
    for nth in range(70):
        arrive(world, nth, "CAST Greed", vouched=False)
    with world.app.store.tx() as tx:
        assert [row.why for row in tx.messages_aside() if "written too often" in (row.why or "")] != []
    for nth in range(70):
        arrive(world, nth, "CAST Greed", vouched=True)
    assert world.standing(1) == {"Eve": "CAST Greed"}
    with world.app.store.tx() as tx:
        assert len(tx.submissions("Eve")) == 70, "every order of the player counts"
