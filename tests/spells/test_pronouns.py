"""Words that stand for a name mean the same in every place; so do the ways of having, wearing and standing."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from spells.lists import begun, spell
from spells.test_letters import bare

from pbp.spells import say

WIZARD = "The name of another Wizard"
POSITION = "A position in the Wizard Ring"

# Each class of words with the places where they stand; the first word is the name itself.
CLASSES: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    (WIZARD, ("the chosen Wizard", "they", "he", "she", "he or she", "she or he", "he/she", "that Wizard",
              "that one"), (
        "If the chosen Wizard is idle, {x} must lose 2 Stars.",
        "If the chosen Wizard cast Burn, {x} must pay 2 Stars to the caster.",
        "If the chosen Wizard has 5 Stars or more, 2 Stars are lost by {x}.",
    )),
    (WIZARD, ("the chosen Wizard", "them", "him", "her", "him or her", "her or him", "that Wizard"), (
        "If the chosen Wizard is idle, take 2 Stars from {x}.",
        "If the chosen Wizard is idle, pay {x} 2 Stars.",
        "If the chosen Wizard is idle, pay 2 Stars to {x}.",
        "If the chosen Wizard is idle, steal 2 Stars from {x}.",
        "If the chosen Wizard is idle, each neighbour of {x} loses 1 Star.",
        "If the chosen Wizard is idle, 2 Stars are lost by {x}.",
    )),
    (WIZARD, ("the chosen Wizard's", "their", "his", "her", "his or her", "her or his", "his/her", "that Wizard's"), (
        "If the chosen Wizard is idle, {x} Hat becomes Red.",
        "If the chosen Wizard is idle, {x} neighbours lose 1 Star each.",
        "If the chosen Wizard is idle, gain Stars equal to {x} Crystals.",
        "If the chosen Wizard is idle, one of {x} neighbours, picked at random, loses 1 Star.",
        "If the chosen Wizard cast Burn, {x} spell has no effect.",
        "If the chosen Wizard is idle and {x} Hat is Red, gain 1 Star.",
    )),
    (WIZARD, ("themselves", "himself", "herself", "themself", "himself or herself"), (
        "If the chosen Wizard targeted {x}, gain 1 Star.",
        "Each Wizard who targeted {x} loses 1 Star.",
        "If each other Wizard targeted {x}, gain 1 Star.",
    )),
    (WIZARD, ("the chosen Wizard", "the latter"), (
        "The caster and the chosen Wizard lose 1 Star. Then {x} gains 2 Crystals.",
        "The caster and the chosen Wizard lose 1 Star. {x}'s Hat becomes Red.",
        "The caster and the chosen Wizard gain 1 Star. The Hat of {x} becomes Red.",
        "The caster and the chosen Wizard gain 1 Star. If {x} cast Burn, lose 1 Star.",
        "The caster and the chosen Wizard gain 1 Star. Each neighbour of {x} loses 1 Star.",
    )),
    (WIZARD, ("the caster", "the former"), (
        "The caster and the chosen Wizard lose 1 Star. {x} gains 2 Crystals.",
        "The caster and the chosen Wizard lose 1 Star. {x}'s Hat becomes Red.",
    )),
    (WIZARD, ("the chosen Wizard", "they", "he or she"), ("{x} must lose 2 Stars.", "If {x} cast Burn, gain 1 Star.")),
    (WIZARD, ("the chosen Wizard's", "their", "his or her"), (
        "{x} Hat becomes Red.", "{x} neighbours lose 1 Star each.", "{x} spell has no effect.",
    )),
    (WIZARD, ("the chosen Wizard", "them", "him or her"), (
        "Take 2 Stars from {x}.", "Pay 2 Stars to {x}.", "Each neighbour of {x} loses 1 Star.",
    )),
    (WIZARD, ("the caster", "I", "you"), (
        "{x} must lose 2 Stars.",
        "If {x} cast Burn in Duel 1, the chosen Wizard gains 1 Star.",
        "The chosen Wizard and {x} lose 1 Star each.",
        "For the rest of this Duel, {x} can't lose Stars.",
        "{x} must pay 2 Stars to the chosen Wizard.",
    )),
    (WIZARD, ("the caster", "me", "you"), (
        "The chosen Wizard pays {x} 2 Stars.",
        "Each Wizard who targeted {x} loses 1 Star.",
        "Each spell that targets {x} has no effect.",
        "Each Wizard next to {x} loses 1 Star.",
        "Each Wizard other than {x} loses 1 Star.",
        "Everyone but {x} loses 1 Star.",
        "Each Wizard with more Stars than {x} loses 1 Star.",
        "The Wizard 2 positions after {x} loses 1 Star.",
        "If nobody but {x} cast Burn, the chosen Wizard gains 1 Star.",
    )),
    (WIZARD, ("the caster's", "my", "your"), (
        "{x} neighbours lose 1 Star each.",
        "{x} Hat becomes Red.",
        "If {x} Hat is Red, the chosen Wizard loses 1 Star.",
        "The chosen Wizard loses Stars equal to {x} Crystals.",
        "The chosen Wizard's Hat becomes {x} Hat.",
        "One of {x} neighbours, picked at random, loses a Star.",
    )),
    ("", ("such Wizard", "of these Wizards", "of those Wizards", "of them"), (
        "Find the Wizards who cast Burn. Each {x} loses 2 Stars.",
        "Count the Wizards who cast Burn. Each {x} loses 2 Stars.",
    )),
    # having, and standing
    (WIZARD, ("has", "has got", "'s got"), (
        "Everyone who {x} a Red Hat loses 1 Star.",
        "Each neighbour who {x} more than 5 Stars loses 1 Star.",
        "Whoever {x} the most Stars loses 1 Star.",
        "Everybody but you who {x} fewer Stars than the chosen Wizard loses 1 Star.",
        "Lose 1 Star for every one of your neighbours who {x} Velvet Robes.",
    )),
    ("", ("doesn't have", "hasn't got", "has not got"), ("Anyone who {x} a Hat loses 1 Star.",)),
    ("", ("you have", "you've got", "you have got"), (
        "If {x} a Red Hat, gain 1 Star.", "If {x} 5 Stars or more, gain 1 Star.", "Unless {x} a Hat, gain 1 Star.",
    )),
    ("", ("you don't have", "you haven't got", "you have not got"), ("If {x} a Hat, gain 1 Star.",)),
    ("", ("each of your neighbours", "every one of your neighbours", "each and every neighbour of yours"), (
        "{x} loses 1 Star.",
    )),
    ("", ("of your neighbours", "one of your neighbours"), ("Gain 1 Star for every {x} who cast Burn.",)),
    ("", ("the Wizard 1 position after the caster", "whoever comes right after the caster",
          "whoever stands directly after the caster", "the Wizard who comes right after the caster",
          "the Wizard who sits just after the caster", "the Wizard who comes right after the caster in the ring"), (
        "{x} loses 2 Stars.", "2 Stars are lost by {x}.", "If {x} cast Burn, gain 1 Star.", "Pay 1 Star to {x}.",
    )),
    ("", ("the Wizard in position 3", "whoever stands in position 3", "whoever sits at position 3",
          "the Wizard who stands at position 3", "whoever is standing in position 3", "position 3's Wizard"), (
        "{x} loses 2 Stars.", "2 Stars are lost by {x}.", "If {x} cast Burn, gain 1 Star.", "Pay 1 Star to {x}.",
    )),
    ("", ("each Wizard next to the caster", "everyone who stands next to the caster", "whoever sits beside the caster",
          "those who stand beside the caster"), (
        "{x} must lose 1 Star.", "1 Star is lost by {x}.",
    )),
    ("", ("cast the same spell as they did", "cast the same spell this Duel as they did",
          "cast the same spell as he or she did"), ("Each Wizard who {x} in Duel X-2 loses 1 Star.",)),
    ("", ("who has a neighbour who cast Burn", "beside whom stands somebody who cast Burn"), (
        "Each Wizard {x} loses 1 Star.",
    )),
    ("", ("who cast Burn", "by whom Burn was cast"), (
        "Each Wizard {x} loses 1 Star.", "Lose 1 Star for each Wizard {x}.",
    )),
)  # fmt: skip

# What somebody wears: the first of each is as the page of meanings has it.
WORN: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("", (
        "The caster's Hat becomes {v}.", "Your Hat turns {v}.", "Your Hat goes {v}.", "Your Hat is changed to {v}.",
        "Your Hat turns into {v}.", "Turn your Hat {v}.", "Make your Hat {v}.", "Set your Hat to {v}.",
        "Your Hat takes on {v}.", "You get a {v} Hat.", "You put on a {v} Hat.", "You are given a {v} Hat.",
        "You end up with a {v} Hat.", "Your Hat is turned {v}.",
    )),
    ("", (
        "If the caster's Hat is {v}, gain 1 Star.", "If you have a {v} Hat, gain 1 Star.",
        "If you've got a {v} Hat, gain 1 Star.", "If you're wearing a {v} Hat, gain 1 Star.",
        "If you wear a {v} Hat, gain 1 Star.", "If you have the Hat {v}, gain 1 Star.",
    )),
    ("", (
        "Unless the caster's Hat is {v}, gain 1 Star.", "Unless you wear a {v} Hat, gain 1 Star.",
        "Unless you have the Hat {v}, gain 1 Star.",
    )),
    ("", (
        "Each Wizard whose Hat is {v} loses 1 Star.", "Each Wizard with a {v} Hat loses 1 Star.",
        "Each Wizard who has a {v} Hat loses 1 Star.", "Each Wizard who's got a {v} Hat loses 1 Star.",
        "Each Wizard wearing a {v} Hat loses 1 Star.", "Each Wizard in a {v} Hat loses 1 Star.",
        "Each Wizard with the Hat {v} loses 1 Star.", "Each Wizard who has the Hat {v} loses 1 Star.",
    )),
    ("", (
        "Lose 1 Star for each neighbour whose Robes are {v}.", "Lose 1 Star for each neighbour who has {v} Robes.",
        "Lose 1 Star for every one of your neighbours who's got {v} Robes.",
        "Lose 1 Star for each neighbour wearing {v} Robes.",
    )),
    ("{v} or Blueish", (
        "If {v} is chosen, gain 1 Star.", "If you chose {v}, gain 1 Star.", "If you called {v}, gain 1 Star.",
        "If you picked {v}, gain 1 Star.", "If you named {v}, gain 1 Star.", "If {v} was picked, gain 1 Star.",
    )),
)  # fmt: skip


def pronoun_cases() -> list[tuple[str, str, str, str]]:
    return [
        (inputs, place, words[0], word)
        for inputs, words, places in CLASSES
        for place, word in product(places, words[1:])
    ]


def put(place: str, word: str) -> str:
    """The sentence with a word in its place."""
    return begun(place.format(x=word).replace(" 's got", "'s got"))


@pytest.mark.parametrize(("inputs", "place", "name", "word"), pronoun_cases())
def test_words_of_a_class_mean_the_same_in_every_place(inputs: str, place: str, name: str, word: str) -> None:
    found = spell(put(place, word), inputs)
    assert bare(found) == bare(spell(put(place, name), inputs)), say(found)


@pytest.mark.parametrize(("inputs", "sentence", "plainly"), [(i, s, told[0]) for i, told in WORN for s in told])
def test_a_word_that_is_worn_is_one_in_every_place(inputs: str, sentence: str, plainly: str) -> None:
    for value in ("Red", "Floppy", "Velvet", "Chequered"):
        meant: Any = bare(spell(plainly.format(v=f'"{value}"'), inputs.format(v=value)))
        for written in (value, f'"{value}"'):
            found = spell(sentence.format(v=written), inputs.format(v=value))
            assert bare(found) == meant, say(found)
