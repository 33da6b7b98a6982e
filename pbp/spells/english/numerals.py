"""Numbers that a noun names: counts, results of dice, sums, Speeds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.groups import Det
from pbp.spells.english.having import amount_equal_to, as_at_start, at_start, best_of
from pbp.spells.english.measures import WHOSE_SPEED, casts_who, speed_than
from pbp.spells.english.of_things import own_test
from pbp.spells.english.phrases import (
    ME,
    THEY,
    Amount,
    Bag,
    Casts,
    Flow,
    Number,
    Own,
    Phrase,
    Pointer,
    Same,
    Some,
    Time,
    Verb,
    Worn,
)
from pbp.spells.english.testing import amount_test, bound
from pbp.spells.english.things import ONE
from pbp.spells.sense.conditions import num_parity
from pbp.spells.walk import is_one, parts


def _average(article: str, of: Phrase, bag: Bag) -> Phrase:
    """ "The average number of Stars of the caster's neighbours"."""
    group = bag.maybe("of", Some)
    bag.done()
    match of, group:
        case Own(Some(who, "each" | "plural"), str() as attr, False), None:
            pass
        case Amount("bare", None, attr), Some(who, "each" | "plural", place=False):
            pass
        case _:
            raise NoSense
    if article != "the" or not attr:
        raise NoSense
    return Number(t.Part(t.Total(who, attr), t.Count(who)), attr)


def _divided(bag: Bag) -> bool:
    """Whether a number of Stars is one "divisible by 3", "above 10"."""
    return any(role == "compare" and value[0] != "=" for role, value in bag.left)


def _such_a_number(bag: Bag, relation: Any, unlike: Any) -> Phrase:
    """ "(Who has) a number of Stars that is not divisible by 3"."""
    of = bag.take("of", Amount)
    compared = unlike or bag.maybe("compare")
    bag.done()
    match relation:
        case None:
            verb = Verb("be", "s", denied=unlike is not None, parts=(("compare", compared),))
        case ("subject", Verb("be", passive=False) as verb) if compared is None:
            pass
        case _:
            raise NoSense
    if of.op != "bare":
        raise NoSense
    return Worn(own_test(of.attr, verb), "number")


def numbers(det: Det, bag: Bag, *, total: bool = False, plural: bool = False) -> Phrase:
    """ "The number of Wizards who cast Burn", "the chosen number", "that number of Stars"."""
    article = det[0]
    parity = bag.says("odd", "adj") or bag.says("even", "adj")
    if parity is not None:
        of = bag.maybe("of", Amount) or bag.maybe("of", Some)
        bag.done()
        if isinstance(of, Some):  # "an even number of other Wizards"
            if article != "a" or of.how != "plural" or of.place:
                raise NoSense
            return Some(of.who, "count", parity.sense, ONE)
        if article != "a" or (of is not None and of.op != "bare"):
            raise NoSense
        if of is None:
            return Worn(num_parity(t.Position(ME), parity.sense == "odd"), "place")
        return Worn(num_parity(t.Stat(ME, of.attr), parity.sense == "odd"), "number")
    summed = total
    if not total and bag.says("total", "adj"):  # "the total number of Stars of both neighbours"
        total = True
    made = bag.maybe("part", Verb) or _was_rolled(bag)
    match made:
        case Verb("have", _, True, False, "", False, (("by", Some(_, "one") as owner),)) if (
            article == "the" and not bag.left
        ):
            return Own(owner, "")  # "(the number of Stars held by the caster and) the number held by them"
        case Verb("lose" | "gain", "n", True, False, "", False, ()) if article == "the" and not bag.left:
            return Amount("=", t.ThatMany(), "", mode="that")  # "half the number lost"
    if made is not None:
        return _rolled(det, bag, made)
    relation = bag.maybe("rel")
    unlike = bag.maybe("not compare")
    if article == "a" and (relation is not None or unlike is not None or _divided(bag)):
        return _such_a_number(bag, relation, unlike)
    if relation is not None:
        bag_of = bag.maybe("of", Amount) if relation[0] == "shown" else None
        bag.done()
        begun = (("time", Time("start")),)
        match relation:
            case ("shown", shown):
                of = bag_of
                if article == "the" and of is not None and of.op == "bare" and isinstance(shown, Number):
                    return Amount("=", shown.number, of.attr)
            case ("object", Some(_, "one") as owner, Verb("have", denied=False, modal="", parts=parts)) if (
                parts == begun
            ):
                if article == "the":
                    return Own(owner, "", start=True)
            case ("object", Some(_, "one") as owner, Verb("have", denied=False, modal="", parts=())):
                if article == "the":
                    return Own(owner, "")
            case (
                "object",
                Some(t.They() | t.All(), "one" | "each"),
                Verb("lose" | "gain", _, False, False) as verb,
            ) if article == "the" and not verb.parts and not verb.perfect:
                return Pointer(f"the number to {verb.sense}")
        raise NoSense
    yours = article == "owned" and isinstance(det[1], Some) and det[1].who == t.Caster()
    if bag.says("chosen", "adj") or (yours and not bag.left and not total):  # "the chosen number", "your number"
        of = bag.maybe("of", Amount)
        bag.done()
        if article != "the" and not yours:
            raise NoSense
        if of is not None:
            if of.op != "bare":
                raise NoSense
            return Amount("=", t.NumberInput(-1), of.attr)
        return Number(t.NumberInput(-1))
    if article == "the" and not plural and not total and bag.says("resulting", "adj"):
        article = "that"  # "the resulting number of Stars"
    if article in ("that", "this"):
        bag.says("same", "adj")  # "that same number"
    if bag.says("same", "adj"):
        of = bag.maybe("of", Amount)
        bag.done()
        if article in ("that", "this") and (of is None or of.op == "bare"):  # "that same number of Stars"
            return Amount("=", t.ThatMany(), of.attr if of is not None else "", mode="that")
        if article != "the" or (of is not None and of.op != "bare"):
            raise NoSense
        return Same(("number", of.attr if of is not None else ""))
    if bag.says("different", "adj"):  # "(your neighbours have) different numbers of Stars"
        of = bag.take("of", Amount)
        bag.done()
        if article != ("bare" if plural else "a") or of.op != "bare" or total:
            raise NoSense
        return Same(("number", of.attr), other=True)
    best = bag.maybe("superlative")
    if best is not None:
        of = bag.take("of", Amount | Casts | Own)
        among = bag.maybe("among", Some)
        nth = bag.says("ordinal", "adj")
        bag.done()
        if article != "the" or (among is not None and among.how not in ("each", "plural")):
            raise NoSense
        if nth is not None and (not isinstance(of, Amount) or among is not None):
            raise NoSense  # "the second highest number of your neighbours' Stars"
        if among is not None and isinstance(of, Amount) and of.op == "bare":
            of = Own(replace(among, how="any"), of.attr)  # "the highest number of Stars among your neighbours"
        if isinstance(of, Own):
            return _any_best(best.sense == "most", of)
        if isinstance(of, Casts):  # "(targeted by) the largest number of spells"
            return most_spells(best.sense, of)
        if of.op != "bare":
            raise NoSense
        return best_of(best, of.attr, nth)
    average = bag.says("average", "adj")
    bag.says("total", "adj")
    compared = bag.maybe("compare") if article == "a" else None
    of = bag.maybe("of")
    if average is not None:
        if total:
            raise NoSense  # "the average total number of Stars": which of both?
        return _average(article, of, bag)
    match article, of:
        case "the", Own(Some(who, "each" | "plural"), str() as attr, False) if total and attr:
            bag.done()
            return Number(t.Total(who, attr), attr)
        case "the", Amount("bare", None, attr):
            return _number_of_stars(attr, bag)
        case "a", Amount("bare", None, attr) if compared is not None:
            bag.done()
            return amount_equal_to(attr, compared, "bare")
        case "that" | "this", Amount("bare", None, attr):
            bag.done()
            return Amount("=", t.ThatMany(), attr, mode="that")
        case "that" | "this", None:
            bag.done()
            return Amount("=", t.ThatMany(), "", mode="that")
        case "the", Own(Some(_, "each" | "plural", place=False), str() as attr, False) if attr and plural:
            bag.done()  # "the numbers of Stars of your neighbours"
            return of
        case "the", Own(Some(_, "each", apart=True), str() as attr, False) if attr and not plural and not total:
            bag.done()
            return of
        case "the" | "owned", Own(Some(who, "one"), str() as attr, start) if attr:
            bag.done()
            return Number(t.Stat(who, attr, start), attr)
        case "the", Flow(_, _, None):
            bag.done()
            return of
        case "the", Flow(_, _, Some(_, "each" | "any" | "plural"), past=False):
            bag.done()  # "(halve) the number of Stars that each Wizard loses from spells"
            return of
        case "the", Flow(attr, way, Some(who, "one"), _, source, past, timed):
            bag.done()
            moved = t.Moved(who, "loss" if way == "lose" else "gain", attr, source, bare=not timed)
            return Number(moved, attr, None if past else of)
        case "owned", Amount("bare", None, attr) if isinstance(det[1], Some):
            bag.says("this", "adj")  # "your current number of Stars"
            start = at_start(bag)
            bag.done()
            return Own(det[1], attr, start)
        case "the", Number(t.Duels() | t.Truths() as number):
            bag.done()
            return Number(number)
        case "the", Amount("=", t.ThisWay() as number, attr, "flow"):
            bag.done()
            return Amount("=", number, attr, mode="flow")
        case "the", Some(who, "one", place=True):
            bag.done()
            return Number(t.Position(who))
        case "the", Some(who, "plural" | "any"):
            bag.done()
            return Number(t.Count(who))
        case "the", Some(who, "each"):
            bag.done()
            if summed:
                raise NoSense  # "more Stars than the total of your neighbours": not than there are neighbours
            return Number(t.Count(who))
        case "the", Casts(how="plural" | "name" | "each") as casts:
            bag.done()
            return Number(t.Count(casts_who(replace(casts, how="some"))))
        case "the", None:
            bag.done()
            return Pointer("the number")
        case "owned", None if det[1] == Some(t.Caster()):  # "if your number is odd"
            bag.done()
            return Number(t.NumberInput(-1))
    raise NoSense


def most_spells(way: str, casts: Casts) -> Phrase:
    if way not in ("most", ">") or casts != Casts(None, t.CastIs(ME), how="plural"):
        raise NoSense
    return Pointer("most spells")


def _was_rolled(bag: Bag) -> Verb | None:
    """ "(The number) that was rolled", "(the) rolled (number)"."""
    if bag.says("rolled", "adj"):
        return Verb("roll", "n", passive=True)
    for role, value in bag.left:
        match role, value:
            case "rel", ("subject", Verb("roll", passive=True) as verb):
                bag.left.remove((role, value))
                return verb
    return None


def _rolled(det: Det, bag: Bag, made: Verb) -> Phrase:
    """ "The number rolled", "the number of Stars rolled"."""
    of = bag.maybe("of", Amount)
    bag.done()
    if det[0] != "the" or made.sense != "roll" or made.parts or made.denied or made.modal:
        raise NoSense
    if of is None:
        return Number(t.Result())
    if of.op != "bare":
        raise NoSense
    return Amount("=", t.Result(), of.attr)


def _number_of_stars(attr: str, bag: Bag) -> Phrase:
    """ "The number of Stars (of the caster)", "the number of Stars the caster has"."""
    owner = bag.maybe("of", Some)
    start = owner is not None and at_start(bag)
    bag.done()
    if owner is not None:
        if owner.how == "each" and not start and owner.apart:
            return Own(owner, attr)  # "the number of Stars of each neighbour"
        if owner.how != "one":
            raise NoSense
        return Number(t.Stat(as_at_start(owner.who) if start else owner.who, attr, start), attr)
    return Amount("the", None, attr)


def results(det: Det, bag: Bag, plural: bool) -> Phrase:
    article = det[0]
    _ = bag.says("rolled", "adj") or bag.says("resulting", "adj")
    of = bag.maybe("of")
    ordinal = bag.says("ordinal", "adj")
    comparative = bag.maybe("comparative")
    best = bag.maybe("superlative")
    total = bag.says("total", "adj")
    bag.says("separate" if plural else "single", "adj")
    bag.done()
    if of not in (None, Number(t.Result())):  # "the result of the roll"
        raise NoSense
    two = article == "both" or (article in ("the count", "the") and det[1] in (None, ("=", t.Int(2))))
    if plural and two and ordinal is None and comparative is None and best is None and total is None:
        return Pointer("results")
    if plural or article not in ("the", "that", "this", "owned"):
        raise NoSense
    if article == "owned" and not (isinstance(det[1], Some) and det[1].who == t.Caster()):
        raise NoSense
    if ordinal is not None:
        which = {"1": "first", "2": "second", "3": "third"}.get(ordinal.word.detail)
        if which is None:
            raise NoSense
        return Number(t.Result(which))
    way = comparative or best
    if way is not None:
        return Number(t.Result("higher" if way.sense in (">", "most") else "lower"))
    if total is not None:
        return Number(t.Result("its sum"))
    return Number(t.Result())


def _any_best(most: bool, own: Own) -> Phrase:
    """ "The highest number of Stars that any Wizard has"."""
    if own.owner.how != "any" or own.start or own.owner.place or is_one(own.owner.who):
        raise NoSense
    if any(isinstance(part, t.They) and part.word != "owner" for part in parts(own.owner.who)):
        raise NoSense  # "the highest number of Stars among them"
    top = t.Top(own.owner.who, t.Stat(t.Member(), own.attr), most, "first")
    return Number(t.Stat(top, own.attr), own.attr)


def gaps(det: Det, bag: Bag) -> Phrase:
    between = bag.maybe("between")
    if between is None:
        between = bag.maybe("of", Pointer)
    bag.done()
    if between is None and (det[0] == "the" or det == ("owned", Some(THEY))):
        return Number(t.Result("its gap"))
    if det[0] == "the" and between == Pointer("results"):
        return Number(t.Result("gap"))
    raise NoSense


def sums(sense: str, det: Det, bag: Bag) -> Phrase:
    """ "The average of their Stars", "the sum of the results"."""
    of = bag.maybe("of")
    bag.done()
    if of is None and det[0] in ("the", "that", "this"):
        return Number(t.Noted(sense))
    if of is None and sense == "sum" and det == ("owned", Some(THEY)):  # of the dice
        return Number(t.Result("its sum"))
    if of is None and sense == "average" and det == ("owned", Some(THEY)):  # "are set to their average"
        both = t.They("both")
        return Number(t.Part(t.Total(both, ""), t.Count(both)))
    if det[0] != "the":
        raise NoSense
    match of:
        case Own(Some(t.They("both") as two, "each"), "", False) if (
            sense == "average"
        ):  # "of what the two of them have"
            return Number(t.Part(t.Total(two, ""), t.Count(two)))
        case Own(Some(t.They("they"), "one"), "", False) if sense == "average":  # "of what they have"
            return Number(t.Part(t.Total(t.They("both"), ""), t.Count(t.They("both"))))
        case Own(Some(t.They("both" | "both Wizards" | "you both") as two, "each"), str() as attr, False) if attr and (
            sense == "average"
        ):
            return Number(t.Part(t.Total(two, attr), t.Count(two)), attr)
        case Some(t.They("both") as two, "each") if sense == "average":
            return Number(t.Part(t.Total(two, ""), t.Count(two)))
        case Own(Some(t.Caster(True), "one"), str() as attr, False) if attr and sense == "average":
            return Number(t.Part(t.Total(t.They("you both"), attr), t.Count(t.They("you both"))), attr)
        case Own(Some(t.They("they"), "one"), str() as attr, False) if attr and sense == "average":
            return Number(t.Part(t.Total(t.They("both"), attr), t.Count(t.They("both"))), attr)  # of two or more
        case Pointer("results") if sense == "sum":
            return Number(t.Result("sum"))
        case Own(Some(t.Join((left, right)), "each"), str() as attr, False) if attr and is_one(left) and is_one(right):
            added = t.Add((t.Stat(left, attr), t.Stat(right, attr)))
            return Number(t.Part(added, t.Int(2)) if sense == "average" else added, attr)
        case Own(Some(who, "each"), str() as attr, False) if attr and sense == "average":
            return Number(t.Part(t.Total(who, attr), t.Count(who)), attr)
        case Number(t.Total(who) as total, attr) if sense == "average":  # "the Stars that both of them have"
            return Number(t.Part(total, t.Count(who)), attr)
        case Own(Some(who, "each"), str() as attr, False) if attr:
            return Number(t.Total(who, attr), attr)
    raise NoSense


def speeds(det: Det, bag: Bag) -> Phrase:
    of = bag.maybe("of")
    comparative = bag.maybe("comparative")
    compared = bag.maybe("compare")
    op = comparative.sense if comparative is not None else ""
    if det[0] == "bare" and compared is not None and not op and of is None:  # "with Speed less than 2"
        bag.done()
        return Worn(bound(compared, speed_than), "spell")
    if det[0] == "a" and (op or compared is not None) and not (op and compared is not None):
        bag.done()
        if op:
            return Worn(t.Compare(t.SpeedOf(ME), op, t.SpeedOf(t.They(WHOSE_SPEED))), "spell")
        return Worn(bound(compared, speed_than), "spell")
    if det[0] in ("a", "bare") and isinstance(of, Number | Amount):
        bag.done()
        return Worn(_speed_of(of), "spell")
    if det[0] == "the" and bag.says("same", "adj"):
        bag.done()
        return Worn(t.Compare(t.SpeedOf(ME), "=", t.SpeedOf(t.They(WHOSE_SPEED))), "spell")
    other = bag.maybe("but", Number)
    if other is not None and det[0] == "a":
        bag.done()
        return Worn(speed_than("!=", other), "spell")
    if comparative is None and compared is None:
        bag.done()
        if det[0] == "the" and isinstance(of, Casts) and of.who is not None:
            return Number(t.SpeedOf(of.who))
        if det[0] == "owned" and isinstance(det[1], Casts) and det[1].who is not None:
            return Number(t.SpeedOf(det[1].who))
    raise NoSense


def _speed_of(phrase: Phrase) -> t.Cond:
    match phrase:
        case Number(number):
            return t.Compare(t.SpeedOf(ME), "=", number)
        case Amount(op, _, "") if op not in ("=", "any", "bare", "no"):
            return amount_test(t.SpeedOf(ME), phrase)
    raise NoSense
