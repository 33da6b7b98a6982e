"""What is said in brackets of what happens: who gets nothing of it, or what it is in other words.

It does nothing, and is refused where it is not so: what is asked when all pronouns are known, in refer/remarked.py.
One function for each name after "->".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.leading import led, trailed
from pbp.spells.english.lexicon import Said, only
from pbp.spells.english.outcomes import act
from pbp.spells.english.phrases import Own, Phrase, Some, Verb
from pbp.spells.english.setting import unchanged
from pbp.spells.sense.sentences import Lead, Trailing, each_act
from pbp.spells.walk import is_one, parts

GETS = ("gain", "have", "keep", "collect")


def part_remark(before: t.Act, said: t.Act) -> t.Act:
    """ "That Wizard loses 3 Stars (nobody gets them)"."""
    match said:
        case t.ByTheWay(kind) if kind.startswith("upto") and not all(
            _is_caster(before, part.receiver) or _several_pay(before, part)
            for part in parts(before)
            if isinstance(part, t.Pay)
        ):
            raise NoSense  # "you pay up to 3 Stars to X (fewer if they have fewer)": who?
        case t.ByTheWay("plain") if any(isinstance(part, t.If | t.Trail) for part in parts(before)):
            raise NoSense  # "if ..., you gain 2 Stars (no conditions)"
        case t.ByTheWay(kind) if not any(kind in _kinds(one) for one in parts(before)):
            raise NoSense
        case t.ByTheWay("lost" | "unpaid" | "no payment") if (
            sum(isinstance(part, t.Pay | t.Change) for part in parts(before)) != 1
        ):
            raise NoSense  # which of them is lost?
        case t.ByTheWay():
            return before
    if any(isinstance(part, t.Watch | t.Void | t.Redirect | t.Replace) for part in parts(before)):
        raise NoSense
    told = each_act(said)
    return t.Seq((*each_act(before), *told))


def led_once(lead: Lead, before: t.Act, said: t.Act) -> t.Act:
    """ "If you or your target cast Burn, you gain 3 Stars (just once, even if both did)"."""
    if not isinstance(said, t.ByTheWay) or not said.kind.startswith("once"):
        raise NoSense
    return part_remark(led(lead, before), said)


def trailed_once(before: t.Act, said: t.Act, trail: Trailing) -> t.Act:
    """ "You gain 3 Stars (3 in all, even if both are true) if you or your target cast Burn"."""
    if not isinstance(said, t.ByTheWay) or not said.kind.startswith("once"):
        raise NoSense
    return part_remark(trailed(before, trail), said)


def _is_caster(before: t.Act, who: t.Who) -> bool:
    """Whether that is the caster, also as the subject: "you are paid up to 3 Stars by X"."""
    whose = before.subject if isinstance(before, t.Clause) and isinstance(who, t.Subject) else who
    return isinstance(whose, t.Caster)


def _several_pay(before: t.Act, paid: t.Pay) -> bool:
    """ "Every neighbour of the caster pays them up to 4 Stars": of several who pay one."""
    payers = [one.subject for one in parts(before) if isinstance(one, t.Clause) and paid in one.acts]
    return paid.receiver == t.They("them") and not any(one is None or is_one(one) for one in payers)


def _kinds(made: t.Node) -> tuple[str, ...]:
    match made:
        case t.Change(gain=False, floor=floor):
            return "lost", "plain", "lose", "no payment", "unlimited" if floor is None else ""
        case t.Change(gain=True):
            return "unpaid", "plain", "gain", "no payment"
        case t.Pay(mode="upto", amount=t.Int(number), attr=attr):
            return "plain", "pay", "upto", f"upto {number}", f"upto {attr}", f"upto {number} {attr}"
        case t.Pay(mode="upto", attr=attr):
            return "plain", "pay", "upto", f"upto {attr}"
        case t.Pay(mode="able", amount=t.Int(number), attr=attr):
            return "plain", "pay", "able", f"able {number}", f"able {attr}", f"able {number} {attr}"
        case t.Pay():
            return "plain", "pay"
        case t.Swap(attr=attr):
            return "swap", f"swap {attr}"
        case t.Clause(t.Those(_, test), (t.Change(_, attr, amount=t.Int(number)) as moved,)) if _of_two(test):
            way = "gain" if moved.gain else "lose"
            return "once", "counted once", f"once {number}", f"once {number} {attr}", f"once {way} {number} {attr}"
        case t.If(cond, (t.Clause(who, (moved,)),), ()) | t.Trail(t.Clause(who, (moved,)), cond, True, None) if (
            isinstance(moved, t.Change | t.Pay)
            and isinstance(moved.amount, t.Int)
            and _of_several(cond)
            and (who is None or is_one(who))
            and (isinstance(moved, t.Change) or (is_one(moved.payer) and is_one(moved.receiver)))
        ):
            number = moved.amount.value  # "if any neighbour cast Burn (once, ...)"
            return "once", f"once {number}", f"once {number} {moved.attr}"
        case t.Clause(subject=t.Those(_, test)) if _of_two(test):
            return "once", "counted once"
        case t.Count(t.Those(_, test)) if _of_two(test):
            return ("counted once",)
        case t.Act():
            return ("plain",)
    return ()


def _of_several(cond: t.Cond) -> bool:
    """Whether it can be so in more than one way: "you or your target cast Burn", "any neighbour cast Burn"."""
    match cond:
        case t.Holds(group, ">=", t.Int(1)):
            return not is_one(group)
    return isinstance(cond, t.Or) and len(cond.parts) > 1


def _senses(said: tuple[Any, ...], *allowed: str) -> None:
    if any(word.sense not in allowed for word in said if isinstance(word, Said) and word.word.sort != "M"):
        raise NoSense


def remark_sentence(said: t.Act) -> t.Act:
    """ "The chosen Wizard loses 3 Stars. Nobody gets them."."""
    return said


def remark_gone(*said: Any) -> t.Act:
    """ "(Nobody gets them)", "(nobody pays them)"."""
    *lost, verb = (word for word in said if isinstance(word, Said) and word.word.sort == "V")
    _senses(tuple(lost), "lose")
    if verb.sense in ("pay", "give") and not lost:
        return t.ByTheWay("unpaid")
    _senses((verb,), *GETS)
    return t.ByTheWay("lost")


def remark_lost(*said: Any) -> t.Act:
    """ "(They are lost)"."""
    _senses(said, "lose")
    return t.ByTheWay("lost")


def remark_gone_to(*said: Any) -> t.Act:
    """ "(They go to nobody)"."""
    _senses(said, "go", "give", "pay", "to")
    return t.ByTheWay("lost")


def remark_unpaid(*said: Any) -> t.Act:
    """ "(Nobody pays for it)", "(out of thin air)"."""
    _senses(said, "pay", "give", "lose", "come")
    return t.ByTheWay("unpaid")


def remark_no_condition(*said: Any) -> t.Act:
    """ "This one has no condition."."""
    if any(word.sense not in ("effect", "flow", "payment", "thing") for word in said):
        raise NoSense
    return t.ByTheWay("always")


def give_from_nothing(verb: Said, what: Phrase, to: Said, whom: Phrase) -> t.Act:
    """ "Give 1 Star (out of thin air) to each neighbour": nobody pays it."""
    if verb.sense not in ("give", "pay") or to.sense != "to" or not isinstance(whom, Some):
        raise NoSense
    return act(whom, Verb("gain", "s", parts=(("object", what),)))


def remark_plain(*_: Any) -> t.Act:
    """ "(No conditions)"."""
    return t.ByTheWay("plain")


def remark_spared(said: t.Act) -> t.Act:
    """ "(You lose nothing)", "(the second gains nothing)"."""
    match said:
        case t.Spared(t.Others(), way, attr, False):
            return t.Unmoved(None, way, attr)
        case t.Spared(t.Who() as who, way, attr, False):
            return t.Unmoved(who, way, attr)
    raise NoSense


def remark_nobody_else(*_: Any) -> t.Act:
    """ "(Nobody else does)"."""
    return t.Unmoved(None, "", "")


def remark_again(said: t.Act) -> t.Act:
    """ "(So their Hat becomes None)"."""
    return t.SaidAgain(said, True)


def with_told_again(before: t.Act, said: t.Act) -> t.Act:
    """ "You get a Red Hat: your Hat becomes Red", "they receive yours; that is to say, you swap Crystals"."""
    if all(
        isinstance(one, t.Clause) and all(isinstance(part, _NAMED) for part in one.acts) for one in each_act(before)
    ):
        raise NoSense  # what is only named says nothing that could be said again
    return t.Seq((*each_act(before), t.SaidAgain(said, True)))


def told_again(said: t.Act) -> t.Act:
    """ "That means: your Hat becomes Red", "in other words, you swap Crystals"."""
    return t.SaidAgain(said, True)


_NAMED = (t.Mention, t.Note, t.Rolls)
"""What only leads to what happens."""


def remark_said(said: t.Act) -> t.Act:
    """ "(Their Hat becomes None)"."""
    match said:
        case t.Clause(_, (t.Assign(),)):
            return t.SaidAgain(said, False)
    raise NoSense


def remark_paid(payer: Phrase, verb: Said, *said: Any) -> t.Act:
    """ "(They pay them to you)"."""
    to, receiver = said
    _senses((verb,), "pay", "give")
    match payer, receiver:
        case Some(one, "one"), Some(other, "one") if to.sense == "to":
            return t.PaidSo(one, other)
    raise NoSense


def remark_stays(subject: Phrase, verb: Said, *said: Any) -> t.Act:
    """ "(Theirs stay as they are)"."""
    _senses((verb,), "stay")
    _senses(said, "be")
    return unchanged(subject)


def remark_not_changed(subject: Phrase, _do: str, verb: Said) -> t.Act:
    """ "(Theirs do not change)"."""
    _senses((verb,), "change")
    if not isinstance(subject, Own):
        raise NoSense
    return unchanged(subject)


def remark_unchanged(subject: Phrase) -> t.Act:
    """ "(Their Hat becomes the caster's,) the caster's Hat itself being left unchanged"."""
    if not isinstance(subject, Own):
        raise NoSense
    return unchanged(subject)


def act_only_they(subject: Phrase, again: Phrase, verb: Verb) -> t.Act:
    """ "The caster (and only the caster) gains 2 Stars"."""
    if again != subject:
        raise NoSense
    return act_they_alone(subject, verb)


def act_they_alone(subject: Phrase, verb: Verb) -> t.Act:
    """ "The caster (and nobody else) gains 2 Stars", "only your neighbours gain 2 Stars"."""
    made = act(subject, verb)
    match subject, made:
        case Some(_, "one" | "each" | "plural"), t.Clause(_, (t.Change(amount=t.Int()),)) | t.Clause(_, (), "does"):
            alone = t.Seq((made, t.Unmoved(None, "", "")))
            # "only those who cast Burn": of all Wizards, where nobody has been spoken of yet
            return t.Begun(alone) if isinstance(subject.who, t.Those) and subject.who.group == t.All() else alone
    raise NoSense


def act_alone(subject: Phrase, verb: Verb) -> t.Act:
    """ "The caster alone gains 2 Stars"."""
    if isinstance(subject, Some) and isinstance(subject.who, t.Those):
        raise NoSense  # "each Wizard who cast Burn alone": who cast it as the only one?
    return act_they_alone(subject, verb)


def act_nobody_else(made: t.Act, *said: Any) -> t.Act:
    """ "3 Stars are lost by the caster, and none by anybody else"."""
    match made:
        case t.Clause(t.Who() as who, (t.Change(amount=t.Int(), gain=gain),)) if is_one(who):
            only([word for word in said if isinstance(word, Said)], {"V": ("gain" if gain else "lose",), "Q": ANYBODY})
            return t.Seq((made, t.Unmoved(None, "", "")))
    raise NoSense


ANYBODY = ("anyone", "someone")


def _of_two(test: t.Cond) -> bool:
    """Whether one of two things that are asked is enough."""
    return isinstance(test, t.Or) or (isinstance(test, t.CastIs) and len(test.names) > 1)


def remark_swap(attr: str = "") -> t.Act:
    """ "A straight swap of Crystals between the two of them, nothing more to it!"."""
    return t.ByTheWay(f"swap {attr}".strip())


def remark_flow(*said: Any) -> t.Act:
    """ "(A separate gain)", "(a gain apart from that)"."""
    noun = next(word for word in said if isinstance(word, Said))
    if noun.sense == "payment":
        return t.ByTheWay("pay")
    if noun.sense != "flow" or noun.word.detail not in ("gain", "lose"):
        raise NoSense
    return t.ByTheWay(noun.word.detail)


def _those(said: tuple[Any, ...]) -> None:
    """That only those are spoken of who pay, or to whom it happens. Raises NoSense."""
    for phrase in said:
        if isinstance(phrase, Phrase) and phrase != Some(t.They()):
            raise NoSense


def remark_once(*said: Any) -> t.Act:
    """ "(Only once, even if they did both)", "(2 Stars in all, even for both)", "(still 2 if more than one did)"."""
    _those(tuple(part for part in said if not isinstance(part, t.Num)))
    number = [str(part.value) for part in said if isinstance(part, t.Int)]
    thing = [part for part in said if isinstance(part, str)]
    return t.ByTheWay(" ".join(("once", *number, *thing)))


def remark_moved_once(*said: Any) -> t.Act:
    """ "(A Wizard to whom both apply gains 3 Stars just once)"."""
    *nouns, verb, number, attr = said
    only(nouns, {"N": ("wizard",)})
    only((verb,), {"V": ("gain", "lose")})
    if not isinstance(number, t.Int) or not isinstance(attr, str):
        raise NoSense
    return t.ByTheWay(f"once {verb.sense} {number.value} {attr}")


def remark_upto(*said: Any) -> t.Act:
    """ "(If they have fewer, they pay what they have)"."""
    only(said, {"C": ("<",), "V": ("pay", "give")})
    _those(said)
    number = [str(part) for part in said if isinstance(part, int)]
    thing = [part for part in said if isinstance(part, str) and part not in ("", "b", "s", "d")]
    return t.ByTheWay(" ".join(("upto", *number[:1], *thing[:1])))


def remark_upto_both(*said: Any) -> t.Act:
    """ "(Up to 6 Stars,) that is 6 or, with fewer than 6, as many as they have"."""
    number, *again = (part for part in said if isinstance(part, int))
    if again != [number]:
        raise NoSense
    return remark_upto(number, *(part for part in said if not isinstance(part, int)))


def remark_upto_else(*said: Any) -> t.Act:
    """ "(Up to 3 Stars:) all 3 if that Wizard has them, otherwise as many as they have"."""
    if len({part for part in said if isinstance(part, int)}) != 1:
        raise NoSense
    return remark_upto(*(Some(t.They()) if part == Some(t.They("that Wizard")) else part for part in said))


def remark_none(*said: Any) -> t.Act:
    """ "(So if they have no Star, they pay nothing)"."""
    return remark_upto(*said)


def remark_upto_short(*said: Any) -> t.Act:
    """ "(Or as many as they have)"."""
    return remark_upto(*said)


def short_one(who: Said, *said: Any) -> None:
    """ "(Anyone) with (fewer)", "(whoever) has", "(a neighbour) who has"."""
    if who.sense not in ("anyone", "everyone", "whoever", "wizard", "neighbour") or who.word.form == "p":
        raise NoSense
    if any(have not in ("s", "b") for have in said):
        raise NoSense


def short_those(*have: str) -> None:
    """ "(Those) with (fewer)"."""
    if any(form != "b" for form in have):
        raise NoSense


def remark_short(*said: Any) -> t.Act:
    """ "(Anyone with fewer than 4 pays what they have)"."""
    return remark_upto(*said)


def remark_short_none(*said: Any) -> t.Act:
    """ "(Anyone with fewer than 4 pays nothing)"."""
    made = remark_upto(*said)
    assert isinstance(made, t.ByTheWay)
    return t.ByTheWay(made.kind.replace("upto", "able", 1))


def remark_fewer(*said: Any) -> t.Act:
    """ "(Fewer if they do not have 3)"."""
    return remark_upto(*said)


def remark_fewer_able(*said: Any) -> t.Act:
    """ "(Less if they can't pay that)"."""
    only(said, {"M": ("can",), "VB": ("pay", "give", "afford")})
    return remark_upto(*(word for word in said if not (isinstance(word, Said) and word.word.form == "VB")))


def remark_no_fall(who: Phrase, modal: Said, verb: Said, number: int) -> t.Act:
    """ "(They can't go below 0)"."""
    _those((who,))
    only((modal, verb), {"M": ("can", "may"), "V": ("go", "drop", "fall")})
    return remark_not_below(number)


def remark_not_below(number: int) -> t.Act:
    """ "(Never going below 0)"."""
    if number:
        raise NoSense
    return t.ByTheWay("upto")


def only_then(said: t.Act) -> t.Act:
    """ "If they cast Burn, gain 2 Stars (but only then)"."""
    if not isinstance(said, t.If | t.Trail):
        raise NoSense
    return said


def remark_no_payment(*_: Any) -> t.Act:
    """ "(This is not a payment)"."""
    return t.ByTheWay("no payment")


def remark_not_got(who: Phrase, _do: str, verb: Said, *said: Any) -> t.Act:
    """ "(The caster does not get them)", "(you don't get them, they are lost)"."""
    _senses((verb,), *GETS)
    _senses(said, "lose")
    if not isinstance(who, Some) or who.how != "one" or isinstance(who.who, t.They):
        raise NoSense
    return t.ByTheWay("lost")


def act_explained(subject: Phrase, verb: Said, what: Phrase, said: t.Act) -> t.Act:
    """ "That Wizard loses their Hat (so it becomes None)": what is meant by it stands in the brackets."""
    _senses((verb,), "lose")
    match subject, what, said:
        case (
            Some(who, "one" | "each" | "plural"),
            Own(Some(owner), str() as attr, False),
            t.Clause(whose, (t.Assign(_, set_to, t.Text("None")) as made,)),
        ) if owner in (who, t.They()) and set_to in (attr, "it", ""):
            if whose not in (None, who, t.They(), owner) and (whose, set_to) != (t.They("whose"), ""):
                raise NoSense
            return t.Clause(who, (replace(made, attr=attr),), "")
    raise NoSense


def remark_if_both(number: t.Num, thing: str = "") -> t.Act:
    """ "1 Star for each neighbour who did (so 2 Stars if both did)"."""
    if not isinstance(number, t.Int):
        raise NoSense
    return t.ForExample(None, "", "", 2, number.value, thing)


def remark_example_of(noun: Said, *said: Any) -> t.Act:
    """ "(So a neighbour with 7 Stars loses 3)"."""
    only((noun,), {"N": ("wizard", "neighbour")})
    verb = next(part for part in said if isinstance(part, Said))
    told = remark_example(*(part for part in said if part is not verb))
    assert isinstance(told, t.ForExample)
    return replace(told, way=verb.sense)


def remark_example_too(told: t.Act, *said: Any) -> t.Act:
    """ "(So a neighbour with 7 Stars loses 3, and so does one with 13)"."""
    only(said, {"N": ("wizard", "neighbour", "one")})
    number = next(part for part in said if isinstance(part, t.Num))
    things = [part for part in said if isinstance(part, str)]
    if not isinstance(told, t.ForExample) or not isinstance(number, t.Int) or things not in ([], [told.attr]):
        raise NoSense
    return t.Seq((told, replace(told, having=number.value)))


def remark_unlimited() -> t.Act:
    """ "(They lose 3 Stars,) without that limit"."""
    return t.ByTheWay("unlimited")


def remark_example(*said: Any) -> t.Act:
    """ "You gain as many Stars as you have (with 7 Stars, you gain 7)"."""
    numbers = [part.value for part in said if isinstance(part, t.Int)]
    things = [part for part in said if isinstance(part, str)]
    verbs = [word.sense for word in said if isinstance(word, Said) and word.word.sort == "V"]
    who = [part.who for part in said if isinstance(part, Some)]
    if (
        len(numbers) != 2
        or not things
        or len(who) != len(verbs)
        or sum(isinstance(p, Phrase) for p in said) != len(who)
    ):
        raise NoSense
    having, comes = numbers
    return t.ForExample(who[0] if who else None, verbs[0] if verbs else "", things[0], having, comes, things[-1])
