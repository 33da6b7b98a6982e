"""What Wizards cast, choose and target, as tests. A function for each verb, by its sense."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.measures import two_times
from pbp.spells.english.phrases import (
    ME,
    NOT_THIS,
    THAT_DUEL,
    THEY,
    Amount,
    Casts,
    MoreCasts,
    Number,
    OfSet,
    OrNothing,
    Phrase,
    Pointer,
    Roles,
    Same,
    Some,
    Time,
    Times,
)
from pbp.spells.english.testing import OPS, casts_subj, of_spell, of_wizard, subj, unless_denied, wizard_test
from pbp.spells.english.things import ONE
from pbp.spells.sense.conditions import both_duels, cast_as, cast_back, compare, conj, disj, grouped, names_of, opposite
from pbp.spells.walk import conjuncts, is_one, parts, replaced


def cast_kind(casts: Casts) -> t.Cond:
    """What it is to cast one of these."""
    if casts.own and casts.who is not None:
        return t.CastIs(ME, (t.OwnName(),))
    if casts.who == t.They("such") and casts.how in ("some", "each"):
        return t.In(ME, t.They("such"))  # "cast such a spell"
    if casts.who in (t.They("it"), t.They("spell")):
        return t.CastIs(ME, (t.OwnName(True, casts.who == t.They("spell")),))
    match casts.who:
        case t.They(word) if word.startswith("spell "):
            return t.In(ME, casts.who)  # "the Wizard who cast that Burn"
    if casts.who is not None or casts.kind is None or casts.group != t.All():
        raise NoSense
    if casts.how == "none":
        return t.Not(casts.kind)
    match casts:
        case Casts(kind=t.And((t.CastIs(names=()), t.CastTrait() as trait)), how="some"):
            return trait  # "a Peaceful spell", which is a spell
    if casts.how in ("some", "name", "the name", "plural", "other") and t.Differing() not in parts(casts.kind):
        return casts.kind
    raise NoSense


@of_wizard("cast", "select")
def _cast(roles: Roles) -> t.Cond:
    what = roles.maybe("object", Casts | Same | Pointer | Some | Number | OfSet | OrNothing)
    if isinstance(what, OrNothing):
        if roles.maybe("time", Time) not in (None, Time("now")) or roles.left or roles.denied:
            raise NoSense  # "did not cast Burn or nothing"
        plainly = replace(roles.verb, parts=(("object", what.casts),))
        return disj(wizard_test(plainly), t.Not(t.CastIs(ME)))
    if what == Some(t.They("neither"), "none"):
        what = OfSet(2, "none")
    if isinstance(what, OfSet):
        if roles.left or (roles.denied and what.how != "some"):
            raise NoSense
        cast = t.Did(f"cast of {what.number}")
        return t.Not(cast) if what.how == "none" else unless_denied(roles, cast)
    if what == Pointer("different one"):
        if roles.left or roles.denied:
            raise NoSense
        return t.Did("cast another")
    if isinstance(what, Number):
        where, then = roles.maybe("in", Some), roles.maybe("time", Time)
        if what.number != ONE or roles.left or roles.form == "s" or then not in (None, THAT_DUEL):
            raise NoSense
        if where is not None and then is None:
            return _in_those_duels(roles, where)
        if where is not None:
            raise NoSense
        return unless_denied(roles, t.Did("cast then" if then else "cast"))  # "those who cast one (in that Duel)"
    if isinstance(what, Pointer) and what.bare and not roles.left:
        return unless_denied(roles, t.Did("cast some"))  # "if nobody cast any": of the spells just spoken of
    at = roles.maybe("at", Some | Same) or roles.maybe("on", Some | Same) or roles.maybe("because", Some)
    if at == Same("wizard") and ("on", at) in roles.verb.parts:  # "cast Burn on the same Wizard"
        at = Some(t.They("same"))
    if isinstance(at, Same):
        at = _same_target(at)
    if at is not None and isinstance(what, Casts) and what.how == "none":
        if roles.denied:
            raise NoSense
        what, roles.denied = replace(what, how="some"), True  # "cast no spell at you": none that targets you
    again = roles.says("again")
    time, never, ever = roles.maybe("time", Time | Times), roles.says("never"), roles.says("ever")
    roles.says("ever")  # "ever ... before"
    if roles.says("anytime") and not (isinstance(time, Time) and time.kind in ("back", "now") and not time.every):
        raise NoSense
    if roles.says("oncemore") and (
        roles.denied or never or not isinstance(time, Time) or time.kind != "back" or time.every
    ):
        raise NoSense  # "did not cast Burn at least once in the last 3 Duels": never, or not in one of them?
    as_at = roles.maybe("as at", Time)
    if as_at is not None:
        if not isinstance(time, Time) or what != Same("spell"):
            raise NoSense
        time = two_times("both", time, as_at)
    if isinstance(time, Times):
        return _cast_twice(roles, what, time)
    kind: t.Cond
    match what:
        case Casts(kind=t.Cond() as told, but_this=True):
            kind = cast_kind(replace(what, kind=replaced(told, {NOT_THIS: t.Not(t.CastIs(ME, (t.OwnName(),)))})))
        case Casts(kind=t.Cond() as told) if any(isinstance(part, t.Same) for part in parts(told)):
            raise NoSense  # "if they selected another spell": than which?
        case Casts(kind=t.Cond() as told) if any(map(_whose, conjuncts(told))):
            raise NoSense  # "who cast a spell that you cast": the same one as you, and not that of yours
        case Casts(t.Owner(owner), None, how="one", own=False) if is_one(owner):
            if owner == THEY and not (isinstance(time, Time) and time.kind == "back"):
                raise NoSense
            # "cast, in the previous Duel, the spell that they cast in this Duel"
            spell = t.SpellOf(t.They("themselves") if owner == THEY else owner)
            if isinstance(time, Time) and time.kind == "back":
                said = [role for role, _ in roles.verb.parts if role in ("time", "object")]
                if at is not None or never or ever or time.many or time.neither or said != ["time", "object"]:
                    raise NoSense  # "the spell that they cast in the previous Duel": it is that spell's time
                return unless_denied(roles, t.CastAgain(ME, (spell,), *duels_back(time)))
            kind = t.CastIs(ME, (spell,))
        case Casts():
            kind = cast_kind(what)
        case Same("spell", None | Some(t.They("they"), "one"), True, Time() as then):
            if time is not None or at is not None or roles.denied or never:
                raise NoSense
            kind = _another_spell(then)
        case Same("spell", Some() as other, different, then):
            if time is not None and then is not None:
                if time != Time("now"):
                    raise NoSense
                time = None  # "the same spell this Duel as they did in the previous one"
            kind = _same_spell(other, then)
            if different:
                if other != Some(t.Caster()):
                    raise NoSense
                kind = conj(t.CastIs(ME), t.Not(kind))
        case Same("spell", None, False, Time() as then):
            kind = t.CastAgain(ME, (t.SpellOf(ME),), *duels_back(then))
        case Pointer("it") if again:
            if time != Time("now") or roles.denied or never:
                raise NoSense
            again = None
            kind = t.CastIs(ME, (t.OwnName(True, again=True),))
        case Pointer("it") | Some(t.They("them"), "one"):
            kind = t.CastIs(ME, (t.OwnName(True),))
        case Same("spell", None, False, None) if time is not None and time.kind == "back":
            if time.many is not None or time.neither or at is not None:
                raise NoSense
            kind = t.CastAgain(ME, (t.SpellOf(t.They("spell")),), *duels_back(time))  # as the spell spoken of
            time = None
        case Pointer("this"):
            kind = t.CastIs(ME, (t.OwnName(),))
        case Pointer(bare=True):
            raise NoSense  # "cast any in the previous Duel"
        case Pointer("anything" | "nothing"):
            kind = t.CastIs(ME)
        case Pointer("nothing") if at is None and time in (None, Time("now")) and not (never or ever or roles.denied):
            return t.Not(t.CastIs(ME))
        case _:
            raise NoSense
    if again:
        raise NoSense  # "cast Burn again": it is not said before when
    if at is not None:
        kind = conj(kind, t.Targets(ME, subj(at)[2] if at.how == "one" else _some_target(at)))
    if ever or (never and time is None):
        if time is not None and time != Time("back"):
            raise NoSense
        time = Time("back")
    if time is not None and time.kind == "back":
        none = isinstance(kind, t.Not) or what == Pointer("nothing") or roles.denied or never
        if at is not None or (none and time.one):
            raise NoSense  # "no Burn in one of the 2 previous Duels": in neither, or not in both?
        kind = in_duels(kind, time)
        if time.neither:
            kind = t.Not(kind)
    elif time is not None and time.kind != "now":
        raise NoSense
    if what == Pointer("nothing"):
        if roles.denied or never or ever or at is not None or (isinstance(time, Time) and time.every):
            raise NoSense
        return t.Not(kind)
    if never:
        if roles.denied:
            raise NoSense
        kind = t.Not(kind)
    if roles.not_so():
        if isinstance(what, Casts) and what.how in ("none", "other"):
            raise NoSense
        if isinstance(time, Time) and time.every:
            raise NoSense  # "did not cast Burn in all the previous 2 Duels": not in all, or in none?
        return opposite(kind)
    return kind


def _whose(test: t.Cond) -> bool:
    """Whether this says of a spell by whom it was cast, or was not: "that you did not cast"."""
    match test:
        case t.Not(part):
            return _whose(part)
        case t.Or(several):
            return any(map(_whose, several))
        case t.In(t.Member(0)):
            return True
    return False


def _another_spell(then: Time) -> t.Cond:
    """ "Cast a different spell than in the previous Duel": one then, and another now. Raises NoSense."""
    if then.many or then.neither or len((*then.back, *then.numbers)) != 1:
        raise NoSense
    back = duels_back(then)
    return conj(t.CastIs(ME), t.CastAgain(ME, (), *back), t.Not(t.CastAgain(ME, (t.SpellOf(ME),), *back)))


def _in_those_duels(roles: Roles, where: Some) -> t.Cond:
    """ "Those who cast one in both", "in neither of them": of the two Duels that were spoken of. Raises NoSense."""
    if roles.denied:
        raise NoSense
    match where:
        case Some(t.They("both" | "those"), "each"):
            return t.Did("cast in both")
        case Some(t.They("neither" | "those"), "none"):
            return t.Did("cast in neither")
    raise NoSense


def _cast_twice(roles: Roles, what: Any, times: Times) -> t.Cond:
    """ "Cast Burn both in this Duel and in the previous Duel": "a spell" might be the same one then, or another.

    Without "both", "no Wizard cast Burn in this Duel and in the previous one" leaves open what is denied.
    """
    if what == Same("spell") and times.how in ("both", "and"):
        if times.first.kind == times.second.kind == "back":
            raise NoSense  # "the same spell in Duel X-1 and X-2": as now, or in both of them?
        then = times.second if times.second.kind == "back" else times.first
        kind: t.Cond = t.CastAgain(ME, (t.SpellOf(ME),), *duels_back(then))
        return unless_denied(roles, kind)
    kind = cast_kind(what) if isinstance(what, Casts) else t.Mixed()
    names = names_of(kind)
    if len(names) != 1:
        raise NoSense
    then = times.second if times.second.kind == "back" else times.first
    if times.first.kind == times.second.kind == "back":  # "in the previous Duel and in the one before it"
        if roles.denied or times.how != "and":
            raise NoSense
        return both_duels(cast_back(kind, (tuple(sorted((*times.first.back, *times.second.back))), True)))
    back = cast_back(kind, duels_back(then))
    match times.how:
        case "both":
            return unless_denied(roles, grouped(conj(kind, back)))
        case "or" if roles.not_so():
            return grouped(conj(t.Not(kind), t.Not(back)))
        case "or":
            return grouped(disj(kind, back))
        case _ if roles.denied:
            raise NoSense
        case "and":
            return both_duels(grouped(conj(kind, back)))
        case "not" if then == times.second:
            return both_duels(conj(kind, t.Not(back)))
        case "not":
            return both_duels(conj(t.Not(kind), back))
    return both_duels(conj(t.Not(kind), t.Not(back)))


def in_duels(kind: t.Cond, time: Time) -> t.Cond:
    """Cast in earlier Duels: in one of them, in each, or in so many."""
    cast = cast_back(kind, duels_back(time))
    if time.many is None:
        return cast
    op, number = time.many
    if not isinstance(cast, t.CastAgain):
        raise NoSense
    return t.Compare(t.Duels(cast), OPS.get(op, op), number)


def duels_back(time: Time) -> tuple[Any, ...]:
    if time.kind != "back":
        raise NoSense
    return (time.back, time.every, time.numbers) if time.numbers else (time.back, time.every)


def _same_spell(other: Some, then: Time | None) -> t.Cond:
    if then is not None:
        if other.how != "one":
            raise NoSense
        return t.CastAgain(
            t.They("themselves") if other.who == THEY else other.who, (t.SpellOf(ME),), *duels_back(then)
        )
    if other.how == "one":
        return t.CastIs(ME, (t.SpellOf(other.who),))
    return cast_as(subj(other))


def _same_target(same: Same) -> Some:
    """ "At the same position": as this spell, or as somebody's."""
    match same:
        case Same("position" | "wizard", Some(other, "one"), False, None):
            return Some(t.TargetOf(t.Owner(other)))
    if same.what not in ("position", "wizard") or same.of is not None or same.other or same.then is not None:
        raise NoSense
    return Some(t.They("same target"))


