"""What people write in public comments: orders there never count, challenges and declarations do."""

from __future__ import annotations

from itertools import count

import pytest

from pbp.ports import Message
from pbp.service.intake import take_in
from pbp.store.states import TextState
from service.world import World

_numbers = count(1)


def comment(world: World, sender: str, text: str, *, vouched: bool = True) -> dict[str, object] | None:
    """Takes in a public comment; gives the letter queued in answer, if any."""
    message = Message(f"c{next(_numbers)}", sender, world.clock(), text, thread="t", public=True, vouched=vouched)
    with world.app.store.tx() as tx:
        before = {item.key for item in tx.all_outgoing(TextState.QUEUED, TextState.SENT)}
    take_in(world.app.desk, "local", message)
    with world.app.store.tx() as tx:
        new = [
            item for item in tx.all_outgoing(TextState.QUEUED) if item.key not in before and item.key.startswith("re.")
        ]
    return dict(new[0].payload) if new else None


def test_an_order_in_a_comment_does_not_count_and_the_answer_repeats_none_of_it(world: World) -> None:
    world.tick()
    answer = comment(world, "Alice", "CAST Greed")
    assert answer is not None
    assert answer["public"]
    assert "Greed" not in str(answer["body"])
    assert "Alice" not in str(answer["body"])
    assert world.standing(1) == {}


def test_people_talking_among_themselves_are_left_alone(world: World) -> None:
    world.tick()
    assert comment(world, "Alice", "Good luck to all of us!") is None


def test_help_is_answered_where_it_was_asked(world: World) -> None:
    world.tick()
    answer = comment(world, "Stranger", "HELP")
    assert answer is not None
    assert answer["public"]
    assert "privately" in str(answer["body"])


def test_a_challenge_in_public_counts_and_is_answered_privately(world: World) -> None:
    answer = comment(world, "Alice", "CHALLENGE Bob archwizard")
    assert answer is not None
    assert not answer["public"]
    world.tick()
    assert "Alice" in world.letters("Bob")[0][1]


@pytest.mark.parametrize(("sender", "vouched"), [("Stranger", True), ("Alice", False)])
def test_a_challenge_of_an_unknown_or_unproven_account_does_not(world: World, sender: str, vouched: bool) -> None:
    answer = comment(world, sender, "CHALLENGE Bob archwizard", vouched=vouched)
    assert answer is not None
    assert answer["public"]
    world.tick()
    assert not [subject for subject in world.subjects("Bob") if "challenge" in subject.casefold()]
