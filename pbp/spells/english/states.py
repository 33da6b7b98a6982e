"""What Wizards have, are, and gained or lost, as tests. A function for each verb, by its sense."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.deeds import duels_back
from pbp.spells.english.lexicon import Said
from pbp.spells.english.measures import lately, measured
from pbp.spells.english.phrases import (
    ME,
    NUMBERED,
    THEY,
    Aim,
    Amount,
    Amounts,
    Bag,
    Best,
    Casts,
    Number,
    Own,
    Phrase,
    Pointer,
    Roles,
    Same,
    Some,
    TiedBest,
    Time,
    Values,
    Verb,
    Worn,
)
from pbp.spells.english.testing import (
    OPS,
    amount_test,
    bound,
    casts_subj,
    held,
    of_wizard,
    own_stat,
    subj,
    than_several,
    than_theirs,
    unless_denied,
    wizard_test,
)
from pbp.spells.english.things import ONE
from pbp.spells.sense.conditions import (
    cast_back,
    compare,
    conj,
    grouped,
    not_so,
    num_parity,
    only_who,
    opposite,
    tied_for,
)
from pbp.spells.sense.numbers import moved_stars
from pbp.spells.sense.values import other_attr, same_as_some, same_attr
from pbp.spells.walk import parts


@of_wizard("have")
def _have(roles: Roles) -> t.Cond:
    test = _has(roles)
    for part in parts(test) if roles.form == "d" else ():
        match part:
            case t.Compare(t.Stat(t.Member(0), start=False), _, t.Stat(who, start=True)) if who != ME:
                raise NoSense  # "had more Stars than you had at the start of the Duel": now, or then as well?
    return test


def _has(roles: Roles) -> t.Cond:
    if not roles.left:  # "if exactly one other Wizard has"
        return unless_denied(roles, t.Did("has" if roles.form in ("s", "b") else "did"))
    time = roles.maybe("time", Time)
    compared = roles.maybe("compare")
    what = roles.take("object")
    if isinstance(what, Amount) and what.floor is not None:
        raise NoSense  # "1 Star for each neighbour who has a Hat, but not less than 1": no limit of what they have
    if what == Pointer("both") and roles.form in ("s", "b") and not (roles.left or roles.modal or roles.verb.perfect):
        return unless_denied(roles, t.Did("both"))
    if what == Number(t.Int(1)) and not (_more_said(roles) or roles.modal or roles.verb.perfect):
        return unless_denied(roles, t.Did("has one"))  # "a Red Hat, and no other Wizard has one"
    if what == Some(t.They("both"), "each") and not (roles.left or roles.modal or roles.verb.perfect or roles.denied):
        return t.Did("has both")  # "(with a Red Hat or Red Robes ...) whoever has both"
    if what == Some(t.They("neither"), "none"):
        if roles.left or roles.modal or roles.verb.perfect or roles.denied or roles.form not in ("s", "b"):
            raise NoSense
        return t.Did("has neither")  # "(who wears both a Hat and Robes ...) each Wizard who wears neither"
    if roles.verb.perfect and roles.form != "n" and isinstance(what, Amount):
        raise NoSense  # "has had fewer than 5 Stars this Duel": at some time
    if time is not None and time.kind == "start" and roles.form in ("s", "b"):
        raise NoSense  # "has fewer than the caster had at the start": the time is that of "had"
    if compared is not None and not isinstance(what, Amount):
        raise NoSense  # "has no neighbour below 3 Stars": that is said of the neighbour
    if time is not None and isinstance(what, Amount) and what.number == t.Stat(THEY, what.attr):
        what = replace(what, number=t.Stat(ME, what.attr))  # "had more at the start than they have now"
    match what:
        case Amount("=", t.ThatMany(), attr, "that") if (
            attr not in ("", *NUMBERED) and compared is None and time is None
        ):
            return unless_denied(roles, t.Is(ME, attr, t.ThatValue(attr)))  # "no other Wizard has that Hat"
        case Amount("bare", _, attr) if compared is not None:
            return unless_denied(roles, bound(compared, lambda op, measure: _than(attr, time, op, measure)))
        case Amount("=", t.Stat(), _, "") if roles.denied:
            raise NoSense  # "does not have as many Stars as you": has fewer, or another number?
        case Amount():
            if compared is not None:
                raise NoSense
            parity = roles.maybe("adj")
            if parity is not None:
                raise NoSense
            return unless_denied(roles, amount_test(own_stat(what.attr, time), what))
        case Number(t.Int(0)):
            raise NoSense
        case Best(most, attr) if time is None or time.kind == "ring":
            among = roles.maybe("among", Some) or roles.maybe("of", Some)
            if among is not None and (among.how not in ("each", "plural") or among.place):
                raise NoSense
            group = t.All() if among is None else among.who
            return unless_denied(roles, t.In(ME, t.Top(group, t.Stat(t.Member(), attr), most)))
        case TiedBest(Best(most, attr), ties) if time is None or time.kind == "ring":
            if roles.denied:
                raise NoSense  # "do not have the most Stars (a tie counts)": as having them, or as not having them?
            if ties == "none":  # "the most Stars (ties don't count)": more than anybody else has
                more = Amount(">" if most else "<", measured(Some(t.Others(), "each"), attr), attr)
                return unless_denied(roles, amount_test(own_stat(attr, None), more))
            return unless_denied(roles, t.In(ME, t.Top(t.All(), t.Stat(t.Member(), attr), most, ties)))
        case Amounts() if time is None and not roles.denied:
            return unless_denied(roles, held(what))  # "each Wizard who has a Hat and a Staff"
        case Worn(t.And(), "") if roles.denied:
            raise NoSense  # "does not have a Hat and Robes": neither, or not both?
        case Worn(test, attr) if time is None and attr not in ("only", "spell"):
            return unless_denied(roles, test)
        case Same() if time not in (None, Time("now"), Time("ring")):
            raise NoSense  # "had the same Hat as you at the start of the Duel": what one has now alone is known
        case Same(str() as attr, Some() as other, different, None) if attr not in ("spell", "position", "wizard"):
            return unless_denied(roles, same_thing_as(attr, other, different))
        case Own(Some(_, "one") as owner, str() as attr, False) if _named_owner(owner, attr) and time is None:
            return unless_denied(roles, same_thing_as(attr, owner, False))  # "no other Wizard has the caster's Hat"
        case Same(str() as attr, None, different, None) if attr not in ("spell", "position", "wizard"):
            test = same_attr(attr, t.They("left out"))
            return unless_denied(roles, t.Not(test) if different else test)
        case Some(_, "some" | "none" | "count" | "each" | "any") if time is None:
            return unless_denied(roles, _have_neighbours(what))
    raise NoSense


def _more_said(roles: Roles) -> bool:
    """Whether more is left than that somebody "also" has it, "too"."""
    return any(not isinstance(said, Said) or said.sense != "also" for _, said in roles.left)


@of_wizard("share")
def _share(roles: Roles) -> t.Cond:
    """ "Each Wizard who shares the caster's Hat", "... that Hat": has the same; "shares the most Stars"."""
    what = roles.take("object")
    match what:
        case Best():
            return _tied_for(roles, what)
        case Own(Some(_, "one") as owner, str() as attr, False) if _named_owner(owner, attr):
            return unless_denied(roles, same_thing_as(attr, owner, False))
        case Amount("=", t.ThatMany(), attr, "that") if attr not in ("", *NUMBERED):
            return unless_denied(roles, t.Is(ME, attr, t.ThatValue(attr)))
    raise NoSense


def _named_owner(owner: Some, attr: str) -> bool:
    """Whether it is said whose Hat it is, and not "their Hat", which could be anybody's own."""
    return attr not in ("", *NUMBERED) and owner.who != THEY


