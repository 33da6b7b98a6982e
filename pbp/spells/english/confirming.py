"""What a text says again, in other words or of the other case. One function for each name after "->".

Whether it is so is asked where all that the words refer to is known: refer/confirm.py.
"""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.claims import claim
from pbp.spells.english.leading import led
from pbp.spells.english.lexicon import Said, only
from pbp.spells.english.naming import kept_result
from pbp.spells.english.nbar import value_np
from pbp.spells.english.outcomes import act, happens
from pbp.spells.english.phrases import THEY, Amount, Own, Phrase, Pointer, Roles, Some, Values, Verb
from pbp.spells.english.setting import unchanged
from pbp.spells.sense.sentences import each_act
from pbp.spells.walk import parts

# ---- nothing happens in the other case

_WAYS = {"lose": "loss", "suffer": "loss", "gain": "gain", "pay": "paid", "give": "paid"}
"""Which way what each verb says does not go."""


def spared(subject: Phrase, verb: Verb) -> t.Act:
    """ "They lose nothing", "nobody gains Stars", "no Star is lost", "they are safe", "the caster does not"."""
    if verb.perfect or verb.modal or verb.form not in ("b", "s"):
        raise NoSense
    roles = Roles(subject, verb)
    denied = roles.not_so()
    roles.maybe("among", Pointer) or roles.maybe("from", Pointer)  # "out of this"
    made = _spared(subject, roles, denied)
    roles.done()
    return made


def spared_duty(subject: Phrase, verb: Said) -> t.Act:
    """ "Wizards with a Red Hat don't have to pay", "need not pay"."""
    if verb.sense != "pay":
        raise NoSense
    return spared(subject, Verb("pay", "b", denied=True))


def _spared(subject: Phrase, roles: Roles, denied: bool) -> t.Act:
    way = _WAYS.get(roles.verb.sense, "")
    if way and roles.verb.passive:
        match subject:
            case Pointer("nothing") if not denied:
                return t.Spared(None, way)
            case Amount("no", None, attr) if not denied:
                return t.Spared(None, way, attr)
            case Values((t.Text("None"),)) if not denied:
                return t.Spared(None, way)
        raise NoSense
    if roles.verb.passive:
        raise NoSense
    none = isinstance(subject, Some) and subject.how == "none"
    if way:
        what = roles.maybe("object")
        match what:
            case None | Pointer("it" | "that") | Some(t.They("them" | "they")) | Amount("=", t.ThatMany()) if denied:
                return t.Spared(_whom(subject), way)  # "they do not lose it", "does not gain these Stars"
            case Pointer("nothing") | Values((t.Text("None"),)) if not denied and not none:
                return t.Spared(_whom(subject), way)
            case Amount("no", None, attr) if not denied and not none:
                return t.Spared(_whom(subject), way, attr)
            case Pointer("anything") if denied or none:
                return t.Spared(_whom(subject), way)
            case Amount("any" | "bare", None, attr) if denied or none:
                return t.Spared(_whom(subject), way, attr)
        raise NoSense
    match roles.verb.sense, subject:
        case "do", Pointer("this") if not denied and roles.take("object") == Pointer("nothing"):
            return t.Spared(whole=True)
        case "do", Some() if denied != none:
            return t.Spared(_whom(subject))
        case "be", Some() if not denied and not none and roles.says("safe", "adj"):
            return t.Spared(_whom(subject))
    raise NoSense


def _whom(subject: Phrase) -> t.Who | None:
    match subject:
        case Some(t.All(), "none"):
            return None
        case Some(who, "one" | "each" | "plural" | "none", place=False):
            return who
        case Some(t.Those() as who, "some" | "any", place=False):  # "but a Wizard who cast Burn loses nothing"
            return who
    raise NoSense


