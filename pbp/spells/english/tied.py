"""What those who are tied get, lose or pay, said again: "these 3 Stars go to nobody", "you swap with one of those".

One function for each name after "->".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.lexicon import Said, only
from pbp.spells.english.outcomes import SUBJECT
from pbp.spells.english.phrases import NUMBERED, Amount, Phrase
from pbp.spells.english.several import np_among
from pbp.spells.english.ties import (
    DOES,
    NEIGHBOURS,
    ONES,
    UNDONE,
    When,
    near_told,
    np_tie,
    tie_of,
    tie_one_does,
    told_to,
)
from pbp.spells.sense import sentences as joining

Stars = tuple[int | None, str]
"""So much of a thing, spoken of again: how many, and of what, where that is said."""


def tie_stars(*said: Any) -> Stars:
    """ "These 3 Stars", "the Stars"."""
    number = next((word for word in said if isinstance(word, int)), None)
    return number, next((word for word in said if isinstance(word, str)), "")


def tie_as_much(*said: Any) -> Stars:
    """ "That amount", "as much", "them"."""
    only([word for word in said if isinstance(word, Said)], {"N": ("number", "amount", "flow")})
    return None, next((word for word in said if isinstance(word, str)), "")


def _moved(way: str, sense: str, stars: Stars) -> t.TieRule:
    """That those who are tied gain or lose what was spoken of."""
    number, attr = stars
    if sense not in ("lose", "gain"):
        raise NoSense
    if number is None and not attr and way != "none":
        return t.TieRule(way, does=sense)
    amount = t.ThatMany() if number is None else t.Int(number)
    return t.TieRule(way, (t.Change(SUBJECT, attr, sense == "gain", amount),))


def tie_which_get(way: str, verb: Said, stars: Stars) -> t.TieRule:
    """ "Each of them gains these 3 Stars", "nobody loses those Stars"."""
    return _moved(way, verb.sense, stars)


def tie_stars_got(stars: Stars, _be: str, verb: Said, by: Said, way: str) -> t.TieRule:
    """ "These 3 Stars are gained by nobody"."""
    if by.sense != "by":
        raise NoSense
    return _moved(way, verb.sense, stars)


def tie_and_got(rule: t.TieRule, stars: Stars, *said: Any) -> t.TieRule:
    """ "... one of them is picked at random, and the 5 Stars are paid to the Wizard so picked"."""
    verb, to, *noun = [word for word in said if isinstance(word, Said) and word.word.sort in ("V", "P", "N")]
    only(noun, ONES)
    if rule.acts or rule.does or rule.way not in ("random", "first", "last"):
        raise NoSense
    if to.sense == "by":
        return _moved(rule.way, verb.sense, stars)
    if FROM_OR_TO.get((verb.sense, to.sense)) != "paid":
        raise NoSense
    number, attr = stars
    if number is None and not attr:
        return replace(rule, does="paid")
    amount = t.ThatMany() if number is None else t.Int(number)
    return t.TieRule(rule.way, (t.Pay(t.Caster(), SUBJECT, attr, amount),))


def tie_stars_go(stars: Stars, verb: Said, to: Said, way: str) -> t.TieRule:
    """ "These 3 Stars go to the one in the lowest position"."""
    if (verb.sense, to.sense) != ("go", "to"):
        raise NoSense
    return _moved(way, "gain", stars)


def tie_flow_falls(noun: Said, verb: Said, on: Said, way: str) -> t.TieRule:
    """ "The loss falls on the one in the lowest position", "the gain goes to the one in the lowest position"."""
    if (noun.sense, verb.sense, on.sense) == ("payment", "go", "to"):
        return t.TieRule(way, does="paid")
    if noun.sense != "flow" or (verb.sense, on.sense) not in (("go", "to"), ("reduce", "to"), ("reduce", "on")):
        raise NoSense
    return t.TieRule(way, does=noun.word.detail)


def tie_which_does(way: str, verb: Said) -> t.TieRule:
    """ "(If they are tied,) both pay", "each of them does"."""
    if verb.sense not in DOES:
        return tie_one_does(way, verb)
    return t.TieRule(way, does=DOES[verb.sense])


FROM_OR_TO = {
    ("swap", "with"): "swap",
    ("gain", "from"): "lose",
    ("steal", "from"): "lose",
    ("take", "from"): "lose",
    ("pay", "to"): "paid",
    ("give", "to"): "paid",
}
"""What is done to whom a verb's preposition names."""


def tie_does_one(verb: Said, way: str) -> t.TieRule:
    """ "(If several share the most,) only one of them pays: the one in the highest position"."""
    return tie_which_does(way, verb)


