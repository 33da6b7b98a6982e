"""What the reader uses while a word still stands for something said before; no finished tree has any of these."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from pbp.spells.tree.base import Act, Cond, Node, Num, Value, Who, record
from pbp.spells.tree.conditions import SpellInput

if TYPE_CHECKING:
    from pbp.spells.tree.numbers import Moved


@record
class They(Who):
    """Reader only: someone spoken of before. `word`: "they", "that" (that Wizard), "picked" (the selected Wizard),
    "subject" (who does it).
    """

    word: str = "they"


@record
class Others(Who):
    """Reader only: everyone but the one meant by "other". `each`: "each other", "all other"; no other meaning.

    `anew`: it is said that whoever was drawn before is no other Wizard than meant here.
    """

    each: bool = field(default=False, compare=False)
    anew: bool = field(default=False, compare=False)


@record
class Casters(Who):
    """Reader only: those of a group who cast a spell of this kind (a test of Member(0)); opens no new clause.

    `every`: the text says each, every or all of them.
    """

    group: Who
    kind: Cond
    every: bool = False


@record
class EachOf(Who):
    """Reader only: those of a group, each of whom a word means ("for each neighbour, that Wizard loses 1 Star")."""

    group: Who
    word: str


@record
class Owner(Who):
    """Reader only: a Wizard mentioned only as the owner of a spell."""

    who: Who


@record
class NearEachOther(Cond):
    """Reader only: the Wizard of whom this is said and another one are next to each other: both are spoken of."""

    other: Who


@record
class Subject(Who):
    """Reader only: the subject of the clause."""


@record
class ThatMany(Num):
    """Reader only: the number just named. In a finished Watch it is the size of the change under review."""


@record
class AsBefore(Num):
    """Reader only: with what somebody was compared before ("each with more Stars than you ..., each with fewer")."""


@record
class ThisWay(Num):
    """Reader only: what the outcome just spoken of took or gave; `kind` is "loss", "gain" or "paid"."""

    kind: str
    attr: str
    who: Who | None = None


@record
class InAll(Num):
    """Reader only: a number, but no more than so many "in all": for one Wizard; of several it could be the sum."""

    number: Num
    most: int


@record
class Capped(Num):
    """Reader only: so many for each of something said before it, but no more than so many together."""

    number: Num
    most: Num


@record
class Untimed(Num):
    """Reader only: what somebody gained or lost, of which nothing says when or from what; None: nobody says whose.

    `tense`: "" of what they lost, "perfect" have lost, "present" lose, and have not lost yet.
    """

    moved: Moved | None
    tense: str = ""


@record
class Result(Num):
    """Reader only: the result of the last roll; `which` for several: "first", "second", "third", "new", "sum",
    "higher", "lower".
    """

    which: str = ""


@record
class Did(Cond):
    """Reader only: did what was just spoken of ("if no other Wizard did").

    `verb`: "cast" (one of the spells just spoken of), "does" (or is, or has), or "did", of what was done;
    "cast in both", "cast in neither": one of those spells, in the two Duels just spoken of; "cast another": than the
    spell of which it was just asked whether it was the same; "spell does": of a spell, targets whom it was asked about.
    """

    verb: str = "did"


@record
class Differing(Cond):
    """Reader only: of spells that are counted: those of one name count once ("each different spell cast")."""


@record
class Mixed(Cond):
    """Reader only: "A or B and C", which leaves open what belongs together."""


@record
class Grouped(Cond):
    """Reader only: a condition in brackets."""

    part: Cond


@record
class Counting(Cond):
    """Reader only: a condition that ends in who is counted, or not: "(two Wizards cast Burn), not counting you"."""

    part: Cond


@record
class Clause(Act):
    """Reader only: outcomes that share a subject (None: unnamed). `form`: "s" (loses), "b" (lose), "" (neither).

    "o": an order about them ("remove 2 Stars from them"); "let": what they are made to do ("let them lose 2 Stars").

    "each": of spells, each by itself ("each other Wizard's spell has no effect").

    Of a status, "when": led by "whenever", which governs all of its sentence; "whenever": followed by it.
    """

    subject: Who | None
    acts: tuple[Act, ...]
    form: str = ""


@record
class Signed(Clause):
    """Reader only: "+2 Stars", of which it is not said whose they are."""


@record
class Seq(Act):
    """Reader only: outcomes one beside the other."""

    acts: tuple[Act, ...]


@record
class Trail(Act):
    """Reader only: an outcome followed by its condition, and what happens where that is not so.

    `within`: the condition stands before the verb: "the next Wizard, if idle, loses 2 Stars (and gains 1 Crystal)".
    """

    act: Act
    cond: Cond
    wanted: bool = True
    otherwise: Act | None = None
    within: bool = False


@record
class Waits(Act):
    """Reader only: "Wait until that spell has taken effect": what follows happens then."""

    casts: Who


@record
class Comes(Act):
    """Reader only: "This loss comes after that spell has taken effect": when the sentence before happens.

    `flow`: "lose", "gain" or "pay" where it is said what happens, else "".
    """

    casts: Who
    flow: str = ""


@record
class Provided(Act):
    """Reader only: "This happens only if ...": the condition of what the sentence before says.

    `spared`: the one outcome of it that does not happen otherwise ("one exception: if ..., they gain nothing").
    """

    cond: Cond
    spared: Act | None = None


@record
class Works(Act):
    """Reader only: "This spell works only if ...": else nothing happens. "If so" after it is where it works.

    `this`: "this" is said of the spell, which is clear where no more than one sentence stands before it.
    `first`: "works if ...: ..." opens the Effect, for all of which it is said.
    """

    act: Act
    this: bool = False
    first: bool = False


@record
class Later(Act):
    """Reader only: "then": a further stage. `same`: who does this is who did what stands before it.

    `after`: it is asked in this stage whether it happens ("if you then have 5 Stars"): something must stand before.
    """

    act: Act
    same: bool = False
    after: bool = False


@record
class Answered(Node):
    """Reader only: the words of an answer to what was asked: "if anybody has one", "if no Wizard did".

    `how`: "does", "did", "is", "has", "has one". `who`: "one" ("any", "none"), "them", "body" (anybody), "wizard",
    "tie", "time" (every later time).
    """

    how: str
    who: str


@record
class Else(Act):
    """Reader only: "Otherwise": belongs to the condition just before; `every`: to all results named so far.

    `neither`: where neither of the two just asked is so. `unable`: who "cannot", after a payment if able.
    `than`: "<" or ">" where it says that the number asked about is lower, or higher; "< any": anything lower; "=":
    just as high as the other; "turned": the other way round; `whose` number that is, if it says so.
    `found`: "if you find none", of those who are looked for; `nobody`: "if none does", of whom something was asked.
    `chosen`: to all else that the order may name, with what that is ("number", "item") and "one", "two" or "three"
    where so many are left. `rest`: whatever else it is about which all the conditions before asked. `between`:
    what is left between the lower and the higher of the cases before. `attr`: what of theirs is "anything else", or of
    what there is "any other number". `idle`: it says that this is so of an idle Wizard, too.
    """

    act: Act
    every: bool = False
    unable: Who | None = None
    neither: bool = False
    than: str = ""
    whose: Who | None = None
    found: bool = False
    chosen: str = ""
    rest: bool = False
    between: bool = False
    nobody: bool = False
    answer: Answered | None = None
    attr: str = ""
    idle: bool = False


@record
class Anyway(Act):
    """Reader only: "In any case": whatever the conditions before; `cases`: "in both cases", told before.

    `cond`: what may be so or not; it speaks of Wizards, no more. `chosen`: the word, "whichever word was chosen".
    """

    act: Act
    cases: bool = False
    cond: Cond | None = None
    chosen: Value | None = None


@record
class IfSo(Act):
    """Reader only: "If so"; `found`: "if you find one", of those who are looked for; `works`: "if the spell works".

    `both`: "if both are true", of two conditions; `some`: "if at least one does", of whom something was asked.
    `be`: "if it is", which denies a condition that says that something is not. `case`: "in that case".
    """

    act: Act
    found: bool = False
    works: bool = False
    both: bool = False
    be: bool = False
    some: bool = False
    case: bool = field(default=False, compare=False)
    answer: Answered | None = None


@record
class Instead(Act):
    """Reader only: replaces the outcome it follows, under the condition given or the one around it.

    `only`: one of the same Wizards and the same thing ("they lose only 1 Star"). `of`: so many it was, the text says.
    """

    act: Act
    only: bool = False
    of: Num | None = None


@record
class Awaited(Act):
    """Reader only: "after it has taken effect"; `casts` if the spell is named there."""

    act: Act
    casts: Who | None = None


@record
class TieRule(Act):
    """Reader only: what is done with several who are highest; `acts`, if given, must repeat the outcome.

    `either`: the sentence before has two that are highest or lowest, and this is about both; where it names them, of
    what they have the most and the fewest ("": not said). `best`: whether the tie is for the most (None: not said), and
    of what ("": not said), where the text says so. `near`: it is of neighbours, or of these neighbours, or of "others"
    than the caster.
    `letter`: who is called by it is the one that the rule finds. `does`: what they do, or "paid", the text says.
    `one`: it is one alone who is spoken of ("it is just one of them"). `aside`: it stands in brackets.
    `instead`: what it tells happens in place of what was told for one Wizard alone; of the way "instead" that is not
    what those who are tied do ("if there is a tie, you gain 1 Star instead").
    """

    way: str
    acts: tuple[Act, ...] = ()
    here: bool = False
    either: bool | tuple[str] = False
    best: tuple[bool | None, str] | None = None
    near: bool | str | Who = False
    letter: str = ""
    does: str = ""
    one: bool = False
    aside: bool = False
    instead: bool = False


@record
class CountsEach(Act):
    """Reader only: "For each Wizard: count the earlier Duels in which they cast Burn", for the sentence after it."""

    each: Called
    number: Num


@record
class Exempt(Act):
    """Reader only: what the sentence before does not apply to: casts (a test), Wizards, or a condition.

    `paid`: the Wizards are those to whom nothing is paid, `paying`: those who pay nothing.
    `whole`: it may be said of all that the spell does.
    `moved`: the casts are not redirected. `spell`: whatever the spell takes, it does not take it from these.
    """

    casts: Who | None = None
    who: Who | None = None
    cond: Cond | None = None
    wanted: bool = True
    paid: bool = False
    paying: bool = False
    whole: bool = False
    moved: bool = False
    spell: bool = False


@record
class Once(Act):
    """Reader only: the outcome just spoken of happens once to each, however many spells targeted them."""


@record
class FloorRule(Act):
    """Reader only: the loss just spoken of leaves at least `floor`; `attr`: of what, where the text says it.

    `whole`: said of every Wizard: "no Wizard is brought below 3 by this spell". `near`: of a neighbour.
    `you`: of the caster. `again`: that floor was said before, and this of "this" loss, or of the "only" one.
    `who`: of whom it is said, beside that loss. `every`: of both losses that were spoken of. `spell`: of all that the
    spell takes.
    """

    floor: Num
    attr: str = ""
    whole: bool = False
    near: bool = False
    you: bool = False
    again: str = ""
    who: Who | None = None
    every: bool = False
    spell: bool = False


@record
class TooFew(Act):
    """Reader only: who has too few for the payment just spoken of pays nothing ("able"), or all there is ("upto").

    `who`: the one who pays; None: whoever of several, `kind` "near" for a neighbour, or "else", after a payment on the
    condition that there is enough.
    """

    mode: str
    who: Who | None
    number: int | None = None
    attr: str = ""
    kind: str = ""
    receiver: Who | None = None


@record
class Likewise(Act):
    """Reader only: what the sentence before did is done to these as well; `attr`: to this thing of theirs.

    `said`: "neither", where it said what does not happen to somebody, "so", where it said what does, or "".
    """

    who: Who
    attr: str = ""
    said: str = ""


@record
class Resize(Act):
    """Reader only: the payment, the loss or the gain just spoken of is another; `kind` "" for whatever it was.

    `factor`: so many times what it was. `payer`, where the text says who pays. `of`: so many it was, the text says.
    `each`: it is so many for each of several. `mode`: that of the payment. The kind "stolen" is a payment to the
    caster. The kinds "lose less", "gain more" and so on are of what a status of
    `payer` does to each loss or gain.
    """

    kind: str
    amount: Num | None = None
    attr: str = ""
    factor: int = 0
    payer: Who | None = None
    of: Num | None = None
    each: bool = False
    mode: str = "always"


@record
class NotPaid(Act):
    """Reader only: the payment just spoken of does not happen."""


@record
class Let(Act):
    """Reader only: what X is, wherever the spell speaks of it; `other` where `cond` is not true (None: said next).

    `letter`: by which it is called, where it is so by cases.
    """

    x: Num
    cond: Cond | None = None
    other: Num | None = None
    letter: str = "x"


@record
class Note(Act):
    """Reader only: a number is named for what follows ("Count the Wizards who cast Burn"); `attr`: of what it is.

    `divided`: of what a part is taken by "divide your Crystals by 3", which only a loss of as many can be meant for.
    """

    number: Num
    attr: str = ""
    divided: str = ""


@record
class Further(Num):
    """Reader only: "3 more", besides what the same Wizards have just gained or lost."""

    number: Num


@record
class Paid(Num):
    """Reader only: what this spell cost whoever cast it."""


@record
class Noted(Num):
    """Reader only: the number that was named; `kind` "number", or how it came about: "sum", "average", "count", or
    "result" of a roll, or of what was made of it.
    """

    kind: str = "number"


@record
class Rounded(Num):
    """Reader only: a number that is rounded "up" or "down"."""

    number: Num
    way: str


@record
class SelectsIt(Act):
    """Reader only: "(If exactly one spell targets you,) that spell is selected": for what a later sentence says."""


@record
class FromNobody(Act):
    """Reader only: "take 6 Stars": a gain, where the text speaks of nobody from whom they could be taken."""

    gain: Act


@record
class Mention(Act):
    """Reader only: Wizards are spoken of, for what follows ("Find the Wizard with the most Stars").

    `attr`: what they have, where that is what is looked at, or compared. `spells`: it is what they cast;
    `moved`: and these are said to be redirected. `replaced`: their selection is said to be.
    """

    who: Who
    attr: str = ""
    spells: bool = False
    moved: bool = False
    replaced: bool = False


@record
class Beside(Act):
    """Reader only: "if, in addition": of a condition, beside none before."""

    act: Act


@record
class LetterWho(Who):
    """Reader only: the Wizard whom a letter names.

    `place`: a position, `numbered`: whatever number it is; `person`: no position.
    """

    letter: str
    place: bool = False
    numbered: bool = False
    person: bool = False


@record
class LetterGroup(Who):
    """Reader only: those of whom a letter is the number: "each of these N Wizards"; `near`: neighbours, it says."""

    letter: str
    near: bool = False


@record
class Called(Who):
    """Reader only: a Wizard who is given a name for what follows: the Wizard in the chosen position (the "Ward")."""

    who: Who
    name: str


@record
class SaidOf(Who):
    """Reader only: a group, of which it is said again that somebody is one of it, or is not: "(so you too)"."""

    group: Who
    who: Who
    inside: bool


@record
class CountedOut(Who):
    """Reader only: a group that is counted without somebody: "(you do not count)", which is said of one count."""

    whole: Who
    part: Who


@record
class SaidAs(Who):
    """Reader only: somebody, and who that is in other words: "they (that neighbour, I mean)"."""

    who: Who
    again: Who


@record
class WordOffered(Value):
    """Reader only: the word of the order, and those that it can be: "the chosen colour (Red or Blue)"."""

    word: Value
    words: tuple[str, ...]


@record
class NumberOffered(Num):
    """Reader only: the number of the order, and those that it can be: "the chosen number (1 to 3)"."""

    number: Num
    numbers: tuple[int, ...]


@record
class LetterNum(Num):
    """Reader only: the number that a letter names. `each`: it is spoken of each of so many."""

    letter: str
    each: bool = False


@record
class LetterWord(Value):
    """Reader only: the word that a letter names."""

    letter: str


@record
class ThatValue(Value):
    """Reader only: the value of an attribute that was spoken of last: "no other Wizard has that Hat"."""

    attr: str


@record
class LetterIs(Cond):
    """Reader only: the word that a letter names is this one."""

    letter: str
    word: str


@record
class LetterSpell(SpellInput):
    """Reader only: the spell of the Inputs line that a letter names."""

    index: int = -1
    letter: str = ""


@record
class Named(Act):
    """Reader only: what a letter stands for from here on."""

    letter: str
    what: Node


@record
class Lasting(Act):
    """Reader only: an outcome with its duration."""

    act: Act
    rest: bool


@record
class Row(Act):
    """Reader only: a row of a table, with the names of its columns: a condition and what happens in that case.

    `rest`: the case in which no row above it applies; `also`: a number that is said to be one of it.
    `each`: a row of a table whose rows all happen; `idle`: nothing changes; `sure`: that all happen need not be said;
    `caster`: it says that the caster is one of those of whom it speaks; `always`: it is of every case;
    `numbered`: it has a number, or a word, that could be a result; `besides`: it comes beside what other rows do.
    `led`: it is a case within what the whole table hangs on; `bare`: it does not say who gains or loses: "Stars lost".
    """

    act: Act
    names: tuple[str, ...]
    rest: bool = False
    also: int | None = None
    each: bool = False
    idle: bool = False
    sure: bool = True
    caster: bool = False
    always: bool = False
    numbered: bool = False
    besides: bool = False
    led: bool = False
    bare: bool = False


@record
class LeadsTo(Act):
    """Reader only: what stands before a table with these names of columns: nothing, or what its rows are `like`.

    `alone`: that one of them applies, and no other; `first`: that it is the first whose condition is met; `then`: that
    the table comes after what stands above it.
    """

    names: tuple[str, ...]
    like: Act | None = None
    alone: bool = False
    first: bool = False
    then: bool = False