def _than(attr: str, time: Time | None, op: str, measure: Any) -> t.Cond:
    number = measured(measure, attr)
    if isinstance(number, Some):
        return than_several(own_stat(attr, time), op, number)
    return than_theirs(own_stat(attr, time), op, number, attr)


def same_thing_as(attr: str, other: Some, different: bool) -> t.Cond:
    if attr == "Stars":
        raise NoSense
    if other.how == "one":
        return other_attr(attr, other.who) if different else same_attr(attr, other.who)
    least = other.how == "count" and (other.op, other.number) == (">=", ONE)  # "at least one of their neighbours"
    if (other.how in ("some", "any") or least) and not different:
        return same_as_some(attr, other.who)
    raise NoSense


def _have_neighbours(some: Some) -> t.Cond:
    """ "Has a neighbour who cast Burn"."""
    group = some.who
    tests: list[t.Cond] = []
    while isinstance(group, t.Those):
        tests.insert(0, group.test)
        group = group.group
    if group != t.Neighbours(t.They("owner")):
        raise NoSense
    op, number, _ = subj(some)
    return t.Holds(t.Neighbours(ME), op, number, grouped(conj(*tests)) if tests else t.Always())


@of_wizard("be")
def _be(roles: Roles) -> t.Cond:
    if not roles.left:  # "if they are not"
        return unless_denied(roles, t.Did("is"))
    near = roles.maybe("near")
    if near is not None:
        return unless_denied(roles, near_test(near))
    place = roles.maybe("at", Some) or roles.maybe("in", Some)
    if place is not None:
        return unless_denied(roles, at_test(place))
    parity = _in_parity(roles)
    if parity is not None:
        return parity
    dressed = _dressed(roles)
    if dressed is not None:
        return unless_denied(roles, dressed)
    among = roles.maybe("among", Some)
    if among is not None:
        if among.how not in ("each", "plural", "one"):
            raise NoSense  # "is among at least two Wizards who cast Burn": only if there are two?
        # In brackets: "who is among the Wizards with the most Stars" is not "who has the most" of some.
        return unless_denied(roles, grouped(t.In(ME, among.who)))
    so_many = roles.maybe("at", Amount)
    if so_many is not None and so_many.attr and so_many.op in ("=", "<", "<=", ">", ">="):  # "is at 12 Stars or above"
        return unless_denied(roles, t.Compare(t.Stat(ME, so_many.attr), so_many.op, so_many.number))
    compared = roles.maybe("compare")
    match compared:
        case ("<" | "<=" | ">" | ">=" as op, Amount("=", t.Int() as bar, str() as attr)) if attr:
            return unless_denied(roles, t.Compare(t.Stat(ME, attr), op, bar))  # "is below 12 Stars"
        case "<", Number(t.Int(0), ""):
            return unless_denied(roles, t.Compare(t.Stat(ME, ""), "<", t.Int(0)))  # "is below 0": no position is
    if compared is not None:
        return unless_denied(roles, bound(compared, place_than))
    adjective = roles.maybe("adj")
    if adjective is not None:
        then = roles.maybe("time", Time)
        if then is not None and then.kind == "back":
            return unless_denied(roles, _idle_then(adjective, then))
        if then is not None and then.kind != "now":
            raise NoSense
        return unless_denied(roles, _adjective(adjective))
    what = roles.take("object")
    match what:
        case Aim(casts):  # "was the target of a Burn spell"
            return _target_of(roles, casts)
        case Some(who, "one"):
            return unless_denied(roles, t.Same(ME, who))
        case Some(t.Those(t.All() | t.They("one of kind"), test), "some"):  # "is someone who has fewer than 5 Stars"
            return unless_denied(roles, grouped(test))
        case Some(who, "some" | "being"):
            return unless_denied(roles, t.In(ME, who))
        case Some(who, "plural") if roles.form in ("b", "d") and t.They("owner") not in parts(who):
            return unless_denied(roles, t.In(ME, who))  # "(Wizards who) are neighbours of the chosen Wizard"
        case Worn(test, "only") if roles.denied and any(isinstance(part, t.Top) for part in parts(test)):
            raise NoSense  # "not the only one with the most Stars": one of several who have them, or none of them?
        case Worn(test):
            return unless_denied(roles, only_who(test)) if what.attr == "only" else unless_denied(roles, test)
        case Number(number):
            return unless_denied(roles, t.Compare(t.Position(ME), "=", number))
    raise NoSense