def tie_goes(*said: Any) -> t.TieRule:
    """ "You swap with a random one of those", "steal them from the one in the lowest position"."""
    at = next(index for index, word in enumerate(said) if isinstance(word, Said) and word.word.sort == "V")
    verb, (*whats, to, way) = said[at], said[at + 1 :]
    told_to(list(said[:at]))
    what = whats[0] if whats else None
    does = FROM_OR_TO.get((verb.sense, to.sense))
    if does is None or (what is not None and does == "swap"):
        raise NoSense
    match what:
        case None | (None, ""):
            return t.TieRule(way, does=does)
        case (number, str() as attr):
            amount: t.Num = t.ThatMany() if number is None else t.Int(number)
        case Amount("=", t.Num() as amount, str() as attr, "", None, None) if attr:
            pass
        case _:
            raise NoSense
    payer, receiver = (SUBJECT, t.Caster()) if does == "lose" else (t.Caster(), SUBJECT)
    return t.TieRule(way, (t.Pay(payer, receiver, attr, amount),))


def tie_goes_to(*said: Any) -> t.TieRule:
    """ "You pay a random one of those", "the caster pays nobody"."""
    *who, verb, way = said
    told_to(who)
    if verb.sense not in ("pay", "give") or not isinstance(way, str):
        raise NoSense
    return t.TieRule(way, does="paid")


def tie_which_paid(way: str, _get: str, verb: Said) -> t.TieRule:
    """ "(If several are tied,) the one in the lowest position gets paid", "nobody gets paid"."""
    if verb.sense != "pay":
        raise NoSense
    return t.TieRule(way, does="paid")


def tie_paid_by(who: Said, _be: str, verb: Said, way: str) -> t.TieRule:
    """ "(If several are tied,) you get paid by all of them"."""
    told_to([who])
    if verb.sense != "pay":
        raise NoSense
    return t.TieRule(way, does="pay you")


def tie_they_go(verb: Said, to: Said, way: str) -> t.TieRule:
    """ "(If several are tied,) they go to the one in the lowest position"."""
    return tie_stars_go((None, ""), verb, to, way)


def tie_towards(to: Said, way: str) -> t.TieRule:
    """ "(If several are tied,) to the one of them in the lowest position", "only by the first", "do so with ..."."""
    does = {"to": "paid", "from": "lose", "by": "by", "with": "swap"}.get(to.sense)
    if does is None:
        raise NoSense
    return t.TieRule(way, does=does)


EVENT_WITH = {
    ("swap", "with"): "swap",
    ("payment", "to"): "paid",
    ("payment", "by"): "pay",
    ("payment", "from"): "pay",
}
"""What somebody does with whom an event's preposition names."""


def tie_event_with(event: str, *said: Any) -> t.TieRule:
    """ "(If several are tied,) the swap is with the one in the highest position", "the payment is made to all"."""
    *_be, beside, way = said
    if (event, beside.sense) not in EVENT_WITH:
        raise NoSense
    return t.TieRule(way, does=EVENT_WITH[event, beside.sense])


def tie_none_moved(attr: str, *said: Any) -> t.TieRule:
    """ "(In a tie,) no Stars are paid", "no Stars change hands", "nobody's Hat is changed"."""
    verb = said[-1]
    if verb.sense == "change":
        return t.TieRule("none", does=f"change of {attr}")
    if verb.sense == "go" and len(said) == 1:
        return t.TieRule("none", does=f"payment of {attr}")
    if verb.sense not in UNDONE or len(said) != 2:
        raise NoSense
    return t.TieRule("none", does=f"{UNDONE[verb.sense]} of {attr}")


def tie_neither_gets(*said: Any) -> t.TieRule:
    """ "(In a tie,) neither loses any": of two who are tied, and not of two ties."""
    near, (verb, *attr) = near_told(said)
    return replace(_moved("none", verb.sense, (None, attr[0] if attr else "")), one=True, near=near)


def tie_no_flow(*said: Any) -> t.TieRule:
    """ "(In a tie,) nobody gains or loses anything", "nothing is lost or gained"."""
    near, told = near_told(said)
    verbs = [word.sense for word in told if isinstance(word, Said)]
    if sorted(verbs) != ["gain", "lose"]:
        raise NoSense
    things = [word for word in told if word in NUMBERED]
    return t.TieRule("none", does=f"flow of {things[0]}" if things else "flow", near=near)


def tie_all_noun(*said: Any) -> str:
    """ "All of the tied neighbours", "each tied Wizard"."""
    only(said, ONES)
    return NEIGHBOURS if any(noun.sense == "neighbour" for noun in said) else "all"


def np_among_tied(group: Phrase, phrase: Phrase, rule: t.TieRule) -> Phrase:
    """ "Of your neighbours, the one with the most Stars (both, if there is a tie)"."""
    return np_tie(np_among(group, phrase), rule)


def tie_unless_led(*said: Any) -> t.Act:
    """ "Unless there is a tie for the most Stars, ..."."""
    best = next((part for part in said if isinstance(part, tuple)), None)
    return joining.tie_after(said[-1], t.TieRule("none", best=best))


def tie_of_as_many(*said: Any) -> When:
    """ "If both have equally many Crystals": a tie of so much of that thing, whether for the most or the fewest."""
    phrase = next(word for word in said if isinstance(word, Phrase))
    attr = next((word for word in said if isinstance(word, str)), "")
    when = tie_of(phrase)
    return ((None, attr) if attr else None, *when[1:])
