"""Verbs and what stands with them: tense, voice, denial and parts. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.lexicon import Said, Word, only
from pbp.spells.english.measures import (
    as_many,
    at_times,
    during,
    measure_clause,
    measured,
    thing_of,
    times_as_many,
)
from pbp.spells.english.nbar import rel_subject, the_target
from pbp.spells.english.phrases import (
    BOTH_DUELS,
    EACH_OTHER,
    ME,
    THAT_DUEL,
    Amount,
    Amounts,
    BoundTold,
    Casts,
    ComparedTold,
    Flow,
    Nbar,
    Number,
    Own,
    Owns,
    Phrase,
    Pointer,
    Roles,
    Same,
    Some,
    Time,
    Times,
    Values,
    Verb,
)
from pbp.spells.english.things import own_level

TWO_OBJECTS = frozenset(
    {"pay", "give", "award", "bestow", "dock", "bring", "cost", "have", "consider", "cause", "inflict"}
)
"""Verbs that can take two: "give the caster 2 Stars"."""

FLOWS = frozenset({"gain", "lose", "pay", "give", "bestow"})
"""Verbs of things that go from one to another."""

MOST_PARTS = 6
"""A verb with more parts is not read."""


def v_b(said: Said) -> Verb:
    return Verb(said.sense, "b")


def v_s(said: Said) -> Verb:
    return Verb(said.sense, "s")


def v_d(said: Said) -> Verb:
    return Verb(said.sense, "d")


def be_s() -> str:
    return "s"


def be_b() -> str:
    return "b"


def be_d() -> str:
    return "d"


def be_n() -> str:
    return "n"


def be_g() -> str:
    return "g"


have_b, have_s, have_d, have_g = be_b, be_s, be_d, be_g
do_b, do_s, do_d = be_b, be_s, be_d


def nothing_said(*_: Any) -> str:
    return ""


def vp_made_same(verb: Verb, measure: Any) -> Verb:
    """ "(Is) changed to the same as yours"."""
    if verb.sense not in ("change", "set", "turn", "make"):
        raise NoSense
    return vp_compared(verb, ("=", measure))


def vp_sides(verb: Verb) -> Verb:
    """ "(Whoever) stands next to the caster, on either side"."""
    if not any(role == "near" for role, _ in verb.parts):
        raise NoSense
    return verb


def v_be(form: str) -> Verb:
    return Verb("be", form)


def v_have(form: str) -> Verb:
    return Verb("have", form)


def v_do(form: str) -> Verb:
    return Verb("do", form)


def v_be_not(form: str) -> Verb:
    return Verb("be", form, denied=True)


def v_have_not(form: str) -> Verb:
    return Verb("have", form, denied=True)


def v_do_not(form: str) -> Verb:
    return Verb("do", form, denied=True)


def v_do_verb(form: str, verb: Verb) -> Verb:
    """ "Did cast"."""
    if verb.form != "b" or verb.modal or verb.denied or verb.perfect:
        raise NoSense
    return replace(verb, form=form)


def v_do_denied(form: str, verb: Verb) -> Verb:
    return replace(v_do_verb(form, verb), denied=True)


def v_passive(form: str, said: Said) -> Verb:
    return Verb(said.sense, form, passive=True)


def v_multiplied(form: str, multiple: tuple[str, int]) -> Verb:
    """ "(Every loss) is three times as large": is tripled."""
    senses = {("times", 2): "double", ("times", 3): "triple", ("part", 2): "halve"}
    if multiple not in senses:
        raise NoSense
    return Verb(senses[multiple], form, passive=True)


def v_passive_or(form: str, left: Said, right: Said) -> Verb:
    """ "Are gained or lost"."""
    return v_or(v_passive(form, left), v_passive(form, right))


def v_passive_not(form: str, said: Said) -> Verb:
    return Verb(said.sense, form, passive=True, denied=True)


def v_passive_adverb(form: str, adverb: Said, said: Said) -> Verb:
    return v_passive(form, said).add("adverb", adverb)


def v_passive_wholly(form: str, said: Said) -> Verb:
    """ "(These spells are) completely cancelled"."""
    return vp_wholly(v_passive(form, said))


def vp_wholly(verb: Verb) -> Verb:
    """ "(These spells are) cancelled entirely": no spell is so in part."""
    if verb.sense != "void" or verb.denied or verb.modal:
        raise NoSense  # "cannot be cancelled entirely": but in part?
    return verb


def v_perfect(form: str, said: Said) -> Verb:
    return Verb(said.sense, form, perfect=True)


def v_perfect_not(form: str, said: Said) -> Verb:
    return Verb(said.sense, form, perfect=True, denied=True)


def v_anything_but(form: str, *said: Any) -> Verb:
    """ "(Whose Hat) is anything but Red", "(if your Hat) is any kind other than Red"."""
    *noun, value = said
    only(noun, {"N": ("item", "kind")})
    return vp_adj(v_be_not(form), Values((value,)) if isinstance(value, t.Value) else value)


def v_clad(form: str, attr: str) -> Verb:
    """ "(If you) are bearded"."""
    return Verb("have", form).add("object", Amount("=", t.Int(1), attr, "a"))


def v_clad_not(form: str, attr: str) -> Verb:
    return replace(v_clad(form, attr), denied=True)


def v_of_none(form: str, attr: str) -> Verb:
    """ "(Who) are hatless"."""
    return Verb("have", form).add("object", Amount("no", None, attr))


def v_perfect_not_adverb(form: str, adverb: Said, said: Said) -> Verb:
    """ "Has not yet lost (any Stars this Duel)"."""
    if adverb.sense not in ("yet", "ever"):
        raise NoSense
    return v_perfect_not(form, said).add("adverb", adverb)


def v_perfect_adverb(form: str, adverb: Said, said: Said) -> Verb:
    return v_perfect(form, said).add("adverb", adverb)


def v_perfect_passive(form: str, said: Said) -> Verb:
    return Verb(said.sense, form, passive=True, perfect=True)


def v_perfect_passive_not_adverb(form: str, adverb: Said, said: Said) -> Verb:
    """ "Has not already been changed"."""
    return v_perfect_passive_not(form, said).add("adverb", adverb)


def v_perfect_have_not(form: str, *adverb: Said) -> Verb:
    """ "Has not (yet) had (its target changed)"."""
    had = Verb("have", form, perfect=True, denied=True)
    return had.add("adverb", adverb[0]) if adverb else had


def v_perfect_passive_not(form: str, said: Said) -> Verb:
    return Verb(said.sense, form, passive=True, perfect=True, denied=True)


def v_perfect_be(form: str) -> Verb:
    return Verb("be", form, perfect=True)


def v_perfect_have(form: str) -> Verb:
    return Verb("have", form, perfect=True)


def v_going(form: str, said: Said) -> Verb:
    """ "Is wearing", "was standing"."""
    return Verb(said.sense, form)


def v_going_not(form: str, said: Said) -> Verb:
    """ "Is not wearing"."""
    return Verb(said.sense, form, denied=True)


def v_passive_timed(form: str, part: tuple[str, Any], said: Said) -> Verb:
    """ "Is, until this Duel ends, protected from"."""
    return vp_pp(v_passive(form, said), part)


def v_passive_timed_not(form: str, part: tuple[str, Any], said: Said) -> Verb:
    return vp_pp(v_passive_not(form, said), part)


def v_modal(modal: Said, verb: Verb) -> Verb:
    if verb.form != "b" or (verb.modal and (verb.modal, modal.sense) != ("can", "must")):
        raise NoSense
    return replace(verb, modal=verb.modal or modal.sense, form="m")


def v_modal_not(modal: Said, verb: Verb) -> Verb:
    if verb.denied:
        raise NoSense
    return replace(v_modal(modal, verb), denied=True)


def v_modal_besides(modal: Said, verb: Verb) -> Verb:
    """ "(... loses all Stars,) and shall, over and above the said loss, lose (1 Star)"."""
    if modal.sense != "must" or verb.sense in ("consider", "select", "choose"):
        raise NoSense  # "shall further be considered to have selected Burn": as who, or beside what?
    return v_modal(modal, verb)


def v_modal_timed(modal: Said, part: tuple[str, Any], verb: Verb) -> Verb:
    """ "Shall, for the rest of this Duel, gain"."""
    return vp_pp(v_modal(modal, verb), part)


def v_modal_timed_not(modal: Said, part: tuple[str, Any], verb: Verb) -> Verb:
    return vp_pp(v_modal_not(modal, verb), part)


def v_modal_alone(modal: Said) -> Verb:
    """ "If they can"."""
    return Verb("do", "m", modal=modal.sense)


def v_modal_alone_not(modal: Said) -> Verb:
    return Verb("do", "m", modal=modal.sense, denied=True)


def v_have_to(form: str, verb: Verb) -> Verb:
    if verb.form != "b" or verb.modal:
        raise NoSense
    return replace(verb, modal="must", form="m")


def v_get_to(form: str, verb: Verb) -> Verb:
    """ "(You) get to roll DICE6"."""
    if verb.form != "b" or verb.modal or verb.sense != "roll":
        raise NoSense
    return replace(verb, form=form)


def vp_self(verb: Verb) -> Verb:
    """ "(If you) have more than 5 Stars yourself"."""
    if verb.sense not in ("have", "cast", "select") or not any(role == "object" for role, _ in verb.parts):
        raise NoSense
    return verb


def vp_not_the_same(verb: Verb, *said: Said) -> Verb:
    """ "(You both) cast a spell, but not the same one", "cast a spell in both Duels, but different ones"."""
    only(said, {"A": ("different",), "N": ("spell",)})
    roles = Roles(None, verb)
    what, time = roles.maybe("object", Casts), roles.maybe("time", Time | Times)
    if roles.denied or roles.verb.passive or what != Casts(kind=t.CastIs(ME), how="some"):
        raise NoSense
    match time:
        case None:
            other = Same("spell", EACH_OTHER, True)
        case Times("both", Time("now"), Time("back") as then) | Times("both", Time("back") as then, Time("now")):
            other = Same("spell", None, True, then)
        case Time("back", BOTH_DUELS.back, True):
            other = Same("spell", None, True, THAT_DUEL)
        case _:
            raise NoSense
    return replace(verb, parts=(*roles.left, ("object", other)))


def v_adverb(adverb: Said, verb: Verb) -> Verb:
    return verb.add("adverb", adverb)


def v_make(form: str) -> Verb:
    return Verb("cause", form)


def v_make_not(form: str, _: str) -> Verb:
    return Verb("cause", form, denied=True)


def v_make_modal(modal: Said, form: str) -> Verb:
    return v_modal(modal, Verb("cause", form))


def v_make_modal_not(modal: Said, form: str) -> Verb:
    return v_modal_not(modal, Verb("cause", form))


def vp_make(verb: Verb, whom: Phrase, inner: Verb) -> Verb:
    """ "Makes the caster lose Stars"."""
    if inner.form != "b" or (inner.modal and not inner.unable) or inner.perfect:
        raise NoSense
    return verb.add("object", whom).add("do", inner)


def vp_make_unable(verb: Verb, whom: Phrase, inner: Verb) -> Verb:
    """ "Make the chosen Wizard unable to gain Stars"."""
    if verb.sense not in ("make", "render"):
        raise NoSense
    return vp_make(replace(verb, sense="cause"), whom, v_be_unable(inner))


def vp_have_done(form: str, what: Phrase, inner: Verb) -> Verb:
    """ "Has their Staff become None"."""
    if inner.form != "b" or inner.modal or inner.perfect or inner.denied:
        raise NoSense
    return Verb("have", form).add("object", what).add("do", inner)


def vp_has_target(form: str, whom: Phrase, *said: Any) -> Verb:
    """ "Has the caster as its target"."""
    the_target(said[-1])
    return Verb("target", form, parts=(("object", whom),))


def vp_target_changed(form: str, _whose: Phrase, noun: Said, part: Verb) -> Verb:
    """ "Has its target changed to the next position": it is redirected there."""
    if noun.sense != "target" or part.sense not in ("change", "move", "redirect", "set") or not part.passive:
        raise NoSense
    return replace(part, sense="redirect", form=form)


def v_neither(left: Verb, right: Verb) -> Verb:
    """ "Neither gains nor loses"."""
    return replace(v_or(left, right), denied=True)


def vp_as_adj(verb: Verb, adjective: Any) -> Verb:
    """ "(Treat them) as immune to spells"."""
    if verb.sense != "consider":
        raise NoSense
    return _add(verb, "as adj", adjective)


def v_able(form: str, verb: Verb) -> Verb:
    """ "(No Wizard) is able to (lose Stars)", "(shall) be able to"."""
    if form not in ("b", "s") or verb.form != "b" or verb.modal or verb.denied:
        raise NoSense
    return replace(verb, form="b" if form == "b" else "m", modal="can")


def v_unable(form: str, verb: Verb) -> Verb:
    """ "Is unable to (gain Stars)", "is not allowed to"."""
    if form in ("d", "n", "g") or verb.form != "b" or verb.modal or verb.denied:
        raise NoSense
    return replace(verb, form="m", modal="can", denied=True)


def v_be_unable(verb: Verb) -> Verb:
    """ "Be unable to (gain Stars)": as an order, or after "let them"."""
    return replace(v_unable("b", verb), form="b")


def v_would_otherwise(modal: Said, verb: Verb) -> Verb:
    """ "(Whoever it) would otherwise have targeted"."""
    if modal.sense != "would":
        raise NoSense
    return v_modal(modal, verb)


REST = Said(Word("R", "rest"), -1)


def v_no_longer(verb: Verb) -> Verb:
    """ "(Spells) no longer affect (you)"."""
    if verb.form not in ("s", "b") or verb.denied or verb.modal or verb.perfect:
        raise NoSense
    return replace(verb, denied=True).add("adverb", REST)


def v_having(said: Said) -> Verb:
    """ "(Treated as) having selected"."""
    return Verb(said.sense, "having", perfect=True)


def vp_as(verb: Verb, inner: Verb) -> Verb:
    if inner.form != "having":
        raise NoSense
    return _add(verb, "as", inner)


def vp_as_at(verb: Verb, part: tuple[str, Any]) -> Verb:
    """ "Cast the same spell in this Duel as in the previous Duel"."""
    role, value = part
    if not isinstance(value, Time):
        raise NoSense
    return _add(verb, "as at", during(role, value))


def vp_part(verb: Verb, part: Verb) -> Verb:
    """ "Has their Stars set to 0", "gets their Hat changed to Red"."""
    match verb, part:
        case Verb("be", form, False, False, "", False, (("adverb", Said() as both),)), Verb("have", "g") if (
            both.sense == "both"
        ):
            return replace(part, form=form, parts=(*verb.parts, *part.parts))  # "(if you) are both wearing Red Hats"
    if part.sense == "target" and (part.form == "g" or verb.sense in ("consider", "select", "cast")):
        return vp_at(verb, part)  # "is considered to have selected that spell targeting the caster"
    if part.sense in ("pay", "give") and verb.sense == "gain" and any(role == "by" for role, _ in part.parts):
        return vp_at(verb, part)  # "receive 2 Stars paid by the chosen Wizard"
    if verb.sense not in ("have", "gain") or not part.passive or not any(role == "object" for role, _ in verb.parts):
        raise NoSense
    return _add(verb, "part", part)


def vp_at(verb: Verb, part: Verb) -> Verb:
    """ "(Is considered to have selected Burn), targeting themselves"; "(receive 2 Stars,) paid by them"."""
    match part:
        case Verb("pay" | "give", "n", True, False, "", False, (("by", Some() as payer),)) if verb.sense == "gain":
            if payer.how != "one":
                raise NoSense  # "gain 2 Stars paid by your neighbours": 2, or 2 from each?
            return _add(replace(verb, sense="steal"), "from", payer)
        case Verb("target", "g", False, False, "", False, (("object", whom),)) if verb.sense in (
            "consider",
            "select",
            "cast",
        ):
            return _add(verb, "at", whom)
        case Verb("direct", "n", True, False, "", False, (("at", whom),)) if verb.sense in ("consider", "select"):
            return _add(verb, "at", whom)  # "(is considered to have selected Burn), aimed at the caster"
    raise NoSense


def vp_inputs_kept(verb: Verb, *said: Said) -> Verb:
    """ "(Is considered to have selected Burn) with the inputs left as they were", "keeping the inputs"."""
    only(said, {"N": ("input",)})
    return _add(verb, "with", Pointer("inputs kept"))


def vp_their_inputs_kept(verb: Verb, *said: Said) -> Verb:
    """ "(They are considered to have selected Burn,) keeping their inputs"."""
    only(said, {"N": ("input",)})
    return _add(verb, "with", Pointer("their inputs kept"))


def vp_with_input(verb: Verb, what: Phrase, *said: Any) -> Verb:
    """ "(Is considered to have selected Burn) with the caster's position as its input"."""
    noun = said[-1]
    if noun.sense not in ("input", "target") or noun.word.form != "s" or not isinstance(what, Some):
        raise NoSense
    if verb.sense not in ("consider", "select", "cast") or any(isinstance(part, Phrase) for part in said[:-1]):
        raise NoSense
    return _add(verb, "with", what)


def vp_same_inputs(verb: Verb, same: Said, noun: Said) -> Verb:
    """ "(Is considered to have selected that spell), same inputs"."""
    if same.sense != "same" or noun.sense != "input" or noun.word.form != "p":
        raise NoSense
    return _add(verb, "with", Pointer("inputs"))


def vp_same_inputs_as(verb: Verb, noun: Said, whose: Phrase) -> Verb:
    """ "(To have selected the spell that the chosen Wizard selected) with the same inputs as the chosen Wizard"."""
    if noun.sense != "input" or noun.word.form != "p" or not isinstance(whose, Some) or whose.how != "one":
        raise NoSense
    for _, said in verb.parts:
        match said:
            case Casts(t.Owner(who)) | Same("spell", Some(who, "one")) if whose.who in (who, t.They("that Wizard")):
                return _add(verb, "with", Pointer("inputs"))
            case Casts(t.They("spell")) if whose.who == t.They("that Wizard"):
                return _add(verb, "with", Pointer("that Wizard's inputs"))
    raise NoSense


def vp_copy(verb: Verb, noun: Said, what: Phrase) -> Verb:
    """ "(Your Hat) becomes a copy of theirs", "(your spell) becomes a copy of the target's spell"."""
    if noun.sense != "copy" or noun.word.form != "s" or verb.sense not in ("become", "turn"):
        raise NoSense
    return vp_np(verb, what)


def vp_using(verb: Verb, what: Phrase) -> Verb:
    """ "(Is considered to have selected that spell), using the inputs that they gave for it"."""
    if not isinstance(what, Pointer) or not what.word.startswith(("inputs", "that Wizard's inputs")):
        raise NoSense
    return _add(verb, "with", what)


def v_or(left: Verb, right: Verb) -> Verb:
    """ "Gains or loses": two verbs with one object."""
    if left.parts or left.form != right.form or left.passive != right.passive or left.denied or right.denied:
        raise NoSense
    if left.sense == right.sense:
        raise NoSense
    return replace(right, sense=f"{left.sense}|{right.sense}", modal=left.modal or right.modal)


# ---- parts


def vp_np(verb: Verb, phrase: Phrase) -> Verb:
    """An object, or a time."""
    if isinstance(phrase, BoundTold) and verb.denied:
        raise NoSense
    if isinstance(phrase, Time) and phrase.pro_form and verb.sense == "target" and verb.form in ("s", "b"):
        phrase = Some(t.Offset(t.They("moved from"), t.Int(-1)), place=True)  # "targets the previous one instead"
    if isinstance(phrase, Time | Times):
        return _add(verb, "time", phrase)
    if verb.sense in ("lose", "gain") and phrase == Values((t.Text("None"),)):
        phrase = Amount("no", None, "")  # "(whenever you would lose Stars,) you lose none"
    if verb.sense in FLOWS and isinstance(phrase, Values):
        raise NoSense
    said = [value for role, value in verb.parts if role == "object"]
    if len(said) >= (2 if verb.sense in TWO_OBJECTS else 1):
        raise NoSense
    if verb.sense == "have" and (any(role == "compare" for role, _ in verb.parts) or not _two_had(said)):
        raise NoSense  # "has at least 3 | Stars"
    if said and (isinstance(said[0], Amount | Amounts | Number) or verb.parts[-1][0] not in ("object", "limit")):
        raise NoSense  # "pay 2 Stars the caster"
    return _add(verb, "object", phrase)


def _two_had(said: list[Any]) -> bool:
    """Whether one can have something more: "has their Hat | Red"."""
    return not said or isinstance(said[0], Own | Owns)


def _add(verb: Verb, role: str, value: Any) -> Verb:
    if len(verb.parts) >= MOST_PARTS:
        raise NoSense
    return verb.add(role, value)


def vp_pp(verb: Verb, part: tuple[str, Any]) -> Verb:
    role, value = part
    if value == Time("ring") and role in ("from", "among") and verb.sense == "choose":
        return _add(verb, role, value)  # "drawn at random from the whole ring"
    if isinstance(value, Time | Times):
        return _add(verb, "time", at_times(role, value))
    if verb.sense == "be" and not verb.passive and any(name == role for name, _ in verb.parts):
        raise NoSense
    return _add(verb, role, value)


def rel_subject_timed(part: tuple[str, Any], preds: Any) -> Any:
    """ "(Each Wizard) who, in this Duel, cast Burn"."""
    if not isinstance(preds, Verb) or not isinstance(part[1], Time):
        raise NoSense
    return rel_subject(vp_pp(preds, part))


def vp_time_again(verb: Verb, time: Phrase) -> Verb:
    """ "(If you) cast Burn (this Duel)"."""
    if time != Time("now"):
        raise NoSense
    return vp_np(verb, time)


def vp_adverb(verb: Verb, adverb: Said) -> Verb:
    if adverb.sense in ("all", "both", "each") and not verb.parts and verb.sense in FLOWS:
        raise NoSense  # "you gain all 3 Stars": it is the Stars that are all
    if adverb.sense == "both" and verb.sense == "have" and not verb.parts:
        raise NoSense  # "if you have both": two things, and not both of you
    return _add(verb, "adverb", adverb)


def v_has_both(have: str) -> Verb:
    """ "(A Red Hat or Red Robes. If you) have both": of the two things."""
    return Verb("have", have, parts=(("object", Pointer("both")),))


def vp_adverbs(verb: Verb, one: Said, other: Said) -> Verb:
    """ "(One of them is picked) at random and in secret"."""
    if {one.sense, other.sense} != {"random", "secretly"}:
        raise NoSense
    return vp_adverb(vp_adverb(verb, one), other)


def vp_adverb_apart(verb: Verb, adverb: Said) -> Verb:
    """ "The chosen Wizard loses 2 Stars, too"; but in "if they are idle, both ..." it stands before who does it."""
    if adverb.sense in ("both", "each", "all"):
        raise NoSense
    return vp_adverb(verb, adverb)


def vp_happens(verb: Verb) -> Verb:
    """ "(Who) happens to have a Hat"."""
    if verb.form != "b" or verb.modal:
        raise NoSense
    return replace(verb, form="s")


def vp_happened(verb: Verb) -> Verb:
    """ "(Who) happened to cast Burn"."""
    return replace(vp_happens(verb), form="d")


def vp_happened_also(also: Said, verb: Verb) -> Verb:
    """ "(If you) also happened to cast Burn"."""
    return v_adverb(also, vp_happened(verb))


def vp_get_minus(what: Phrase, form: str = "b") -> Verb:
    """ "(Your neighbours) get -2 Stars": who gains -2 would be said to gain, and to lose."""
    match what:
        case Amount("=", t.Int(), str() as attr) if attr:
            return vp_np(Verb("lose", form), what)
    raise NoSense


def vp_gets_minus(what: Phrase) -> Verb:
    """ "(The chosen Wizard) gets -2 Stars"."""
    return vp_get_minus(what, "s")


def vp_happen(verb: Verb) -> Verb:
    """ "(Who) happen to have a Hat"."""
    return replace(vp_happens(verb), form="b")


def vp_adj(verb: Verb, adjective: Any) -> Verb:
    if any(role in ("adj", "object") for role, _ in verb.parts) and verb.sense == "be":
        raise NoSense
    if verb.sense in FLOWS and (not isinstance(adjective, Said) or adjective.sense == "equal"):
        raise NoSense  # nobody gains Red, nor equal: it is the Stars that are equal to 3
    return _add(verb, "adj", adjective)


def vp_compared(verb: Verb, compared: Any) -> Verb:
    if isinstance(compared, ComparedTold) and verb.denied:
        raise NoSense
    return _add(verb, "compare", compared)


def vp_rounded(verb: Verb, way: str) -> Verb:
    if any(role == "round" for role, _ in verb.parts):
        raise NoSense
    return _add(verb, "round", way)


def vp_rounded_flow(verb: Verb, said: tuple[str, str]) -> Verb:
    """ "(Loses half as many Stars) (the number lost is rounded up)", "(halve the Stars lost) (round the loss up)"."""
    kind, way = said
    flows = (part.way for role, part in verb.parts if role == "object" and isinstance(part, Flow))
    flow = next(flows, "") if verb.sense == "halve" else verb.sense
    if kind != "half" and {"lose": "loss", "gain": "gain", "pay": "payment"}.get(flow) != kind:
        raise NoSense
    return vp_rounded(verb, way)


def vp_limit(verb: Verb, limit: Any) -> Verb:
    return _add(verb, "limit", limit)


def vp_limit_each(verb: Verb, limit: Any) -> Verb:
    """ "(They lose 1 Star for each idle Wizard,) to a maximum of 5 Stars each"."""
    if limit[0] != "maximum":
        raise NoSense
    return vp_limit(verb, limit)


def vp_limit_so(verb: Verb, limit: Any, *moved: Said) -> Verb:
    """ "(You gain 1 Star for each idle Wizard,) up to a maximum of 5 Stars gained this way": what is done, again."""
    if limit[0] != "maximum" or verb.passive or any(word.sense != verb.sense for word in moved):
        raise NoSense
    return vp_limit(verb, limit)


def vp_than_else(verb: Verb, who: Said, modal: Said, *again: Said) -> Verb:
    """ "(You lose 1 Star less) than you otherwise would": than without what is said here."""
    if who.sense not in ("you", "they", "it") or modal.sense != "would":
        raise NoSense
    if any(word.sense != verb.sense for word in again):
        raise NoSense
    return _than(verb, who.sense, ("less", "more"))


def vp_more_than_else(verb: Verb, way: Said, who: Said, modal: Said) -> Verb:
    """ "(You lose 1 more Star) (more than you otherwise would)"."""
    what = next((value for role, value in verb.parts if role == "object" and isinstance(value, Amount)), None)
    if what is None or {"more": ">", "less": "<"}.get(what.op) != way.sense:
        raise NoSense
    return vp_than_else(verb, who, modal)


def vp_as_else(verb: Verb, who: Said, *said: Any) -> Verb:
    """ "(You lose half the Stars) you otherwise would"."""
    modal, *again = said
    if who.sense not in ("you", "they", "it") or modal.sense != "would":
        raise NoSense
    if any(word.sense not in ("lose", "gain", verb.sense) for word in again):
        raise NoSense
    return _than(verb, who.sense, ("scaled", "scaled else"))


def vp_than_usual(verb: Verb) -> Verb:
    """ "(You gain 1 Star more) than usual"."""
    return _than(verb, "", ("less", "more"))


def vp_as_usual(verb: Verb) -> Verb:
    """ "(You gain twice as many Stars) as usual"."""
    return _than(verb, "", ("scaled",))


def _than(verb: Verb, who: str, ops: tuple[str, ...]) -> Verb:
    """A verb whose change is compared with what it would be without what is said here."""
    what = next((value for role, value in verb.parts if role == "object" and isinstance(value, Amount)), None)
    if verb.sense == "cause":
        inner = next((value for role, value in verb.parts if role in ("do", "to do")), None)
        what = next((value for role, value in inner.parts if role == "object"), None) if inner else None
    if isinstance(what, Amount) and what.op == "scaled else" and what.op in ops and verb.sense != "cause":
        told = replace(what, op="scaled")
        verb = replace(verb, parts=tuple((role, told if value is what else value) for role, value in verb.parts))
        return _add(verb, "else", who)
    if not isinstance(what, Amount) or what.op not in ops:
        raise NoSense
    return _add(verb, "else", who)


def vp_to(verb: Verb, inner: Verb) -> Verb:
    if verb.sense in ("redirect", "move", "direct") and inner.form == "b":  # "is redirected to target its caster"
        match inner:
            case Verb("target", "b", False, False, "", False, (("object", Some() as whom),)):
                return _add(verb, "to", whom)
            case Verb("target", "b", False, False, "", False, (("object", Some() as whom), ("adverb", Said() as said))):
                return _add(_add(verb, "to", whom), "adverb", said)
        raise NoSense
    if inner.form != "b" or verb.sense not in ("consider", "cause", "choose", "be", "change", "set", "make", "forbid"):
        raise NoSense
    return _add(verb, "to do", inner)


def vp_not_to(verb: Verb, inner: Verb) -> Verb:
    """ "(Is considered) not to have selected any spell"."""
    if verb.sense != "consider" or inner.denied:
        raise NoSense
    return vp_to(verb, replace(inner, denied=True))


def vp_as_if(verb: Verb, subject: Phrase, inner: Verb) -> Verb:
    return _add(verb, "as if", (subject, inner))


def vp_each_other(verb: Verb) -> Verb:
    return _add(verb, "each other", True)


def vp_for_each_other(verb: Verb) -> Verb:
    """ "(Their Hats) are exchanged for one another"."""
    if verb.sense != "swap":
        raise NoSense  # "lose 1 Star for each other"
    return vp_each_other(verb)


def vp_near_each_other(verb: Verb, preposition: Said) -> Verb:
    """ "Are next to each other"."""
    if preposition.sense == "from" and verb.sense == "differ":
        return verb  # "differ from each other"
    if preposition.sense != "near":
        raise NoSense
    return _add(verb, "near each other", True)


def vp_so(verb: Verb) -> Verb:
    if verb.sense != "do":
        raise NoSense
    return verb


def vp_steps(verb: Verb, steps: t.Num, noun: Said) -> Verb:
    """ "Is moved on one place (so that it targets the next position)"."""
    if verb.sense not in ("redirect", "move") or noun.sense != "position" or not isinstance(steps, t.Int):
        raise NoSense
    return _add(verb, "steps", steps)


def vp_over(verb: Verb) -> Verb:
    """ "Hands 2 Stars over"."""
    if verb.sense != "give" or not verb.parts:
        raise NoSense
    return verb


def vp_away(verb: Verb) -> Verb:
    """ "Takes 2 Stars away (from the caster)"."""
    if verb.sense != "take" or verb.passive or not any(role == "object" for role, _ in verb.parts):
        raise NoSense
    return replace(verb, sense="take away")


def vp_as_many_split(verb: Verb, nbar: Nbar, part: tuple[str, Any], measure: Any) -> Verb:
    """ "Takes as many Stars from the caster as the chosen number"."""
    return _split(verb, as_many(nbar, measure), part)


def vp_as_many_each(verb: Verb, *said: Any) -> Verb:
    """ "(All neighbours) lose as many Stars each as the chosen number"."""
    *how, nbar, each, measure = said
    if each.sense != "each":
        raise NoSense
    amount = times_as_many(how[0], nbar, measure) if how else as_many(nbar, measure)
    return _add(vp_np(verb, amount), "adverb", each)


def vp_as_many_away(verb: Verb, nbar: Nbar, part: tuple[str, Any], measure: Any) -> Verb:
    """ "Takes as many Stars away from the caster as the chosen number"."""
    return vp_pp(vp_away(vp_np(verb, as_many(nbar, measure))), part)


def vp_times_as_many_away(verb: Verb, how: tuple[str, int], nbar: Nbar, part: tuple[str, Any], measure: Any) -> Verb:
    """ "Takes half as many Stars away from the caster as they have Crystals"."""
    return vp_pp(vp_away(vp_np(verb, times_as_many(how, nbar, measure))), part)


def _split(verb: Verb, amount: Phrase, part: tuple[str, Any]) -> Verb:
    """A verb with an amount, within which it is said from whom or to whom that goes."""
    if part[0] not in ("from", "to", "off"):
        raise NoSense
    return vp_pp(vp_np(verb, amount), part)


def participle(said: Said) -> Verb:
    return Verb(said.sense, "n", passive=True)


def participle_g(said: Said) -> Verb:
    return Verb(said.sense, "g")


def participle_not(said: Said) -> Verb:
    return Verb(said.sense, "n", passive=True, denied=True)


def participle_adverb(adverb: Said, said: Said) -> Verb:
    return participle(said).add("adverb", adverb)


# ---- limits


def limit(kind: Said, phrase: Phrase) -> Any:
    """ "To a minimum of 0", "up to a maximum of 5", "to a maximum loss of 5 Stars"."""
    return kind.sense, phrase


def limit_not_below(number: t.Num) -> Any:
    return "floor", Number(number)


def limit_not_below_own(phrase: Phrase) -> Any:
    """ "(Lose 4 Stars,) but not below the number of Stars that the caster has"."""
    own_level(phrase)
    return "floor", phrase


def limit_no_fall(*said: Any) -> Any:
    """ "But will not fall below 5", "without going below 5 Stars"."""
    only(said, {"V": ("reduce", "go")})
    number = next(word for word in said if isinstance(word, t.Num))
    thing = said[-1] if isinstance(said[-1], str) else ""
    return "floor", Amount("=", number, thing) if thing else Number(number)


def limit_than(than: Said, phrase: Phrase) -> Any:
    """ "But no more than 5", "not fewer than 0"."""
    return ("maximum" if than.sense == ">" else "floor"), phrase


def limit_most(phrase: Phrase) -> Any:
    return "maximum", phrase


def limit_least(phrase: Phrase) -> Any:
    """ "(1 Star for each neighbour with a Hat,) but at least 2 Stars"."""
    return "least", phrase


def limit_able() -> Any:
    return "able", Pointer("")


def limit_able_np(who: Phrase, *_: str) -> Any:
    return "able", who


def limit_enough(who: Phrase, thing: str = "") -> Any:
    """ "If they have enough (Stars)": of what they pay."""
    return "able", (who, thing)


def down(*_: Any) -> str:
    return "down"


def up(*_: Any) -> str:
    return "up"


def rounding_said(*said: str) -> str:
    """ "(Half of their Stars), which shall be rounded down"."""
    return said[-1]


# ---- predicates joined


def preds_and(left: Any, right: Any) -> Any:
    return "and", left, right


def preds_again(verb: Verb, part: tuple[str, Any]) -> Any:
    """ "(Whoever) cast Burn in the previous Duel and again in this one": in both."""
    rest = tuple(said for said in verb.parts if said[0] != "time")
    if len(rest) != len(verb.parts) - 1 or not isinstance(part[1], Time) or verb.sense not in ("cast", "select"):
        raise NoSense
    if verb.denied or verb.modal:
        raise NoSense
    return preds_and(verb, vp_pp(replace(verb, parts=rest), part))


def be_both(form: str, left: Any, right: Any) -> Any:
    """ "(If their number of Stars) is both odd and below 25"."""
    return preds_and(
        *(
            vp_adj(v_be(form), part) if isinstance(part, Said) else vp_compared(v_be(form), part)
            for part in (left, right)
        )
    )


def preds_or(left: Any, right: Any) -> Any:
    match right:
        case Verb("do", "d" | "b", parts=(("adverb", Said(Word("R", "both"))),)):
            raise NoSense  # "or both did": not what one of them did
    return "or", left, right


def preds_nor(left: Any, right: Any) -> Any:
    return "nor", left, right


def v_perfect_or(form: str, left: Said, right: Said) -> Verb:
    """ "Has gained or lost"."""
    return v_or(v_perfect(form, left), v_perfect(form, right))


def vp_as_they_did(verb: Verb, nbar: Nbar, whose: Phrase, part: tuple[str, Any]) -> Verb:
    """ "Gains or loses as many Stars as the caster did from it": gained or lost."""
    if verb.sense not in ("gain|lose", "lose|gain") or verb.passive or verb.denied or part[0] != "from":
        raise NoSense
    did = Verb(verb.sense, "d", parts=(part,))
    attr = thing_of(nbar)
    return vp_np(verb, Amount("=", measured(measure_clause(whose, did), attr), attr))