def _dressed(roles: Roles) -> t.Cond | None:
    """ "(If you) are in a Red Hat", "are without a Hat", as one who has it, or has it not."""
    match next(((role, value) for role, value in roles.left if role in ("in", "without")), None):
        case "in", (Worn(attr=str() as attr) | Same(str() as attr, Some()) | Amount("=", t.ThatMany(), attr, "that")):
            if attr in ("", "spell", "only", "place", "number", *NUMBERED):
                raise NoSense
        case "without", Worn(t.And(), ""):
            raise NoSense  # "without a Hat and a Staff": without either, or without one of them?
        case "without", Worn() | Amount("any" | "bare") | Amount("=", t.Int(1), _):
            thing = roles.take("without")
            return not_so(wizard_test(Verb("have", "b", parts=(("object", thing),))))
        case _:
            return None
    return wizard_test(Verb("have", "b", parts=(("object", roles.take("in")),)))


@of_wizard("become")
def _becomes(roles: Roles) -> t.Cond:
    """ "If the caster becomes the target of a spell"."""
    return _target_of(roles, roles.take("object", Aim).casts)


def _target_of(roles: Roles, casts: Casts) -> t.Cond:
    """That a spell of these targets somebody. Raises NoSense."""
    if casts.how not in ("some", "name") or roles.maybe("time", Time) not in (None, Time("now")):
        raise NoSense
    op, number, who = casts_subj(casts)
    return unless_denied(roles, t.Holds(who, op, number, t.Targets(t.Member(0), t.Member(1))))


