"""Who has too little for what they pay or lose: "..., or all they have if fewer", "if they can't, they pay nothing".

Three things are said in many words, and each has a rule of its own: that somebody has too little (`too_few`), or
enough (`has_enough`), and what is paid then (`lot`: all that there is, or nothing). They are put together behind an
act, and as a sentence of its own. One function for each name after "->".
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.lexicon import Said, only
from pbp.spells.english.outcomes import SUBJECT, act, act_bare
from pbp.spells.english.phrases import THEY, Amount, Number, Phrase, Some, Verb
from pbp.spells.english.verbs import limit_able, limit_able_np, limit_enough
from pbp.spells.walk import is_one

Many = tuple[int | None, str]
"""So many, and of what, where that is said: "3 Stars", "that many"."""

_THEY = (THEY, t.They("them"), t.They("that Wizard"))


@dataclass(frozen=True)
class Short:
    """Somebody has too little, or enough: who, and for how much, where that is said.

    `strict`: "fewer than 3"; `none`: "none".
    """

    who: t.Who | None = None
    many: Many = (None, "")
    strict: bool = False
    none: bool = False


@dataclass(frozen=True)
class Lot:
    """What is paid then: all that there is of it ("upto", of a loss "floor"), or nothing ("able"); whose, to whom, and
    of how much, where that is said. `order`: it is told to somebody ("steal nothing"); `everything`: so it is called.
    """

    mode: str
    who: t.Who | None = None
    thing: str = ""
    number: int | None = None
    receiver: t.Who | None = None
    order: bool = False
    everything: bool = False


# ---- so many, too few, enough


def so_many(*said: Any) -> Many:
    """ "That many (Stars)", "enough", "the full 3 Stars", "it"."""
    number = next((part for part in said if isinstance(part, int)), None)
    return number, next((part for part in said if isinstance(part, str)), "")


def fewer_than(way: Said, many: Many = (None, "")) -> Many:
    """ "Fewer (than 3 Stars)", "less"."""
    only((way,), {"C": ("<",)})
    if way.word.detail:
        raise NoSense
    return many


def too_few_fewer(*said: Any) -> Short:
    """ "They have fewer than 3", "there are fewer", "fewer than 3 are held"."""
    only([word for word in said if isinstance(word, Said)], {"V": ("have",)})
    return Short(_whose(said), _many(said), strict=True)


def too_few(*said: Any) -> Short:
    """ "They do not have that many", "they can't pay 3", "they are short of 3", "that is more than they have"."""
    only(said, {"M": ("can",)})
    return Short(_whose(said), _many(said))


def too_few_none(*said: Any) -> Short:
    """ "They have none", "they have no Crystals": then they lack the one."""
    return Short(_whose(said), (1, _thing(said)), none=True)


def has_enough(*said: Any) -> Short:
    """ "They have at least 3", "they can afford it", "they have enough"."""
    return too_few(*said)


def _many(said: tuple[Any, ...]) -> Many:
    return next((part for part in said if isinstance(part, tuple) and part), (None, ""))


def _whose(said: tuple[Any, ...]) -> t.Who | None:
    who = next((part for part in said if isinstance(part, Phrase)), None)
    if who is None:
        return None
    if not isinstance(who, Some) or who.how not in ("one", "each", "plural") or who.place:
        raise NoSense
    return who.who


# ---- what is paid then


def lot_all(*said: Any) -> Lot:
    """ "What they have", "as many (of the 6) as they can", "everything", "the lot", "as many as are held"."""
    only([word for word in said if isinstance(word, Said)], {"V": ("have",)})
    return Lot("upto", _whose(said), _thing(said), so_many(*said)[0])


def lot_everything(*said: Any) -> Lot:
    """ "Everything (they have)", "the lot": of what was spoken of, if it is of one thing."""
    return replace(lot_all(*said), everything=True)


def lot_theirs(owner: str, thing: str = "") -> Lot:
    """ "All of their Stars", "all theirs"."""
    return Lot("upto", THEY if owner == "they" else t.Caster(), thing)


def lot_owner_they() -> str:
    """ "Their"."""
    return "they"


def lot_owner_you() -> str:
    """ "Your"."""
    return "you"


def lot_none(*said: Any) -> Lot:
    """ "Nothing at all", "no Stars"."""
    return Lot("able", None, _thing(said))


def _thing(said: tuple[Any, ...]) -> str:
    return next((part for part in said if isinstance(part, str) and part not in ("", "s", "b", "d", "g", "n")), "")


def pays_lot(*said: Any) -> Lot:
    """ "They pay (you) all they have", "have them pay what there is", "nothing is paid": with who pays whom."""
    (verb,) = (part for part in said if isinstance(part, Said))
    only((verb,), {"V": _PAYS})
    lot = next(part for part in said if isinstance(part, Lot))
    at = said.index(verb)
    payer = _whose(said[:at])
    to = [part for part in said[at:] if isinstance(part, Phrase)]
    to += [value for role, value in (part for part in said[at:] if isinstance(part, tuple) and part) if role == "to"]
    if len(to) != sum(isinstance(part, Phrase) or (isinstance(part, tuple) and bool(part)) for part in said[at:]):
        raise NoSense
    if payer is not None and lot.who is not None and not _same(payer, lot.who):
        raise NoSense  # "they pay all you have"
    order = payer is None and verb.word.form == "VB"
    if order and verb.sense in ("pay", "give", "lose") and lot.who in _THEY:
        raise NoSense  # "(steal 3 Stars from the target; if they have fewer,) pay all they have": do you?
    if verb.sense in ("gain", "receipt") or (payer is not None and verb.sense in ("steal", "take")):
        if payer is None or to or (lot.mode != "able" and verb.sense == "gain"):
            raise NoSense
        return replace(lot, receiver=payer)  # "if they have fewer, you get nothing", "you take all they have"
    if verb.sense == "lose" and (to or lot.mode != "upto" or lot.everything):
        raise NoSense  # "if you can't, lose everything": of what?
    return replace(
        lot,
        mode="floor" if verb.sense == "lose" else lot.mode,
        who=payer if payer is not None else lot.who,
        receiver=_whose(tuple(to)),
        order=order,
    )


_PAYS = ("pay", "give", "lose", "steal", "take", "gain", "receipt")


# ---- put together


def short_of(made: t.Act, *said: Any) -> t.Act:
    """ "They pay you 3 Stars, or all they have if fewer", "..., but pay nothing if they can't": one act, with both.

    What is said again must agree with it. Raises NoSense.
    """
    short = _short(said)
    lot = next((part for part in said if isinstance(part, Lot)), Lot("able"))  # "..., if they can pay it"
    verbs = [word for word in said if isinstance(word, Said) and word.word.sort == "V"]
    again = [part for part in said if isinstance(part, Short) and part is not short]
    match made:
        case t.Clause(t.Who() as who, (t.Pay(mode="always") as paid,)) | t.Clause(
            None as who, (t.Pay(mode="always") as paid,)
        ):
            payer = paid.payer if paid.payer != SUBJECT else who
            other = paid.receiver if paid.payer == SUBJECT else who
            if other is not None and not is_one(other):
                raise NoSense  # "pay each neighbour 3 Stars, or all you have if fewer": to each of them?
            for one in (short, *again):
                _agrees(lot, one, payer, paid)
            only(verbs, {"V": ("pay", "give", "steal", "take")})
            if lot.mode == "floor" or (lot.receiver is not None and not _same(lot.receiver, other)):
                raise NoSense
            return replace(made, acts=(replace(paid, mode=lot.mode),))
        case t.Clause(t.Who() | None as who, (t.Change(gain=False, floor=None) as lost,)) if lot.mode != "able":
            if lot.thing and short.many[0] is not None:
                raise NoSense  # "3 Stars, or all of their Stars if they have fewer than 3": who has less than none?
            for one in (short, *again):
                _agrees(lot, one, who, lost)
            only(verbs, {"V": ("lose",)})
            return replace(made, acts=(replace(lost, floor=t.Int(0)),))
    raise NoSense


def short_led(short: Short, made: t.Act) -> t.Act:
    """ "If they can pay 3 Stars, they pay you 3 Stars", "if they can pay you 3 Stars, they do"."""
    match made:
        case t.Clause(who, (t.Pay(),)) if who in _THEY and short.who is not None and short.who not in _THEY:
            if isinstance(short.who, t.Caster):
                raise NoSense  # "if you can pay 3 Stars, they pay 3 Stars"
            made = replace(made, subject=short.who)
    return short_of(made, short)


def short_between(*said: Any) -> t.Act:
    """ "You pay 3 Stars, or as many as you have if fewer, to the next Wizard"."""
    subject = said[0] if isinstance(said[0], Phrase) else None
    verb, number, thing = said[1:4] if subject is not None else said[:3]
    role, whom = said[-1]
    told = Verb(verb.sense, verb.word.form[1:].lower()).add("object", Amount("=", number, thing)).add(role, whom)
    made = act(subject, told) if subject is not None else act_bare(told)
    return short_of(made, *(part for part in said if isinstance(part, Lot | Short | tuple) and part is not said[-1]))


def short_else(made: t.Act, *said: Any) -> t.Act:
    """ "They pay you 3 Stars if they can, otherwise all they have"."""
    lot = next(part for part in said if isinstance(part, Lot))
    if lot.mode == "able" and _short(said).many[0] is not None:
        raise NoSense  # "if they have at least 3, otherwise nothing": as any condition
    return short_of(made, *said)


def _most(told: Any) -> t.Num:
    """How many at most, of a limit that says it."""
    match told:
        case "maximum", (Number(t.Int() as number, "") | Amount("=", t.Int() as number)):
            return number
    raise NoSense


def upto_can(thing: str, who: Phrase, *said: Any) -> Phrase:
    """ "As many Stars as they can, to a maximum of 3"."""
    *_, told = said
    return _upto(Lot("upto", _whose((who,)), thing), _most(told))


def upto_most(lot: Lot, told: Any) -> Phrase:
    """ "All their Stars, but no more than 3"."""
    return _upto(lot, _most(told))


def upto_either(number: t.Num, thing: str, lot: Lot, way: Said) -> Phrase:
    """ "Either 3 Stars or all they have, whichever is less"."""
    only((way,), {"C": ("<",)})
    if lot.thing not in ("", thing):
        raise NoSense
    return _upto(replace(lot, thing=thing), number)


def upto_lower(way: Said, number: t.Num, thing: str, lot: Lot) -> Phrase:
    """ "The lower of 3 Stars and all they have"."""
    return upto_either(number, thing, lot, way)


def _upto(lot: Lot, number: t.Num) -> Phrase:
    if lot.mode != "upto" or not lot.thing or lot.who is None:
        raise NoSense
    if lot.who not in _THEY and not isinstance(lot.who, t.Caster):
        raise NoSense
    return Amount("upto", number, lot.thing, owner=t.Caster() if isinstance(lot.who, t.Caster) else None)


def _short(said: tuple[Any, ...]) -> Short:
    """That there is too little, as it is said: by somebody's having less, by a mere "if fewer", "whichever is less"."""
    only([word for word in said if isinstance(word, Said) and word.word.sort == "C"], {"C": ("<",)})
    short = next((part for part in said if isinstance(part, Short)), None)
    if short is not None:
        return short
    return Short(None, _many(said), strict=True)


