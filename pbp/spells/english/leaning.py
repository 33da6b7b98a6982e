"""Short conditions and outcomes that lean on what stands just before: "if it already was", "and vice versa".

One function for each name after "->".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.adverbials import pp
from pbp.spells.english.articles import bare
from pbp.spells.english.claims import claim
from pbp.spells.english.comparing import LOOKED_AT
from pbp.spells.english.familiar import SAID_OF
from pbp.spells.english.lexicon import Said, only
from pbp.spells.english.outcomes import act
from pbp.spells.english.phrases import ME, Amount, Casts, Nbar, Number, Own, Phrase, Pointer, Some, Time, Verb
from pbp.spells.english.pronouns import which_with_more
from pbp.spells.english.verbs import v_be, vp_pp
from pbp.spells.sense.conditions import check_of_a_time, conj, opposite, tied_for
from pbp.spells.sense.sentences import Lead
from pbp.spells.walk import conjuncts, is_one, parts

# ---- of two


def neighbour_with_more(near: Nbar, *said: Any) -> Phrase:
    """ "Whichever neighbour has more Stars", "the neighbour with fewer Crystals": of the two."""
    two = bare(replace(near, noun=replace(near.noun, word=replace(near.noun.word, form="p"))))
    *form, way, what = said
    if near.noun.sense != "neighbour" or near.noun.word.form != "s" or form not in ([], ["s"]):
        raise NoSense
    if not isinstance(two, Some) or not isinstance(two.who, t.Neighbours):
        raise NoSense
    return which_with_more(Some(two.who, "each"), way, what)


# ---- how it is then


def claim_next(subject: Phrase, preds: Any) -> t.Cond:
    """ "(If) you then have fewer than 5 Stars": in a further step; never what was cast then."""
    if isinstance(preds, Verb) and (preds.form == "d" or preds.perfect or preds.modal):
        raise NoSense
    cond = claim(subject, preds)
    check_of_a_time(cond)
    return t.ByThen(cond, step=True)


def claim_next_is(subject: Phrase, be: str, said: tuple[str, Any]) -> t.Cond:
    """ "(If) your Hat is then Red"."""
    if be not in ("s", "b"):
        raise NoSense
    kind, part = said
    return claim_next(subject, SAID_OF[kind](v_be(be), part))


# ---- the other cases of what was asked


def lead_turned(*_: Any) -> Lead:
    """ "If it is the other way round, ...": of the two numbers that were compared, the other is the higher one."""
    return "else turned", None


def lead_level(*said: Any) -> Lead:
    """ "If there are just as many of both, ...": of the two numbers that were compared."""
    return _level(said), None


def lead_level_you(*said: Any) -> Lead:
    """ "If you have equally many (Stars), ...": the caster is one of the two."""
    return _level(said), t.In(t.Caster(), t.Caster())


def _level(said: tuple[Any, ...]) -> str:
    """What leads to the case of as many, of a thing where it is named: "the same number of Stars"."""
    things = [part for part in said if isinstance(part, str) and part not in ("", "s", "b", "d", "g")]
    return " ".join(("else =", *things))


def lead_off_by(subject: Phrase, be: str, *numbers: int) -> Lead:
    """ "If the chosen number is one too high or one too low, ...", "if you are off by 1, ...": from what was asked."""
    match subject:
        case Number(t.NumberInput() | t.Result()) | Pointer("it" | "the number") | Some(t.Caster(you=True), "one"):
            pass
        case Amount("=", t.ThatMany(), "", "that"):
            pass
        case _:
            raise NoSense
    if be not in ("s", "d", "b") or len(set(numbers)) != 1:
        raise NoSense
    return f"else {numbers[0]}", None


def lead_tied(way: Said) -> Lead:
    """ "(If you have the most Stars, ...) If tied for most, ..."."""
    if way.sense not in ("most", "fewest"):
        raise NoSense
    top = t.Top(t.All(), t.Stat(ME, LOOKED_AT), way.sense == "most")
    return "if", t.Holds(t.Caster(you=True), ">=", t.Int(1), tied_for(top))


def lead_taken() -> Lead:
    """ "(If they cast Burn, then) after it has taken effect (you gain 1 Star)"."""
    return "after", None


def lead_already(subject: Phrase, *said: Any) -> Lead:
    """ "If it already was, ...": what the sentence before has made of it."""
    if any(be not in ("s", "d") for be in said if isinstance(be, str)) or len(said) != 1:
        raise NoSense
    match subject:
        case Pointer("it"):
            return "if", t.WasAlready()
        case Own(Some(who, "one"), str() as attr, False):
            return "if", t.WasAlready(who, attr)
    raise NoSense


# ---- what one does not lose beside it


def act_none_from(subject: Phrase, verb: Verb, preposition: Said, *other: Any) -> t.Act:
    """ "You lose no Stars from Burn and none from Jolt either", "... twice as many, but none from any others"."""
    made, status, attr = _flow_status(subject, verb)
    named = [one for one in other if isinstance(one, Phrase)]
    if not named:
        only([one for one in other if isinstance(one, Said)], {"N": ("spell",)})
        spared = replace(status, source=opposite(status.source), how="cancel", amount=None)
        inner = made.act if isinstance(made, t.Lasting) else made
        assert isinstance(inner, t.Clause)
        return t.Seq((made, _around(made, replace(inner, acts=(spared,)))))
    return _flow_from(subject, verb, Amount("no", None, attr), preposition, named[0])


def act_flow_from(subject: Phrase, verb: Verb, amount: Phrase, preposition: Said, source: Phrase) -> t.Act:
    """ "You lose no Stars from Jolt, but twice as many from Burn", "1 fewer Star from Jolt and 1 more from Burn"."""
    *_, attr = _flow_status(subject, verb)
    if not isinstance(amount, Amount) or amount.attr not in ("", attr) or amount.op == "=":
        raise NoSense  # "you lose 1 Star less from Jolt, and 2 from Burn": 2 less?
    return _flow_from(subject, verb, replace(amount, attr=attr), preposition, source)


def _flow_status(subject: Phrase, verb: Verb) -> tuple[t.Act, t.Watch, str]:
    """What is said of losses or gains from some spells, its status, and what is lost or gained. Raises NoSense."""
    what = [value for role, value in verb.parts if role == "object" and isinstance(value, Amount)]
    if verb.sense not in ("lose", "gain") or verb.passive or verb.denied or len(what) != 1:
        raise NoSense
    made = act(subject, verb)
    match made.act if isinstance(made, t.Lasting) else made:
        case t.Clause(_, (t.Watch(source=source) as status,)) if source != t.Always():
            return made, status, what[0].attr
    raise NoSense


def _flow_from(subject: Phrase, verb: Verb, amount: Amount, preposition: Said, source: Phrase) -> t.Act:
    """The same of losses or gains from other spells."""
    if isinstance(source, Casts) and t.Same(ME, t.Caster()) in parts(source.kind):
        raise NoSense  # "none from any other spell": than Burn, or than this one?
    lasts = tuple(part for part in verb.parts if isinstance(part[1], Time))
    rest = act(subject, vp_pp(replace(verb, parts=(("object", amount), *lasts)), pp(preposition, source)))
    match rest.act if isinstance(rest, t.Lasting) else rest:
        case t.Clause(_, (t.Watch(),)):
            return t.Seq((act(subject, verb), rest))
    raise NoSense


def _around(made: t.Act, inner: t.Act) -> t.Act:
    """What lasts as long as the other."""
    return replace(made, act=inner) if isinstance(made, t.Lasting) else inner


# ---- both ways


def turned(moved: t.Redirect | t.Replace) -> t.Act:
    """ "Spells that target you target the chosen Wizard instead, and vice versa": at once, and as it is before that."""
    match moved:
        case t.Redirect(t.Casters() as who, t.Who() as was, to):
            return replace(moved, who=_aimed(who, was, to), was=to, to=was)
        case t.Replace(
            t.Those(t.All() | t.Others(), t.CastIs(t.Member(0), (str() as name,))) as who, str() as spell, ()
        ):
            return replace(moved, who=replace(who, test=t.CastIs(ME, (spell,))), spell=name)
    raise NoSense


def _aimed(who: t.Casters, was: t.Who, to: t.Who) -> t.Who:
    """The same spells, but that they target the other one. Raises NoSense."""
    tests = conjuncts(who.kind)
    told = [test for test in tests if test != t.Targets(ME, was)]
    plain = all(isinstance(test, t.CastIs | t.CastTrait) or test == t.Not(t.Same(ME, t.Caster())) for test in told)
    said = [part for part in parts((who, was, to)) if isinstance(part, t.They | t.Others | t.Pick | t.Top)]
    words = any(not isinstance(part, t.They) or not part.word.startswith("position ") for part in said)
    if len(told) != len(tests) - 1 or who.group != t.All() or not plain or words or not (is_one(was) and is_one(to)):
        raise NoSense
    return replace(who, kind=conj(*told, t.Targets(ME, to)))