def place_than(op: str, measure: Any) -> t.Cond:
    if op == "=" and isinstance(measure, Own):
        raise NoSense  # "(look at their Hats.) If they are the same as yours": no position is
    return compare(t.Position(ME), (op, place_number(measure)))


def place_number(measure: Any) -> t.Num:
    match measure:
        case Number(number):
            return number
        case Some(who, "one", place=True):
            return t.Position(who)
        case Own(Some(who, "one"), "", False):
            return t.Position(who)
    raise NoSense


def near_test(near: Phrase) -> t.Cond:
    """Next to somebody."""
    match near:
        case Some(who, "one"):
            return t.In(ME, t.Neighbours(who))
        case Own(Some(who, "one"), "", False):
            return t.In(ME, t.Neighbours(who))
        case Some(group, "some"):
            return t.Holds(t.Neighbours(ME), ">=", ONE, t.In(ME, group))
    raise NoSense


def at_test(place: Some) -> t.Cond:
    """In a position: who is there."""
    if not place.place:
        raise NoSense
    match place:
        case Some(t.At(number), "one"):
            return t.Compare(t.Position(ME), "=", number)
        case Some(who, "one"):
            return t.Same(ME, who)
        case Some(t.Those(t.All() | t.They("one of kind"), test), "some"):
            return test
    raise NoSense


def _idle_then(adjective: Any, time: Time) -> t.Cond:
    """ "Was idle in the previous Duel"."""
    if getattr(adjective, "sense", "") != "idle" or len(time.back) + len(time.numbers) != 1 or time.many is not None:
        raise NoSense  # "idle in the last 3 Duels": in each, or in one of them?
    return t.Not(cast_back(t.CastIs(ME), duels_back(time)))


def _adjective(adjective: Any) -> t.Cond:
    """What an adjective claims of a Wizard or of a position."""
    denied = False
    while isinstance(adjective, tuple) and adjective[0] == "not":
        denied, adjective = not denied, adjective[1]
    if isinstance(adjective, tuple):
        raise NoSense
    if isinstance(adjective, Values):
        raise NoSense
    match adjective.sense:
        case "idle":
            test: t.Cond = t.IsIdle(ME)
        case "active":
            test = t.Not(t.IsIdle(ME))
        case "odd":
            test = num_parity(t.Position(ME), True)
        case "even":
            test = num_parity(t.Position(ME), False)
        case "adjacent":
            raise NoSense
        case _:
            raise NoSense
    return opposite(test) if denied else test


@of_wizard("begin", "start")
def _began(roles: Roles) -> t.Cond:
    """ "Started the Duel with more than 10 Stars"."""
    what = roles.take("with", Amount)
    time = roles.maybe("object", Time) or roles.maybe("time", Time)
    if time not in (None, Time("now")) or roles.form not in ("d", "n"):
        raise NoSense
    return unless_denied(roles, amount_test(own_stat(what.attr, Time("start")), what))


@of_wizard("adjoin", "passive adjoin")
def _adjoin(roles: Roles) -> t.Cond:
    """ "Who neighbours the caster", "who is flanked by the caster"."""
    return unless_denied(roles, near_test(roles.take("by" if roles.verb.passive else "object")))


@of_wizard("belong")
def _belongs(roles: Roles) -> t.Cond:
    """ "Who belongs to the Wizards with the most Stars"."""
    who = roles.take("object", Some)
    if who.how not in ("each", "plural") or who.place:
        raise NoSense
    return unless_denied(roles, grouped(t.In(ME, who.who)))


@of_wizard("stand", "passive stand")
def _stand(roles: Roles) -> t.Cond:
    """ "Who stands next to the caster", "(a Wizard) seated at position 3"."""
    if roles.verb.passive and roles.maybe("by") is not None:
        raise NoSense
    near = roles.maybe("near")
    if near is not None:
        return unless_denied(roles, near_test(near))
    place = roles.maybe("at", Some) or roles.maybe("in", Some) or roles.maybe("on", Some) or roles.maybe("object", Some)
    if place is None:
        parity = _in_parity(roles)
        if parity is None:
            raise NoSense
        return parity
    return unless_denied(roles, at_test(place))