def _some_target(some: Some) -> t.Who:
    """Any of these, at whom a spell is cast: not "at two Wizards", and "at nobody" leaves open if it is cast at all."""
    if some.how in ("some", "plural", "any", "others") or (some.how, some.op, some.number) == ("count", ">=", ONE):
        return some.who
    raise NoSense


@of_wizard("choose")
def _choose(roles: Roles) -> t.Cond:
    same = roles.maybe("object", Same)
    if same is not None and same.what in ("position", "wizard", "target"):
        bare = same == Same(same.what) and roles.verb.form == "d" and not roles.denied
        return _same_chosen(roles, same) if bare else _targets(roles, same)
    if same is not None:
        roles.left.append(("object", same))
    who = roles.maybe("object", Some)
    return _cast(roles) if who is None else _targets(roles, who)


def _same_chosen(roles: Roles, same: Same) -> t.Cond:
    """ "Who chose the same position", "who named the same Wizard": as the caster."""
    if same != Same(same.what) or roles.left:
        raise NoSense
    return t.Targets(ME, t.They("same target" if same.what == "position" else "same"))


@of_wizard("target")
def _wizard_targets(roles: Roles) -> t.Cond:
    kind = roles.maybe("with", Casts)
    who = roles.take("object")
    test = _targets(roles, who)
    if kind is None:
        return test
    if kind.how == "none":  # "targeted you with no spell", "with neither Burn nor Jolt"
        if isinstance(test, t.Not):
            raise NoSense
        return t.Not(conj(cast_kind(replace(kind, how="some")), test))
    if isinstance(test, t.Not):
        return t.Not(conj(cast_kind(kind), test.part))  # "did not target you with Burn": whoever cast Jolt did not
    return conj(cast_kind(kind), test)


