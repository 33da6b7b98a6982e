"""Names that nobody can take for another's, for a command or for a place in the ring."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbp.errors import Refused
from pbp.service import people
from service.world import World

ALIKE = {
    "Cyrillic": "\u0410lice",
    "all Cyrillic": "\u0410\u0421\u0415",
    "Greek": "\u0391lice",
    "capital I": "AIice",
    "a digit": "A1ice",
    "wide": "\uff21lice",
    "another apostrophe": "O\u2019Neil",
    "NFD": "Zoe\u0308",
    "spaces": "Al ice",
}


@pytest.fixture
def world(make_world: Callable[..., World]) -> World:
    return make_world(wizards=("Alice", "ACE", "O'Neil", "Zo\u00eb"))


@pytest.mark.parametrize("name", ALIKE.values(), ids=ALIKE)
def test_a_name_that_looks_like_anothers_is_refused(world: World, name: str) -> None:
    with pytest.raises(Refused, match=r"looks like|already|several scripts"), world.app.store.tx() as tx:
        people.add_wizard(world.app.desk, tx, name, world.clock.now)
    world.site.account("Mallory")
    assert "You have not joined" in world.say("Mallory", f"JOIN {name}")


REFUSED = {
    "zero width": "A\u200bnn",
    "right to left": "\u202eAnn",
    "two scripts": "Ann\u0430",
    "a command": "Status",
    "an order": "cast",
    "a decision": "Accept-Edit",
    "a word of a game": "Bid",
    "an ordinal": "3rd",
    "an ordinal in letters": "Second",
    "a place": "position 3",
    "everybody": "Anybody",
    "the Battle Master": "B\u0430ttle Master",
}


@pytest.mark.parametrize("name", REFUSED.values(), ids=REFUSED)
def test_a_name_with_a_meaning_of_its_own_is_refused(world: World, name: str) -> None:
    with pytest.raises(Refused), world.app.store.tx() as tx:
        people.add_wizard(world.app.desk, tx, name, world.clock.now)


@pytest.mark.parametrize(
    "name", ["Jean-Luc", "Zo\u00eb 2", "Аня", "王小明", "D'Artagnan", "Bob II", "Sir Statusquo", "Name"]
)
def test_other_names_are_fair(world: World, name: str) -> None:
    with world.app.store.tx() as tx:
        assert people.add_wizard(world.app.desk, tx, name, world.clock.now).name == name


def test_names_are_kept_composed(world: World) -> None:
    with world.app.store.tx() as tx:
        assert people.add_wizard(world.app.desk, tx, "Chloe\u0301", world.clock.now).name == "Chlo\u00e9"
