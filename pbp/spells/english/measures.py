"""By what something is measured or compared. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.lexicon import Said, Word, more_or_less, only
from pbp.spells.english.phrases import (
    ME,
    Amount,
    Bag,
    Casts,
    MoreCasts,
    Nbar,
    Number,
    OfCasts,
    Own,
    Phrase,
    Pointer,
    Some,
    Time,
    Times,
    Verb,
    Worn,
)
from pbp.spells.english.things import ONE, Quant, plain_number, scaled, sole, the_difference, unlike
from pbp.spells.sense.conditions import conj, source
from pbp.spells.sense.numbers import moved_stars
from pbp.spells.walk import conjuncts, is_one, parts, replaced


def thing_of(nbar: Nbar) -> str:
    """The thing a bare noun names: "Stars". Raises NoSense if anything else is said of it."""
    if nbar.noun.sense == "number" and len(nbar.mods) == 1:
        role, value = nbar.mods[0]
        if role == "of" and isinstance(value, Amount) and value.op == "bare":
            return value.attr
    if nbar.noun.sense != "thing" or nbar.mods:
        raise NoSense
    return nbar.noun.word.detail


def most_of(amount: Amount) -> int | None:
    """The number that is not yet above: of "more than 2" and of "3 or more" it is 2; None if it is not said so."""
    if amount.op in (">", ">=") and isinstance(amount.number, t.Int) and not amount.mode:
        return amount.number.value - (amount.op == ">=")
    return None


def source_of(phrase: Casts) -> t.Cond:
    """Spells as a test of the caster of a change. Raises NoSense where it is not said which."""
    if phrase.how == "none" or phrase.how == "count":
        raise NoSense
    if phrase.who is not None:
        return source(phrase.who)
    kind = phrase.kind or t.Always()
    return source(t.Casters(phrase.group, kind))


def retargeted(verb: Verb) -> t.Cond:
    """ "(Its target) has already been changed (by another Burn)"; said whether or not it is denied."""
    left = Bag(verb.parts)
    by = left.maybe("by", Casts)
    if by is not None and by.own and by.who is not None and by.how != "name":
        raise NoSense  # "by this spell": which moves no target twice
    _ = left.says("already"), left.says("ever"), left.says("yet")
    left.done()
    if by is None:
        return t.Retargeted(ME)
    others = t.In(ME, t.Others())
    test = replaced(source_of(by), {t.Not(t.Same(ME, t.Caster())): others})  # "another Burn" is another Wizard's
    if isinstance(test, t.And) and others in test.parts:
        test = conj(*(part for part in test.parts if part != others), others)
    return t.Retargeted(ME, test)


SHARED = t.CastIs(t.Member(0), (t.SpellOf(t.Member(1)),))
"""That somebody cast the same spell as one of a group."""


def told_which(casts: Casts) -> Casts:
    """What somebody is told to do something to: nobody says which "a spell", "a neighbour's spell" is."""
    if casts.lone:
        raise NoSense
    return casts


def casts_who(phrase: Casts) -> t.Who:
    """Those who cast these spells."""
    if phrase.who is not None:
        return phrase.who
    kind = phrase.kind or t.CastIs(t.Member())
    if any(isinstance(test, t.Holds) and test.test == SHARED for test in conjuncts(kind)):
        raise NoSense  # "each spell that a neighbour also cast": theirs, or the others' of that name?
    return t.Casters(phrase.group, kind, phrase.how == "each")


def lately(bag: Bag, *, perfect: bool = False) -> tuple[tuple[t.Cond | None], ...]:
    """That a time in this Duel or a source is said of a gain or a loss; and the source."""
    time = bag.maybe("time", Time)
    if time is not None and time.kind not in ("now", "sofar"):
        raise NoSense
    so_far = bag.says("sofar")
    if time is not None:
        bag.says("already")
    cause = bag.maybe("from", Casts | Pointer) or bag.maybe("because", Casts | Pointer) or bag.maybe("to", Casts)
    if isinstance(cause, Pointer):
        if cause.word != "it":
            raise NoSense
        cause = Casts(who=t.They("spell"))
    if cause is not None and cause.how == "each":
        raise NoSense  # "as many Stars as you lost to a single spell": to which of them?
    if cause is None and time is None and so_far is None:
        return ()
    return ((source_of(cause) if cause is not None else None,),)


WAYS = {"lose": "lost", "gain": "gained"}


KINDS = {"lose": "loss", "gain": "gain", "pay": "paid"}


def moved(who: t.Who, verb: Verb, attr: str) -> t.Num:
    """What a Wizard gained or lost: "(as many Stars as) they lost this Duel", or "this way"."""
    bag = Bag(verb.parts)
    if verb.denied or verb.modal or verb.passive:
        raise NoSense
    if bag.says("way"):
        bag.done()
        if verb.sense not in KINDS:
            raise NoSense
        return t.ThisWay(KINDS[verb.sense], attr, who)
    if verb.sense in ("gain|lose", "lose|gain"):
        when = lately(bag)
        bag.done()
        return t.Moved(who, "net", attr, when[0][0] if when else None)
    if verb.sense in WAYS and verb.form in ("s", "b") and not verb.perfect:
        lately(bag)
        bag.done()
        way = "loss" if verb.sense == "lose" else "gain"
        return t.Untimed(t.Moved(who, way, attr), "present")  # "as many Stars as they lose": what is still to come
    if verb.sense not in WAYS:
        raise NoSense
    when = lately(bag)
    bag.done()
    found = moved_stars(attr, who, WAYS[verb.sense], *when)
    return replace(found, tense="perfect") if isinstance(found, t.Untimed) and verb.perfect else found


def measured(measure: Any, attr: str) -> Any:
    """The number by which something is measured, of that thing; or Wizards who are compared each for themselves."""
    match measure:
        case Number(number):
            return number
        case Amount("=", number, said) if said in ("", attr):
            return of_thing(number, attr)
        case Amount("=", t.ThisWay() | t.Times(_, t.ThisWay()) | t.Part(t.ThisWay()) as number, _, "flow"):
            # "Stars equal to (half of) the number of Crystals lost this way"
            return number
        case Own(owner, said, start) if said in ("", attr):
            return t.Stat(sole(owner), attr, start)
        case Some(t.LetterWho() as letter, "one", place=False):
            return t.Stat(replace(letter, person=True), attr)
        case Some(who, "one", place=False):
            return t.Stat(who, attr, bare=True)
        case Some(who, "one", place=True):
            return t.Position(who)
        case Own(Some(who, "one"), "", False):
            return t.Stat(who, attr)
        case Some(t.All(), "some" | "any"):
            raise NoSense  # "more Stars than anyone": than everybody else, or than anybody?
        case Some(who, "any"):
            return Some(who, "each")
        case ("time", Time("start")):
            return t.Stat(ME, attr, True)
        case Some(_, "each" | "some" | "none"):
            return measure
        case Some(_, "count", "==" | ">=" | "<=" | ">" | "<", t.Int(), place=False):
            return measure  # "than exactly one other Wizard"
        case Pointer("that") if attr:
            return t.ThatMany()  # "fewer Crystals than that"
        case ("clause", Some() as some, Verb() as verb):
            return _measured_by(some, verb, attr)
        case ("there", Some() as some):
            return t.Count(some.who)
        case ("there", Casts() as casts):
            return t.Count(casts_who(casts))
    raise NoSense


def of_thing(number: Any, attr: str) -> Any:
    """ "(Crystals of at least) twice the caster's": their Crystals."""
    unsaid: dict[t.Node, t.Node] = {
        part: replace(part, attr=attr) for part in parts(number) if isinstance(part, t.Stat) and not part.attr
    }
    return replaced(number, unsaid) if attr and unsaid else number


def _measured_by(some: Some, verb: Verb, attr: str) -> Any:
    bag = Bag(verb.parts)
    if verb.sense == "choose" and some == Some(t.Caster()) and not (verb.parts or verb.denied or verb.modal):
        return t.NumberInput(-1)  # "as many as you chose"
    if verb.sense == "be" and attr:
        raise NoSense  # "as many Stars as you were (given by the target)": nobody is so many Stars
    if verb.sense in ("have", "do", "be") and not verb.denied and not verb.modal:
        own = bag.maybe("object", Amount)
        if own is not None:
            if own.op != "bare":
                raise NoSense
            attr = own.attr
        time = bag.maybe("time", Time)
        together = bag.says("together")
        bag.says("now")
        bag.done()
        if time is not None and time.kind not in ("start", "now"):
            raise NoSense
        if together and is_one(some.who) and not isinstance(some.who, t.They):
            raise NoSense  # "as many Stars as you have together": you, and who else?
        if together:
            return t.Total(some.who, attr)
        if some.how != "one":
            return some
        began = time is not None and time.kind == "start"
        did = verb.sense == "do" and own is None
        return t.Stat(some.who, attr, began, bare=did, did=did)
    return moved(sole(some), verb, attr)


def measure_of_their_own(subject: Phrase, verb: Verb) -> Any:
    """ "(They gain half as many Stars) as they have themselves"."""
    if subject != Some(t.They("they")):
        raise NoSense
    return measure_clause(subject, verb)


def measure_of_your_own(subject: Phrase, verb: Verb) -> Any:
    """ "(More than) you have yourself"."""
    if subject != Some(t.Caster(you=True)):
        raise NoSense
    return measure_clause(subject, verb)


def measure_clause(subject: Phrase, verb: Verb) -> Any:
    if verb.sense == "show" and not (verb.denied or verb.modal or verb.passive or verb.parts):
        return shown(subject)  # "as many Stars as the roll shows"
    if _is_cost(subject, verb):
        return Number(t.Paid(), "Stars")  # "as many Stars as this spell cost you"
    rolled = rolled_by(subject, verb)
    if rolled is not None:
        return rolled  # "as many Stars as you rolled"
    if verb.sense == "differ":
        return measure_differs(subject, verb)  # "as many Stars as your number of Stars differs from 10"
    if subject == Pointer("it") and verb.sense == "be" and verb.form == "d" and not (verb.denied or verb.modal):
        match verb.parts:  # "lower than it was when the Duel started"
            case (("time", Time("start") as start),):
                return "time", start
    if isinstance(subject, Amount) and subject.op == "bare" and verb.passive and verb.sense == "have":
        inner = measure_passive(verb)  # "(as many Stars as) Crystals are held by the caster"
        return "clause", inner[1], inner[2].add("object", subject)
    match verb.parts:
        case (("object", Some() as whom), ("do" | "to do", Verb() as done)) if verb == Verb(
            "cause", "d", parts=verb.parts
        ) and done == Verb(done.sense, done.form):  # "as many Stars as that spell made you gain or lose"
            spell = Casts(t.They("spell")) if subject == Pointer("it") else subject
            if not isinstance(spell, Casts) or done.sense not in (*WAYS, "gain|lose", "lose|gain"):
                raise NoSense
            return "clause", whom, replace(done, form="d", parts=(("from", spell),))
    if isinstance(subject, Some) and subject.place and verb.sense == "be":
        raise NoSense  # "Stars equal to your position are lost": it is the Stars that are
    if not isinstance(subject, Some) or subject.how == "any":
        raise NoSense  # "more Stars than any other Wizard has": than each of them, as without the verb
    return "clause", subject, verb


def _is_cost(subject: Phrase, verb: Verb) -> bool:
    """ "(As many Stars as) this spell cost you", "you paid for this spell"."""
    if verb.denied or verb.modal or verb.passive or verb.perfect:
        return False
    match subject, verb:
        case Casts(own=True), Verb("cost", _, parts=() | (("object", Some(t.Caster(), "one")),)):
            return True
        case Some(t.Caster(), "one"), Verb("pay", parts=(("for", Casts(own=True)),)):
            return True
    return False


def measure_differs(subject: Phrase, verb: Verb) -> Number:
    """ "(As many Stars as) your number of Stars differs from 10": by so much."""
    if verb.sense != "differ" or verb.form == "d" or verb.denied or verb.modal or verb.passive or len(verb.parts) != 1:
        raise NoSense
    ((role, other),) = verb.parts
    if role != "from":
        raise NoSense
    return measure_away(subject, "", other)


def measure_away(left: Phrase, be: str, right: Phrase) -> Number:
    """ "(As many Stars as) your number of Stars is away from 10"."""
    if be == "d":
        raise NoSense  # "was away from 10": when?
    found = the_difference(left, right)
    assert isinstance(found, Number)
    return found


def measure_between(_be: str, *numbers: Phrase) -> Number:
    """ "(As many Stars as) there are between your number of Stars and 10, whichever is bigger"."""
    return gap_said(the_difference(numbers[0], numbers[1]), *numbers[2:])


def gap_said(phrase: Phrase, *said: Any) -> Number:
    """ "(The difference between your Stars and 10,) whichever is bigger", "regardless of whether it is above 10"."""
    match phrase:
        case Number(t.Result("its gap")) if not any(isinstance(more, Phrase) for more in said):
            return replace(gap_said(Number(t.Gap(t.Int(0), t.Int(1))), *said), number=phrase.number)
        case Number(t.Gap(left, right)) as number:
            ways = [more.sense for more in said if isinstance(more, Said) and more.word.sort == "C"]
            if (len(ways) == 1 and ways[0] != ">") or len(set(ways)) < len(ways):
                raise NoSense  # "whichever is smaller": of the two numbers? "Higher or higher"
            if any(isinstance(more, int) and more != 2 for more in said):
                raise NoSense
            for more in said:
                if isinstance(more, Phrase) and plain_number(more) not in (left, right):
                    raise NoSense
                if isinstance(more, Said) and more.word.detail:
                    raise NoSense
            return number
    raise NoSense


def rolled_by(subject: Phrase, verb: Verb) -> Phrase | None:
    """What the caster rolls: "(as many Stars as) you rolled", "you roll on DICE4"; None if it is not that."""
    if subject != Some(t.Caster()) or verb.sense != "roll" or verb.denied or verb.modal or verb.passive:
        return None
    match verb.parts:
        case ():
            return Number(t.Result())
        case ((("on" | "with"), Number(t.Roll()) as roll),) if isinstance(roll, Number):
            return roll
    raise NoSense


def shown(subject: Phrase) -> Phrase:
    """The number that a die or an order shows. Raises NoSense."""
    match subject:
        case Pointer("it" | "that"):
            return Number(t.Result("it"))
        case Pointer("the number"):
            return Number(t.NumberInput(-1))
        case Number(t.Result() | t.Roll() | t.NumberInput()):
            return subject
    raise NoSense


def measure_began(subject: Phrase, *said: Any) -> Any:
    """ "(Than) you began the Duel with"."""
    verb, duel = said[0], said[1] if len(said) > 1 else Time("now")
    if not isinstance(subject, Some) or verb.sense != "begin" or duel != Time("now"):
        raise NoSense
    return "clause", subject, Verb("have", "d", parts=(("time", Time("start")),))


def measure_passive(verb: Verb) -> Any:
    """ "(As) have been gained by the caster this Duel", "(than) were held by them"."""
    bag = Bag(verb.parts)
    by = bag.maybe("by", Some)
    if by is None and verb.passive and verb.sense == "have" and not (verb.denied or verb.modal):
        match bag.left:  # "(if more Stars are held by them) than were held at the start of the Duel"
            case [("time", Time("start") as start)]:
                return "time", start
    if not verb.passive or by is None or verb.denied or verb.modal:
        raise NoSense
    if verb.sense == "have":
        for adverb in ("already", "now", "still"):
            bag.says(adverb)
    if by == Some(t.They("them")):
        by = Some(t.They("they"))
    return "clause", by, replace(verb, passive=False, form="d", parts=tuple(bag.left))


def measure_had_begun(subject: Phrase, form: str, verb: Said) -> Any:
    """ "(Than) they had to begin with"."""
    if form != "d":
        raise NoSense
    return measure_began(subject, verb)


def measure_pp(part: tuple[str, Any]) -> Any:
    """ "(Than) at the start of the Duel", "(as) in the previous Duel"."""
    role, time = part
    if role == "by" and isinstance(time, Some):
        return time  # "(more are held by the caster) than by the chosen Wizard"
    if not isinstance(time, Time):
        raise NoSense
    return "time", during(role, time)


def q_plus(left: t.Num, right: t.Num) -> Quant:
    return "=", t.Add((left, _one_term(right)))


def q_minus(left: t.Num, right: t.Num) -> Quant:
    return "=", t.Minus(left, _one_term(right))


def _one_term(right: t.Num) -> t.Num:
    """What is added or taken off: "10 minus 3 plus 1" is read from the left. Raises NoSense."""
    if isinstance(right, t.Add | t.Minus):
        raise NoSense
    return right


def or_more(number: t.Num, nbar: Nbar, way: Said) -> Phrase:
    """ "10 Stars or fewer"."""
    if nbar.noun.sense == "wizard" and nbar.noun.word.form == "p" and not nbar.mods:
        return Some(t.All(), "count", way.sense + "=", number)
    return Amount(way.sense + "=", number, thing_of(nbar))


BEFORE_THAT = "before that"
"""The Duel before the one just named: "or the one before it"."""


def at_times(preposition: str, time: Time | Times) -> Time | Times:
    """One time or two with their preposition."""
    if isinstance(time, Times):
        return replace(time, first=during(preposition, time.first), second=during(preposition, time.second))
    return during(preposition, time)


def during(preposition: str, time: Time) -> Time:
    """A time with its preposition: "until the end of this Duel" is its rest, "for this Duel" all of it."""
    match preposition, time.kind:
        case "until", "end":
            return Time("rest")
        case "for" | "during" | "in", "rest":
            return time
        case ("in" | "during" | "for" | "of", "now") | ("in", "sofar"):
            return time
        case "in" | "during" | "for", "back":
            return time
        case "in" | "during", "before that":
            return time
        case "at" | "in", "start":
            return time
        case "in" | "of" | "on", "ring":
            return time
    raise NoSense


def two_times(how: str, left: Time, right: Time) -> Time | Times:
    """Two Duels of which something is said together: this one and an earlier one, or two earlier ones. Or NoSense."""
    if right.kind == BEFORE_THAT and left.kind == "back" and len(left.back) == 1:
        right = Time("back", (left.back[0] + 1,))  # "the previous Duel or the one before it"
    match left, right:
        case Time("back", (*some, _) as one, False, (), False, None), Time("back", (first,), False, (), False, None):
            backs = tuple(sorted({*one, first}))
            if len(backs) == len(one) or len(some) > 3:
                raise NoSense
            if how == "and":
                return Times(how, left, right)
            if how not in ("or", "both", "nor"):
                raise NoSense
            return Time("back", backs, how == "both", neither=how == "nor")
    if {left.kind, right.kind} != {"now", "back"}:
        raise NoSense
    return Times(how, left, right)


def two_backs(how: str, first: int, second: int) -> Time | Times:
    """Two earlier Duels by how far back they are."""
    return two_times(how, Time("back", (first,)), Time("back", (second,)))


def measure_named(*said: Any) -> Any:
    """ "(As many Stars as) are named by the chosen number", "as shown by the roll"."""
    verb, what = said
    only((verb,), {"V": ("show", "choose", "state", "give")})
    if not isinstance(what, Number):
        raise NoSense  # "as many as are chosen by the caster"
    return shown(what)


def measure_there(_be: str, phrase: Phrase) -> Any:
    return "there", phrase


def _amount(op: str, measure: Any, nbar: Nbar) -> Phrase:
    if nbar.noun.sense == "speed" and not nbar.mods:
        return Worn(t.Compare(t.SpeedOf(ME), op, speed_number(measure)), "spell")
    if nbar.noun.sense == "position" and op in ("<", ">") and not nbar.mods:  # "a lower position than the caster"
        match measure:
            case Some(who, "one") | Own(Some(who, "one"), "", False):
                return Some(t.Those(t.All(), t.Compare(t.Position(ME), op, t.Position(who))), "some", place=True)
    if nbar.noun.sense == "position":  # "as many positions after the caster as the result"
        raise NoSense
    attr = thing_of(nbar)
    return Amount(op, measured(measure, attr), attr)


def speed_number(measure: Any) -> t.Num:
    """With which Speed one is compared."""
    match measure:
        case Number(number):
            return number
        case OfCasts(casts):
            return speed_number(casts)
        case Casts(who=t.Owner(who)):
            return t.SpeedOf(who)
        case Casts(who=t.Who() as who):
            return t.SpeedOf(who)
        case Own(Some(who, "one"), "", False):
            return t.SpeedOf(who)
    raise NoSense


WHOSE_SPEED = "whose speed"
"""The Wizard with whose spell one is compared where it is not said with which: "a faster spell"."""


def faster(way: Said, speed: t.Num) -> t.Cond:
    """ "A faster spell (than this one)"."""
    if way.word.detail != "speed":
        raise NoSense
    return t.Compare(t.SpeedOf(ME), way.sense, speed)


def speed_than(op: str, measure: Any) -> t.Cond:
    """How fast a spell is, compared with a number or with another spell."""
    if op not in ("<", "<=", ">", ">=", "=", "!="):
        raise NoSense
    return t.Compare(t.SpeedOf(ME), op, speed_number(measure))


def as_many(nbar: Nbar, measure: Any) -> Phrase:
    match measure:
        case Own(Some(who, "one"), str() as other, start) if other not in ("", thing_of(nbar)):
            return Amount("=", t.Stat(who, other, start), thing_of(nbar))  # "as many Stars as the Crystals they have"
        case "clause", who, Verb(
            "have" | "lose" | "gain", parts=(("object", Amount("bare", None, str() as other)),)
        ) as verb:
            told = measured(("clause", who, replace(verb, parts=())), other)  # "as many Crystals as you lost Stars"
            return Amount("=", told, thing_of(nbar))
        case Some(t.Who() as who, "one", place=False) if nbar.noun.sense == "spell" and not nbar.mods:
            if nbar.noun.word.form != "p" or isinstance(who, t.They):
                raise NoSense
            return MoreCasts("=", Casts(None, t.CastIs(ME), how="plural"), who)  # "(targeted by) as many spells"
    return _amount("=", measure, nbar)


def such_number(nbar: Nbar, *said: Any) -> Phrase:
    """ "Such number of Stars as is equal to the result"."""
    return as_many(nbar, said[-1])


def as_many_besides(nbar: Nbar, measure: Any, *said: Any) -> Phrase:
    """ "As many Stars as they gained, whatever they lost": each gain counts whatever was lost, as it does anyway."""
    found = as_many(nbar, measure)
    who, verb = (part for part in said if isinstance(part, Said))
    if who.sense not in ("you", "they") or not isinstance(found, Amount) or found.number is None:
        raise NoSense
    moved = [part for part in parts(found.number) if isinstance(part, t.Moved)]
    other = {"lose": "gain", "gain": "loss"}.get(verb.sense)
    theirs = all((who.sense == "you") == isinstance(part.who, t.Caster) for part in moved)
    if not moved or not theirs or any(part.way != other for part in moved):
        raise NoSense
    return found


def as_many_bare(measure: Any) -> Phrase:
    return Amount("=", measured(measure, ""), "")


def as_many_done(nbar: Nbar, done: Said) -> Phrase:
    """ "As many Stars as rolled", "as many Stars as counted"."""
    number = {"roll": t.Result(), "count": t.Noted("count"), "choose": t.NumberInput(-1)}.get(done.sense)
    if number is None:
        raise NoSense
    return Amount("=", number, thing_of(nbar))


def thing_amount(attr: str, said: Said, number: Phrase) -> Nbar:
    """ "Stars to the amount of the chosen number"."""
    if said.sense != "number" or said.word.detail:
        raise NoSense
    match number:
        case Amount("=", t.Num() as share, of, "of") if of in ("", attr):  # "in the amount of half of their Stars"
            return _so_many(attr, share)
    return _so_many(attr, plain_number(number))


def _so_many(attr: str, number: t.Num) -> Nbar:
    return Nbar(Said(Word("N", "thing", attr, ""), -1), (("compare", ("=", Number(number))),))


def as_many_or(nbar: Nbar, measure: Any, way: Said) -> Phrase:
    """ "(Who has) as many Stars as the caster or more"."""
    return as_many_least(nbar, measure) if more_or_less(way) == ">" else as_many_most(nbar, measure)


def as_many_least(nbar: Nbar, measure: Any) -> Phrase:
    return _amount(">=", measure, nbar)


def as_many_most(nbar: Nbar, measure: Any) -> Phrase:
    return _amount("<=", measure, nbar)


def same_number_least(nbar: Nbar, measure: Any) -> Phrase:
    """ "At least the same number of Stars as the caster"; "at least the same Hat" is nothing."""
    if nbar.noun.sense != "number":
        raise NoSense
    return as_many_least(nbar, measure)


def same_number_or(nbar: Nbar, measure: Any, way: Said) -> Phrase:
    """ "The same number of Stars as the caster, or more"."""
    if nbar.noun.sense != "number":
        raise NoSense
    return as_many_or(nbar, measure, way)


def _times(op: str, how: tuple[str, int], nbar: Nbar, measure: Any) -> Phrase:
    attr = thing_of(nbar)
    number = measured(measure, attr)
    if not isinstance(number, t.Num):
        raise NoSense
    return Amount(op, scaled(how, number), attr)


def times_as_many(how: tuple[str, int], nbar: Nbar, measure: Any = None) -> Phrase:
    if measure is None:
        raise NoSense
    return _times("=", how, nbar, measure)


def times_least(how: tuple[str, int], nbar: Nbar, measure: Any) -> Phrase:
    return _times(">=", how, nbar, measure)


def times_than(than: Said, how: tuple[str, int], nbar: Nbar, measure: Any) -> Phrase:
    return _times(than.sense, how, nbar, measure)


def times_as_many_bare(how: tuple[str, int], *nbar: Nbar) -> Phrase:
    """ "Twice as many Stars", of what is lost or gained anyway."""
    return Amount("scaled", how, thing_of(nbar[0]) if nbar else "")


def one_thing(attr: str) -> Phrase:
    """ "(Gain) a single Star"."""
    return Amount("=", t.Int(1), attr)


def amount_exactly(found: Phrase) -> Phrase:
    """ "(Gain) exactly 2 Stars", "a Star exactly": so much moves; never "only" so much. Raises NoSense."""
    match found:
        case Amount("=", t.Int(), attr, "" | "a", None, None) | Amount("more", t.Int(), attr, "extra", None, None) if (
            attr
        ):
            return replace(found, op="===", mode="")
    raise NoSense


def that_many(*nbar: Nbar) -> Amount:
    return Amount("=", t.ThatMany(), thing_of(nbar[0]) if nbar else "", mode="that")


def exactly_that_many(*nbar: Nbar) -> Phrase:
    """ "(If you have) exactly that many": no more than that."""
    return replace(that_many(*nbar), op="==")


def up_to_that_many(*nbar: Nbar) -> Phrase:
    """ "(Steal) up to that many Stars (from the next Wizard)"."""
    return Amount("upto", t.ThatMany(), thing_of(nbar[0]) if nbar else "")


def up_to_as_many(nbar: Nbar, measure: Any) -> Phrase:
    """ "(Steal) up to as many Stars as you have Crystals"."""
    match as_many(nbar, measure):
        case Amount("=", t.Num(), _, "", None, None) as found:
            return replace(found, op="upto")
    raise NoSense


def just_as_many(*nbar: Nbar) -> Phrase:
    """ "(Whenever they would lose Stars, they gain) just as many": elsewhere it may be as many as something else."""
    return Amount("just", t.ThatMany(), thing_of(nbar[0]) if nbar else "", mode="that")


def more_than(than: Said, nbar: Nbar, measure: Any) -> Phrase:
    """ "More Stars than the caster", "fewer Stars than anyone else": than all of them."""
    match measure:
        case Some(who, "some", vague=True):
            measure = Some(who, "each")
        case Some(_, "count", ">=", t.Int(1)):
            measure = replace(measure, how="some", op="", number=None)  # "than at least one of their neighbours"
        case Some(t.Who() as who, "one", place=False) if nbar.noun.sense == "spell" and not nbar.mods:
            if (
                than.sense not in ("<", ">")
                or than.word.detail
                or nbar.noun.word.form != "p"
                or isinstance(who, t.They)
            ):
                raise NoSense
            return MoreCasts(than.sense, Casts(None, t.CastIs(ME), how="plural"), who)  # "(targeted by) more spells"
        case Amount("bare", None, attr, "", None, None) if nbar.noun.sense == "thing" and not nbar.mods:
            if attr == nbar.noun.word.detail:
                raise NoSense
            measure = Number(t.Stat(ME, attr))  # "more Crystals than Stars"
    if than.word.detail == "speed":
        if nbar.noun.sense != "spell" or nbar.noun.word.detail or nbar.mods:
            raise NoSense
        kind = conj(t.CastIs(ME), faster(than, speed_number(measure)))  # "a faster spell than this one"
        return Casts(None, kind, how="plural" if nbar.noun.word.form == "p" else "some")
    match nbar.mods:
        case (("adverb", Said(Word(sense="together"))),):  # "more Stars between them than the caster"
            found = _amount(than.sense, measure, Nbar(nbar.noun))
            if not isinstance(found, Amount) or not isinstance(found.number, t.Num):
                raise NoSense
            return replace(found, mode="total")
    return _amount(than.sense, measure, nbar)


def no_more_than(than: Said, nbar: Nbar, measure: Any) -> Phrase:
    return _amount("<=" if than.sense == ">" else ">=", measure, nbar)


def more_by_than(by: t.Num, than: Said, nbar: Nbar, measure: Any) -> Phrase:
    attr = thing_of(nbar)
    number = measured(measure, attr)
    if not isinstance(number, t.Num):
        raise NoSense
    if than.sense == ">":
        return Amount(">=", t.Add((number, by)), attr, mode="by")
    return Amount("<=", t.Minus(number, by), attr, mode="by")


def same_or(measure: Any, way: Said) -> Any:
    """ "(Whose Stars are) the same as yours, or more"."""
    return more_or_less(way) + "=", measure


def number_or(number: Phrase, way: Said) -> Any:
    """ "(The result is) the chosen number or higher"."""
    if not isinstance(number, Number) or not isinstance(number.number, t.NumberInput):
        raise NoSense
    return same_or(number, way)


def other_number(nbar: Nbar, measure: Any) -> Phrase:
    """ "A number of Stars other than 5", "a different number of Stars from the caster"."""
    if nbar.noun.sense != "number":
        raise NoSense
    attr = thing_of(nbar)
    number = measured(measure, attr)
    if not isinstance(number, t.Num):
        raise NoSense
    return Amount("or", ((">", number), ("<", number)), attr)


def more_or_fewer(one: Said, other: Said, nbar: Nbar, measure: Any) -> Phrase:
    """ "More or fewer Stars than the caster"."""
    unlike(one, other)
    attr = thing_of(nbar)
    number = measured(measure, attr)
    if not isinstance(number, t.Num):
        raise NoSense
    return Amount("or", ((one.sense, number), (other.sense, number)), attr)


def so_much_more_than(by: t.Num, nbar: Nbar, measure: Any) -> Phrase:
    """ "3 Stars more than the caster"."""
    ways = [value for role, value in nbar.mods if role == "comparative"]
    if len(ways) != 1 or len(nbar.mods) != 1:
        raise NoSense
    return more_by_than(by, ways[0], Nbar(nbar.noun), measure)


def just_more_than(by: t.Num, than: Said, nbar: Nbar, measure: Any) -> Phrase:
    """ "Exactly one more Star than the caster"."""
    found = more_by_than(by, than, nbar, measure)
    assert isinstance(found, Amount)
    return replace(found, op="==")


def than(way: Said, measure: Any) -> Any:
    if way.word.detail:  # "faster than this spell"
        return way.word.detail, (way.sense, measure)
    return way.sense, measure


def compared_sign(sign: str, measure: Any) -> Any:
    """ "(Your Stars are) ≥ 4"."""
    return sign, measure


def than_unlike(one: Said, other: Said, measure: Any) -> Any:
    """ "Higher or lower than 6"."""
    unlike(one, other)
    return "or", than(one, measure), than(other, measure)


def than_or_equal(way: Said, measure: Any) -> Any:
    return way.sense + "=", measure


def not_than(way: Said, measure: Any) -> Any:
    return ("<=" if way.sense == ">" else ">="), measure


def at_least(measure: Any) -> Any:
    return ">=", measure


def at_most(measure: Any) -> Any:
    return "<=", measure


def equal(measure: Any) -> Any:
    if isinstance(measure, Amount) and measure.op == "scaled" and not measure.attr:
        raise NoSense  # "equal to half": of what?
    return "=", measure


def _by(op: str, by: t.Num, way: Said, measure: Any) -> Any:
    number = plain_number(measure) if isinstance(measure, Phrase) else None
    if number is None:
        raise NoSense
    further = t.Add((number, by)) if way.sense == ">" else t.Minus(number, by)
    return (op if op == "=" else way.sense + "="), Number(further)


def by_than_least(by: t.Num, way: Said, measure: Any) -> Any:
    return _by(">=", by, way, measure)


def below(measure: Any) -> Any:
    return "<", measure


def above(measure: Any) -> Any:
    return ">", measure


def num_or(number: t.Num, way: Said) -> Any:
    return way.sense + "=", Number(number)


def between(low: t.Num, high: t.Num) -> Any:
    return "between", (low, high)


def compared_and(left: Any, right: Any) -> Any:
    """ "At least 5 but lower than 15"."""
    return "and", left, right


def compared_or(left: Any, right: Any) -> Any:
    """ "Lower than 2 or higher than 5"."""
    return "or", left, right


def within(by: t.Num, measure: Any) -> Any:
    """ "Within 1 of the chosen number"."""
    return "gap", ("<=", by, measure)


def away(by: t.Num, measure: Any) -> Any:
    """ "One away from the chosen number"."""
    return "gap", ("=", by, measure)


def away_either(by: t.Num, *said: Any) -> Any:
    """ "One higher or one lower than the chosen number"."""
    *ways, measure = said
    again = [value for value in ways if isinstance(value, t.Num)]
    if {way.sense for way in ways if isinstance(way, Said)} != {"<", ">"} or again not in ([], [by]):
        raise NoSense
    return "gap", ("=", by, measure)


def divisible(number: t.Num) -> Any:
    if number in (t.Int(0), ONE):
        raise NoSense
    return "%", Number(number)
