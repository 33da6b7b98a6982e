"""The games we know: our own, a line each, and those that are installed beside us.

A game from outside is an entry point in the group `pbp.games` that gives an object which satisfies Game. It may be an
earlier version of the rules of a game that we know: nothing is begun by them any more, and what was begun ends so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.metadata import EntryPoint, entry_points

from pbp.games.base import RING, Game, bare_name
from pbp.games.goofspiel import GOOFSPIEL
from pbp.games.reality_benders import REALITY_BENDERS
from pbp.games.simulacra import SIMULACRA
from pbp.games.tactical_genius import TACTICAL_GENIUS
from pbp.games.wizard_ring import WIZARD_RING
from pbp.games.wizards_duel import WIZARDS_DUEL

OWN: tuple[Game, ...] = (WIZARDS_DUEL, REALITY_BENDERS, TACTICAL_GENIUS, SIMULACRA, GOOFSPIEL, WIZARD_RING)

GROUP = "pbp.games"
"""The group of entry points under which games from outside are found."""


def from_outside(found: Iterable[EntryPoint]) -> tuple[tuple[Game, ...], dict[str, str]]:
    """The games of some entry points; and of each that is none, by its name, why not: it stops nothing."""
    games: list[Game] = []
    refused: dict[str, str] = {}
    for entry in sorted(found, key=lambda entry: entry.name):
        try:
            game = entry.load()
        except Exception as error:  # a game from outside is a program of the host's: it may do anything
            refused[entry.name] = f"{type(error).__name__}: {error}"
            continue
        if lacks := [name for name in _parts() if not hasattr(game, name)]:
            refused[entry.name] = f"it is no game: it lacks {', '.join(lacks)}"
        elif any(bare_name(game) == bare_name(one) and version(game) >= version(one) for one in (*OWN, *games)):
            refused[entry.name] = f"there is another game called {bare_name(game)}"
        else:
            games.append(game)
    return tuple(games), refused


def _parts() -> list[str]:
    """What every game has, by name."""
    return sorted(name for name in vars(Game) if not name.startswith("_"))


def version(game: Game) -> int:
    """The version of a game's rules; 0 if its name has none."""
    number = game.name.partition("/")[2]
    return int(number) if number.isdecimal() else 0


def parted(games: Sequence[Game]) -> tuple[tuple[Game, ...], tuple[Game, ...]]:
    """The games in the newest version of their rules that is here, and those in earlier ones."""
    newest: dict[str, Game] = {}
    for game in games:
        if bare_name(game) not in newest or version(game) > version(newest[bare_name(game)]):
            newest[bare_name(game)] = game
    return tuple(newest.values()), tuple(game for game in games if game is not newest[bare_name(game)])


_OUTSIDE, REFUSED = from_outside(entry_points(group=GROUP))
GAMES, EARLIER = parted((*OWN, *_OUTSIDE))
"""Every game, the one that is played if nothing else is said first; and earlier versions, in which duels only end."""


def find_game(name: str) -> Game | None:
    """The game of that name: with its version ("wizards-duel/1") that one alone, without it the newest."""
    newest = next((game for game in GAMES if name in (game.name, bare_name(game))), None)
    return newest or next((game for game in EARLIER if game.name == name), None)


def ring_game() -> Game:
    """The game of ring duels."""
    return next(game for game in GAMES if game.format == RING)
