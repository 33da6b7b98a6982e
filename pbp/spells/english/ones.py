"""Where "one" stands for a thing that the sentence has named: "without a Hat or with a Red one", "the same one"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pbp.spells.english.phrases import NUMBERED
from pbp.spells.words import Names, Token, tokens

Ends = Mapping[str, Sequence[tuple[int, Any]]]

_ANY = ("a", "an", "any", "no")
_MORE = frozenset("or more fewer less of other further extra else and".split())
"""What goes on after "one" where it is a number, or one of some."""
_NARROWING = frozenset("of that which whose like with".split())


_OF_A_VALUE = re.compile(r"\b((?:[Aa]n?|[Nn]o|[Aa]ny) \"?([A-Z][\w-]*)\"?) ones?\b")
_OF_THAT_COLOUR = re.compile(r"\bone(?= of (?:that|the chosen) colou?r\b)")


def with_thing(text: str, before: str, names: Names) -> str:
    """ "(Everyone without a Hat gets a Red Hat.) Those with a Red one": a Hat, where nothing else is named."""
    named = _worn(text, names), _worn(before, names)
    if named[0] - named[1] or len(named[1]) != 1:
        return text
    (thing,) = named[1]

    def known(one: re.Match[str]) -> str:
        of_spells = any(names.has(terminal, one[2]) for terminal in ("T_TRAIT", "T_SPELL"))
        return one[0] if of_spells else f"{one[1]} {thing}"

    return _OF_THAT_COLOUR.sub(f"a {thing}", _OF_A_VALUE.sub(known, text))


def _worn(text: str, names: Names) -> set[str]:
    """The things that are worn or carried and that a text names."""
    said = f" {' '.join(token.word for token in tokens(text))} "
    told = {name for words, name in names.tables["T_ATTR"].items() if f" {' '.join(words)} " in said}
    return told.difference(NUMBERED)


def ones(found: Sequence[Token], made: Sequence[Ends]) -> list[tuple[int, str]]:
    """The places of a sentence in which "one" can be a thing that was named before it, and the thing."""
    places = [at for at, token in enumerate(found) if token.word in ("one", "ones")]
    return [(at, thing) for at in places if (thing := _thing(found, made, at))]


def _thing(found: Sequence[Token], made: Sequence[Ends], at: int) -> str:
    """The thing for which "one" stands, where it can be a thing and no other could be meant; else ""."""
    named = [(start, *told) for start, here in enumerate(made[:at]) for told in here.get("T_THING", ())]
    worn = [told for told in named if told[2] not in NUMBERED]
    if len({attr for *_, attr in worn}) != 1 or any(attr != "Stars" for *_, attr in named if attr != worn[0][2]):
        return ""
    attr: str = worn[0][2]
    if _with_value(made[at - 1], at) or found[at - 1].word == "same":
        return attr
    start, end, _ = worn[-1]
    if any(found[before].word == "one" and _with_value(made[before - 1], before) for before in range(end, at)):
        return ""  # "a Hat ... a Red one ... without one": without a Hat, or without a Red one?
    whole = start and found[start - 1].word in _ANY and found[end].word not in _NARROWING
    if found[at].word == "ones" or not whole or _counts(found, made, at):
        return ""
    star = [told for told in named if end <= told[0] and found[told[0] - 1].word in ("1", "a", "one")]
    denied = _denied(found, start - 1), _denied(found, at)
    return attr if not star or denied[0] != denied[1] else ""  # "pays 1 Star to everyone who has one": a Star?


def _with_value(here: Ends, at: int) -> bool:
    return any(end == at for kind in ("T_VALUE", "T_NAMED") for end, _ in here.get(kind, ()))


def _counts(found: Sequence[Token], made: Sequence[Ends], at: int) -> bool:
    """Whether "one" goes on as a number: "has one Star", "one or more", "one of them"."""
    if at + 1 == len(found):
        return False
    after = made[at + 1]
    return found[at + 1].word in _MORE or any(kind in after for kind in ("T_THING", "N", "A"))


def _denied(found: Sequence[Token], at: int) -> bool:
    """Whether what begins at a place is what somebody is without: "no Hat", "without a Hat"."""
    return found[at].word == "no" or (at > 0 and found[at - 1].word == "without")
