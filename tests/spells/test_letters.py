"""A letter stands for a Wizard, a position, a number, a word or a spell wherever its name could stand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from spells.lists import spell

from pbp.spells import Spell, say
from pbp.spells import tree as t
from pbp.spells.walk import mapped

WIZARD = "The name of another Wizard"
POSITION = "A position in the Wizard Ring"

# How a letter comes to stand for a Wizard: the Inputs line, the words before, and those that mean the same Wizard.
WIZARDS = (
    ("The name of another Wizard {w}", WIZARD, "", "the chosen Wizard"),
    ("{w}, the name of another Wizard", WIZARD, "", "the chosen Wizard"),
    ("The name of a Wizard {w}, not the caster", WIZARD, "", "the chosen Wizard"),
    (POSITION, POSITION, "Let {w} be the Wizard in the chosen position. ", "the Wizard in the chosen position"),
    ("A position Q in the Wizard Ring", POSITION, "Let {w} be the Wizard in position Q. ", "the chosen Wizard"),
    ("", "", "Let {w} be the Wizard with the most Stars. ", "the Wizard with the most Stars"),
    ("", "", "Let {w} be the Wizard 2 positions after the caster. ", "the Wizard 2 positions after the caster"),
    ("", "", "Call the Wizard in position 3 {w}. ", "the Wizard in position 3"),
)  # fmt: skip
OF_WIZARDS = (
    "{W} loses 2 Stars.",
    "The caster pays 2 Stars to {w}.",
    "The caster pays {w} 2 Stars.",
    "{W} pays 2 Stars to the caster, if able.",
    "2 Stars are lost by {w}.",
    "2 Stars are taken from {w}.",
    "The caster steals 1 Star from {w}.",
    "The caster swaps Stars with {w}.",
    "The caster and {w} swap Hats.",
    "{W}'s neighbours lose 1 Star each.",
    "The neighbours of {w} lose 1 Star each.",
    "Each neighbour of {w} gains 1 Star.",
    "Each Wizard next to {w} gains 1 Star.",
    "A random neighbour of {w} loses 2 Stars.",
    "{W}'s Hat becomes Red.",
    "The Hat of {w} becomes Red.",
    "The caster's Hat becomes {w}'s Hat.",
    "{W} gets a Floppy Hat.",
    "The caster gains Stars equal to {w}'s Crystals.",
    "The caster gains as many Stars as {w} has Crystals.",
    "The caster gains 1 Star for each of {w}'s Crystals.",
    "Each Wizard who has more Stars than {w} loses 1 Star.",
    "Each Wizard other than {w} loses 1 Star.",
    "Each Wizard except {w} and the caster loses 1 Star.",
    "Each Wizard who targeted {w} loses 1 Star.",
    "The caster and {w} lose 1 Star.",
    "The Wizard 2 positions after {w} loses 1 Star.",
    "If {w} cast Burn, the caster gains 1 Star.",
    "Unless {w} is idle, the caster gains 1 Star.",
    "If {w} has 5 Stars or more, {w} loses 1 Star.",
    "If {w}'s Hat is Red, the caster gains 1 Star.",
    "If {w} targeted the caster, the caster gains 1 Star.",
    "If the caster has fewer Stars than {w}, the caster gains 1 Star.",
    "For the remainder of this Duel, {w} cannot lose Stars.",
    "For the remainder of this Duel, {w} is not affected by Burn.",
)
FIXED = (
    "{W}'s spell has no effect.",
    "The spell that {w} cast has no effect.",
    "The spell cast by {w} has no effect.",
    "Each spell that targets {w} has no effect.",
    "Each spell that targets the caster targets {w} instead.",
    "{W} is considered to have selected Burn instead.",
)
"""What happens before Stars change."""


def bare(found: Spell) -> Any:
    """What the spell does, whatever its inputs are called and its draws are numbered."""
    assert found.program is not None, found.unclear
    asked = tuple(replace(one, label="", noun="") for one in found.program.inputs)
    keys: dict[int, int] = {}

    def plain(node: Any) -> Any:
        if isinstance(node, t.Pick | t.Roll):
            return replace(node, key=keys.setdefault(node.key, len(keys)))
        return replace(node, at=0) if hasattr(node, "at") else node

    return asked, mapped(found.program.acts, plain)


def told(sentence: str, name: str) -> str:
    """The sentence with this name where {w} or {W} stands."""
    return sentence.format(w=name, W=name[0].upper() + name[1:])


@pytest.mark.parametrize("sentence", OF_WIZARDS + FIXED)
@pytest.mark.parametrize(("lettered", "inputs", "before", "name"), WIZARDS)
def test_a_letter_means_the_wizard_it_was_given_to(
    lettered: str, inputs: str, before: str, name: str, sentence: str
) -> None:
    for letter in ("W", "A"):
        with_letter = spell(before.format(w=letter) + told(sentence, letter), lettered.format(w=letter))
        plainly = spell(told(sentence, name), inputs)
        assert bare(with_letter) == bare(plainly), say(with_letter)


# A letter that is each of a group, and the same without it.
EACH = (
    ("For each Wizard W other than the caster: W loses 2 Stars.", "Each Wizard other than the caster loses 2 Stars."),
    ("For each neighbour A of the caster: A gains 4 Stars.", "Each neighbour of the caster gains 4 Stars."),
    ("For every Wizard V, V pays 1 Star to the caster.", "Each Wizard pays 1 Star to the caster."),
    ("For each other Wizard W: the caster pays W 2 Stars.", "The caster pays 2 Stars to each other Wizard."),
    ("For each neighbour W of the caster: if W cast Burn, W loses 1 Star.",
     "Each neighbour of the caster who cast Burn loses 1 Star."),
    ("Each Wizard W other than the caster loses 1 Star for each Wizard who has more Stars than W.",
     "Each Wizard other than the caster loses 1 Star for each Wizard who has more Stars than they have."),
    ("For each Wizard W: W loses 1 Star for each neighbour of W who cast Burn.",
     "Each Wizard loses 1 Star for each of their neighbours who cast Burn."),
    ("For each other Wizard W: W loses 1 Star and W's Hat becomes Red.",
     "Each other Wizard loses 1 Star. The Hat of each other Wizard becomes Red."),
)  # fmt: skip


@pytest.mark.parametrize(("lettered", "plainly"), EACH)
def test_a_letter_can_be_each_of_a_group(lettered: str, plainly: str) -> None:
    assert bare(spell(lettered)) == bare(spell(plainly))


NUMBERS = (
    ("A number {n} from 1 to 5", ""),
    ("{n}, a number from 1 to 5", ""),
    ("A number {n}: 1, 2, 3, 4 or 5", ""),
    ("", "Let {n} be the number of Wizards who cast Burn. "),
    ("", "Let {n} be the caster's Crystals. "),
    ("", "Count the Wizards who cast Burn. Call the result {n}. "),
    ("", "Count the Wizards who cast Burn and call that number {n}. "),
    ("", "Roll DICE6 and call the result {n}. "),
    ("", "Roll DICE6 (call it {n}). "),
    ("", "Roll DICE6. Let {n} be the result. "),
)
OF_NUMBERS = (
    "The caster gains {n} Stars.",
    "Each Wizard other than the caster loses {n} Stars.",
    "The caster pays {n} Stars to each neighbour of the caster.",
    "{n} Stars are lost by each Wizard other than the caster.",
    "The caster gains {n} + 1 Stars.",
    "Each Wizard with more than {n} Stars loses 1 Star.",
    "Each Wizard who has {n} or more Stars loses 1 Star.",
    "Each Wizard who has exactly {n} Stars loses 1 Star.",
    "If the caster has fewer than {n} Stars, the caster gains 1 Star.",
    "If {n} is 3 or more, the caster gains 1 Star.",
    "If {n} is less than 3, the caster gains 1 Star.",
    "If {n} = 3, the caster gains 1 Star.",
    "If {n} = 3 or more, the caster gains 1 Star.",
    "If {n} is odd, the caster gains 1 Star.",
    "{n} is even: the caster gains 1 Star.",
    "The Wizard {n} positions after the caster loses 1 Star.",
    "The caster's Stars are set to {n}.",
)


@pytest.mark.parametrize("sentence", OF_NUMBERS)
@pytest.mark.parametrize(("inputs", "before"), NUMBERS)
def test_a_letter_means_the_number_it_was_given_to(inputs: str, before: str, sentence: str) -> None:
    _, plainly = bare(spell(sentence.format(n="N"), "A number N from 1 to 5"))
    _, counted = bare(spell(f"{before}The caster gains N Stars.".format(n="N"), inputs.format(n="N")))
    number = counted[-1].amount
    for letter in ("N", "K", "I"):
        asked, acts = bare(spell((before + sentence).format(n=letter), inputs.format(n=letter)))
        left = tuple(act for act in acts if not isinstance(act, t.Rolls))
        meant = mapped(plainly, lambda node: number if node == t.NumberInput(0) else node)
        assert left == meant
        assert len(asked) == bool(inputs)


OTHERS = (
    ("A position {p} in the Wizard Ring", "The Wizard in position {p} loses 2 Stars.",
     POSITION, "The Wizard in the chosen position loses 2 Stars."),
    ("A position {p}, not the caster's", "The Wizard at {p} loses 2 Stars.",
     "A position, not the caster's", "The Wizard in the chosen position loses 2 Stars."),
    ("A position ({p}) in the Wizard Ring", "The neighbours of the Wizard in position {p} lose 2 Stars.",
     POSITION, "The neighbours of the Wizard in the chosen position lose 2 Stars."),
    ("", "Let {p} be the next position. The Wizard in position {p} loses 2 Stars.",
     "", "The Wizard in the next position loses 2 Stars."),
    ("A number {p} from 1 to 4", "The Wizard in position {p} loses 2 Stars.",
     "A number X from 1 to 4", "The Wizard in position X loses 2 Stars."),
    ("A colour {p}: Red or Blue", "The caster's Robes become {p}.",
     "Red or Blue", "The caster's Robes become the chosen colour."),
    ("A colour {p}: Red or Blue", "If {p} is Red, gain 1 Star.", "Red or Blue", "If Red is chosen, gain 1 Star."),
    ("A colour {p}: Red or Blue", "If {p} is not Red, gain 1 Star.",
     "Red or Blue", "Unless Red is chosen, gain 1 Star."),
    ("A colour {p} (Red or Blue)", "Each Wizard whose Hat is {p} loses 1 Star.",
     "Red or Blue", "Each Wizard whose Hat is the chosen colour loses 1 Star."),
    ("The name of a spell {p}", "Each Wizard who cast {p} loses 1 Star.",
     "The name of a spell", "Each Wizard who cast the chosen spell loses 1 Star."),
    ("A spell {p}", "If nobody cast {p}, gain 1 Star.", "A spell", "If nobody cast the chosen spell, gain 1 Star."),
    ("", "Let {p} be the caster's Staff. Each other Wizard whose Staff is {p} loses 1 Star.",
     "", "Each other Wizard whose Staff is the caster's Staff loses 1 Star."),
)  # fmt: skip


@pytest.mark.parametrize(("lettered", "with_letter", "inputs", "plainly"), OTHERS)
def test_a_letter_means_the_position_word_or_spell_it_was_given_to(
    lettered: str, with_letter: str, inputs: str, plainly: str
) -> None:
    for letter in ("P", "S", "T"):
        found = spell(with_letter.format(p=letter), lettered.format(p=letter))
        assert bare(found) == bare(spell(plainly, inputs)), say(found)


REFUSED = (
    ("", "W loses 2 Stars.", "nothing says what W is"),
    ("", "The Wizard in position P loses 2 Stars.", "nothing says what P is"),
    ("", "The caster gains N Stars.", "nothing says what N is"),
    ("The name of a Wizard W", "Let W be the Wizard with the most Stars. W loses 2 Stars.", "two"),
    ("", "Let W be the next Wizard. Let W be the previous Wizard. W loses 2 Stars.", "two"),
    ("", "Let W be the Wizard with the most Stars. W loses 5 Stars. Then W gains 2 Stars.", "somebody else by then"),
    ("", "For each other Wizard W: W loses 1 Star. W gains 1 Crystal.", "another sentence"),
    ("", "Let N be the caster's Stars. Gain 2 Stars. Then lose N Stars.", "may have changed"),
)


@pytest.mark.parametrize(("inputs", "effect", "reason"), REFUSED)
def test_a_letter_that_nothing_or_two_things_are_said_of_is_refused(inputs: str, effect: str, reason: str) -> None:
    found = spell(effect, inputs)
    assert found.program is None, say(found)
    assert any(reason in one.reason for one in found.unclear), found.unclear


TOLD_TWICE = (
    ("A number N from 1 to 5", "N Stars, where N is the number of your Crystals", "Gain N Stars."),
    ("", "X Stars, where X is the number of Wizards who cast Burn",
     "Let X be the number of Wizards who cast Jolt. Gain X Stars."),
    ("", "1 Star per rich Wizard, where a rich Wizard is one with more than 10 Stars",
     "A rich Wizard is one who has more than 20 Stars. Each rich Wizard loses 2 Stars."),
)  # fmt: skip


@pytest.mark.parametrize(("inputs", "cost", "effect"), TOLD_TWICE)
def test_what_the_cost_says_of_a_letter_is_all_that_is_said_of_it(inputs: str, cost: str, effect: str) -> None:
    found = spell(effect, inputs, f"Cost: {cost}")
    assert any("two things" in one.reason for one in found.unclear), say(found)
