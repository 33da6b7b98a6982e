"""Sentences: outcomes joined, led by a condition or followed by one. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english import statuses
from pbp.spells.english.beside import there_is_nobody, with_floor, with_floor_of_them
from pbp.spells.english.binding import for_each_who
from pbp.spells.english.changing import alter_not_other, event, whenever
from pbp.spells.english.claims import claim
from pbp.spells.english.flowing import WAY, each_of
from pbp.spells.english.groups import lot_of
from pbp.spells.english.leading import lead_if_there, led, trailed
from pbp.spells.english.lexicon import Said, only
from pbp.spells.english.measures import as_many, casts_who, during, source_of, thing_of
from pbp.spells.english.moving import pays, spell_does
from pbp.spells.english.nbar import thing
from pbp.spells.english.outcomes import act, act_bare
from pbp.spells.english.owning import is_own
from pbp.spells.english.phrases import (
    ME,
    SUCH,
    THEY,
    Amount,
    Amounts,
    Casts,
    Flow,
    Nbar,
    Number,
    Own,
    Phrase,
    Pointer,
    Roles,
    Same,
    Some,
    Time,
    Values,
    Verb,
    Worn,
)
from pbp.spells.english.pronouns import what_thing, words_picked
from pbp.spells.english.provided import act_with_held, held
from pbp.spells.english.selecting import INSTEAD, announced, made_to, voided
from pbp.spells.english.several import by_lot, np_but, np_with
from pbp.spells.english.shares import denies, not_counted, of_each, so_does
from pbp.spells.english.testing import spell_test
from pbp.spells.english.things import np_plus, plain_number, scaled
from pbp.spells.english.verbs import v_b, v_be, v_modal, vp_adj, vp_pp
from pbp.spells.sense.conditions import conj
from pbp.spells.sense.lasting import watch
from pbp.spells.sense.members import contains
from pbp.spells.sense.sentences import (
    Lead,
    Trailing,
    each_act,
    joined,
    joined_each,
    joined_roll,
    led_within,
    run_else,
    tie_after,
)
from pbp.spells.sense.sentences import for_each as _for_each
from pbp.spells.walk import conjuncts, is_one, parts, replaced

THE_SPELLS = (
    Some(THEY),
    Some(t.They("those"), "each"),
    Pointer("it"),
    Casts(t.They("spell")),
    Casts(t.They("such"), how="each"),
)
"""How the spells are spoken of that were named right before: "each of them", "they"."""


def spell_alone(verb: Verb) -> t.Act:
    """ "Takes 2 Stars off every other Wizard"."""
    if any(isinstance(value, tuple) for _, value in verb.parts):
        raise NoSense  # "makes the target lose 2 Stars and gains 1 Crystal": who gains?
    return t.Begun(spell_does(verb), True)


def any_trailed(subject: Phrase, verb: Verb, trail: Trailing) -> t.Act:
    """ "Any neighbour loses 1 Star if that neighbour cast Burn": each of whom that is so."""
    if not isinstance(subject, Some) or subject.how != "any" or not subject.vague or is_one(subject.who):
        raise NoSense
    cond = trail[0]
    if {part for part in parts(cond) if isinstance(part, t.They)} - set(map(t.They, _ANY_ONE)):
        raise NoSense
    match cond:
        case t.Holds(t.They(word)) | t.Not(t.Holds(t.They(word))) | t.Is(t.They(word)) if word in _ANY_ONE:
            return trailed(act(replace(subject, how="each", apart=True, vague=False), verb), trail)
    raise NoSense


_ANY_ONE = ("that Wizard", "that neighbour", "they")


def trailed_within(subject: Phrase, trail: Trailing, verb: Verb) -> t.Act:
    """ "The chosen Wizard, if they cast Burn, loses 2 Stars"."""
    if any(isinstance(part, t.Top) and part.ties == "ruling" for part in parts(getattr(subject, "who", None))):
        raise NoSense  # "the Wizard with the most Stars (if there is just one)": of a tie?
    return led_within(trailed(act(subject, verb), trail))


def trailed_after_modal(subject: Phrase, modal: Said, trail: Trailing, verb: Verb) -> t.Act:
    """ "Each spell shall, provided that its target has not been changed, target the caster instead"."""
    return trailed_within(subject, trail, v_modal(modal, verb))


def act_and_share(*said: Any) -> t.Act:
    """ "The caster pays 2 Stars to the first Wizard and 1 Star to the second": the same verb, with its own amount."""
    *subject, verb, what, (role, whom) = said
    if not subject and verb.sense in _TWICE:
        return _ordered_twice(verb, what, role, whom)
    if verb.sense not in ("pay", "give", "take", "steal", "transfer") or verb.passive or not isinstance(whom, Some):
        raise NoSense
    own = [name for name, _ in verb.parts]
    match what, verb.parts[:1]:
        case Number(t.Int() as number, ""), (("object", Amount("=", t.Int(), _, "") as shared),):
            what = replace(shared, number=number)  # "steal 1 Star from ..., and 2 from ..."
        case Amount("upto", t.Int() as number, ""), (("object", Amount("upto", t.Int(), _, "") as shared),):
            what = replace(shared, number=number)  # "steal up to 1 Star from ..., and up to 2 from ..."
    if not isinstance(what, Amount) or own != ["object", role] or role not in ("to", "from"):
        raise NoSense
    if what.op not in ("=", "upto") or getattr(verb.parts[0][1], "op", "") != what.op:
        raise NoSense
    second = replace(verb, parts=(("object", what), (role, whom)))
    first, other = (act(subject[0], each) if subject else act_bare(each) for each in (verb, second))
    match first, other:
        case t.Clause(who, acts, form), t.Clause(same, more, again) if who == same and form == again:
            return t.Clause(who, (*acts, *more), form)
    raise NoSense


def act_and_lose(*said: Any) -> t.Act:
    """ "The chosen Wizard loses 2 Stars and their Hat", "lose your Hat and 2 Stars"."""
    *subject, verb, what = said
    match verb.parts, what:
        case ((("object", Amount("=", _, _, "")),), Own()) | ((("object", Own()),), Amount("=", _, _, "")):
            pass
        case _:
            raise NoSense
    if verb.sense != "lose" or verb.passive or verb.denied or verb.modal:
        raise NoSense
    second = replace(verb, parts=(("object", what),))
    first, other = (act(subject[0], each) if subject else act_bare(each) for each in (verb, second))
    match first, other:
        case t.Clause(who, acts, form), t.Clause(same, more) if who == same:
            if any(isinstance(part, t.Truths | t.Count) for part in parts((acts, more))):
                raise NoSense  # "1 Star for each of these that is Red: your Hat and your Staff": no Staff is lost
            return t.Clause(who, (*acts, *more), form)
    raise NoSense


def act_and_share_times(*said: Any) -> t.Act:
    """ "Steal the chosen number of Stars from the first Wizard and twice as many from the second"."""
    return _share_times("=", *said)


def act_and_share_upto_times(*said: Any) -> t.Act:
    """ "Steal up to the chosen number of Stars from the first Wizard and up to twice as many from the second"."""
    return _share_times("upto", *said)


def _share_times(op: str, *said: Any) -> t.Act:
    *subject, verb, how = said[: 1 + next(at for at, part in enumerate(said) if isinstance(part, tuple))]
    match verb.parts:
        case (("adverb", Said() as up), ("to", Amount("=", t.NumberInput()) as first), *rest) if up.sense == "up":
            verb = replace(verb, parts=(("object", replace(first, op="upto")), *rest))  # "up to the chosen number of"
    match verb.parts[:1]:
        case (("object", Amount(first_op, number, str() as attr, "") as shared),) if attr and first_op == op:
            known = isinstance(number, t.Int | t.NumberInput | t.ThatMany)
            if known and how[0] == "times" and {attr} >= {part for part in said if isinstance(part, str)}:
                return act_and_share(*subject, verb, replace(shared, number=scaled(how, number)), said[-1])
    raise NoSense


_TWICE = ("remove", "take away", "award", "add", "set", "change", "turn", "make")
"""What can be ordered of two at once, with the verb said once."""


def _ordered_twice(verb: Verb, what: Phrase, role: str, whom: Any) -> t.Act:
    """ "Take 2 Stars away from the caster and 1 Star from the target", "set your Hat to Red and theirs to Blue"."""
    match verb.parts:
        case (("object", Amount("=") as first), (same, Some())) if same == role and role in ("from", "to"):
            if not isinstance(what, Amount) or what.op != "=" or what.attr not in ("", first.attr) or not first.attr:
                raise NoSense
            made: Phrase = replace(what, attr=first.attr)
        case (("object", Own(_, str() as attr)), (same, _)) if same == role and isinstance(what, Own):
            if what.attr not in ("", attr):
                raise NoSense
            made = replace(what, attr=attr)
        case _:
            raise NoSense
    second = replace(verb, parts=(("object", made), (role, whom)))
    return t.Seq((act_bare(verb), act_bare(second)))


def act_part(subject: Phrase, whose: Phrase | str, verb: Verb) -> t.Act:
    """ "The caster, for their part, gains 2 Stars"."""
    if isinstance(whose, Phrase) and whose not in (subject, Some(THEY)):
        raise NoSense
    return act(subject, verb)


def act_for_part(whose: Phrase, subject: Phrase, verb: Verb) -> t.Act:
    """ "For the caster's part, the caster gains 2 Stars": of nobody else."""
    if whose not in (Some(THEY), subject):
        raise NoSense
    return act(subject, verb)


def else_and_led(lead: Lead, act: t.Act) -> t.Act:
    """ "If not, and if the target is idle, ..."."""
    kind, _ = lead
    if kind not in ("if", "unless"):
        raise NoSense
    return t.Else(led(lead, act))


def else_but(cond: t.Cond, act: t.Act) -> t.Act:
    """ "If not, but the target is idle, ..."."""
    return t.Else(led(("if", cond), act))


def act_yourself(*said: Any) -> t.Act:
    """ "You gain 3 Stars yourself", "(then) gain 1 Crystal yourself"."""
    you = Some(t.Caster(you=True))
    subject, verb = said if len(said) > 1 else (you, *said)
    if subject != you or verb.sense not in ("gain", "lose") or (len(said) == 1 and verb.form != "b"):
        raise NoSense
    return act(you, verb)


def act_then(subject: Phrase, verb: Verb) -> t.Act:
    """ "The caster then gains 1 Star"."""
    return t.Later(act(subject, verb))


def act_as_many(nbar: Nbar, verb: Verb, measure: Any, *at: tuple[str, Any]) -> t.Act:
    """ "As many Stars are lost by the caster as they have Crystals", "... as they have lost Crystals this Duel"."""
    if not verb.passive:
        raise NoSense
    return act(as_many(nbar, measure), vp_pp(verb, at[0]) if at else verb)


def trail_both(trail: Trailing, cond: t.Cond) -> Trailing:
    """ "... if the chosen Wizard is idle, but only if ..."."""
    first, wanted, otherwise = trail
    if otherwise is not None or not wanted:
        raise NoSense
    return conj(first, cond), True, None


def timed(part: tuple[str, Any], act: t.Act) -> t.Act:
    """ "For the remainder of this Duel, ..."."""
    role, time = part
    if role in ("with", "without") and isinstance(time, Amount | Worn):
        if not isinstance(act, t.Clause) or act.subject is not None:
            raise NoSense
        return led(("if", held(role, time, Some(t.Caster()))), act)  # "with a Red Hat, gain 2 Stars"
    if not isinstance(time, Time):
        raise NoSense
    return _during(during(role, time), act)


def timed_many(*said: Any) -> t.Act:
    """ "Two things hold until the end of this Duel: ..."."""
    *told, act = said
    heading = next(part for part in told if isinstance(part, t.Heading))
    part = next(part for part in told if isinstance(part, tuple))
    if not isinstance(act, t.Seq) or len(act.acts) != heading.count:
        raise NoSense
    made = timed(part, act)
    return t.Seq((heading, *each_act(made)))


def timed_headed(part: tuple[str, Any], heading: t.Act, act: t.Act) -> t.Act:
    """ "For the rest of this Duel, both of these apply: ..."."""
    if isinstance(heading, t.Heading) and heading.count > 1 and len(each_act(act)) != heading.count:
        raise NoSense
    return timed(part, act)


def timed_led(part: tuple[str, Any], lead: Lead, act: t.Act) -> t.Act:
    """ "For the rest of this Duel, if a spell targets the caster, it targets the chosen position instead"."""
    return timed(part, led(lead, act))


def act_np(phrase: Phrase) -> t.Act:
    """ "No effect"."""
    if phrase != Pointer("no effect"):
        raise NoSense
    return t.Nothing()


def timed_np(time: Phrase, act: t.Act) -> t.Act:
    """ "This Duel, ..."; "spells that target you: each of them targets the chosen position instead"."""
    if isinstance(time, Casts) and act == t.Nothing():
        return voided(time)  # "spells that target you: no effect"
    if isinstance(time, Casts):
        return t.Seq((announced(time), act))
    if isinstance(time, Some) and time.how == "count" and isinstance(act, t.Clause) and act.subject is not None:
        if any(isinstance(part, t.They) for part in parts(act)):
            raise NoSense  # "at least 2 Wizards: each of them loses 1 Star": these, or if there are so many?
        return led(lead_if_there(time), act)  # "fewer than 5 Wizards: the caster gains 2 Stars"
    if isinstance(time, Some) and time.how == "count" and time.op in ("odd", "even"):
        return led(lead_if_there(time), act)  # "an odd number of Wizards: lose 3 Stars"
    each = isinstance(time, Some) and (time.how, time.apart) in (("each", True), ("any", False))
    if isinstance(time, Some) and each and not time.place and not is_one(time.who):
        return for_each_who(time.who, act)  # "every Wizard who cast Burn: that Wizard's spell has no effect"
    if isinstance(time, Some) and time.how == "none" and not time.place:
        return led(("if", there_is_nobody(time)), act)  # "nobody with more Stars than you: lose 2 Stars"
    if not isinstance(time, Time):
        raise NoSense
    return _during(time, act)


def timed_act(part: tuple[str, Any], subject: Phrase, verb: Verb) -> t.Act:
    """ "For the rest of this Duel, the caster neither gains nor loses Stars"."""
    role, time = part
    if isinstance(time, Some) and role in ("from", "to", "by") and verb.passive:
        return act(subject, verb.add(role, time))  # "from each neighbour of the caster 2 Stars are taken"
    if isinstance(time, Some) and role == "to" and verb.sense in ("pay", "give") and not verb.passive:
        return act(subject, verb.add(role, time))  # "to that Wizard the caster pays 2 Stars"
    if isinstance(time, Some) and role == "on" and verb.sense in ("become", "turn"):
        return act(subject, verb.add(role, time))  # "on the target, the chosen item becomes Red"
    if role in ("with", "without") and subject == Some(t.Caster()) and is_own(time):
        raise NoSense  # as a condition before all that follows: "with a Red Hat, you gain 2 Stars and they lose 1"
    if role in ("with", "without") and isinstance(time, Amount | Worn):
        return act_with_held(role, time, subject, verb)
    if not isinstance(time, Time):
        raise NoSense
    return timed_np_act(during(role, time), subject, verb)


def most_moved(*said: Any) -> t.Act:
    """ "(For the rest of this Duel,) 2 Stars is the most that the caster can lose from any one spell"."""
    *part, (subject, verb) = said
    return timed_act(part[0], subject, verb) if part else act(subject, verb)


def most_told(number: Phrase, be: str, *said: Any) -> tuple[Phrase, Verb]:
    *noun, subject, verb = said
    return most_turned(*noun, subject, verb, be, number)


def most_turned(*said: Any) -> tuple[Phrase, Verb]:
    """ "The most Stars that they can lose from it is 2": they cannot lose more."""
    *words, subject, verb, be, number = said
    only(words, {"N": ("maximum", "number"), "S": ("most",)})
    nouns = [word.sense for word in words if isinstance(word, Said)]
    if nouns and not {"maximum", "most"} & set(nouns):
        raise NoSense  # "the number of Stars that they can lose"
    if isinstance(number, Number) and not number.attr:
        number = Amount("=", number.number, "".join(part for part in words if isinstance(part, str)))
    if not isinstance(number, Amount) or number.op != "=" or not number.attr or number.mode or be == "d":
        raise NoSense
    if any(isinstance(part, str) and part != number.attr for part in words) or verb.modal not in ("can", "may"):
        raise NoSense
    if verb.sense not in ("lose", "gain") or verb.denied or verb.perfect or verb.passive:
        raise NoSense
    return subject, replace(verb, denied=True, parts=(("object", replace(number, op=">")), *verb.parts))


def timed_let(part: tuple[str, Any], subject: Phrase, verb: Verb) -> t.Act:
    """ "For the rest of this Duel, let the caster lose no Stars"."""
    if verb.form != "b" or verb.modal or not isinstance(part[1], Time):
        raise NoSense
    return timed_act(part, subject, replace(verb, form="s"))


def timed_let_not(part: tuple[str, Any], subject: Phrase, verb: Verb) -> t.Act:
    """ "For the rest of this Duel, do not let your neighbours gain any Stars"."""
    if not isinstance(part[1], Time):
        raise NoSense
    return timed_act(part, *_not_let(subject, verb))


def timed_order(part: tuple[str, Any], verb: Verb) -> t.Act:
    """ "For the rest of this Duel, gain no Stars": without its time that would only say what is left as it is."""
    if verb.form != "b" or not isinstance(part[1], Time):
        raise NoSense
    match timed_act(part, Some(t.Caster(you=True)), replace(verb, form="s")):
        case t.Lasting(t.Clause(None, (t.Watch(how="cancel"),))) as made:
            return made
    raise NoSense


def let_not(subject: Phrase, verb: Verb) -> t.Act:
    """ "Do not let the caster lose Stars for the rest of this Duel": they cannot."""
    return act(*_not_let(subject, verb))


def _not_let(subject: Phrase, verb: Verb) -> tuple[Phrase, Verb]:
    if verb.form != "b" or verb.modal or verb.denied:
        raise NoSense
    match subject:
        case Some(_, "any") | Some(_, "some", vague=True) | Casts(how="any" | "some"):
            return replace(subject, how="none"), replace(verb, form="m", modal="can")
        case Some(_, "one" | "plural") | Casts(how="plural" | "one" | "name"):  # "not every one of them" is unclear
            return subject, replace(verb, form="m", modal="can", denied=True)
    raise NoSense


def timed_trailed(part: tuple[str, Any], subject: Phrase, verb: Verb, trail: Trailing) -> t.Act:
    """ "For the rest of this Duel, the caster cannot lose Stars unless the chosen Wizard cast Burn".

    What was cast is settled; of whatever can change while it lasts it is not said when it is asked.
    """
    if not _settled(trail[0]):
        raise NoSense
    return trailed(timed_act(part, subject, verb), trail)


def _settled(cond: t.Cond) -> bool:
    """Whether this cannot change any more while something lasts: what was cast, and by whom."""
    kinds = t.Holds | t.And | t.Or | t.Not | t.Grouped | t.CastIs | t.CastTrait | t.IsIdle
    known = not any(isinstance(part, t.They) for part in parts(cond))  # "if they targeted you": is it said of each?
    whose = t.Caster | t.Others | t.Chosen  # "if it was cast by another Wizard"
    return all(
        isinstance(part, kinds)
        or (isinstance(part, t.Targets) and known)
        or (isinstance(part, t.In) and isinstance(part.group, whose))
        or (isinstance(part, t.Same) and isinstance(part.right, t.Caster))
        for part in parts(cond)
        if isinstance(part, t.Cond)
    )


def _of_spell(cond: t.Cond) -> bool:
    """Whether this is asked of each spell when it would do something: "if the Wizard who cast it has 5 Stars"."""
    match cond:
        case t.Holds(t.They("spell"), ">=", t.Int(1), test):
            fixed = t.Member | t.Caster | t.Owner | t.Those | t.All | t.Others
            return all(isinstance(part, fixed) for part in parts(test) if isinstance(part, t.Who))
    return False


def inverted(part: Verb, form: str, subject: Phrase) -> t.Act:
    """ "Lost by each other Wizard are 2 Stars"."""
    if not part.passive or part.denied or not isinstance(subject, Amount | Amounts):
        raise NoSense
    return act(subject, replace(part, form=form))


def if_being(adjective: Any, subject: Phrase, verb: Verb) -> t.Act:
    """ "If idle, the chosen Wizard loses 2 Stars"."""
    if not isinstance(subject, Some) or subject.how != "one" or isinstance(subject.who, t.Pick):
        raise NoSense
    return led(("if", claim(subject, vp_adj(v_be("s"), adjective))), act(subject, verb))


def trail_being(adjective: Any) -> Trailing:
    """ "The chosen Wizard loses 2 Stars if idle"."""
    return claim(Some(THEY), vp_adj(v_be("s"), adjective)), True, None


def if_doing(part: Verb, subject: Phrase, verb: Verb) -> t.Act:
    """ "If wearing a Red Hat, the chosen Wizard loses 2 Stars"."""
    if not isinstance(subject, Some) or subject.how != "one" or isinstance(subject.who, t.Pick):
        raise NoSense
    return led(("if", claim(subject, replace(part, form="s"))), act(subject, verb))


def timed_np_act(time: Phrase, subject: Phrase, verb: Verb) -> t.Act:
    if isinstance(time, Flow):  # "any Stars that you would lose, you gain instead"
        found = statuses.status(subject, verb.add("object", time))
        if found is None or any(role == "object" for role, _ in verb.parts):
            raise NoSense
        return found
    if isinstance(time, Casts) and subject in THE_SPELLS:  # "whatever spells target you, each of them targets ..."
        return t.Seq((announced(time), act(subject, verb)))
    if not isinstance(time, Time) or time.kind not in ("rest", "now"):
        raise NoSense
    found = statuses.status(subject, verb.add("time", time))
    if found is None:
        raise NoSense
    return found


def flow_moved_on(flow: Phrase, denied: Verb, subject: Phrase, verb: Verb) -> t.Act:
    """ "Stars that you would lose from Burn are not lost by you; the chosen Wizard loses them instead"."""
    match flow, denied:
        case Flow(way=way, who=Some() as owner), Verb(sense, passive=True, denied=True, parts=(("by", who),)):
            them = ("object", Some(t.They("them")))
            if way == sense == verb.sense and who in (owner, Some(t.They("that Wizard"))) and them in verb.parts:
                rest = tuple(part for part in verb.parts if part != them)
                return timed_np_act(flow, subject, replace(verb, parts=rest))
    raise NoSense


def flow_not_but(flow: Phrase, denied: Verb, verb: Verb) -> t.Act:
    """ "Stars that you would gain shall not be gained by you, but shall be lost (instead)"."""
    match flow, denied:
        case Flow(way=way, who=Some() as owner), Verb(sense, passive=True, denied=True, modal="" | "must") if (
            way == sense
        ):
            if denied.parts in ((), (("by", owner),), (("by", Some(t.They("that Wizard"))),)) and verb.passive:
                said = any(role == "adverb" and word.sense == "instead" for role, word in verb.parts)
                found = statuses.status(flow, verb if said else verb.add("adverb", INSTEAD))
                if found is not None:
                    return found
    raise NoSense


def aimed_not_but(subject: Phrase, *said: Any) -> t.Act:
    """ "Each Burn does not (or: shall not) target the position it targets, but (shall target) the next (instead)"."""
    old, new = [part for part in said if isinstance(part, Phrase)]
    only([part for part in said if isinstance(part, Said)], {"V": ("target",), "M": ("must",), "R": ("instead",)})
    if not isinstance(subject, Casts):
        raise NoSense
    aimed = [part.whom for part in parts((subject.kind, subject.who)) if isinstance(part, t.Targets)]
    again = [
        t.They("its target"),
        *aimed,
        *([t.They("that Wizard")] if any(isinstance(one, t.Chosen) for one in aimed) else []),
    ]
    if not isinstance(old, Some) or len(aimed) > 1 or old.who not in again:
        raise NoSense
    return act(subject, Verb("target", "s").add("object", new).add("adverb", INSTEAD))


def would_be_timed(attr: str, owner: Phrase, modal: Said, said: Said, part: tuple[str, Any], *then: Any) -> t.Act:
    """ "Any Stars you would gain for the rest of this Duel, you lose instead"."""
    return timed(part, would_be_act(attr, owner, modal, said, *then))


def would_be_act(attr: str, owner: Phrase, modal: Said, said: Said, subject: Phrase, verb: Verb, *other: Any) -> t.Act:
    """ "Any Stars they would lose they gain instead", "whatever Stars you would gain, you do not gain"."""
    would = v_modal(modal, v_b(said))
    flow = what_thing(thing(attr), owner, would)
    if modal.sense != "would" or not isinstance(flow, Flow) or not isinstance(owner, Some):
        raise NoSense
    if not verb.denied and not other:
        return timed_np_act(flow, subject, verb)
    if subject not in (owner, Some(t.They("they"))) or verb.sense != said.sense or verb.parts or verb.passive:
        raise NoSense
    if other:  # "..., you do not gain; the chosen Wizard gains them instead"
        denied = verb.add("object", Some(t.They("them")))
        trigger = event(owner, would.add("object", Amount("bare", None, attr)))
        return whenever(trigger, alter_not_other(owner, denied, *other))
    return watch(each_of(owner), WAY[flow.way], attr, None, "cancel")


def take_and_give(verb: Verb, give: Said, them: Said, to: Said, receiver: Phrase) -> t.Act:
    """ "Take 3 Stars from the chosen Wizard and give them to the caster"."""
    if verb.sense not in ("take", "remove") or give.sense not in ("give", "add") or them.sense not in ("them", "it"):
        raise NoSense
    roles = Roles(None, verb)
    what, payer = roles.take("object", Amount | Amounts), roles.take("from", Some)
    if to.sense != "to" or not isinstance(receiver, Some) or verb.form not in ("b",):
        raise NoSense
    if receiver.how != "one":
        raise NoSense  # "take 2 Stars from the target and give them to their neighbours": those 2, or 2 to each?
    made = pays(roles, payer, receiver, what, "")
    roles.done()
    return made


def _during(time: Time, act: t.Act) -> t.Act:
    if time.kind not in ("rest", "now"):
        raise NoSense
    match act:
        case t.Trail(t.Clause(None, (t.Void() | t.Redirect(),)) as inner, cond, otherwise=None) if _settled(
            cond
        ) or _of_spell(cond):
            return replace(act, act=t.Lasting(inner, time.kind == "rest"))
    if not _can_last(act):
        raise NoSense
    return t.Lasting(act, time.kind == "rest")


def _can_last(act: t.Act) -> bool:
    """Whether this can hold for a while, and is not said to already."""
    match act:
        case t.Clause(_, acts) | t.Seq(acts):
            return bool(acts) and all(
                isinstance(part, t.Watch | t.Void | t.Redirect)
                or _can_last(part)
                or (at and isinstance(part, t.StillDoes))
                for at, part in enumerate(acts)
            )
        case t.If(_, then, otherwise):
            return all(_can_last(part) for part in (*then, *otherwise))
        case t.Watch() | t.Void() | t.Redirect():
            return True
    return False


def it_cleft(_be: str, subject: Phrase, *said: Any) -> t.Act:
    """ "It is the caster who loses 2 Stars"."""
    if _be != "s":
        raise NoSense
    return act(subject, said[-1])


def it_cleft_object(be: str, what: Phrase, subject: Phrase, verb: Verb) -> t.Act:
    """ "It is Mint that the chosen Wizard is considered to have selected instead"."""
    if be != "s":
        raise NoSense
    return act(subject, _with_object(verb, what))


def _with_object(verb: Verb, what: Phrase) -> Verb:
    """A verb with its object, or with that of the verb in it: "counts as having selected (it)"."""
    if any(role == "object" for role, _ in verb.parts) or (verb.passive and verb.sense != "consider"):
        raise NoSense
    inner = [(role, value) for role, value in verb.parts if isinstance(value, Verb)]
    if not inner:
        return verb.add("object", what)
    if len(inner) > 1:
        raise NoSense
    told = _with_object(inner[0][1], what)
    return replace(verb, parts=tuple((role, told if value is inner[0][1] else value) for role, value in verb.parts))


def timed_there(part: tuple[str, Any], _be: str, subject: Phrase, *said: Any) -> t.Act:
    """ "For the rest of this Duel, there is nobody who can lose Stars"."""
    if not isinstance(subject, Some) or subject.how != "none":
        raise NoSense
    return timed_act(part, subject, said[-1])


def cleft(what: Phrase, _be: str, subject: Phrase, verb: Verb) -> t.Act:
    """ "The average is what both of them end up with", "Burn is what they are considered to have selected instead"."""
    if verb.passive and verb.sense == "consider" and isinstance(what, Casts | Same):
        return act(subject, _considered_to(verb, what))
    if any(role == "object" for role, _ in verb.parts) or verb.passive:
        raise NoSense
    if verb.sense == "endup" and what in (Pointer("that"), Pointer("this")):  # "that is what both end up with"
        what = Amount("=", t.ThatMany(), "", mode="that")
    return act(subject, verb.add("object", what))


def _considered_to(verb: Verb, what: Phrase) -> Verb:
    """ "(What they) are considered to have selected", with what that is."""
    told = []
    for role, value in verb.parts:
        if role == "to do" and isinstance(value, Verb):
            if any(name == "object" for name, _ in value.parts):
                raise NoSense
            value = replace(value, parts=(("object", what), *value.parts))
        told.append((role, value))
    return replace(verb, parts=tuple(told))


def cleft_spell(what: Phrase, _be: str, *said: Any) -> t.Act:
    """ "Burn is the spell that they are considered to have selected instead"."""
    *noun, subject, verb = said
    if any(word.sense not in ("spell", "one") or word.word.form != "s" for word in noun):
        raise NoSense
    if verb.sense != "consider" or not verb.passive or not isinstance(what, Casts | Same):
        raise NoSense
    return act(subject, _considered_to(verb, what))


def whatever_thing(attr: str, *said: Any) -> t.Act:
    """ "Whatever Hat the chosen Wizard has, the caster's Hat becomes the same", "... that Hat"."""
    owner, verb, target, became, *same = said
    has = verb in ("b", "s") or (isinstance(verb, Said) and verb.sense == "have")
    if not has or not isinstance(owner, Some) or attr == "Stars":
        raise NoSense
    return _becomes_same(Own(owner, attr), target, became, same)


def whatever_own(own: Phrase, be: str, *said: Any) -> t.Act:
    """ "Whatever the chosen Wizard's Hat is (even if it is None), the caster's Hat becomes the same"."""
    target, became, *same = said[1:] if said[0] is True else said
    if not isinstance(own, Own) or own.attr in ("", "Stars") or own.start or be not in ("s", "b"):
        raise NoSense
    return _becomes_same(own, target, became, list(same))


def _becomes_same(own: Own, target: Phrase, became: Said, same: list[Any]) -> t.Act:
    if own.owner.how != "one" or became.sense != "become" or any(word != own.attr for word in same):
        raise NoSense
    match target:
        case Own(_, attr) if attr in ("", own.attr):
            form = "s" if became.word.form == "s" else "b"
            return act(replace(target, attr=own.attr), Verb("become", form, parts=(("object", own),)))
    raise NoSense


def cleft_turned(*said: Any) -> t.Act:
    """ "What they are considered to have selected is Burn instead", "the spell they count as having cast is ..."."""
    nouns = [word for word in said if isinstance(word, Said) and word.word.sort == "N"]
    adverbs = [word for word in said if isinstance(word, Said) and word.word.sort == "R"]
    subject, what = (word for word in said if isinstance(word, Phrase))
    (verb,) = (word for word in said if isinstance(word, Verb))
    if any(noun.sense != "spell" or noun.word.form != "s" for noun in nouns):
        raise NoSense
    if verb.sense != "consider" or not verb.passive or not isinstance(what, Casts | Same):
        raise NoSense
    for adverb in adverbs:
        verb = verb.add("adverb", adverb)
    return act(subject, _considered_to(verb, what))


def cleft_into(what: Phrase, be: str, subject: Phrase, verb: Verb, preposition: Said) -> t.Act:
    """ "Red is what their Hat is turned into"."""
    if any(role in ("object", preposition.sense) for role, _ in verb.parts):
        raise NoSense
    return act(subject, verb.add(preposition.sense, what))


def topic(*said: Any) -> t.Value:
    """ "Whichever of the two was chosen": the word of the order."""
    verb, subject = said[-1], next((word for word in said if isinstance(word, Phrase)), None)
    things = next((word for word in said if isinstance(word, tuple)), ())  # "whichever of Hat and Staff you chose"
    if verb.sense != "choose" or verb.parts or verb.denied or verb.modal:
        raise NoSense
    if not verb.passive and subject != Some(t.Caster()):
        raise NoSense
    for word in said[:-1]:
        item = isinstance(word, Said) and word.sense in ("item", "kind")
        if not (item or isinstance(word, int) or word is subject or word is things):
            raise NoSense
    return t.WordInput(-1, things, next((word for word in said if isinstance(word, int)), 0))


def topic_whether(who: Phrase, verb: Said, words: Any) -> t.Value:
    """ "Whether you chose Red or Blue": all that are offered."""
    found = words_picked(words, who, Verb(verb.sense, "d"))
    assert isinstance(found, Values)
    word: t.Value = found.values[0]
    return word


def topic_act(word: t.Value, subject: Phrase, verb: Verb) -> t.Act:
    """ "Whichever of the two was chosen, the caster's own becomes Red"."""
    if not isinstance(subject, Own) or subject.attr != "" or subject.start:
        raise NoSense
    return act(replace(subject, attr=word), verb)


def as_for(who: Phrase, act: t.Act) -> t.Act:
    """ "As for the chosen Wizard: they lose 2 Stars", "as for your neighbours: each of them who is idle ..."."""
    if isinstance(who, Casts) and any(isinstance(part, t.They) for part in parts(act)):
        return t.Seq((announced(who), act))  # "as for spells that target you: they have no effect"
    if isinstance(who, Own) and any(part in (t.They("it"), t.They("whose")) for part in parts(act)):
        return joined_roll(act_bare(Verb("find", "b", parts=(("object", who),))), act)  # "as for your Hat: it ..."
    if not isinstance(who, Some) or who.how not in ("one", "each", "plural"):
        raise NoSense
    if who.how != "one" and not any(isinstance(part, t.They) for part in parts(act)):
        raise NoSense
    unnamed = (part.acts for part in parts(act) if isinstance(part, t.Clause) and part.subject is None)
    if who != Some(t.Caster()) and any(t.Subject() in parts(done) for done in unnamed):
        raise NoSense  # "as for the chosen Wizard: lose 2 Stars": who loses?
    return t.Seq((t.Clause(None, (t.Mention(who.who),)), act))


def as_for_casts(what: Phrase, noun: Said, verb: Verb) -> t.Act:
    """ "As for the spell you named, all casts of it have no effect"."""
    if noun.sense != "casting" or not isinstance(what, Casts) or what.how != "name" or what.own:
        raise NoSense
    return act(Casts(what.who, what.kind, what.group, "each"), verb)


def cleft_many(what: Phrase, be: str, nbar: Nbar, subject: Phrase, verb: Verb) -> t.Act:
    """ "The chosen number is how many Stars the caster gains"."""
    number = t.ThatMany() if what in (Pointer("that"), Pointer("this")) else plain_number(what)
    return cleft(Amount("=", number, thing_of(nbar)), be, subject, verb)


def cleft_many_has(what: Phrase, be: str, nbar: Nbar, subject: Phrase) -> t.Act:
    """ "That is how many Stars each of the two then has"."""
    return cleft_many(what, be, nbar, subject, Verb("endup", "s" if _is_single(subject) else "b"))


def act_then_has(subject: Phrase, what: Phrase) -> t.Act:
    """ "Each of the two then has that many Stars", "both have the result from then on": a number just worked out."""
    found = getattr(what, "number", None)
    if not isinstance(what, Amount | Number) or not isinstance(found, t.ThatMany | t.Result):
        raise NoSense  # "the caster then has 5 Stars": is that so, or made so?
    return act(subject, Verb("endup", "s" if _is_single(subject) else "b").add("object", what))


def _is_single(subject: Phrase) -> bool:
    return isinstance(subject, Some) and subject.how == "one"


def cleft_many_done(what: Phrase, be: str, nbar: Nbar, verb: Verb) -> t.Act:
    """ "The result is how many Stars are lost by the chosen Wizard"."""
    if be == "d":
        raise NoSense
    number = t.ThatMany() if what in (Pointer("that"), Pointer("this")) else plain_number(what)
    return act(Amount("=", number, thing_of(nbar)), verb)


def act_gap(subject: Phrase, what: Phrase, *each: Said) -> t.Act:
    """ "... and their neighbours 1 Star (each)": the verb of the clause before."""
    if any(word.sense != "each" for word in each):
        raise NoSense
    if not isinstance(subject, Some) or subject.how not in ("one", "each", "plural"):
        raise NoSense
    parts = what.parts if isinstance(what, Amounts) else (what,)
    acts = []
    for part in parts:
        if isinstance(part, Number) and isinstance(part.number, t.Int) and not part.attr:
            part = Amount("=", part.number, "")  # "... and their neighbours 1": of the same thing
        if not isinstance(part, Amount) or part.op != "=" or not isinstance(part.number, t.Num) or part.floor:
            raise NoSense
        acts.append(t.Change(t.Subject(), part.attr, True, part.number, stage=-1))
    return t.Clause(subject.who, tuple(acts), "gap")


def gap_left(whose: Phrase, much: Phrase) -> tuple[Phrase, Phrase]:
    return whose, much


def gaps_left(gap: tuple[Phrase, Phrase], *more: Any) -> tuple[tuple[Phrase, Phrase], ...]:
    return gap, *(more[0] if more else ())


def act_with_gaps(act: t.Act, told: tuple[tuple[Phrase, Phrase], ...]) -> t.Act:
    """ "Each Wizard who cast Burn loses 2 Stars; Jolt, 3; Gift, 4": who cast that; "...; the next Wizard, 5"."""
    match act:
        case t.Clause(t.Who() as subject, (t.Change(amount=t.Int()),)):
            pass
        case _:
            raise NoSense  # "2 Stars for each Crystal; Jolt, 3": for each, too?
    acts: list[t.Act] = [act]
    for whose, much in told:
        match whose, subject:
            case Casts(None, t.CastIs(names=(str(),)) as cast, how="name"), t.Those(test=t.CastIs(names=(_, *_))):
                acts.append(act_gap(Some(replace(subject, test=cast), "each"), much))
            case _:
                acts.append(act_gap(whose, much))
    return t.Seq(tuple(acts))


def act_gap_by(what: Phrase, subject: Phrase) -> t.Act:
    return act_gap(subject, what)


def act_too(act: t.Act, *said: Any) -> t.Act:
    """ "The chosen Wizard loses 3 Stars, and so does the caster", "and so shall ..."."""
    subject = said[-1]
    if isinstance(said[0], Said) and said[0].sense != "must":
        raise NoSense
    if isinstance(subject, Own):  # "your Hat turns Blue, and so does theirs"
        return so_does(act, subject)
    if not isinstance(act, t.Clause) or act.subject is None or not isinstance(subject, Some):
        raise NoSense
    if subject.how not in ("one", "each", "plural"):
        raise NoSense
    if act.subject == t.All() or subject.who == t.All():
        raise NoSense  # "every Wizard loses 1 Star, and so do you": once, or twice?
    own = (part for part in parts(act.acts) if isinstance(part, t.Who | t.Roll))
    if any(part not in (t.Subject(), t.Member()) for part in own):
        raise NoSense  # "they lose half of their Stars, and so do you": of theirs, or of yours?
    singly = is_one(act.subject) and is_one(subject.who)
    if not singly and any(isinstance(one, t.Change) for one in act.acts):
        return t.Seq((act, t.Likewise(subject.who)))  # "whoever cast Burn loses 1 Star, and so does the next Wizard"
    return t.Seq((act, replace(act, subject=subject.who)))


def let_do(subject: Phrase, verb: Verb) -> t.Act:
    """ "Let both of them end up with that many"."""
    match verb:
        case Verb("have", "b", parts=(("object", Worn() as what),)) if isinstance(subject, Some):
            return act_bare(
                Verb("award", "b", parts=(("object", subject), ("object", what)))
            )  # "let them wear a Red Hat"
    return made_to(subject, verb)


def do_so_only_if(act: t.Act, cond: t.Cond) -> t.Act:
    """ "Take 2 Stars away from each neighbour, but do so only if the caster is idle"."""
    return trailed(act, (cond, True, None))


def _denies(act: t.Act) -> bool:
    """Whether an outcome says that something does not happen."""
    match act:
        case t.Lasting(inner):
            return _denies(inner)
        case t.Clause(None, (t.Void(),)) | t.Clause(None, (t.Watch(how="cancel" | "shield"),)):
            return True
    return False


def act_nor_these(act: t.Act, *said: Any) -> t.Act:
    """ "Burn has no effect, and neither does Jolt", "you cannot gain Stars, nor can your neighbours"."""
    phrase = said[-1]
    modal = any(isinstance(word, Said) for word in said[:-1])
    if not _denies(act):
        raise NoSense
    inner = act.act if isinstance(act, t.Lasting) else act
    match inner, phrase:
        case t.Clause(None, (t.Void(t.Casters(t.All(), t.CastIs())),)), Casts() if not modal and not phrase.own:
            more = voided(replace(phrase, how="plural") if phrase.how == "any" else phrase)
        case t.Clause(None, (t.Watch(whom=whom, how="cancel" | "shield") as watch,)), Some(
            who, "one" | "each" | "plural"
        ):
            own = any(isinstance(part, t.Caster | t.They | t.Others) for part in parts(watch.source))
            if phrase.place or who == whom or own:
                raise NoSense  # "... from your own spells, nor can the chosen Wizard": from whose?
            more = replace(inner, acts=(replace(watch, whom=who),))
        case _:
            raise NoSense
    return t.Seq((act, replace(act, act=more) if isinstance(act, t.Lasting) else more))


def act_not_either(subject: Phrase, verb: Verb) -> t.Act:
    """ "Jolt has no effect either", "nothing happens either"."""
    made = act(subject, verb)
    if made != t.Nothing() and not _denies(made):
        raise NoSense
    return made


def no_effect_for(*said: Any) -> t.Act:
    """ "No effect for any spell that targets the caster"."""
    *be, noun, phrase = said
    if noun.sense != "effect" or noun.word.form != "s" or any(form != "s" for form in be):
        raise NoSense
    match phrase:
        case Casts(how="some" | "plural" | "each" | "all names" | "name" | "one", own=False):
            return voided(phrase)
    raise NoSense


def act_which(loss: t.Act, subject: Phrase, verb: Verb) -> t.Act:
    """ "The chosen Wizard loses 2 Stars, which you gain"."""
    match loss:
        case t.Clause(t.Who() as who, (t.Change(gain=False, floor=None, amount=number, attr=attr),)) if is_one(who):
            of_nobody = isinstance(number, t.Int | t.Roll)
            other = isinstance(subject, Some) and subject.how == "one" and subject.who not in (who, THEY)
            plain = verb.sense == "gain" and not verb.parts and not verb.passive and not verb.denied
            if of_nobody and other and plain:
                return t.Seq((loss, act(subject, verb.add("object", Amount("=", number, attr)))))
    raise NoSense


def act_which_things(loss: t.Act, subject: Phrase, verb: Said, *thing: str) -> t.Act:
    """ "The chosen Wizard loses 2 Stars, and you gain them"."""
    match loss:
        case t.Clause(_, (t.Change(attr=attr),)) if thing in ((), (attr,)):
            return act_which(loss, subject, Verb(verb.sense, verb.word.form))
    raise NoSense


def act_does_not(act: t.Act, who: Phrase) -> t.Act:
    """ "Everyone gains 2 Stars, but you don't"."""
    if any(isinstance(part, t.Pick) for part in parts(act)):
        raise NoSense  # "two random Wizards": drawn of the others, or of all?
    match act.act if isinstance(act, t.Lasting) else act, who:
        case t.Clause(None, (t.Watch(whom=whom, how="move"),)), Some(spared, "one") if spared == whom:
            return act  # "... are lost by that Wizard instead (so the caster doesn't)"
        case t.Clause(t.Others()) as others, Some(t.Caster(), "one") if others == act:
            return replace(others, subject=t.Without(t.All(), t.Caster()))  # "the others do (you don't)": said again
    return act_except(act, who)


def act_except(act: t.Act, who: Phrase) -> t.Act:
    """ "Each Wizard loses 1 Star, except the caster", "everyone's Hat becomes Red, but not the caster's"."""
    if isinstance(who, Casts):
        return except_spells(act, who)
    match act:
        case t.Clause(None, (t.Note(number=t.Count()),)):  # "all Wizards who cast Burn are counted, you excepted"
            return t.Seq((act, not_counted(who)))
    if not isinstance(act, t.Clause) or act.subject is None or is_one(act.subject):
        raise NoSense
    if isinstance(act.subject, t.Pick):
        raise NoSense  # "two random Wizards lose 1 Star, except the caster": drawn from the others, or spared?
    if any(isinstance(part, t.Swap) for part in act.acts):
        raise NoSense  # "you swap Stars with a random Wizard, yourself excluded": from the draw
    return replace(act, subject=t.Without(act.subject, _of_whom(act, who)))


def in_return_for_that(before: t.Act, act: t.Act) -> t.Act:
    """ "The caster loses 1 Star, in return for which they gain 2 Crystals": of what happens in any case."""
    if any(
        isinstance(part, t.Trail | t.If | t.Exempt) or getattr(part, "mode", "always") != "always"
        for part in parts(before)
    ):
        raise NoSense
    return joined(before, act)


def paid_for_it(before: t.Act, act: t.Act) -> t.Act:
    """ "Each neighbour who has a Crystal hands you one, and you pay them 2 Stars for it": for what was handed over."""
    return _paid_for(before, act, one=True)


def paid_for_them(before: t.Act, act: t.Act) -> t.Act:
    """ "The caster takes 2 Crystals from the target and pays them 3 Stars for these"."""
    return _paid_for(before, act, one=False)


def _paid_for(before: t.Act, act: t.Act, *, one: bool) -> t.Act:
    handed = [part for part in parts(before) if isinstance(part, t.Change | t.Pay)]
    paid = [part for part in parts(act) if isinstance(part, t.Change | t.Pay)]
    if len(handed) != 1 or len(paid) != 1 or handed[0].attr == paid[0].attr or (handed[0].amount == t.Int(1)) != one:
        raise NoSense
    if isinstance(handed[0], t.Pay) and not isinstance(paid[0], t.Pay):
        raise NoSense  # "gives you 1 Crystal and gets 2 Stars for it": from whom?
    return in_return_for_that(before, act)


def act_save_nothing(act: t.Act, who: Phrase, verb: Verb) -> t.Act:
    """ "Each Wizard loses 2 Stars, save that the caster shall lose nothing"."""
    match act:
        case t.Clause(_, (t.Change(gain=gain),)) if verb.sense == ("gain" if gain else "lose"):
            if not (verb.denied or verb.parts or verb.passive):
                return act_does_not(act, who)
    raise NoSense


def act_another(subject: Phrase, *said: Any) -> t.Act:
    """ "The chosen Wizard, as a separate loss, loses 3 Stars", "they separately lose 3 Stars"."""
    *noun, verb = said
    made = act(subject, verb)
    return another_act(made, noun[0]) if noun else made


def another_act(act: t.Act, noun: Said) -> t.Act:
    """ "They lose 3 Stars as a separate loss": what is lost, and not gained."""
    moved = [part.gain for part in parts(act) if isinstance(part, t.Change)]
    if noun.sense != "flow" or not moved or any(gain != (noun.word.detail == "gain") for gain in moved):
        raise NoSense
    return act


def act_as_one(act: t.Act, noun: Said) -> t.Act:
    """ "They lose 1 more Star than DICE6 shows, as one loss": what is lost is one change."""
    moved = [part for part in parts(act) if isinstance(part, t.Change | t.Pay)]
    kinds = {"lose": "loss", "gain": "gain"}
    told = "payment" if noun.sense == "payment" else kinds.get(noun.word.detail, "") if noun.sense == "flow" else ""
    if not isinstance(act, t.Clause) or not (act.subject is None or is_one(act.subject)):
        raise NoSense  # "your neighbours lose 2 Stars, as one loss": between them?
    match moved:
        case [t.Change(gain=gain)] if told == ("gain" if gain else "loss"):
            return act
        case [t.Pay()] if told == "payment":
            return act
    raise NoSense  # "they lose 2 Stars and 1 Crystal, as one loss"


def act_except_named(act: t.Act, *said: Any) -> t.Act:
    """ "Pick 2 different Wizards at random, neither of them the caster"."""
    who: Phrase = said[-1]
    match act:
        case t.Clause(None, (t.Picks(t.Pick(among=t.All()) as pick),)) if isinstance(who, Some) and is_one(who.who):
            return replace(act, acts=(t.Picks(replace(pick, among=t.Without(t.All(), who.who))),))
    raise NoSense


def except_spells(act: t.Act, spells: Casts) -> t.Act:
    """ "All spells have no effect, except Burn and Jolt", "the caster cannot lose Stars, except from Burn"."""
    match act:
        case t.Lasting(inner):
            return replace(act, act=except_spells(inner, spells))
        case t.Clause(None, (t.Void(t.Casters() as casts) | t.Redirect(t.Casters() as casts) as made,)):
            rest = np_but(Casts(None, casts.kind, casts.group, "plural"), spells)
            assert isinstance(rest, Casts) and rest.kind is not None
            return replace(act, acts=(replace(made, who=replace(casts, kind=rest.kind)),))
        case t.Clause(None, (t.Watch() as status,)):
            rest = np_but(Casts(None, t.CastIs(ME), how="plural"), spells)
            assert isinstance(rest, Casts)
            return replace(act, acts=(replace(status, source=conj(status.source, source_of(rest))),))
    raise NoSense


def act_if_done(act: t.Act, part: Verb) -> t.Act:
    """ "Burn has no effect if cast by a neighbour", "spells have no effect when aimed at the caster"."""
    return _of_spells(act, spell_test(part))


def act_unless_done(act: t.Act, part: Verb) -> t.Act:
    """ "Burn has no effect unless cast by you"."""
    return _of_spells(act, conj(t.CastIs(ME), t.Not(spell_test(part))))


def act_except_whose(act: t.Act, whose: Phrase) -> t.Act:
    """ "Spells that target you have no effect, except those of your neighbours"."""
    match whose:
        case Some(who, "one" | "each" | "plural" | "any", place=False):
            return _of_spells(act, t.Not(t.In(ME, t.Owner(who))))
    raise NoSense


def _of_spells(act: t.Act, test: t.Cond) -> t.Act:
    """What happens to spells, of those only of which this is true."""
    match act:
        case t.Lasting(inner):
            return replace(act, act=_of_spells(inner, test))
        case t.Clause(None, (t.Void(t.Casters() as casts) | t.Redirect(t.Casters() as casts) as made,)):
            tests = conjuncts(test)
            told = tuple(part for part in tests if part != t.CastIs(ME))
            return replace(act, acts=(replace(made, who=replace(casts, kind=conj(casts.kind, *told))),))
    raise NoSense


def act_not_them(act: t.Act, *said: Any) -> t.Act:
    """ "Stars that you would lose are lost by the chosen Wizard, and not by you", "... and you don't"."""
    *by, who = said
    if any(word.sense not in ("by", "from") for word in by):
        raise NoSense
    inner = act.act if isinstance(act, t.Lasting) else act
    match inner, who:
        case t.Clause(_, (t.Watch(whom=whom, how="move", to=to),)), Some(spared) if spared != to:
            if spared == whom or (spared == THEY and is_one(whom) and to == t.Caster()):
                return act
    raise NoSense


def act_except_from(act: t.Act, *said: Any) -> t.Act:
    """ "The caster cannot lose Stars, except from Burn"."""
    preposition, spells = said[-2:]
    inner = act.act if isinstance(act, t.Lasting) else act
    if spells == Own(Some(t.Caster()), "") and isinstance(inner, t.Clause) and inner.form == "from":
        spells = Casts(t.Owner(t.Caster()), how="plural")  # "loses 1 more Star from spells, except from yours"
    match inner:
        case t.Clause(None, (t.Watch(how=how),)) if isinstance(spells, Casts):
            if spells.how == "some":
                spells = replace(spells, how="plural")  # "except from a spell that the caster cast"
            if preposition.sense in (("by", "from") if how == "shield" else ("from", "because", "to")):
                return except_spells(act, spells)
    raise NoSense


def _of_whom(act: t.Clause, phrase: Phrase) -> t.Who:
    """Who is named beside those to whom something happens: a Wizard, or a thing of theirs."""
    match phrase:
        case Some(who, "one" | "each") if not any(isinstance(part, t.Assign) for part in act.acts):
            return who
        case Some(t.Those() as who, "plural") if not any(isinstance(part, t.Assign) for part in act.acts):
            return who  # "except those who cast Gift"
        case Own(Some(who, "one"), attr, False) if act.acts and all(
            isinstance(part, t.Assign) and attr in ("", part.attr) for part in act.acts
        ):
            return who
    raise NoSense


def act_with(act: t.Act, who: Phrase) -> t.Act:
    """ "Everybody loses 1 Star, the caster as well"."""
    if not isinstance(act, t.Clause) or act.subject is None:
        raise NoSense
    whole = np_with(Some(act.subject, "each"), Some(_of_whom(act, who)))
    assert isinstance(whole, Some)
    return replace(act, subject=whole.who)


def act_only(act: t.Act, who: Phrase) -> t.Act:
    """ "The caster's neighbours lose 1 Star each, but only those in odd positions"."""
    match act, who:
        case t.Clause(t.Who() as group), Some(t.Those(t.All() | t.They("one of kind"), test), "each" | "plural") if (
            not is_one(group)
        ):
            return replace(act, subject=t.Those(group, test))
    raise NoSense


def act_neither(act: t.Act, *whose: Phrase) -> t.Act:
    """ "Nobody can gain Stars, you neither", "not even you", "(no spell affects you,) not even your own"."""
    inner = act.act if isinstance(act, t.Lasting) else act
    for who in whose:
        match inner, who:
            case t.Clause(_, (t.Watch(whom=whom),)), Some(t.Caster(), "one") if contains(whom, t.Caster()):
                pass
            case t.Clause(_, (t.Watch(source=t.Always(), how="shield"),)), Own(Some(), ""):
                pass
            case _:
                raise NoSense
    return act


def _sole_change(act: t.Act) -> t.Change:
    match act:
        case t.Clause(_, (t.Change() as change,)):
            return change
    raise NoSense


def other_amount(act: t.Act, phrase: Phrase) -> t.Act:
    """The same outcome with another amount."""
    match act, phrase:
        case t.Clause(_, (t.Assign(value=t.Int()) as set_to,)), Number(t.Int() as other, ""):
            return replace(act, acts=(replace(set_to, value=other),))  # "your Crystals become 3, or 5 if ..."
        case t.Clause(
            _, (t.Change(amount=t.Int(), floor=None) | t.Pay(amount=t.Int(), mode="always") as made,)
        ), Amount("=", t.Int() as other, str() as attr, "" | "a", None) if made.attr and attr:
            return replace(act, acts=(replace(made, attr=attr, amount=other),))  # "lose 1 Crystal, or 2 Stars if ..."
    match act:
        case t.Clause(_, (t.Pay(mode="upto") as made,)):
            match phrase:
                case Amount("upto", t.Num() as number, attr) if attr in ("", made.attr):
                    return replace(act, acts=(replace(made, amount=number),))
        case t.Clause(_, (t.Change() | t.Pay(mode="always") as made,)):
            size = getattr(phrase, "number", None)
            if isinstance(made, t.Pay) and not isinstance(size, t.Int | tuple):
                raise NoSense
            if isinstance(size, t.Times | t.Part) and t.ThatMany() in parts(size) and _reckoned(made.amount):
                raise NoSense  # "as many Stars as you have Crystals, or twice that many": as these, or as was rolled?
            match phrase:
                case Amount("=", number, attr) if attr in ("", made.attr) and isinstance(number, t.Num):
                    return replace(act, acts=(replace(made, amount=number),))
                case Number(number):
                    return replace(act, acts=(replace(made, amount=number),))
                case Pointer("nothing"):
                    return t.Seq(())
                case Amount("less" | "more" as op, t.Int(by), attr, "" | "extra") if attr in ("", made.attr):
                    match made.amount:  # "3 Stars, or 1 Star less if ..."
                        case t.Int(size) if op == "more" or by < size:
                            told = t.Int(size + by if op == "more" else size - by)
                            return replace(act, acts=(replace(made, amount=told),))
                case Amount("scaled") if made.amount != t.Untold() and getattr(made, "floor", None) is None:
                    return replace(act, acts=(replace(made, amount=_scaled_again(made, phrase)),))
    raise NoSense


def _reckoned(amount: t.Num) -> bool:
    """Whether it is said in words how many these are: "as many as you have Crystals"."""
    return not isinstance(amount, t.Int | t.ThatMany | t.Noted | t.NumberInput)


def _scaled_again(made: t.Change | t.Pay, phrase: Amount) -> t.Num:
    """ "(... loses as many Stars as you have Crystals, or) twice as many (if ...)": as was just said."""
    if phrase.attr not in ("", made.attr) or not isinstance(phrase.number, tuple):
        raise NoSense
    if isinstance(made.amount, t.Int) and phrase.number[0] == "times":
        return t.Int(made.amount.value * phrase.number[1])
    if isinstance(made.amount, t.Times | t.Part | t.Add | t.Minus | t.Least | t.Greatest):
        raise NoSense  # "twice as many as you lost, or three times as many": of what you lost, or of twice that?
    return scaled(phrase.number, made.amount, phrase.mode)


def trail_else(act: t.Act, trail: Trailing, verb: Verb) -> t.Act:
    """ "The caster gains 2 Stars if ..., and loses 1 Star otherwise"."""
    cond, wanted, otherwise = trail
    if not isinstance(act, t.Clause) or otherwise is not None:
        raise NoSense
    other = act_bare(verb)
    if not isinstance(other, t.Clause) or other.subject is not None:
        raise NoSense
    return t.Trail(act, cond, wanted, replace(other, subject=act.subject))


def trail_amount(act: t.Act, trail: Trailing, phrase: Phrase, denied: Phrase | None = None) -> t.Act:
    """ "The caster gains 4 Stars if ..., otherwise 1 Star"."""
    cond, wanted, otherwise = trail
    if otherwise is not None or (denied is not None and not (wanted and denies(cond, denied))):
        raise NoSense
    if isinstance(act, t.Clause):
        phrase = of_each(act, phrase)
    return t.Trail(act, cond, wanted, other_amount(act, phrase))


def led_amount(lead: Lead, act: t.Act, phrase: Phrase) -> t.Act:
    """ "If the chosen Wizard is idle, they lose 4 Stars, otherwise 1 Star"."""
    if lead[0] not in ("if", "own") or not isinstance(act, t.Clause):
        raise NoSense
    return run_else(led(lead, act), other_amount(act, of_each(act, phrase)))


def act_or(act: t.Act, phrase: Phrase, trail: Trailing) -> t.Act:
    """ "The caster gains 1 Star, or 4 Stars if ..."."""
    cond, wanted, otherwise = trail
    if otherwise is not None:
        raise NoSense
    other = other_amount(act, _for_each_again(act, phrase))
    if _unnamed(cond) and _things((act, other)) > 1:
        raise NoSense  # "1 Crystal, or 2 Stars if you have more than 3", "if you lost any": of which?
    return t.Trail(other, cond, wanted, act)


def _for_each_again(act: t.Act, phrase: Phrase) -> Phrase:
    """ "(2 Stars for each of your Crystals, or) 3 for each (if ...)": for each of the same, where it is said of one."""
    size = getattr(phrase, "number", None)
    if not isinstance(phrase, Amount | Number) or t.Noted("count") not in parts(size):
        return phrase
    match [part.amount for part in parts(act) if isinstance(part, t.Change | t.Pay)][-1:]:
        case [t.Times(t.Int(), each)] | [(t.Count() | t.Stat() | t.Total() | t.Duels()) as each]:
            return replace(phrase, number=replaced(size, {t.Noted("count"): each}))
    return phrase


def act_or_floor(act: t.Act, phrase: Phrase, trail: Trailing, rule: t.FloorRule | tuple[t.Act, bool]) -> t.Act:
    """ "Everyone else loses 3 Stars, or 1 if they have a Red Hat, but this cannot bring anyone below 0"."""
    made = act_or(act, phrase, trail)
    if not isinstance(made, t.Trail) or made.otherwise is None:
        raise NoSense
    if isinstance(rule, tuple):
        first, other = (with_floor_of_them(each, rule) for each in (made.act, made.otherwise))
    else:
        first, other = (with_floor(each, rule) for each in (made.act, made.otherwise))
    if isinstance(first, t.Seq) or isinstance(other, t.Seq):
        raise NoSense  # of other losses, too
    return replace(made, act=first, otherwise=other)


def act_or_does(act: t.Act, verb: Verb, trail: Trailing) -> t.Act:
    """ "You gain 2 Stars for each idle neighbour, or lose 1 if there is no such neighbour": the same one does."""
    cond, wanted, otherwise = trail
    other = act_bare(verb)
    if otherwise is not None or not isinstance(act, t.Clause) or not isinstance(other, t.Clause):
        raise NoSense
    if (act.form == "b") is not (other.form == "b") or not all(isinstance(part, t.Change | t.Pay) for part in act.acts):
        raise NoSense
    if not all(isinstance(part, t.Change | t.Pay) for part in other.acts):
        raise NoSense
    gains, losses = (
        {part.attr for part in parts((act, other)) if isinstance(part, t.Change) and part.gain is gain}
        for gain in (True, False)
    )
    none = _of_counted(cond, act)
    if (_unnamed(cond) and _things((act, other)) > 1) or (none == cond and gains & losses):
        raise NoSense  # "gain 2 Stars, or lose 2 Stars if ...": as whoever casts it likes?
    return t.Trail(replace(other, subject=act.subject), none, wanted, act)


def _of_counted(cond: t.Cond, act: t.Act) -> t.Cond:
    """A condition that there is none of those for each of whom it happens: "if none did", "no such neighbour"."""
    counted = {part.who for part in parts(act) if isinstance(part, t.Count)}
    match cond, *counted:
        case t.Compare(t.Count(t.They("such neighbour")), "=", t.Int(0)), t.Those(t.Neighbours()) as who:
            return t.Compare(t.Count(who), "=", t.Int(0))
        case t.Compare(t.Count(t.They("such Wizard")), "=", t.Int(0)), t.Those(t.All() | t.Others()) as who:
            return t.Compare(t.Count(who), "=", t.Int(0))
        case t.Holds(t.They("askees"), "=", t.Int(0), t.Did("did" | "does" | "is")), t.Those() as who:
            return t.Compare(t.Count(who), "=", t.Int(0))
    return cond


def act_or_same(act: t.Act, phrase: Phrase, trail: Trailing) -> t.Act:
    """ "The caster gains 1 Star or 4 Stars if ..."; "lose 1 Star or 1 Crystal if ..." leaves open which of the two."""
    found = act_or(act, phrase, trail)
    if _things(found) > 1:
        raise NoSense
    return found


def _unnamed(cond: t.Cond) -> bool:
    """Whether a condition is about a thing that it does not name."""
    return any(
        (isinstance(part, t.Stat) and not part.attr) or getattr(part, "attr", None) == SUCH for part in parts(cond)
    )


def _things(acts: Any) -> int:
    """Of how many things outcomes change so many."""
    return len({part.attr for part in parts(acts) if isinstance(part, t.Change | t.Pay)})


def act_or_bare(act: t.Act, phrase: Phrase, trail: Trailing) -> t.Act:
    """ "The chosen Wizard loses 3 Stars, 5 if they cast Burn"."""
    if not isinstance(phrase, Number) or not isinstance(phrase.number, t.Int):
        raise NoSense
    return act_or(act, phrase, trail)


def act_extra(act: t.Act, phrase: Phrase, trail: Trailing) -> t.Act:
    """ "The caster gains 2 Stars, plus 1 more if ..."."""
    cond, wanted, otherwise = trail
    change = _sole_change(act)
    if otherwise is not None or not isinstance(phrase, Amount) or phrase.op != "more":
        raise NoSense
    if phrase.attr not in ("", change.attr) or not isinstance(phrase.number, t.Num):
        raise NoSense
    assert isinstance(act, t.Clause)
    more = replace(act, acts=(replace(change, amount=phrase.number),))
    return t.Seq((act, t.Trail(more, cond, wanted)))


def act_more(act: t.Act, *said: Any) -> t.Act:
    """ "1 Star is gained by the target, and on top of that 1 more for each neighbour"."""
    *adverbs, extra = said
    only(adverbs, {"R": ("also",)})
    if isinstance(extra, Number) and not adverbs:
        raise NoSense  # "you gain 1 Crystal, and however many Wizards cast Burn, ..."
    match act, extra:
        case (
            t.Clause(_, (t.Change(amount=t.Int(), floor=None) | t.Pay(amount=t.Int(), mode="always") as made,)),
            Amount("=" | "more", number, attr, "" | "extra") | Number(number, attr),
        ) if attr in ("", made.attr) and not isinstance(number, t.Int | t.Roll):
            whole = np_plus(Amount("=", made.amount, made.attr), extra)
            if isinstance(whole, Amount):
                return replace(act, acts=(replace(made, amount=whole.number),))
    raise NoSense


def act_and_another(act: t.Act, way: str, phrase: Phrase) -> t.Act:
    """ "The caster loses 5 Stars and, as a separate loss, 1 more Star"."""
    match act, phrase:
        case t.Clause(_, (t.Change(floor=None) as change,)), Amount("=" | "more", t.Int() as number, attr, "", None):
            if way not in ("", "gain" if change.gain else "loss"):
                raise NoSense  # "you lose 5 Stars and, as a separate gain, 1 Crystal"
            more = replace(change, amount=number, attr=attr or change.attr)
            return t.Seq((act, replace(act, acts=(more,))))
    raise NoSense


def act_each_more(act: t.Act, count: t.Num, phrase: Phrase) -> t.Act:
    """ "The caster gains 2 Stars and, for each neighbour, 1 Crystal"."""
    match act, phrase:
        case t.Clause(_, (t.Change(floor=None) as change,)), Amount("=", t.Num() as number, attr, "", None):
            more = replace(change, amount=number, attr=attr or change.attr)
            return joined_each(act, _for_each(count, replace(act, acts=(more,))))
    raise NoSense


def joined_apart(before: t.Act, act: t.Act) -> t.Act:
    """ "Gains 3 Stars, and separately gains 3 Stars"."""
    if any(isinstance(part, t.Roll | t.Pick) for part in parts(act)):
        raise NoSense  # "each neighbour loses 1 Star and separately loses DICE4 Stars": one roll, or one each?
    return joined(before, act)


def act_namely(subject: Phrase, verb: Verb, whom: Phrase) -> t.Act:
    """ "(A spell) targets somebody else instead, namely a random Wizard other than the caster"."""
    match whom:
        case Some(t.Pick(_, t.Others() | t.Without(t.All(), t.Caster())), "one"):
            pass
        case _:
            raise NoSense
    told = tuple((role, whom) if what == Some(t.Others(), "some") else (role, what) for role, what in verb.parts)
    if told == verb.parts:
        raise NoSense
    return act(subject, replace(verb, parts=told))


def for_each(count: t.Num, act: t.Act) -> t.Act:
    match act:
        case t.Clause(t.Pick(), form="s"):
            raise NoSense  # "for each time Burn was cast, a random Wizard loses 1 Star": one, or one each time?
        case t.Trail(inner, otherwise=None) | t.Awaited(inner) if isinstance(inner, t.Clause):
            return replace(act, act=for_each(count, inner))
        case t.Clause(_, (t.Change(amount=t.Capped(number, most)) as change,)):
            each = _for_each(count, replace(act, acts=(replace(change, amount=number),)))
            match each:
                case t.Clause(_, (t.Change() as made,)) if made.amount != number:
                    return replace(each, acts=(replace(made, amount=t.Least((made.amount, most))),))
            raise NoSense
    return _for_each(count, act)


def joined_for_each(before: t.Act, count: t.Num, act: t.Act) -> t.Act:
    return joined_each(before, _for_each(count, act))


def exempt(_: str, phrase: Phrase) -> t.Act:
    """ "This does not apply to idle Wizards"."""
    match phrase:
        case Casts(None, t.Cond(), how="some" | "plural", own=False):  # "to a spell whose target was changed"
            return t.Exempt(casts=casts_who(replace(phrase, how="plural")))
        case Some(t.Those() as who, "some", place=False):
            return t.Exempt(who=who)
        case Some(who, "one" | "each" | "plural"):
            return t.Exempt(who=who)
    raise NoSense


def act_and_part(subject: Phrase, verb: Verb, part: Verb) -> t.Act:
    """ "2 Stars are taken from the chosen Wizard and given to the caster"."""
    if not verb.passive or not part.passive or part.denied:
        raise NoSense
    if not (verb.sense in ("remove", "take") and part.sense in ("give", "add", "award")):
        same = Pointer("it") if isinstance(subject, Number) else subject
        return joined(act(subject, verb), act(same, replace(part, form=verb.form)))
    to = Roles(None, part)
    receiver = to.take("to", Some)
    to.done()
    return act(subject, verb.add("to", receiver))


def run_doing(*said: Any) -> t.Act:
    """ "Each neighbour loses 2 Stars, gaining 1 Crystal": as "and gains"."""
    *_, verb, part = said
    first, second = _doing(said[:-2], verb, part)
    return joined(first, second)


def run_doing_if(*said: Any) -> t.Act:
    """ "Each neighbour swaps Hats with you, losing 2 Stars if theirs is Red": the condition is of the last alone."""
    *subject, verb, part, trail = said
    first, second = _doing(tuple(subject), verb, part)
    return joined(first, trailed(second, trail))


def _doing(subject: tuple[Phrase, ...], verb: Verb, part: Verb) -> tuple[t.Act, t.Act]:
    """What somebody does, and what they do in doing so. Raises NoSense."""
    if part.form != "g" or part.sense not in ("lose", "gain", "pay", "steal") or part.denied or part.passive:
        raise NoSense
    if verb.passive or verb.modal or verb.denied or verb.form not in ("s", "b"):
        raise NoSense  # "2 Stars are taken from you, losing 1": who does?
    if subject and not isinstance(subject[0], Some | Pointer):
        raise NoSense  # "your neighbours' Hats become Red, losing 1 Star": who does?
    first = act(subject[0], verb) if subject else act_bare(verb)
    match first:
        case t.Clause(_, acts) if acts and all(
            isinstance(one, t.Change | t.Pay | t.Assign | t.Swap | t.Level) for one in acts
        ):
            return first, act_bare(replace(part, form=verb.form))
    raise NoSense


def act_respectively(*said: Any) -> t.Act:
    """ "You and the next Wizard lose 2 and 1 Stars respectively"."""
    at = next(at for at, part in enumerate(said) if isinstance(part, Verb))
    named, verb, thing = said[:at], said[at], said[-1]
    rules = [part for part in named if isinstance(part, t.TieRule)]
    who = [one for part in named if part not in rules for one in (part if isinstance(part, tuple) else (part,))]
    to = [part for part in said[at + 1 : -1] if isinstance(part, Phrase)]
    numbers = [part for part in said[at + 1 : -1] if isinstance(part, t.Num)]
    if (
        len(numbers) != len(who)
        or verb.sense not in ("gain", "lose", "pay", "give")
        or bool(to) != (verb.sense in ("pay", "give"))
    ):
        raise NoSense
    if verb.denied or verb.passive or verb.form != "b" or any(getattr(one, "how", "") != "one" for one in who):
        raise NoSense
    made = [
        act(one, replace(verb, form="s").add("object", Amount("=", number, thing)).add("to", to[0]))
        if to
        else act(one, replace(verb, form="s").add("object", Amount("=", number, thing)))
        for one, number in zip(who, numbers, strict=True)
    ]
    return t.Seq(tuple(tie_after(one, *rules) if rules else one for one in made))


def cleft_number(what: Phrase, be: str, noun: Said, nbar: Nbar, subject: Phrase, verb: Verb) -> t.Act:
    """ "DICE4 is the number of Stars which the caster gains"."""
    if noun.sense != "number":
        raise NoSense
    return cleft_many(what, be, nbar, subject, verb)


def number_cleft(noun: Said, nbar: Nbar, subject: Phrase, verb: Verb, be: str, what: Phrase) -> t.Act:
    """ "The number of Stars that the caster gains is DICE4"."""
    return cleft_number(what, be, noun, nbar, subject, verb)


def act_lot(subject: Phrase, part: Verb, verb: Verb) -> t.Act:
    """ "One of the caster's neighbours, chosen at random, loses 2 Stars"; of spells, "one of them has no effect"."""
    try:
        return act(by_lot(subject, part), verb)
    except NoSense:
        lot, among = lot_of(part) or (None, None)
        if subject != Some(t.They("those"), "some") or lot is None or among is not None:
            raise
        return act(Casts(t.Pick(lot.at, t.They("those spells"))), verb)


def act_lot_after(subject: Phrase, verb: Verb, part: Verb) -> t.Act:
    """ "One of the caster's neighbours loses 2 Stars, chosen at random"."""
    if any(isinstance(said, Some) for _, said in verb.parts):
        raise NoSense  # "one of you pays 2 Stars to a Wizard, chosen at random": who is?
    return act(by_lot(subject, part), verb)
