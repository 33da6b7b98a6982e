"""What the tests of contests share: a hall where only contests are played, and how one is begun and played."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pbp import verify
from pbp.service import challenges
from pbp.store import Duel
from pbp.store.setups import ContestSetup
from pbp.verify.checks import numbers_in
from service.world import World

HALL = "[ring]\nauto_schedule = false\n"
"""Settings without ring duels."""


def begin(world: World, game: str, *players: str, variant: str | None = None, **options: Any) -> int:
    """A contest by the Battle Master's word, of Ann against Ben if nobody is named, its texts out."""
    number = world.app.carry_out(
        challenges.new_contest, game, players or ("Ann", "Ben"), world.clock.now, variant=variant, options=options
    )
    world.tick()
    return number


def order(world: World, name: str, words: str) -> str:
    """An order by letter, which must be accepted; gives the answer."""
    answer = world.say(name, words)
    assert "Understood, for duel" in answer, answer
    return answer


def play(world: World, orders: Mapping[str, str]) -> None:
    """Orders by letter, each accepted, and a tick when the step has settled."""
    for name, words in orders.items():
        order(world, name, words)
    world.tick(minutes=11)


def examples(letter: str) -> list[str]:
    """The orders that a letter shows as legal."""
    shown = letter.partition("Orders that would be legal now:")[2].partition("The step ")[0]
    apart = re.split(r"\n\s*\n", shown.strip("\n"))
    orders = apart if len(apart) > 2 else shown.split("\n")
    return ["\n".join(line.strip() for line in entry.strip().splitlines()) for entry in orders if entry.strip()]


def outcome(world: World, number: int) -> Any:
    """How a contest ended."""
    return (world.duel(number).summary or {}).get("outcome")


def contest_of(duel: Duel) -> ContestSetup:
    """What a contest began with."""
    assert isinstance(duel.setup, ContestSetup)
    return duel.setup


def checked(world: World, number: int) -> tuple[str, ...]:
    """What was checked of a contest's audit page, which must verify against what stands on the site."""
    seen = verify.Seen(texts=numbers_in(" ".join(world.comments())))
    report = verify.verify_file(world.page(f"Wizard Duel {number} Audit"), seen)
    assert report.ok, report.lines
    return report.lines