@of_spell("target")
def _spell_targets(roles: Roles) -> t.Cond:
    denied, whom = roles.denied, roles.take("object")
    if isinstance(whom, Some) and whom.loose and whom.how == "each" and not denied:
        whom = replace(whom, how="plural")  # "spells that target the caster's neighbours"
    test = _targets(roles, whom)
    return conj(t.CastIs(ME), test) if denied else test


def _targets(roles: Roles, who: Phrase) -> t.Cond:
    time = roles.maybe("time", Time)
    if time is not None and time.kind != "now":
        raise NoSense
    match who:
        case Some(t.All(), "some" | "plural"):
            return unless_denied(roles, t.Targets(ME, None))
        case Some(t.All(), "none"):
            return t.Not(t.Targets(ME, None))
        case Some(t.They("self"), "one"):
            return unless_denied(roles, t.In(ME, t.TargetOf(ME)))
        case Some(t.They("same"), _):
            raise NoSense
        case Some(whom, "one" | "some" | "plural"):
            return unless_denied(roles, t.Targets(ME, whom))
        case Some(whom, "none"):
            return t.Not(t.Targets(ME, whom))
        case Same("position" | "wizard", None, False, None):
            return unless_denied(roles, t.Targets(ME, t.They("same target")))
        case Same("position" | "wizard", Some(other, "one"), False, None):
            return unless_denied(roles, t.Targets(ME, t.TargetOf(t.Owner(other))))
    raise NoSense


