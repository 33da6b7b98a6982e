"""Reading a duel's state for one cast: whom a tree means, how many, whether it is true, and all that this rests on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from pbp.spells import tree as t
from pbp.spells.casting import readings
from pbp.spells.casting.board import Board, Cast
from pbp.spells.casting.earlier import again
from pbp.spells.casting.numbers import Undecided
from pbp.spells.casting.readings import Name, Reads
from pbp.spells.walk import has_member

N = TypeVar("N", bound=t.Node)
T = TypeVar("T")


class Reader:
    """Reads trees for one cast. `members` are the Wizards of the groups now being gone through, innermost last."""

    __slots__ = ("board", "cast", "members", "size", "slot", "source")

    def __init__(self, board: Board, cast: Cast):
        self.board = board
        self.cast = cast
        self.members: list[int] = []
        self.source: Cast | None = None
        self.size = 0
        self.slot: int | None = None

    def function(self, tree: N, make: Callable[[N], T]) -> T:
        """What is made of a tree once a duel: a function, of each tree always by the same `make`."""
        found: T | None = self.board.functions.get(id(tree))
        if found is None:
            found = self.board.functions[id(tree)] = make(tree)
        return found

    def who(self, tree: t.Who) -> list[int]:
        """The Wizards meant, by number from 0, in ring order. Raises Undecided."""
        return self.function(tree, readings.who)(self)

    def num(self, tree: t.Num) -> int:
        """The number meant. Raises Undecided."""
        return self.function(tree, readings.num)(self)

    def true(self, tree: t.Cond) -> bool:
        """Whether the condition holds. Raises Undecided."""
        return self.function(tree, readings.true)(self)

    @property
    def replaces(self) -> bool:
        """Whether a spell or a target is now put in another's place, so that a tree may mean another thing."""
        return self.source is not None or self.slot is not None

    def known(self, key: tuple[int, ...], read: Reads[T]) -> T:
        """What was read since the board changed, or else is read now."""
        known = self.board.known
        if key not in known:
            known[key] = read(self)
        found: T = known[key]
        return found

    def of(self, wizard: int, read: Reads[T]) -> T:
        """What is read with this Wizard as Member(0)."""
        self.board.spend(self.cast.plan.name)
        self.members.append(wizard)
        try:
            return read(self)
        finally:
            self.members.pop()

    def each(self, wizard: int, number: t.Num) -> int:
        """The number with this Wizard as Member(0)."""
        if isinstance(number, t.Int):
            return number.value
        return self.of(wizard, self.function(number, readings.num))

    # Wizards

    def everyone(self) -> list[int]:
        """The Wizards of the ring."""
        self.board.spend(self.cast.name, 1 + len(self.board.wizards) // 32)
        return list(range(len(self.board.wizards)))

    def neighbours(self, of: list[int]) -> list[int]:
        """Those next to these."""
        ring = len(self.board.wizards)
        near = {place % ring for wizard in of for place in (wizard - 1, wizard + 1)}
        return sorted(near) if ring > 1 else []

    def offset(self, steps: int, of: list[int]) -> list[int]:
        """Those so many positions after these."""
        ring = len(self.board.wizards)
        return sorted({(wizard + steps) % ring for wizard in of})

    def at(self, position: int) -> list[int]:
        """The Wizard at a position, if there is one."""
        return [position - 1] if 1 <= position <= len(self.board.wizards) else []

    def targets(self, of: list[int]) -> list[int]:
        """Whom the spells of these target."""
        return sorted({target for cast in self.casts(of) for target in cast.targets()})

    def pick(self, tree: t.Pick) -> list[int]:
        """The Wizards drawn; the same as before, if they were."""
        drawn = self.board.drawn
        known = drawn.get((self.cast, tree.key, *self.members))
        if known is None:
            known = drawn.get((self.cast, tree.key))
        if known is not None:
            return list(known)
        left, picked = list(self.who(tree.among)), []
        for _ in range(min(tree.count, len(left))):
            value = self.board.dice.draw(len(left), f"a random choice of {self.cast.name}", secret=tree.secret)
            self.board.on_draw(self.cast, "pick", len(left), value, left[value - 1])
            picked.append(left.pop(value - 1))
        # each spell whose target is moved has a choice of its own, unless one was made for all before
        moving = self.slot is not None and tree.key in self.cast.plan.lone
        of = self.members if moving or has_member(tree.among) else ()
        drawn[(self.cast, tree.key, *of)] = sorted(picked)
        return sorted(picked)

    def _ranked(self, tree: t.Top) -> tuple[list[int], list[int], int]:
        """Those certainly among the highest, those equal in the last place, and how many of these find room."""
        group = self.who(tree.among)
        if not group:
            return [], [], 0
        ranks = {wizard: self.each(wizard, tree.by) for wizard in group}
        last = sorted(ranks.values(), reverse=tree.most)[: tree.count][-1]
        sure = [wizard for wizard in group if ranks[wizard] != last and (ranks[wizard] > last) is tree.most]
        return sure, [wizard for wizard in group if ranks[wizard] == last], tree.count - len(sure)

    def tied(self, tree: t.Top) -> bool:
        """Whether several share the last place."""
        _, tied, places = self._ranked(tree)
        return len(tied) > places

    def top(self, tree: t.Top) -> list[int]:
        """The highest or lowest of a group. Raises Undecided for a tie of which the text does not say what is done."""
        sure, tied, places = self._ranked(tree)
        if tree.ties == "all" or len(tied) <= places:
            return sorted((*sure, *tied))
        match tree.ties:
            case "first":
                return sorted((*sure, *tied[:places]))
            case "last":
                return sorted((*sure, *tied[-places:]))
            case "none":
                return []
            case "random":
                return sorted((*sure, *self._break(tree, tied, places)))
        names = ", ".join(self.board.wizards[wizard].name for wizard in tied)
        fit = "fit, and" if tree.ties == "sole" else "are tied, and"
        raise Undecided(f"{names} {fit} the text does not say what happens then")

    def _break(self, tree: t.Top, tied: list[int], places: int) -> list[int]:
        drawn = self.board.drawn
        if (self.cast, tree.key) not in drawn:
            left, picked = list(tied), []
            for _ in range(places):
                value = self.board.dice.draw(len(left), f"the tie in {self.cast.name}")
                self.board.on_draw(self.cast, "pick", len(left), value, left[value - 1])
                picked.append(left.pop(value - 1))
            drawn[self.cast, tree.key] = picked
        return list(drawn[self.cast, tree.key])

    def roll(self, tree: t.Roll) -> int:
        """The result of a die; the same as before, if it was rolled."""
        key = (self.cast, tree.key)
        if key not in self.board.drawn:
            value = self.board.dice.draw(tree.sides, f"DICE{tree.sides} of {self.cast.name}")
            self.board.on_draw(self.cast, "roll", tree.sides, value, None)
            self.board.drawn[key] = value
        return int(self.board.drawn[key])

    def stat(self, wizard: int, attr: str, start: bool = False) -> int:
        """The number that a Wizard has of something; a word, or nothing, counts as 0."""
        if attr == "Stars":
            return self.board.wizards[wizard].stars if start else self.board.stars[wizard]
        held = (self.board.wizards[wizard].attributes if start else self.board.attributes[wizard]).get(attr, 0)
        if isinstance(held, int):
            return held
        raise Undecided(f"{attr} of {self.board.wizards[wizard].name} is {held}, not a number")

    def number_of_all(self, attr: str) -> None:
        """Raises Undecided if anyone has a word there: such a value is not counted, so nothing is added to it."""
        worded = None if attr == "Stars" else self.board.worded(attr)
        if worded is not None:
            self.stat(worded, attr)

    def moved(self, tree: t.Moved) -> int:
        """What the Wizards meant have gained or lost so far."""
        amounts = [
            single.amount
            for wizard in self.who(tree.who)
            for single in self.board.singles(wizard)
            if single.attr == tree.attr and single.word is None
            if tree.source is None or self.from_source(single.cast, tree.source)
        ]
        if tree.way == "net":
            return sum(amounts)
        return sum(abs(amount) for amount in amounts if (tree.way == "gain") == (amount > 0))

    def from_source(self, cast: Cast, test: t.Cond) -> bool:
        """Whether a cast that made a change fits a test of its caster."""
        before, self.source = self.source, cast
        try:
            return self.of(cast.wizard, self.function(test, readings.true))
        finally:
            self.source = before

    def casts(self, wizards: list[int]) -> list[Cast]:
        """What these Wizards cast, of those who did."""
        found = []
        for wizard in wizards:
            if self.source is not None and self.source.wizard == wizard:
                found.append(self.source)
            elif wizard in self.board.casts:
                found.append(self.board.casts[wizard])
        return found

    def names(self, names: tuple[Name, ...]) -> list[str]:
        """The spells that names stand for, in small letters: none for that of a Wizard who cast none."""
        return [spell for name in names for spell in self._named(name)]

    def _named(self, name: Name) -> list[str]:
        if isinstance(name, t.SpellOf):
            return [cast.name.casefold() for cast in self.casts(self.who(name.who))]
        if isinstance(name, t.Traited):
            return [spell for spell, traits in self.board.traits.items() if name.trait.casefold() in traits]
        assert not isinstance(name, t.OwnName)
        return [self.spell(name)]

    def chosen_spell(self, name: str | t.SpellInput | t.SpellOf) -> str | None:
        """The spell that a selection becomes; None if the Wizard named cast nothing."""
        return next(iter(self._named(name)), None)

    def spell(self, name: str | t.SpellInput) -> str:
        """The name of a spell, in small letters."""
        if isinstance(name, t.SpellInput):
            return self.word(name.index).casefold()
        return name.casefold()

    def attribute(self, attr: str | t.WordInput) -> str:
        """The name of an attribute; empty if none was chosen."""
        return attr if isinstance(attr, str) else self.board.attribute(self.word(attr.index))

    def chosen(self, index: int) -> Any:
        """What was chosen as that input; None in a selection that took the place of another without it."""
        return self.cast.inputs[index] if index < len(self.cast.inputs) else None

    def word(self, index: int) -> str:
        """The word that was chosen; empty if none was."""
        chosen = self.chosen(index)
        return "" if chosen is None else str(chosen)

    def value(self, tree: t.Value) -> str:
        """The word meant; empty if there is nobody who has it, or none was chosen."""
        match tree:
            case t.Text(word):
                return word
            case t.WordInput(index):
                return self.word(index)
            case t.ValueOf(who, attr):
                found = self.who(who)
                name = self.attribute(attr)
                return str(self.board.attributes[found[0]].get(name, "None")) if found and name else ""
        raise AssertionError(tree)

    def held(self, tree: t.Value) -> str | int | None:
        """What another Wizard's attribute holds, as it is; None for other values."""
        if not isinstance(tree, t.ValueOf):
            return None
        found = self.who(tree.who)
        return self.board.attributes[found[0]].get(self.attribute(tree.attr)) if found else None

    def has(self, tree: t.Is) -> bool:
        """Whether the attribute of somebody meant has the value meant."""
        wanted = self.value(tree.value).casefold()
        attr = self.attribute(tree.attr)
        held = [str(self.board.attributes[w].get(attr, "None")).casefold() for w in self.who(tree.who)]
        return any(word == wanted or (wanted == "none" and word in ("0", "")) for word in held)

    def again(self, tree: t.CastAgain) -> tuple[int, int]:
        """How many earlier Duels are asked about, and in how many of them it is true. Raises Undecided."""
        whose = {self.board.wizards[wizard].name for wizard in self.who(tree.who)}
        return again(self.board, whose, set(self.names(tree.names)), tree)

    def cast_again(self, tree: t.CastAgain) -> bool:
        """Whether they cast one of those spells in one of those Duels, or in each. Raises Undecided."""
        asked, did = self.again(tree)
        return did == asked if tree.every and asked else did > 0
