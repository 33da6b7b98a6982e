"""True or false; and the values with which attributes are compared."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from pbp.spells.tree.base import Cond, Node, Num, Value, Who, record

if TYPE_CHECKING:
    from pbp.spells.tree.wizards import Top


@record
class OwnName(Node):
    """Reader only: the name of this spell; or (`other`) of the one spell named before ("if no Wizard cast it").

    `that`: it is called "that spell", which this one is not. `again`: it is cast again: the one of an earlier Duel.
    """

    other: bool = False
    that: bool = False
    again: bool = False


@record
class Always(Cond):
    pass


OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "=": "!=", "!=": "=", "%": "!%", "!%": "%"}
"""What each comparison is where it is denied."""
TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "="}
"""What each comparison is where its two numbers change places."""


@record
class Compare(Cond):
    """`op` is one of < <= = != >= >, or % and !%: divisible by, or not."""

    left: Num
    op: str
    right: Num


@record
class Is(Cond):
    """An attribute of a Wizard has this value, regardless of case."""

    who: Who
    attr: str | WordInput
    value: Value


@record
class Same(Cond):
    """Two groups are the same Wizards."""

    left: Who
    right: Who


@record
class In(Cond):
    """One Wizard is among some others."""

    who: Who
    group: Who


@record
class Holds(Cond):
    """Of a group, the number of Wizards of whom `test` is true (of Member(0)) compares so with `number`.

    `op` "all": it is true of everyone in the group. `of_any`: it is said of "any" of them.
    """

    group: Who
    op: str
    number: Num
    test: Cond
    of_any: bool = field(default=False, compare=False, repr=False)


@record
class CastIs(Cond):
    """The Wizard cast a spell, one of `names` (none: any spell)."""

    who: Who
    names: tuple[str | SpellInput | SpellOf | OwnName, ...] = ()


@record
class CastTrait(Cond):
    """The Wizard cast a spell that has this trait. `one`: said as "a Belligerent one"; no other meaning."""

    who: Who
    trait: str
    one: bool = field(default=False, compare=False)


@record
class CastPriced(Cond):
    """The Wizard cast a spell that has a Cost."""

    who: Who


@record
class CastShared(Cond):
    """The Wizard cast a spell that somebody else cast as well."""

    who: Who


@record
class CastAgain(Cond):
    """The Wizard cast one of `names` (none: any spell) in an earlier Duel: `back` duels ago, or in any if empty.

    A SpellOf among the names is the spell that a Wizard casts in this Duel, a Traited each that has the trait.

    `every`: in each of those duels.
    """

    who: Who
    names: tuple[str | SpellInput | SpellOf | Traited | OwnName, ...]
    back: tuple[int, ...]
    every: bool = False
    numbers: tuple[int, ...] = ()


@record
class Targets(Cond):
    """The spell that `who` cast targets one of `whom` (None: anyone)."""

    who: Who
    whom: Who | None


@record
class Retargeted(Cond):
    """The target of the spell that `who` cast has already been changed; `by` a spell whose caster (Member(0)) fits."""

    who: Who
    by: Cond | None = None


@record
class IsIdle(Cond):
    who: Who


@record
class Odd(Cond):
    number: Num


@record
class Word(Cond):
    """The order's word input is this word."""

    index: int
    word: str


@record
class SameWord(Cond):
    """Two values are the same word."""

    left: Value
    right: Value


@record
class Tied(Cond):
    """Several share the place of which a Top speaks, so that it does not say who is meant."""

    top: Top


@record
class And(Cond):
    parts: tuple[Cond, ...]


@record
class Or(Cond):
    parts: tuple[Cond, ...]


@record
class Not(Cond):
    """`unless`: as it was said; "in that case" after it could be either case.

    `asked`: as the answer to a question: "Is it Red? If not, ..."; "if so" after it is the other answer.
    """

    part: Cond
    unless: bool = field(default=False, compare=False)
    asked: bool = field(default=False, compare=False)


@record
class Text(Value):
    word: str


@record
class WordInput(Value):
    """The word of the order's input number `index`; as an attribute's name, the attribute so called.

    `among` is only in what a reader makes of a sentence: all the words that are offered; `many`: how many, it says,
    or -1 for "that attribute of yours", which can be one spoken of before.
    """

    index: int
    among: tuple[str, ...] = ()
    many: int = 0


@record
class WordAmong(WordInput):
    """The word of the order that was chosen among these: "Red or Blue, whichever you chose"."""

    words: tuple[str, ...] = ()


@record
class SpellInput(Node):
    """The spell named by the order's input number `index`."""

    index: int


@record
class SpellOf(Node):
    """The spell that a Wizard cast."""

    who: Who


@record
class Traited(Node):
    """Every spell of the list that has this trait: what was cast in an earlier Duel is known by its name alone."""

    trait: str


@record
class ValueOf(Value):
    who: Who
    attr: str | WordInput
