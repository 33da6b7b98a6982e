"""Random duels in which a spell is cast, made so that its conditions often come true; and what comes of them.

Each is played by the ring duel's own rules. Two programs mean the same if they do the same in every duel: the same
orders refused, the same rulings needed, and the same Stars and attributes with the same dice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from itertools import islice, permutations
from random import Random

from spells.unseen.setting import ATTRIBUTES, COUNTED, OTHERS, WORDS, Setting

from pbp.errors import NeedsRuling
from pbp.fair.dice import Dice
from pbp.games.wizard_ring import WIZARD_RING
from pbp.games.wizard_ring.setup import State
from pbp.spells import RingWizard, SpellList, read_list
from pbp.spells import tree as t
from pbp.spells.walk import parts

PEOPLE = ("Anna", "Bert", "Cora", "Dov", "Edda", "Finn", "Gus", "Hilda")
CASTS, TELLING, MOST = 500, 150, 2000
"""So many duels in which the spell is cast, and of these so many in which it does something; at most so many in all."""


@dataclass(frozen=True)
class Bout:
    """A duel before it is played; `earlier` has the casts of earlier duels by number."""

    wizards: tuple[RingWizard, ...]
    number: int
    earlier: Mapping[int, Mapping[str, str]]
    orders: Mapping[str, str]
    floor: int | None
    dice: str

    def __str__(self) -> str:
        ring = [
            f"  {place} {wizard.name}: {wizard.stars} Stars, "
            + ", ".join(f"{name} {value}" for name, value in wizard.attributes.items())
            + (", idle" if wizard.idle else f", {self.orders.get(wizard.name, 'no order')}")
            for place, wizard in enumerate(self.wizards, 1)
        ]
        history = [f"  Duel {number}: {dict(casts)}" for number, casts in sorted(self.earlier.items())]
        floor = "" if self.floor is None else f", no fewer than {self.floor} Stars"
        return "\n".join([f"  Duel {self.number}{floor}, dice {self.dice}", *ring, *history])


@dataclass(frozen=True)
class Result:
    """What came of a duel. `refused`: whose orders; `ruling`: which spells need one (then nothing was changed)."""

    refused: frozenset[str]
    ruling: frozenset[str]
    stars: tuple[int, ...]
    attributes: tuple[Mapping[str, str | int], ...]
    cast: bool

    def __str__(self) -> str:
        if self.ruling:
            return f"  needs a ruling: {', '.join(sorted(self.ruling))}"
        worn = [", ".join(f"{name} {value}" for name, value in held.items()) for held in self.attributes]
        found = "; ".join(f"{stars} ({held})" for stars, held in zip(self.stars, worn, strict=True))
        return f"  {found}" + (f"; refused: {', '.join(sorted(self.refused))}" if self.refused else "")


@lru_cache(maxsize=512)
def listed(setting: Setting) -> SpellList:
    """The list, with the spell to be written as one that does nothing."""
    return read_list(setting.wikitext("", "Nothing happens."), frozenset(ATTRIBUTES))


def with_program(setting: Setting, program: t.Program) -> SpellList:
    """The list with a spell of this program."""
    spells = dict(listed(setting).spells)
    spells[setting.own] = replace(spells[setting.own], program=program, inputs=program.inputs)
    return SpellList(spells)


def fight(bout: Bout, spells: SpellList, own: str, *, alike: bool = False) -> Result:
    """The duel, played; `alike`: all dice of a spell that have as many sides show the same."""
    state = State(bout.wizards, bout.number, bout.earlier, spells, (), bout.floor)
    read = {player: WIZARD_RING.read(state, player, words) for player, words in bout.orders.items()}
    orders = {player: reading.order for player, reading in read.items() if reading.order is not None}
    refused = frozenset(bout.orders) - frozenset(orders)
    cast = any(player in orders and words.startswith(f"CAST {own}") for player, words in bout.orders.items())
    try:
        after, _ = WIZARD_RING.resolve(state, orders, Chance(bout.dice.encode(), alike=alike))
    except NeedsRuling as needed:
        return Result(refused, frozenset(item.spell for item in needed.unclear), (), (), cast)
    return Result(refused, frozenset(), after.stars or (), after.attributes, cast)


class Chance(Dice):
    """Dice of which each spell and each kind of draw has its own.

    Whoever says the random Wizard first and the die after, or rolls a die that nobody needs, means the same.
    """

    def __init__(self, key: bytes, *, alike: bool):
        super().__init__(key)
        self._seed, self._alike = key, alike
        self._made: Counter[tuple[str, int]] = Counter()

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:
        """A whole number from 1 to `sides`: the next one drawn for this."""
        self._made[why, sides] += 0 if self._alike else 1
        told = f"{why} {sides} {self._made[why, sides]}"
        return int.from_bytes(sha256(self._seed + told.encode()).digest()) % sides + 1


class Bouts:
    """Makes duels for one spell from what its programs speak of."""

    def __init__(self, rng: Random, setting: Setting, *programs: t.Program):
        self.rng, self.setting, self.inputs = rng, setting, programs[0].inputs
        found = [
            part
            for program in programs
            for part in parts((program.acts, () if program.price is None else program.price.parts))
        ]
        self.numbers = [part.value for part in found if isinstance(part, t.Int)]
        self.words = [part.word for part in found if isinstance(part, t.Text)]
        self.words += [word for asked in self.inputs for word in asked.words]
        named = [name for part in found if isinstance(part, t.CastIs | t.CastAgain) for name in part.names]
        traits = {part.trait for part in found if isinstance(part, t.CastTrait)}
        named += [name for name in setting.others if OTHERS[name][4] in traits]
        self.named = [name for name in named if isinstance(name, str)] or list(setting.others)

    def some(self) -> Bout:
        """A duel."""
        rng = self.rng
        names = PEOPLE[: rng.choice((2, 3, 3, 4, 4, 4, 5, 5, 6, 7, 8))]
        # a ring of the like and one of the unlike bring out different conditions
        near, alike, busy = rng.random() < 0.6, rng.random() < 0.4, rng.random()
        wizards = tuple(
            RingWizard(name, self._stars(near), self._worn(alike), idle=rng.random() < 0.12) for name in names
        )
        number = rng.randint(1, 8)
        earlier = {n: self._earlier(names) for n in range(max(1, number - 5), number)}
        active = [place for place, wizard in enumerate(wizards) if not wizard.idle]
        casters = rng.sample(active, min(len(active), rng.choice((1, 1, 1, 2, 3))))
        orders = {}
        for place in active:
            if place in casters:
                orders[names[place]] = f"CAST {self.setting.own} {self._given(names, place)}".strip()
            elif rng.random() < 0.4 + busy / 2:
                orders[names[place]] = self._other(names, place, rng.choice(casters))
        floor = 0 if rng.random() < 0.15 else None
        return Bout(wizards, number, earlier, orders, floor, str(rng.getrandbits(40)))

    def _stars(self, near: bool) -> int:
        if near and self.numbers:
            return max(-2, self.rng.choice(self.numbers) + self.rng.choice((-1, 0, 0, 1, 2)))
        return self.rng.choice((self.rng.randint(0, 30), self.rng.randint(5, 12), 20))

    def _worn(self, alike: bool) -> dict[str, str | int]:
        words = {name: self.rng.choice((*given, "None")) for name, given in WORDS.items()}
        if alike and self.words:
            words |= {name: self.rng.choice((*self.words, words[name])) for name in WORDS}
        return words | {name: self._count() for name in COUNTED}

    def _count(self) -> int:
        small = [number + more for number in self.numbers if number < 7 for more in (-1, 0, 0, 1)]
        return max(0, self.rng.choice((0, 1, 2, 3, 5, *small)))

    def _earlier(self, names: tuple[str, ...]) -> dict[str, str]:
        spells = (*self.setting.others, *self.named * 3, self.setting.own, self.setting.own)
        return {name: self.rng.choice(spells) for name in names if self.rng.random() < 0.7}

    def _given(self, names: tuple[str, ...], caster: int) -> str:
        """Inputs for the spell itself; now and then such as are not allowed."""
        rng, words = self.rng, []
        for asked in self.inputs:
            place = rng.choice((rng.randrange(len(names)), (caster + rng.choice((-1, 1))) % len(names)))
            match asked.kind:
                case "position":
                    words.append(str(place + 1))
                case "wizard":
                    words.append(names[place])
                case "spell":
                    words.append(rng.choice((*self.setting.others, *self.named, self.setting.own)))
                case "number":
                    low, high = asked.low or 0, asked.high or 9
                    words.append(str(rng.choice((*range(low, high + 1), rng.choice((low - 1, high + 1))))).lstrip("-"))
                case "word":
                    words.append(rng.choice(asked.words))
        return ", ".join(words)

    def _other(self, names: tuple[str, ...], me: int, caster: int) -> str:
        """Another spell, often one that is spoken of, and often at the caster."""
        others = list(self.setting.others)
        spoken = [name for name in self.named if name in others]
        spell = self.rng.choice(spoken if spoken and self.rng.random() < 0.5 else others)
        if not OTHERS[spell][0]:
            return f"CAST {spell}"
        place = caster if self.rng.random() < 0.5 else self.rng.randrange(len(names))
        if place == me:
            place = (place + 1) % len(names)
        return f"CAST {spell} {names[place]}"


@dataclass(frozen=True)
class Difference:
    """A duel in which two programs do not do the same."""

    bout: Bout
    meant: Result
    read: Result

    def __str__(self) -> str:
        return f"{self.bout}\n  as meant:\n  {self.meant}\n  as read:\n  {self.read}"


@dataclass(frozen=True)
class Compared:
    """How two programs compare: a duel that tells them apart, or none in so many."""

    difference: Difference | None
    casts: int
    telling: int


def compare(setting: Setting, meant: t.Program, read: t.Program, rng: Random) -> Compared:
    """Plays both programs in many duels, until one tells them apart.

    Where a spell draws more than once, its sentences may stand in another order and mean the same: then it is enough
    that one order of them is not told apart.
    """
    seed = rng.random()
    first = _compare(setting, meant, read, Random(seed))
    drawn = {part for part in parts(read.acts) if isinstance(part, t.Roll | t.Pick | t.Top) and part.key}
    if first.difference is not None and len(drawn) > 1:
        for acts in islice(permutations(read.acts), 1, 24):
            found = _compare(setting, meant, replace(read, acts=acts), Random(seed))
            if found.difference is None:
                return found
    return first


def _compare(setting: Setting, meant: t.Program, read: t.Program, rng: Random) -> Compared:
    bouts = Bouts(rng, setting, meant, read)
    one, other, idle = (with_program(setting, program) for program in (meant, read, blank(meant)))
    casts = telling = 0
    for _ in range(MOST):
        if casts >= CASTS and telling >= TELLING:
            break
        bout = bouts.some()
        first, second = fight(bout, one, setting.own), fight(bout, other, setting.own)
        if first != second and not _drawn_alike(bout, one, other, setting.own):
            return Compared(Difference(bout, first, second), casts, telling)
        casts += first.cast
        if telling < TELLING and first != fight(bout, idle, setting.own):
            telling += 1
    return Compared(None, casts, telling)


def _drawn_alike(bout: Bout, one: SpellList, other: SpellList, own: str) -> bool:
    """Whether the spell is cast more than once, and the lists differ only by which cast draws first.

    A cast that draws what it does not need leaves the next draw to the other casts.
    """
    if sum(words.startswith(f"CAST {own}") for words in bout.orders.values()) < 2:
        return False
    return fight(bout, one, own, alike=True) == fight(bout, other, own, alike=True)


def blank(program: t.Program) -> t.Program:
    """A spell with the same inputs and Speed that costs and does nothing."""
    return replace(program, acts=(t.Nothing(),), price=None)


def matters(setting: Setting, program: t.Program, rng: Random, count: int = 120) -> bool:
    """Whether each outcome of a spell does something in some duels, and the spell seldom needs a ruling."""
    bouts = Bouts(rng, setting, program)
    free = replace(program, price=None)
    made = with_program(setting, free)
    lesser = [with_program(setting, replace(free, acts=acts or (t.Nothing(),))) for acts in without_one(program.acts)]
    told, rulings = [0] * len(lesser), 0
    for _ in range(count):
        bout = bouts.some()
        result = fight(bout, made, setting.own)
        rulings += bool(result.ruling)
        for place, less in enumerate(lesser):
            if told[place] < 3 and not result.ruling:
                told[place] += result != fight(bout, less, setting.own)
    return min(told, default=0) >= 3 and rulings <= count // 10


def without_one(acts: tuple[t.Act, ...]) -> Iterator[tuple[t.Act, ...]]:
    """The outcomes without one of them, for each that is an outcome in itself."""
    for place, act in enumerate(acts):
        before, after = acts[:place], acts[place + 1 :]
        if isinstance(act, t.If):
            yield from ((*before, replace(act, then=then), *after) for then in without_one(act.then))
            yield from ((*before, replace(act, otherwise=other), *after) for other in without_one(act.otherwise))
        elif not isinstance(act, t.Rolls | t.Picks):
            yield (*before, *after)
