"""What results say of players and spells: tallies, runs, who met whom, and what casting a spell was good for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from pbp.honours.results import DuelResult, Placed


@dataclass(frozen=True, slots=True)
class Tally:
    """How often somebody has played, and how that went; `points` is the sum of the scores.

    `won`: first alone; `drawn`: first with others; `lost`: all else, a contest that both lose too.
    """

    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: float = 0

    def __str__(self) -> str:
        """In words: "2 won, 1 lost"."""
        counted = ((self.won, "won"), (self.drawn, "drawn"), (self.lost, "lost"))
        return ", ".join(f"{number} {what}" for number, what in counted if number)


def outcome_of(result: DuelResult, placed: Placed) -> str:
    """What a duel was for one of its players: won, drawn or lost."""
    if placed.place > 1:
        return "lost"
    return "won" if len(result.first) == 1 else "drawn"


def tallies(results: Iterable[DuelResult]) -> dict[str, Tally]:
    """How those duels went for each player."""
    own: dict[str, list[tuple[str, float]]] = {}
    for result in results:
        for placed in result.players:
            own.setdefault(placed.player, []).append((outcome_of(result, placed), placed.score))
    found = {}
    for player, came in own.items():
        said = [outcome for outcome, _ in came]
        points = sum(score for _, score in came)
        found[player] = Tally(len(came), said.count("won"), said.count("drawn"), said.count("lost"), points)
    return found


@dataclass(frozen=True, slots=True)
class Runs:
    """The run that a player is in, as what came of so many duels one after the other, and the longest run of wins."""

    now: str
    length: int
    best: int

    def __str__(self) -> str:
        """In words: "won 3 in a row"."""
        return f"{self.now} {self.length} in a row" if self.length > 1 else f"{self.now} the last"


def runs(results: Iterable[DuelResult], player: str) -> Runs | None:
    """The runs of a player in these results, which are in order; None of one who was in none."""
    said = [outcome_of(result, placed) for result in results if (placed := result.of(player))]
    found = [(outcome, len(list(group))) for outcome, group in groupby(said)]
    if not found:
        return None
    return Runs(*found[-1], max((length for outcome, length in found if outcome == "won"), default=0))


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """How often one player has ended before another, level with the other, and behind."""

    other: str
    ahead: int
    level: int
    behind: int

    @property
    def met(self) -> int:
        """How often they have met."""
        return self.ahead + self.level + self.behind


def head_to_head(results: Iterable[DuelResult], player: str) -> list[HeadToHead]:
    """A player against each who was met, the most often met first. Who both lose a contest are level."""
    counted: dict[str, Counter[int]] = {}
    for result in results:
        if own := result.of(player):
            for other in result.players:
                if other.player != player:
                    place = (own.place > other.place) - (own.place < other.place)
                    counted.setdefault(other.player, Counter())[place] += 1
    found = [HeadToHead(other, counts[-1], counts[0], counts[1]) for other, counts in counted.items()]
    return sorted(found, key=lambda pair: (-pair.met, pair.other))


@dataclass(frozen=True, slots=True)
class SpellTally:
    """A spell as it was last called, how often it was cast, and what that was good for.

    `used`: by how many players in how many duels, each counted once, and `won`: by how many of those who ended first,
    alone or with others. `duels` counts those in which it was cast, and `against` those of them in which nobody who
    cast it ended first. `by`: for each caster (name, casts, used, won), the most frequent first.
    """

    name: str
    casts: int
    used: int
    won: int
    duels: int
    against: int
    by: tuple[tuple[str, int, int, int], ...]


def spell_tallies(results: Iterable[DuelResult]) -> dict[str, SpellTally]:
    """Every spell that was cast in duels of one game, by name in small letters, the most frequent first."""
    names: dict[str, str] = {}
    uses: dict[str, list[tuple[DuelResult, Placed, int]]] = {}
    for result in results:
        for placed in result.players:
            names |= {spell.casefold(): spell for spell in placed.spells}
            for key, count in Counter(spell.casefold() for spell in placed.spells).items():
                uses.setdefault(key, []).append((result, placed, count))
    found = {key: _spell_tally(names[key], of) for key, of in uses.items()}
    return dict(sorted(found.items(), key=lambda pair: (-pair[1].casts, pair[1].name)))


def _spell_tally(name: str, uses: Sequence[tuple[DuelResult, Placed, int]]) -> SpellTally:
    casts: Counter[str] = Counter()
    for _, placed, count in uses:
        casts[placed.player] += count
    used = Counter(placed.player for _, placed, _ in uses)
    first = Counter(placed.player for _, placed, _ in uses if placed.place == 1)
    duels = {result.number for result, _, _ in uses}
    with_it = {result.number for result, placed, _ in uses if placed.place == 1}
    by = tuple((player, casts[player], used[player], first[player]) for player in casts)
    return SpellTally(
        name, casts.total(), used.total(), first.total(), len(duels), len(duels - with_it),
        tuple(sorted(by, key=lambda each: (-each[1], each[0]))),
    )  # fmt: skip


def casts_of(spells: Mapping[str, SpellTally], player: str | None = None) -> list[tuple[str, int]]:
    """Each spell with how often it was cast, by everybody or by one player: the most frequent first."""
    counts = [
        (each.name, each.casts if player is None else sum(casts for name, casts, _, _ in each.by if name == player))
        for each in spells.values()
    ]
    return sorted((pair for pair in counts if pair[1]), key=lambda pair: (-pair[1], pair[0]))
