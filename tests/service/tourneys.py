"""What the tests of tournaments share: eight players who bid by their strength, in contests of one bid each."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pbp.service.brackets import TournamentNow, standing
from pbp.store.states import DuelState
from service.test_master import decide
from service.world import World

EIGHT = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal")
QUICK = "goofspiel cards=2 points_order=descending settle=0"
"""A contest that one bid decides: 2 against 1 wins, equal bids draw."""


def announce(world: World, form: str, terms: str = "", title: str = "") -> int:
    """A tournament by the Battle Master's letter, out on the blog; gives its number."""
    letter = decide(world, f"TOURNAMENT {form} OF {QUICK} {terms}{f' CALLED {title}' if title else ''}")
    assert "is announced" in letter, letter
    world.tick()
    return now(world).tournament.number


def enter(world: World, number: int, names: Iterable[str] = EIGHT) -> None:
    """Entries by letter."""
    for name in names:
        world.site.say(name, f"ENTER {number}")
    world.app.collect()
    assert all(f"You take part in tournament {number}" in world.letters(name)[0][1] for name in names)


def now(world: World, number: int = 0) -> TournamentNow:
    """A tournament, or the newest, as it stands."""
    with world.app.store.tx() as tx:
        return standing(tx, tx.tournament(number) if number else tx.tournaments()[-1])


def bids(world: World, number: int, stronger: Callable[[str, str], str | None]) -> list[tuple[str, str]]:
    """The letters that decide the open contests of a tournament: `stronger` names the winner, or nobody for a draw."""
    letters = []
    for row in now(world, number).open:
        assert row.duel
        duel = world.duel(row.duel)
        if duel.state == DuelState.OPEN:
            one, two = duel.participants
            best = stronger(one, two)
            letters += [(name, f"#{row.duel} BID {2 if best in (name, None) else 1}") for name in (one, two)]
    return letters


def first(one: str, two: str) -> str:
    """Who comes first in the alphabet."""
    return min(one, two)


def play_round(world: World, number: int, stronger: Callable[[str, str], str | None] = first) -> None:
    """Every open contest of a tournament is played to its end, by letters that one tick reads."""
    for name, words in bids(world, number, stronger):
        world.site.say(name, words)
    world.tick(minutes=1)


def told(world: World, words: str) -> list[str]:
    """The comments in which these words stand."""
    return [comment for comment in world.comments() if words in comment]
