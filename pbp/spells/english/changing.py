"""What happens at each gain or loss: "whenever the caster loses Stars, they lose 1 Star less".

One function for each name after "->".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.articles import a, bare
from pbp.spells.english.flowing import (
    GIVES,
    RESIZED,
    TAKES,
    WAY,
    as_flow,
    cause_of,
    ends_at_zero,
    factor,
    in_place,
    is_them,
    number_by,
    rather,
    that_one,
    told_given,
    undone,
)
from pbp.spells.english.leading import of_that_spell, trailed
from pbp.spells.english.lexicon import Said, only
from pbp.spells.english.measures import during, most_of, source_of
from pbp.spells.english.outcomes import plain
from pbp.spells.english.phrases import (
    THEY,
    Amount,
    Casts,
    Flow,
    Nbar,
    Number,
    Phrase,
    Pointer,
    Roles,
    Same,
    Scaled,
    Some,
    Time,
    Turn,
    Values,
    Verb,
    group,
)  # fmt: skip
from pbp.spells.english.selecting import INSTEAD
from pbp.spells.english.statuses import FROM, SAID, rounded_size
from pbp.spells.english.things import scaled
from pbp.spells.sense.conditions import source
from pbp.spells.sense.lasting import Alteration, Trigger, altered, altered_two, cap, statuses, trigger_by
from pbp.spells.sense.sentences import Trailing
from pbp.spells.walk import conjuncts, is_one, mapped, parts

NONE = Values((t.Text("None"),))
"""The word "none", which may be what is worn, or no Stars."""


class TooMuch(tuple[Any, ...]):
    """A trigger of changes by more than so many: "whenever the caster would lose more than 2 Stars"."""

    most: int
    rest = False  # "... during the rest of this Duel"


class ForTheRest(tuple[Any, ...]):
    """A trigger of which it is said that it holds until the Duel is over."""


class Besides(tuple[Any, ...]):
    """What happens besides, where the word is said: "they also lose 1 Star"."""


class Ordered(tuple[Any, ...]):
    """What happens whenever it is so, told without saying who does it: "gain 1 Star"."""


def event(subject: Phrase, verb: Verb) -> Any:
    """ "(Whenever) the caster would lose Stars": of whom, which way, of what, from which spells."""
    if verb.denied or verb.modal not in ("", "would") or verb.perfect or verb.form in ("d", "n", "g"):
        raise NoSense
    roles = Roles(subject, verb)
    roles.modal_of("would")
    time = roles.maybe("time", Time)
    if time is not None and time.kind == "rest":  # "whenever you lose Stars in the rest of this Duel"
        told = replace(verb, parts=tuple(part for part in verb.parts if not isinstance(part[1], Time)))
        found = event(subject, told)
        if not isinstance(found, TooMuch):
            return ForTheRest(found)
        found.rest = True
        return found
    if time is not None and time.kind != "now":
        raise NoSense
    if isinstance(subject, Casts) and verb.sense in (*GIVES, *TAKES) and not verb.passive:
        way, whom, what = told_given(roles)
        roles.done()
        if what == ANY:
            what = Amount("any", None, "")
        if not isinstance(what, Amount):
            raise NoSense
        return _so_much(what, _by_casts(subject, whom, way, what.attr))
    if isinstance(subject, Casts) and verb.sense == "cost" and not verb.passive:  # "a spell would cost you any Stars"
        whom, what = roles.take("object", Some), _what(roles)
        roles.done()
        if verb.form == "b" and not verb.modal and subject.how not in ("plural", "each"):
            raise NoSense  # "a spell cost you Stars": by then it has
        return _so_much(what, _by_casts(subject, whom, "lose", what.attr))
    if isinstance(subject, Some) and verb.sense in ("cause", "make") and verb.passive:  # "you are made to lose Stars"
        by = roles.take("by", Casts)
        roles.left.append(("object", subject))
        subject, roles.subject = by, by
    if isinstance(subject, Casts) and verb.sense in ("cause", "make"):
        whom = roles.take("object", Some)
        inner = roles.maybe("to do", Verb) or roles.take("do", Verb)
        own = Roles(None, inner)
        what = _what(own)
        own.done()
        roles.done()
        if inner.sense not in ("lose", "gain"):
            raise NoSense
        return _so_much(what, _by_casts(subject, whom, inner.sense, what.attr))
    if isinstance(subject, Amount) and verb.passive and verb.sense in ("lose", "gain"):
        by = roles.maybe("by", Some)
        cause = cause_of(roles)
        roles.done()
        who = t.All() if by is None else _whom(by)
        return _so_much(subject, (who, WAY[verb.sense], subject.attr, None if cause is None else source_of(cause)))
    if verb.sense in ("suffer", "enjoy") and not verb.passive:  # "whenever you would suffer a loss of 2 or more Stars"
        turn = roles.take("object", Turn)
        if (turn.way == "lose") != (verb.sense == "suffer"):
            raise NoSense
        roles.left.append(("object", turn.amount))
        verb = replace(verb, sense=turn.way)
    if not isinstance(subject, Some) or verb.passive or verb.sense not in WAY:
        raise NoSense
    what = _what(roles)
    cause = cause_of(roles)
    roles.done()
    by_cause = None if cause is None else source_of(cause)
    way = "either" if "|" in verb.sense else WAY[verb.sense]
    return _so_much(what, (_whom(subject), way, what.attr, by_cause))


def event_bare(nbar: Nbar, verb: Verb) -> Any:
    """ "(Every time) Wizard other than caster gains Stars", as in a telegram."""
    if nbar.noun.sense != "wizard" or nbar.noun.word.form != "s" or verb.form != "s":
        raise NoSense
    try:
        bare(nbar)
    except NoSense:
        return event(a(nbar), verb)
    raise NoSense


ANY = Pointer("anything")
""" "Any", where it is said beside it of what: "they lose 1 more Star whenever a spell makes them lose any"."""


def _what(roles: Roles) -> Amount:
    """What is lost or gained: "Stars", "any"."""
    if (said := roles.maybe("object", Pointer)) is not None:
        if said != ANY:
            raise NoSense
        return Amount("any", None, "")
    found: Amount = roles.take("object", Amount)
    return found


def _of_what(trigger: Trigger, alteration: Alteration) -> Trigger:
    """The trigger with what it is of, if only the change says it: "twice as many Stars whenever they lose any"."""
    if trigger[2]:
        return trigger
    how, _, _, *rest = alteration
    things = {word for word in rest[1:] if isinstance(word, str) and word}
    if how not in ("less", "more", "times", "set", "cancel", "that-instead") or len(things) != 1:
        raise NoSense
    told = (*trigger[:2], things.pop(), *trigger[3:])
    return ForTheRest(told) if isinstance(trigger, ForTheRest) else told


def _so_much(what: Amount, trigger: Trigger) -> Any:
    """Of changes of any size, or only by more than so many."""
    if what.op in ("any", "bare"):
        return trigger
    if most := most_of(what):
        found = TooMuch(trigger)
        found.most = most
        return found
    raise NoSense


def _by_casts(subject: Casts, whom: Some, way: str, attr: str) -> Any:
    """ "(Whenever) a spell would make the caster lose Stars"."""
    if subject.how not in ("some", "name", "one", "plural", "each"):
        raise NoSense
    casts = t.Casters(subject.group, subject.kind or t.Always()) if subject.who is None else subject.who
    return trigger_by(casts, _whom(whom), SAID[way], attr)


def _whom(some: Some) -> t.Who:
    if some.how in ("one", "each", "some", "plural", "any"):
        return some.who
    raise NoSense


THOSE_STARS = (THEY, t.They("those"))
""" "They", "those", where they are lost or gained."""


def alter(subject: Phrase, verb: Verb) -> Alteration:
    """ "(Whenever ...,) they lose 1 Star less": what the change becomes, or what happens beside it."""
    if verb.denied or verb.perfect or verb.form in ("d", "n", "g"):
        raise NoSense
    if subject in THAT_SPELL:
        subject, verb = _by_that_spell(verb)
    those = isinstance(subject, Some) and subject.who in THOSE_STARS
    if those and verb.passive and verb.sense in ("lose", "gain", "take", "remove"):
        subject = Amount("=", t.ThatMany(), "", mode="that")  # "those are lost by the caster instead": no Wizard is
    subject, verb = _as_flow(subject, verb)
    if subject == Same("wizard"):
        subject = Some(t.They("same"))
    roles = Roles(subject, verb)
    roles.modal_of("must")
    gone = in_place(roles)
    way = {"lose": "gain", "gain": "loss"}.get(verb.sense, "")
    instead = rather(roles, way) or gone is not None
    bare = any(role == "object" and isinstance(value, Number) for role, value in roles.left)
    besides = False
    for also in ("also", "still", "only"):
        said = roles.says(also) is not None
        if said and also == "only" and bare:
            raise NoSense  # "you lose just 1": of that loss, and not besides
        besides |= said and also == "also"
    if isinstance(subject, Some) and subject.how in ("each", "plural"):
        roles.says("each")  # "their neighbours each lose 1 Star"
    than = roles.maybe("else", str)
    made = _alter(roles, subject, instead)
    roles.done()
    if than is not None:  # "3 Stars more than they otherwise would"
        is_you = isinstance(subject, Some) and isinstance(subject.who, t.Caster)
        if made[0] not in ("more", "less") or than == "it" or (than and (than == "you") != is_you):
            raise NoSense
    if gone is not None:
        if made[0] not in ("move", "that-instead"):
            raise NoSense
        return (*made, InPlaceOf(gone.who))
    if instead and made[0] in ("times", "set", "also"):
        return (*made, InPlaceOf(None))
    return Besides(made) if besides and made[0] == "also" else made


def _as_flow(subject: Phrase, verb: Verb) -> tuple[Phrase, Verb]:
    """ "Those Stars are taken from the chosen Wizard (instead)" as what that Wizard loses; what is given, as a gain.

    Stars that would go, or that nobody pays, are meant; so nothing is said here of somebody who takes or gives them.
    """
    paid = _is_paid(subject, verb)
    if paid is not None:
        return paid
    if isinstance(subject, Some) and verb.passive and verb.sense in ("give", "award", "bestow"):
        return subject, replace(verb, sense="gain", passive=False)  # "the chosen Wizard is given those Stars instead"
    if not isinstance(subject, Amount):
        return subject, verb
    roles = Roles(None, verb)
    match verb.sense:
        case "take" | "remove" | "take away" if verb.passive:
            whom, sense = roles.maybe("from", Some), "lose"
        case "give" | "award" | "bestow" if verb.passive:
            whom, sense = roles.maybe("to", Some), "gain"
        case "go" if not verb.passive:
            whom, sense = roles.maybe("to", Some), "gain"
        case _:
            return subject, verb
    if whom is None:
        return subject, verb
    form = "s" if whom.how == "one" else "b"
    return whom, replace(verb, sense=sense, form=form, passive=False, parts=(("object", subject), *roles.left))


def _is_paid(subject: Phrase, verb: Verb) -> tuple[Phrase, Verb] | None:
    """ "You are paid 2 Stars by whoever cast that spell", "2 Stars are paid to you by them": as what the payer does."""
    roles = Roles(None, verb)
    payer = roles.maybe("by", Some) if verb.passive and verb.sense in ("pay", "give") else None
    if payer is None or not isinstance(subject, Some | Amount):
        return None
    told = ("to", Some(t.They("them")) if subject == Some(THEY) else subject) if isinstance(subject, Some) else None
    form = "s" if payer.how == "one" else "b"
    parts = (told or ("object", subject), *roles.left)
    return _they(payer), replace(verb, sense="pay", form=form, passive=False, parts=parts)


def _by_that_spell(verb: Verb) -> tuple[Phrase, Verb]:
    """ "(Whenever a spell makes you lose Stars,) it makes you lose half as many", "it gives them to you instead"."""
    if verb.passive or verb.denied or verb.perfect or verb.form not in ("s", "m"):
        raise NoSense
    roles = Roles(None, verb)
    if verb.sense == "cause":
        whom, inner = roles.take("object", Some), roles.maybe("do", Verb) or roles.take("to do", Verb)
        if inner.form != "b" or inner.modal or inner.perfect or inner.passive or inner.sense not in WAY:
            raise NoSense
        return _they(whom), replace(inner, form="s", parts=(*inner.parts, *roles.left))
    if verb.sense not in (*GIVES, *TAKES):
        raise NoSense
    way, whom, what = told_given(roles)
    return _they(whom), replace(verb, sense=way, form="s", modal="", parts=(("object", what), *roles.left))


def _they(whom: Some) -> Some:
    """Whom a spell is said to do something to, as the subject of what they do: "them" is "they"."""
    return Some(THEY) if whom == Some(t.They("them")) else whom


def _one_more(verb: Verb) -> Verb:
    """ "Add 1 to the gain", "subtract 1 from the loss", "take 1 off the loss": it is raised, or reduced, by so much."""
    roles = Roles(None, verb)
    raised = verb.sense == "add"
    into = roles.maybe("to", Pointer) if raised else roles.maybe("from", Pointer) or roles.maybe("off", Pointer)
    if into is None or into.word not in ("loss", "gain"):
        return verb
    by = roles.take("object")
    return replace(verb, sense="raise" if raised else "reduce", parts=(("object", into), ("by", by), *roles.left))


def _ordered(verb: Verb) -> tuple[Phrase, Verb]:
    """ "(Whenever ...,) take those Stars away from the chosen Wizard", "let them lose 1 Star": who does what.

    Who is told to take Stars may get them, who is told to give Stars pays them; so only what is taken away, what would
    go elsewhere, and what is given to the caster is nobody's else.
    """
    caster = Some(t.Caster())
    if verb.sense in ("add", "remove", "take", "take away"):
        verb = _one_more(verb)
    roles = Roles(None, verb)
    if verb.sense in ("cause", "have"):
        whom = roles.take("object", Some)
        inner = roles.maybe("do", Verb) or roles.take("to do", Verb)
        if inner.form != "b" or inner.modal or inner.perfect or inner.passive:
            raise NoSense
        return whom, replace(inner, parts=(*inner.parts, *roles.left))
    if verb.sense in ("remove", "take away"):
        whom, sense = roles.take("from", Some), "lose"
    elif verb.sense in ("give", "award", "bestow"):
        first = roles.take("object")
        whom, what = (first, roles.take("object")) if isinstance(first, Some) and not _those(first) else (None, first)
        whom, sense = roles.take("to", Some) if whom is None else whom, "gain"
        if verb.sense != "award" and whom != caster and not (_those(what) and _says_instead(verb)):
            raise NoSense  # "give each neighbour 1 Star": of whose Stars?
        roles.left.insert(0, ("object", what))
    else:
        return caster, verb
    return whom, replace(verb, sense=sense, parts=tuple(roles.left))


def _those(what: Phrase) -> bool:
    """Whether these are the Stars that would go: "those Stars", "them", "that many Stars"."""
    match what:
        case Some(t.They("them" | "those")) | Amount("=", t.ThatMany()):
            return True
    return False


def _says_instead(verb: Verb) -> bool:
    return any(role.startswith("instead") or getattr(value, "sense", "") == "instead" for role, value in verb.parts)


SO_MOVED = {"loss": t.They("who lost"), "gain": t.They("who gained")}
"""The Wizard of whom it was just said that they lose, or gain: "the Wizard who so lost"."""


def who_so_moved(noun: Said, done: Said) -> Phrase:
    """ "(Whenever a Wizard gains Stars,) the Wizard who so gained (shall gain 1 further Star)"."""
    only((noun, done), {"N": ("wizard", "neighbour"), "V": ("lose", "gain")})
    return Some(SO_MOVED[WAY[done.sense]])


class Unnamed(str):
    """No name of a thing: "(whenever they lose Stars,) you gain 1"."""

    __slots__ = ()


class InPlaceOf(NamedTuple):
    """Who does not lose or gain what another does instead; None where nobody is named."""

    who: t.Who | None


def _not(verb: Verb, way: str) -> None:
    """That this is what does not happen to a change: "(they) do not lose them at all". Raises NoSense."""
    if not verb.denied or verb.modal not in ("", "must"):
        raise NoSense
    told = tuple(part for part in verb.parts if not (part[0] == "adverb" and part[1].sense in ("any", "also")))
    undone(replace(verb, denied=False, modal="", parts=told), way)


def alter_not_but(subject: Phrase, denied: Verb, verb: Verb) -> Alteration:
    """ "(Whenever you would lose Stars,) you do not lose them but gain them instead"."""
    _not(denied, {"lose": "gain", "gain": "loss"}.get(verb.sense, ""))
    return _moved(subject, verb)


def alter_not_other(subject: Phrase, denied: Verb, other: Phrase, verb: Verb) -> Alteration:
    """ "(Whenever a spell would make you lose Stars,) you do not lose them, but its caster loses them instead"."""
    if other in (subject, Some(THEY)):
        return alter_not_but(subject, denied, verb)
    if verb.denied and not denied.denied:  # "its caster loses those Stars, and you do not lose them"
        _not(verb, WAY.get(denied.sense, ""))
        return alter_and_not(subject, denied, other)
    _not(denied, WAY.get(verb.sense, ""))
    return _moved_from(subject, other, verb)


def _moved(subject: Phrase, verb: Verb) -> Alteration:
    """What goes to or from somebody instead, whether or not the word is said. Raises NoSense."""
    said = any(role == "adverb" and word.sense == "instead" for role, word in verb.parts)
    made = alter(subject, verb if said else verb.add("adverb", INSTEAD))
    if made[0] not in ("that-instead", "move"):
        raise NoSense
    return made


def alter_and_not(subject: Phrase, verb: Verb, spared: Phrase) -> Alteration:
    """ "(If a spell would make you lose Stars,) its caster loses those Stars and you don't"."""
    if not isinstance(spared, Some) or spared == subject or any(role.startswith("instead") for role, _ in verb.parts):
        raise NoSense
    if spared == Some(THEY) and subject != Some(t.Caster()):
        raise NoSense  # "... your target loses them, and they don't"
    return (*_moved(subject, verb), InPlaceOf(spared.who))


def each_flow_timed(part: tuple[str, Any], nbar: Nbar, flow: Verb, verb: Verb) -> t.Act:
    """ "For the rest of this Duel, any Wizard who loses Stars from spells loses 3 fewer"."""
    role, time = part
    if not isinstance(time, Time):
        raise NoSense
    return t.Lasting(_each_flow(nbar, flow, verb), during(role, time).kind == "rest")


def each_flow_till(nbar: Nbar, flow: Verb, verb: Verb, part: tuple[str, Any]) -> t.Act:
    """ "Any Wizard who loses Stars from spells shall lose 3 fewer for the remainder of this Duel"."""
    return each_flow_timed(part, nbar, flow, verb)


def _each_of(nbar: Nbar) -> Phrase:
    """Of whom it is said: "any Wizard (who would lose Stars)", "those", "anyone"."""
    noun = nbar.noun
    if noun.sense == "somebody" and not nbar.mods:
        if noun.word.detail not in ("each", "any", "bare"):
            raise NoSense
        return Some(t.All(), "each")
    return bare(nbar) if noun.sense == "somebody" or noun.word.form == "p" else a(nbar)


def _each_flow(nbar: Nbar, flow: Verb, verb: Verb) -> t.Act:
    if any(isinstance(value, Time) for _, value in (*flow.parts, *verb.parts)):
        raise NoSense
    trigger = event(_each_of(nbar), flow)
    if nbar.noun.sense == "spell":  # "any spell that makes them lose Stars makes them lose half as many"
        altered = alter(Pointer("it"), verb)
        if altered[0] == "less" or (altered[0] == "more" and flow.modal != "would"):
            raise NoSense  # "... makes them lose 2 more": of each loss, or of all that the spell takes?
        return whenever(trigger, altered)
    if verb.sense != "cause":
        return whenever(trigger, alter(Some(THEY), verb))
    roles = Roles(None, verb)  # "makes you lose 3 more"
    roles.modal_of("must")
    whom, inner = roles.take("object", Some), roles.maybe("to do", Verb) or roles.take("do", Verb)
    instead = roles.says("instead")
    roles.says("also")
    roles.done()
    if whom.who != trigger[0] or inner.form != "b" or inner.sense not in WAY:
        raise NoSense
    return whenever(trigger, alter(Some(trigger[0]), inner if instead is None else inner.add("adverb", instead)))


def alter_bare(verb: Verb) -> Alteration:
    """ "Gain 1 Star (each time another Wizard loses Stars)"."""
    if verb.form != "b" or verb.modal or verb.passive:
        raise NoSense
    return Ordered(alter(*_ordered(verb)))


def alter_not(subject: Phrase) -> Alteration:
    """ "(Whenever they would gain Stars,) they do not"."""
    if not isinstance(subject, Some):
        raise NoSense
    return "cancel", group(subject), "same", None


def alter_not_then(subject: Phrase, other: Phrase, verb: Verb) -> Alteration:
    """ "(Whenever you would lose Stars,) you do not; the chosen Wizard loses them"."""
    if subject == other:
        raise NoSense
    return _moved_from(subject, other, verb)


def _moved_from(spared: Phrase, other: Phrase, verb: Verb) -> Alteration:
    """What another loses or gains, and they do not: "the chosen Wizard loses them (in your stead)"."""
    if not isinstance(spared, Some):
        raise NoSense
    told = tuple(part for part in verb.parts if part not in (("instead", spared), ("instead", Some(THEY))))
    if any(role.startswith("instead") for role, _ in told):
        raise NoSense
    return (*_moved(other, replace(verb, parts=told)), InPlaceOf(spared.who))


def alter_amount(subject: Phrase, verb: Verb, much: Phrase) -> Alteration:
    """ "(Whenever they lose Stars,) you lose Stars as well: half as many as they lost"."""
    told = []
    for role, value in verb.parts:
        if role == "object":
            if not isinstance(value, Amount) or value.op != "bare" or not isinstance(much, Amount):
                raise NoSense
            if much.op not in ("=", "just", "scaled") or much.attr not in ("", value.attr):
                raise NoSense
            value = replace(much, attr=value.attr)
        told.append((role, value))
    if tuple(told) == verb.parts:
        raise NoSense
    return alter(subject, replace(verb, parts=tuple(told)))


class FromIt(str):
    """Which way Stars go "from it", "from that spell": from the spell that was just spoken of."""

    __slots__ = ()


THAT_SPELL = (Pointer("it"), Casts(t.They("it")), Casts(t.They("spell")))


def _alter(roles: Roles, subject: Phrase, instead: bool) -> Alteration:
    verb = roles.verb
    subject = plain(subject)
    if subject == NONE and verb.passive:
        subject = Amount("no", None, "")  # "none are lost"
    if isinstance(subject, Amount) and verb.passive and verb.sense in ("lose", "gain"):
        by = roles.maybe("by", Some)
        if subject.op == "scaled":  # "twice as many are lost": this loss becomes so much
            return _resized(roles, subject, THEY if by is None else group(by), f"the {WAY[verb.sense]}")
        if subject.op in ("more", "less", "no"):
            return _resized(roles, subject, THEY if by is None else group(by), WAY[verb.sense])
        if subject.op in ("=", "==") and isinstance(subject.number, t.Int) and by is not None:
            return _exactly(subject, instead, group(by), WAY[verb.sense])
        told = by is not None or subject.mode == "only"  # "only half that number is lost"
        if subject.op == "=" and isinstance(subject.number, t.Times | t.Part) and told and not instead:
            own = (
                "" if subject.attr and by is not None else "the "
            )  # "twice as many are lost": this loss becomes so much
            return _so_many_more(roles, subject, THEY if by is None else group(by), f"{own}{WAY[verb.sense]}")
        if subject.op != "=" or subject.number != t.ThatMany():
            raise NoSense
        if by is not None and not instead:
            return "also", group(by), WAY[verb.sense], (t.ThatMany(), subject.attr)
        if not instead:
            raise NoSense
        things = (subject.attr,) if subject.attr else ()
        if by is None:
            return "that-instead", THEY, WAY[verb.sense], None, *things
        return "move", group(by), WAY[verb.sense], None, *things
    if verb.sense in RESIZED and (verb.passive or not isinstance(subject, Some)):
        return _change_resized(roles, subject)
    if isinstance(subject, Pointer) and subject.word in ("loss", "gain") and verb.sense in ("be", "become"):
        if verb.passive:
            raise NoSense
        size = roles.take("object", Amount)  # "the loss is 2 Stars smaller"
        ends_at_zero(roles)
        if size.op not in ("less", "more"):
            raise NoSense
        return size.op, THEY, f"the {subject.word}", size.number, *((size.attr,) if size.attr else ())
    if not isinstance(subject, Some):
        raise NoSense
    if instead and verb.sense in ("pay", "give", "steal", "take", "receipt"):
        raise NoSense  # "they pay 1 Star to the caster instead": they do not gain what they would have gained
    if verb.sense in ("pay", "give") and not verb.passive:
        from pbp.spells.english.moving import pays  # what is paid is an outcome, which asks first for statuses

        receiver, what = _paid(roles)
        made = pays(roles, subject, receiver, what)
        assert isinstance(made, t.Clause)
        paid = made.acts[0]
        if not isinstance(paid, t.Pay) or len(made.acts) > 1:
            raise NoSense
        return "then", made.subject or THEY, "same", replace(paid, payer=made.subject or THEY)
    if verb.sense in ("steal", "take", "receipt") and not verb.passive:
        return _stolen(roles, group(subject))
    if verb.sense in RESIZED and verb.form == "b" and subject == Some(t.Caster()):
        return _change_resized(roles, roles.take("object"))  # "reduce the loss by 2", "double the Stars that they lose"
    if verb.sense in ("gain|lose", "lose|gain") and not verb.passive:
        return _resized(roles, roles.take("object", Amount), group(subject), "either")
    if verb.sense not in ("lose", "gain") or verb.passive:
        raise NoSense
    what = _so_many_as_theirs(roles.take("object", Amount | Same | Some | Scaled | Number))
    if isinstance(what, Amount) and what.op == "just":
        what = replace(what, op="=")
    if isinstance(what, Amount) and what.op == "of them":  # "they lose Stars, you gain half of them"
        what = replace(what, op="=")
    who = group(subject)
    way = WAY[verb.sense]
    if isinstance(what, Some):
        if what.who not in (t.They("them"), t.They("those")) or not instead:
            raise NoSense
        return "move", who, way, None
    what = _the_same_number(what)
    things = (what.attr,) if what.attr else ()
    if what.op in ("scaled", "more", "less", "no"):
        source = roles.maybe("from")
        if source not in (None, *THAT_SPELL):
            raise NoSense
        return _resized(roles, what, who, way if source is None else FromIt(way))
    if what.op == "=" and what.number == t.ThatMany():
        if instead:
            return "that-instead", who, way, None, *things
        return "also", who, way, (t.ThatMany(), what.attr)
    if (
        what.op in ("=", "==")
        and isinstance(what.number, t.Int)
        and (instead or what.op == "==" or what.mode == "only")
    ):
        return _exactly(what, True, who, way)
    if what.op == "=" and isinstance(what.number, t.Times | t.Part) and what.mode in ("that", "only"):
        return _so_many_more(roles, what, who, way)
    if what.op == "=" and isinstance(what.number, t.Num) and not instead:
        return "also", who, way, (what.number, what.attr)
    match what:
        case Amount("=", t.Minus(t.ThatMany(), t.Int(1)) | t.Add((t.ThatMany(), t.Int())) as number):
            return "also", who, way, (number, what.attr)  # "they lose that many minus 1 instead"
    raise NoSense


def _so_many_as_theirs(what: Any) -> Any:
    """ "(You lose) half the Stars that they lost", "half of the number of Stars that they lost": so many Stars."""
    match what:
        case Scaled(Flow(attr, "lose" | "gain" as way, Some(who, "one"), "", None, _, False), how, rounding):
            lost = t.Untimed(t.Moved(who, "loss" if way == "lose" else "gain", attr))
            return Amount("=", scaled(how, lost, rounding), attr)
        case Number(t.Part(t.Moved(bare=True)) | t.Times(_, t.Moved(bare=True)) | t.Moved(bare=True) as number, attr):
            return Amount("=", number, attr)
        case Number(t.Int() as number, "", None):  # "(whenever they lose Stars,) you gain 1"
            return Amount("=", number, Unnamed())
        case Scaled() | Number():
            raise NoSense
    return what


def _change_resized(roles: Roles, what: Phrase) -> Alteration:
    """ "The loss is doubled", "reduce that number by 2", "halve the Stars that they lose (rounded down)"."""
    who, which, attr = _this_change(what)
    things = (attr,) if attr else ()
    sense = roles.verb.sense
    if sense in ("double", "triple"):
        return "times", who, which, t.Int(2 if sense == "double" else 3), *things
    if sense == "multiply":
        return "times", who, which, factor(roles.take("by")), *things
    if sense == "halve":
        return "set", who, which, t.Part(t.ThatMany(), t.Int(2), roles.maybe("round") or ""), *things
    to = roles.maybe("to", Amount | Number) if sense == "reduce" else None
    if to is not None and isinstance(to.number, t.Int) and to.attr in ("", attr or "Stars"):
        return "exactly", who, which, to.number.value, *things  # "whenever you would lose more than 2, it is cut to 2"
    number = number_by(roles.take("by"), attr or "Stars")
    ends_at_zero(roles)
    return ("less" if sense == "reduce" else "more"), who, which, number, *things


def _this_change(what: Phrase) -> tuple[t.Who, str, str]:
    """Whose change it is that is made more or less, which way, and of what, if that is said. Raises NoSense."""
    match what:
        case Pointer("loss" | "gain" as word):
            return THEY, f"the {word}", ""
        case Pointer("that" | "it" | "this") | Amount("=", t.ThatMany(), "", "that"):
            return THEY, "same", ""
    told = as_flow(what)
    if told is None or told.past or told.timed or told.way not in WAY or (told.who and told.who.how != "one"):
        raise NoSense
    return THEY if told.who is None else told.who.who, f"the {WAY[told.way]}", told.attr


def _resized(roles: Roles, what: Amount, who: t.Who, way: str) -> Alteration:
    """ "They lose 1 Star less", "twice as many are lost", "no Stars are lost"."""
    things = (what.attr,) if what.attr else ()
    if what.op == "no" and what.mode == "":
        return "cancel", who, way, None, *things
    if what.op not in ("scaled", "more", "less"):
        raise NoSense
    how, number = rounded_size(roles, what)
    return how, who, way, number, *things


def _stolen(roles: Roles, who: t.Who) -> Alteration:
    """ "(Whenever the target gains Stars,) the caster steals 1 Star from them"."""
    what, payer = roles.take("object", Amount), roles.take("from", Some)
    if what.op != "=" or not isinstance(what.number, t.Int | t.ThatMany) or payer.how != "one" or what.mode != "":
        raise NoSense
    return "then", who, "same", t.Pay(payer.who, who, what.attr, what.number)


def _exactly(what: Amount, only: bool, who: t.Who, way: str) -> Alteration:
    """ "They lose 2 Stars instead", "only 2 Stars are lost by them"; or 2 Stars beside what is lost."""
    things = (what.attr,) if what.attr else ()
    if only or what.op == "==" or what.mode == "only":
        return "exactly", who, way, what.number.value, *things
    return "also", who, way, (what.number, what.attr)


def _so_many_more(roles: Roles, what: Amount, who: t.Who, way: str) -> Alteration:
    """ "They lose twice that many", "the Wizard who cast it loses half that number"."""
    things = (what.attr,) if what.attr else ()
    match what.number:
        case t.Times(t.Int() as factor, t.ThatMany()):
            return "times", who, way, factor, *things
        case t.Part(t.ThatMany(), t.Int(), rounding) as part:
            said = roles.maybe("round") or ""
            if rounding and said:
                raise NoSense
            return "set", who, way, replace(part, rounding=rounding or said), *things
    raise NoSense


def _paid(roles: Roles) -> tuple[Phrase, Phrase]:
    first = roles.take("object")
    if isinstance(first, Some):
        return first, _the_same_number(roles.take("object"))
    return roles.take("to", Some), _the_same_number(first)


def _the_same_number(what: Any) -> Any:
    """ "(Whenever they lose Stars, they pay you) the same number of Stars"."""
    match what:
        case Same(("number", str() as attr), None, False, None):
            return Amount("=", t.ThatMany(), attr, mode="that")
        case Same():
            raise NoSense
    return what


def after_whenever(alteration: Alteration, trigger: Trigger) -> t.Act:
    """A status with "whenever" at its end, which might govern what stands before it as well."""
    how, who, verb, *rest = alteration
    if isinstance(trigger, TooMuch) or isinstance(verb, FromIt):
        raise NoSense
    trigger = _of_what(trigger, alteration)
    timed = isinstance(trigger, ForTheRest)
    match who, trigger[3]:
        case t.Top(t.Those(t.All(), t.CastIs(t.Member(0), ()))), t.Same(t.Member(0), t.They("spell")):
            # "2 Stars are lost by the Wizard who cast a spell whenever the caster gains Stars from that spell"
            who, trigger = t.They("spell"), (*trigger[:3], t.Always())
            alteration = (how, who, verb, *rest)
        case ((t.Those(t.All(), test) | t.Top(t.Those(t.All(), test))), t.Same(t.Member(0), t.They("spell"))) if (
            _of_a_kind(test)
        ):  # "the caster of a Belligerent spell loses 1 Star whenever you lose Stars from that spell"
            who, trigger = t.They("spell"), (*trigger[:3], source(t.Casters(t.All(), test)))
            alteration = (how, who, verb, *rest)
    changed = ("less", "more", "times", "set", "cancel", "that-instead")
    if trigger[0] == t.They("them") and how in changed and who not in (THEY, t.They("them")):
        trigger = (THEY, *trigger[1:])  # "they lose 1 Star less whenever a spell makes them lose Stars": nobody else's
    if trigger[0] == THEY:  # "the caster gains 1 Star whenever they lose Stars": the subject of the sentence
        if how == "then" and isinstance(rest[0], t.Pay) and rest[0].payer == who:
            rest = [replace(rest[0], payer=THEY)]
        elif how != "also" and how not in changed:
            raise NoSense
        trigger, alteration = (who, *trigger[1:]), (how, THEY, verb, *rest)
    elif t.They("them") in (trigger[0], who) or who == THEY:
        raise NoSense
    made = altered(trigger, _settled(trigger, alteration))
    if timed:
        return t.Lasting(made, True)
    return replace(made, form="whenever") if isinstance(made, t.Clause) else made


def _of_a_kind(test: t.Cond) -> bool:
    """Whether it is of whoever cast a spell of a kind, "a Belligerent spell", and of no name: "those who cast Burn"."""
    any_spell = t.CastIs(t.Member(0), ())
    return all(each == any_spell or isinstance(each, t.CastTrait) for each in conjuncts(test))


def status_after_both(first: Alteration, trigger: Trigger, verb: Verb, other: Trigger) -> t.Act:
    """ "They gain 1 fewer Star each time they gain Stars and lose 1 fewer each time they lose any"."""
    who = first[1]
    if not isinstance(who, t.Who) or verb.modal or verb.passive:
        raise NoSense
    second = alter(Some(who, "one" if is_one(who) else "each"), verb)
    if not other[2] and not any(isinstance(said, str) and said for said in second[4:]):
        # "any": of what was gained or lost before
        other = (*other[:2], _of_what(trigger, first)[2], *other[3:])
    return statuses(after_whenever(first, trigger), after_whenever(second, other))


def status_after_timed(subject: Phrase, verb: Verb, trigger: Trigger) -> t.Act:
    """ "They lose 1 more Star until the end of this Duel whenever a spell makes them lose any"."""
    lasting = tuple(part for part in verb.parts if isinstance(part[1], Time))
    if len(lasting) != 1 or lasting[0][0] != "time" or lasting[0][1].kind != "rest":
        raise NoSense
    told = replace(verb, parts=tuple(part for part in verb.parts if part not in lasting))
    return t.Lasting(after_whenever(alter(subject, told), trigger), True)


def status_after_within(subject: Phrase, part: tuple[str, Any], verb: Verb, trigger: Trigger) -> t.Act:
    """ "They, until the end of this Duel, lose 1 more Star whenever a spell makes them lose any"."""
    role, time = part
    if not isinstance(time, Time):
        raise NoSense
    return status_after_timed(subject, verb.add("time", during(role, time)), trigger)


def status_within(part: tuple[str, Any], trigger: Trigger, alteration: Alteration) -> t.Act:
    """ "Whenever, during the rest of this Duel, the caster would lose Stars, ..."."""
    role, time = part
    said = isinstance(trigger, ForTheRest) or (isinstance(trigger, TooMuch) and trigger.rest)
    if said or not isinstance(time, Time) or during(role, time).kind != "rest":
        raise NoSense
    return t.Lasting(whenever(trigger, alteration), True)


def status_trailed(trigger: Trigger, alteration: Alteration, trail: Trailing) -> t.Act:
    """ "Whenever the caster gains Stars from a spell, ... unless that spell is Burn": from which spells it is."""
    return _of_that_spell(trigger, whenever(trigger, alteration), trail)


def status_after_trailed(alteration: Alteration, trigger: Trigger, trail: Trailing) -> t.Act:
    return _of_that_spell(trigger, after_whenever(alteration, trigger), trail)


def _of_that_spell(trigger: Trigger, made: t.Act, trail: Trailing) -> t.Act:
    trail = of_that_spell(trail[0]), *trail[1:]
    match trail[0]:
        case t.Holds(t.They("spell" | "it")) if trigger[3] is not None:
            inner = made.act if isinstance(made, t.Lasting) else made
            if isinstance(inner, t.Clause):
                told = replace(inner, form=FROM)
                return trailed(replace(made, act=told) if isinstance(made, t.Lasting) else told, trail)
    raise NoSense


def after_least(alteration: Alteration, limit: Any, trigger: Trigger) -> t.Act:
    """ "Loses 1 Star less (to a minimum of 0) whenever ..."."""
    if limit[0] not in ("minimum", "floor") or getattr(limit[1], "number", None) != t.Int(0) or alteration[0] != "less":
        raise NoSense
    return after_whenever(alteration, trigger)


def after_limit(alteration: Alteration, trigger: Trigger, limit: Any) -> t.Act:
    return after_least(alteration, limit, trigger)


def whenever(trigger: Trigger, first: Alteration, second: Alteration | None = None) -> t.Act:
    """A status on each change."""
    if any(isinstance(part, FromIt) for part in (*first, *(second or ()))) and trigger[3] is None:
        raise NoSense  # "whenever they lose Stars, they lose 1 fewer from that spell": from which?
    if isinstance(second, Ordered) and not isinstance(first, Ordered) and first[1] != t.Caster():
        raise NoSense  # "whenever they lose Stars, they lose 1 more and gain 1 Crystal": who gains it?
    if isinstance(trigger, TooMuch):
        if second is not None:
            raise NoSense
        _, whom, verb, number, *attr = _settled(trigger, first)
        capped = cap((tuple(trigger), trigger.most), whom, verb, number, *attr)
        return t.Lasting(capped, True) if trigger.rest else capped
    if second is None and first[0] == "exactly" and first[3] == 1:  # "... you lose only 1 Star instead"
        trigger = TooMuch(_of_what(trigger, first))
        trigger.most = 1
        return whenever(trigger, first)
    trigger = _of_what(trigger, first)
    if second is not None and "cancel" in (first[0], second[0]):
        first, second = _cancelled(trigger, first, second), None
    first = _settled(trigger, first)
    made = altered(trigger, first) if second is None else altered_two(trigger, first, _settled(trigger, second))
    return t.Lasting(made, True) if isinstance(trigger, ForTheRest) else made


def _cancelled(trigger: Trigger, first: Alteration, second: Alteration) -> Alteration:
    """ "They lose none and the caster loses them instead". Of what is not lost nothing else comes. Raises NoSense."""
    none, other = (first, second) if first[0] == "cancel" else (second, first)
    if other[0] not in ("move", "that-instead") or none[1] not in (trigger[0], THEY) or none[2] != trigger[1]:
        raise NoSense  # "they lose none and the caster gains 1 Star": when nothing is lost?
    return other


def _around(who: t.Node) -> bool:
    return isinstance(who, t.Neighbours)


def _of_this(trigger: Trigger, whom: t.Who, verb: str, number: t.Num) -> t.Num:
    """ "(Whenever they lose Stars, you lose) half as many as they lost", "as many as they do": of what they then lose.

    Raises NoSense where it is somebody else, or something else, with which it is compared.
    """
    who, ways, attr, _ = trigger

    def theirs(other: t.Who) -> bool:
        if other == who:
            return True
        that = that_one(other) or (other == t.They("that neighbour") and any(map(_around, parts(who))))
        return whom == t.Caster() and who != t.Caster() and (other in (THEY, t.They("them")) or that)

    def change(node: Any) -> Any:
        match node:
            case t.Stat(other, of, False, True) if verb == ways:  # "you lose as many as that Wizard"
                pass
            case t.Untimed(t.Moved(other, way, of, None), "" | "present") if way == ways:
                pass
            case t.Moved(other, way, of, None, True) if way == ways:
                pass
            case t.ThisWay(kind, of, said) if kind == ways:  # "as many as the number of Stars so lost"
                other = who if said is None else said
            case t.ThisWay():
                raise NoSense
            case t.Untimed() | t.Stat(bare=True) | t.Moved(bare=True):
                raise NoSense
            case _:
                return node
        if not theirs(other) or of not in ("", attr):
            raise NoSense
        return t.ThatMany()

    made: t.Num = mapped(number, change)
    return made


def _settled(trigger: Trigger, alteration: Alteration) -> Alteration:
    """What the change becomes, now that it is known whose it is and from which spells. Raises NoSense."""
    who, ways, attr, source = trigger
    how, whom, verb, *rest = alteration
    spared = rest.pop() if rest and isinstance(rest[-1], InPlaceOf) else None
    if whom in SO_MOVED.values():  # "whenever a Wizard gains Stars, the Wizard who so gained ..."
        if whom != SO_MOVED.get(ways):
            raise NoSense
        whom = THEY
    if how == "also" and isinstance(rest[0][1], Unnamed) and verb == ways and whom in (who, THEY):
        raise NoSense  # "whenever you would lose Stars, you lose 1": in all, or besides?
    same = whom == who or whom in (THEY, t.They("them")) or (that_one(whom) and who != t.Caster())
    if how == "also" and same and verb == ways and rest[0][1] in ("", attr) and not isinstance(alteration, Besides):
        match rest[0][0]:
            case t.Minus(t.ThatMany(), t.Int(1) as less):
                return "less", whom, verb, less, attr
            case t.Add((t.ThatMany(), t.Int() as more)):
                return "more", whom, verb, more, attr
        raise NoSense  # "whenever you would lose Stars, you lose 2 Stars": in all, or besides?
    if how == "also":
        rest = [(_of_this(trigger, whom, verb, rest[0][0]), *rest[0][1:]), *rest[1:]]
    if verb in ("the loss", "the gain"):
        if verb != f"the {ways}" or not (whom == who or whom in (THEY, t.They("them")) or that_one(whom)):
            raise NoSense  # "whenever the caster would gain Stars, double the loss": there is none
        verb = ways
    if verb == "either" and ways != "either":
        raise NoSense  # "whenever you would lose Stars, you gain or lose twice as many"
    if how == "move" and verb and verb != ways:
        how = "that-instead"  # "you do not lose them but gain them"
    if spared is not None and (gone := spared.who) is not None:
        if gone != who and gone not in (THEY, t.They("them")) and not (that_one(gone) and not is_one(who)):
            raise NoSense
        if whom in (who, gone) or whom == THEY:
            raise NoSense
    if how == "that-instead" and verb != ways and that_one(whom) and is_them(Some(whom), who, source):
        whom = THEY
    if whom == who and not is_one(who) and how != "also":
        raise NoSense  # "whenever a Wizard would lose Stars, each Wizard loses 1 instead": that Wizard, or each?
    mine = whom == who or whom in (THEY, t.They("them")) or that_one(whom)
    if isinstance(trigger, TooMuch) != (how == "exactly") or (how == "also" and spared is not None):
        raise NoSense
    if how in ("times", "set") and not (mine and verb in (ways, "same")):
        if spared is not None:
            raise NoSense
        number = rest[0]  # "the Wizard who cast it loses half that many"
        attrs = rest[1:]
        if how == "times":
            number = t.Times(number, t.ThatMany())
        elif isinstance(number, t.Part) and number.left != t.ThatMany():
            raise NoSense
        return "also", whom, verb, (number, attrs[0] if attrs else "")
    return how, whom, verb, *rest
