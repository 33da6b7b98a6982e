"""Prepositions with what follows them, and times. One function for each name after "->"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.lexicon import Said
from pbp.spells.english.measures import during, two_times
from pbp.spells.english.phrases import IN_IT, Amount, Own, Phrase, Some, Time, Times, Verb
from pbp.spells.english.several import np_and, np_nor, np_or


def pp(preposition: Said, phrase: Phrase) -> tuple[str, Any]:
    if preposition.sense == "because" and preposition.word.detail != "against" and isinstance(phrase, Some):
        raise NoSense  # "redirected because of the caster": to them? Only spells are a cause
    if preposition.sense in ("with", "without") and isinstance(phrase, Amount) and phrase.floor is not None:
        raise NoSense  # "1 Star for each neighbour with a Hat, but not less than 1": it is no limit of what they have
    return preposition.sense, phrase


def pp_tally(preposition: Said, owner: Phrase) -> tuple[str, Any]:
    """ "(Strike 3 Stars) off that Wizard's count", "(add 2 Stars) to the tally of each neighbour": off, or to, whom."""
    return pp_tallies(preposition, of_one(owner))


def pp_tallies(preposition: Said, owners: Phrase) -> tuple[str, Any]:
    """ "(Strike 3 Stars) off your neighbours' counts"."""
    if preposition.sense not in ("from", "off", "to") or not isinstance(owners, Some) or owners.place:
        raise NoSense
    if preposition.sense == "to" and isinstance(owners.who, t.They):
        return "to", Own(owners, "")  # "has 2 Stars added to their tally": of who is spoken of, and not paid to them
    return preposition.sense, owners


def of_one(owner: Phrase) -> Some:
    """Whose count it is: one Wizard's, or each one's; of several, it is a number of them, or a sum. Raises NoSense."""
    if not isinstance(owner, Some) or not (owner.how == "one" or owner.apart):
        raise NoSense
    return owner


Place = tuple[str, Any]
"""A preposition's sense and what follows it."""


def _two_places(how: str, left: Place, right: Place) -> Place:
    match left, right:
        case (one, Time() as first), (other, Time() as second):
            return "in", two_times(how, during(one, first), during(other, second))
    raise NoSense


def pp_both(left: Place, right: Place) -> Place:
    """ "Both in this Duel and in the previous Duel", "of both the caster and of the chosen Wizard"."""
    return _two_places("both", left, right) if isinstance(left[1], Time) else _of_two(np_and, left, right)


def pp_and(left: Place, right: Place) -> Place:
    return _two_places("and", left, right) if isinstance(left[1], Time) else _of_two(np_and, left, right)


def pp_now_and(time: Phrase, right: Place) -> Place:
    """ "(Cast Burn) this Duel and in the previous Duel"."""
    if time != Time("now") or not isinstance(right[1], Time):
        raise NoSense
    return pp_and(("in", time), right)


def pp_or(left: Place, right: Place) -> Place:
    if left[0] == right[0] == "without":
        raise NoSense  # "without a Red Hat or without a Blue Hat": without either, or not with both?
    return _two_places("or", left, right) if isinstance(left[1], Time) else _of_two(np_or, left, right)


def pp_or_both(place: Place, *other: Place) -> Place:
    """ "In the previous Duel or in the Duel before that, or in both", "by you, by the target, or by both"."""
    for one in other:
        place = pp_or(place, one)
    match place:
        case (_, Times("or") | Time("back", (_, _), False)) | ("by", Some(t.Join(), "some")):
            return place
    raise NoSense


def _of_two(joined: Callable[[Phrase, Phrase], Phrase], left: Place, right: Place) -> Place:
    """ "(The Stars) of the caster and of the chosen Wizard"."""
    if left[0] != right[0] or not isinstance(right[1], Phrase):
        raise NoSense
    return left[0], joined(left[1], right[1])


def pp_nor(left: Place, right: Place) -> Place:
    return _two_places("nor", left, right) if isinstance(left[1], Time) else _of_two(np_nor, left, right)


def pp_but_not(left: Place, right: Place) -> Place:
    return _two_places("not", left, right)


def _this_duel(phrase: Phrase, verb: Verb, senses: tuple[str, ...]) -> None:
    """That it is this Duel that begins, lasts or ends."""
    adjectives = [value.sense for role, value in verb.parts if role == "adj" and isinstance(value, Said)]
    over = verb.sense == "be" and len(verb.parts) == 1 and adjectives == ["over"]
    if (
        verb.denied
        or verb.modal
        or (verb.passive and verb.sense not in ("start", "end"))
        or phrase not in (Time("now"), Time("duel"))
    ):
        raise NoSense
    if not ((over and "end" in senses) or (verb.sense in senses and not verb.parts)):
        raise NoSense