def _hitting(casts: Casts, whom: t.Who) -> t.Num:
    """How many of these spells target somebody."""
    return t.Count(t.Casters(casts.group, conj(casts.kind or t.CastIs(ME), t.Targets(ME, whom))))


@of_wizard("passive target", "passive choose")
def _targeted(roles: Roles) -> t.Cond:
    time = roles.maybe("time", Time)
    if time is not None and time.kind != "now":
        raise NoSense
    by = roles.maybe("by", Casts | Some | Pointer | MoreCasts | Amount)
    hit = t.Targets(t.Member(0), t.Member(1))
    if isinstance(by, MoreCasts):
        if roles.verb.sense != "target" or roles.denied:
            raise NoSense
        return compare(_hitting(by.casts, t.Member(1)), (by.op, _hitting(by.casts, by.than)))
    if isinstance(by, Amount):  # "(each Wizard targeted by no spell, and each one) targeted by at least two"
        if by.attr or by.mode or by.op not in (">=", ">", "<=", "<", "==") or not isinstance(by.number, t.Int):
            raise NoSense
        op = "=" if by.op == "==" else by.op
        return unless_denied(roles, t.Holds(t.Casters(t.They("of kind"), t.CastIs(ME)), op, by.number, hit))
    if by == Pointer("most spells") and roles.verb.sense == "target":
        return t.In(ME, t.Top(t.All(), t.Count(t.Those(t.All(), hit)), True))
    if isinstance(by, Pointer):
        if by.word != "it":
            raise NoSense
        by = Casts(who=t.They("spell"))
    if by is None:
        if roles.verb.sense == "choose":
            raise NoSense
        return unless_denied(roles, t.Holds(t.Casters(t.All(), t.CastIs(ME)), ">=", ONE, hit))
    if isinstance(by, Casts):
        op, number, who = casts_subj(by)
    else:
        op, number, who = subj(by)
    return unless_denied(roles, t.Holds(who, op, number, hit))
