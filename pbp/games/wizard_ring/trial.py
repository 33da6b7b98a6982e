"""Random duels over a spell list: how often each spell comes out on top, and what it is worth to its caster.

Pure: a batch of duels is drawn from a seed and its number alone, so batches can be played in any order and process.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Any

from pbp.errors import NeedsRuling
from pbp.fair.dice import Dice, step_key
from pbp.games.wizard_ring.orders import Ring, RingOrder
from pbp.spells import ListedSpell, RingWizard, Spell, SpellList, play, read_list

BATCH = 100
"""How many duels one batch has."""
START = 20
"""With how many Stars every Wizard begins."""
CHOICES = 60
"""Among how many legal orders of a spell a Wizard chooses at most."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Some of the duels of a trial; everything that is needed to play them, and nothing that cannot be sent."""

    wikitext: str
    wizards: int
    duels: int
    number: int
    seed: str = "0"
    attributes: tuple[tuple[str, str | int], ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """What became of a spell: how often it was cast, how often its caster gained most, and the sum of their changes.

    `ties` counts a shared first place as one of so many; `squares` is the sum of the squared changes.
    """

    casts: int = 0
    wins: float = 0.0
    change: int = 0
    squares: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(
            self.casts + other.casts,
            self.wins + other.wins,
            self.change + other.change,
            self.squares + other.squares,
        )

    @property
    def worth(self) -> float:
        """The Stars that its caster gained in a duel, on average."""
        return self.change / self.casts if self.casts else 0.0

    @property
    def win_rate(self) -> float:
        """The share of its casts after which its caster had gained most."""
        return self.wins / self.casts if self.casts else 0.0

    @property
    def error(self) -> float:
        """The standard error of `worth`."""
        if self.casts < 2:
            return 0.0
        spread = (self.squares - self.change**2 / self.casts) / (self.casts - 1)
        return float((max(0.0, spread) / self.casts) ** 0.5)


@dataclass(frozen=True, slots=True)
class Trial:
    """The scores by spell, how many duels were resolved, and how many needed a ruling."""

    duels: int = 0
    undecided: int = 0
    scores: Mapping[str, Score] = field(default_factory=dict)

    def __add__(self, other: Trial) -> Trial:
        names = [*self.scores, *(name for name in other.scores if name not in self.scores)]
        scores = {name: self.scores.get(name, Score()) + other.scores.get(name, Score()) for name in names}
        return Trial(self.duels + other.duels, self.undecided + other.undecided, scores)


def batches(
    wikitext: str, wizards: int, duels: int, seed: str = "0", attributes: Mapping[str, str | int] | None = None
) -> Iterator[Batch]:
    """The batches of a trial of so many duels; the trial is the sum of `play_batch` over them."""
    given = tuple(sorted((attributes or {}).items()))
    for number, first in enumerate(range(0, duels, BATCH)):
        yield Batch(wikitext, wizards, min(BATCH, duels - first), number, seed, given)


def play_batch(batch: Batch) -> Trial:
    """Plays one batch: every Wizard casts a random readable spell with random legal inputs."""
    spells = _read(batch.wikitext, frozenset(name for name, _ in batch.attributes))
    wizards = [RingWizard(f"Wizard {n + 1}", START, dict(batch.attributes)) for n in range(batch.wizards)]
    orders = [_orders(spells, wizards, place) for place in range(batch.wizards)]
    book = {name.casefold(): ListedSpell(name, spell.program, spell.sentences) for name, spell in spells.spells.items()}
    dice = Dice(step_key(batch.seed.encode(), batch.number, 0, []))
    trial = Trial(scores={spell.name: Score() for spell in _readable(spells)})
    for _ in range(batch.duels if trial.scores else 0):
        trial = trial + _duel(wizards, orders, book, dice)
    return trial


def _duel(
    wizards: list[RingWizard], orders: list[list[list[RingOrder]]], book: Mapping[str, ListedSpell], dice: Dice
) -> Trial:
    selections: dict[int, tuple[str, Any]] = {}
    for place, by_spell in enumerate(orders):
        legal = [choices for choices in by_spell if choices]
        if legal:
            order = dice.choice(dice.choice(legal, "a spell"), "its inputs")
            selections[place] = (str(order.spell), order.inputs)
    try:
        played = play(wizards, selections, book, dice)
    except NeedsRuling:
        return Trial(0, 1)
    changes = [stars - START for stars in played.stars]
    best = max(changes)
    winners = [place for place, change in enumerate(changes) if change == best]
    scores: dict[str, Score] = {}
    for place, (name, _) in selections.items():
        won = 1 / len(winners) if place in winners else 0.0
        scores[name] = scores.get(name, Score()) + Score(1, won, changes[place], changes[place] ** 2)
    return Trial(1, 0, scores)


@lru_cache(maxsize=8)
def _read(wikitext: str, attributes: frozenset[str]) -> SpellList:
    return read_list(wikitext, attributes)


def _readable(spells: SpellList) -> list[Spell]:
    return [spell for spell in spells.spells.values() if spell.program is not None]


def _orders(spells: SpellList, wizards: list[RingWizard], place: int) -> list[list[RingOrder]]:
    ring = Ring(tuple(wizard.name for wizard in wizards), spells)
    return [list(islice(ring.examples(place, spell), CHOICES)) for spell in _readable(spells)]