def pp_doing(preposition: Said, verb: Verb) -> tuple[str, Any]:
    """ "(Protected) from losing Stars", "(gains Stars) instead of losing them", "(are gained) rather than lost"."""
    if preposition.sense == "instead" and verb.sense in ("lose", "gain", "lose|gain", "gain|lose"):
        return "instead doing", verb
    if verb.form != "g" or preposition.sense != "from":
        raise NoSense
    return "from doing", verb


def pp_in_place(whose: Phrase) -> tuple[str, Any]:
    """ "(Loses them) in their stead", "in the caster's place"."""
    if not isinstance(whose, Some) or whose.place:
        raise NoSense
    return "instead", whose


def pp_until(phrase: Phrase, verb: Verb) -> tuple[str, Any]:
    """ "Until this Duel is over", "from now until this Duel ends"."""
    _this_duel(phrase, verb, ("end",))
    return "until", Time("end")


def pp_until_over(phrase: Phrase, said: Said) -> tuple[str, Any]:
    """ "Till the Duel's over"."""
    if said.sense != "over" or phrase not in (Time("now"), Time("duel")):
        raise NoSense
    return "until", Time("end")


def pp_ending_with(phrase: Phrase) -> tuple[str, Any]:
    """ "Commencing at this moment and ending with the present Duel"."""
    if phrase not in (Time("now"), Time("duel")):
        raise NoSense
    return "until", Time("end")


def pp_until_end(*said: Any) -> tuple[str, Any]:
    """ "From this moment until the (very) end of this Duel", "from here on to the end of the Duel"."""
    _of_this_duel(said, "end", "plain")
    return "until", Time("end")


def pp_from_now() -> tuple[str, Any]:
    """ "From this moment on", "from here on out"."""
    return "for", Time("rest")


def pp_in_it() -> tuple[str, Any]:
    """ "(If you cast nothing in the previous Duel, gain 2 Stars, or 4 if no neighbour cast anything) in it"."""
    return "in", IN_IT


def pp_earlier(noun: Said) -> tuple[str, Any]:
    """ "(Every Wizard who lost Stars) earlier in this Duel": of gains and losses, all of it so far."""
    if noun.sense != "duel" or noun.word.form != "s":
        raise NoSense
    return "in", Time("sofar")


def pp_whole_rest(*said: Any) -> tuple[str, Any]:
    """ "For the whole rest of this Duel", "for all the rest of this Duel"."""
    _of_this_duel(said, "rest", "whole")
    return "for", Time("rest")


def pp_rest_of_it(*said: Any) -> tuple[str, Any]:
    """ "(Those who lost Stars this Duel cannot lose any) for the rest of it": only a Duel has a rest that lasts."""
    *adjectives, noun = said
    if noun.sense != "rest" or any(word.sense != "whole" for word in adjectives):
        raise NoSense
    return "for", Time("rest")


def _of_this_duel(said: tuple[Any, ...], part: str, how: str) -> None:
    """That it is this part of this Duel, with no adjective but of that sense. Raises NoSense."""
    *adjectives, noun, preposition, phrase = said
    if noun.sense != part or preposition.sense != "of" or phrase not in (Time("now"), Time("duel")):
        raise NoSense
    if any(word.sense != how for word in adjectives):
        raise NoSense


def pp_as_long(phrase: Phrase, *rest: Any) -> tuple[str, Any]:
    """ "For as long as this Duel lasts"."""
    _this_duel(phrase, rest[-1], ("last",))
    if len(rest) == 2 and rest[0].sense != "still":
        raise NoSense
    return "for", Time("rest")


def pp_if_from(they: Said, verb: Said, preposition: Said, phrase: Phrase) -> tuple[str, Any]:
    """ "(The Stars they gain are doubled) if they come from Burn"."""
    if they.sense not in ("they", "it") or verb.sense not in ("come", "be") or preposition.sense != "from":
        raise NoSense
    return "from", phrase


def pp_when(phrase: Phrase, verb: Verb) -> tuple[str, Any]:
    """ "(Than they had) when the Duel started"."""
    _this_duel(phrase, verb, ("start",))
    return "at", Time("start")


def pp_each(number: t.Num) -> tuple[str, Any]:
    return "each", number


# ---- how long what was just said lasts


def lasting_pp(part: tuple[str, Any]) -> t.Act:
    """ "This is in force until the end of the Duel", "duration: until the end of the Duel"."""
    role, time = part
    if not isinstance(time, Time) or during(role, time).kind != "rest":
        raise NoSense
    return t.Lasts()


def lasting_np(time: Phrase) -> t.Act:
    """ "Duration: the rest of this Duel"."""
    return lasting_pp(("for", time))


def lasting_with(phrase: Phrase) -> t.Act:
    """ "This ends with the Duel", "it ends when the Duel does"."""
    return lasting_pp(pp_ending_with(phrase))


def lasting_until(phrase: Phrase, verb: Verb) -> t.Act:
    """ "This ends when the Duel is over"."""
    return lasting_pp(pp_until(phrase, verb))


def lasting_end(*said: Any) -> t.Act:
    """ "This begins now and ends at the close of the Duel"."""
    return lasting_pp(pp_until_end(*said))
