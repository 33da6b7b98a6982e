"""What is counted: "for each ...". One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.articles import owned, phrase
from pbp.spells.english.deeds import cast_kind, duels_back
from pbp.spells.english.further import counted_held
from pbp.spells.english.groups import holds_caster
from pbp.spells.english.having import the_one_of
from pbp.spells.english.lexicon import Said, only
from pbp.spells.english.measures import KINDS, WAYS, casts_who, lately, measured, moved
from pbp.spells.english.nbar import _with_mod, n_but, n_rel, singular
from pbp.spells.english.phrases import ME, SUCH, Bag, Casts, Nbar, Number, Own, Owns, Phrase, Some, Time, Values, Verb
from pbp.spells.english.pronouns import how_many_among
from pbp.spells.english.testing import cast_by, wizard_test
from pbp.spells.english.things import ONE, plain_number, sole
from pbp.spells.english.times import duels_in_which
from pbp.spells.sense.conditions import conj, names_of
from pbp.spells.sense.numbers import moved_stars
from pbp.spells.sense.sentences import each_act
from pbp.spells.sense.values import attr_is
from pbp.spells.walk import parts


def counted_in_ring(nbar: Nbar, ring: Said) -> t.Num:
    """ "(For) every Wizard there is in the ring"."""
    if ring.sense != "ring" or nbar.noun.sense not in ("wizard", "spell"):
        raise NoSense
    return counted(nbar)


def counted(nbar: Nbar) -> t.Num:
    """How many there are: Wizards, spells, or Stars that somebody has."""
    noun = nbar.noun
    if any(role == "letter" for role, _ in nbar.mods):
        raise NoSense  # "for each Wizard W" says whom the letter means; it counts nobody
    if _was_counted(nbar):
        if noun.sense != "one":
            phrase(("each", None), replace(nbar, mods=nbar.mods[:-1]))
        return t.Noted("count")
    if noun.sense == "thing":
        return _counted_things(noun.word.detail, Bag(nbar.mods))
    if noun.sense == "time":
        return _counted_times(nbar)
    if noun.sense == "duel":
        return _counted_duels(nbar)
    if noun.word.form == "p" and noun.sense != "spell":
        raise NoSense
    found = phrase(("each", None), nbar)
    match found:
        case Some(who, "each"):
            return t.Count(who)
        case Casts():
            return t.Count(casts_who(replace(found, how="some")))
    raise NoSense


def counted_called(name: str) -> t.Num:
    """ "(2 Stars for each) grain", where the text says how many grains there are."""
    return t.LetterNum(name, each=True)


def _was_counted(nbar: Nbar) -> bool:
    """ "(For each) Wizard counted", "Wizard so counted", "Wizard whom you counted"."""
    match nbar.mods[-1:]:
        case (("part", Verb("count", "n", passive=True, denied=False, parts=() | (("way", _),) | (("adverb", _),))),):
            return True
        case (("rel", ("object", Some(t.Caster()), Verb("count", passive=False, denied=False, modal="", parts=()))),):
            return True
        case (("rel", ("subject", Verb("count", _, True, False, "", _, ()))),):
            return True
    return False


def however_many(nbar: Nbar, subject: Phrase, verb: Verb, made: t.Act) -> t.Act:
    """ "However many Stars they had when the Duel began, they now lose that many"."""
    if t.ThatMany() not in parts(made) or not isinstance(subject, Some) or subject.how != "one":
        raise NoSense
    return ask_number(nbar, subject, verb, made)


def counted_out(count: t.Num, who: Phrase, *_: str) -> t.Num:
    """ "For each Wizard who cast no spell (idle Wizards do not count)"."""
    found = counted_but(count, who)
    match found:
        case t.Count(t.Without(whole, part)):
            return t.Count(t.CountedOut(whole, part))
    return found


def counted_times(noun: Said, what: Phrase, verb: Verb) -> t.Num:
    """ "For each time Burn was cast", "for each time the caster has cast Burn in earlier Duels"."""
    if noun.sense != "time" or noun.word.form != "s" or verb.denied or verb.modal:
        raise NoSense
    bag = Bag(verb.parts)
    match what, verb:
        case Casts(None, t.CastIs() as kind, t.All(), "name"), Verb("cast" | "select", "d", True):
            by, time = bag.maybe("by", Some), bag.maybe("time", Time)
            bag.done()
            if time not in (None, Time("now")):
                raise NoSense
            if by is not None and by.how not in ("one", "some", "any", "each", "plural"):
                raise NoSense
            if by is not None and by.how == "each" and not (by.loose or by.apart):
                raise NoSense  # "each time Burn was cast by both neighbours": by one of them?
            return t.Count(casts_who(Casts(None, kind if by is None else conj(kind, cast_by(by.who)), how="some")))
        case Some(who, "one"), Verb("cast" | "select", passive=False):
            cast, time = bag.take("object", Casts), bag.take("time", Time)
            bag.done()
            names = names_of(cast_kind(cast))
            if time.kind == "back" and len(time.back) < 2 and not time.every and not time.neither and not time.many:
                return t.Duels(t.CastAgain(who, names, *duels_back(time)))
    raise NoSense


def counted_there(nbar: Nbar, rel: Any) -> t.Num:
    """ "For each Wizard there is who is not the caster"."""
    return counted(n_rel(nbar, rel))


def counted_before(nbar: Nbar) -> t.Num:
    """ "For each counted Wizard"."""
    return counted(_with_mod(nbar, "part", Verb("count", "n", passive=True)))


def how_many(nbar: Nbar, preds: Any) -> Phrase:
    """ "(Count) how many Wizards cast Burn"."""
    match preds:
        case Verb("have", "b" | "s", True, False, "", False, (("by", Some(how="one") as owner),)):
            return how_many_of(nbar, owner, Verb("have", "s"))  # "however many Stars are held by the caster"
    if nbar.noun.word.form != "p":
        raise NoSense
    return Number(counted(singular(_with_mod(nbar, "rel", ("subject", preds)))))


def how_many_of(nbar: Nbar, owner: Phrase, verb: Verb) -> Phrase:
    """ "(Count) how many Crystals the caster has"."""
    if nbar.noun.sense == "neighbour" and verb == Verb("have", verb.form) and not nbar.mods and isinstance(owner, Some):
        return Number(t.Count(t.Neighbours(sole(owner))))  # "how many neighbours you have"
    if nbar.noun.sense not in ("thing", "wizard", "spell"):
        raise NoSense
    number = counted(singular(_with_mod(nbar, "rel", ("object", owner, verb))))
    return Number(number, nbar.noun.word.detail if nbar.noun.sense == "thing" else "")


def how_many_of_these(group: Phrase, preds: Any) -> Phrase:
    """ "(Count) how many of your neighbours cast Burn", "how many of your Hat and Robes are Red"."""
    if isinstance(group, Owns):
        return Number(counted_held(group, preds))
    if not isinstance(group, Some) or group.how not in ("each", "plural") or isinstance(preds, tuple):
        raise NoSense
    return Number(t.Count(t.Those(group.who, wizard_test(preds))))


def ask_number(nbar: Nbar, *rest: Any) -> t.Act:
    """ "How many Wizards cast Burn? Gain that many Stars"."""
    act = rest[-1]
    found = how_many(nbar, rest[0]) if len(rest) == 2 else how_many_of(nbar, rest[0], rest[1])
    return ask_number_of(found, act)


def ask_number_but(nbar: Nbar, preds: Any, out: Phrase, act: t.Act) -> t.Act:
    """ "How many Wizards cast Burn, not counting you? Lose 1 Star for each of them"."""
    return ask_number(n_but(nbar, out), preds, act)


def ask_number_of(found: Phrase, act: t.Act) -> t.Act:
    """A number that is asked for, for what follows."""
    assert isinstance(found, Number)
    return t.Seq((t.Clause(None, (t.Note(found.number, found.attr),)), *each_act(act)))


def _counted_things(attr: str, bag: Bag) -> t.Num:
    """ "For each Crystal that the caster has", "for each Star above 10 ..."."""
    worn = bag.maybe("value", Values) or bag.maybe("of", Values)
    if worn is not None:
        if bag.maybe("in", Time) not in (None, Time("ring")):
            raise NoSense
        bag.done()
        return t.Count(t.Those(t.All(), attr_is(attr, worn.values[0] if len(worn.values) == 1 else worn.values)))
    compared = bag.maybe("compare")
    relation = bag.maybe("rel")
    part = bag.maybe("part", Verb)
    match relation:
        case ("subject", Verb(passive=True, denied=False, modal="") as verb) if part is None:
            relation, part = None, verb
    of = bag.maybe("of", Some)
    together = bag.says("together")
    way = bag.says("way")
    bag.done()
    number: t.Num
    match relation, part:
        case ("object", Some(who, how), Verb("have", passive=False, denied=False, modal="") as verb), None:
            inner = Bag(verb.parts)
            compared = compared or inner.maybe("compare")
            together = together or inner.says("together")
            start = inner.maybe("time", Time)
            inner.done()
            if start is not None and (start != Time("start") or verb.form != "d" or how != "one" or together):
                raise NoSense
            number = t.Stat(who, attr, start is not None) if how == "one" and not together else t.Total(who, attr)
        case ("object", Some(who, "one"), Verb() as verb), None if not way:
            number = moved(who, verb, attr)
        case None, Verb() as verb:
            inner = Bag(verb.parts)
            by = inner.maybe("by", Some)
            bare = not verb.parts and verb.sense in ("lose", "gain") and verb.form == "n"  # "for each Crystal lost"
            if way or inner.says("way") or bare:
                inner.done()
                if verb.sense not in KINDS or verb.denied:
                    raise NoSense
                number = t.ThisWay(KINDS[verb.sense], attr, the_one_of(by) if by else None)
            elif verb.sense == "have" and by is not None:
                inner.done()
                number = t.Stat(by.who, attr) if by.how == "one" else t.Total(by.who, attr)
            elif verb.sense in WAYS and by is not None:
                when = lately(inner)
                inner.done()
                number = moved_stars(attr, the_one_of(by), WAYS[verb.sense], *when)
            else:
                raise NoSense
        case None, None if of is not None and of.how == "one":
            number = t.Stat(of.who, attr)
        case _:
            raise NoSense
    if compared is not None:
        op, measure = compared
        if op != ">":
            raise NoSense
        base = measured(measure, attr)
        if not isinstance(base, t.Num):
            raise NoSense
        return t.Greatest((t.Int(0), t.Minus(number, base)))
    return number


def for_each_noted() -> t.Num:
    """ "Count the Wizards who cast Burn and lose 2 Stars for each"."""
    return t.Noted("count")


def count_duels(verb: Said, nbar: Nbar) -> t.Act:
    """ "Count the earlier Duels in which you cast Burn", "count those in which ..." of Duels before this one."""
    if verb.sense not in ("count", "find") or nbar.noun.sense != "duel" or nbar.noun.word.form != "p":
        raise NoSense
    return t.Clause(None, (t.Note(_counted_duels(nbar)),), "b")


def count_duels_in(verb: Said, nbar: Nbar, subject: Phrase, cast: Verb) -> t.Act:
    """ "Count in how many earlier Duels you cast Burn"."""
    return count_duels(verb, _with_mod(nbar, "rel", ("pp", "in", subject, cast)))


def count_duels_among(verb: Said, number: int, nbar: Nbar, subject: Phrase, cast: Verb) -> t.Act:
    """ "Count in how many of the 2 previous Duels you cast Burn"."""
    if verb.sense not in ("count", "find"):
        raise NoSense
    made = how_many_among(("=", t.Int(number)), nbar, "s", ("pp", "in", subject, cast))
    return t.Clause(None, (t.Note(plain_number(made)),), "b")


def looked_back(verb: Said, nbar: Nbar, count: Said, rel: Any) -> t.Act:
    """ "Look back at the Duels before this one and count those in which you cast Burn"."""
    if verb.sense != "look":
        raise NoSense
    return count_duels(count, n_rel(nbar, rel))


def _counted_duels(nbar: Nbar) -> t.Num:
    """ "For each earlier Duel in which the caster cast Greed"."""
    bag = Bag(nbar.mods)
    before = bag.maybe("before", Time)  # "each Duel before this one"
    if (before != Time("now")) == (bag.says("earlier", "adj") is None and bag.says("previous", "adj") is None):
        raise NoSense
    match bag.maybe("rel"):
        case ("pp", "in", Some(who, "one"), Verb("cast" | "select") as verb):
            inner = Bag(verb.parts)
            casts = inner.take("object", Casts)
            inner.done()
            bag.done()
            if verb.denied:
                raise NoSense
            return t.Duels(t.CastAgain(who, names_of(cast_kind(casts)), ()))
        case ("pp", "in", Casts() as casts, Verb("cast", _, True, False, "", _, (("by", Some(who, "one")),))):
            bag.done()
            return t.Duels(t.CastAgain(who, names_of(cast_kind(casts)), ()))
    raise NoSense


def measure_duels(*said: Any) -> Phrase:
    """ "(As many Stars as) there are earlier Duels in which you cast Burn"."""
    nbar = said[-1]
    if nbar.noun.sense != "duel" or nbar.noun.word.form != "p":
        raise NoSense
    return Number(_counted_duels(nbar))


def measure_near(subject: Phrase, have: str, nbar: Nbar) -> Any:
    """ "(As many Stars as) you have neighbours who cast Burn"."""
    if nbar.noun.sense != "neighbour" or nbar.noun.word.form != "p" or have not in ("b", "s"):
        raise NoSense
    if not isinstance(subject, Some) or subject.how != "one" or subject.place:
        raise NoSense
    match owned(subject, nbar):
        case Some(who, "each" | "plural"):
            return Number(t.Count(who))
    raise NoSense


def _counted_times(nbar: Nbar) -> t.Num:
    """ "For each time you cast Burn in the last 3 Duels": nobody casts more than one spell in a Duel."""
    match nbar.mods:
        case (("rel", ("object", Some(who, "one"), Verb("cast" | "select", denied=False, modal="") as verb)),):
            inner = Bag(verb.parts)
            names, time = names_of(cast_kind(inner.take("object", Casts))), inner.take("time", Time)
            inner.done()
            if time.kind != "back" or time.every or time.many or time.neither:
                raise NoSense
            if time.back:
                return t.Truths(tuple(t.CastAgain(who, names, (back,)) for back in time.back))
            if not time.numbers:
                return t.Duels(t.CastAgain(who, names, ()))
    raise NoSense


def counted_owned(owner: Nbar, nbar: Nbar) -> t.Num:
    """ "For each other Wizard's spell that targeted them"."""
    if nbar.noun.sense != "spell":
        raise NoSense
    match owned(phrase(("each", None), owner), nbar):
        case Casts() as casts:
            return t.Count(casts_who(replace(casts, how="some")))
    raise NoSense


def counted_such(owner: Phrase, verb: Verb) -> t.Num:
    """ "(Lose all your Crystals and gain 2 Stars for each) one your neighbours have": of what was spoken of."""
    if verb.sense != "have":
        raise NoSense
    return _counted_things(SUCH, Bag((("rel", ("object", owner, verb)),)))


def counted_changed(attr: str, *said: Any) -> t.Num:
    """ "(1 Star for each) Hat so changed", "Hat that changes", of what was just said to become another."""
    if any(isinstance(word, Said) and word.sense != "change" for word in said):
        raise NoSense
    return t.Count(t.They(f"changed {attr}"))


def counted_whose_changed(nbar: Nbar, attr: str, *said: Any) -> t.Num:
    """ "(1 Star for each) Wizard whose Hat was changed"."""
    if nbar.noun.sense != "wizard" or nbar.mods:
        raise NoSense
    return counted_changed(attr, *said)


def counted_of(*said: Any) -> t.Num:
    """ "Each of your neighbours", "each Duel, out of the 3 previous Duels, in which you cast Burn"."""
    *noun, phrase = said
    only(noun, {"N": ("duel",)})
    if noun and not (isinstance(phrase, Number) and isinstance(phrase.number, t.Truths)):
        raise NoSense
    match phrase:
        case Some(t.They("them" | "they"), "one"):
            return t.Count(t.They("of them"))
        case Some(who, "each" | "plural"):
            return t.Count(who)
        case Own(Some(who, "one"), str() as attr, False) if attr:
            return t.Stat(who, attr)
        case Number(t.Truths() as number):  # "for each of the last 2 Duels in which you cast Burn"
            return number
        case Casts(how="plural" | "each" | "one"):
            return t.Count(casts_who(replace(phrase, how="some")))
    raise NoSense


def counted_in_which(rel: Any) -> t.Num:
    """ "(1 Star for each of the 2 previous Duels in which you cast Burn, and 2 for each) in which you cast Jolt"."""
    match duels_in_which(rel, ("that", None), Bag(()), plural=True):
        case Number(t.Truths() as number):
            return number
    raise NoSense


def number_out_of(*said: Any) -> Phrase:
    """ "The number of Duels, out of the 3 previous Duels, in which you cast Burn"."""
    nouns, phrase = [word for word in said[:-1] if isinstance(word, Said)], said[-1]
    if [noun.sense for noun in nouns] not in (["duel"], ["number", "duel"]) or nouns[-1].word.form != "p":
        raise NoSense
    return Number(counted_of(nouns[-1], phrase))


def for_everyone(nbar: Nbar) -> t.Num:
    """ "(1 Star) for everyone who cast Burn"."""
    if nbar.noun.sense != "somebody" or nbar.noun.word.detail != "each":
        raise NoSense
    match phrase(("bare", None), nbar):
        case Some(who, "each"):
            return t.Count(who)
    raise NoSense


def counted_per(number: t.Num, nbar: Nbar, rounding: str = "down") -> t.Num:
    """ "For every two Wizards who cast Burn"."""
    if number in (ONE, t.Int(0)) or not isinstance(number, t.Int):
        raise NoSense
    if nbar.noun.sense == "thing":
        count = _counted_things(nbar.noun.word.detail, Bag(nbar.mods))
        if isinstance(count, t.Total) and not _together(nbar):
            raise NoSense  # "for every 10 Stars that your neighbours have": each of them, or all together?
        return t.Part(count, number, rounding)
    found = phrase(("bare", None), nbar)
    match found:
        case Some(who, "plural" | "each"):
            return t.Part(t.Count(who), number, rounding)
        case Casts():
            return t.Part(t.Count(casts_who(replace(found, how="some"))), number, rounding)
    raise NoSense


def _together(nbar: Nbar) -> bool:
    """Whether it is said that several are counted as one."""
    for role, value in nbar.mods:
        if isinstance(value, Said) and value.sense == "together":
            return True
        match role, value:
            case "rel", ("object", _, Verb() as verb):
                if any(isinstance(part, Said) and part.sense == "together" for _, part in verb.parts):
                    return True
    return False


def counted_but(count: t.Num, part: Phrase) -> t.Num:
    match count, part:
        case t.Count(t.Casters(group, kind)), Casts(who=t.Owner(t.Caster())):
            if t.Differing() in parts(kind):
                raise NoSense  # "each different spell cast, not counting this one": also where another cast it too?
            return t.Count(t.Casters(group, conj(kind, t.Not(t.Same(ME, t.Caster())))))
        case t.Count(t.Casters()), _:
            raise NoSense
        case t.Count(who), Some(out, "one" | "each" | "plural"):
            return t.Count(t.Without(who, out))
    raise NoSense


NOT_THE_CASTER = {t.Others(), t.Without(t.All(), t.Caster()), t.Not(t.Same(ME, t.Caster())), t.Neighbours(t.Caster())}
"""What leaves out the caster of those whose spells are counted."""


def counted_including(count: t.Num, part: Phrase) -> t.Num:
    match count, part:
        case t.Count(t.Casters(group, kind)), Casts(who=t.Owner(t.Caster())) if not (
            NOT_THE_CASTER & {*parts((group, kind))}
        ):
            return count
        case t.Count(who), Some(t.Caster(), "one") if holds_caster(who):
            return count
    raise NoSense


counted_with = counted_including


def number_of_them() -> Phrase:
    """ "(Count the Wizards who cast Burn. If) their number (is even)"."""
    return Number(t.Count(t.They("counted")))
