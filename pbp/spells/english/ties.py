"""What is done with several who are highest: rules of their own, beside an outcome, or in brackets after who is meant.

One function for each name after "->".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.adverbials import pp
from pbp.spells.english.comparing import LOOKED_AT
from pbp.spells.english.groups import lot_of
from pbp.spells.english.letters import singular
from pbp.spells.english.lexicon import Said, only
from pbp.spells.english.outcomes import SUBJECT, act
from pbp.spells.english.phrases import THEY, Amount, Best, Casts, Number, Own, Phrase, Pointer, Roles, Some, Verb
from pbp.spells.sense import sentences as joining
from pbp.spells.sense.members import HIT, contains, is_for
from pbp.spells.walk import parts

When = tuple[tuple[bool | None, str] | None, bool | str | t.Who, bool | tuple[str]]
"""A tie: for the most or the fewest of what, where that is said; whether of neighbours, and of whose, or of "others"
than the caster; whether of either of two, or of the most and the fewest, and then of what.
"""

ANY: When = (None, False, False)
TIED = ("those", "tied", "them", "they", "both", "both Wizards")
"""How those who are tied are spoken of."""

AMONG_THEM = tuple((role, Some(t.They("them"))) for role in ("among", "from"))
"""From whom one of several who are tied is drawn."""
NOBODY = "nothing", "none"
WIZARDS = {"N": ("wizard", "neighbour")}
ONES = {"N": ("wizard", "neighbour", "one", "ring")}


def tie_any(*_: Any) -> When:
    """ "If there is a tie"."""
    return ANY


def tie_for(*said: Any) -> When:
    """ "If there is a tie for the most Stars"."""
    return said[-1], False, False


def tie_for_either(*_: Any) -> When:
    return None, False, True


def tie_pair(left: tuple[bool, str], right: tuple[bool, str]) -> tuple[str]:
    """ "(A tie) for most or for fewest": of what, where that is said."""
    things = {left[1], right[1]} - {""}
    if left[0] == right[0] or len(things) > 1:
        raise NoSense
    return (next(iter(things), ""),)


def tie_for_pair(*said: Any) -> When:
    """ "If there is a tie for most or for fewest", "if some tie for either"."""
    either = said[-1] if said and isinstance(said[-1], tuple) else True
    return None, False, either


def tie_of_pair(*said: Any) -> When:
    """ "If Wizards are tied for most or for fewest", "if several are tied for either"."""
    if any(isinstance(word, Said) and word.word.sort == "S" for word in said):
        raise NoSense
    return None, _several(next(each for each in said if isinstance(each, Phrase))), tie_for_pair(*said)[2]


def tie_unless_pair(*said: Any) -> t.Act:
    """ "..., unless there is a tie for most or for fewest", "if there is no tie for either, ..."."""
    either: Any = next((each for each in said if isinstance(each, tuple)), True)
    before = next(each for each in said if isinstance(each, t.Act))
    return joining.tie_after(before, tie_said((None, False, either), t.TieRule("none")))


def tie_unless_for(*said: Any) -> t.Act:
    """ "..., unless there is a tie for the most"."""
    best = next(each for each in said if isinstance(each, tuple))
    before = next(each for each in said if isinstance(each, t.Act))
    return joining.tie_after(before, tie_said((best, False, False), t.TieRule("none")))


def tie_first(*said: Any) -> str:
    """ "Whoever of them comes first in the ring"."""
    *beside, way = (value for value in said if not (isinstance(value, Said) and value.word.sort == "N"))
    only([value for value in said if isinstance(value, Said) and value.word.sort == "N"], ONES)
    for value in beside:
        if isinstance(value, Phrase) and _way(value) != "all":
            raise NoSense
        if isinstance(value, Said) and value.sense not in ("come", "stand"):
            raise NoSense
    if way.sense == "ordinal" and way.word.detail == "1":
        return "first"
    if way.sense == "last":
        return "last"
    raise NoSense


def tie_ranks(way: str, than: Said, attr: str = "") -> t.TieRule:
    """ "(In a tie,) the one in the lower position counts as having more", "... is deemed to have the fewest Stars"."""
    more = {"most": True, "fewest": False, ">": True, "<": False}.get(than.sense)
    if more is None or way not in ("first", "last"):
        raise NoSense
    return t.TieRule(way, does=f"rank {'more' if more else 'fewer'} of {attr}")


def tie_rule_gets(way: str) -> t.TieRule:
    """ "(If several are tied,) the one at the lowest position gets the lot"."""
    return t.TieRule(way, does="gain")


def tie_several(*said: Any) -> When:
    """ "If there are several (such Wizards)"."""
    only(said, WIZARDS)
    return ANY


def tie_in_either(when: When) -> When:
    """ "In either case, if there is a tie"."""
    return when[0], when[1], True


def tie_of(*said: Any) -> When:
    """ "If several Wizards are tied", "if they are tied", "if two Wizards are joint highest"."""
    joint = next((word for word in said if isinstance(word, Said) and word.word.sort == "S"), None)
    best = None if joint is None else (joint.sense == "most", "")
    return best, _several(next(each for each in said if isinstance(each, Phrase))), False


def tie_of_for(*said: Any) -> When:
    """ "If several Wizards are tied for the fewest"."""
    if any(isinstance(word, Said) and word.word.sort == "S" for word in said):
        raise NoSense
    return said[-1], _several(next(each for each in said if isinstance(each, Phrase))), False


def tie_of_for_among(*said: Any) -> When:
    """ "If several of the other Wizards are tied for the most Stars among those": of the same group, said again."""
    *before, phrase, best, group = said
    when = tie_of_for(*before, phrase, best)
    match group:
        case Some(t.Neighbours() as whose, "each" | "plural"):
            near: bool | str | t.Who = _near(whose)
        case Some(who, "each" | "plural", vague=False, place=False) if who in OTHERS:
            near = "others"
        case Some(t.All(), "each" | "plural", vague=False, place=False):
            near = False
        case _:
            raise NoSense
    if when[1] not in (False, near):
        raise NoSense
    return best, near, False


def tie_shared(best: tuple[bool, str], _be: str, phrase: Phrase) -> When:
    """ "If the most Stars are shared by several Wizards"."""
    return tie_of_for(phrase, best)


def tie_place_in(*said: Any) -> str:
    """ "The one of these standing in the highest position", "the one in the lowest position among those Wizards"."""
    way = next(value for value in said if isinstance(value, Said) and value.word.sort in ("S", "C"))
    return tie_place_of(*(value for value in said if value is not way), way)


def tie_of_rank(*said: Any) -> When:
    """ "Where several Wizards share that rank": that of which the sentence speaks."""
    if any(isinstance(word, Said) and word.sense not in ("rank", "position") for word in said):
        raise NoSense
    return tie_of(*(word for word in said if isinstance(word, Phrase)))


CASTER = (t.Caster(), t.Caster(you=True))
OTHERS = (t.Others(), t.Without(t.All(), t.Caster()), t.Without(t.All(), t.Caster(you=True)))


def _several(phrase: Phrase) -> bool | str | t.Who:
    """Whether those who are tied are neighbours, or "others". Raises NoSense if several are not what is spoken of."""
    match phrase:
        case Amount(">=" | ">" | "=", t.Int(number), "") | Some(_, "count", ">=" | ">" | "=", t.Int(number)):
            if number + (phrase.op == ">") != 2:
                raise NoSense
            match phrase:
                case Some(t.Neighbours() as whose):
                    return _near(whose)
                case Some(who) if who in OTHERS:
                    return "others"
                case Some(t.All()) | Amount():
                    return False
                case Some(t.They(word)) if word in TIED:
                    return False
            raise NoSense  # "if two idle Wizards are tied"
        case Number(t.Int(2)):
            return False
        case Some(t.They("both"), "each"):
            return "both"
        case Some(t.They(word), "one" | "each") if word in TIED:
            return False
        case Some(t.Neighbours() as whose, "each" | "plural"):
            return _near(whose)
        case Some(t.All(), "plural", vague=False, place=False):  # "if Wizards are tied"
            return False
        case Some(who, "plural", vague=False, place=False) if who in OTHERS:
            return "others"
    raise NoSense


def _near(whose: t.Neighbours) -> bool | t.Who:
    """Whose neighbours are tied, where that is said."""
    return True if isinstance(whose.of, t.They) else whose


def tie_best_of(phrase: Phrase) -> tuple[bool, str]:
    if not isinstance(phrase, Best) or phrase.attr == LOOKED_AT:
        raise NoSense
    return phrase.most, phrase.attr


def tie_most_hit(verb: Said, by: Said, what: Phrase) -> tuple[bool, str]:
    """ "(If several are tied for) being targeted by the most spells"."""
    if verb.sense != "target" or by.sense != "by" or what != Pointer("most spells"):
        raise NoSense
    return True, HIT


def tie_of_most_hit(several: Phrase, be: str, *said: Any) -> When:
    """ "If several Wizards are targeted by the most spells"."""
    if be == "d":
        raise NoSense
    return tie_of_for(several, tie_most_hit(*said))


def tie_of_as_hit(several: Phrase, be: str, verb: Said, *said: Said) -> When:
    """ "If both are targeted by equally many spells"."""
    only(said, {"P": ("by",), "N": ("spell",)})
    if be == "d" or verb.sense != "target":
        raise NoSense
    return (None, HIT), _several(several), False


def tie_best_bare(said: Said) -> tuple[bool, str]:
    return said.sense == "most", ""


# ---- ways


def tie_at_random() -> str:
    return "random"


def tie_all() -> str:
    return "all"


def tie_all_ones(noun: Said) -> str:
    """ "(In the event of a tie,) each of the Wizards so tied"."""
    only([noun], ONES)
    return tie_all()


def tie_drawn(verb: Verb) -> str:
    """ "One who is picked at random from those tied"."""
    lot = lot_of(replace(verb, form="n", parts=tuple(part for part in verb.parts if part not in AMONG_THEM)))
    if lot is None or (lot[1] is not None and not (isinstance(lot[1], t.They) and lot[1].word in TIED)):
        raise NoSense
    return "random"


def tie_place(way: Said) -> str:
    """ "The lowest position", and of two "the lower": the one that comes first."""
    found = {"fewest": "first", "most": "last", "<": "first", ">": "last"}.get(way.sense)
    if found is None or way.word.detail:
        raise NoSense
    return found


def tie_place_of(*said: Any) -> str:
    """ "The tied Wizard in the highest position", "the one of them in the lowest position"."""
    way = next(value for value in said if isinstance(value, Said) and value.word.sort in ("S", "C"))
    beside = [value for value in said if value is not way]
    only(beside, ONES)
    for value in beside:
        if isinstance(value, Phrase) and _way(value) != "all":
            raise NoSense
    return tie_place(way)


def tie_nearest(*said: Any) -> str:
    """ "The tied Wizard nearest the start of the ring (lowest position)"."""
    way = next((value for value in said if isinstance(value, Said) and value.word.sort in ("S", "C")), None)
    beside = [value for value in said if value is not way]
    nouns = [value.sense for value in beside if isinstance(value, Said)]
    only([value for value in beside if isinstance(value, Said)], {"N": (*ONES["N"], "start")})
    if nouns[-2:] != ["start", "ring"] or "start" in nouns[:-2]:
        raise NoSense
    if any(isinstance(value, Phrase) and _way(value) != "all" for value in beside):
        raise NoSense
    if way is not None and tie_place(way) != "first":
        raise NoSense
    return "first"


NEIGHBOURS = "all neighbours"
"""All of those who are tied, who are named neighbours: only where it is neighbours of whom the tie is."""


def _way(phrase: Phrase) -> str:
    """What is done with several, by who is named for it: all of them, none, one by lot. Raises NoSense."""
    match phrase:
        case Some(t.They(word), "each") if word in TIED:
            return "all"
        case Some(t.Neighbours(t.They(word)), "each") if word != "owner":
            raise NoSense  # "each neighbour of them"
        case Some(t.Neighbours(), "each"):
            return NEIGHBOURS
        case Some(t.They("they" | "them"), "one"):
            return "all"
        case Some(t.They(word), "none") if word in TIED:
            return "none"
        case Some(t.All(), "none") | Some(t.Neighbours(), "none"):
            return "none"
        case Some(t.Pick(_, t.They(word), 1), "one") if word in TIED:
            return "random"
    raise NoSense


def tie_none_of_two(*_: Any) -> str:
    """ "(If both are tied, by) neither"."""
    return "none"


def tie_group(phrase: Phrase) -> str:
    """ "Each of them", "a random one of them", "nobody"."""
    if phrase in (Some(THEY), Some(t.They("them"))):
        raise NoSense
    return _way(phrase)


# ---- rules


def tie_rule(way: str) -> t.TieRule:
    """ "Ties are broken at random"; "(if there is a tie,) it is the one in the lowest position"."""
    return t.TieRule(way)


def tie_it_is(*said: Any) -> t.TieRule:
    """ "(If there is a tie,) it is the one in the lowest position", "it shall be one of them, at random"."""
    *must, way = said
    only(must, {"M": ("must",)})
    return t.TieRule(way, one=way in ("random", "first", "last"))


def tie_lot_one(*said: Any) -> str:
    """ "One of the tied Wizards at random", "a random one of those tied"."""
    only(said, {**ONES, "V": ("choose", "find", "select")})
    return "random"


def tie_nothing(*_: str) -> t.TieRule:
    """ "(Tie:) nothing", "do nothing"."""
    return t.TieRule("nothing")


def tie_not_this() -> t.TieRule:
    """ "(In a tie,) this does not happen": what was just told, and not all that the spell does."""
    return t.TieRule("none")


def tie_no_effect(spell: Phrase, have: str, what: Phrase) -> t.TieRule:
    """ "(In a tie,) this spell has no effect"."""
    if not (isinstance(spell, Casts) and spell.own) or have != "s" or what != Pointer("no effect"):
        raise NoSense
    return t.TieRule("nothing")


class Near(str):
    """Of whom of those who are tied it is said: "you" where the caster is one of them."""


def of_those_tied() -> Near:
    """ "(Neither) of them"."""
    return Near("")


def of_you_tied() -> Near:
    """ "(Neither) of you": the caster is one of the two."""
    return Near("you")


def near_told(said: tuple[Any, ...]) -> tuple[str | bool, tuple[Any, ...]]:
    """Of whom "neither" was said, and the rest."""
    match said:
        case (Near(whose), *rest):
            return whose or False, tuple(rest)
    return False, said


def tie_neither(*said: Any) -> t.TieRule:
    """ "(In a tie,) neither does", "neither of you does": of two who are tied, and not of two ties."""
    return t.TieRule("none", one=True, near=near_told(said)[0])


def tie_both_of_you(*_: str) -> t.TieRule:
    """ "(In a tie,) both of you do"."""
    return t.TieRule("all", near="you")


def tie_neither_pays(*said: Any) -> t.TieRule:
    """ "(If your neighbours are tied,) neither pays you"."""
    near, (verb,) = near_told(said)
    undone = _unpaid(Some(t.They("both"), "none"), verb)
    if undone is None:
        raise NoSense
    return replace(undone, one=True, near=near)


def tie_asked(rule: t.TieRule) -> t.TieRule:
    """ "Is there a tie? Then nothing happens"."""
    return tie_said(ANY, rule)


def tie_among(*said: Any) -> t.TieRule:
    """ "Among those who tie, take the one in the lowest position"."""
    *noun, rule = said
    only(noun, ONES)
    if rule.acts or rule.way in ("nothing", "none"):
        raise NoSense
    return tie_said(ANY, rule)


def tie_said_for(best: tuple[bool, str], rule: t.TieRule) -> t.TieRule:
    """ "A tie for the most? Then nothing happens"."""
    return tie_said((best, False, False), rule)


def tie_among_for(*said: Any) -> t.TieRule:
    """ "Among those tied for the most, take the one in the lowest position"."""
    *noun, best, rule = said
    return replace(tie_among(*noun, rule), best=best)


def tie_take_drawn(*said: Any) -> t.TieRule:
    """ "Just pick one of the tied ones at random", "you draw one of them at random"."""
    *who, verb, way = said
    told_to(who)
    return tie_one_does(way, verb)


def told_to(who: list[Any]) -> None:
    for one in who:
        if not (isinstance(one, Said) and one.sense == "you") and one != Some(t.Caster()):
            raise NoSense


def tie_picked_one(*said: Any) -> t.TieRule:
    """ "One of the tied neighbours is selected at random"."""
    *noun, be, verb, way = said
    only(noun, ONES)
    if verb.sense not in ("choose", "select") or be != "s":
        raise NoSense
    return t.TieRule(way)


def tie_picked_to(*said: Any) -> t.TieRule:
    """ "One of the tied neighbours is drawn at random to lose them"."""
    *picked, verb = said
    if verb.sense not in ("lose", "gain"):
        raise NoSense
    return replace(tie_picked_one(*picked), does=verb.sense)


def tie_and(rule: t.TieRule, verb: Verb) -> t.TieRule:
    """ "... one of them is picked at random and gains the 4 Stars"."""
    if verb.form != "s":
        raise NoSense
    return tie_and_only(rule, verb)


def tie_and_the(rule: t.TieRule, verb: Said, number: int, attr: str = "") -> t.TieRule:
    """ "... one of them is picked at random and loses the 4 Stars"."""
    if rule.acts or rule.does or rule.way not in ("random", "first", "last") or verb.sense not in ("lose", "gain"):
        raise NoSense
    return t.TieRule(rule.way, (t.Change(SUBJECT, attr, verb.sense == "gain", t.Int(number)),))


def tie_and_to(rule: t.TieRule, verb: Said, *noun: Said) -> t.TieRule:
    """ "... draw one of the tied Wizards at random and pay that one"."""
    only(noun, ONES)
    if verb.sense not in ("pay", "give"):
        raise NoSense
    if rule.acts or rule.does or rule.way not in ("random", "first", "last"):
        raise NoSense
    return replace(rule, does="paid")


def tie_applies(verb: Said, on: Said, way: str) -> t.TieRule:
    """ "(If several are tied,) that goes for each of them"."""
    if (verb.sense, on.sense) not in (("go", "for"), ("turnto", "for"), ("apply", "to")):
        raise NoSense
    return t.TieRule(way, one=True)


def tie_lot_which(*said: Any) -> t.TieRule:
    """ "It is decided at random which of the two gains them"."""
    chosen, way, verb = said[1], said[2], said[-1]
    if chosen.sense not in ("choose", "find"):
        raise NoSense
    for phrase in said[3:-1]:
        if not (isinstance(phrase, Some) and isinstance(phrase.who, t.They) and phrase.who.word in TIED):
            raise NoSense
    return tie_one_acts(way, verb)


def tie_one_does(way: str, *said: Any) -> t.TieRule:
    """ "... the one in the lowest position is taken", "... does"."""
    only(said, {"V": ("choose", "find", "take", "affect", "cast", "target", "select")})
    return t.TieRule(way)


def tie_letter(letter: str, way: str) -> t.TieRule:
    """ "(If there is a tie,) W is the one in the lowest position"."""
    return t.TieRule(way, letter=letter)


def tie_role(name: str, *said: Any) -> t.TieRule:
    """ "(Where there is a tie,) the payee is drawn at random from those tied"."""
    if any(isinstance(word, Said) and word.sense != "must" for word in said):
        raise NoSense
    way = said[-1]
    return t.TieRule(tie_drawn(way) if isinstance(way, Verb) else way, letter=name)


def tie_all_named(whom: Phrase, *said: str) -> t.TieRule:
    """ "(If several have the most,) each of them is a leader", "nobody is the leader"."""
    if whom == Some(t.They("those"), "each", apart=True):
        return t.TieRule("all", letter=singular(said[-1]))
    if whom == Some(t.All(), "none"):
        return t.TieRule("none", letter=singular(said[-1]))
    raise NoSense


def tie_no_role(_be: str, name: str) -> t.TieRule:
    """ "(If several have the most,) there is no leader"."""
    return t.TieRule("none", letter=singular(name))


def tie_take(verb: Said, way: str) -> t.TieRule:
    """ "... take the one in the lowest position", "pay the one in the lowest position"."""
    if verb.sense in ("pay", "give"):
        return t.TieRule(way, does="paid")
    return tie_one_does(way, verb)


def tie_they_do(phrase: Phrase, *_: str) -> t.TieRule:
    """ "All of them do", "both neighbours do", "nobody does"."""
    return t.TieRule(_way(phrase), near=isinstance(phrase, Some) and isinstance(phrase.who, t.Neighbours))


def tie_they_are(phrase: Phrase, *said: Any) -> t.TieRule:
    """ "Nobody is affected", "all of them are"."""
    tie_one_does("", *said)
    return tie_they_do(phrase)


def tie_they_are_by(phrase: Phrase, *said: Any) -> t.TieRule:
    """ "Nobody is affected by this swap"."""
    if _way(phrase) != "none":
        raise NoSense
    tie_they_are(phrase, *said[:-1])
    return tie_no_event(said[-1])


def tie_all_get(verb: Verb) -> t.TieRule:
    """ "Everybody who is tied gets them"."""
    return tie_one_acts("all", verb)


def tie_all_get_for(best: tuple[bool, str], verb: Verb) -> t.TieRule:
    """ "Everybody who is tied for the most gets them"."""
    return replace(tie_all_get(verb), best=best)


def tie_none_do(phrase: Phrase, verb: Verb) -> t.TieRule:
    """ "Nobody gains any Stars"; "both of them gain it"."""
    if (undone := _unpaid(phrase, verb)) is not None:
        return undone
    if _way(phrase) == "all" and verb.sense == "pay" and verb.parts == (("object", Some(t.Caster())),):
        return tie_one_acts("all", verb)  # "each of them pays you"
    if _way(phrase) in ("all", NEIGHBOURS) and any(what in (Pointer("it"), Pointer("that")) for _, what in verb.parts):
        return tie_one_acts(_way(phrase), verb)
    if _way(phrase) != "none" or verb.sense not in ("lose", "gain") or verb.passive or verb.denied or verb.modal:
        raise NoSense
    roles = Roles(None, verb)
    if roles.says("way") is None:
        roles.maybe("from", Pointer)  # "nobody loses Stars from this"
    match roles.take("object"):
        case Amount("any" | "bare", _, attr):
            pass
        case Pointer("anything" | "it" | "that") | Some(t.They("them" | "those")):
            attr = ""
        case _:
            raise NoSense
    roles.done()
    return t.TieRule("none", (t.Change(SUBJECT, attr, verb.sense == "gain", t.ThatMany()),))


def _unpaid(phrase: Phrase, verb: Verb) -> t.TieRule | None:
    """ "Nobody pays you anything", "you do not pay anyone", "you are not paid"; None if no payment is spoken of."""
    roles = Roles(None, verb)
    if verb.perfect or (roles.modal_of("must") and phrase == Some(t.Caster()) and not verb.denied) or roles.modal:
        return None
    denied = roles.not_so()
    yours = phrase == Some(t.Caster())
    if not yours and (denied or _way(phrase) != "none"):
        return None
    objects: list[Any] = [] if verb.passive else [what for role, what in verb.parts if role == "object"]
    named = [what for what in objects if isinstance(what, Some)]
    things = [what for what in objects if not isinstance(what, Some)]
    if len(named) > 1 or len(things) > 1:
        return None
    roles.left = [part for part in roles.left if part[0] != "object" or verb.passive]
    what, to = next(iter(things), None), next(iter(named), None) or roles.maybe("to")
    nothing = what in (Pointer("nothing"),) or (isinstance(what, Amount) and what.op == "no")
    some = what in (None, Pointer("anything"), Pointer("it"), Pointer("that"))
    some = some or (isinstance(what, Amount) and what.op in ("any", "bare"))
    nobody = isinstance(to, Some) and to.who in (t.All(), *OTHERS) and to.how == "none"
    anybody = isinstance(to, Some) and to.who in (t.All(), *OTHERS) and to.how in ("any", "some")
    if [denied, nothing, nobody].count(True) != (1 if yours else 0) or not (some or nothing):
        return None
    pays = verb.sense in ("pay", "give")
    does = ""
    match yours, verb.passive, to:
        case False, False, None if pays:
            does = "payment"
        case False, False, Some(t.Caster(), "one") if pays:
            does = "pay you"
        case False, False, Some() if pays and anybody:
            does = "payment"
        case False, True, None if pays:
            does = "paid"
        case True, False, None if pays and (what is not None or denied):
            does = "paid by you"
        case True, False, Some() if pays and (nobody or anybody):
            does = "paid by you"
        case True, True, None if pays:
            does = "pay you"
        case True, False, None if verb.sense == "gain" and what is not None:
            does = "pay you"
    if not does:
        return None
    roles.done()
    return t.TieRule("none", does=does)


DOES = {"pay": "pay", "give": "pay", "lose": "lose", "gain": "gain", "swap": "swap"}
"""What the one who is found does, where it is not said again how much."""


def tie_lot_acts(phrase: Phrase, part: Verb, verb: Verb) -> t.TieRule:
    """ "(If several are tied,) only one of them, picked at random, gains it"."""
    _drawn(phrase)
    return tie_one_acts(tie_drawn(part), verb)


def tie_lot_acts_the(phrase: Phrase, part: Verb, verb: Said, number: int, *attr: str) -> t.TieRule:
    """ "(If several are tied,) just one of them, drawn at random, loses the 3 Stars"."""
    _drawn(phrase)
    return tie_and_the(t.TieRule(tie_drawn(part)), verb, number, *attr)


def tie_draw_to_the(*said: Any) -> t.TieRule:
    """ "Draw one of them at random to lose the 3 Stars": so many of that thing."""
    words = [word for word in said if isinstance(word, Said)]
    _drawn(next(word for word in said if isinstance(word, Phrase)))
    chosen, lot, verb = words[0], words[1], words[2]
    if chosen.sense not in ("choose", "find") or lot.sense != "random" or verb.sense not in ("lose", "gain"):
        raise NoSense
    number, attr = said[-2], said[-1]
    if isinstance(attr, Said):  # "to lose them"
        return t.TieRule("random", does=verb.sense)
    amount = t.Int(number) if isinstance(number, int) else t.ThatMany()
    return t.TieRule("random", (t.Change(SUBJECT, attr, verb.sense == "gain", amount),))


def _drawn(phrase: Phrase) -> None:
    match phrase:
        case Some(t.They(word), "some") if word in TIED:
            return
        case Number(t.Int(1)):
            return
    raise NoSense


def tie_and_only(rule: t.TieRule, *said: Any) -> t.TieRule:
    """ "... one of them is picked at random, and only that one gains"."""
    *noun, verb = said
    only(noun, WIZARDS)
    if rule.acts or rule.does or rule.way not in ("random", "first", "last"):
        raise NoSense
    return tie_one_acts(rule.way, verb)


def tie_affects(verb: Said, way: str) -> t.TieRule:
    """ "It affects all of them"."""
    if verb.sense != "affect":
        raise NoSense
    return t.TieRule(way)


def tie_spell_affects(verb: Said, way: str) -> t.TieRule:
    """ "This spell affects all of them"; where it affects nobody, nothing of it happens."""
    return tie_affects(verb, "nothing" if way == "none" else way)


def tie_of_having(*said: Any) -> When:
    """ "Where there are several who have the fewest"."""
    if any(isinstance(word, Said) and word.sense not in ("have", "share") for word in said):
        raise NoSense
    return tie_of_for(*said)


def tie_note_drawn(part: Verb, when: When) -> t.TieRule:
    """ "(Picked at random if there is a tie)"."""
    return tie_note(tie_drawn(part), when)


def tie_note_none(*said: Any) -> t.TieRule:
    """ "The Wizard with the most Stars (if there is just one such Wizard)"."""
    only(said, WIZARDS)
    return tie_note("none", ANY)


def tie_note_all() -> t.TieRule:
    """ "(Everyone tied for it)"."""
    return tie_note("all", ANY)


def tie_one_acts(way: str, verb: Verb) -> t.TieRule:
    """ "The tied Wizard in the lowest position gains 3 Stars", "... loses them", "... shall lose them"."""
    if verb.modal == "must" and not verb.denied:
        verb = replace(verb, modal="", form="s")
    if verb.sense in ("lose", "gain") and verb.parts in (
        (("object", Some(t.They("them"))),),
        (("object", Pointer("it")),),
        (("object", Pointer("that")),),
    ):
        if verb.denied or verb.modal or verb.passive:
            raise NoSense
        return t.TieRule(way, does=verb.sense)
    again = [part for part in verb.parts if part[1] != Some(t.Caster())]
    if verb.sense in ("pay", "give") and len(again) < len(verb.parts) and all(_the_same(what) for _, what in again):
        if verb.denied or verb.modal or verb.passive:
            raise NoSense
        return t.TieRule(way, does="pay you")  # "one of them is picked at random to pay you"
    if verb.sense in DOES and all(role == "object" and _the_same(what) for role, what in verb.parts):
        if verb.denied or verb.modal or verb.passive:
            raise NoSense
        return t.TieRule(way, does=DOES[verb.sense])
    made = act(Some(t.They("tied")), verb)
    if not isinstance(made, t.Clause):
        raise NoSense
    return t.TieRule(way, made.acts)


def _the_same(what: Any) -> bool:
    """ "(To lose) the Stars", "(gains) it": what was spoken of."""
    return isinstance(what, Amount) and what.op == "bare" and not what.mode


def tie_drawn_to(*said: Any) -> t.TieRule:
    """ "One of them is picked at random to lose them"."""
    phrase, chosen, lot, verb = said[0], said[-3], said[-2], said[-1]
    match phrase:
        case Some(t.They(word), "some") if word in TIED and chosen.sense == "choose" and lot.sense == "random":
            return tie_one_acts("random", verb)
    raise NoSense


def tie_drawn_for(phrase: Phrase, _be: str, chosen: Said, lot: Said, what: str) -> t.TieRule:
    """ "One of them is picked at random for the swap"."""
    _drawn(phrase)
    if chosen.sense not in ("choose", "find") or lot.sense != "random":
        raise NoSense
    return t.TieRule("random", does=what)


def cause_any() -> str:
    return ""


def cause_swap() -> str:
    return "swap"


def cause_payment() -> str:
    return "payment"


def cause_loss() -> str:
    return "lose"


def cause_gain() -> str:
    return "gain"


def tie_acts_lot(phrase: Phrase, verb: Verb, part: Verb) -> t.TieRule:
    """ "(If several are tied,) one of them loses it, picked at random"."""
    return tie_lot_acts(phrase, part, verb)


def tie_happens(*said: Any) -> t.TieRule:
    """ "(If several are tied,) this happens to each of them", "this is done to the Hats of all the tied Wizards"."""
    verb, *thing, way = (value for value in said if value != "s")
    does = not isinstance(verb, str) and verb.sense in ("happen", "perform")
    if not does or way not in ("all", NEIGHBOURS, "random", "first", "last"):
        raise NoSense
    return t.TieRule(way, does=f"change of {thing[0]}" if thing else "")


def tie_is_who(way: str, *said: Any) -> t.TieRule:
    """ "(If several are tied,) the one in the lowest position is the one who loses them", "... to lose them"."""
    *be, verb = said
    only(said, {"M": ("must",)})
    if "d" in be or verb.form == "d":
        raise NoSense
    return tie_one_acts(way, verb)


def tie_it_is_who(*said: Any) -> t.TieRule:
    """ "(If several are tied,) it is the one in the lowest position who loses them"."""
    *be, way, verb = said
    return tie_is_who(way, *be, verb)


def tie_who_is_one(verb: Verb, *said: Any) -> t.TieRule:
    """ "(If several are tied,) the one to lose them is the one in the lowest position"."""
    *be, way = said
    return tie_it_is_who(*be, way, verb)


def tie_who_drawn(*said: Any) -> t.TieRule:
    """ "(If several are tied,) the one who loses them is drawn from among them at random"."""
    only(said[:-1], WIZARDS)
    way = tie_drawn(said[-1])
    does = next((verb for verb in said[:-1] if isinstance(verb, Verb)), None)
    return replace(tie_one_acts(way, does) if does is not None else t.TieRule(way), one=True)


def tie_whose_drawn(*said: Any) -> t.TieRule:
    """ "(If several are tied,) the one whose Hat changes is drawn from among them at random"."""
    *noun, thing, verb, _, part = said
    only(noun, WIZARDS)
    if verb.sense != "change":
        raise NoSense
    return t.TieRule(tie_drawn(part), does=f"change {thing}")


def tie_is_drawn(_be: str, part: Verb) -> t.TieRule:
    """ "(If several are tied,) one is drawn from among them at random"."""
    return t.TieRule(tie_drawn(part), one=True)


UNDONE = {"lose": "lose", "gain": "gain", "swap": "swap", "pay": "payment", "give": "payment", "change": "change"}


def tie_nothing_done(_be: str, verb: Said) -> t.TieRule:
    """ "(In a tie,) nothing is lost"."""
    if verb.sense not in UNDONE:
        raise NoSense
    return t.TieRule("none", does=UNDONE[verb.sense])


def tie_no_event(what: str) -> t.TieRule:
    """ "(In a tie,) no swap takes place"."""
    return t.TieRule("none", does=what)


def tie_fails(*said: Any) -> t.TieRule:
    """ "(In a tie,) the whole spell fizzles"."""
    spells = [phrase for phrase in said if isinstance(phrase, Phrase)]
    if said[-1].sense != "fail" or not all(isinstance(spell, Casts) and spell.own for spell in spells):
        raise NoSense
    return t.TieRule("nothing")


def tie_act(made: t.Act) -> t.TieRule:
    """ "Nothing happens", "each of them gains 3 Stars", "one of them is picked at random"."""
    if isinstance(made, t.Instead):
        if made.of is not None:
            raise NoSense
        if _of_others(made.act):  # "if there is a tie, you gain 2 Stars instead"
            return t.TieRule("instead", (made.act,), instead=True)
        return tie_instead(tie_act(made.act))
    match made:
        case t.Nothing() | t.Clause(None, (t.Nothing(),)):
            return t.TieRule("nothing")
        case t.Clause(t.They(word), acts) if word in TIED and acts:
            return t.TieRule("all", acts)
        case t.Clause(t.They("you both"), acts) if acts:
            return t.TieRule("all", acts, near="you")
        case t.Clause(t.Caster() as payer, (t.Pay(t.Subject(), t.They(word)) as paid,)) if word in TIED:
            return t.TieRule("all", (replace(paid, payer=payer, receiver=SUBJECT),))
        case t.Clause(None, (t.Picks(t.Pick(_, t.They(word), 1)),)) if word in TIED:
            return t.TieRule("random")
        case t.Clause(t.Pick(_, t.They(word), 1), acts) if word in TIED and acts:
            return t.TieRule("random", acts)
    raise NoSense


def _of_others(made: t.Act) -> bool:
    """Whether it is told what happens to Wizards who are named, and of whom it is not asked whether they are tied."""
    match made:
        case t.Clause(subject, acts) if acts and all(isinstance(act, t.Change | t.Pay | t.Assign) for act in acts):
            who = [part for part in parts(made) if isinstance(part, t.They | t.Others | t.Top | t.Pick)]
            told = subject is not None or made.form == "b"
            return told and not who and t.ThatMany() not in parts(made)
    return False


def tie_instead(rule: t.TieRule) -> t.TieRule:
    """ "(If several are tied,) each of the tied Wizards loses 2 Stars instead": of what was told for one alone."""
    return replace(rule, instead=bool(rule.acts))


def _redirects(phrase: Phrase, verb: Said) -> None:
    spell = phrase.who if isinstance(phrase, Casts) else None
    known = phrase in (Pointer("it"), Some(THEY)) or spell in (t.They("spell"), t.They("those spells"))
    if not known or verb.sense != "target":
        raise NoSense


def tie_spell_targets(phrase: Phrase, verb: Said, way: str) -> t.TieRule:
    """ "It targets the one in the lowest position": what targets the Wizard of the tie."""
    _redirects(phrase, verb)
    return t.TieRule(way, (t.Redirect(t.They("spell"), None, SUBJECT),))


def tie_spell_keeps(phrase: Phrase, target: Phrase) -> t.TieRule:
    """ "It keeps its target", "you keep your Stars"."""
    if phrase in (Some(t.Caster()), Some(t.Caster(you=True))):
        match target:
            case Own(Some(t.Caster(), "one"), str() as attr, False) if attr:
                return t.TieRule("none", does=f"paid by you of {attr}")
            case Some(t.They("them")):
                return t.TieRule("none", does="paid by you")
        raise NoSense
    if not isinstance(phrase, Pointer | Casts) or target != Some(t.They("its target"), place=True):
        raise NoSense
    return t.TieRule("none", (t.Redirect(t.They("spell"), None, SUBJECT),))


def tie_said(when: When, rule: t.TieRule) -> t.TieRule:
    """ "If there is a tie, nothing happens"."""
    best, near, either = when
    if either and rule.acts:
        raise NoSense
    return replace(rule, best=best, near=near or rule.near, either=either)


def tie_of_tied(noun: Said, rule: t.TieRule) -> t.TieRule:
    """ "Of tied Wizards, the one in the lowest position pays"."""
    if noun.sense != "wizard" or noun.word.form != "p":
        raise NoSense
    return tie_said(ANY, rule)


def tie_said_after(rule: t.TieRule, when: When) -> t.TieRule:
    """ "Nothing happens if there is a tie"."""
    return tie_said(when, rule)


def tie_beside(before: t.Act, when: When, rule: t.TieRule) -> t.Act:
    """ "The Wizard with the most Stars loses 2 Stars, in a tie, all of them do"."""
    return joining.tie_after(before, tie_said(when, rule))


def tie_or(before: t.Act, way: str, when: When) -> t.Act:
    """ "The Wizard with the most Stars loses 2 Stars, or all of them if there is a tie"."""
    if way == "none":
        raise NoSense
    gone = (
        not any(isinstance(who, t.Top) for who in parts(part.receiver))
        if isinstance(part, t.Pay)
        else isinstance(part, t.Change) and not part.gain
        for part in parts(before)
    )
    if way == "all" and any(gone):
        raise NoSense  # "... loses 2 Stars, or all of them if there is a tie": all Stars?
    return joining.tie_after(before, tie_said(when, t.TieRule(way)))


def tie_or_do(before: t.Act, *said: Any) -> t.Act:
    """ "The Wizard with the most Stars gains 2 Stars, or nobody does if there is a tie"."""
    who, *_, when = said
    if not isinstance(before, t.Clause) or before.subject in (None, *CASTER):
        raise NoSense  # "you gain 2 Stars and that Wizard gains 3, or nobody does": you neither?
    if isinstance(who, Phrase):
        return joining.tie_after(before, tie_said(when, tie_they_are(who, *said[1:-1])))
    rule = t.TieRule("all" if who == NEIGHBOURS else who, near=who == NEIGHBOURS, does="do" if who == "none" else "")
    return joining.tie_after(before, tie_said(when, rule))


def tie_or_who(before: t.Act, phrase: Phrase, _does: Any) -> t.Act:
    """ "The Wizard with the most Stars loses 2 Stars, or you do if there is a tie": in their place."""
    match before:
        case t.Clause(t.Top(), (t.Change(t.Subject(), amount=t.Int()),)):
            return _in_a_tie(before, replace(before, subject=_sole(phrase)))
    raise NoSense


def tie_or_to_whom(before: t.Act, preposition: Said, phrase: Phrase) -> t.Act:
    """ "Pay 3 Stars to the Wizard with the fewest, or to the chosen Wizard if there is a tie", "steal ..., or from"."""
    to = _sole(phrase)
    match before, preposition.sense:
        case t.Clause(
            None | t.Caster() | t.Chosen() as who, (t.Pay(t.Subject(), t.Top(), amount=t.Int()) as paid,)
        ), "to":
            other = replace(paid, receiver=to)
        case t.Clause(None | t.Caster() as who, (t.Pay(t.Top(), t.Subject(), amount=t.Int()) as paid,)), "from":
            other = replace(paid, payer=to)
        case _:
            raise NoSense
    if to == (who or t.Caster()):
        raise NoSense  # "pay 3 Stars to ..., or to yourself"
    return _in_a_tie(before, replace(before, acts=(other,)))


def _sole(phrase: Phrase) -> t.Who:
    match phrase:
        case Some(t.Caster(True) | t.Chosen() as who, "one"):
            return who
    raise NoSense


def _in_a_tie(before: t.Act, other: t.Act) -> t.Act:
    return joining.tie_after(before, tie_said(ANY, t.TieRule("instead", (other,), instead=True)))


def tie_beside_them(before: t.Act, way: str, when: When) -> t.Act:
    """ "Whoever has the most Stars loses 2 Stars, all of them if several are tied", "... the lower position first"."""
    if not isinstance(before, t.Clause) or before.form not in ("s", "b") or before.subject is None:
        raise NoSense
    if not any(isinstance(part, t.Top) for part in parts(before.subject)):
        raise NoSense  # "steal 2 Stars from the Wizard with the most, each of them in a tie"
    return tie_beside(before, when, t.TieRule(way))


def tie_or_from(before: t.Act, preposition: Said, way: str, when: When) -> t.Act:
    """ "Steal 4 Stars from the Wizard with the most, or from the one at the lowest position if several are tied"."""
    if preposition.sense != "from":
        raise NoSense
    return tie_or_by(before, way, when)


def tie_or_paid(before: t.Act, amount: Phrase, way: str, when: When) -> t.Act:
    """ "You pay 1 Star to the Wizard with the most Stars, or 1 Star to each of them if several are tied": as much."""
    _as_much(before, amount)
    return tie_or_to(before, way, when)


def _as_much(before: t.Act, amount: Phrase) -> None:
    """Raises NoSense unless what one of those who are tied would lose, gain or be paid is said again."""
    match [part for part in parts(before) if isinstance(part, t.Pay | t.Change)], amount:
        case (
            [t.Pay(_, _, attr, t.Num() as number, "always")] | [t.Change(_, attr, _, t.Num() as number, None)],
            Amount("=", same, thing, "", None, None),
        ) if same == number and thing in ("", attr):
            return
        case [t.Pay(_, _, attr, t.Num() as number, "upto")], Amount("upto", same, thing, "", None, None) if (
            same == number and thing in ("", attr)
        ):
            return
    raise NoSense


def _sides(act: t.Act) -> tuple[list[t.Who], list[t.Who]]:
    """Who is paid, or gains, by the outcomes of a clause, and who pays or loses. Raises NoSense."""
    if not isinstance(act, t.Clause):
        raise NoSense
    to: list[t.Who] = []
    by: list[t.Who] = []
    for part in act.acts:
        match part:
            case t.Pay(payer, receiver):
                to.append(receiver)
                by.append(payer)
            case t.Change(who, _, gain):
                (to if gain else by).append(who)
            case _:
                raise NoSense
    known: dict[t.Who, t.Who] = {t.Subject(): act.subject or t.Caster()}
    return [known.get(who, who) for who in to], [known.get(who, who) for who in by]


def _is_of(side: list[t.Who], other: list[t.Who]) -> None:
    """That it is these of whom there may be several who are highest, and not the others. Raises NoSense."""
    if not all(isinstance(who, t.Top) for who in side) or any(isinstance(part, t.Top) for part in parts(tuple(other))):
        raise NoSense


def tie_or_to(before: t.Act, way: str, when: When) -> t.Act:
    """ "You pay 1 Star to the Wizard with the most Stars, or to each of them if several are tied"."""
    to, by = _sides(before)
    _is_of(to, by)
    return tie_or(before, way, when)


def tie_or_by(before: t.Act, way: str, when: When) -> t.Act:
    """ "2 Stars are lost by the Wizard with the most Stars, or by each of them if several are tied"."""
    to, by = _sides(before)
    _is_of(by, to)
    return tie_or(before, way, when)


def tie_or_paid_by(before: t.Act, amount: Phrase, when: When) -> t.Act:
    """ "You are paid 1 Star by the Wizard with the most Stars, or 1 Star by each of them if several are tied"."""
    _as_much(before, amount)
    to, by = _sides(before)
    _is_of(by, to)
    return tie_beside(before, when, t.TieRule("all"))


def tie_or_paid_by_led(before: t.Act, when: When, amount: Phrase) -> t.Act:
    """ "You are paid 1 Star by the Wizard with the most Stars or, if several are tied, 1 Star by each of them"."""
    return tie_or_paid_by(before, amount, when)


def tie_or_paid_led(before: t.Act, when: When, amount: Phrase, way: str) -> t.Act:
    """ "You pay 1 Star to the Wizard with the most Stars or, if several are tied, 1 Star to each of them"."""
    return tie_or_paid(before, amount, way, when)


def tie_or_led_to(before: t.Act, when: When, way: str) -> t.Act:
    """ "You pay 1 Star to the Wizard with the most Stars or, if several are tied, to each of them"."""
    return tie_or_to(before, way, when)


def tie_or_led_by(before: t.Act, when: When, way: str) -> t.Act:
    """ "2 Stars are lost by the Wizard with the most Stars or, if several are tied, by each of them"."""
    return tie_or_by(before, way, when)


def tie_unless(before: t.Act, *phrase: Phrase) -> t.Act:
    """ "..., unless there is a tie"."""
    near = _several(phrase[0]) if phrase and isinstance(phrase[0], Phrase) else False
    return joining.tie_after(before, t.TieRule("none", near=near))


def tie_unless_nothing(before: t.Act) -> t.Act:
    """ "..., unless there is a tie, in which case nothing happens": by the whole spell."""
    return joining.tie_after(before, t.TieRule("nothing"))


# ---- in brackets after who is meant


def tie_note(way: str, when: When) -> t.TieRule:
    """ "(Or each of them, if several are tied)"."""
    return tie_said(when, t.TieRule(way))


def tie_note_among(*said: Any) -> t.TieRule:
    """ "(Of several tied ones, the one in the highest position)"."""
    *noun, way = said
    only(noun, WIZARDS)
    return t.TieRule(way)


def tie_lot(*said: Any) -> t.TieRule:
    """ "(The Wizard with the most Stars), choosing at random if there is a tie"."""
    *noun, verb, way, when = said
    only(noun, ONES)
    if not isinstance(verb, Said) or verb.sense not in ("choose", "find", "select"):
        raise NoSense
    return tie_note(way, when)


def tie_note_led(when: When, way: str) -> t.TieRule:
    """ "(In a tie, the one of them in the lowest position)"."""
    return tie_said(when, t.TieRule(way))


def _is_of_tie(top: t.Top, rule: t.TieRule) -> None:
    """That a rule is about the tie of these. Raises NoSense."""
    if rule.near is True and not isinstance(top.among, t.Neighbours):
        raise NoSense
    if isinstance(rule.near, t.Who) and rule.near != top.among:
        raise NoSense
    if rule.near == "others" and contains(top.among, t.Caster()) is not False:
        raise NoSense
    if rule.best is not None and not is_for(top, *rule.best):
        raise NoSense


def np_tie(phrase: Phrase, rule: t.TieRule) -> Phrase:
    """ "The Wizard with the most Stars (ties are broken at random)"."""
    if rule.does:
        raise NoSense
    if rule.way == NEIGHBOURS:
        rule = replace(rule, way="all", near=True)
    match phrase:
        case Some(t.Top(ties="ruling") as top, "one") if not rule.acts and not rule.either:
            _is_of_tie(top, rule)
            how = "each" if rule.way == "all" else "one"
            return replace(phrase, who=replace(top, ties=rule.way), how=how)
        case Own(Some() as owner):
            whose = np_tie(owner, rule)
            assert isinstance(whose, Some)
            return replace(phrase, owner=whose)  # "the Hat of the Wizard with the most Stars (...)"
        case Some(t.Top(ties="all") as top, "each" | "any") if rule.way == "all" and not rule.acts and not rule.either:
            _is_of_tie(top, rule)
            return phrase  # "every Wizard with the most Stars (all of them, if there is a tie)"
    raise NoSense


def tie_note_to(*said: Any) -> tuple[str, t.TieRule]:
    """ "(To every Wizard with the most Stars) (to all of them, if there is a tie)": after the same preposition."""
    to = next(word for word in said if isinstance(word, Said))
    way = next(word for word in said if isinstance(word, str))
    when = next(word for word in said if isinstance(word, tuple))
    return to.sense, tie_note(way, when)


def pp_tie(preposition: Said, phrase: Phrase, again: tuple[str, t.TieRule]) -> tuple[str, Any]:
    """ "From the Wizard with the most Stars (from all of them, if several are tied)"."""
    to, rule = again
    if to != preposition.sense:
        raise NoSense
    return pp(preposition, np_tie(phrase, rule))


def np_tie_or_led(phrase: Phrase, when: When, way: str) -> Phrase:
    """ "The Wizard with the most Stars or, where several share that rank, the one in the lowest position"."""
    return np_tie(phrase, tie_note(way, when))
