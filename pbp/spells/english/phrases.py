"""What the phrases of a sentence are while it is read: noun phrases by what they speak of, verbs with their parts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.lexicon import Said
from pbp.spells.tree.base import Hashed, record

ME = t.Member()
ONE = t.Int(1)
THEY = t.They()
SUBJECT_OWN = t.They("subject")
"""Who does it: "doubles the Stars", where it is not said whose."""
CASTER = t.Caster()
EVERYONE = t.All()


@record
class Phrase(Hashed):
    """A noun phrase, or what can stand where one does."""


@record
class Some(Phrase):
    """Wizards, or positions (`place`): which, and how many of them are meant.

    `how`: "one", "each", "plural" (no article: all where something is done to them, any in a condition), "some",
    "none", "any", "being" (what somebody is: "your neighbour"), "others" (of whom a spell is: "spells by others"),
    or "count" with an operator and a number.
    """

    who: t.Who
    how: str = "one"
    op: str = ""
    number: t.Num | None = None
    place: bool = False
    apart: bool = False  # "each", "every": one by one
    vague: bool = False  # "any Wizard": each where it is said who, else nobody says which
    loose: bool = field(default=False, compare=False)  # "all neighbours of the caster": not loose, one by one
    you_too: bool = field(default=False, compare=False)  # "every Wizard, the caster included"
    both: bool = field(default=False, compare=False)  # "both the caster and the chosen Wizard"


@record
class SameOne(Phrase):
    """ "One and the same Wizard", of whom it has still to be said how that one is drawn: `some` of a group."""

    some: Some


@record
class Casts(Phrase):
    """Spells as they are cast: `who` casts them (or `kind` says which, of all); `how` as in Some.

    `name`: the phrase is the name of a spell, or stands for one ("the chosen spell"). `op` "all" of "each" says that
    they were spoken of together: "all spells".
    """

    who: t.Who | None = None
    kind: t.Cond | None = None
    group: t.Who = EVERYONE
    how: str = "one"
    op: str = ""
    number: t.Num | None = None
    name: Any = None
    own: bool = False
    by: bool = field(default=False, compare=False)  # "spells by others": which may be said of the verb before
    but_this: bool = field(default=False, compare=False)  # "other than this one": what others cast of its name, too
    lone: bool = field(default=False, compare=False)  # "a spell", "a neighbour's spell": cancelled, which one is?


@record
class Beyond(Phrase):
    """ "(3 Stars if you have 15 or fewer, 6) if you have more": who, and the way in which it is another number."""

    who: Phrase
    than: str


@record
class OrNothing(Phrase):
    """ "Burn or nothing": what somebody cast, where not to have cast a spell is as good."""

    casts: Casts


@record
class LastingCasts(Phrase):
    """ "Any spell that targets the caster during the rest of this Duel": of which only that can be said that lasts."""

    casts: Casts


@record
class MoreCasts(Phrase):
    """ "More spells than the caster": as many as these, and what is done to them by more or fewer of these spells."""

    op: str
    casts: Casts
    than: t.Who


@record
class OfCasts(Phrase):
    """ "That of this spell": what a spell has, where its Speed is spoken of."""

    casts: Casts


@record
class Aim(Phrase):
    """The target of spells: "the target of each spell that targets the caster"."""

    casts: Casts


@record
class Own(Phrase):
    """A thing that somebody has: "the caster's Stars", "the Hat of each Wizard"; `start`: at the start of the Duel."""

    owner: Some
    attr: Any
    start: bool = False


@record
class Owns(Phrase):
    """Two things that somebody has: "the caster's Hat and Robes"."""

    owner: Some
    attrs: tuple[Any, ...]


@record
class OneOfOwn(Phrase):
    """One thing or another that somebody has, in a condition: "the caster's Hat or Robes".

    `many`: "" for any of them, else "none" of them or exactly "one".
    """

    owner: Some
    attrs: tuple[Any, ...]
    many: str = ""


@record
class Numbers(Phrase):
    """Several dice."""

    rolls: tuple[t.Roll, ...]


@record
class RollSaid(Phrase):
    """Rolls of a die that are made: "two rolls of DICE4"."""

    rolls: tuple[t.Roll, ...]


@record
class Amount(Phrase):
    """So much of a thing: `op` "=" for a plain number; `attr` "" where the thing is not said.

    `op` "<" and so on compares; "more" and "less" are differences ("1 more Star"); "any", "no", "bare" have no number.
    """

    op: str
    number: Any
    attr: str
    mode: str = ""
    floor: t.Num | None = None
    owner: t.Who | None = None  # "2 of the chosen Wizard's Stars"
    alone: bool = False  # "half", and not "half as many"
    open: bool = field(default=False, compare=False)  # "5 Stars plus 1", where more may be added or taken off


@record
class BoundTold(Amount):
    """ "More than 3 Stars (exactly 3 won't do)": turned round by a denial, which the words in brackets are not."""


class ComparedTold(tuple[Any, ...]):
    """As that, of what is compared: "above 3 (3 is not enough)"."""

    __slots__ = ()


@record
class Amounts(Phrase):
    """Several amounts at once."""

    parts: tuple[Amount, ...]


@record
class Number(Phrase):
    """A number."""

    number: t.Num
    attr: str = ""  # of what it is the number, where that is said
    flow: Flow | None = field(default=None, compare=False)  # the Stars that somebody loses, if it is their number
    open: bool = field(default=False, compare=False)  # "your Crystals plus 1", where more may be added or taken off


@record
class Best(Phrase):
    """ "The most Stars", "the lowest Freshness"."""

    most: bool
    attr: str


@record
class NthBest(Phrase):
    """ "The second most Stars"."""

    best: Best
    nth: int


@record
class TiedBest(Phrase):
    """ "The most Stars (being tied counts)": `ties` "all", or "none" where it does not."""

    best: Best
    ties: str


@record
class Worn(Phrase):
    """A value that is worn: "a Red Hat"; a test of Member(0)."""

    test: t.Cond
    attr: Any = ""
    value: Any = None


@record
class Values(Phrase):
    """Words that attributes hold: any of these."""

    values: tuple[t.Value, ...]
    both: bool = False


@record
class Flow(Phrase):
    """Stars that somebody gains or loses: "all Stars that the caster would lose"."""

    attr: str
    way: str
    who: Some | None
    when: str = ""  # "now" in this Duel; "" not said; "would"
    source: t.Cond | None = None
    past: bool = False
    timed: bool = False  # whether it is said when, or from what


@record
class LargeFlow(Phrase):
    """Each gain or loss above a number: "any loss of more than 2 Stars by the caster"; `most`: what is not above."""

    flow: Flow
    most: int


@record
class Scaled(Phrase):
    """ "Half the Stars that they would lose"."""

    flow: Flow
    how: tuple[str, int]
    rounding: str = ""


@record
class AverageOf(Phrase):
    """ "The average of these three Wizards' Stars": of so many of whom this is said."""

    number: int
    attr: str


@record
class Immunity(Phrase):
    """ "Immunity to spells"."""

    by: Casts


@record
class Turn(Phrase):
    """A loss or a gain as a thing: "a loss of 3 Stars"; `way` "lose" or "gain"."""

    way: str
    amount: Amount


@record
class Time(Phrase):
    """A time: "now" (this Duel), "sofar" (earlier in it), "rest" (of it), "start", "end", "back" (Duels ago).

    `pro_form`: "the previous one", which is a Duel only where a Duel can stand.
    """

    kind: str
    back: tuple[int, ...] = ()
    every: bool = False
    numbers: tuple[int, ...] = ()
    neither: bool = False
    many: tuple[str, t.Num] | None = None
    pro_form: bool = field(default=False, compare=False)
    one: bool = field(default=False, compare=False)  # "in one of them", which leaves open what is denied of it


THAT_DUEL = Time("back", (0,))
"""The earlier Duel that was spoken of: "in that Duel". `refer.then` finds it."""
BOTH_DUELS = Time("back", (0, 0))
"""The two Duels that were spoken of, be this one of them or not."""
EACH_DUEL = Time("back", (0, 0, 0))
"""Each of the earlier Duels that were spoken of."""
IN_IT = Time("back", (0, 0, 0, 0))
""" "(If you cast nothing in the previous Duel, or no neighbour did anything) in it": in that Duel."""


@record
class Times(Phrase):
    """Two times at once: `how` they are joined, "both", "and", "or", "nor", or "not" (at the first, not the second)."""

    how: str
    first: Time
    second: Time


@record
class Pointer(Phrase):
    """A word for something said before: "it", "that", "this", "nothing", "what was chosen".

    `bare`: "any", which can be any of what was spoken of.
    """

    word: str
    bare: bool = field(default=False, compare=False)


@record
class OfSet(Phrase):
    """ "Any of these", "none of the three": of the spells that were named, or of so many if `number` is not 0.

    `how`: "some", "none", or "one", which leaves open what is denied of it.
    """

    number: int
    how: str = "some"


@record
class Same(Phrase):
    """ "The same spell as the caster", "the same Hat": `what` a thing, "spell", "position"; `other`: another one."""

    what: Any
    of: Phrase | None = None
    other: bool = False
    then: Time | None = None


EACH_OTHER = Some(t.They("each other"))
"""Of whom what is the same, where it is "the same as each other"."""


@record
class Nbar(Hashed):
    """A noun with what is said of it, before it is known which is meant."""

    noun: Said
    mods: tuple[tuple[str, Any], ...] = ()


@record
class Verb(Hashed):
    """A verb with its parts: each (role, phrase). `form` "b", "s", "d" (past), "n" (participle) or "g".

    Roles: "object", a preposition's sense, "adverb", "adj", "compare", "round", "limit", "rel" and so on.
    """

    sense: str
    form: str
    passive: bool = False
    denied: bool = False
    modal: str = ""
    perfect: bool = False
    parts: tuple[tuple[str, Any], ...] = ()

    @property
    def unable(self) -> bool:
        """Whether this is "be unable to ..."."""
        return self.form == "b" and self.modal == "can" and self.denied

    def add(self, role: str, value: Any) -> Verb:
        """The verb with one more part."""
        return Verb(
            self.sense, self.form, self.passive, self.denied, self.modal, self.perfect, (*self.parts, (role, value))
        )


HALVES = ("most of", "half of", "at most half of", "less than half of")
"""Quantities that are a half of a group, or more or less than that."""

OF_KIND = t.They("of kind")
"""Those of whom it was said what kind of Wizards they are: Wizards, neighbours, others."""
ONE_OF_KIND = t.They("one of kind")
"""The same, said as "one": where not all of the kind were spoken of, it could be of those alone."""

NOT_THIS = t.Not(t.Same(ME, t.Caster()))
"""Of spells: other than this one."""
SUCH = "such"
"""The thing that is spoken of, where it is not named: "who has none", "lose half of them"."""
THEIRS = "theirs"
"""The thing of "theirs" that becomes something, where the clause or the condition before names it."""
SAME_THING = "same thing"
"""The thing of "yours", of which the sentence before spoke as somebody else's."""
NUMBERED = ("Stars", "Crystals")
"""Things of which one is a number of them, and no value that somebody could have as well."""