def spared_flow(_be: str, noun: Said) -> t.Act:
    """ "There is no loss"."""
    way = {"lose": "loss", "gain": "gain"}.get(noun.word.detail, "paid" if noun.sense == "payment" else "")
    if not way:
        raise NoSense
    return t.Spared(None, way)


def spared_flow_so(noun: Said) -> t.Act:
    """ "No payment is made"."""
    return spared_flow("", noun)


def spared_swap(*_be: str) -> t.Act:
    """ "There is no swap"."""
    return t.Spared(None, "swap")


def spared_loss(subject: Phrase) -> t.Act:
    """ "(With an even number) they get away with it", "the caster goes free"."""
    return t.Spared(_whom(subject), "loss")


def spared_change(owned: Phrase, *_: str) -> t.Act:
    """ "(If nobody has more Stars,) the caster's Hat is left alone", "your Hat stays as it is"."""
    match owned:
        case Own(Some(who, "one" | "each" | "plural"), str() as attr, False) if attr:
            return t.Spared(who, "change", attr)
    raise NoSense


def spared_thing(attr: str, *_: str) -> t.Act:
    """ "(If nobody has more Stars,) the Hat is left alone": the one that would have changed."""
    return t.Spared(None, "change", attr)


def spared_neither(*said: Any) -> t.Act:
    """ "(If that is even,) neither a) nor b) happens", "the caster gets neither of the two"."""
    match said:
        case (Phrase() as whom, Said() as verb, *_):
            if verb.sense not in ("gain", "lose"):
                raise NoSense
            return t.Spared(_whom(whom), _WAYS[verb.sense])
    return t.Spared()


def spared_both(whom: Phrase, first: Said, second: Said) -> t.Act:
    """ "They neither lose the one nor gain the other", "they lose nothing and gain nothing"."""
    if {first.sense, second.sense} != {"lose", "gain"}:
        raise NoSense
    return t.Spared(_whom(whom))


def spared_unpaid(whom: Phrase, be: str, verb: Said) -> t.Act:
    """ "(If not,) you are paid nothing"."""
    only((verb,), {"V": ("pay", "give", "award")})
    if be not in ("s", "b"):
        raise NoSense
    return t.Spared(_whom(whom), "gain")


def spared_step(_kind: str) -> t.Act:
    """ "Skip this step"."""
    return t.Spared(way="step", whole=True)


def result_nothing(result: t.Cond) -> t.Act:
    """ "(An even number does nothing.)"."""
    return t.If(result, (t.Spared(whole=True),))


def lead_else_of(*_: Any) -> tuple[str, None]:
    """ "If N is anything else", "if it is any other colour"."""
    return "rest of it", None


def lead_else_own(owned: Phrase, *said: Any) -> tuple[str, t.Cond]:
    """ "If their Hat is anything else"."""
    only([word for word in said if isinstance(word, Said)], {"N": ("item", "kind")})
    if not isinstance(owned, Own) or owned.owner.how != "one" or not isinstance(owned.attr, str) or owned.start:
        raise NoSense
    return "rest of own", t.Is(owned.owner.who, owned.attr, t.Text(""))


def on_value_nothing(value: Any) -> t.Act:
    """ "Green: nothing"."""
    return t.If(lead_value(value)[1], (t.Spared(whole=True),))


def lead_value(value: Any) -> tuple[str, t.Cond]:
    """ "With Red, ..."."""
    return "if", claim(value_np(value), Verb("choose", "s", passive=True))


def lead_value_told(verb: Said, value: Any) -> tuple[str, t.Cond]:
    """ "Choose Hat, and ..."."""
    only((verb,), {"V": ("choose",)})
    return lead_value(value)


def asked_it_is(cond: t.Cond, act: t.Act) -> t.Act:
    """ "Is your Hat Red? If it is, ..."."""
    if any(isinstance(part, t.Not | t.And | t.Or) for part in parts(cond)):
        raise NoSense
    return led(("if", cond), act)


