"""Turns of phrase (turns.txt): each line, with its slots filled, reads as its plain words do."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest
from spells.lists import begun, spell

from pbp.spells import say
from pbp.spells.english import turns
from pbp.spells.tree import Program

WIZARD, WIZARDS = "the Wizard in the chosen position", "each neighbour of the caster"
FILLINGS = {
    "vp": ("loses 1 Star", "gains as many Stars", "gains 2 Stars", "had cast Burn"),
    "pp": (
        "in the previous Duel",
        "in Duel X-2",
        "for each Wizard",
        "to each other Wizard",
        "from Burn",
        "until the Duel is over",
    ),
    "alter": ("the caster gains 1 Star", "its caster loses 1 Star"),
    "event": ("you lose Stars", "you lose Stars from Burn", "a Belligerent spell makes you lose Stars"),
    "np": (
        "2 Stars",
        WIZARD,
        "Burn",
        "the number of Wizards who cast Burn",
        "each other Wizard",
        "your Hat and your Staff",
        "you and the Wizard in the chosen position",
        "your Stars and the previous Wizard's Stars",
        "Wizards who cast Jolt",
        "this Duel",
        "a Staff",
        "a Hat",
    ),
    "n1": ("Wizard", "Wizards", "neighbour", "neighbours"),
    "np0": (WIZARD, WIZARDS, "the caster", "you", "your neighbours", "the number of Wizards who cast Burn"),
    "several": ("your neighbours", "all other Wizards"),
    "N": ("Wizard", "neighbour"),
    "word": ("the chosen colour",),
    "counted": ("idle Wizard", "Wizard with no Hat"),
    "for_each": ("for each idle Wizard", "for each Wizard with no Hat"),
    "much": ("2 Stars", "7 Stars", "a Star", "2 additional Stars"),
    "other": ("each other Wizard", WIZARD, "your neighbours"),
    "one": (WIZARD, "the caster", "you"),
    "spell": ("Burn", "Jolt"),
    "worn": ("your Hat", "the Hat of the previous Wizard"),
    "owned": ("your Stars", "your Crystals"),
    "num": ("3", "7"),
    "rounded": ("(rounded down)", "rounded up"),
    "T_NUMBER": ("3", "7"),
    "T_THING": ("Stars", "Crystals", "Hat", "Robes"),
    "T_DICE": ("DICE6",),
    "value": ('"Red"', '"Blue"'),
    "value1": ('"Red"', '"Blue"'),
    "T_TRAIT": ("Belligerent", "Peaceful"),
    "cond": ("the Wizard in the chosen position cast Burn",),
    "cond1": ("the Wizard in the chosen position cast Burn", "you have 7 Stars or more"),
    "LETTER": ("N",),
    "T_ROLE": ("Crowd",),
    "items": ("the Wizard there loses 2 Stars", "you gain 1 Star, and your neighbours lose 1 Star"),
    "nbar": ("Wizards who cast Burn", "Wizard who cast Burn", "spell", "Belligerent spell"),
    "adjp": ("idle", "Red"),
    "compared": ("lower than 3", "at least 2"),
    "item": ("you gain 2 Stars", "each neighbour loses 1 Star", "that Wizard loses 2 Stars"),
    "run": ("you gain 2 Stars", "each neighbour loses 1 Star"),
    "act": ("you gain 2 Stars", "each neighbour loses 1 Star"),
    "quant0": ("at least 2", "more than 1"),
    "preds": ("has the most Stars", "cast Burn"),
    "quant": ("exactly one", "at least two"),
    "S": ("most", "fewest"),
}
"""What may stand in a slot, the likeliest first."""
CROWD = '"Crowd": all Wizards who cast Burn'
FRAMES = {
    "vp": (
        "If your Hat {}, you gain 1 Star.",
        "The previous Wizard {}.",
        "All other Wizards {}.",
        "You {}.",
        "If the previous Wizard {}, you gain 1 Crystal.",
        "If your neighbours {}, you gain 1 Crystal.",
        "If you {}, you gain 1 Crystal.",
        "For the rest of this Duel, the previous Wizard {}.",
        "For the rest of this Duel, whenever you would lose Stars, you {}.",
        "For the rest of this Duel, whenever you would gain Stars, you {}.",
        "For the rest of this Duel, whenever you would lose more than 7 Stars, you {}.",
        "For the rest of this Duel, whenever the caster would lose more than 7 Stars, the caster {}.",
        "Burn {}.",
        "Any spell that targets you {}.",
        "Spells that target you {}.",
        "Spells that target you {}: each of them targets a random other Wizard instead.",
        "Any spell that targets you {}: it targets a random other Wizard instead.",
        "Your neighbours {}.",
        "If your Hat {}, you gain 1 Star.",
    ),
    "preds": ("Each Wizard who {} loses 1 Crystal.", "If the previous Wizard {}, you gain 1 Star."),
    "rel1": ("Each Wizard {} loses 1 Star.",),
    "limit": (
        "You gain Stars equal to your Crystals {}.",
        "You gain Crystals equal to the number of idle Wizards {}.",
    ),
    "alter": (
        "For the rest of this Duel, whenever you lose Stars, {}.",
        "For the rest of this Duel, whenever they gain Stars, {}.",
        "For the rest of this Duel, whenever a Wizard loses Stars, {}.",
        "For the rest of this Duel, whenever your neighbours gain Stars, {}.",
    ),
    "event": ("For the rest of this Duel, whenever {}, you gain 1 Crystal.",),
    "act": (
        "{}.",
        'If your Robes are "Green", {}.',
        "For the rest of this Duel, {}.",
        "You are considered to have selected Burn instead, and {}.",
        f"{CROWD}. {{}}.",
        "Your neighbours lose 1 Star. {}.",
        "If a spell targets you, {}.",
        "{}. If there are 2 or more, you gain 1 Star.",
        "Count the idle Wizards. {}.",
        "If both you and the Wizard in the chosen position have a Staff, {}.",
    ),
    "quant0": ("Each Wizard with {} Stars loses 1 Star.",),
    "part": ("For the rest of this Duel, {}.",),
    "np0": (
        "{} go down by 2.",
        f"{CROWD}. {{}} loses 1 Star.",
        f"{CROWD}. {{}} lose 1 Star.",
        "{} loses 1 Star.",
        "{} lose 1 Star.",
        "If you have {}, you gain 1 Crystal.",
        "Compare the Stars of your neighbours. {} loses 1 Star.",
        "Choose a random other Wizard. {} loses 1 Star.",
    ),
    "item": ("{}.", 'If your Robes are "Green", {}.', "Roll DICE6. {}."),
    "items": ("{}.", "You gain 1 Crystal. {}."),
    "np": (
        "{} loses 1 Star.",
        "{} lose 1 Star.",
        "You gain {}.",
        "The previous Wizard loses {}.",
        "You and the previous Wizard end up with {}.",
        "If you and the previous Wizard have {}, you gain 1 Star.",
        "The Wizard with the most Stars loses 3 Stars. If there is a tie, {} loses 1 Star instead.",
        "The Wizard with the most Stars loses 3 Stars. If there is a tie, {} lose 1 Star instead.",
        "If the number of Wizards who cast Burn is the chosen number, gain 2 Stars. Otherwise lose {}.",
        "Each other Wizard who cast Burn loses 1 Star. If there is {}, you gain 1 Star.",
        "Your Stars become {}.",
        "{} becomes Red.",
        "If nobody cast {}, you gain 1 Star.",
        "If your Hat is {}, you gain 1 Star.",
    ),
    "cond1": (
        "If {}, you gain 1 Star.",
        "You gain 1 Star unless {}.",
        "Roll DICE6. If {}, you gain 1 Star.",
        "Everyone who cast Burn or Jolt loses 1 Star. If {}, you gain 1 Star.",
        f"{CROWD}. If {{}}, you gain 1 Star.",
    ),
    "cond": ("If {}, you gain 1 Star.",),
    "nbar": (
        "If you cast Burn in each of the 2 {}, you gain 1 Star.",
        "If you cast Burn in the {}, you gain 1 Star.",
        "Each {} loses 1 Star.",
        "Each Wizard with a {} loses 1 Star.",
        "For the rest of this Duel, each {} is reduced by 1.",
        "Each other Wizard who cast Burn loses 1 Star. If there is no {}, you gain 1 Star.",
        "For the rest of this Duel, any {} which the caster would otherwise incur from a spell whose Speed is below 5 "
        "shall be replaced by a loss of 3 Stars.",
        "For the rest of this Duel, any {} which the caster would otherwise enjoy from a spell whose Speed is below 5 "
        "shall be replaced by a gain of 3 Stars.",
    ),
    "lead": (
        "{} you gain 1 Star.",
        "You lose 1 Crystal. {} you gain 1 Star.",
        f"{CROWD}. {{}} you gain 1 Star.",
    ),
    "trail": ("You gain 1 Star {}.",),
    "so_told": ("{} earns you 1 Star.",),
    "so_done": ("{} earns you 1 Star.",),
    "tie": ("The Wizard with the most Stars loses 1 Star. {}.",),
    "aside": ("Each Wizard ({}) loses 1 Star.", "A random Wizard ({}) loses 1 Star."),
    "pp": ("{}, each other Wizard loses 1 fewer Star from spells.",),
    "sentence": (
        "{}. You gain N Stars.",
        "{}. N loses 1 Star.",
        "{}.",
        "{}. You gain that many Stars.",
        "{}! You gain 1 Star.",
        "{}. If so, you gain 1 Star.",
        "Count the idle Wizards. Two or more? You gain 2 Stars. {}.",
    ),
}
"""Where what a rule can say may stand."""
INPUTS = "A position in the Wizard Ring"
NUMBER = re.compile(r"your number(?! of)\b|chosen number|number you chose")
"""What only a number can be that the Inputs line asks for."""
ASKED = (
    (re.compile(r"chosen positions|(?:each|either) chosen position"), "Two positions"),
    (re.compile(r"chosen spell|spell whose name"), "The name of a spell"),
    (re.compile(r"chosen colour|colou?r (?:selected|specified|picked)"), "A colour: Red, Blue or Green"),
    (re.compile(r"Wizard whose (?:name|position)"), INPUTS),
    (re.compile(r"(?=.*\bHat\b)(?=.*\bRobes\b).*(?:\bchose|\bpicked\b|\bnamed\b)"), "Hat or Robes"),
)
"""What the Inputs line asks for where a text speaks of it."""


def filled(line: turns.TurnLine) -> Iterator[tuple[str, str]]:
    """What may be said, and its plain words, in each frame and with each filling."""
    slots = [piece for piece in dict.fromkeys(turns.pieces(line.said)) if isinstance(piece, tuple)]
    for frame, *words in itertools.product(FRAMES[line.rule], *(fillings(line, *slot) for slot in slots)):
        said, plain = line.said, line.plain
        for (rule, number), word in zip(slots, words, strict=True):
            slot = "{" + f"{rule} {number}".strip() + "}"
            said, plain = said.replace(slot, word), plain.replace(slot, word)
        yield begun(frame.format(said)), begun(frame.format(plain))


def fillings(line: turns.TurnLine, rule: str, number: str) -> tuple[str, ...]:
    """What may stand in a slot; in the second of its kind the second first."""
    words = ("Hat",) if rule == "T_THING" and ("{value" in line.said or "whose" in line.said) else FILLINGS[rule]
    return words[1:] + words[:1] if number else words


class Meant(NamedTuple):
    """What a text says, and what it does."""

    says: str
    does: Program


@cache
def read(text: str) -> Meant | None:
    """What a text says, or None if it is refused. Many turns have the same plain words."""
    asked = "" if "chosen" not in text else "One of Red, Blue or Green" if "chosen word" in text else INPUTS
    asked = "A number from 1 to 6" if NUMBER.search(text) else asked
    asked = next((line for words, line in ASKED if words.search(text)), asked)
    found = spell(text, asked, "Traits: Peaceful\n" if "Peaceful" in text else "")
    return None if found.program is None else Meant(say(found), found.program)


def _same(one: Meant | None, other: Meant) -> bool:
    """Whether two texts say the same, or, where a text has no canonical sentence, do the same."""
    return one is not None and (one.says == other.says or one.does == other.does)


@pytest.mark.parametrize("line", turns.kept(), ids=lambda line: f"{line.rule}: {line.said}")
def test_a_turn_says_what_its_plain_words_say(line: turns.TurnLine) -> None:
    tried = 0
    for said, plain in filled(line):
        if (meant := read(plain)) is not None:
            assert _same(read(said), meant), said
            tried += 1
            if tried == 3:
                return
    assert tried, f"the plain words are read nowhere: {line.plain}"


@pytest.mark.parametrize(
    "line",
    [
        "vp is {num} {T_THING} poorer = loses {num} {T_THING}",
        "vp: is {num} {T_THING} poorer",
        "vp: is {num} {T_THING} poorer = ",
        "vp: is {num} {T_THING} poorer than {np} = loses {num} {T_THING}",
        "vp: is {num} {T_THING} poorer = loses {num 2} {T_THING}",
        "vp: (is|are|be) {num} {T_THING} poorer = (loses|lose) {num} {T_THING}",
    ],
)
def test_a_line_that_is_no_turn_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="turn"):
        list(turns.lines(line))


def test_a_slot_that_stands_twice_is_filled_the_same() -> None:
    pays = "The chosen Wizard pays you 3 Stars, or nothing if they have fewer than {} Stars."
    assert say(spell(pays.format(3), "The name of a Wizard")).endswith("if able.")
    assert spell(pays.format(2), "The name of a Wizard").program is None


def test_draws_of_two_turns_are_two() -> None:
    one, other = "A gain of 3 Stars accrues to a random Wizard", "A gain of 2 Stars accrues to a random Wizard"
    assert read(f"{one}. {other}.") == read("A random Wizard gains 3 Stars. A random Wizard gains 2 Stars.")
