"""How much, said apart from who gains or loses it: "they lose Stars: 4 each if ..., and 2 each if not".

One function for each name after "->", and what "it is 6 each" does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, permutations
from typing import Any, NamedTuple

from pbp.spells import tree as t
from pbp.spells.apart import apart, implies
from pbp.spells.chart import NoSense
from pbp.spells.english.lexicon import Said
from pbp.spells.english.measures import as_many
from pbp.spells.english.phrases import THEY, Amount, Beyond, Flow, Nbar, Number, Own, Phrase, Pointer, Roles, Some
from pbp.spells.sense.sentences import Trailing
from pbp.spells.walk import is_one, parts, replaced


def share_each(phrase: Phrase, said: Said) -> Phrase:
    """ "(And) 2 Stars each (if not)"."""
    if said.sense != "each" or not isinstance(phrase, Number | Amount):
        raise NoSense
    if isinstance(phrase, Number):
        phrase = Amount("=", phrase.number, phrase.attr)
    if phrase.mode or phrase.op != "=":
        raise NoSense
    return replace(phrase, mode="each")


def of_each(act: t.Clause, phrase: Phrase) -> Phrase:
    """An amount without its "each", which is said of several. Raises NoSense."""
    if not isinstance(phrase, Amount) or phrase.mode != "each":
        return phrase
    if act.subject is None or (is_one(act.subject) and act.subject != THEY):
        raise NoSense
    return replace(phrase, mode="")


def share_as_many_each(nbar: Nbar, said: Said, measure: Any) -> Phrase:
    """ "As many Stars each as DICE6 shows"."""
    return share_each(as_many(nbar, measure), said)


def share_else(*_: Any) -> None:
    """ "(2 Stars) otherwise", "if not"."""


def share_denied(phrase: Phrase) -> Phrase:
    """ "(2 Stars) if you didn't"."""
    return phrase


def untold(act: t.Act) -> t.Change:
    """The outcome of which it is not yet said how much it is. Raises NoSense."""
    match act:
        case t.Clause(_, (t.Change(amount=t.Untold()) as change,)):
            return change
    raise NoSense


def _with_share(act: t.Act, phrase: Phrase) -> t.Act:
    change = untold(act)
    assert isinstance(act, t.Clause)
    match of_each(act, phrase):
        case Amount("=", t.Num() as number, attr, "", None, None) | Number(number, attr):
            pass
        case Pointer("nothing"):
            return t.Seq(())
        case _:
            raise NoSense
    if attr and change.attr and attr != change.attr:
        raise NoSense
    return replace(act, acts=(replace(change, amount=number, attr=change.attr or attr),))


def share_beyond(who: Phrase, have: str, than: Said) -> Phrase:
    """ "(6 Stars) if you have more"."""
    if have not in ("s", "b") or than.sense not in ("<", ">"):
        raise NoSense
    return Beyond(who, than.sense)


def denies(cond: t.Cond, who: Phrase) -> bool:
    """Whether "if you didn't" can be said of what a condition asks of somebody, or "if you have more"."""
    if isinstance(who, Beyond):
        match cond:
            case t.Holds(_, _, _, t.Compare(t.Stat(t.Member()), ">=" | "<=" as op, t.Int())):
                return (op, who.than) in ((">=", "<"), ("<=", ">")) and denies(cond, who.who)
        return False
    if not isinstance(who, Some) or who.how != "one":
        return False
    match cond:
        case t.Holds(one, ">=", t.Int(1), _):
            if who.who == THEY:
                return not isinstance(
                    one, t.Caster
                )  # "the chosen Wizard loses 3 Stars if you cast Burn, 6 if they did not"
            return who.who == one or one == t.Caster() == replace(t.Caster(), you=False) == _plain(who.who)
        case t.Word():
            return _plain(who.who) == t.Caster()
    return False


def _plain(who: t.Who) -> t.Who:
    return t.Caster() if isinstance(who, t.Caster) else who


def shares_else(act: t.Act, first: Phrase, trail: Trailing, second: Phrase, denied: Phrase | None = None) -> t.Act:
    """ "... lose Stars: 4 each if ..., and 2 each if not"."""
    cond, wanted, otherwise = trail
    if otherwise is not None or (denied is not None and not (wanted and denies(cond, denied))):
        raise NoSense
    other = _with_share(act, second)
    return t.Trail(_with_share(act, first), cond, wanted, other)


def shares_told(act: t.Act, shares: tuple[tuple[Phrase, Any], ...]) -> t.Act:
    """ "... lose Stars: 4 if ..., 2 if ..., and 1 otherwise"."""
    made: list[t.Act] = []
    for share, case in shares:
        told = _with_share(act, share)
        made.append(t.Else(told) if case is None else t.Trail(told, *case))
    if any(isinstance(one, t.Trail) and one.otherwise is not None for one in made):
        raise NoSense
    not_graded(made)
    if len(shares) > 2 and shares[-1][1] is None:
        one_alone(*(case for _, case in shares[:-1]))
    return t.Seq(tuple(made))


def one_alone(*cases: Trailing) -> None:
    """That no two of the cases of several amounts can be true together. Raises NoSense."""
    if not all(one[1] and other[1] and _not_both(one[0], other[0]) for one, other in combinations(cases, 2)):
        raise NoSense  # "1 Star if they have at least 3 Stars, 2 Stars if they have at least 6": or both losses?


def _not_both(one: t.Cond, other: t.Cond) -> bool:
    """Whether only one of two conditions can be true, where "they" is the one of whom the first is said."""
    match one, other:
        case t.Holds(who, ">=", t.Int(1), t.Grouped(t.Or((t.And((first, _)), t.And((_, second)))))), _:
            both = t.Grouped(t.And((first, second)))  # "just one of your Hat and Robes is Red", "both are"
            return other == replace(one, test=both) and is_one(who)
        case t.Holds(who, ">=", t.Int(1)), _ if is_one(who):
            other = replaced(other, {THEY: who})
    return apart(one, other)


def not_graded(told: Sequence[t.Act]) -> None:
    """That none of the cases of several amounts under one verb holds wherever another does. Raises NoSense."""
    for one, other in permutations([one for one in told if isinstance(one, t.Trail)], 2):
        if one.wanted and other.wanted and implies(one.cond, other.cond):
            raise NoSense  # "1 Star if you have at least 3 Stars, 2 Stars if you have at least 6": 2, or 3?


def includes(*said: Any) -> t.Act:
    """ "This includes the caster", "the caster is one of them"."""
    phrase = next(part for part in said if isinstance(part, Phrase))
    if phrase == Some(t.All(), "each", apart=getattr(phrase, "apart", False)):
        return t.Includes(t.All())  # "this goes for everyone in the ring, the caster too"
    if not isinstance(phrase, Some) or phrase.how != "one" or phrase.place:
        raise NoSense
    return t.Includes(phrase.who)


def counts_like_others(*said: Any) -> t.Act:
    """ "The caster counts like any other": if the caster is one of those of whom it is said."""
    told = not_excluded(*said)
    assert isinstance(told, t.Includes)
    return replace(told, perhaps=True)


def not_excluded(*said: Any) -> t.Act:
    """ "The caster is not excluded": if what is said of the others is so of the caster."""
    told = includes(*said)
    assert isinstance(told, t.Includes)
    return replace(told, able=True)


def not_counted(phrase: Phrase, *_: Any) -> t.Act:
    """ "Do not count the caster", "idle Wizards are left out"."""
    return t.LeftOut(_whom(phrase))


def only_counted(phrase: Phrase, *_: Any) -> t.Act:
    """ "Count only those who have a Red Hat"."""
    return t.LeftOut(_those(phrase), only=True)


def _those(phrase: Phrase) -> t.Who:
    if not isinstance(phrase, Some) or phrase.how not in ("each", "plural"):
        raise NoSense
    return phrase.who


def not_drawn(phrase: Phrase, *_: Any) -> t.Act:
    """ "The caster is excluded from the draw"."""
    return t.LeftOut(_whom(phrase), draw=True)


def not_drawable(phrase: Phrase, *said: Any) -> t.Act:
    """ "You cannot be drawn"."""
    if said[-1].sense != "choose":
        raise NoSense
    return not_drawn(phrase)


def only_drawable(*said: Any) -> t.Act:
    """ "Anybody but you can be drawn"."""
    first, phrase = said[0], next(part for part in said if isinstance(part, Phrase))
    if said[-1].sense != "choose":
        raise NoSense
    if first is phrase:
        return t.LeftOut(_those(phrase), only=True, draw=True)
    if not isinstance(first, Said) or first.sense not in ("anyone", "everyone"):
        raise NoSense
    return not_drawn(phrase)


def _whom(phrase: Phrase) -> t.Who:
    match phrase:
        case Some(who, "one" | "each" | "plural", place=False):
            return who
    raise NoSense


class SoMany(NamedTuple):
    """In place of how many something is: "instead of the 2"; `attr` "" where it is not said of what."""

    number: int
    attr: str = ""


def in_place_of(number: int, attr: str = "") -> SoMany:
    return SoMany(number, attr)


def instead_of_so_many(made: t.Act, old: SoMany) -> t.Act:
    """ "(If ...,) they lose 4 Stars each instead of the 2"."""
    match made:
        case t.Clause(_, (t.Change(attr=attr, amount=t.Int(), floor=None) | t.Pay(attr=attr, amount=t.Int()),)):
            if old.attr in ("", attr):
                return t.Instead(made, of=t.Int(old.number))
    raise NoSense


def resized_to(*said: Any) -> t.Act:
    """ "(If ...,) make that 4 Stars", "it is 4 Stars each instead of the 2", "the loss is 4 Stars instead"."""
    kind = next((word for word in said if isinstance(word, str)), "")
    old = next((word for word in said if isinstance(word, SoMany)), None)
    match next(word for word in said if isinstance(word, Phrase)):
        case (Amount("=", t.Num() as number, attr, "" | "each", None, None) | Number(number, attr)) as phrase if (
            not any(isinstance(part, t.They | t.Subject | t.ThatMany | t.Roll) for part in parts(number))
        ):
            if old is None or old.attr in ("", attr):
                of = None if old is None else t.Int(old.number)
                size = t.Resize({"payment": "paid"}.get(kind, kind), number, attr, 0, None, of)
                size = replace(size, each=getattr(phrase, "mode", "") == "each")
                return t.Instead(t.Clause(None, (size,)))
    raise NoSense


SHARES = (Pointer("the number"), Pointer("it"), Pointer("this"), Pointer("that"))


SIZES = {"payment": "paid", "loss": "loss", "gain": "gain", "the number": ""}
"""How the outcome of the sentence before is spoken of, and what it was."""


def resized(kind: str, phrase: Phrase) -> t.Act:
    """ "(If ...,) the payment is 4 Stars instead"."""
    match phrase:
        case Amount("=", t.Num() as number, attr, "", None, None) if attr:
            return t.Instead(t.Clause(None, (t.Resize(kind, number, attr, 0, None),)))
    raise NoSense


def _sized(roles: Roles) -> t.Act | None:
    if not isinstance(roles.subject, Pointer) or roles.subject.word not in SIZES:
        return None
    instead = any(isinstance(said, Said) and said.sense == "instead" for _, said in roles.verb.parts)
    what = next((value for role, value in roles.left if role == "object"), None)
    if not isinstance(what, Amount) or not (instead or roles.subject.word != "the number"):
        return None
    return resized(SIZES[roles.subject.word], roles.take("object"))


def told(roles: Roles) -> t.Act:
    """ "The amount is 6 for each of them", "it is 4 Stars each"."""
    sized = _sized(roles)
    if sized is not None:
        return sized
    way, thing = "", ""
    if isinstance(roles.subject, Pointer) and roles.subject.word.startswith("the number to "):
        way = roles.subject.word.removeprefix("the number to ")
    elif isinstance(roles.subject, Flow) and replace(roles.subject, past=False, way="", attr="") == Flow("", "", None):
        way, thing = roles.subject.way, roles.subject.attr  # "the number of Stars gained"
    elif roles.subject not in SHARES:
        raise NoSense
    match roles.maybe("compare"):
        case "=", what if way:  # "the number of Stars gained is equal to their position"
            pass
        case None:
            what = roles.take("object")
        case _:
            raise NoSense
    match what:
        case Amount("=", t.Num() as number, attr, "", None, None):
            pass
        case Number(number, attr):
            pass
        case Some(who, "one", place=True):  # "their position number"
            number, attr = t.Position(who), ""
        case _:
            raise NoSense
    if thing and attr not in ("", thing):
        raise NoSense
    count = roles.maybe("each")
    return t.ToldAmount(number if count is None else t.Times(number, count), thing or attr, False, way)


def _likewise(whom: Phrase, said: str) -> t.Likewise:
    match whom:
        case Some(who, "one" | "each" | "plural", place=False):
            return t.Likewise(who, "", said)
        case Own(Some(who, "one" | "each" | "plural"), str() as attr, False):
            return t.Likewise(who, attr, said)
    raise NoSense


def neither_does(*said: Any) -> t.Act:
    """ "(You cannot gain Stars.) Neither can your neighbours", "your neighbours can't either"."""
    return _likewise(next(phrase for phrase in said if isinstance(phrase, Phrase)), "neither")


def so_does_too(*said: Any) -> t.Act:
    """ "(You gain 2 Stars.) So do your neighbours"."""
    return _likewise(said[-1], "so")


def so_does(*said: Any) -> t.Act:
    """ "So does the chosen Wizard", "the same goes for your neighbours": what the sentence before said of somebody."""
    made = _likewise(said[-1], "")
    if not isinstance(said[0], t.Act):
        return made
    if isinstance(said[0], t.Seq):
        raise NoSense  # "you gain 2 Stars and lose 1 Crystal, and the same goes for ...": all of it?
    return t.Seq((said[0], made))