class Bag:
    """What is said beside a noun or a verb while its meaning is made: each part is taken once, and none may be left.

    This is where it is checked that every word was used: a meaning that has no place for a part is no reading.
    """

    def __init__(self, parts: Iterable[tuple[str, Any]]):
        self.left: list[tuple[str, Any]] = list(parts)

    def maybe(self, role: str, kind: Any = object) -> Any:
        """The first part in this role of that kind, taken; None if there is none."""
        for index, (name, value) in enumerate(self.left):
            if name == role and isinstance(value, kind):
                del self.left[index]
                return value
        return None

    def take(self, role: str, kind: Any = object) -> Any:
        """As maybe. Raises NoSense if there is none."""
        value = self.maybe(role, kind)
        if value is None:
            raise NoSense
        return value

    def all(self, role: str) -> list[Any]:
        """All parts in this role, taken."""
        found = [value for name, value in self.left if name == role]
        self.left = [(name, value) for name, value in self.left if name != role]
        return found

    def says(self, sense: str, *roles: str) -> Said | None:
        """The word of this sense, taken, if one is said: an adverb, or in one of these roles."""
        for index, (name, value) in enumerate(self.left):
            if name in (roles or ("adverb",)) and isinstance(value, Said) and value.sense == sense:
                del self.left[index]
                return value
        return None

    def done(self) -> None:
        """Raises NoSense if anything is left that was said and not used."""
        while self.left and (self.says("also") or self.says("plain", "adj")):
            pass
        if self.left:
            raise NoSense