def _in_parity(roles: Roles) -> t.Cond | None:
    """ "(If you are in an odd position, ...) If you are in an even one"."""
    match next((value for role, value in roles.left if role in ("in", "at")), None):
        case Worn(test, "place"):
            roles.maybe("in") or roles.maybe("at")
            return unless_denied(roles, test)
    return None


@of_wizard("passive tie")
def _tied(roles: Roles) -> t.Cond:
    return _tied_for(roles, roles.take("for", Best))


def _tied_for(roles: Roles, best: Best) -> t.Cond:
    match roles.maybe("with", Some):
        case None | Some(t.All() | t.Others(), "some" | "any" | "plural" | "count", "" | ">=", None | t.Int(1)):
            return unless_denied(roles, tied_for(t.Top(t.All(), t.Stat(t.Member(), best.attr), best.most)))
    raise NoSense


@of_wizard("gain", "lose", "gain|lose", "lose|gain")
def _has_moved(roles: Roles) -> t.Cond:
    past = roles.form == "d" or roles.verb.perfect or (roles.form in ("b", "s") and roles.denied)
    if not past or roles.modal:
        raise NoSense
    what = roles.take("object", Amount)
    if what.op == "no" and not what.attr:
        raise NoSense  # "who lost none this Duel": none of what?
    time, so_far = roles.maybe("time", Time), roles.says("sofar")
    ways, causes = roles.verb.sense.split("|"), _causes(roles)
    if what.op not in ("any", "bare", "no") and any(
        getattr(cause, "how", "") in ("some", "any") for _, cause in causes
    ):
        raise NoSense  # "lost at least 2 Stars to a Belligerent spell": to one of them, or to all together?
    when = lately(Bag((*(("time", x) for x in (time,) if x), *(("adverb", so_far) for _ in (1,) if so_far), *causes)))
    tests = [
        t.Compare(moved_stars(what.attr, ME, {"lose": "lost", "gain": "gained"}[way], *when), *so_much_of(what))
        for way in ways
    ]
    if len(tests) == 1:
        return unless_denied(roles, tests[0])
    if what.op not in ("any", "bare"):
        raise NoSense
    if roles.not_so():
        return grouped(t.And(tuple(map(t.Not, tests))))
    return grouped(t.Or(tuple(tests)))


@of_wizard("passive make", "passive cause")
def _made_to(roles: Roles) -> t.Cond:
    """ "Was made to lose Stars by another Wizard's spell this Duel"."""
    inner = roles.take("to do", Verb)
    if inner.sense not in ("lose", "gain") or inner.denied or inner.passive or inner.modal or inner.perfect:
        raise NoSense
    told = [("from" if role == "by" else role, value) for role, value in (*inner.parts, *roles.left)]
    if not any(role == "from" and isinstance(value, Casts) for role, value in told):
        raise NoSense
    roles.left = told
    roles.verb = replace(roles.verb, sense=inner.sense, passive=False, perfect=True)
    return _has_moved(roles)


@of_wizard("passive give", "passive award")
def _given(roles: Roles) -> t.Cond:
    """ "Was given Stars by Gift"."""
    by = roles.maybe("by", Casts)
    if by is not None:
        roles.left.append(("from", by))
    roles.verb = replace(roles.verb, sense="gain", perfect=True)
    return _has_moved(roles)


def _causes(roles: Roles) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for role in ("from", "because", *(("to",) if roles.verb.sense == "lose" else ())):
        cause = roles.maybe(role, Casts | Pointer)
        if cause is not None:
            found.append((role, Casts(who=t.They("spell")) if cause == Pointer("it") else cause))
    return found


def so_much_of(amount: Amount) -> tuple[str, t.Num]:
    op, number = OPS.get(amount.op, amount.op), amount.number
    if op in ("any", "bare"):
        return ">=", ONE
    if op == "no":
        return "=", t.Int(0)
    if (op in ("<", "<=", ">", ">=") or amount.op == "==") and isinstance(number, t.Int):
        return op, number
    raise NoSense


@of_wizard("do")
def _did(roles: Roles) -> t.Cond:
    """ "If they did", "if nobody else has"."""
    if roles.modal:
        raise NoSense
    return unless_denied(roles, t.Did("does" if roles.form in ("s", "b") else "did"))
