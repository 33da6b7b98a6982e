"""Stars and other things that Wizards have: how much, whose, which value."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.flowing import flow_by
from pbp.spells.english.groups import Det
from pbp.spells.english.lexicon import Said
from pbp.spells.english.measures import KINDS, WAYS, lately, measured, most_of, source_of
from pbp.spells.english.of_things import own_test
from pbp.spells.english.phrases import (
    HALVES,
    ME,
    Amount,
    Bag,
    Best,
    Casts,
    Flow,
    LargeFlow,
    NthBest,
    Number,
    Own,
    Phrase,
    Pointer,
    Same,
    Some,
    Time,
    Turn,
    Values,
    Verb,
    Worn,
)
from pbp.spells.english.states import same_thing_as
from pbp.spells.english.things import ONE
from pbp.spells.sense.conditions import conj, not_so
from pbp.spells.sense.values import attr_is, attr_is_not
from pbp.spells.walk import parts, replaced


def things(attr: str, det: Det, bag: Bag) -> Phrase:
    """Stars, or a tracked value: how much of it, whose, or which value."""
    article, value = det
    if article in ("both", "either", "neither"):  # "both Hats", of two that were swapped
        bag.done()
        two = t.Join((t.They(f"swapped first {attr}"), t.They(f"swapped second {attr}")))
        return Own(Some(two, {"both": "each", "either": "some", "neither": "none"}[article]), attr)
    held = bag.maybe("held")
    if held is not None:  # "a Freshness of at least 3"
        bag.done()
        if article not in ("a", "bare") or attr == "Stars":
            raise NoSense
        return Worn(own_test(attr, Verb("be", "s", parts=(("compare", held),))), attr)
    worn = bag.maybe("value", Values) or bag.maybe("of", Values) or bag.maybe("in", Values)  # "in the chosen colour"
    if worn is not None:
        return _worn(attr, worn, det, bag)
    unlike = bag.maybe("unlike", Values)
    if unlike is not None:
        bag.done()
        return _unlike(attr, unlike, article)
    like = bag.maybe("of", Same | Own) if article in ("a", "no", "bare") else None
    if like is not None:
        bag.done()
        return _like(attr, like, article)
    best = bag.maybe("superlative")
    if best is not None:
        among = bag.maybe("of", Some)
        nth = bag.says("ordinal", "adj")
        bag.done()
        if among is not None and (among.who, among.how) != (t.All(), "each"):
            raise NoSense
        if article not in ("the", "bare") or best.sense not in ("most", "fewest"):
            raise NoSense
        return best_of(best, attr, nth)
    if bag.says("same", "adj"):
        of = bag.maybe("as")
        bag.done()
        if article != "the" or of is not None:
            raise NoSense
        return Same(attr)
    if bag.says("different", "adj"):
        bag.done()
        if article == "bare":  # "have different Hats": from each other
            return Same(("different", attr))
        if article != "a":
            raise NoSense
        return Same(attr, other=True)
    if bag.says("chosen", "adj"):
        bag.done()
        if article != "the":
            raise NoSense
        return Worn(t.Is(ME, attr, t.WordInput(-1)), attr, t.WordInput(-1))
    if bag.maybe("averaged"):  # "the average Stars of your neighbours"
        of = bag.take("of", Some)
        bag.done()
        if article != "the" or of.how not in ("each", "plural") or of.place:
            raise NoSense
        return Number(t.Part(t.Total(of.who, attr), t.Count(of.who)), attr)
    extra = bag.says("extra", "adj")
    total = bag.says("total", "adj")
    own = bag.says("own", "adj")
    if article == "owned" or any(role == "of" for role, _ in bag.left):
        bag.says("this", "adj")  # "your present Stars"
    if article == "owned":
        start = at_start(bag)
        bag.done()
        if extra or not isinstance(value, Some):
            raise NoSense
        if total:
            return Number(t.Total(value.who, attr), attr)
        return Own(value, attr, start)
    of = bag.maybe("of", Some)
    if of is not None and article in ("the", "bare"):
        start = at_start(bag)
        bag.done()
        if extra:
            raise NoSense
        if total:
            return Number(t.Total(of.who, attr), attr)
        return Own(replace(of, who=as_at_start(of.who)) if start else of, attr, start)
    if of is not None or own or total:
        raise NoSense
    relation = bag.maybe("rel")
    part = bag.maybe("part", Verb)
    if part == Verb("leave", "n", passive=True) and article in ("count", "no", "any", "bare"):
        part = None  # "no more than 5 Stars left"
    if relation is not None or part is not None:
        return _flow(attr, det, bag, relation, part)
    if article in ("no", "any"):
        bag.says("any")  # "at all"
    compared = bag.maybe("compare")
    more = bag.maybe("comparative")
    together = bag.says("together")
    bag.done()
    if together is not None:
        if article != "count" or compared or more or extra or value[0] not in ("=", "<", "<=", ">", ">=", "=="):
            raise NoSense
        return Amount(value[0], value[1], attr, mode="total")
    if compared is not None:
        return amount_equal_to(attr, compared, article)
    match article, value:
        case "count", ("==", t.ThatMany()):
            raise NoSense  # "that many Crystals", "exactly that many": never the one for the other
        case "count", (op, number):
            return _counted(op, number, attr, extra, more)
        case "a" | "another", _ if more is None:
            return Amount("=", ONE, attr, mode="a" if article == "a" and extra is None else "")
        case "bare", _ if more is not None and extra is None:
            raise NoSense
        case "bare", _ if extra is None:
            return Amount("bare", None, attr)
        case "no", _ if extra is None and more is None:
            return Amount("no", None, attr)
        case "any", _ if extra is None and more is None:
            return Amount("any", None, attr)
        case "the", _ if extra is None and more is None:
            return Amount("the", None, attr)
        case "that" | "those" | "this", _ if extra is None and more is None:
            return Amount("=", t.ThatMany(), attr, mode="that")
        case "all", _ if extra is None and more is None:
            return Amount("all", None, attr)
    raise NoSense


def at_start(bag: Bag) -> bool:
    time = bag.maybe("at", Time) or bag.maybe("time", Time)
    if time is None:
        return False
    if time.kind != "start":
        raise NoSense
    return True


def as_at_start(who: t.Who) -> t.Who:
    """Whose things are spoken of as they were: "of the Wizard with the most Stars at the start": then, or now?"""
    if any(isinstance(part, t.Top | t.Those | t.Casters) for part in parts(who)):
        raise NoSense
    return who


def _counted(op: str, number: Any, attr: str, extra: Any, more: Any) -> Phrase:
    if more is not None:
        if op != "=" or extra:
            raise NoSense
        return Amount("more" if more.sense == ">" else "less", number, attr)
    if extra is not None:
        if op != "=":
            raise NoSense
        return Amount("more", number, attr, mode="extra")
    if op in HALVES:
        raise NoSense
    return Amount(op, number, attr)


def amount_equal_to(attr: str, compared: Any, article: str) -> Phrase:
    """ "Stars equal to the result"; "Stars above 10" in a count."""
    if len(compared) != 2:
        raise NoSense
    op, measure = compared
    if op != "=" or article not in ("bare",):
        raise NoSense
    match measure:
        case Own(Some(who, "one"), str() as other, start) if other:  # "Stars equal to your Crystals"
            return Amount("=", t.Stat(who, other, start), attr)
    number = measured(measure, attr)
    if not isinstance(number, t.Num):
        raise NoSense
    own: dict[t.Node, t.Node] = {
        part: replace(part, attr=attr) for part in parts(number) if isinstance(part, t.Stat) and not part.attr
    }
    return Amount("=", replaced(number, own), attr)


def best_of(best: Said, attr: str, nth: Said | None = None) -> Best | NthBest:
    """ "The most Stars", "the second highest number of Stars"."""
    most = Best(best.sense == "most", attr)
    if nth is None:
        return most
    if nth.word.detail not in ("2", "3"):
        raise NoSense
    return NthBest(most, int(nth.word.detail))


def _like(attr: str, like: Same | Own, article: str) -> Phrase:
    """ "A Hat of the same colour as the caster's"; "a Hat of the caster's Robes"."""
    match like:
        case Same(said, Some() as other, False, None) if said in ("", attr):
            test = same_thing_as(attr, other, False)
        case Own(Some(who, "one"), str() as said, False) if said not in ("", "Stars") and attr != "Stars":
            test = t.Is(ME, attr, t.ValueOf(who, said))
        case _:
            raise NoSense
    return Worn(t.Not(test) if article == "no" else test, attr)


def _worn(attr: str, worn: Values, det: Det, bag: Bag) -> Phrase:
    article = det[0]
    bag.done()
    if attr == "Stars" or worn.both:
        raise NoSense
    found: Any = worn.values[0] if len(worn.values) == 1 else worn.values
    test = attr_is(attr, found)
    value = found if isinstance(found, t.Value) else None
    match article:
        case "a" | "bare" | "the":
            return Worn(test, attr, value)
        case "no":
            return Worn(t.Not(test), attr)
        case "each" | "all":
            return Own(Some(t.Those(t.All(), test), "each"), attr)
    raise NoSense


def _unlike(attr: str, unlike: Values, article: str) -> Phrase:
    """ "A Hat other than Red": whoever has none has no other one."""
    if attr == "Stars" or unlike.both:
        raise NoSense
    none = t.Text("None")
    denied = [attr_is_not(attr, value) for value in dict.fromkeys((none, *unlike.values))]
    test = conj(*denied)
    match article:
        case "a" | "any" | "bare":
            return Worn(test, attr)
        case "no":
            return Worn(not_so(test), attr)
        case "each" | "all":
            return Own(Some(t.Those(t.All(), test), "each"), attr)
    raise NoSense


def _flow(attr: str, det: Det, bag: Bag, relation: Any, part: Verb | None) -> Phrase:
    """ "(All) Stars that the caster would lose", "the Stars lost this way"."""
    article = det[0]
    if relation is not None and part is not None:
        raise NoSense
    who: Some | None = None
    match relation:
        case ("object", Casts() as casts, Verb() as verb):
            bag.done()
            if article not in ("the", "all", "any", "bare"):
                raise NoSense
            return flow_by(casts, verb, attr)
        case None:
            assert part is not None
            verb = part
            verb_bag = Bag(verb.parts)
            who = verb_bag.maybe("by", Some)
        case ("object", Some() as subject, Verb() as verb) if not verb.passive:
            who = subject
            verb_bag = Bag(verb.parts)
        case ("subject", Verb() as verb) if verb.passive:
            verb_bag = Bag(verb.parts)
            who = verb_bag.maybe("by", Some)
        case _:
            raise NoSense
    if verb.denied:
        raise NoSense
    together = verb_bag.says("together") or bag.says("together")
    way_said = verb_bag.says("way") or bag.says("way") or verb_bag.maybe("so", bool)  # "the Stars so lost"
    bag.done()
    if verb.sense == "have" and who is not None and not way_said:
        begun = at_start(verb_bag)  # "the Stars that the caster had at the start of the Duel"
        verb_bag.done()
        if begun and (together or who.how != "one" or verb.form in ("s", "b") or article not in ("the", "bare")):
            raise NoSense
        if who.how == "any" and article in ("the", "bare") and not together:
            return Own(who, attr)
        if article not in ("the", "all", "bare"):
            raise NoSense
        if together or who.how == "each":
            return Number(t.Total(who.who, attr), attr)
        if who.how != "one":
            raise NoSense
        return Own(who, attr, begun)
    if together:
        raise NoSense
    if way_said:
        verb_bag.done()
        if verb.sense not in KINDS or article not in ("the", "all", "bare"):
            raise NoSense
        return Amount(
            "=", t.ThisWay(KINDS[verb.sense], attr, None if who is None else the_one_of(who)), attr, mode="flow"
        )
    if verb.sense not in WAYS and verb.sense not in ("gain|lose", "lose|gain"):
        raise NoSense
    to_come = verb.modal == "would" and ("time", Time("rest")) in verb_bag.left  # as all that would be lost is
    if to_come:
        verb_bag.left.remove(("time", Time("rest")))
    when = lately(verb_bag) or (((None,),) if to_come else ())
    verb_bag.done()
    past = verb.form in ("d", "n") or verb.perfect
    if verb.modal not in ("", "would") or article not in ("the", "all", "any", "bare", "each"):
        raise NoSense
    return Flow(
        attr,
        verb.sense,
        who,
        verb.modal,
        when[0][0] if when else None,
        past and verb.modal != "would" and relation is not None,
        timed=bool(when),
    )


def the_one_of(some: Some) -> t.Who:
    if some.how != "one":
        raise NoSense
    return some.who


def flows(noun: Said, det: Det, bag: Bag) -> Phrase:
    """ "All losses of Stars", "the loss"."""
    of = bag.maybe("of", Amount)
    of = replace(of, op="=") if of is not None and of.op == "===" else of  # "a loss of exactly 2 Stars"
    large = most_of(of) if of is not None else None
    plain = of is not None and of.op in ("=", "bare") and of.mode in ("", "of", "that")
    if det[0] == "a" and of is not None and (large or plain) and not bag.left:
        return Turn(noun.word.detail, of)
    by = bag.maybe("by", Some) or bag.maybe("to", Some) or bag.maybe("for", Some)
    if by is None and noun.word.form == "p":
        by = bag.maybe("of", Some)  # "Star losses of the caster"
    cause = bag.maybe("from", Casts) or bag.maybe("because", Casts)
    way = noun.word.detail
    when = ""
    if (told := _undergone(bag, way)) is not None:
        who, source, when = told
        if by is not None or (source is not None and cause is not None):
            raise NoSense
        by, cause = who, source or cause
    bag.done()
    if det[0] in ("the", "this", "that") and of is None and by is None and cause is None:
        return Pointer("loss" if way == "lose" else "gain")
    if of is not None and of.op != "bare" and not large:
        raise NoSense
    if det[0] == "owned" and by is not None:
        raise NoSense  # "the caster's losses to neighbours": they are not the neighbours' losses
    owner = det[1] if det[0] == "owned" and isinstance(det[1], Some) else by
    if det[0] not in ("all", "owned", "bare", "each", "any") and not (large and det[0] == "a"):
        raise NoSense
    flow = Flow(of.attr if of else "Stars", way, owner, when, source_of(cause) if cause is not None else None)
    return LargeFlow(flow, large) if large else flow


UNDERGOES = {"lose": ("suffer",), "gain": ("enjoy", "gain", "make")}
"""What somebody does to whom a loss or a gain happens."""


def _undergone(bag: Bag, way: str) -> tuple[Some, Casts | None, str] | None:
    """ "(Each loss of Stars) that you (would) suffer from a spell", "suffered by you": whose it is, and from what."""
    match bag.maybe("rel"), bag.maybe("part", Verb):
        case None, None:
            return None
        case ("object", Some() as who, Verb(_, "s" | "b" | "m") as verb), None if not verb.passive:
            inner = Bag(verb.parts)
        case (("subject", Verb(_, "s" | "b" | "m", True) as verb), None) | (None, Verb() as verb):
            inner = Bag(verb.parts)
            who = inner.take("by", Some)
        case _:
            raise NoSense
    if verb.sense not in UNDERGOES[way] or verb.denied or verb.modal not in ("", "would") or verb.perfect:
        raise NoSense
    source = inner.maybe("from", Casts) or inner.maybe("because", Casts)
    inner.done()
    return who, source, verb.modal
