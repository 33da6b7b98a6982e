"""Wizards in canonical English."""

from __future__ import annotations

from pbp.spells import tree as t
from pbp.spells.sense.members import nth_of
from pbp.spells.walk import has_member
from pbp.spells.wording.voice import ME, OUTER, Unsaid, Voice, one

ORDINALS = ("first", "second", "third")
_OTHERS = t.Without(t.All(), t.Caster())


_HITS = t.Count(t.Those(t.All(), t.Targets(ME, OUTER)))


class SaysWizards(Voice):
    """Says who is meant."""

    def one_chosen(self, index: int) -> str:
        """The Wizard of an input."""
        asked = self.inputs[index]
        same = [i for i, other in enumerate(self.inputs) if other.kind in ("position", "wizard")]
        if len([i for i in same if self.inputs[i].kind == asked.kind]) > 1:
            return f"the {ORDINALS[same.index(index)]} chosen Wizard"
        return "the Wizard in the chosen position" if asked.kind == "position" else "the chosen Wizard"

    def who(self, who: t.Who) -> str:
        """Wizards as a subject or object."""
        match who:
            case t.Caster():
                return "the caster"
            case t.Chosen(index):
                return self.one_chosen(index)
            case t.Member(0):
                return "they"
            case t.Member(1):
                return "them"
            case t.Offset(t.TargetOf(t.Member(0)), t.Int(1 | -1 as step)):
                return f"the {'next' if step > 0 else 'previous'} position"
            case t.Offset(of, t.Int(steps)):
                way, s = ("after" if steps > 0 else "before"), ("" if abs(steps) == 1 else "s")
                return f"the Wizard {abs(steps)} position{s} {way} {'them' if of == ME else self.who(of)}"
            case t.Offset(of, t.Minus(t.Int(0), steps)):
                return f"the Wizard as many positions before {self.who(of)} as {self.num(steps)}"
            case t.Offset(of, steps):
                return f"the Wizard as many positions after {self.who(of)} as {self.num(steps)}"
            case t.At(t.Int(number)):
                return f"the Wizard in position {number}"
            case t.At(t.Count(t.All())):
                return "the Wizard in the last position"
            case t.At(number):
                return f"the Wizard in the position equal to {self.num(number)}"
            case t.Pick():
                return self._pick(who)
            case t.Top():
                return self._top(who)
            case t.Join(parts):
                if any(isinstance(part, t.Without) for part in parts[:-1]):
                    raise Unsaid(who)
                said = [self.who(part) for part in parts]
                return f"{', '.join(said[:-1])} and {said[-1]}"
            case t.Neighbours() | t.All() | t.Those() | t.Without():
                return self.each(who)
        raise Unsaid(who)

    def each(self, who: t.Who) -> str:
        """A group, each of its Wizards by themselves."""
        if _of_them(who):
            return f"each of {self.noun(who, True)}"
        if isinstance(who, t.Without) and isinstance(who.whole, t.All) and who.part != ME:
            return f"each Wizard other than {self.who(who.part)}"
        return f"each {self.noun(who)}"

    def _pick(self, who: t.Pick) -> str:
        if who.key in self.drawn:
            if who.count > 1:
                raise Unsaid(who)
            if len(self.picked) == 1:
                return "the picked Wizard"
            return f"the {ORDINALS[self.picked.index(who.key)]} picked Wizard"
        among = self.noun(who.among, who.count > 1)
        self.drawn.add(who.key)
        if who.count > 1:
            return f"{who.count} random {among}"
        if not has_member(who.among):
            self.picked.append(who.key)
        return f"a {'secretly ' if who.secret else ''}random {among}"

    def noun(self, who: t.Who, plural: bool = False) -> str:
        """A group as a noun, without its article."""
        s = "s" if plural else ""
        match who:
            case t.All():
                return f"Wizard{s}"
            case t.Without(t.All(), t.Member(0)):
                return f"other Wizard{s}"
            case t.Without(t.All(), t.Caster()) if not self.explicit:
                return f"other Wizard{s}"
            case t.Without(t.All(), part):
                return f"Wizard{s} other than {self.who(part)}"
            case t.Top(t.All(), t.Stat(t.Member(0), attr, False), most, "all"):
                return f"Wizard{s} with the {'most' if most else 'fewest'} {attr}"
            case t.Neighbours(t.Member(0)):
                return f"their neighbour{s}"
            case t.Neighbours(of):
                return f"neighbour{s} of {self.who(of)}"
            case t.Those(
                t.Without(t.All(), t.Member(0)) as others, t.Is(t.Member(0), str(attr), t.ValueOf(t.Member(1), same))
            ) if attr == same:
                return f"{self.noun(others, plural)} with the same {attr}"
            case t.Those(t.All() | t.Neighbours() | t.Without(t.All()) as group, test):
                return f"{self.noun(group, plural)} {self.rel(test, plural)}"
            case t.Without(whole, part):
                return f"{self.noun(whole, plural)} other than {self.who(part)}"
        raise Unsaid(who)

    def _top(self, who: t.Top) -> str:
        if who.ties == "sole":
            return f"the {self.noun(who.among)}"
        if who.by == _HITS and who.among == t.All() and who.count == 1:
            tied = f" ({_TIED[who.ties]})" if self.tied_here and who.ties not in ("ruling", "all") else ""
            return f"{'each' if who.ties == 'all' else 'the'} Wizard targeted by the most spells{tied}"
        if not isinstance(who.by, t.Stat) or who.by.who != ME or who.by.start:
            raise Unsaid(who)
        best = f"{'most' if who.most else 'fewest'} {who.by.attr}"
        first, nth = nth_of(who)
        if nth in (2, 3) and who.count == 1:
            who, best = first, f"{ORDINALS[nth - 1]} {best}"
        best = f"the {best}"
        if who.ties == "all":
            return f"each {self.noun(who.among)} with {best}"
        tied = f" ({_TIED[who.ties]})" if self.tied_here and who.ties != "ruling" else ""
        if who.count > 1:
            among = "" if who.among == t.All() else f" among the {self.noun(who.among, True)}"
            return f"the {who.count} Wizards{among} with {best}{tied}"
        match who.among:
            case t.All():
                return f"the Wizard with {best}{tied}"
            case t.Without(t.All(), t.Caster()) if not self.explicit:
                return f"the other Wizard with {best}{tied}"
            case t.Join((left, right)):
                return f"the Wizard among {self.who(left)} and {self.who(right)} with {best}{tied}"
            case t.Neighbours(t.Member(0)):
                return f"their neighbour with {best}{tied}"
            case t.Neighbours(of):
                return f"the neighbour of {self.who(of)} with {best}{tied}"
        return f"the Wizard among the {self.noun(who.among, True)} with {best}{tied}"

    def poss(self, who: t.Who) -> str:
        """Wizards as an owner."""
        if who == ME:
            return "their"
        if who == OUTER:
            raise Unsaid(who)
        return f"{self.who(who)}'s"

    def owned(self, who: t.Who, thing: str) -> str:
        """Something that Wizards have: "the caster's Hat", "the Hat of the Wizard in position 2"."""
        said = "their" if who == ME else self.who(who)
        if isinstance(who, t.Caster | t.Member) or said.endswith("Wizard"):
            return f"{self.poss(who)} {thing}"
        return f"the {thing} of {said}"

    def another(self, who: t.Who) -> str:
        """Somebody of a group: "another Wizard", "a neighbour of the caster"."""
        if isinstance(who, t.Those) and isinstance(who.group, t.Without) and isinstance(who.group.whole, t.All):
            return f"{self.another(who.group)} {self.rel(who.test)}"
        if isinstance(who, t.Without) and isinstance(who.whole, t.All):
            watched = None if self.watched is None else self.watched if one(self.watched) else OUTER
            if who.part == ME or (self.watched is None and who == _OTHERS and not self.explicit):
                return "another Wizard"
            if watched is not None and who.part == watched:
                return "another Wizard"
            return f"a Wizard other than {self.who(who.part)}"
        if isinstance(who, t.TargetOf):
            return f"the same Wizard as {self.who(who.of)}"
        if one(who):
            return self.who(who)
        if isinstance(who, t.Join):
            return " or ".join(self.another(part) for part in who.parts)
        if _of_them(who):
            return f"one of {self.noun(who, True)}"
        return f"a {self.noun(who)}"


def _of_them(who: t.Who) -> bool:
    """Whether these are neighbours of "them", which takes no article."""
    group = who.group if isinstance(who, t.Those) else who
    return isinstance(group, t.Neighbours) and group.of == ME


_TIED = {
    "random": "ties are broken at random",
    "first": "ties are broken in favour of the lowest position",
    "last": "ties are broken in favour of the highest position",
    "none": "nobody if tied",
}
