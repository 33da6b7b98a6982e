"""What a text says beside what happens: labels, headings and confirmations. No finished tree has any of these."""

from __future__ import annotations

from pbp.spells.tree.base import Act, Cond, Num, Who, record


@record
class Confirmed(Act):
    """Reader only: says again what the rest of the Effect says; it does nothing, and is refused where it is not so."""


@record
class Heading(Confirmed):
    """Reader only: all of this happens at once, as so many `count` things (0: it is not said how many).

    `kind`: "" for any, "change", "loss", "gain", "payment", "status", or "case" of conditions. A "step" may come later.
    `attr`: what is gained or lost, "" where it is not said. `apart`: none of them hangs on another. `asks`: each of
    them has a condition of its own.
    """

    count: int = 0
    kind: str = ""
    attr: str = ""
    apart: bool = False
    asks: bool = False


@record
class RollFor(Confirmed):
    """Reader only: "points 2 and 3 both go by this one roll": so many of those that follow ask what it shows."""

    count: int


@record
class BothMay(Confirmed):
    """Reader only: "both can happen": the last two outcomes have conditions that do not shut each other out."""


@record
class SkipsRest(Confirmed):
    """Reader only: "..., and point 2 does not apply": nothing that follows happens where the condition before is so."""


@record
class Numbered(Confirmed):
    """Reader only: the number or the letter of a step or a case: they stand in order."""

    kind: str
    number: int


@record
class Labelled(Act):
    """Reader only: an outcome with its subject as a label: "Chosen Wizard: gain 3 Stars"."""

    act: Act


@record
class Begun(Act):
    """Reader only: "So, ...", which at the beginning says nothing and later could say again what was said.

    `spell`: "gives the caster 3 Stars", which the spell does at the beginning, and later perhaps somebody else.
    """

    act: Act
    spell: bool = False


@record
class Spared(Act):
    """Reader only: under a condition, or otherwise, what was said before does not happen: "if not, they lose nothing".

    `who` (None: whoever it was), `way` ("loss", "gain", "paid", "change" of a thing, "" for any of them) and `attr`
    ("" for any thing) say what does not happen. `whole`: nothing at all does ("with Red this does nothing"), or nothing
    of this "step".
    """

    who: Who | None = None
    way: str = ""
    attr: str = ""
    whole: bool = False


@record
class AllSaid(Confirmed):
    """Reader only: "that is all": nothing follows. `others`: nothing to others than the one before the colon."""

    others: bool = False


@record
class OneRoll(Confirmed):
    """Reader only: "one roll for all": what stands last has one roll, which is the same for everyone.

    `shared`: it is "the same roll", which could be one that was made before. `near`: "for both neighbours".
    """

    shared: bool = False
    near: bool = False


@record
class Generally(Confirmed):
    """Reader only: "This goes for every such Wizard", of the sentence before, which speaks of any one of several.

    `kind`: "wizard", "neighbour" or "spell". `but`: whom this leaves out. `other`: "everyone else who did". `cast`:
    who "cast it", which must have been said. `known`: the sentence before has been made to say it of each.
    """

    kind: str
    but: Who | None = None
    other: bool = False
    cast: bool = False
    known: bool = False


@record
class NewRoll(Confirmed):
    """Reader only: "this is a new roll": what stands last has one roll, and none that was made before."""


@record
class InTurn(Confirmed):
    """Reader only: "Look at every Wizard in turn": the next sentence is said of each of them; no other may follow.

    `turns`: whether it is done to one after the other; else it is said of "that Wizard", and of all at once.
    """

    who: Who
    turns: bool = True


@record
class Exclaimed(Confirmed):
    """Reader only: "Ouch!", which says nothing."""


@record
class OtherNumbers(Confirmed):
    """Reader only: "any other number (so 0 as well)": the condition before is not true of these."""

    numbers: tuple[int, ...]


@record
class Asking(Act):
    """Reader only: "check whether ...": the answers follow, as "if so" and "otherwise"; `each`: of each of several, so
    that the answers are whether anybody did.
    """

    cond: Cond
    each: bool = False


@record
class AlsoOrder(Act):
    """Reader only: "also gain 2 Stars": of whom the label before it is, if there is one."""

    act: Act


@record
class Lasts(Act):
    """Reader only: what was just said holds for the rest of the Duel."""


@record
class SameInputs(Act):
    """Reader only: what is considered to have been selected has the inputs of what it replaces.

    `whose`: whose inputs they are said to be (None: it is not said).
    """

    whose: Who | None = None


@record
class StillDoes(Confirmed):
    """Reader only: what was just said leaves out these spells, or somebody: "(but Burn still does)".

    `way`: "loss" or "gain", if only that is said to stay as it is.
    """

    casts: Who | None = None
    who: Who | None = None
    way: str = ""