def _agrees(lot: Lot, short: Short, payer: t.Who | None, paid: t.Pay | t.Change) -> None:
    number, thing = short.many
    if any(one is not None and paid.amount != t.Int(one) for one in (number, lot.number)):
        raise NoSense
    if {thing, lot.thing} - {"", paid.attr}:
        raise NoSense
    for who in (short.who, lot.who):
        if who is not None and not _is_payer(who, payer):
            raise NoSense


def _is_payer(who: t.Who, payer: t.Who | None) -> bool:
    """Whether that is who pays: by name, or as "they" where the caster, who is spoken to, does not."""
    if isinstance(who, t.Caster):
        return payer is None or isinstance(payer, t.Caster)
    if who in _THEY:
        return payer is not None and not (isinstance(payer, t.Caster) and (payer.you or who != THEY))
    return who == payer


def _same(one: t.Who, other: t.Who | None) -> bool:
    return one == other or (one in _THEY and other in _THEY) or {one, other} <= {t.Caster(), t.Caster(you=True)}


def short_told(*said: Any) -> t.Act:
    """ "(That Wizard pays you 3 Stars.) If they have fewer, they pay what they have.", "... nothing is paid"."""
    short = _short(said)
    lot = next(part for part in said if isinstance(part, Lot))
    number, thing = short.many
    if lot.mode == "able" and short.strict and number is not None and not lot.order:
        raise NoSense  # "if you have fewer than 2, you pay nothing": as any condition
    who = short.who if short.who is not None else lot.who
    if short.who is not None and lot.who is not None and not _same(short.who, lot.who):
        raise NoSense
    if thing and lot.thing not in ("", thing):
        raise NoSense
    if lot.mode != "able" and short.none:
        raise NoSense  # "lose 1 Crystal; if you have none, lose everything": of what?
    if lot.number is not None and number not in (None, lot.number):
        raise NoSense
    number = lot.number if number is None else number
    if who is not None and not (is_one(who) or who in _THEY):
        raise NoSense
    return t.TooFew(lot.mode, who, number, thing or lot.thing, receiver=lot.receiver)


