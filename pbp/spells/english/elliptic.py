"""What is left unsaid, or said in another order than usual. One function for each name after "->"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.adverbials import pp
from pbp.spells.english.articles import each, owned, quantified, that, the, those
from pbp.spells.english.beside import lead_should
from pbp.spells.english.claims import claim, claim_alone
from pbp.spells.english.confirming import spared
from pbp.spells.english.discourse import does_only_bare
from pbp.spells.english.elided import claim_have_none
from pbp.spells.english.leading import led, trailed
from pbp.spells.english.lexicon import Said, Word, only
from pbp.spells.english.nbar import n_part, n_pp, value_np
from pbp.spells.english.of_things import own_test
from pbp.spells.english.outcomes import act, act_bare
from pbp.spells.english.parts import quantified_of
from pbp.spells.english.phrases import (
    THEY,
    Amount,
    Amounts,
    Best,
    Nbar,
    Number,
    Own,
    Phrase,
    Pointer,
    Some,
    Values,
    Verb,
)
from pbp.spells.english.sentences import act_or, for_each, trail_being
from pbp.spells.english.several import different_from, same_as
from pbp.spells.english.things import q_sole
from pbp.spells.english.verbs import vp_np, vp_pp
from pbp.spells.sense import conditions
from pbp.spells.sense.sentences import Lead, Trailing, each_act, led_within
from pbp.spells.walk import is_one, parts


def spared_none(subject: Phrase, verb: Verb) -> t.Act:
    """ "They lose none (at all)"."""
    return spared(subject, verb.add("object", Pointer("nothing")))


def either_of(left: t.Cond, right: t.Cond) -> t.Cond:
    """ "If ..., or if ...": but "or both did" says nothing new, and is "or both"."""
    match right:
        case t.Holds(t.They("both"), "all", _, t.Did()):
            raise NoSense
    return conditions.either_true(left, right)


_AT_STAKE = ("pay", "gain", "lose", "give")
"""What can be said to depend on something: "who pays", "how much you gain"."""


def _at_stake(said: Sequence[Any], cases: t.Act | None = None) -> None:
    """That nothing is said here but what depends on something, and that the cases say just that. Raises NoSense."""
    things = {part for part in said if isinstance(part, str)}
    match [part for part in said if not isinstance(part, str)]:
        case []:
            return
        case [Said(Word("V", sense))] | [Some(), Verb(sense, "s" | "b", False, False, "", False, ())] if (
            sense in _AT_STAKE
        ):
            pass
        case _:
            raise NoSense
    moved = [part for part in parts(cases) if isinstance(part, t.Change | t.Pay | t.Assign | t.Swap)]
    kinds = {("gain" if one.gain else "lose") if isinstance(one, t.Change) else type(one).__name__ for one in moved}
    if kinds != {"Pay" if sense in ("pay", "give") else sense}:
        raise NoSense  # "who gains depends on ...: if so, you lose 1 Star"
    if things and not {getattr(one, "attr", "") for one in moved} <= {*things, ""}:
        raise NoSense


def depends_on(*said: Any) -> t.Act:
    """ "What happens depends on how many Stars the caster has", "who pays depends on the target": cases follow."""
    _at_stake(said[:-2])
    return _depends_on(*said[-2:])


def _depends_on(verb: Said, on: Any) -> t.Act:
    if verb.sense != "depend":
        raise NoSense
    if isinstance(on, t.Cond):
        return t.Asking(on)
    return t.Seq((act_bare(Verb("find", "b", parts=(("object", on),))), t.Heading(0, "case")))


def decides(cond: t.Cond, *said: Any) -> t.Act:
    """ "Whether the caster is idle decides what happens": cases follow."""
    _at_stake(said)
    return t.Asking(cond)


def decides_led(*said: Any) -> t.Act:
    """ "Whether the caster is idle decides who pays: if so, ..."."""
    cond, *words, cases = said
    _at_stake(words, cases)
    return t.Seq((t.Asking(cond), cases))


def depends_led(*said: Any) -> t.Act:
    """ "It depends on how many Wizards there are: if there are exactly 5, ..."."""
    *words, verb, on, cases = said
    _at_stake(words, cases)
    return t.Seq((_depends_on(verb, on), cases))


def as_chosen(values: Any, *said: Any) -> Phrase:
    """ "(Becomes) Red or Blue, as chosen": the word that was chosen of these, which are all that the order offers."""
    if not isinstance(values, Values) or values.both or len(values.values) < 2:
        raise NoSense
    words = tuple(value.word for value in values.values if isinstance(value, t.Text))
    for word in said:
        if isinstance(word, Said) and word.sense not in ("choose", "item", "kind") and word.word.sort != "P":
            raise NoSense
        if isinstance(word, Phrase) and word not in (Some(t.Caster()), Pointer("chosen")):
            raise NoSense
        if isinstance(word, Verb) and (word.sense != "choose" or word.parts or word.denied or word.modal):
            raise NoSense
    if len(words) < len(values.values):
        raise NoSense
    return Values((t.WordInput(-1, words),))


def thing_list(first: str, rest: str | tuple[str, ...]) -> tuple[str, ...]:
    """ "Hat, Robes and Beard"."""
    return (first, rest) if isinstance(rest, str) else (first, *rest)


def chosen_of_own(owner: Phrase, things: tuple[str, ...], *said: Any) -> Phrase:
    """ "Whichever of your Hat, Staff or Beard you chose"."""
    match owner, [part for part in said if not isinstance(part, str)]:
        case (Some(_, "one", place=False), [Said() as verb] | [Some(t.Caster()), Said() as verb]):
            only((verb,), {"V": ("choose",)})
            return Own(owner, t.WordInput(-1, things))
    raise NoSense


def for_each_own(*said: Any) -> t.Act:
    """ "For each of Hat and Beard, every Wizard whose own is None loses 1 Star": for each that is None of theirs."""
    *noun, attrs, group, preds, verb = said
    only(noun, {"N": ("item", "kind")})
    return _for_each_own(attrs, group, preds, verb)


def each_for_own(*said: Any) -> t.Act:
    """ "Every Wizard loses 1 Star for each of Hat and Beard that is None"."""
    group, verb, *noun, attrs, preds = said
    only(noun, {"N": ("item", "kind")})
    return _for_each_own(attrs, group, preds, verb)


def _for_each_own(attrs: tuple[str, ...], group: Phrase, preds: Any, verb: Verb) -> t.Act:
    if (
        not isinstance(group, Some)
        or group.how not in ("each", "plural")
        or group.place
        or len(set(attrs)) < len(attrs)
    ):
        raise NoSense
    return for_each(t.Truths(tuple(own_test(attr, preds) for attr in attrs)), act(group, verb))


def becomes_new(what: Phrase, *said: Any) -> t.Act:
    """ "The chosen colour becomes the caster's new Hat", "Red shall be their new Hat"."""
    nbar = said[-1]
    owner = next((word for word in said[:-1] if isinstance(word, Phrase)), None)
    only(said, {"VB": ("become",), "VS": ("become",), "M": ("must",)})
    if not isinstance(nbar, Nbar):
        raise NoSense
    own = the(nbar) if owner is None else owned(owner, nbar)
    return becomes_this(what, own)


def becomes_this(what: Phrase, own: Phrase) -> t.Act:
    """What is said first is what the thing becomes."""
    if not isinstance(own, Own) or not isinstance(own.attr, str) or not isinstance(what, Pointer | Values | Own):
        raise NoSense
    return act(own, Verb("become", "s", parts=(("object", what),)))


def has_none(subject: Phrase, *said: Any) -> t.Cond:
    """ "(If you have a Hat, ...) If you have none, ...": of the thing that was asked about."""
    only(said, {"V": ("have",)})
    if not isinstance(subject, Some) or subject.place:
        raise NoSense
    if subject.how != "one":
        return claim_have_none(subject)
    return t.Is(subject.who, "", t.Text("None"))


def number_is_a(subject: Phrase, be: str, value: int, *than: Said) -> t.Cond:
    """ "(If) the lower result is a 4", "... is a 4 or more"."""
    known = t.Result | t.Roll | t.NumberInput
    if not isinstance(subject, Number) or not isinstance(subject.number, known) or be not in ("s", "d"):
        raise NoSense
    op = than[0].sense + "=" if than else "="
    return conditions.compare(subject.number, (op, t.Int(value)))


def a_numbers(*said: Any) -> tuple[int, ...]:
    """ "A 1, a 2 or a 3"."""
    return tuple(number for part in said for number in (part if isinstance(part, tuple) else (part,)))


def number_is_any(subject: Phrase, be: str, *said: Any) -> t.Cond:
    """ "(If) the number you chose was a 1 or a 2"."""
    return conditions.disj(*(number_is_a(subject, be, number) for number in a_numbers(*said)))


def number_is_none(subject: Phrase, be: str, *said: int) -> t.Cond:
    """ "(If) the chosen number is neither a 1 nor a 2"."""
    return conditions.opposite(number_is_any(subject, be, *said))


def ask_number_is(be: str, subject: Phrase, *said: Any) -> t.Cond:
    """ "Was the number you chose a 1 or a 2?"."""
    return number_is_any(subject, be, *said)


# ---- conditions whose predicate is that of the one before


def and_so(cond: t.Cond, form: str, subject: Phrase) -> t.Cond:
    """ "If you cast Burn and so did the chosen Wizard"."""
    if _denied(cond):
        raise NoSense
    return conditions.both_true(cond, claim(_one_more(subject), Verb("do", form)))


def and_neither(cond: t.Cond, form: str, subject: Phrase) -> t.Cond:
    """ "If you did not cast Burn, and neither did the chosen Wizard"."""
    if not _denied(cond):
        raise NoSense
    return conditions.both_true(cond, claim(_one_more(subject), Verb("do", form, denied=True)))


def _denied(cond: t.Cond) -> bool:
    """Whether it is said of one Wizard that something is not so."""
    match cond:
        case t.Holds(who, ">=", t.Int(1), test) if is_one(who):
            if isinstance(test, t.And | t.Or | t.Mixed):
                raise NoSense  # "you are idle and did not cast Burn, and neither did they": which of these?
            if any(isinstance(part, OTHER_FOR_ANOTHER) for part in parts(test)):
                raise NoSense  # "you targeted yourself, and so did the chosen Wizard": the caster, or themselves?
            return isinstance(test, t.Not)
    raise NoSense


OTHER_FOR_ANOTHER = t.Caster | t.They | t.Others | t.Without | t.Neighbours | t.Offset
"""Who is somebody else where the same is said of another Wizard."""


def _one_more(subject: Phrase) -> Phrase:
    if not isinstance(subject, Some) or subject.how in ("count", "none"):
        raise NoSense  # "and so did only one Wizard": the first one?
    return subject


def in_event(subject: Phrase, verb: Verb) -> Lead:
    """ "In the event of the chosen Wizard being idle, ...", "with the chosen Wizard having a Red Hat, ..."."""
    return "if", _in_event(subject, verb)


def in_event_not(subject: Phrase, verb: Verb) -> Lead:
    """ "Subject to the chosen Wizard not being idle, ..."."""
    if isinstance(subject, Some) and subject.how != "one":
        raise NoSense  # "at least one neighbour not being idle": one who is not, or not one?
    return "if", conditions.opposite(_in_event(subject, verb))


def _in_event(subject: Phrase, verb: Verb) -> t.Cond:
    if verb.form != "g" or not isinstance(subject, Some) or subject.how not in ("one", "none", "count"):
        raise NoSense
    if verb.sense not in ("be", "have", "stand") or verb.passive:
        raise NoSense  # "with the caster losing 2 Stars": it happens
    return claim(subject, replace(verb, form="s"))


def subject_to(subject: Phrase, verb: Verb) -> Trailing:
    """ "Gain 1 Star, subject to the chosen Wizard being idle"."""
    return _in_event(subject, verb), True, None


def subject_to_not(subject: Phrase, verb: Verb) -> Trailing:
    """ "Gain 1 Star, subject to the chosen Wizard not being idle"."""
    _, cond = in_event_not(subject, verb)
    assert cond is not None
    return cond, True, None


def trail_should(subject: Phrase, verb: Verb) -> Trailing:
    """ "Gain 1 Star should the chosen Wizard be idle"."""
    _, cond = lead_should(subject, verb)
    assert cond is not None
    return cond, True, None


def only_if_does(cond: t.Cond, form: str, subject: Phrase, verb: Verb) -> t.Act:
    """ "Only if the chosen Wizard is idle does the caster gain 1 Star"."""
    if verb.form != "b" or form == "d":
        raise NoSense
    return led(("if", cond), act(subject, replace(verb, form=form)))


def not_unless(subject: Phrase, form: str, verb: Verb, cond: t.Cond) -> t.Act:
    """ "The caster does not gain 2 Stars unless the chosen Wizard is idle": then only."""
    if verb.form != "b" or verb.denied or form == "d" or not isinstance(subject, Some) or subject.how != "one":
        raise NoSense
    made = act(subject, replace(verb, form=form))
    match made:
        case t.Clause(t.Who(), (t.Change(amount=t.Int(), floor=None) | t.Pay(amount=t.Int(), mode="always"),)):
            return t.Begun(led(("if", cond), made))  # where it was told before, that would be added
    raise NoSense  # "does not lose Stars unless ...": cannot lose any


def one_of_two(left: Phrase, right: Phrase) -> Phrase:
    """ "(At least) one of the caster and the chosen Wizard"."""
    return replace(_two(left, right), how="some")


def none_of_two(left: Phrase, right: Phrase) -> Phrase:
    """ "Neither of the caster and the chosen Wizard"."""
    return replace(_two(left, right), how="none")


def _two(left: Phrase, right: Phrase) -> Some:
    match left, right:
        case Some(one, "one", place=False), Some(other, "one", place=False):
            return Some(t.Join((one, other)), "each")
    raise NoSense


def same_as_that(nbar: Nbar, _be: str, measure: Any) -> Phrase:
    """ "A Hat that is the same as yours"."""
    return same_as(nbar, measure)


def different_that(nbar: Nbar, _be: str, measure: Any) -> Phrase:
    """ "A Hat that is different from yours"."""
    return different_from(nbar, measure)


def not_all(phrase: Phrase) -> Phrase:
    """ "(If) not all of your neighbours (are idle)"."""
    if not isinstance(phrase, Some) or phrase.how not in ("each", "plural") or is_one(phrase.who):
        raise NoSense
    return replace(phrase, how="not all", apart=False)


def not_all_bare(nbar: Nbar) -> Phrase:
    """ "(If) not every Wizard (is idle)"."""
    return not_all(each(nbar))


def so_many_only(number: t.Num, nbar: Nbar, sole: t.Num | None) -> Phrase:
    """ "(If there is) one idle Wizard, and only one", "one idle Wizard, but no more"."""
    return quantified(q_sole(number, sole), nbar)


def so_many_only_with(number: t.Num, nbar: Nbar, sole: t.Num | None, part: tuple[str, Any]) -> Phrase:
    """ "(If there is) one Wizard, and only one, with 9 Stars"."""
    return so_many_only(number, n_pp(nbar, part), sole)


def so_many_of_only(number: t.Num, phrase: Phrase, sole: t.Num | None) -> Phrase:
    """ "(If) one of the other Wizards, and no more than one, (is idle)"."""
    return quantified_of(q_sole(number, sole), phrase)


def so_many_no_more(number: t.Num, nbar: Nbar, one: Said, other: Said) -> Phrase:
    """ "(If) exactly one Wizard, no more and no fewer, (is idle)"."""
    if {one.sense, other.sense} != {"<", ">"}:
        raise NoSense
    return quantified(("==", number), nbar)


def trailed_inside(subject: Phrase, verb: Verb, trail: Trailing, what: Phrase) -> t.Act:
    """ "The caster gains, if nobody cast Burn, 2 Stars"."""
    if verb.parts or not isinstance(what, Amount):
        raise NoSense
    return trailed(act(subject, verb.add("object", what)), trail)


def does_only_then(trail: Trailing, lead: Lead, made: t.Act) -> t.Act:
    """ "This does something only if you have 9 Stars, but when that is so, ..."."""
    if lead[0] != "so":
        raise NoSense
    return t.Seq((does_only_bare(trail), led(lead, made)))


def same_one(*said: Said) -> Phrase:
    """ "The very same Wizard", "the same one", "the Wizard in question": that one; "the same Wizards": those."""
    if not said:
        return that(Nbar(Said(Word("N", "wizard", "", "s"), -1)))
    if said[0].sense not in ("wizard", "neighbour"):
        raise NoSense
    return those(Nbar(said[0]))


def same_one_does(who: Phrase, verb: Verb) -> t.Act:
    """ "The very same Wizard loses 2 Stars", "the same one does": that one."""
    return act(who, verb)


def same_one_has(who: Phrase, nbar: Nbar, verb: Verb) -> t.Act:
    """ "The same Wizard's Hat becomes Red"."""
    return act(owned(who, nbar), verb)


def in_question(noun: Said) -> Phrase:
    """ "The Wizard in question", "the spell in question": that one."""
    if noun.sense == "spell" and noun.word.form == "s":
        return that(Nbar(noun))
    return same_one(noun)


_TO_ONE = frozenset("pay give bestow award grant credit steal take remove swap dock fine deprive go add".split())
"""What is done to one who was spoken of: never "both targeted the same Wizard", who is one for both."""


def vp_same_one(verb: Verb, who: Phrase) -> Verb:
    """ "Pay the same Wizard 2 Stars"."""
    if verb.sense not in _TO_ONE:
        raise NoSense
    return vp_np(verb, who)


def vp_of_all_else(verb: Any, *noun: Said) -> Verb:
    """ "(The named Wizard's spell) targets you instead of anybody else": whomever it targets. Raises NoSense."""
    only(noun, {"N": ("wizard",)})
    if not isinstance(verb, Verb) or verb.sense != "target" or verb.passive or verb.denied:
        raise NoSense
    found: Verb = verb.add("instead of all", True)
    return found


def vp_to_same_one(verb: Verb, preposition: Said, who: Phrase) -> Verb:
    """ "Steal 2 Stars from the same Wizard"."""
    if verb.sense not in _TO_ONE or preposition.sense not in ("to", "from", "with"):
        raise NoSense
    return vp_pp(verb, pp(preposition, who))


def claim_same_one(who: Phrase, verb: Verb) -> t.Cond:
    """ "(If) the same Wizard is idle"; not "if the same Wizard cast Burn and Jolt", whoever that is."""
    if verb.sense not in ("be", "have") or any(isinstance(value, t.Join | Amounts) for _, value in verb.parts):
        raise NoSense
    return claim(who, verb)


def claim_sole(subject: Phrase, verb: Verb, nobody: Said | Phrase, *others: Any) -> t.Cond:
    """ "(If) you have the most Stars, with nobody level with you", "... and no other Wizard is tied with you"."""
    same = (subject, Some(THEY)) if isinstance(subject, Some) and not isinstance(subject.who, t.Caster) else (subject,)
    none = (Some(t.All(), "none"), Some(t.Others(), "none"))
    if nobody not in none and not (isinstance(nobody, Said) and nobody.sense == "nobody"):
        raise NoSense
    if any(isinstance(who, Phrase) and who not in same for who in others):
        raise NoSense
    return claim_sole_self(subject, verb)


def claim_sole_by(subject: Phrase, verb: Verb, self: Said) -> t.Cond:
    """ "(If) you have the most Stars by yourself": never "(if) the target has the most Stars by yourself"."""
    if self.sense not in ("you", "self") or (self.sense == "you") != (subject == Some(t.Caster(you=True))):
        raise NoSense
    return claim_sole_self(subject, verb)


def claim_sole_self(subject: Phrase, verb: Verb, *owner: Any) -> t.Cond:
    """ "(If) you have the most Stars all on your own"; "on their own" is of others than the one spoken to."""
    you = Some(t.Caster(you=True))
    if owner and owner[0] != subject and (owner[0] == you or subject == you):
        raise NoSense
    match verb:
        case Verb("have", "s" | "b" | "d", False, False, "", parts=(("object", Best()),)):
            return claim_alone(subject, verb)
        case Verb("have", "s" | "b" | "d", False, False, "", parts=(("object", Amount(">", Some(_, "each"))),)):
            return claim(subject, verb)  # "more Stars than any other Wizard, with nobody level with you"
    raise NoSense


def act_or_rather(made: t.Act, phrase: Phrase, instead: Phrase, trail: Trailing) -> t.Act:
    """ "The caster loses 2 Stars, or 3 Stars rather than 2 if ..."."""
    match made, instead:
        case t.Clause(_, (t.Change(attr=attr, amount=amount),)), (Number(number) | Amount("=", number)):
            if number == amount and getattr(instead, "attr", "") in ("", attr):
                return act_or(made, phrase, trail)
    raise NoSense


def act_rather_if(made: t.Act, instead: Phrase, trail: Trailing) -> t.Act:
    """ "Gain 3 Stars rather than 2 if ...": else 2."""
    cond, wanted, otherwise = trail
    if otherwise is not None:
        raise NoSense
    return t.Trail(instead_of(made, instead), cond, wanted)


def instead_of(made: t.Act, instead: Phrase) -> t.Act:
    """ "(If ...,) gain 3 Stars instead of 2": where it is not so, or in place of what was said before, 2."""
    match made, instead:
        case t.Clause(_, (t.Change(attr=attr, amount=t.Int(), floor=None) | t.Pay(attr=attr, amount=t.Int()),)), (
            Number(t.Int() as number) | Amount("=", t.Int() as number)
        ) if getattr(instead, "attr", "") in ("", attr):
            return t.Instead(made, of=number)
    raise NoSense


def act_unless_so(subject: Phrase, verb: Verb, said: Any) -> t.Act:
    """ "Every Wizard loses 2 Stars unless idle", "the chosen Wizard loses 2 Stars unless wearing a Red Hat"."""
    return trailed(act(subject, verb), (_so(subject, said), False, None))


def act_unless_within(subject: Phrase, said: Any, verb: Verb) -> t.Act:
    """ "Every Wizard, unless idle, loses 2 Stars"."""
    return led_within(act_unless_so(subject, verb, said))


def act_if_so(subject: Phrase, verb: Verb, said: Verb) -> t.Act:
    """ "The chosen Wizard loses 2 Stars if wearing a Red Hat"."""
    return trailed(act(subject, verb), (_so(subject, said), True, None))


def act_if_within(subject: Phrase, said: Verb, verb: Verb) -> t.Act:
    """ "The chosen Wizard, if wearing a Red Hat, loses 2 Stars"."""
    return led_within(act_if_so(subject, verb, said))


def having(what: Phrase) -> Verb:
    """ "(The target,) if having at least 3 Stars, (pays you 3 Stars)"."""
    return Verb("have", "g").add("object", what)


def _so(subject: Phrase, said: Any) -> t.Cond:
    """What is so of those who are the subject. Raises NoSense."""
    if isinstance(subject, Some) and isinstance(subject.who, t.Caster):
        raise NoSense  # "you gain 3 Stars unless idle": you, or the target?
    if not isinstance(said, Verb) or said.form not in ("g", "n"):
        cond, _, _ = trail_being(said)
        return cond
    if said.form != "g" or said.sense not in ("have", "stand") or said.passive:
        raise NoSense
    return claim(Some(THEY), replace(said, form="s"))


def claim_value_by(be: str, value: Any, who: Phrase, *said: Any) -> t.Cond:
    """ "(If) it was Red you chose"."""
    if who != Some(t.Caster()) or be not in ("s", "d"):
        raise NoSense
    return claim_value_was(be, value, said[-1])


def claim_value_was(*said: Any) -> t.Cond:
    """ "(If) it was Red that was chosen"."""
    value, verb = next(part for part in said if isinstance(part, Values | t.Value)), said[-1]
    if not isinstance(verb, Said) or verb.sense not in ("choose", "state"):
        raise NoSense
    return claim(value_np(value), Verb("choose", "s", passive=True))


def n_to_be(nbar: Nbar, part: Verb) -> Nbar:
    """ "The Wizard to be found in the chosen position"."""
    if part.sense != "stand" or not part.passive or part.denied:
        raise NoSense
    return n_part(nbar, part)


def takes_it(who: Phrase, act: t.Act) -> t.Act:
    """ "You get it in their place: you are considered to have selected that spell instead of this one"."""
    made = each_act(act)
    match made[0]:
        case t.Clause(None, (t.Replace(whom, t.SpellOf()),)) if who == Some(whom) and is_one(whom):
            return act
    raise NoSense
