"""Reading a duel's state: which Wizards a tree means, how many, and whether a condition holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from pbp.spells import tree as t
from pbp.spells.casting.board import Board, Cast
from pbp.spells.casting.earlier import again
from pbp.spells.casting.numbers import Undecided, compare, divide
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

    # Wizards, always in ring order

    def who(self, tree: t.Who) -> list[int]:
        """The Wizards meant, by number from 0. Raises Undecided."""
        match tree:
            case t.Caster():
                return [self.cast.wizard]
            case t.Chosen():
                chosen = self.chosen(tree.index)
                return [] if chosen is None else [chosen]
            case t.Member():
                return [self.members[-1 - tree.up]]
            case t.All():
                self.board.spend(self.cast.name, 1 + len(self.board.wizards) // 32)
                return list(range(len(self.board.wizards)))
            case t.Those():
                return self._once(tree, self._those)
            case t.Neighbours(of):
                return self._neighbours(self.who(of))
            case t.Offset(of, steps):
                ring, count = len(self.board.wizards), self.num(steps)
                return sorted({(wizard + count) % ring for wizard in self.who(of)})
            case t.At(position):
                number = self.num(position)
                return [number - 1] if 1 <= number <= len(self.board.wizards) else []
            case t.Pick():
                return self._pick(tree)
            case t.Top():
                return self._once(tree, self._top)
            case t.Join(parts):
                return sorted({wizard for part in parts for wizard in self.who(part)})
            case t.Without(whole, part):
                gone = set(self.who(part))
                return [wizard for wizard in self.who(whole) if wizard not in gone]
            case t.TargetOf(of):
                if self.slot is not None and isinstance(of, t.Member):
                    return [self.slot]
                return sorted({target for cast in self.casts_of(of) for target in cast.targets()})
        raise AssertionError(tree)

    def _common(self, tree: t.Node, members: int = 0) -> bool:
        """Whether a tree now means the same for every cast; not while a spell or target is put in another's place."""
        return self.source is None and self.slot is None and self.board.common(tree, members)

    def _once(self, tree: N, read: Callable[[N], T]) -> T:
        """What is read of a tree: of one that means the same for every cast once, until the board changes."""
        if not self._common(tree):
            return read(tree)
        known = self.board.known
        if (id(tree),) not in known:
            known[id(tree),] = read(tree)
        found: T = known[id(tree),]
        return found

    def _those(self, tree: t.Those) -> list[int]:
        return [wizard for wizard in self.who(tree.group) if self.test(wizard, tree.test)]

    def _number(self, group: t.Who, test: t.Cond) -> int:
        """Of how many of a group a test is true: of "every other Wizard" those of all, less those of the caster."""
        if isinstance(group, t.Without) and self._common(group.whole) and self._common(test, 1):
            key = (id(group), id(test))
            if key not in self.board.known:
                self.board.known[key] = self._fitting(group.whole, test)
            fitting: frozenset[int] | None = self.board.known[key]
            if fitting is not None:
                return len(fitting) - len(fitting.intersection(self.who(group.part)))
        return sum(self.test(wizard, test) for wizard in self.who(group))

    def _fitting(self, whole: t.Who, test: t.Cond) -> frozenset[int] | None:
        """Those of a group of whom a test is true; None if it cannot be said of each."""
        try:
            return frozenset(wizard for wizard in self.who(whole) if self.test(wizard, test))
        except Undecided:
            return None

    def test(self, wizard: int, cond: t.Cond) -> bool:
        """Whether the condition is true with this Wizard as Member(0)."""
        self.board.spend(self.cast.name)
        self.members.append(wizard)
        try:
            return self.true(cond)
        finally:
            self.members.pop()

    def each(self, wizard: int, number: t.Num) -> int:
        """The number with this Wizard as Member(0)."""
        if isinstance(number, t.Int):
            return number.value
        self.board.spend(self.cast.name)
        self.members.append(wizard)
        try:
            return self.num(number)
        finally:
            self.members.pop()

    def _neighbours(self, of: list[int]) -> list[int]:
        ring = len(self.board.wizards)
        near = {place % ring for wizard in of for place in (wizard - 1, wizard + 1)}
        return sorted(near) if ring > 1 else []

    def _pick(self, tree: t.Pick) -> list[int]:
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

    def _top(self, tree: t.Top) -> list[int]:
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

    # Numbers

    def num(self, tree: t.Num) -> int:
        """The number meant. Raises Undecided."""
        match tree:
            case t.Int():
                return tree.value
            case t.Roll():
                return self._roll(tree)
            case t.NumberInput(index):
                return int(self.chosen(index) or 0)
            case t.Stat(who, attr, start):
                found = self.who(who)
                return self.stat(found[0], attr, start) if found else 0
            case t.Total():
                return self._once(tree, lambda total: sum(self.stat(w, total.attr) for w in self.who(total.who)))
            case t.Count():
                return self._once(tree, self._count)
            case t.Kinds(who):
                return len({cast.name.casefold() for cast in self.casts_of(who)})
            case t.Truths(parts):
                return sum(self.true(part) for part in parts)
            case t.Duels(cast):
                return self._again(cast)[1]
            case t.Add(parts):
                return sum(self.num(part) for part in parts)
            case t.Minus(left, right):
                return self.num(left) - self.num(right)
            case t.Gap(left, right):
                return abs(self.num(left) - self.num(right))
            case t.Times(left, right):
                return self.num(left) * self.num(right)
            case t.Part(left, right, rounding):
                return divide(self.num(left), self.num(right), rounding)
            case t.Greatest(parts):
                return max(self.num(part) for part in parts)
            case t.Least(parts):
                return min(self.num(part) for part in parts)
            case t.Moved():
                return self._once(tree, self._moved)
            case t.Position(who):
                found = self.who(who)
                return found[0] + 1 if found else 0
            case t.SpeedOf(who):
                casts = self.casts_of(who)
                return casts[0].program.speed if casts else -1
            case t.ThatMany():
                return self.size
        raise AssertionError(tree)

    def _roll(self, tree: t.Roll) -> int:
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

    def _count(self, tree: t.Count) -> int:
        match tree.who:
            case t.Those(group, test):
                return self._number(group, test)
        return len(self.who(tree.who))

    def _moved(self, tree: t.Moved) -> int:
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
            return self.test(cast.wizard, test)
        finally:
            self.source = before

    # Conditions

    def true(self, tree: t.Cond) -> bool:
        """Whether the condition holds. Raises Undecided."""
        match tree:
            case t.Always():
                return True
            case t.And(parts):
                return all(self.true(part) for part in parts)
            case t.Or(parts):
                return any(self.true(part) for part in parts)
            case t.Not(part):
                return not self.true(part)
            case t.Compare(left, op, right):
                return compare(self.num(left), op, self.num(right))
            case t.Holds():
                return self._once(tree, self._holds)
            case t.Is():
                return self._is(tree)
            case t.Same(left, right):
                return self.who(left) == self.who(right)
            case t.In(who, group):
                return bool(set(self.who(who)) & set(self.who(group)))
            case t.CastIs(who, names):
                wanted = {word for name in names for word in self.names(name)}
                return any(not names or cast.name.casefold() in wanted for cast in self.casts_of(who))
            case t.CastTrait(who, trait):
                return any(trait.casefold() in self.board.traits[c.name.casefold()] for c in self.casts_of(who))
            case t.CastPriced(who):
                return any(c.priced for c in self.casts_of(who))
            case t.CastShared(who):
                return any(self.board.count(cast.name) > 1 for cast in self.casts_of(who))
            case t.CastAgain():
                asked, did = self._again(tree)
                return did == asked if tree.every and asked else did > 0
            case t.Targets(who, whom):
                near = None if whom is None else set(self.who(whom))
                return any(
                    bool(c.targets()) if near is None else bool(near & set(c.targets())) for c in self.casts_of(who)
                )
            case t.Retargeted(who, None):
                return any(cast.retargeted for cast in self.casts_of(who))
            case t.Retargeted(who, by) if by is not None:
                return any(self.from_source(mover, by) for cast in self.casts_of(who) for mover in cast.movers)
            case t.IsIdle(who):
                return any(self.board.wizards[wizard].idle for wizard in self.who(who))
            case t.Tied(top):
                _, tied, places = self._ranked(top)
                return len(tied) > places
            case t.Odd(number):
                return self.num(number) % 2 == 1
            case t.Word(index, word):
                return self._word(index).casefold() == word.casefold()
            case t.SameWord(left, right):
                return self.value(left).casefold() == self.value(right).casefold()
        raise AssertionError(tree)

    def _holds(self, tree: t.Holds) -> bool:
        held = self._number(tree.group, tree.test)
        return held == len(self.who(tree.group)) if tree.op == "all" else compare(held, tree.op, self.num(tree.number))

    def casts_of(self, who: t.Who) -> list[Cast]:
        found = []
        for wizard in self.who(who):
            if self.source is not None and self.source.wizard == wizard:
                found.append(self.source)
            elif wizard in self.board.casts:
                found.append(self.board.casts[wizard])
        return found

    def names(self, name: str | t.SpellInput | t.SpellOf | t.OwnName) -> list[str]:
        """The spells that a name stands for, in small letters: none for that of a Wizard who cast none."""
        if isinstance(name, t.SpellOf):
            return [cast.name.casefold() for cast in self.casts_of(name.who)]
        assert not isinstance(name, t.OwnName)
        return [self.spell(name)]

    def chosen_spell(self, name: str | t.SpellInput | t.SpellOf) -> str | None:
        """The spell that a selection becomes; None if the Wizard named cast nothing."""
        return next(iter(self.names(name)), None)

    def spell(self, name: str | t.SpellInput) -> str:
        """The name of a spell, in small letters."""
        if isinstance(name, t.SpellInput):
            return self._word(name.index).casefold()
        return name.casefold()

    def attribute(self, attr: str | t.WordInput) -> str:
        """The name of an attribute; empty if none was chosen."""
        return attr if isinstance(attr, str) else self.board.attribute(self._word(attr.index))

    def chosen(self, index: int) -> Any:
        """What was chosen as that input; None in a selection that took the place of another without it."""
        return self.cast.inputs[index] if index < len(self.cast.inputs) else None

    def _word(self, index: int) -> str:
        """The word that was chosen; empty if none was."""
        chosen = self.chosen(index)
        return "" if chosen is None else str(chosen)

    def value(self, tree: t.Value) -> str:
        """The word meant; empty if there is nobody who has it, or none was chosen."""
        match tree:
            case t.Text(word):
                return word
            case t.WordInput(index):
                return self._word(index)
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

    def _is(self, tree: t.Is) -> bool:
        wanted = self.value(tree.value).casefold()
        attr = self.attribute(tree.attr)
        held = [str(self.board.attributes[w].get(attr, "None")).casefold() for w in self.who(tree.who)]
        return any(word == wanted or (wanted == "none" and word in ("0", "")) for word in held)

    def _again(self, tree: t.CastAgain) -> tuple[int, int]:
        whose = {self.board.wizards[wizard].name for wizard in self.who(tree.who)}
        return again(self.board, whose, {word for name in tree.names for word in self.names(name)}, tree)