@record
class AimedAt(Act):
    """Reader only: what is considered to have been selected targets somebody: "..., and it targets the caster"."""

    whom: Who


@record
class Again(Cond):
    """Reader only: a condition, and what it is in other words: "higher than 3 (so 4, 5 or 6)".

    `numbers`: the numbers of which it is true (-1: several); `more`: and so on; `no`: those of which it is not.
    `op`, with one number: those that compare so with it, or "with": that one among others. `cond`: in other words.
    """

    told: Cond
    numbers: tuple[int, ...] = ()
    op: str = ""
    more: bool = False
    no: bool = False
    cond: Cond | None = None


@record
class Uncounted(Cond):
    """Reader only: a condition "not counting that gain": asked before anything that this spell does.

    `way`: "gain", "lose" or, of a payment, "".
    """

    told: Cond
    way: str


@record
class ByThen(Cond):
    """Reader only: a condition on how it is "by then", which only what is said to happen then can have.

    `step`: "if you then have 5 Stars": it is asked in a further step of its own.
    """

    told: Cond
    step: bool = False


@record
class WasAlready(Cond):
    """Reader only: "if it already was": what somebody has is already what the text has just made of it."""

    whose: Who | None = None
    attr: str = ""


@record
class Includes(Confirmed):
    """Reader only: of whom the sentence before speaks as well: "this includes the caster".

    `able`: of whom it can speak, if what it says of them is so: "the caster is not excluded"; `cond`: if this is so,
    which must be what it says. `perhaps`: if they are one of those: "the caster counts like any other".
    """

    who: Who
    able: bool = False
    cond: Cond | None = None
    perhaps: bool = False


@record
class Untold(Num):
    """Reader only: how much somebody gains or loses, told by what follows ("All others gain Stars. Each gets 5.")."""


@record
class ToldAmount(Act):
    """Reader only: how much it is of which the sentence before speaks ("The amount is 6 for each of them").

    `way`: "gain" or "loss", where the text says which of them it is.
    """

    number: Num
    attr: str = ""
    each: bool = False
    way: str = ""


@record
class LeftOut(Act):
    """Reader only: who is not counted, or not drawn, in the sentence before ("Do not count the caster").

    `only`: all but these are not. `draw`: it is about a draw.
    """

    who: Who
    only: bool = False
    draw: bool = False


@record
class Alike(Cond):
    """Reader only: whether the two are the same that the sentence before compares; `same`: or whether they differ."""

    same: bool = True


@record
class Keeps(Confirmed):
    """Reader only: what somebody has is not changed: "(the chosen Wizard keeps theirs)"; `attr` "": what was set."""

    who: Who
    attr: str = ""


@record
class Ahead(Cond):
    """Reader only: of the two that the sentence before compares, whether this one has more, or less."""

    who: Who
    op: str


@record
class ByTheWay(Confirmed):
    """Reader only: what is said of an outcome by the way: what is "lost" goes to nobody, nobody pays ("unpaid")."""

    kind: str


@record
class StillHappens(Act):
    """Reader only: what was said before happens although the rest of it does not: "their Beard still becomes None".

    `tied`: said beside what a tie means ("nobody gains that Crystal, but you still lose 3 Stars").
    """

    act: Act
    tied: bool = False


@record
class Unmoved(Confirmed):
    """Reader only: who gains or loses nothing where somebody else does: "(the other one gains nothing)".

    `who`: None for everybody else; `way`: "gain" or "loss", "" for that of the outcome before; so `attr`.
    """

    who: Who | None
    way: str = ""
    attr: str = ""


@record
class NoMatter(Confirmed):
    """Reader only: nothing said before asks whether this is so: "it makes no difference whether you are idle"."""

    cond: Cond


@record
class SaidAgain(Confirmed):
    """Reader only: the outcome before in other words: "(so their Hat becomes None)"; `led` by a word that says so."""

    act: Act
    led: bool = False


@record
class PaidSo(Confirmed):
    """Reader only: who pays whom in the outcome before: "(they pay them to you)"."""

    payer: Who
    receiver: Who


@record
class ForExample(Confirmed):
    """Reader only: what the outcome before comes to for one number: "(with 7 Stars, you gain 14)".

    `who` does it, `way` "gain", "lose" or "pay" ("": not said); `having` so many of `attr`, it is so many of `thing`.
    """

    who: Who | None
    way: str
    attr: str
    having: int
    comes: int
    thing: str


@record
class TakesBoth(Act):
    """Reader only: "so a neighbour who targeted you takes both losses": who is among both of two groups.

    `total`: what the two come to, where it is said. `who`: None where the two are perhaps the same one ("both losses,
    if it is the same Wizard"); `way`: "" where it is not said. `whoever`: said of anybody "to whom both apply".
    """

    who: Who | None
    way: str
    total: int | None = None
    attr: str = ""
    whoever: bool = False
