"""How a text is set out: labels, headings, steps, cases, openers. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.articles import all_bare, owned, the
from pbp.spells.english.beside import act_after, lead_after
from pbp.spells.english.claims import claim
from pbp.spells.english.leading import led, led_bare
from pbp.spells.english.lexicon import Said, more_or_less, only, words
from pbp.spells.english.measures import casts_who, during, thing_of
from pbp.spells.english.nbar import value_np
from pbp.spells.english.outcomes import act, act_bare
from pbp.spells.english.phrases import (
    NUMBERED,
    THEY,
    Amount,
    Amounts,
    Casts,
    Nbar,
    Number,
    Own,
    Phrase,
    Pointer,
    Some,
    Time,
    Values,
    Verb,
)
from pbp.spells.english.pronouns import pronoun
from pbp.spells.english.several import np_but
from pbp.spells.english.verbs import v_be, vp_compared
from pbp.spells.sense.sentences import Lead, Trailing, each_act, joined_roll
from pbp.spells.walk import is_one, parts

# ---- openers and steps


def begun(act: t.Act) -> t.Act:
    """ "So, ..."."""
    return t.Begun(act)


def ordered(act: t.Act) -> t.Act:
    """ "Please gain 2 Stars", "go ahead and roll a die": only of what is ordered; "just" may mean "only" elsewhere."""
    first = act.acts[0] if isinstance(act, t.Seq) and act.acts else act
    if not isinstance(first, t.Clause) or first.subject is not None or first.form not in ("b", "o"):
        raise NoSense
    return act


def stepped(*said: Any) -> t.Act:
    """ "Step 1: ..."; the steps of a list happen at once."""
    return _after(_number("step", said[0]), _act(said[-1]))


def first_step(act: t.Act) -> t.Act:
    """ "First step: ..."; what comes after it is not said to be a step of its own."""
    return stepped(1, act)


def step_then(*said: Any) -> t.Act:
    """ "Step 2, then: ..."."""
    act = _act(said[-1])
    if isinstance(act, t.Later):
        raise NoSense
    return _after(_number("step", said[0]), t.Later(act))


def then_comes(act: t.Act) -> t.Act:
    """ "Then comes the second step: ..."."""
    return act if isinstance(act, t.Later) else t.Later(act)


def step_once(*said: Any) -> t.Act:
    """ "Step 2: then, when step 1 is done, ...": the one before."""
    own, before, act = said
    if not isinstance(own, int) or before != own - 1:
        raise NoSense
    return step_then(own, act)


def case_of(number: Any, cond: t.Cond, act: t.Act) -> t.Act:
    """ "Case 1: no Wizard cast Burn. Gain 2 Stars."."""
    return _after(_number("case", number), led(("if", cond), act))


def case_else_of(number: Any, act: t.Act) -> t.Act:
    """ "Case 2: otherwise, gain 2 Stars"."""
    return _after(_number("case", number), t.Else(act))


def _number(kind: str, said: Any) -> t.Act:
    """The place of a step or a case in its list: "1", "A"."""
    return t.Numbered(kind, said if isinstance(said, int) else ord(said) - ord("a") + 1)


def _after(first: t.Act, act: t.Act) -> t.Act:
    return t.Seq((first, *each_act(act)))


def _act(act: Any) -> t.Act:
    if not isinstance(act, t.Act):
        raise NoSense
    return act


# ---- headings


def heading_what() -> str:
    return ""


def heading_change() -> str:
    return "change"


def heading_payment() -> str:
    return "payment"


def heading_status() -> str:
    return "status"


def heading_case() -> str:
    return "case"


def heading_many(count: int, kind: str) -> t.Act:
    """ "There are two cases", "three things happen"."""
    if count < 2:
        raise NoSense
    return t.Heading(count, kind)


def heading_in_steps(count: int, _kind: str) -> t.Act:
    """ "Two steps: ...", "this happens in two steps: ...": perhaps one after the other."""
    if count < 2:
        raise NoSense
    return t.Heading(count, "step")


def heading_both(kind: str = "") -> t.Act:
    """ "Both of the following happen at the same time"."""
    return t.Heading(2, kind)


def heading_flows(who: Phrase, verb: Said, count: int, noun: Said) -> t.Act:
    """ "The caster makes three separate gains, all at once"."""
    if who != Some(t.Caster()) or verb.sense not in ("make", "suffer", "get", "have") or count < 2:
        raise NoSense
    if noun.sense != "flow" or noun.word.form != "p" or (noun.word.detail == "gain") is (verb.sense == "suffer"):
        raise NoSense
    return t.Heading(count, "gain" if noun.word.detail == "gain" else "loss")


def answered_no(cond: t.Cond, *_: bool) -> t.Cond:
    """ "Is the chosen Wizard idle? No", "... No (they cast another spell)"."""
    match cond:
        case t.Holds(who, ">=", t.Int(1), test) if is_one(who):
            return replace(cond, test=t.Not(test))
        case t.Holds(_, ">=", t.Int(1)):
            return replace(cond, op="=", number=t.Int(0))
    return t.Not(cond, asked=True)


def answered_some(cond: t.Cond, found: str) -> t.Cond:
    """ "Is there any other Wizard who is idle? Yes, at least one"."""
    _check_found(cond, found)
    return cond


def answered_none(cond: t.Cond, found: str) -> t.Cond:
    """ "Did any other Wizard cast Burn? No, not one"."""
    _check_found(cond, found)
    return answered_no(cond)


def _check_found(cond: t.Cond, found: str) -> None:
    """That it was asked whether there are any Wizards at all of whom something is so."""
    match cond:
        case t.Holds(who, ">=", t.Int(1)) if not is_one(who) and found != "them":
            return
        case t.Compare(t.Count(), ">=", t.Int(1)) if found != "them":
            return
    raise NoSense


def headed(heading: t.Act, *acts: t.Act) -> t.Act:
    """ "Two things happen: ...", "exactly one of two cases applies: • N is odd: ... • neither is so: ..."."""
    told = tuple(act for one in acts for act in each_act(one))
    ways = {"gain" if part.gain else "loss" for part in parts(told) if isinstance(part, t.Change)}
    if isinstance(heading, t.Heading) and heading.count == len(told) == 1 and ways == {heading.kind}:
        return told[0]  # "a separate loss: ..." says nothing of what stands after it
    return t.Seq((heading, *told))


def headed_let(heading: t.Act, name: t.Act, *acts: t.Act) -> t.Act:
    """ "All of this at once, with "the winner" meaning the chosen Wizard: ..."."""
    return t.Seq((name, *each_act(headed(heading, *acts))))


def as_that(act: t.Act) -> t.Act:
    """ "At the same time as that payment, ...": nothing of this happens later."""
    return headed(t.Heading(), act)


def at_once(act: t.Act, count: int = 0) -> t.Act:
    """ "You lose 2 Stars and gain 1 Crystal, at the same time"."""
    told = each_act(act)
    if len(told) < 2 or count not in (0, len(told)):
        raise NoSense  # at the same time as what?
    if not all(isinstance(one, t.Clause) for one in told):
        raise NoSense  # "..., then you gain 1 Star, at the same time"
    return act


def both_at_once(act: t.Act) -> t.Act:
    """ "You lose 2 Stars and gain 1 Crystal, both at the same time"."""
    return at_once(act, 2)


# ---- labels


def label_bare(nbar: Nbar) -> Phrase:
    """ "Chosen Wizard: ...": the one there is."""
    if nbar.noun.sense == "others":
        return all_bare(nbar)
    if nbar.noun.word.form != "s":
        raise NoSense
    return the(nbar)


def label_effect(noun: Said, on: Said, phrase: Phrase) -> Phrase:
    """ "Effect on the chosen Wizard: ..."."""
    if noun.sense != "effect" or on.sense not in ("on", "for"):
        raise NoSense
    return phrase


def labelled(label: Phrase, verb: Verb) -> t.Act:
    """ "Each neighbour: lose 2 Stars", "your Hat: becomes Red"."""
    if isinstance(label, Own) and not (verb.modal or verb.passive or label.start):
        if verb.sense not in _OWN_DOES:
            raise NoSense
        return t.Labelled(act(label, replace(verb, form="s")))
    if isinstance(label, Some) and label.place and isinstance(label.who, t.Chosen):
        label = replace(label, place=False)  # "chosen position: loses 2 Stars"
    if (
        not isinstance(label, Some)
        or label.place
        or (verb.modal and not verb.denied)
        or (verb.passive and verb.form == "d")
    ):
        raise NoSense
    several = label.how == "plural" or (label.how == "each" and not label.apart)
    if verb.form == "b":
        verb = replace(verb, form="b" if several else "s")
    return t.Labelled(act(label, verb))


def labelled_they(label: Phrase, said: Said, verb: Verb) -> t.Act:
    """ "The chosen Wizard: they lose 2 Stars"."""
    if said.sense not in ("they", "you") or verb.form not in ("b", "s"):
        raise NoSense
    if said.sense == "you" and label != Some(t.Caster()):
        raise NoSense
    if isinstance(label, Some) and label.how != "one":
        raise NoSense  # "every Wizard: they lose 2 Stars and you gain 2": once, or for each?
    return labelled(label, replace(verb, form="b"))


def labelled_thing_part(label: Phrase, thing: Nbar, part: Verb) -> t.Act:
    """ "Chosen Wizard: Stars set to 5"."""
    if not part.passive or part.denied:
        raise NoSense
    return labelled_thing(label, thing, replace(part, form="s"))


def labelled_part(label: Phrase, part: Verb) -> t.Act:
    """ "Wizard in chosen position: considered to have selected Burn", "your Stars: halved, rounded up"."""
    if isinstance(label, Own) and part.passive and not part.denied and not label.start:
        return t.Labelled(act(label, replace(part, form="s")))
    if not isinstance(label, Some) or label.place or not part.passive or (part.denied and part.sense != "affect"):
        raise NoSense
    return t.Labelled(act(label, replace(part, form="s" if label.how == "one" else "b")))


def labelled_thing(label: Phrase, thing: Nbar, verb: Verb) -> t.Act:
    """ "Chosen Wizard: Hat becomes Red"."""
    if not isinstance(label, Some) or label.place or thing.noun.sense != "thing":
        raise NoSense
    return t.Labelled(act(owned(label, thing), verb))


def label_gain(label: Phrase, number: t.Num, nbar: Nbar) -> t.Act:
    """ "Caster: +5 Stars"."""
    return _signed(label, number, nbar, gain=True)


def label_lose(label: Phrase, number: t.Num, nbar: Nbar) -> t.Act:
    """ "Caster: -1 Star"."""
    return _signed(label, number, nbar, gain=False)


def gain_to(number: t.Num, nbar: Nbar, label: Phrase) -> t.Act:
    """ "+2 Stars to each neighbour"."""
    return _signed(label, number, nbar, gain=True)


def lose_to(number: t.Num, nbar: Nbar, label: Phrase) -> t.Act:
    """ "-2 Stars to each neighbour"."""
    return _signed(label, number, nbar, gain=False)


def gain_for(number: t.Num, nbar: Nbar, label: Phrase) -> t.Act:
    """ "+2 Stars for you"; "for each neighbour" could be how often."""
    return _signed(label, number, nbar, gain=True, only_one=True)


def lose_for(number: t.Num, nbar: Nbar, label: Phrase) -> t.Act:
    """ "-2 Stars for them"."""
    return _signed(label, number, nbar, gain=False, only_one=True)


def everyone_but(everyone: Said, other: Phrase) -> Phrase:
    """ "(+2 Stars for) everybody but you"."""
    return np_but(pronoun(everyone), other)


def act_listed(count: int | str, *said: Any) -> t.Act:
    """ "Two Wizards lose 2 Stars each: the caster and the chosen Wizard", "these Wizards lose 1 Star: ..."."""
    *noun, verb, whom = (count, *said) if isinstance(count, Said) else said
    if noun[0].sense != "wizard" or not isinstance(whom, Some) or not isinstance(whom.who, t.Join):
        raise NoSense
    if isinstance(count, int) and count != len(whom.who.parts):
        raise NoSense
    if not all(isinstance(part, t.Caster | t.Chosen) for part in whom.who.parts) or len(set(whom.who.parts)) < 2:
        raise NoSense  # who is drawn, or has the most, may be the same as the other
    return act(whom, verb)


def _signed(label: Phrase, number: t.Num, nbar: Nbar, *, gain: bool, only_one: bool = False) -> t.Act:
    hows = ("one",) if only_one else ("one", "each", "plural")
    if not isinstance(label, Some) or label.how not in hows or (label.place and not isinstance(label.who, t.Chosen)):
        raise NoSense  # a chosen position is who stands in it
    change = t.Change(t.Subject(), thing_of(nbar), gain, number)
    return t.Labelled(t.Clause(label.who, (change,)))


def label_gain_each(label: Phrase, number: t.Num, nbar: Nbar) -> t.Act:
    """ "All others: +1 Star each"."""
    return _of_several(label, label_gain(label, number, nbar))


def label_lose_each(label: Phrase, number: t.Num, nbar: Nbar) -> t.Act:
    """ "Your neighbours: -1 Star each"."""
    return _of_several(label, label_lose(label, number, nbar))


def label_gain_signed(label: Phrase, _: str, number: t.Num, nbar: Nbar) -> t.Act:
    """ "All others +1 Star"."""
    return label_gain(label, number, nbar)


def label_lose_signed(label: Phrase, _: str, number: t.Num, nbar: Nbar) -> t.Act:
    """ "All others -1 Star"."""
    return label_lose(label, number, nbar)


def label_lose_each_signed(label: Phrase, _: str, number: t.Num, nbar: Nbar) -> t.Act:
    """ "All others -1 Star each"."""
    return label_lose_each(label, number, nbar)


_OWN_DOES = ("become", "turn", "change", "reduce", "raise")
"""What is said of a thing that stands as a heading: "Stars of the caster: go up by 2"."""


def label_gain_of(label: Phrase, what: Phrase) -> t.Act:
    """ "Stars of the caster: +2", "caster: +1 Star for every Wizard with a Red Hat"."""
    return _signed_of(label, what, "gain")


def label_lose_of(label: Phrase, what: Phrase) -> t.Act:
    """ "Your Stars: -2"."""
    return _signed_of(label, what, "lose")


def _signed_of(label: Phrase, what: Phrase, sense: str) -> t.Act:
    if isinstance(what, Number):
        what = Amount("=", what.number, "")
    said = what.parts if isinstance(what, Amounts) else (what,)
    whole = tuple(one for one in said if isinstance(one, Amount) and not isinstance(one.number, str))
    if len(whole) < len(said):
        raise NoSense
    match label:
        case Own(Some(_, "one" | "each" | "plural") as who, str() as attr, False) if attr in NUMBERED:
            if any(one.attr not in ("", attr) for one in whole):
                raise NoSense
            whole = tuple(replace(one, attr=attr) for one in whole)
        case Some(_, "one", place=False) as who:
            if not any(isinstance(part, t.Count) for one in whole for part in parts(one.number)):
                raise NoSense  # as any other label
        case _:
            raise NoSense
    told: Phrase = whole[0] if len(whole) == 1 else Amounts(whole)
    return t.Labelled(act(who, Verb(sense, "s").add("object", told)))


def label_more(label: Phrase, number: t.Num, nbar: Nbar, way: Said) -> t.Act:
    """ "Target: 2 Stars fewer"."""
    return _signed(label, number, nbar, gain=more_or_less(way) == ">")


def label_thing_gain(label: Phrase, nbar: Nbar, _: str, number: t.Num) -> t.Act:
    """ "Caster: Stars +2"."""
    return label_gain(label, number, nbar)


def label_thing_lose(label: Phrase, nbar: Nbar, _: str, number: t.Num) -> t.Act:
    """ "Caster: Crystals -1"."""
    return label_lose(label, number, nbar)


def label_gain_more(label: Phrase, number: t.Num, *more: Any) -> t.Act:
    """ "Stars of the caster: +2, and a further +1 for every Wizard with a Red Hat"."""
    extra, count = more[-2:]
    only(more, {"A": ("extra",), "C": (">",)})
    return label_gain_of(label, Amount("=", t.Add((number, t.Times(extra, count))), ""))


def act_plus(_: str, phrase: Phrase) -> t.Act:
    """ "+2 Stars": of the caster, where nobody else could be meant."""
    return _of_caster("gain", phrase)


def act_minus(_: str, phrase: Phrase) -> t.Act:
    """ "-2 Stars"."""
    return _of_caster("lose", phrase)


def _of_caster(sense: str, phrase: Phrase) -> t.Act:
    if not isinstance(phrase, Amount) or phrase.op != "=" or phrase.mode or not phrase.attr:
        raise NoSense
    if any(isinstance(part, t.Count) for part in parts(phrase.number)):
        raise NoSense  # "+2 Stars for each neighbour": to each of them?
    made = act_bare(Verb(sense, "b").add("object", phrase))
    if not isinstance(made, t.Clause):
        raise NoSense
    return t.Signed(made.subject, made.acts, made.form)


def _of_several(label: Phrase, made: t.Act) -> t.Act:
    if not isinstance(label, Some) or label.how not in ("each", "plural"):
        raise NoSense
    return made


def act_participle(subject: Phrase, part: Verb) -> t.Act:
    """ "Caster considered to have selected Burn", "3 Stars lost by everyone": of a short text, without its verb."""
    flows = part.passive and part.sense in ("lose", "gain") and isinstance(subject, Amount)
    if flows and [role for role, _ in part.parts] == ["by"] and not part.denied:
        return act(subject, replace(part, form="s"))
    if not part.passive or part.denied or part.sense != "consider":
        raise NoSense
    return act(subject, replace(part, form="s"))


def becomes_said(subject: Phrase, value: Any) -> t.Act:
    """ "Your Hat: Red"."""
    new = value_np(value)
    if not isinstance(subject, Own) or subject.start or not subject.attr or not isinstance(new, Values):
        raise NoSense
    if any(isinstance(one, t.Text) and one.word.casefold() in words() for one in new.values):
        raise NoSense  # "your Hat: Random"
    return act(subject, Verb("become", "s").add("object", new))


def is_down(subject: Phrase, be: str, number: t.Num, nbar: Nbar) -> t.Act:
    """ "Whoever is there is down 5 Stars"."""
    return _is_at(subject, be, number, nbar, gain=False)


def is_up(subject: Phrase, be: str, number: t.Num, nbar: Nbar) -> t.Act:
    """ "You are up 2 Stars"."""
    return _is_at(subject, be, number, nbar, gain=True)


def _is_at(subject: Phrase, be: str, number: t.Num, nbar: Nbar, *, gain: bool) -> t.Act:
    if be not in ("s", "b") or not isinstance(number, t.Int) or nbar.mods:
        raise NoSense
    what = Amount("=", number, thing_of(nbar))
    return act(subject, Verb("gain" if gain else "lose", be).add("object", what))


def topic_does(attr: str, *said: Any) -> t.Act:
    """ "Stars: you gain 2", "Crystals: the caster and the chosen Wizard swap": of what the numbers are."""
    *subject, verb = said
    made = [_of_topic(attr, part) for part in subject]
    told = tuple((role, _of_topic(attr, part)) for role, part in verb.parts)
    if (*made, *told) == (*subject, *verb.parts):
        if verb.sense != "swap" or any(role == "object" for role, _ in told):
            raise NoSense
        told = (("object", _topic(attr)), *told)
    verb = replace(verb, parts=told)
    return act(made[0], verb) if made else act_bare(verb)


def topic_part(attr: str, part: Verb) -> t.Act:
    """ "Crystals: swapped between the caster and the chosen Wizard"."""
    if not part.passive or part.denied:
        raise NoSense
    return act(_topic(attr), replace(part, form="b"))


def _topic(attr: str) -> Amount:
    if attr not in NUMBERED:
        raise NoSense
    return Amount("bare", None, attr)


def _of_topic(attr: str, part: Any) -> Any:
    """A number of what a line is about; "4 (are paid)" of Stars."""
    return replace(_topic(attr), op="=", number=part.number) if isinstance(part, Number) and not part.attr else part


def label_nothing(label: Phrase) -> t.Act:
    """ "Others: nothing"."""
    if not isinstance(label, Some) or label.who != t.Others() or label.how not in ("each", "plural"):
        raise NoSense
    return t.AllSaid(others=True)


def lead_on_top(said: Said) -> Lead:
    """ "The caster gains 3 Stars, and on top of that every neighbour loses 1"."""
    if said.sense != "also":
        raise NoSense
    return "also", None


def also_bare(verb: Verb) -> t.Act:
    """ "Also gain 2 Stars"."""
    made = act_bare(verb)
    if not isinstance(made, t.Clause) or made.form != "b":
        raise NoSense
    return t.AlsoOrder(made)


def led_roll(lead: Lead, before: t.Act, act: t.Act) -> t.Act:
    """ "Then roll DICE8: all other Wizards lose that many Stars"."""
    return led(lead, joined_roll(before, act))


def led_led_roll(first: Lead, lead: Lead, before: t.Act, act: t.Act) -> t.Act:
    """ "After that, if your Hat is Red, roll DICE8: you gain that many Stars"."""
    return led(first, led_roll(lead, before, act))


# ---- what is asked, and the answers


def asked_roll(cond: t.Cond, before: t.Act, act: t.Act) -> t.Act:
    """ "Is the caster idle? If so, roll DICE4: the caster gains that many Stars"."""
    return led_roll(("if", cond), before, act)


def asked_roll_it_is(cond: t.Cond, before: t.Act, act: t.Act) -> t.Act:
    """ "Is the caster idle? If they are, roll DICE4: the caster gains that many Stars"."""
    if any(isinstance(part, t.Not | t.And | t.Or) for part in parts(cond)):
        raise NoSense
    return asked_roll(cond, before, act)


def ask_not(cond: t.Cond, act: t.Act) -> t.Act:
    """ "Did the caster cast Burn? If not, ..."."""
    return led(("if", t.Not(cond, asked=True)), act)


def check_not(verb: Said, cond: t.Cond, act: t.Act) -> t.Act:
    """ "Check: did the caster cast Burn? If not, ..."."""
    if verb.sense != "find":
        raise NoSense
    return ask_not(cond, act)


def check_whether(verb: Said, cond: t.Cond) -> t.Act:
    """ "Check whether any Wizard cast Burn"."""
    if verb.sense != "find":
        raise NoSense
    return t.Asking(cond)


def check_of_each(verb: Said, group: Phrase, who: Said, preds: Verb) -> t.Act:
    """ "Check for each other Wizard whether they cast Burn": whether any of them did."""
    if verb.sense != "find" or who.sense != "they" or not isinstance(group, Some) or group.how != "each":
        raise NoSense
    asked = claim(replace(group, how="some", apart=False), preds)
    if t.They("left out") in parts(asked):
        raise NoSense  # "whether they have the same Hat": as who?
    return t.Asking(asked, True)


def then_check_whether(verb: Said, cond: t.Cond) -> t.Act:
    """ "Then see whether any Wizard cast Burn"."""
    return t.Later(check_whether(verb, cond))


def if_some(how: str, act: t.Act) -> t.Act:
    """ "If at least one does: ..."."""
    return t.IfSo(act, some=True, answer=t.Answered(how, "one"))


def if_yes(act: t.Act) -> t.Act:
    """ "If so: ..."."""
    return t.IfSo(act)


def if_no(act: t.Act) -> t.Act:
    """ "(Is the chosen Wizard idle? Yes: ...) No: ..."."""
    return t.Else(act)


def if_none(how: str, act: t.Act) -> t.Act:
    """ "If none does: ..."."""
    return t.Else(act, nobody=True, answer=t.Answered(how, "one"))


def untied(act: t.Act) -> t.Act:
    """ "(If there is a tie for the most Stars, nothing happens.) If there is no such tie: ..."."""
    return t.Else(act, answer=t.Answered("is", "tie"))


def if_neither(act: t.Act) -> t.Act:
    """ "If neither is the case: ..."."""
    return t.Else(act, neither=True)


def or_both(cond: t.Cond) -> t.Cond:
    """ "If ... or ..., or both"."""
    match cond:
        case t.Or() | t.Holds(_, ">=", t.Int(1), t.Or()):
            return cond
    raise NoSense


# ---- what is said of the sentence before


def lasts(verb: Said, part: tuple[str, Any]) -> t.Act:
    """ "This lasts until the end of the Duel"."""
    role, time = part
    if verb.sense not in ("last", "apply", "stay") or not isinstance(time, Time) or during(role, time).kind != "rest":
        raise NoSense
    return t.Lasts()


def lasts_led(verb: Said, part: tuple[str, Any], made: t.Act) -> t.Act:
    """ "This lasts until the end of the Duel: the caster cannot lose Stars"."""
    return t.Seq((*each_act(made), lasts(verb, part)))


def with_lasting(made: t.Act, lasting: t.Act) -> t.Act:
    """ "The caster cannot lose Stars (rest of Duel)"."""
    status = made.acts[0] if isinstance(made, t.Clause) and len(made.acts) == 1 else None
    if not isinstance(status, t.Watch | t.Void | t.Redirect):
        raise NoSense
    return t.Seq((made, lasting))


def only_so(verb: Any, trail: Trailing) -> t.Act:
    """ "This happens only if the target is idle", of the sentence before."""
    cond, wanted, otherwise = trail
    if not isinstance(verb, Said) or verb.sense not in ("apply", "happen") or otherwise is not None:
        raise NoSense
    return t.Provided(cond if wanted else t.Not(cond))


def works_only(subject: Phrase, verb: Said, trail: Trailing) -> t.Act:
    """ "This spell works only if the target is idle": else nothing happens."""
    if not (isinstance(subject, Casts) and subject.own) or verb.sense not in ("work", "apply", "act"):
        raise NoSense
    return _only_if(trail)


def works_only_bare(verb: Said, trail: Trailing) -> t.Act:
    """ "Works only if the target is idle"."""
    if verb.sense != "work":
        raise NoSense
    return _only_if(trail)


def nothing_if_else(trail: Trailing, made: t.Act) -> t.Act:
    """ "Nothing if you have fewer than 5 Stars, otherwise gain 3 Stars"."""
    return _after(nothing_if(trail), t.Else(made))


def does_only(subject: Phrase, trail: Trailing) -> t.Act:
    """ "This spell only does something if the target is idle", "this only does something if ..."."""
    this = subject == Pointer("this")
    if not this and not (isinstance(subject, Casts) and subject.own):
        raise NoSense
    return _only_if(trail, this=this)


def does_only_bare(*said: Any) -> t.Act:
    """ "Only does anything (for you) if the target is idle"."""
    only(said, {"Q": ("you",)})
    return _only_if(said[-1])


def must_to_work(subject: Phrase, *said: Any) -> t.Act:
    """ "You must have 9 Stars for this spell to work", "the target needs to be idle for this to do anything"."""
    *_, verb, what, does = said
    this = what == Pointer("this")
    own = this or (isinstance(what, Casts) and what.own)
    if not own or not isinstance(verb, Verb) or (verb.form != "b" and not verb.perfect) or verb.modal:
        raise NoSense
    if isinstance(said[0], Said) and said[0].sense not in ("must", "need"):
        raise NoSense
    if subject == Some(THEY):
        raise NoSense  # "your neighbours lose 1 Star. They must be idle ...": each of them?
    _for_something(does)
    one = isinstance(subject, Some) and subject.how == "one"
    told = replace(verb, form="d" if verb.perfect else "s" if one else "b", perfect=False)
    return t.Works(t.Trail(NOTHING, claim(subject, told), False), this)


def _for_something(verb: Verb) -> None:
    """ "(For this) to work", "to do anything", "to have any effect". Raises NoSense."""
    if verb.form != "b" or verb.denied or verb.modal or verb.passive:
        raise NoSense
    match verb.sense, verb.parts:
        case ("work" | "resolve", ()) | ("have", (("object", Pointer("any effect")),)):
            return
        case "do", (("object", Pointer("anything") | Casts(None, t.CastIs(names=()), how="some")),):
            return  # "anything", "something"
    raise NoSense


def lead_works(subject: Phrase, *verb: Said) -> Lead:
    """ "If it does, ...", "if it works, ...", of the spell."""
    only(verb, {"V": ("work",)})
    if subject not in (Pointer("it"), Casts(who=t.They("spell"))) and not (isinstance(subject, Casts) and subject.own):
        raise NoSense
    return "works", None


def this_works(verb: Said, trail: Trailing) -> t.Act:
    """ "This only works if the target is idle", of the whole spell."""
    if verb.sense != "work":
        raise NoSense
    return _only_if(trail, this=True)


NOTHING = t.Clause(None, (t.Nothing(),))


def _only_if(trail: Trailing, *, this: bool = False) -> t.Act:
    cond, wanted, otherwise = trail
    if otherwise is not None:
        raise NoSense
    return t.Works(t.Trail(NOTHING, cond, not wanted), this)


def nothing_if(trail: Trailing) -> t.Act:
    """ "Nothing if the target is idle", of the whole spell."""
    if any(isinstance(part, t.They) for part in parts(trail)):
        raise NoSense  # "each Wizard loses 2 Stars; nothing if they are idle": for those?
    return t.Trail(NOTHING, *trail)


def but_nothing(verb: Said, trail: Trailing) -> t.Act:
    """ "But nothing happens if the target is idle"."""
    if verb.sense != "happen":
        raise NoSense
    return t.Trail(NOTHING, *trail)


def waits(verb: Said, subject: Phrase, inner: Verb = Verb("happen", "s")) -> t.Act:  # noqa: B008
    """ "Wait until the target's spell has taken effect", "wait for that spell": so does all that follows."""
    casts = lead_after(subject, inner)[1]
    if verb.sense != "wait" or not isinstance(casts, t.Same):
        raise NoSense
    return t.Waits(casts.left)


def this_flow(noun: Said) -> str:
    """ "This loss", "that payment"."""
    if noun.sense == "flow" and noun.word.form == "s":
        return noun.word.detail
    if noun.sense == "payment":
        return "pay"
    raise NoSense


def comes_after(*said: Any) -> t.Act:
    """ "This loss comes after the spell cast by the chosen Wizard has taken effect": of the sentence before."""
    *words, subject, inner = said
    flow = next((word for word in words if isinstance(word, str)), "")
    verbs = [word.sense for word in words if isinstance(word, Said) and word.word.sort == "V"]
    if verbs[0] not in ("come", "happen", "resolve", "apply", "stand"):
        raise NoSense
    casts = lead_after(subject, inner)[1]
    if not isinstance(casts, t.Same) or any(isinstance(part, t.They) for part in parts(casts)):
        raise NoSense
    return t.Comes(casts.left, flow)


def act_not_until(made: t.Act, *said: Any) -> t.Act:
    """ "The caster loses 2 Stars, but this loss does not occur until this spell has taken effect"."""
    flow = next((word for word in said if isinstance(word, str)), "")
    match made:
        case t.Clause(_, (t.Change(gain=gain),)) if flow in ("", "gain" if gain else "lose"):
            pass
        case t.Clause(_, (t.Pay(),)) if flow in ("", "pay"):
            pass
        case _:
            raise NoSense
    *_, verb, subject, inner = said
    return act_which_after(made, verb, subject, inner)


def act_which_after(made: t.Act, verb: Said, subject: Phrase, inner: Verb) -> t.Act:
    """ "The caster gains 2 Stars, which happens once the target's spell has taken effect"."""
    if verb.sense not in ("come", "happen", "apply", "stand") or not isinstance(made, t.Clause) or len(made.acts) != 1:
        raise NoSense
    return act_after(made, subject, inner)


def _asks_for_one(cond: t.Cond) -> None:
    """That it is asked whether there is anyone. Raises NoSense."""
    match cond:
        case t.Compare(t.Count(), ">=", t.Int(1)):
            return
    raise NoSense


def ask_found(cond: t.Cond, _be: str, made: t.Act) -> t.Act:
    """ "Is there any Wizard who cast Burn? If there is one, ..."."""
    _asks_for_one(cond)
    return led_bare(cond, made)


def ask_there_so(cond: t.Cond, _be: str, made: t.Act) -> t.Act:
    """ "Are there two Wizards who cast Burn? If there are, ..."."""
    return led_bare(cond, made)


def inputs_same(*spell: Said) -> t.Act:
    """ "The inputs stay the same", "the inputs of that spell stay the same"."""
    only(spell, {"N": ("spell",)})
    return t.SameInputs()


def inputs_kept(act: t.Act, said: t.Act) -> t.Act:
    """ "That Wizard is considered to have selected Burn instead, the inputs remaining the same"."""
    if not any(isinstance(part, t.Replace) for part in parts(act)):
        raise NoSense
    return t.Seq((*each_act(act), said))


def inputs_theirs(_: str) -> t.Act:
    """ "Their inputs stay the same"."""
    return t.SameInputs(THEY)


def inputs_of(whose: Phrase) -> t.Act:
    """ "The inputs of that Wizard stay the same"."""
    match whose:
        case Some(who, "one" | "each" | "plural", place=False):
            return t.SameInputs(who)
    raise NoSense


def inputs_retained(whose: Phrase, verb: Said, *_: str) -> t.Act:
    """ "They keep their inputs"."""
    if verb.sense != "keep":
        raise NoSense
    return inputs_of(whose)


def exempt_np(phrase: Phrase) -> t.Act:
    """ "Exception: Burn"."""
    match phrase:
        case Casts(name=str()) | Casts(None, t.Cond(), how="plural" | "all names" | "name" | "the", own=False):
            return t.Exempt(casts=casts_who(phrase))
        case Some(who, "one" | "each" | "plural"):
            return t.Exempt(who=who)
    raise NoSense


def exempted(*said: Any) -> t.Act:
    """ "Burn is the only exception", "the only exception is Burn", "only Burn is left out of this"."""
    phrase = next(part for part in said if isinstance(part, Phrase))
    if not isinstance(phrase, Casts):
        raise NoSense
    return exempt_np(phrase)


# ---- signs


def sym_more() -> str:
    return ">"


def sym_less() -> str:
    return "<"


def sym_equal() -> str:
    return "="


def sym_least() -> str:
    return ">="


def sym_most() -> str:
    return "<="


def claim_symbol(subject: Phrase, sign: str, measure: Any) -> t.Cond:
    """ "If N > 5"; "if the result <= 3"."""
    if not isinstance(subject, Number):
        raise NoSense
    return claim(subject, vp_compared(v_be("s"), (sign, measure)))


def claim_equals(subject: Phrase, compared: Any) -> t.Cond:
    """ "N = 3 or more"."""
    if not isinstance(subject, Number) or compared[0] == "=":
        raise NoSense
    return claim(subject, vp_compared(v_be("s"), compared))


def claim_value(value: Any, verb: Said) -> t.Cond:
    """ "Red chosen: ..."."""
    if verb.sense not in ("choose", "select"):
        raise NoSense
    return claim(value_np(value), Verb("choose", "s", passive=True))
