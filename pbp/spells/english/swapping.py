"""Swaps and averages. A function for each verb, by its sense."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.lexicon import Said, only
from pbp.spells.english.outcomes import SUBJECT, happens, outcome_of
from pbp.spells.english.phrases import THEY, Amount, Number, Own, Owns, Phrase, Roles, Some, Values, Verb, Worn
from pbp.spells.english.setting import left_with
from pbp.spells.english.verbs import vp_np
from pbp.spells.sense.sentences import TOGETHER, level, swap, swap_pair

CASTER = Some(t.Caster())


@happens("swap")
def _swap(roles: Roles) -> t.Act:
    """ "The caster swaps their Hat with the chosen Wizard", "swap the Hats of both", "they swap Hats"."""
    subject = roles.subject
    if isinstance(subject, Own):  # "the Crystals of the caster and those of the chosen Wizard change places"
        return _swapped_by(roles, *_things(subject))
    owner, attrs = _things(roles.take("object"))
    if owner is not None and subject is not None:
        if _is_own(owner, subject):
            owner = None
        elif isinstance(subject, Some) and isinstance(subject.who, t.Caster) and owner.how != "one":
            roles, subject = Roles(None, replace(roles.verb, form="b", parts=tuple(roles.left))), None
        else:
            raise NoSense  # "they swap your Hats"; "you swap your neighbours' Hats" is as an order
    made = _swapped_by(roles, owner or subject, attrs)
    if subject is None and roles.form == "b" and made.subject is not None:
        return replace(made, form="o")  # "swap your neighbours' Hats and lose 1 Star": the caster loses it
    return made


@happens("passive swap")
def _swapped(roles: Roles) -> t.Act:
    """ "Hats are swapped between the caster and the chosen Wizard", "their Hats are swapped"."""
    if roles.subject is None or isinstance(roles.subject, Some):
        raise NoSense
    owner, attrs = _things(roles.subject)
    if owner is None:
        return replace(_pair(roles.take("between", Some), attrs), form="p")
    return replace(_swapped_by(roles, owner, attrs), form="p")


def _things(what: Phrase) -> tuple[Some | None, tuple[Any, ...]]:
    """Whose things are swapped, where that is said, and which."""
    match what:
        case Amount("bare" | "the", None, attr) if attr:
            return None, (attr,)
        case Own(owner, attr, False) if attr != "":
            return owner, (attr,)
        case Amount("=", t.Greatest((t.Int(0), t.Stat(who, said))), attr, mode="of") if said == attr and who != THEY:
            return Some(who), (attr,)  # "all your Crystals"
        case Number(t.Stat(who, attr, False), said) if attr == said and who != THEY:
            return Some(who), (attr,)  # "the number of Stars of the caster"
        case Owns(owner, attrs):
            return owner, attrs
        case Values((t.WordInput() as item,), False):
            return None, (item,)
    raise NoSense


def _is_own(owner: Some, subject: Phrase) -> bool:
    """Whether "their" or "your", beside a verb, is said of its own subject."""
    if owner == Some(THEY) or owner == subject:
        return True
    you = Some(t.Caster(you=True))
    return (
        owner == you and isinstance(subject, Some) and isinstance(subject.who, t.Join) and you.who in subject.who.parts
    )


def _swapped_by(roles: Roles, left: Phrase | None, attrs: tuple[Any, ...]) -> t.Clause:
    between = roles.maybe("between", Some)
    if between is not None:
        if left is not None:
            raise NoSense
        return _pair(between, attrs)
    other = roles.maybe("with") or roles.maybe("for")
    if other is None:
        roles.maybe("each other")
        if not isinstance(left, Some):
            raise NoSense
        return _pair(left, attrs)
    right = _the_other(other, attrs)
    if left is None and roles.form == "s":  # "... and swaps Hats with the caster"
        return t.Clause(None, tuple(t.Swap(SUBJECT, right, attr) for attr in attrs), "s")
    if right == t.They("them") and (left is None or isinstance(left, Some)):  # somebody else than who swaps
        who = None if left is None else left.who
        if left is None or left.how == "one":
            return t.Clause(who, tuple(t.Swap(SUBJECT, right, attr) for attr in attrs), "b" if who is None else "s")
    if left is None or (left == CASTER and roles.subject is None):
        you = t.Caster(you=True) if left is None else t.Caster()  # who is told to swap is not "they"
        return t.Clause(None, tuple(t.Swap(you, right, attr) for attr in attrs), "b")
    match left:
        case Some(t.Caster(True), "one"):  # "you swap Hats with the target; they ...": not both
            return t.Clause(left.who, tuple(t.Swap(left.who, right, attr) for attr in attrs), roles.form)
        case Some(one, "one"):
            return replace(_all(swap(one, right, attr) for attr in attrs), form=roles.form)  # "... and loses 2 Stars"
    raise NoSense


def _the_other(other: Phrase, attrs: tuple[Any, ...]) -> t.Who:
    match other:
        case Some(who, "one") | Own(Some(who, "one"), "", False):
            return who
        case Own(Some(who, "one"), attr, False) if (attr,) == attrs:
            return who
        case Number(t.Stat(who, attr, False), said) if attr == said and (attr,) == attrs:
            return who
        case Amount("=", t.Greatest((t.Int(0), t.Stat(who, said))), attr, mode="of") if (attr,) == attrs == (said,):
            return who
    raise NoSense


def swaps_headed(attr: str, made: t.Act) -> t.Act:
    """ "Two Hats change hands at the same time: the caster gets the Hat of the chosen Wizard, and ..."."""
    match made:
        case t.Clause(_, (t.Swap(attr=swapped),)) if swapped == attr:
            return made
    raise NoSense


def swapped_for(made: t.Act, *said: Any) -> t.Act:
    """ "Trade Crystals with the target: all of yours for all of theirs", "their Hat for yours": the same said again."""
    match made:
        case t.Clause(_, (t.Swap(left, right, attr),)):
            told = [_whole_of(part, attr) for part in said if isinstance(part, Phrase)]
            if any(isinstance(part, str) and part != attr for part in said) or len(told) != 2:
                raise NoSense
            sides = [t.Caster() if isinstance(side, t.Caster) else side for side in (left, right)]
            they = (THEY, t.They("they"), t.They("them"), t.They("that"), t.They("that Wizard"))
            for order in (sides, sides[::-1]):
                same = all(who == side or who in they for who, side in zip(told, order, strict=True))
                if same and sum(who in they for who in told) < 2:
                    return made
    raise NoSense


def _whole_of(what: Phrase, attr: Any) -> t.Who:
    """Whose number is meant by "yours", "all of that Wizard's", "the caster's Crystals". Raises NoSense."""
    match what:
        case Own(Some(who, "one"), said, False) if said in ("", attr):
            pass
        case Amount("=", t.Greatest((t.Int(0), t.Stat(who, said))), thing, mode="of") if said == thing == attr:
            pass
        case _:
            raise NoSense
    return t.Caster() if isinstance(who, t.Caster) else who


def _pair(some: Some, attrs: tuple[Any, ...]) -> t.Clause:
    if some.how != "each" and not isinstance(some.who, t.Top):
        raise NoSense
    return _all(swap_pair(some.who, attr) for attr in attrs)


def _all(swaps: Any) -> t.Clause:
    """Several things swapped by the same two."""
    made = tuple(swaps)
    subject = made[0].subject
    return t.Clause(subject, tuple(act for clause in made for act in clause.acts))


def vp_totals(verb: Verb, *said: Any) -> Verb:
    """ "(You and the chosen Wizard) swap Star totals", "swap numbers of Stars (with the chosen Wizard)"."""
    noun = next(word for word in said if isinstance(word, Said))
    if verb.sense != "swap" or verb.passive or noun.sense != "number" or noun.word.form == "s":
        raise NoSense
    return vp_np(verb, Amount("bare", None, next(word for word in said if not isinstance(word, Said))))


OTHER = Some(t.They("other one"))
BOTH = (t.They("those"), t.They("both"), t.They("you both"), t.They("of you"))


def said_clause(subject: Phrase, verb: Verb) -> Any:
    return ((subject, verb),)


def said_clauses(first: Any, second: Any) -> Any:
    return (*first, *second)


def said_clause_gap(first: Any, subject: Phrase, part: tuple[str, Any]) -> Any:
    """ "You end up with what they had, and they with what you had"."""
    ((_, verb),) = first
    if verb.sense != "endup" or part[0] != "with":
        raise NoSense
    return (*first, (subject, replace(verb, parts=(("object", part[1]),))))


def said_both_ways(clause: Any) -> Any:
    """ "The first gets what the second had, and vice versa": a clause, and it again with both Wizards changed."""
    return (*clause, (None, None))


def restated(act: t.Act, clauses: Any) -> t.Act:
    """ "They swap Stars, so that each ends up with what the other had": the same said again, and nothing else."""
    swaps = act.acts if isinstance(act, t.Clause) else ()
    match swaps, clauses:
        case (t.Replace(t.Owner(whose), inputs=()) as first,), ((Some(who, "one") as subject, verb),):
            made = outcome_of(subject, verb)  # "Burn replaces their selection: they are considered to have selected it"
            if made != replace(act, acts=(replace(first, who=who),)) or who not in (whose, t.They("that Wizard")):
                raise NoSense
            return act
    if len(swaps) == 1 and isinstance(swaps[0], t.Pay):
        return _paid_so(act, swaps[0], clauses)
    pairs = {(swap.left, swap.right) for swap in swaps if isinstance(swap, t.Swap)}
    if len(pairs) != 1 or not all(isinstance(swap, t.Swap) for swap in swaps):
        raise NoSense
    ((left, right),) = pairs
    attrs = {swap.attr for swap in swaps if isinstance(swap, t.Swap)}
    said = [_becomes(subject, verb, attrs) for subject, verb in clauses]
    if said[-1] == (None, None):
        said[-1] = (said[0][1], said[0][0])
    match said:
        case [(Some(who, "each"), other)] if who in BOTH and other == OTHER:
            return act
        case [(Some(one, "one"), Some(his)), (Some(two, "one"), Some(hers))] if (
            len({_in_order(one), _in_order(two)}) == len({_in_order(his), _in_order(hers)}) == 2
            and _in_order(his) != _in_order(one)
            and _in_order(hers) != _in_order(two)
        ):
            known = [who for who in (one, two, his, hers) if not isinstance(who, t.They)]
            if _meets(one, hers) and _meets(two, his) and known and all(who in (left, right) for who in known):
                return act
    raise NoSense


def _becomes(subject: Phrase | None, verb: Verb | None, attrs: set[Any]) -> tuple[Phrase | None, Phrase | None]:
    """Who has whose things afterwards: "they get yours", "their Hat becomes yours"."""
    match subject, verb:
        case Own(Some() as whose, attr, False), Verb("become") if attr == "" or attr in attrs:
            return whose, _gets(replace(verb, sense="have"), attrs)
    return subject, None if verb is None else _gets(verb, attrs)


def _paid_so(act: t.Act, pay: t.Pay, clauses: Any) -> t.Act:
    """ "You pay the target 3 Stars: you lose 3, and the target gains 3"."""
    assert isinstance(act, t.Clause)
    payer = pay.payer if act.subject is None or pay.payer != SUBJECT else act.subject
    told = []
    for subject, verb in clauses:
        if verb is None:
            raise NoSense
        what = Number(pay.amount) if verb.parts == (("object", Number(pay.amount)),) else None
        if verb.parts in (
            (("object", Amount("=", pay.amount, pay.attr)),),
            (("object", Some(t.They("them"))),),
            (("object", Some(t.They("those"), "each")),),
        ):
            what = Number(pay.amount)
        plain = not (verb.denied or verb.passive or verb.modal or verb.perfect)
        if what is None or not isinstance(pay.amount, t.Int) or not isinstance(subject, Some) or not plain:
            raise NoSense
        told.append((subject.who, verb.sense))
    if pay.mode != "always" or sorted(told, key=str) != sorted([(payer, "lose"), (pay.receiver, "gain")], key=str):
        raise NoSense
    return act


def _in_order(who: t.Who) -> t.Who:
    """Who it is, where two were chosen: the Wizard in the first position is the first one."""
    return _ORDERED.get(who, who)


_ORDERED: dict[t.Who, t.Who] = {t.They("position 1"): t.Chosen(-2), t.They("position 2"): t.Chosen(-3)}


def _meets(one: t.Who, other: t.Who) -> bool:
    """Whether both can be the same Wizard: one of them is, or a pronoun."""
    return one == other or isinstance(one, t.They) or isinstance(other, t.They)


def gets_each_others(first: Any, second: Any) -> t.Act:
    """ "You get the Hat of the chosen Wizard, and at the same time the chosen Wizard gets yours"."""
    ((one, got),), ((two, given),) = first, second
    return _changed_hands(one, got, two, given)


def gets_vice_versa(first: Any) -> t.Act:
    """ "The first chosen Wizard takes the Hat of the second, and vice versa"."""
    ((one, got),) = first
    match got.parts:
        case (("object", Own(Some(who, "one") as other, str() as attr, False)),) if attr and who != THEY:
            return _changed_hands(one, got, other, replace(got, parts=(("object", Own(one, attr)),)))
    raise NoSense


Held = tuple[Phrase, str]
"""Whose a thing is, and which thing, "" where that is not said."""


def held_by(owner: Phrase, attr: str = "") -> Held:
    """ "The caster's Hat", "(and) the caster's (is now theirs)"."""
    return owner, attr


def held_of(attr: str, owner: Phrase) -> Held:
    """ "All the Crystals of the caster"."""
    return owner, attr


def held_whatever(*said: Any) -> Held:
    """ "Whatever Crystals the chosen Wizard was holding", "(and) what the caster holds (goes the other way)"."""
    only(said, {"V": ("have",)})
    owner = next(part for part in said if isinstance(part, Phrase))
    at = said.index(owner)
    return owner, said[0] if at else ""


def passes(held: Held, to: Phrase) -> tuple[Phrase, str, Phrase]:
    """ "Whatever Crystals the chosen Wizard holds are now the caster's"."""
    return (*held, to)


def passes_to(held: Held, verb: Said, to: Phrase) -> tuple[Phrase, str, Phrase]:
    """ "All the Crystals of the chosen Wizard go to the caster"."""
    only((verb,), {"V": ("go",)})
    return passes(held, to)


def passes_both(first: tuple[Phrase, str, Phrase], *second: Any) -> t.Act:
    """ "Whatever Crystals they hold are now the caster's, and whatever the caster holds goes the other way"."""
    one, attr, two = first
    match second:
        case ():
            back: tuple[Phrase, str, Phrase] = two, attr, one
        case ((owner, what, to),):
            back = owner, what, to
        case ((owner, what),):
            back = owner, what, one
        case _:
            raise NoSense
    whose, what, to = back
    if not all(isinstance(who, Some) and who.how == "one" for who in (one, two)) or one == two:
        raise NoSense
    them = Some(THEY)  # "..., and theirs go to the caster", "..., and the caster's are now theirs"
    if (whose, to) not in ((two, one), (two, them), (them, one)) or them in (one, two):
        raise NoSense
    if not attr or what not in ("", attr):
        raise NoSense
    assert isinstance(one, Some) and isinstance(two, Some)
    return swap(one.who, two.who, attr)


def takes_and_gives(*said: Any) -> t.Act:
    """ "Take the chosen Wizard's Hat and give them yours in return"."""
    subject, *verbs = said if isinstance(said[0], Phrase) else (CASTER, *said)
    for taken, given in (verbs, verbs[::-1]):
        match given:
            case Verb("give" | "pay", _, parts=(("object", Some() as other), ("object", Own() as what))) | Verb(
                "give" | "pay", _, parts=(("object", Own() as what), ("to", Some() as other))
            ) if given.form == taken.form and taken.sense in ("take", "gain"):
                got = replace(given, sense="gain", parts=(("object", what),))
                return _changed_hands(subject, taken, other, got)
    raise NoSense


def _changed_hands(one: Phrase, got: Verb, two: Phrase, given: Verb) -> t.Act:
    """That two get what was the other's: they swap it. Raises NoSense."""
    attrs = {value.attr for verb in (got, given) for _, value in verb.parts if isinstance(value, Own)} - {""}
    his, hers = _gets(got, attrs), _gets(given, attrs)
    sides: list[t.Who] = []
    told = [part.who for part in (one, two, his, hers) if isinstance(part, Some)]
    you = got.form == "b" or any(isinstance(who, t.Caster) and who.you for who in told)
    for some in ((one, hers), (two, his)):
        known = {part.who for part in some if isinstance(part, Some)}
        named = known - {THEY, t.They("them"), t.They("that Wizard")}
        if any(not isinstance(part, Some) or part.how != "one" for part in some) or len(named) != 1:
            raise NoSense
        sides += named
        if named != known and not you:
            raise NoSense  # "the caster gets the target's Hat, and they get theirs"
    if len(attrs) != 1 or sides[0] == sides[1] or not {"gain", "take"} & {got.sense, given.sense}:
        raise NoSense
    return swap(sides[0], sides[1], attrs.pop())


