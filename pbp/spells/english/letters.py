"""Letters that stand for what the Inputs line or a definition names. One function for each name after "->"."""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.lexicon import lexicon
from pbp.spells.english.phrases import ME, Amount, Casts, Number, Own, Phrase, Some
from pbp.spells.walk import is_one


def letter_who(letter: str) -> Phrase:
    """ "T (gains 2 Stars)"."""
    return Some(t.LetterWho(letter))


def np_called(phrase: Phrase, *said: Any) -> Phrase:
    """The Wizard in the chosen position (the "Ward"): a name for what follows."""
    name = said[-1].casefold().removeprefix("the ")
    match phrase:
        case Some(who, "one", place=False) if is_one(who):
            pass
        case _:
            raise NoSense
    if name == "target" and isinstance(who, t.Chosen):
        return phrase  # which is what the target is anyway
    if len(name) < 2 or any(word in known for word in name.split() for known in lexicon()):
        raise NoSense  # a word of its own: "the caster", "the winner"?
    return Some(t.Called(who, name))


def the_called(name: str) -> Phrase:
    """ "The Ward (gains 2 Stars)"."""
    return Some(t.LetterWho(name.casefold()))


def letter_place(letter: str) -> Phrase:
    """ "(The Wizard at) P"."""
    return Some(t.LetterWho(letter, True), place=True)


def letter_spell(letter: str) -> Phrase:
    """ "(If another Wizard cast) X"."""
    name = t.LetterSpell(letter=letter)
    return Casts(None, t.CastIs(ME, (name,)), how="name", name=name)


def number_letter(letter: str) -> t.Num:
    return number_x() if letter == "x" else t.LetterNum(letter)


def number_x() -> t.Num:
    return t.NumberInput(-2)


def number_times(factor: int, number: t.Num) -> t.Num:
    """ "3 x N"."""
    return t.Times(t.Int(factor), number)


def value_letter(letter: str) -> t.Value:
    return t.LetterWord(letter)


def define(letter: str, *said: Any) -> t.Act:
    """ "(Let) T be the Wizard at P", "N is the number of Wizards who cast Burn"."""
    match said[-1]:
        case Some(who, "one"):
            return t.Named(letter, who)
        case Own(Some(who, "one"), str() as attr, start) if attr:
            return t.Named(letter, t.Stat(who, attr, start))
        case Number(number) | Amount("=", t.Num() as number, ""):
            return t.Let(number) if letter == "x" else t.Named(letter, number)
    raise NoSense


def whatever_it_is(act: t.Act, *_: Any) -> t.Act:
    """ "(whatever N is)": of no matter."""
    return act


def whatever_is(*said: Any) -> t.Act:
    act = said[-1]
    if not isinstance(act, t.Act):
        raise NoSense
    return act