def else_lot(lot: Lot) -> t.Act:
    """ "(If they have at least 3 Stars, they pay you 3.) Otherwise, they pay you all they have"."""
    if lot.mode == "able" or lot.thing or lot.number is not None:
        raise NoSense  # "otherwise, they pay you all their Stars": as it says
    return t.TooFew(lot.mode, lot.who, receiver=lot.receiver, kind="else")


def run_else_lot(made: t.Act, lot: Lot) -> t.Act:
    """ "If they have at least 3 Stars, they pay you 3; otherwise they pay you all they have"."""
    return t.Seq((made, else_lot(lot)))


# ---- anybody of several who has too little


def lacking_all(who: Said) -> str:
    """ "A neighbour (who hasn't got 5)", "anyone (with fewer)"."""
    if who.sense == "neighbour":
        return "near"
    if who.sense in ("anyone", "everyone", "whoever", "wizard"):
        return ""
    raise NoSense


def lacking_those() -> str:
    return ""


def lacking_begun(who: str, *_: str) -> str:
    """ "A neighbour who has (not got 5)"."""
    return who


def lacking(who: str, *said: Any) -> tuple[str, Many]:
    """ "A neighbour who hasn't got 5", "anyone with fewer than 5": who ("near" a neighbour), and how many."""
    return who, _many(said)


