"""What the parts of the canonical wording share: what has been said so far, and what each of them can say."""

from __future__ import annotations

from abc import ABC, abstractmethod

from pbp.spells import tree as t
from pbp.spells.walk import is_one

ME = t.Member()
OUTER = t.Member(1)


class Unsaid(Exception):
    """There is no canonical wording for this."""


class Voice(ABC):
    """Says one program. `explicit`: "Wizard other than the caster" for "other Wizard", and every tie at its place."""

    def __init__(self, inputs: tuple[t.Input, ...], own: str, *, explicit: bool = False):
        self.inputs, self.own, self.explicit = inputs, own, explicit
        self.drawn: set[int] = set()
        self.picked: list[int] = []
        self.rolled: tuple[t.Roll, ...] = ()
        self.subject: t.Who = t.Caster()
        self.theirs = "their"
        self.watched: t.Who | None = None
        self.tied_here = False
        self.saying: list[t.Cond] = []

    @abstractmethod
    def who(self, who: t.Who) -> str:
        """Wizards as a subject or object."""

    @abstractmethod
    def noun(self, who: t.Who, plural: bool = False) -> str:
        """A group as a noun, without its article."""

    @abstractmethod
    def each(self, who: t.Who) -> str:
        """A group, each of its Wizards by themselves."""

    @abstractmethod
    def another(self, who: t.Who) -> str:
        """Somebody of a group: "another Wizard", "a neighbour of the caster"."""

    @abstractmethod
    def poss(self, who: t.Who) -> str:
        """Wizards as an owner."""

    @abstractmethod
    def owned(self, who: t.Who, thing: str) -> str:
        """Something that Wizards have."""

    @abstractmethod
    def num(self, number: t.Num) -> str:
        """A number as a noun."""

    @abstractmethod
    def claim(self, cond: t.Cond) -> str:
        """A condition as a clause."""

    @abstractmethod
    def pred(self, test: t.Cond, many: bool = False) -> str:
        """A test of Member(0) as what a Wizard does."""

    @abstractmethod
    def rel(self, test: t.Cond, many: bool = False) -> str:
        """A test as a relative clause."""

    @abstractmethod
    def value(self, value: t.Value) -> str:
        """A value as a word."""

    @abstractmethod
    def casts(self, who: t.Who) -> str:
        """Casts, by those who made them."""

    @abstractmethod
    def source(self, test: t.Cond) -> str:
        """The spells that a change comes from."""

    @abstractmethod
    def kinds(self, tests: tuple[t.Cond, ...], many: bool = False) -> str:
        """Tests of a cast as what follows "spell"."""

    @abstractmethod
    def cast_noun(self, who: t.Who, many: bool = False) -> str:
        """A group's casts as a noun, without its article."""


def singular(attr: str) -> str:
    """One of a thing: "Star" for "Stars"."""
    return attr[:-1] if attr.endswith("s") and not attr.endswith("ss") else attr


def named(attr: str | t.WordInput) -> str:
    """An attribute's name; of the one that an order names, what stands for it."""
    return attr if isinstance(attr, str) else "chosen item"


def plural(who: t.Who) -> bool:
    """Whether the wording of these Wizards takes a verb without "s"."""
    if isinstance(who, t.Join):
        return True
    return isinstance(who, t.Pick | t.Top) and who.count > 1


def one(who: t.Who) -> bool:
    return is_one(who)


def verb(who: t.Who, bare: str) -> str:
    """The verb in the number of its subject."""
    if plural(who):
        return {"be": "are"}.get(bare, bare)
    return {"be": "is", "have": "has"}.get(bare, f"{bare}s")
