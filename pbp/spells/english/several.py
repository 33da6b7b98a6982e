"""Several noun phrases in one, and those that say "the same as". One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.articles import each, owned, owned_alone, phrase, the
from pbp.spells.english.groups import drawn_from, holds_caster, join, lot_of
from pbp.spells.english.lexicon import Said, Word, only
from pbp.spells.english.measures import measure_clause, measured, source_of, speed_than, two_times
from pbp.spells.english.nbar import n_pp
from pbp.spells.english.numerals import most_spells
from pbp.spells.english.people import OWNER
from pbp.spells.english.phrases import (
    ME,
    Amount,
    Amounts,
    Bag,
    Casts,
    Flow,
    Nbar,
    Number,
    Numbers,
    OrNothing,
    Own,
    Owns,
    Phrase,
    Pointer,
    Same,
    SameOne,
    Some,
    Time,
    Values,
    Verb,
    Worn,
)
from pbp.spells.english.testing import BOUNDS, held
from pbp.spells.english.things import np_plus
from pbp.spells.sense.conditions import bounds, conj, disj, opposite, within
from pbp.spells.sense.members import but_told_of, contains
from pbp.spells.walk import conjuncts, is_one, parts


def np_and(*phrases: Phrase) -> Phrase:
    return reduce(_and, phrases)


def and_any(one: Phrase, nbar: Nbar) -> Phrase:
    """ "(Except) the caster and any Wizard who cast Burn": each of them is left out."""
    return _and(one, each(nbar))


def _and(left: Phrase, right: Phrase) -> Phrase:
    match left, right:
        case Some(t.Chosen(-2 | -3), place=False), Some(t.At(), place=True):
            raise NoSense  # "the first and the last position": not the first that was chosen
        case Some(), Some(t.They("you both"), apart=False):
            raise NoSense  # "the Wizard there and you both (gain 1 Star)": that Wizard, and you, both of you
        case Some(), Some():
            return join(left, right)
        case (Amount("=", attr=attr), Amount("=", attr=said, mode="only")) if said in ("", attr):
            raise NoSense  # "2 Stars and only 2"
        case ((Amount(floor=None) | Amounts((*_, Amount(floor=None)))), Amount(floor=t.Num())):
            raise NoSense  # "2 Stars and 1 Crystal, to a minimum of 0": of both, see `np_limit`
        case Amount("="), Amount("="):
            return Amounts((left, right))
        case Amounts(parts), Amount("="):
            return Amounts((*parts, right))
        case Amount("=", _, attr), Amount("more", number, said, "" | "extra") if attr and said in ("", attr):
            return np_plus(left, Amount("=", number, attr))  # "3 Stars, and 1 more Star for each neighbour"
        case (Number(_, ""), Amount("more", t.Int(), "", "" | "extra")) | (
            Number(t.Int(), ""),
            Amount("more", t.Num(), "", "" | "extra"),
        ):
            return np_plus(left, right)  # "the difference and 2 more", "(gain) 1, and 1 more for each neighbour"
        case Amounts((*first, Amount("=", _, attr) as last)), Amount("more", number, said, "extra") if said == attr:
            more = np_plus(last, Amount("=", number, attr))  # "1 Crystal, 3 Stars and another 2 Stars"
            assert isinstance(more, Amount)
            return Amounts((*first, more))
        case Worn(one, attr), Worn(other, said) if "only" not in (attr, said):
            return Worn(conj(one, other))
        case Amount(_, _, attr), Amount(_, _, said) if attr == said or not attr or not said:
            return np_but_also(left, right)
        case Amount("no"), Amount("bare"):
            raise NoSense  # "no Hat and Robes": no Robes either?
        case Worn(attr=str() as attr), Amount("bare") if attr:
            raise NoSense  # "a Red Hat and Staff": a Red one?
        case ((Worn() | Amount() | Amounts()), (Worn() | Amount())):
            return Worn(within(held(left), held(_of_thing(right, left))))
        case Own(Some(_, "one" | "each" | "plural") as owner, attr, False), Own(
            Some(_, "one" | "each" | "plural") as other, said, False
        ) if attr in (said, "") and said:
            return Own(join(owner, other), said)
        case Own(Some(_, "one") as owner, attr, False), Own(Some(_, "one") as other, "", False) if attr:
            return Own(join(owner, other), attr)
        case Number(t.Stat(one, attr, False)), Number(t.Stat(other, said, False)) if attr == said:
            return Own(join(Some(one), Some(other)), said)
        case Own(Some(_, "one") as owner, attr, False), Number(t.Stat(other, said, False)) if attr == said:
            return Own(join(owner, Some(other)), said)
        case Number(t.Roll() as one), Number(t.Roll() as other):
            return Numbers((one, t.Roll(one.key + 1, other.sides)))
        case Casts(None, t.CastIs(_, names), group, "name"), Casts(None, t.CastIs(_, more), same, "name") if (
            group == same
        ):
            return Casts(None, t.CastIs(ME, (*names, *more)), group, "all names", name=(*names, *more))
        case Casts(), Casts() if left.own != right.own and isinstance(left.name or right.name, str):
            return _and(_by_name(left), _by_name(right))
        case Time(), Time():
            return two_times("and", left, right)
        case Casts(None, t.CastIs(_, names), group, "all names", name=tuple()), Casts(
            None, t.CastIs(_, more), same, "name"
        ) if group == same:  # "Burn, Jolt and Greed"
            return replace(left, kind=t.CastIs(ME, (*names, *more)), name=(*names, *more))
        case Casts(None, t.Cond(), group, "each" | "plural" | "name" | "all names"), Casts(None, t.Cond(), same, _) if (
            group == same
        ):
            return _spells_of_both(left, right)
    raise NoSense


def _spells_of_both(left: Casts, right: Casts) -> Casts:
    """ "All Burn spells and all Jolt spells", "each Belligerent spell and Burn"."""
    hows = {left.how, right.how}
    assert left.kind is not None and right.kind is not None
    if hows - {"each", "name"} and hows - {"all names", "plural"}:
        raise NoSense
    if not _is_told(left.kind) and _is_told(right.kind):
        raise NoSense  # "all Burn spells and all Jolt spells that target you": which of them do?
    if _is_told(left.kind) and (right.how != "each" or any(isinstance(part, t.Not) for part in parts(left.kind))):
        raise NoSense  # "all spells but Burn and Jolt", "spells of Wizards who cast Burn and Jolt"
    match left.kind, right.kind:
        case t.CastIs(_, (_, *_) as names), t.CastIs(_, (_, *_) as more):
            kind: t.Cond = t.CastIs(ME, (*names, *more))
        case one, other:
            kind = disj(one, other)
    return Casts(None, kind, left.group, "each" if "each" in hows else "all names")


def _is_told(kind: t.Cond) -> bool:
    """Whether more is said of spells than their name or trait."""
    kinds = conjuncts(kind)
    return not all(isinstance(part, t.CastIs | t.CastTrait) for part in kinds)


def _by_name(casts: Casts) -> Casts:
    """The name of this spell as that of any: "all spells but Burn and Self"."""
    if not casts.own:
        return casts
    return Casts(None, t.CastIs(ME, (casts.name,)), how="name", name=casts.name)


def np_both(left: Phrase, right: Phrase) -> Phrase:
    if isinstance(left, Time) and isinstance(right, Time):
        return two_times("both", left, right)
    found = _and(left, right)
    return replace(found, both=True) if isinstance(found, Some) else found


def _of_thing(bound: Phrase, before: Phrase) -> Phrase:
    """ "(More Stars than anyone else and) at least 10": of the one thing that stands before it."""
    if not isinstance(bound, Amount) or bound.attr or not isinstance(bound.number, t.Int):
        return bound
    things = {part.attr for part in parts(before.test) if isinstance(part, t.Stat)} if isinstance(before, Worn) else ()
    return replace(bound, attr=next(iter(things))) if len(things) == 1 else bound


def np_or(*phrases: Phrase) -> Phrase:
    return reduce(_or, phrases)


def _or(left: Phrase, right: Phrase) -> Phrase:
    match left, right:
        case Some(t.They() as who), Some(other) if who == other:
            raise NoSense  # "he or she" is one word
        case Some(t.They("them")), Some(t.Neighbours(t.They("they"))):
            raise NoSense  # and so is "her or his", before "neighbours"
        case Casts(None, kind, group, "name"), Casts(None, other, same, "name") if group == same and not (
            left.own or right.own
        ):
            if not isinstance(kind, t.CastIs) or not isinstance(other, t.CastIs):
                raise NoSense
            names = (*kind.names, *other.names)
            return Casts(None, t.CastIs(ME, names), group, "name", name=names, lone=True)
        case Casts(None, t.Cond(), group, "some" | "name"), Casts(None, t.Cond(), same, "some" | "name") if (
            group == same and not (left.own or right.own)
        ):
            return _some_of_either(left, right)
        case Casts(None, t.Cond(), how="some" | "name"), Pointer("nothing") | Casts(
            None, t.CastIs(t.Member(0), ()), how="none"
        ):
            return OrNothing(left)
        case Pointer("nothing") | Casts(None, t.CastIs(t.Member(0), ()), how="none"), Casts(
            None, t.Cond(), how="some" | "name"
        ):
            return OrNothing(right)
        case Some(who, "one" | "some", place=False), Some(other, "one" | "some", place=False):
            return Some(t.Join((who, other)), "some")
        case Some(who, "one", place=False), Some(t.Neighbours() as other, "each" | "plural", loose=True):
            return Some(t.Join((who, other)), "some")  # "you or your neighbours": anybody of these
        case Values(values, False), Values(more, False):
            return Values((*values, *more))
        case Time(), Time():
            return two_times("or", left, right)
        case Amount("no"), Amount("bare"):
            return Worn(conj(held(left), opposite(held(right))))  # "no Hat or Robes": neither
        case (Worn(t.Not()), Worn()) | (Worn(t.And()), Amount("bare")) | (Amount("no"), Worn(t.Or())):
            raise NoSense  # "no Red Hat or Blue Robes", "no Hat or Staff or Robes": none of these?
        case Worn(attr=str() as attr), Amount("bare") if attr:
            raise NoSense  # "a Red Hat or Staff": a Red one?
        case Amount("=" | "bare"), Amount(">=" | "<="):
            raise NoSense  # "2 Stars for each neighbour with a Hat or at least 3 Stars"
        case Worn(), Amount("bare"):
            raise NoSense  # "neither a Red Hat nor Staff": a Red one?
        case ((Worn() | Amount()), (Worn() | Amount())):
            return Worn(disj(held(left), held(right)))
    raise NoSense


def _some_of_either(left: Casts, right: Casts) -> Casts:
    """ "(Who cast) Burn or a Peaceful spell"."""
    assert left.kind is not None and right.kind is not None
    if _is_told(left.kind) or _is_told(right.kind) or left.but_this or right.but_this:
        raise NoSense  # "Burn or a spell that targets you": which of them does?
    return Casts(None, disj(left.kind, right.kind), left.group, "some")


def np_nor(left: Phrase, right: Phrase) -> Phrase:
    match left, right:
        case Some(one, "one", place=False), Some(other, "one", place=False):
            return Some(t.Join((one, other)), "none")
        case Some(one, "one", place=False), Some(t.Neighbours() as other, "each", loose=True):
            return Some(t.Join((one, other)), "none")  # "neither you nor your neighbours"
        case Own(Some(one, "one"), str() as attr, False), Own(Some(other, "one"), str() as same, False) if (
            attr and same in ("", attr) and one != other
        ):
            return Own(Some(t.Join((one, other)), "none"), attr)  # "neither your Hat nor theirs"
        case Values(values, False), Values(more, False):
            return Values((*values, *more), True)
        case Time(), Time():
            return two_times("nor", left, right)
        case Worn(), Amount("bare"):
            raise NoSense  # "neither a Red Hat nor Staff": a Red one?
        case ((Worn() | Amount()), (Worn() | Amount())):
            return Worn(conj(opposite(held(left)), opposite(held(right))))  # "with neither a Hat nor Robes"
        case Casts(None, kind, group, "name"), Casts(None, other, same, "name") if group == same:
            if not isinstance(kind, t.CastIs) or not isinstance(other, t.CastIs):
                raise NoSense
            return Casts(None, t.CastIs(ME, (*kind.names, *other.names)), group, "none")
        case Casts(name=str() as name, own=True), Casts(None, t.CastIs(), how="name"):  # the name of this very spell
            return np_nor(Casts(None, t.CastIs(ME, (name,)), how="name"), right)
        case Casts(None, t.CastIs(), how="name"), Casts(name=str() as name, own=True):
            return np_nor(left, Casts(None, t.CastIs(ME, (name,)), how="name"))
    raise NoSense


def np_but_also(left: Phrase, right: Phrase) -> Phrase:
    """ "At least 5 Stars but fewer than 3 Crystals", "a Hat but no Robes"."""
    if isinstance(right, Amount) and right.op == "no" and right.attr not in ("", "Stars"):
        return Worn(within(held(left), held(right)))
    if isinstance(left, Amount) and isinstance(right, Amount):  # "at least 5 Stars but fewer than 9"
        if not {left.op, right.op} <= {*BOUNDS}:
            raise NoSense  # "2 Stars for each neighbour with a Hat, but at least 1 Star"
        left, right = replace(left, attr=left.attr or right.attr), replace(right, attr=right.attr or left.attr)
    return Worn(bounds(held(left), held(right)))


def np_none_at_all(phrase: Phrase) -> Phrase:
    """ "No spell (none at all)"."""
    if not isinstance(phrase, Some | Casts) or phrase.how != "none":
        raise NoSense
    return phrase


def np_or_none(phrase: Phrase) -> Phrase:
    """ "Fewer than 4 Stars (or none at all)"."""
    if not isinstance(phrase, Amount) or phrase.op not in ("<", "<="):
        raise NoSense
    return phrase


def np_no_matter_how_many(phrase: Phrase, *_: Any) -> Phrase:
    """ "A random other Wizard (with any number of Stars)": nothing was said of how many."""
    if not isinstance(phrase, Some) or any(isinstance(part, t.Stat) for part in parts(phrase.who)):
        raise NoSense
    return phrase


def np_inclusive(phrase: Phrase) -> Phrase:
    """ "Between 3 and 7 Stars (inclusive)"."""
    if isinstance(phrase, Amount) and phrase.op == "between":
        return phrase
    raise NoSense


def np_but(whole: Phrase, part: Phrase) -> Phrase:
    """ "Each Wizard other than the caster"."""
    match whole, part:
        case Some(t.Pick() as pick, how), Some(who, "one" | "each"):
            return replace(whole, who=replace(pick, among=t.Without(pick.among, who)))
        case Some(t.Top() as top, "one"), Some(who, "one" | "each") if top.ties != "sole":
            return replace(whole, who=replace(top, among=t.Without(top.among, who)))
        case Some(group, "each" | "plural" | "none" | "some" | "count"), Some(who, "one" | "each" | "plural"):
            if is_one(group) or (group == t.Others() and isinstance(who, t.Caster)):
                raise NoSense  # "no other Wizard (not counting you)": than you, or than you and somebody else?
            return replace(whole, who=t.Without(group, who), vague=False)
        case Own(Some(group, "each") as owner), Own(Some(who, "one"), "", False) if not is_one(group):
            return replace(whole, owner=replace(owner, who=t.Without(group, who)))
        case Casts(None, kind, group, how), Casts(None, other, _, "name" | "plural" | "all names") if (
            how != "name" and kind is not None and isinstance(other, t.CastIs)
        ):
            return replace(whole, kind=conj(kind, t.Not(other)))
        case Casts(None, kind, group, how), Casts(who=t.Owner(t.Caster())) if how != "name" and kind is not None:
            if part.own and part.name is not None:
                return replace(whole, kind=conj(kind, t.Not(t.CastIs(ME, (part.name,)))))
            return replace(whole, kind=conj(kind, t.Not(t.Same(ME, t.Caster()))))
        case Casts(None, t.Cond() as kind), Casts(
            None, t.And((t.CastIs(t.Member(0), ()), t.In(t.Member(0), t.Owner(who)))), how="the" | "plural"
        ) if whole.how != "name" and not any(isinstance(each, t.They | t.Others) for each in parts(who)):
            return replace(whole, kind=conj(kind, t.Not(t.In(ME, t.Owner(who)))))  # "except your neighbours' spells"
        case Casts(kind=t.Cond()), Own(Some(t.Caster(), "one"), "", False):  # "spells, except yours"
            return np_but_those_of(whole, Some(t.Caster()))
    raise NoSense


def np_count_out(phrase: Phrase, *said: Any) -> Phrase:
    """ "The number of Wizards who cast Burn, where the caster does not count"."""
    match phrase, said[0]:
        case Number(t.Count(who)), Some(out, "one" | "each" | "plural", place=False):
            return Number(t.Count(t.CountedOut(who, out)))
        case Some(_, "count" | "each" | "plural" | "none" | "some"), Some(_, "one" | "each" | "plural", place=False):
            return np_but(phrase, said[0])  # "if two or more Wizards (you do not count) ..."
    raise NoSense


def np_count_in(phrase: Phrase, again: Phrase) -> Phrase:
    """ "The number of Wizards who cast Burn (the caster counts)": whoever of them did."""
    match phrase, again:
        case Number(t.Count(who)), Some(t.Caster(), "one") if contains(who, t.Caster()) is not False:
            return phrase
    raise NoSense


def np_but_those_cast(whole: Phrase, part: Any) -> Phrase:
    """ "Spells, except for those cast by you", "any spell but one that you cast"."""
    match part:
        case Verb("cast", "n", True, False, "", False, (("by", Some(t.Caster(), "one", place=False)),)):
            return np_but_those_of(whole, Some(t.Caster()))
        case "object", Some(t.Caster(), "one", place=False), Verb("cast", _, False, False, "", False, ()):
            return np_but_those_of(whole, Some(t.Caster()))
    raise NoSense


def np_but_those_of(whole: Phrase, who: Phrase) -> Phrase:
    """ "Spells, except for those of the caster"."""
    if not isinstance(whole, Casts) or whole.how == "name" or whole.kind is None or whole.own:
        raise NoSense
    if who != Some(t.Caster()):
        raise NoSense
    return replace(whole, kind=conj(whole.kind, t.In(ME, t.Owner(t.Without(t.All(), t.Caster())))))


def flow_but_those(flow: Phrase, cause: Said, spells: Phrase) -> Phrase:
    """ "All losses of Stars, except those from your own spells"."""
    if not isinstance(flow, Flow) or not isinstance(spells, Casts) or cause.sense not in ("from", "because"):
        raise NoSense
    rest = np_but(Casts(None, t.CastIs(ME), how="plural"), spells)
    assert isinstance(rest, Casts)
    return replace(flow, source=conj(flow.source or t.Always(), source_of(rest)))


def np_any_but(whole: Phrase, said: Said, part: Phrase) -> Phrase:
    """ "Some random Wizard, anybody but you"."""
    if said.sense not in ("anyone", "someone", "everyone"):
        raise NoSense
    return np_but(whole, part)


def np_whoever(whole: Phrase, *said: Any) -> Phrase:
    """ "No Wizard, whether you or anybody else,": all of them."""
    only([word for word in said if isinstance(word, Said)], {"N": ("wizard",)})
    if not isinstance(whole, Some) or whole.who != t.All() or whole.place or Some(t.Caster(), "one") not in said:
        raise NoSense
    return whole


def np_with(whole: Phrase, part: Phrase) -> Phrase:
    match whole, part:
        case Number(t.Count(t.All())), Some(t.All(), "each"):
            return whole  # "the number of Wizards in the ring, everybody counted"
        case Some(t.Pick(_, t.All()), "one"), Some(t.Caster(), "one"):
            return whole  # "a random Wizard (possibly the caster)"
        case Time("ring"), Some(t.Caster(), "one"):
            return whole  # "from the whole ring, you included"
        case Own(Some(group, "each"), _), Own(Some(t.Caster(), "one"), "", False) if holds_caster(group):
            return whole
        case Some(
            t.Those(group, t.Compare(t.Stat(t.Member(0), attr), ">=" | "<=" | "=", t.Stat(who, same))), "each"
        ), Some(one, "one", place=False) if one == who and attr == same and contains(group, one) is not False:
            return whole  # "each Wizard whose Stars equal or exceed those of the chosen Wizard (the chosen Wizard too)"
        case Casts(None, t.CastIs(names=()), t.All(), "some" | "plural" | "each"), Own(Some(who, "one"), "", False) if (
            who in (t.Caster(), t.They())
        ):
            return whole  # "not affected by any spells, your own included"
        case Some(t.All(), "none", place=False), Some(t.Caster(), "one"):
            return whole  # "no Wizard at all, the caster included"
        case Some(t.All(), "each" | "plural"), Some(_, "each" | "plural", place=False):
            return whole  # "every Wizard, neighbours included", "all Wizards, you and your target included"
        case Some(t.Others() | t.Without(t.All(), t.Caster())), Some(t.Neighbours(t.Caster()), "each" | "plural"):
            return whole  # "everyone else, your neighbours included"
        case Some(group, "any" | "some"), Some(t.Caster(), "one") if holds_caster(group):
            return whole  # "any Wizard, including you"
        case Some(group, "each" | "plural"), Some(t.Caster(), "one"):
            if holds_caster(group) or contains(group, t.Caster()):
                return replace(whole, you_too=True)
            if group in (t.Neighbours(t.Caster()), t.Neighbours(OWNER)):
                return replace(whole, who=t.Join((group, t.Caster())), how="each")
            all_but = but_told_of(group)  # "everyone else, you included"
            if all_but is not None:
                return replace(whole, who=all_but)
    raise NoSense


def np_may_be(whole: Phrase, part: Phrase) -> Phrase:
    """ "A random Wizard (which may turn out to be you)": one who can be meant already, and nobody more."""
    found = np_with(whole, part)
    if isinstance(found, Some) and isinstance(whole, Some) and found.who != whole.who:
        raise NoSense  # "one of your neighbours, who may be you"
    return found


def np_top_too(whole: Phrase, part: Phrase) -> Phrase:
    """ "The Wizard with the fewest Stars, you included": those who are compared."""
    match whole, part:
        case Some(t.Top(t.All()), "one"), Some(t.Caster(), "one"):
            return whole
    raise NoSense


def np_or_not(phrase: Phrase, said: Said) -> Phrase:
    """ "The caster's neighbours, idle or not": of whom nothing else asks whether they are."""
    if said.sense not in ("idle", "active") or not isinstance(phrase, Some) or phrase.how not in ("each", "plural"):
        raise NoSense
    if any(isinstance(part, t.IsIdle) for part in parts(phrase.who)):
        raise NoSense
    return phrase


def np_if_any(phrase: Phrase) -> Phrase:
    """ "A random other Wizard who cast Burn, if any", "the leader (if there is one)"."""
    if not isinstance(phrase, Some):
        raise NoSense
    if not isinstance(phrase.who, t.Pick | t.LetterWho) and phrase.who != t.They("other one"):
        raise NoSense
    return phrase


def or_single(*said: Said) -> tuple[()]:
    """ "Or the only one, if there is only one", "or the single neighbour, if there is but one neighbour"."""
    only(said, {"N": ("neighbour",)})
    return ()


def np_or_single(phrase: Phrase, _: tuple[()]) -> Phrase:
    """ "Both your neighbours (or the only one, if there is only one)": each, as neighbours always are."""
    match phrase:
        case Some(t.Neighbours(of), "each" | "plural" | "both", place=False) if is_one(of):
            return phrase
    raise NoSense


def np_note(phrase: Phrase, verb: Verb) -> Phrase:
    """ "One of the caster's neighbours (chosen at random)", "one and the same Wizard, chosen at random"."""
    if isinstance(phrase, SameOne):
        found = by_lot(phrase.some, verb)
        if any(isinstance(part, t.Others | t.They) for part in parts(found)):
            raise NoSense  # "drawn from all others": others than each of several?
        return found
    return by_lot(phrase, verb)


def drawn_of(nbar: Nbar, verb: Verb, part: tuple[str, Any]) -> Phrase:
    """ "One neighbour, selected at random, of the chosen Wizard"."""
    return np_note(phrase(("a", None), n_pp(nbar, part)), verb)


def np_at_random(phrase: Phrase, how: Said) -> Phrase:
    """ "One of your neighbours, at random,"."""
    if how.sense != "random":
        raise NoSense
    return by_lot(phrase, Verb("choose", "n", passive=True).add("adverb", how))


def by_lot(phrase: Phrase, verb: Verb) -> Phrase:
    """One of some, chosen at random."""
    secret = any(isinstance(said, Said) and said.sense == "secretly" for _, said in verb.parts)
    if secret:  # "secretly selected at random"
        inner = Bag(verb.parts)
        inner.says("secretly")
        verb = replace(verb, parts=tuple(inner.left))
    if isinstance(phrase, Some) and isinstance(phrase.who, t.Pick):
        return replace(phrase, who=drawn_so(phrase.who, verb))
    lot, among = lot_of(verb) or (None, None)
    if lot is None:
        raise NoSense
    match phrase, among:
        case _, None:
            pass
        case Some(t.All(), "some" | "count"), _:
            phrase = replace(phrase, who=among)
        case Some(t.Others() as others, "some" | "count"), t.Those(t.All(), _):  # "one other, ... from those who"
            phrase = replace(phrase, who=replace(among, group=others))
        case Some(t.Others(), "some" | "count"), t.Those(t.Others(), _):
            phrase = replace(phrase, who=among)
        case _:
            raise NoSense
    match phrase:
        case Some(t.They("those" | "you both" | "of you") as those, "some"):
            return Some(t.Pick(lot.at, those, 1, secret))  # "one of them, picked at random"
        case Some(who, "some") if not is_one(who):
            return Some(t.Pick(lot.at, who, 1, secret))
        case Some(who, "count", "=", t.Int(count)) if count > 0 and not is_one(who):
            return Some(t.Pick(lot.at, who, count, secret), "one" if count == 1 else "each")
        case Casts(None, kind, group, "some") | Casts(None, kind, group, "count", "=", t.Int(1)) if kind is not None:
            return Casts(t.Pick(lot.at, t.Casters(group, kind), 1, secret))
    raise NoSense


def drawn_so(pick: t.Pick, verb: Verb) -> t.Pick:
    """ "A random Wizard, drawn afresh", "a random Wizard, chosen from those with a Red Hat"."""
    if verb.sense not in ("choose", "select") or not verb.passive or verb.denied or verb.modal or verb.perfect:
        raise NoSense
    inner = Bag(verb.parts)
    again, among = inner.says("again"), drawn_from(inner)
    inner.done()
    if among is None and again is not None:
        return pick
    if among is None or again is not None or pick.among != t.All():
        raise NoSense
    return replace(pick, among=among)


def np_among(group: Phrase, phrase: Phrase) -> Phrase:
    """ "Of the caster's neighbours, the one with the most Stars"; "out of all the Wizards, one"."""
    if not isinstance(group, Some) or group.how not in ("each", "plural") or group.place:
        raise NoSense
    match phrase:
        case Some(t.Top(t.All() | t.They("ones")) as top, _) if top.ties != "sole":
            return replace(phrase, who=replace(top, among=group.who))
        case Some(t.Pick(_, t.All()) as pick, _):
            return replace(phrase, who=replace(pick, among=group.who))
        case Some(t.Those(t.All() | t.They("one of kind"), test), "each" | "plural" as how, apart=apart) if (
            apart or how == "plural"
        ):
            if isinstance(group.who, t.Those):
                raise NoSense
            return replace(phrase, who=t.Those(group.who, test))  # "of your neighbours, each one who is idle"
        case Number(t.Int(1)):
            return Some(group.who, "some")
        case Number(t.Int(count)) if count > 1:
            return Some(group.who, "count", "=", t.Int(count))
        case Some(t.All(), "count", "="):
            return replace(phrase, who=group.who)
    raise NoSense


def the_or(noun: Said, nbar: Nbar) -> Phrase:
    """ "The Wizard or Wizards with the most Stars"."""
    if noun.sense != nbar.noun.sense or noun.word.form != "s" or nbar.noun.word.form != "p":
        raise NoSense
    return the(nbar)


def more_than_any(way: Said, nbar: Nbar, *noun: Said) -> Phrase:
    """ "(Targeted by) a greater number of spells than any other Wizard": the most of them."""
    if any(word.sense != "wizard" or word.word.form == "p" for word in noun):
        raise NoSense
    match phrase(("bare", None), nbar):
        case Casts() as casts:
            return most_spells(way.sense, casts)
    raise NoSense


def that_of(phrase: Phrase) -> Phrase:
    """ "That of the caster", "those of each neighbour"."""
    if isinstance(phrase, Some) and phrase.how in ("each", "plural", "any"):
        return Own(phrase, "")
    return owned_alone(phrase)


def owned_two(owner: Phrase, left: Nbar, *more: Any) -> Phrase:
    """ "The caster's Hat and Robes"."""
    right = more[-1]
    if len(more) == 2 and more[0] != owner:
        raise NoSense
    one, other = owned(owner, left), owned(owner, right)
    if not isinstance(one, Own) or not isinstance(other, Own) or one.start or other.start:
        raise NoSense
    if one.owner.who in (t.They("you both"), t.They("of you")) or one.owner.how in ("count", "none"):
        raise NoSense  # "exactly one of your neighbours' Hat and Staff": of them, or of their things?
    if not isinstance(one.attr, str) or not isinstance(other.attr, str) or one.attr == other.attr:
        raise NoSense
    return Owns(one.owner, (one.attr, other.attr))


def two_of(left: Nbar, right: Nbar, owner: Phrase) -> Phrase:
    """ "The Hat and the Robes of the caster"."""
    return owned_two(owner, left, right)


def owned_several(owner: Phrase, *said: Phrase | Nbar) -> Phrase:
    """ "The caster's Hat, Robes and Staff", "your Hat, your Robes and your Staff"."""
    if any(isinstance(part, Phrase) and part != owner for part in said):
        raise NoSense
    found = [owned(owner, noun) for noun in said if isinstance(noun, Nbar)]
    attrs = tuple(one.attr for one in found if isinstance(one, Own) and isinstance(one.attr, str) and not one.start)
    if len(set(attrs)) < len(found) or not isinstance(found[0], Own):
        raise NoSense
    return Owns(found[0].owner, attrs)


def headless(said: Said) -> Phrase:
    """ "(Targeted by) the first": of two that were chosen; "the other"."""
    if said.sense == "other":
        return Some(t.They("other one"))
    if said.sense != "ordinal" or said.word.detail not in ("1", "2"):
        raise NoSense
    return Some(t.Chosen(-1 - int(said.word.detail)))


def same_as(nbar: Nbar, measure: Any) -> Phrase:
    """ "The same spell as the caster", "the same number of Stars as ...", "the same Hat as ..."."""
    if isinstance(measure, Some) and measure.how == "some" and measure.who == t.Without(t.All(), t.Caster()):
        raise NoSense  # "the same spell as someone else": than whoever it is of whom this is said
    return _same(nbar, measure, other=False)


def same_now_as(nbar: Nbar, time: Phrase, measure: Any) -> Phrase:
    """ "(Cast) the same spell this Duel as in Duel X-2"."""
    if time != Time("now") or nbar.noun.sense != "spell":
        raise NoSense
    return same_as(nbar, measure)


def the_same_spell(*said: Any) -> Phrase:
    """ "(The spell the caster cast is) the same one they cast in the previous Duel", "the same as in that Duel"."""
    measure = measure_clause(*said) if len(said) == 2 else said[0]
    match measure:
        case ("time", Time("back")) | ("clause", Some(), Verb("do" | "cast" | "select")):
            found = _same(Nbar(Said(Word("N", "spell", "", "s"), -1)), measure, other=False)
            if isinstance(found, Same):
                return replace(found, what="same spell")
    raise NoSense


def different_from(nbar: Nbar, measure: Any) -> Phrase:
    return _same(nbar, measure, other=True)


def same_that(nbar: Nbar, subject: Phrase, verb: Verb) -> Phrase:
    """ "The very same spell that Wizard selected", "the same spell you cast"."""
    return same_as(nbar, measure_clause(subject, verb))


def vp_same_spell_inputs(verb: Verb, spell: Said, inputs: Said, measure: Any) -> Verb:
    """ "(Have selected) the same spell with the same inputs as the chosen Wizard"."""
    if verb.sense not in ("select", "cast", "choose") or verb.parts:
        raise NoSense
    if inputs.sense != "input" or inputs.word.form != "p" or spell.sense != "spell" or spell.word.form != "s":
        raise NoSense
    return verb.add("object", same_as(Nbar(spell), measure)).add("with", Pointer("inputs"))


def _same(nbar: Nbar, measure: Any, *, other: bool) -> Phrase:
    match nbar:
        case Nbar(Said(Word("N", "number")), (("of", Amount("bare", _, attr)),)) if not other:
            return Amount("=", measured(measure, attr), attr, mode="same")
        case Nbar(Said(Word("N", "number")), ()) if not other:
            return Amount("open", measured(measure, ""), "")  # "Stars: the same number that they have lost"
        case Nbar(Said(Word("N", "thing", attr)), ()):
            match measure:
                case Some() | Own(Some(), "", False):
                    return Same(attr, measure if isinstance(measure, Some) else measure.owner, other)
                case ("clause", Some() as some, Verb("have" | "do", parts=()) as verb) if not verb.denied:
                    return Same(attr, some, other)
        case Nbar(Said(Word("N", "input", form="p")), ()) if not other:
            match measure:  # "the same inputs as theirs": whose spell it is, is said beside it
                case Own(Some(t.They(), "one"), "", False):
                    return Pointer("inputs")
                case (
                    "clause",
                    Some(t.They(), "one"),
                    Verb("do" | "select" | "choose" | "give" | "state", parts=()) as verb,
                ) if not verb.denied:
                    return Pointer("inputs")
        case Nbar(Said(Word("N", "item", kind)), ()) if kind not in ("", "choice", "item", "option") and not other:
            match measure:  # "the same colour as the caster's", "as the chosen colour"
                case Own(Some() as owner, str() as attr, False):
                    return Same(attr, owner)
                case Values((t.WordInput(),), False):
                    return measure
        case Nbar(Said(Word("N", "speed")), ()):
            return Worn(speed_than("!=" if other else "=", measure), "spell")
        case Nbar(Said(Word("N", "spell")), ()):
            match measure:
                case ("time", Time("back") as time):
                    return Same("spell", None, other, time)
                case Some() | Own(Some(), "", False):
                    return Same("spell", measure if isinstance(measure, Some) else measure.owner, other)
                case ("clause", Some() as some, Verb() as verb):
                    return Same("spell", some, other, _then(verb))
        case Nbar(Said(Word("N", "position" | "wizard" | "target" as what)), ()):
            match measure:
                case Some() as some:
                    return Same("position" if what != "wizard" else "wizard", some, other)
                case ("clause", Some() as some, Verb("do" | "target" | "choose", parts=()) as verb) if not verb.denied:
                    return Same("position" if what != "wizard" else "wizard", some, other)
    raise NoSense


def _then(verb: Verb) -> Time | None:
    if verb.sense not in ("do", "cast", "select", "choose") or verb.denied or verb.passive or verb.modal:
        raise NoSense
    bag = Bag(verb.parts)
    time = bag.maybe("time", Time)
    bag.done()
    return None if time is None or time.kind == "now" else time


def most_than_any(way: Said, nbar: Nbar, *noun: Said) -> Phrase:
    """ "(Targeted by) more spells than anyone else"."""
    return more_than_any(way, nbar, *noun)
