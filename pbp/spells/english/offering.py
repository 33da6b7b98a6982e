"""What an Inputs line offers to choose from: numbers and words. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.lexicon import Said, only
from pbp.spells.english.limits import CASTER, who_of
from pbp.spells.english.phrases import Phrase, Some
from pbp.spells.words import NUMBERS

Asked = tuple[t.Input, ...]
"""One input, or two alike."""

Noun = tuple[str, str, bool]
"""A noun of numbers: its sense, how the Inputs line calls what is so asked, and whether it is positive."""


def noun_of(said: Any) -> Noun:
    return said if isinstance(said, tuple) else (said.sense, said.word.detail, False)


def adjective_number(adjective: Said, said: Any) -> Noun:
    """ "Positive number"."""
    sense, detail, positive = noun_of(said)
    if adjective.sense not in ("plain", "positive", "single"):
        raise NoSense
    return sense, detail, positive or adjective.sense == "positive"


def number_of_choice(said: Any, owner: Phrase, choice: Said) -> Noun:
    """ "A number of your choice"."""
    if owner != Some(t.Caster()) or choice.word.detail != "choice":
        raise NoSense
    return noun_of(said)


Range = tuple[int | None, int]


def number_of_stars(said: Any, thing: str) -> Noun:
    """ "(A) number of Stars": so many of another thing would not be Stars where the Effect says only how many."""
    return noun_of(range_in_stars(said, thing))


def range_in_stars(said: Any, thing: str) -> Any:
    """ "1 to 4 Stars"."""
    if thing != "Stars":
        raise NoSense
    return said


def ask_how_many(thing: str, *said: Any) -> Asked:
    """ "How many Stars to pay, from 1 to 4"."""
    words = [word for word in said if isinstance(word, Said) and word.word.sort == "V"]
    only(words, {"V": ("pay", "lose", "gain", "give", "steal", "take", "spend", "bet")})
    low, high = range_in_stars(said[-1], thing)
    return (asked_range(t.Input("number", "a number"), (low, high)),)


def range_between(low: int, *said: Any) -> Range:
    return low, said[-1]


def range_of_choice(span: Range, owner: Phrase, choice: Said) -> Range:
    """ "From 1 to 5 of your choice"."""
    number_of_choice(choice, owner, choice)
    return span


def range_neither(first: Said, low: int, second: Said, high: int) -> Range:
    """ "Neither lower than 1 nor higher than 3"."""
    if (first.sense, second.sense) != ("<", ">"):
        raise NoSense
    return low, high


Bound = tuple[str, int]
"""Where a range begins ("low") or ends ("high")."""


def bound_low(number: int) -> Bound:
    return "low", number


def bound_high(number: int) -> Bound:
    return "high", number


def bound_than(said: Said, number: int) -> Bound:
    """ "No lower than 1"."""
    if said.word.detail or said.sense not in ("<", ">"):
        raise NoSense
    return ("low" if said.sense == "<" else "high"), number


def bound_beyond(said: Said, number: int) -> Bound:
    """ "Greater than 0"."""
    if said.word.detail or said.sense not in ("<", ">"):
        raise NoSense
    return bound_sign(said.sense, number)


SIGNS = {">": ("low", 1), ">=": ("low", 0), "<": ("high", -1), "<=": ("high", 0)}


def bound_sign(sign: str, number: int) -> Bound:
    """ "≥ 1", "> 0"."""
    if sign not in SIGNS:
        raise NoSense
    side, away = SIGNS[sign]
    return side, number + away


def range_bounds(first: Bound, second: Bound) -> Range:
    """ "At least 1 and at most 5"."""
    if {first[0], second[0]} != {"low", "high"}:
        raise NoSense
    (_, low), (_, high) = sorted((first, second), key=lambda bound: bound[0] == "high")
    return low, high


def range_up_to(bound: Bound) -> Range:
    """ "Of at most 5": from where, the noun must say."""
    side, number = bound
    if side != "high":
        raise NoSense
    return None, number


def asked_open(said: Said, letter: str = "") -> Asked:
    """ "A number", "a colour": what it may be is said after it."""
    if said.sense == "number" and said.word.detail != "total":
        return (t.Input("number", "a number", noun=letter),)
    if said.sense == "item" and said.word.detail != "choice" and not letter:
        return (t.Input("word", "a word", noun=said.word.detail),)
    raise NoSense


def asked_range(asked: t.Input, span: Range) -> t.Input:
    """An input of a number with its bounds said after it. Raises NoSense where others were said."""
    low, high = span
    if low is None or low > high or (asked.low, asked.high) not in ((None, None), (low, high)):
        raise NoSense
    return replace(asked, label=f"a number from {low} to {high}", low=low, high=high)


def asked_words(asked: t.Input, words: tuple[str, ...]) -> t.Input:
    """An input of a word with what it may be said after it. Raises NoSense where something else was said."""
    if asked.words and asked.words != words:
        raise NoSense
    return replace(ask_words(words)[0], noun=asked.noun)


def range_list(first: int, last: Any) -> Range:
    """ "1, 2 or 3": every one from the first to the last."""
    low, high = last if isinstance(last, tuple) else (last, last)
    if low != first + 1:
        raise NoSense
    return first, high


def ask_numbers(*said: Any) -> Asked:
    """ "1, 2 or 3", "one of the numbers 1, 2 and 3"."""
    if any(isinstance(word, Said) and word.sense != "number" for word in said):
        raise NoSense
    low, high = said[-1]
    if low > high:
        raise NoSense
    return (t.Input("number", f"a number from {low} to {high}", low=low, high=high),)


def ask_range(said: Any, *more: Any) -> Asked:
    """ "A number from 1 to 5"."""
    sense, _, positive = noun_of(said)
    low, high = more[-1]
    if low is None and positive:
        low = 1
    if sense != "number" or low is None or low > high or (positive and low < 1):
        raise NoSense
    letter = more[0] if len(more) > 1 else ""
    return (t.Input("number", f"a number from {low} to {high}", low=low, high=high, noun=letter),)


def ask_own_range(whose: Phrase, said: Any, span: Range) -> Asked:
    """ "Your number: anything from 1 to 5"."""
    if who_of(whose) not in CASTER:
        raise NoSense
    return ask_range(said, span)


def inputs_range(span: Range) -> Asked:
    """ "1 to 5", as all that a line says: of a number."""
    low, high = span
    return (asked_range(t.Input("number", "a number"), (low, high)),)


def inputs_words(words: tuple[str, ...]) -> Asked:
    """ "Hat, Staff, Beard", as all that a line says."""
    return ask_words(words)


def range_letter(low: int, first: str, letter: str, second: str, high: int) -> tuple[str, Range]:
    """ "1 ≤ N ≤ 6"."""
    if first not in ("<", "<=") or second not in ("<", "<="):
        raise NoSense
    return letter, (low + (first == "<"), high - (second == "<"))


def ask_range_letter(*said: Any) -> Asked:
    """ "A number N, 1 ≤ N ≤ 6"."""
    *before, (letter, span) = said
    if any(word != letter for word in before if isinstance(word, str)):
        raise NoSense
    if any(noun_of(word)[0] != "number" for word in before if not isinstance(word, str)):
        raise NoSense
    return ask_letter_range(letter, span)


def ask_letter_range(letter: str, span: Range) -> Asked:
    """ "N, from 1 to 6"."""
    return (replace(inputs_range(span)[0], noun=letter),)


def ask_number_lettered(said: Said, letter: str, asked: Asked) -> Asked:
    """ "The number N: 1, 2 or 3"."""
    if said.sense != "number" or said.word.form != "s" or asked[0].kind != "number":
        raise NoSense
    return (replace(asked[0], noun=letter),)


def ask_ranges(*said: Any) -> Asked:
    """ "Two numbers M and N from 1 to 4"."""
    *before, first, second, span = said
    nouns = [word for word in before if not isinstance(word, int)]
    if any(word != 2 for word in before if isinstance(word, int)) or first == second:
        raise NoSense
    if any(not isinstance(noun, Said) or noun.sense != "number" or noun.word.form != "p" for noun in nouns):
        raise NoSense
    return (*ask_letter_range(first, span), *ask_letter_range(second, span))


def words(*said: Any) -> tuple[str, ...]:
    """ "Red, Blue or Green", "Red or say Blue"."""
    if any(word.sense not in ("choose", "state") for word in said if isinstance(word, Said)):
        raise NoSense
    said = tuple(word for word in said if not isinstance(word, Said))
    return tuple(word for part in said for word in (part if isinstance(part, tuple) else (part,)))


def word_said(said: Said, word: str) -> str:
    """ "The word Red"."""
    if said.sense != "item" or said.word.detail:
        raise NoSense
    return word


def ask_words_letter(said: Said, letter: str, words: tuple[str, ...]) -> Asked:
    """ "A colour C: Red or Blue"."""
    (asked,) = ask_words(said, words)
    return (replace(asked, noun=letter),)


def ask_words_choice(said: Said, owner: Phrase, choice: Said, words: tuple[str, ...]) -> Asked:
    """ "A word of your choice: Hat or Robes"."""
    number_of_choice(said, owner, choice)
    return ask_words(said, words)


def ask_words_of(count: int, said: Said, words: tuple[str, ...]) -> Asked:
    """ "One of two words: Red, Blue"."""
    if count != len(words):
        raise NoSense
    return ask_words(said, words)


def ask_words_count(count: int, words: tuple[str, ...]) -> Asked:
    """ "One of these three: Hat, Staff or Beard"."""
    if count != len(words):
        raise NoSense
    return ask_words(words)


def ask_words_out_of(said: Said, count: int, words: tuple[str, ...]) -> Asked:
    """ "One word out of these three: Hat, Staff or Beard"."""
    return ask_words_of(count, said, words)


def word_own(owner: Phrase, word: str) -> str:
    """ "Your Hat (or your Robes)"."""
    if owner not in (Some(t.Caster()), Some(t.Caster(you=True))):
        raise NoSense
    return word


def ask_words(*said: Any) -> Asked:
    """ "One of Red, Blue or Green", "your choice of Hat or Robes"."""
    words = next(list(value) for value in said if isinstance(value, tuple))
    if len(words) == 2 and all(word.lower() in NUMBERS for word in words):
        raise NoSense  # "one or two": numbers
    nouns = [value for value in said if isinstance(value, Said) and value.word.sort == "N"]
    if any(isinstance(value, str) for value in said) and any(noun.word.detail == "choice" for noun in nouns):
        raise NoSense  # "a choice of Hat, Staff or Beard": not a choice of Hat
    if any(isinstance(value, Phrase) and value != Some(t.Caster()) for value in said):
        raise NoSense
    for value in said:  # "Pointy, Round or Floppy (one of them is chosen)"
        if (
            isinstance(value, Said)
            and value.word.sort == "V"
            and value.sense not in ("choose", "select", "take", "state")
        ):
            raise NoSense
    if len(words) < 2 or len({word.casefold() for word in words}) < len(words):
        raise NoSense
    if any(noun.sense not in ("item", "kind") for noun in nouns):
        raise NoSense
    noun = next((noun.word.detail for noun in nouns if noun.word.detail != "choice"), "")
    return (t.Input("word", "one of " + ", ".join(words[:-1]) + " or " + words[-1], words=tuple(words), noun=noun),)