def lacking_told(lacks: tuple[str, Many], verb: Said, lot: Lot) -> t.Act:
    """ "(Each neighbour pays you 5 Stars.) A neighbour who hasn't got 5 pays nothing.", "... pays what they have"."""
    only((verb,), {"V": ("pay", "give")})
    who, (number, thing) = lacks
    if lot.who not in (None, THEY) or lot.number is not None or lot.thing not in ("", thing):
        raise NoSense
    return t.TooFew(lot.mode, None, number, thing, who)


def lacking_beside(made: t.Act, lacks: tuple[str, Many], verb: Said, lot: Lot) -> t.Act:
    """ "Each neighbour pays you 5 Stars, but those with fewer pay what they have"."""
    match made:
        case t.Clause(_, (t.Pay(),)):
            return t.Seq((made, lacking_told(lacks, verb, lot)))
    raise NoSense


# ---- if able


def those_unable() -> Phrase:
    """ "(Each neighbour pays you 2 Stars if able.) Those who can't (lose 1 Crystal)"."""
    return Some(t.They("unable"), "plural")


def each_unable(*said: Any) -> Phrase:
    """ "Anyone among them who can't pay", "each neighbour who is unable to pay"."""
    only(said, {"N": ("wizard", "neighbour")})
    near = any(noun.sense == "neighbour" for noun in said)
    return Some(t.They("neighbours unable" if near else "unable"), "each")


def able_act(subject: Phrase, verb: Verb) -> t.Act:
    """ "If able, the chosen Wizard pays 2 Stars to the caster"."""
    return act(subject, verb.add("limit", limit_able()))


def does_if_can(subject: Phrase, can: Said, verb: Verb, who: Phrase | None = None) -> t.Act:
    """ "If the chosen Wizard can pay you 3 Stars, they do so": they pay them, if able."""
    only((can,), {"M": ("can",)})
    if verb.sense not in ("pay", "give") or verb.form != "b" or not isinstance(subject, Some) or subject.how != "one":
        raise NoSense  # "if each neighbour can pay you 3 Stars, they do so": only if all of them can
    by = t.Caster() if who is None else _whose((who,))
    if not (isinstance(by, t.Caster) if isinstance(subject.who, t.Caster) else by in (*_THEY, subject.who)):
        raise NoSense  # "if they can pay you 3 Stars, you do so"
    return act(subject, replace(verb, form="s").add("limit", limit_able()))


def able_np_act(who: Phrase, *said: Any) -> t.Act:
    """ "If they can, the chosen Wizard pays 2 Stars to the caster"."""
    subject, verb = said[-2:]
    return act(subject, verb.add("limit", limit_able_np(who)))


def enough_act(who: Phrase, *said: Any) -> t.Act:
    """ "If they have enough (Stars), the chosen Wizard pays 2 Stars to the caster"."""
    *thing, subject, verb = said
    return act(subject, verb.add("limit", limit_enough(who, *thing)))