def else_asked(*said: Any) -> t.Act:
    """ "Is it any other number? Then ..."."""
    act = said[-1]
    if not isinstance(act, t.Act) or isinstance(act, t.Later):
        raise NoSense
    told = next((part for part in said[1:-1] if isinstance(part, tuple)), None)
    if told is None:
        return t.Else(act)
    numbers, op, more, no, cond = told
    if op not in ("", "with") or more or no or cond is not None:
        raise NoSense
    return t.Seq((t.OtherNumbers(numbers), t.Else(act)))


# ---- the end, and who did it


def all_said(*_: Any) -> t.Act:
    """ "That is all it does"."""
    return t.AllSaid()


def with_all_said(act: t.Act, said: t.Act) -> t.Act:
    return t.Seq((*each_act(act), said))


def with_several_said(act: t.Act, heading: t.Heading, *total: Any) -> t.Act:
    """ "The caster gains 3 Stars, and another 3 Stars (two gains, not one of 6)"."""
    moved = [part for part in parts(act) if isinstance(part, t.Change)]
    if heading.count != len(moved) or len(moved) < 2 or len({(part.attr, part.gain) for part in moved}) != 1:
        raise NoSense
    if total:
        amounts = [part.amount.value for part in moved if isinstance(part.amount, t.Int)]
        if len(amounts) != len(moved) or total not in ((t.Int(sum(amounts)),), (t.Int(sum(amounts)), moved[0].attr)):
            raise NoSense
    return act


# ---- numbers in other words

SEVERAL = -1
Told = tuple[tuple[int, ...], str, bool, bool, t.Cond | None]
"""What is said again of a condition: the fields of `t.Again`."""


def again_number(number: int) -> int:
    return number


def again_none() -> int:
    return 0


def numbers_one(number: int) -> tuple[int, ...]:
    return (number,)


def numbers_more(before: tuple[int, ...], number: int) -> tuple[int, ...]:
    return (*before, number)


def again_list(found: tuple[int, ...]) -> Told:
    """ "(So 4, 5 or 6)"."""
    return found, "", False, False, None


def again_not(*found: int) -> Told:
    """ "(Not none, not 2)"."""
    return found, "", False, True, None


def again_several() -> int:
    return SEVERAL


def again_with(number: int) -> Told:
    """ "(So 0 as well)"."""
    return (number,), "with", False, False, None


def again_or_none() -> Told:
    """ "(If at most 2 Wizards cast Burn) (or none at all)"."""
    return again_with(0)


def again_least(number: int) -> Told:
    return (number,), ">=", False, False, None


def again_cond(cond: t.Cond) -> Told:
    """ "(So if you chose Blue)"."""
    return (), "", False, False, cond


def said_again(cond: t.Cond, told: Told) -> t.Cond:
    """A condition with what it is in other words."""
    return t.Again(cond, *told)


# ---- what somebody has, and keeps


@happens("keep")
def _keeps(roles: Roles) -> t.Act:
    """ "The chosen Wizard keeps theirs"; "keep the higher result"."""
    what = roles.maybe("object", Own)
    if what is None:
        return kept_result(roles)
    match roles.subject:
        case Some(who, "one") as subject if what.owner in (subject, Some(THEY)) and not what.start:
            return t.Keeps(who, str(what.attr))
    raise NoSense


@happens("stay")
def _stays(roles: Roles) -> t.Act:
    """ "Their own Hat stays the same", "remains unchanged"."""
    if not (roles.says("same", "adj") or roles.says("unchanged", "adj")):
        raise NoSense
    return unchanged(roles.subject)


def with_kept(before: t.Act, subject: Phrase, verb: Verb) -> t.Act:
    """ "The caster's Staff becomes that of the chosen Wizard (who keeps theirs)"."""
    kept = act(subject, verb)
    if not isinstance(kept, t.Keeps):
        raise NoSense
    return t.Seq((before, kept))
