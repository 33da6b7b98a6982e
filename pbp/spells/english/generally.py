"""A sentence that says of each such Wizard, or spell, what the one before says of any one.

One function for each name after "->". What it makes of the sentence before: refer/generally.py.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.binding import for_each_in_turn
from pbp.spells.english.lexicon import Said
from pbp.spells.english.phrases import THEY, Casts, Phrase, Some
from pbp.spells.sense.sentences import each_act
from pbp.spells.walk import is_one

_KINDS = {"wizard": "wizard", "neighbour": "neighbour", "opponent": "wizard", "spell": "spell"}


def such_all(noun: Said, *whose: Any) -> t.Act:
    """ "(This goes for) every such Wizard", "every such spell of theirs"."""
    kind = _KINDS.get(noun.sense, "")
    if not kind or (whose and (kind != "spell" or whose[0] != Some(THEY))):
        raise NoSense
    return t.Generally(kind)


def such_of_them() -> t.Act:
    """ "(This goes for) each of them who did"."""
    return t.Generally("wizard")


def such_else(*said: Any) -> t.Act:
    """ "(This goes for) everyone else who did"."""
    _everyone(said)
    return t.Generally("wizard", other=True)


def such_else_cast(*said: Any) -> t.Act:
    """ "(This goes for) everyone else who cast it"."""
    *who, verb = said
    _everyone(who)
    if verb.sense != "cast":
        raise NoSense
    return t.Generally("wizard", other=True, cast=True)


def _everyone(said: Any) -> None:
    if any(word.sense not in ("everyone", "anyone", "wizard") for word in said):
        raise NoSense


def generally_repeat(verb: Said, made: t.Act) -> t.Act:
    """ "Repeat this for every such Wizard"."""
    if verb.sense not in ("repeat", "apply"):
        raise NoSense
    return made


def generally_but(made: t.Generally, phrase: Phrase) -> t.Act:
    """ "This goes for everyone else who cast it, but never for the caster's own spell"."""
    match phrase:
        case Some(t.Caster(), "one", place=False) | Casts(t.Owner(t.Caster()) | t.Caster(), how="one"):
            return replace(made, but=t.Caster())
    raise NoSense


def takes_each(*said: Any) -> t.Act:
    """ "Take each Wizard except the caster": what follows is said of that Wizard."""
    if not isinstance(said[-1], Some) or not said[-1].apart:
        raise NoSense  # "look at your neighbours. That neighbour ...": which of them?
    made = in_turn(*said)
    assert isinstance(made, t.InTurn)
    return replace(made, turns=False)


def takes_each_led(each: t.Act, act: t.Act) -> t.Act:
    """ "Take each of your neighbours: if that neighbour cast Burn, they lose 2 Stars"."""
    return t.Seq((each, act))


def in_turn(*said: Any) -> t.Act:
    """ "Look at every Wizard in turn": what follows is said of each of them."""
    *verb, phrase = said
    if any(word.sense not in ("look", "take", "find", "go", "scan") for word in verb):
        raise NoSense
    match phrase:
        case Some(who, "each", place=False) if not is_one(who):
            return t.InTurn(who)
    raise NoSense


def in_turn_led(each: t.Act, act: t.Act) -> t.Act:
    """ "Take every Wizard in turn: if they cast Burn, they lose 2 Stars"."""
    assert isinstance(each, t.InTurn)
    return for_each_in_turn(each.who, act)


def with_generally(act: t.Act, said: t.Act) -> t.Act:
    """ "..., and this goes for every such Wizard"."""
    return t.Seq((*each_act(act), said))