def _gets(verb: Verb, attrs: set[Any]) -> Some | None:
    """Whose things somebody has afterwards, by a clause that only says so."""
    if verb.sense not in ("have", "gain", "take", "endup") or verb.denied or verb.passive or verb.modal or verb.perfect:
        return None
    match tuple(part for part in verb.parts if part[0] != "adverb" or part[1].sense != "now"):
        case (("object", Own(Some() as whose, attr, False)),) if attr == "" or attr in attrs:
            return whose
        case (("object", Number(t.Stat(who, attr, False))),) if attr in attrs:
            return Some(who)
        case (("object", Amount("=", t.Stat(who, attr, False), said)),) if attr in ("", *attrs) and said in (
            "",
            *attrs,
        ):
            return Some(who)
    return None


def _is_theirs(whose: t.Who, two: tuple[t.Who, ...]) -> bool:
    """Whether "their combined Stars", or "your combined Stars", are those of two who are spoken of."""
    yours = any(isinstance(one, t.Caster) or one in BOTH[-2:] for one in two)
    return whose == t.They("they") or (yours and whose == t.Caster(you=True))


@happens("endup")
def _level(roles: Roles) -> t.Act:
    what = roles.take("object", Number | Amount | Worn)
    subject = roles.subject
    match subject, what:
        case Some(t.Join((left, right)), "each"), Number(t.Part(t.Total(whose, attr), t.Int(2), way)) if _is_theirs(
            whose, (left, right)
        ):
            return level(left, right, attr, roles.maybe("round") or way)  # "half of their combined Stars"
        case Some(t.They("both" | "you both" | "of you") as two, "each"), Number(
            t.Part(t.Total(whose, attr), t.Int(2), way)
        ) if _is_theirs(whose, (two,)):
            pair = two if two == t.They("both") else t.They("you both")  # half of it is no even share of more than two
            return t.Clause(None, (t.Level(pair, attr, roles.maybe("round") or way),), TOGETHER)
        case Some(t.Join((left, right)), "each"), Number(t.Part(t.Total(t.They() | t.Join(), attr), t.Count(), way)):
            return level(left, right, attr, roles.maybe("round") or way)
        case Some(t.They("both" | "you both" | "of you") as both, "each"), Number(
            t.Part(t.Total(t.They(), attr), t.Count(), way)
        ):
            return t.Clause(None, (t.Level(both, attr, roles.maybe("round") or way),), TOGETHER)
        case (
            Some(t.Join((left, right)), "each"),
            Amount("=", t.Part(t.Total(t.They() | t.Join(), attr), t.Count(), way), said),
        ) if attr == said:
            return level(left, right, attr, roles.maybe("round") or way)
    return left_with(roles, subject, what)
