"""The tables of honours: for the ring and for each game, of all time and of each season."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pbp.games import GAMES, ring_game
from pbp.games.base import RING, bare_name
from pbp.honours.ratings import Rated, Rating, rate, start
from pbp.honours.records import SpellTally, Tally, spell_tallies, tallies
from pbp.honours.results import DuelResult


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A player's line in a table."""

    player: str
    tally: Tally
    rating: Rating


@dataclass(frozen=True, slots=True)
class RatingTable:
    """The players of a game by rating, the surest best first; `season` is None in the table of all time.

    `rated`: how each player's rating came about. A season's table knows the duels of that season alone.
    """

    game: str
    season: str | None
    results: tuple[DuelResult, ...]
    rows: tuple[RatingRow, ...]
    rated: dict[str, list[Rated]]

    @property
    def duels(self) -> tuple[int, ...]:
        """The numbers of the duels that count."""
        return tuple(result.number for result in self.results)


@dataclass(frozen=True)
class Honours:
    """All published results by number, and what is made of them; `lists`: where the list of each season stands.

    `known`: tables that were made earlier; where one of these goes on from one of those, only what is new is rated.
    """

    results: tuple[DuelResult, ...] = ()
    lists: tuple[tuple[str, str], ...] = ()
    known: tuple[RatingTable, ...] = ()

    @cached_property
    def games(self) -> tuple[str, ...]:
        """The games that were played, the ring first, in the order of the house."""
        played = {result.game for result in self.results}
        known = [bare_name(game) for game in sorted(GAMES, key=lambda game: game.format != RING)]
        return tuple([name for name in known if name in played] + sorted(played - set(known)))

    @cached_property
    def seasons(self) -> tuple[str, ...]:
        """The seasons in which something has ended, the newest first."""
        return tuple(dict.fromkeys(result.season for result in reversed(self.results)))

    @cached_property
    def tables(self) -> tuple[RatingTable, ...]:
        """Every table: by game, that of all time first, then the seasons, the newest first."""
        found = []
        for game in self.games:
            own = tuple(result for result in self.results if result.game == game)
            known = [table for table in self.known if table.game == game]
            found.append(_table(game, None, own, known))
            known.append(found[-1])
            for season in self.seasons:
                if of_season := tuple(result for result in own if result.season == season):
                    found.append(_table(game, season, of_season, known))
        return tuple(found)

    @cached_property
    def spells(self) -> Mapping[str, Mapping[str, SpellTally]]:
        """What was cast in each game, by name in small letters, the most frequent first; {} of one without spells."""
        return {game: spell_tallies(each for each in self.results if each.game == game) for game in self.games}

    @property
    def ring_spells(self) -> Mapping[str, SpellTally]:
        """What was cast in rings."""
        return self.spells.get(bare_name(ring_game()), {})

    def table(self, game: str, season: str | None = None) -> RatingTable | None:
        """The table of a game, of all time or of a season."""
        return next((table for table in self.tables if (table.game, table.season) == (game, season)), None)

    def rated_in(self, number: int) -> list[tuple[str, Rating, Rating]]:
        """Each player of a duel with the rating of all time before and after it; empty if it does not count."""
        result = next((result for result in self.results if result.number == number), None)
        table = self.table(result.game) if result else None
        found = []
        for placed in result.players if result else ():
            steps = table.rated[placed.player] if table else []
            at = [step.number for step in steps].index(number)
            found.append((placed.player, steps[at - 1].rating if at else start(), steps[at].rating))
        return found


def honours_of(
    results: Iterable[DuelResult], lists: Iterable[tuple[str, str]] = (), known: tuple[RatingTable, ...] = ()
) -> Honours:
    """What these results come to. Who was alone in a ring has met nobody: such a duel does not count."""
    counted = sorted((each for each in results if len(each.players) > 1), key=lambda each: each.number)
    return Honours(tuple(counted), tuple(lists), known)


def _table(game: str, season: str | None, results: tuple[DuelResult, ...], known: Sequence[RatingTable]) -> RatingTable:
    """A table, that goes on from the longest of the known ones with the same beginning."""
    begun = [table for table in known if results[: len(table.results)] == table.results]
    longest = max(begun, key=lambda table: len(table.results), default=None)
    rated = rate(results[len(longest.results) :], longest.rated) if longest else rate(results)
    told = tallies(results)
    rows = [RatingRow(player, told[player], steps[-1].rating) for player, steps in rated.items()]
    rows.sort(key=lambda row: (-row.rating.low, row.player))
    return RatingTable(game, season, results, tuple(rows), rated)


def game_title(name: str) -> str:
    """What people call a game, by its name without version."""
    return next((game.title for game in GAMES if bare_name(game) == name), name)