class Roles(Bag):
    """The parts of a clause: subject, verb, and what stands with it. Its denial and its modal verb must be used too."""

    def __init__(self, subject: Phrase | None, verb: Verb):
        super().__init__(verb.parts)
        self.subject = subject
        self.verb = verb
        self.form = verb.form
        self.denied, self.modal = verb.denied, verb.modal

    def not_so(self) -> bool:
        """Whether the verb is denied; taken."""
        denied, self.denied = self.denied, False
        return denied

    def modal_of(self, *allowed: str) -> str:
        """The modal verb, taken if it is one of these, else ""."""
        modal = self.modal
        if modal not in allowed:
            return ""
        self.modal = ""
        return modal

    def done(self) -> None:
        """As of a bag; the denial and the modal verb, too, must have been used."""
        super().done()
        if self.denied or self.modal:
            raise NoSense


def group(phrase: Phrase | None) -> t.Who:
    """The Wizards of a phrase to whom something is done. Raises NoSense."""
    match phrase:
        case Some(who, "one" | "each" | "plural"):
            return who
        case Some(who, "any", vague=False):
            return who
    raise NoSense


def one(phrase: Phrase | None) -> t.Who:
    """The one Wizard of a phrase. Raises NoSense."""
    match phrase:
        case Some(who, "one"):
            return who
    raise NoSense
