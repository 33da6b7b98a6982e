"""Letters that get no answer: where a player may stand behind one, the Battle Master is told, and not for ever."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from pbp.ports import Message
from pbp.service.intake import take_in
from service.world import World


@pytest.fixture
def world(make_world) -> World:
    world = make_world()
    world.tick()
    return world


def letter(world: World, text: str, number: int = 1, **more: object) -> Message:
    return Message(f"m{number}", "nobody@example.test", world.clock(), text, vouched=False, **more)  # type: ignore[arg-type]


def told(world: World) -> list[str]:
    """What the Battle Master was told of kept letters, oldest first."""
    world.tick()
    return [body for subject, body in world.letters("Master")[::-1] if "kept without an answer" in subject]


def test_the_battle_master_is_told_of_a_letter_whose_sender_nobody_can_tell(world: World) -> None:
    unreadable = letter(world, "CAST Greed", aside="its From is “Al <a@b.c> <d@e.f>”", tell=True)
    take_in(world.app.desk, "mail", replace(unreadable, sender=""))
    (body,) = told(world)
    assert "“Al <a@b.c> <d@e.f>”" in body and "Greed" not in body


def test_an_order_of_an_unknown_address_that_nobody_vouches_for_is_told_and_chatter_is_not(world: World) -> None:
    take_in(world.app.desk, "mail", letter(world, "CAST Greed", 1))
    take_in(world.app.desk, "mail", letter(world, "Dear friend, I have money for you", 2))
    take_in(world.app.desk, "mail", letter(world, "CAST Greed", 3, aside="it is an automatic reply"))
    (body,) = told(world)
    assert "nobody@example.test" in body and "pbp player bind NAME mail:nobody@example.test" in body


def test_many_such_letters_are_told_of_ten_times_a_day(world: World) -> None:
    for number in range(30):
        take_in(world.app.desk, "mail", letter(world, "CAST Greed", number))
    assert len(told(world)) == 10 and ["no more such letters" in body for body in told(world)] == [False] * 9 + [True]
    world.clock.now += timedelta(days=1)
    take_in(world.app.desk, "mail", letter(world, "CAST Greed", 99))
    assert len(told(world)) == 11
