"""One word changed in a readable spell changes what it does, or the spell is refused: never the same in silence."""

from __future__ import annotations

import re

import pytest
from spells.lists import spell
from spells.test_wordings import READABLE

SUBSTANCE = {
    "gains": "loses", "loses": "gains", "gain": "lose", "lose": "gain", "more": "fewer",
    "fewer": "more", "least": "most",
    "odd": "even", "even": "odd", "burn": "Jolt",
    "greed": "Jolt", "gift": "Burn", "hat": "Robes", "crystal": "Hat",
    "crystals": "Hat", "star": "Crystal", "stars": "Crystals",
    "red": "Blue", "highest": "lowest", "lowest": "highest", "fewest": "most", "next": "previous",
    "previous": "next", "after": "before", "before": "after", "down": "up", "up": "down", "if": "unless",
    "unless": "if", "first": "second", "second": "first", "twice": "thrice", "half": "third",
}  # fmt: skip
NEVER_IDLE = frozenset(
    "no least most fewer fewest less other if unless except random half twice up down never neither nor none same even "
    "odd able first second highest lowest".split()
)
"""Words that are never there for nothing: without one of them a sentence means something else, or is refused."""
BOUNDS = (
    ("at least", "exactly"), ("at most", "exactly"), ("exactly", "at least"), ("more than", "at least"),
    ("fewer than", "at most"), (" or more", ""), (" or fewer", ""), (" or less", ""),
)  # fmt: skip
"""What says where a condition ends, and what would end it elsewhere."""


def mutants(effect: str) -> list[str]:
    """The sentence with one word of substance changed, or one number or bound, or one word that counts left out."""
    words = effect.split(" ")
    found = []
    for at, word in enumerate(words):
        bare = word.strip(".,;:()'s").lower() if not word.endswith("s") else word.lower()
        new = ""
        if bare.isdigit() and (at or not re.fullmatch(r"\(?\d[.)]", word)):  # what numbers the first point is no number
            new = word.replace(bare, str(int(bare) + 1))
        elif word.strip(".,;:()").lower() in SUBSTANCE:
            core = word.strip(".,;:()")
            new = word.replace(core, SUBSTANCE[core.lower()])
        if bare == "not" or word.strip(".,;:()").lower() in NEVER_IDLE:
            found.append(" ".join(words[:at] + words[at + 1 :]))
        if new:
            found.append(" ".join([*words[:at], new, *words[at + 1 :]]))
    for bound, other in BOUNDS:
        for match in re.finditer(rf"(?<![\w-]){bound}(?![\w-])", effect):
            found.append(effect[: match.start()] + other + effect[match.end() :])
    return found


IDLE = (
    ("such half being rounded", "such being rounded"),
    ("the said half being rounded", "the said being rounded"),
    ("has more than 5 Stars, no such exchange", "has more than 6 Stars, no such exchange"),
    ("Whatever the caster's Hat is, each", "Whatever the caster's Robes is, each"),
    ("Whatever Hat you have, each", "Whatever Robes you have, each"),
    ("are about the same roll", "are about the roll"),
    ("go by this one roll", "go by this roll"),
    ("every one of these other Wizards", "every one of these Wizards"),
    ("is shared by several other Wizards", "is shared by several Wizards"),
    ("Does that same Wizard", "Does that Wizard"),
    ("ach other Wizard next to you", "ach Wizard next to you"),
    ("has more Stars than the other, the richer", "has fewer Stars than the other, the richer"),
    ("has more Crystals than the other, the one with fewer", "has fewer Crystals than the other, the one with fewer"),
    ("the lower position going first in", "the lower position going in"),
    ("First, ", ""),
    ("First, ", "second, "),
    (" and if ", " and "),
    ("(so if ", "(so "),
    ("may even be", "may be"),
    ("in all, even if both", "in all, if both"),
    ("in all, even when both", "in all, when both"),
    ("once, even if both", "once, if both"),
    ("cut down to", "cut to"),
    ("the half that is lost", "the that is lost"),
    ("this second roll", "this roll"),
    ("the second roll", "the roll"),
    ("this second loss", "this loss"),
    ("that same spell", "that spell"),
    ("that same chosen", "that chosen"),
    ("add up the two", "add the two"),
    ("* If you don't:", "* you don't:"),
    ("* If 3 or more", "* 3 or more"),
    ("If the number of Wizards is odd:", "the number of Wizards is odd:"),
    (
        "Leave yourself aside and find the highest number of Stars among the other",
        "Leave yourself aside and find the highest number of Stars among the",
    ),
    ("by at least one other Wizard too", "by at least one Wizard too"),
    ("except that n", "that n"),
    ("ends up below", "ends below"),
    ("whatever Hat the caster", "whatever Robes the caster"),
    ("whatever the Hat was", "whatever the Robes was"),
    ("1. DICE6", "2. DICE6"),
    ("ends up below", "ends down below"),
    ("neither a) nor b)", "neither a) b)"),
    ("If the same result is", "If the result is"),
    ("the caster's Hat itself being left", "the caster's Robes itself being left"),
    ("The rows add up.", "The rows add"),
    ("of the other Wizards are tied", "of the Wizards are tied"),
    ("with any number of Stars", "with any number of Crystals"),
    ("That random Wizard gains", "That Wizard gains"),
    ("Loses nothing from this spell", "gains nothing from this spell"),
    ("the number was odd or not", "the number was even or not"),
    ("First: the Wizard", "the Wizard"),
    ("First: the Wizard", "second: the Wizard"),
    ("3. If the lower result", "3. the lower result"),
    ("; (2) is considered", "; (3) is considered"),
    ("(a) If you chose", "(a) you chose"),
    ("If the caster is idle:\n1.", "the caster is idle:\n1."),
    ("When: if the", "When: the"),
    ("When: if they", "When: they"),
    ("a random Wizard is drawn separately", "a Wizard is drawn separately"),
    ("A random Wizard is drawn separately", "A Wizard is drawn separately"),
    ("(a new random pick", "(a new pick"),
    ("(a fresh random draw", "(a fresh draw"),
    ("a new random Wizard for each such spell", "a new Wizard for each such spell"),
    ("many Stars, whichever of you has more", "many Stars, whichever of you has fewer"),
    ("(or if that Wizard cast nothing)", "(or that Wizard cast nothing)"),
    ("this is the same spell you cast", "this is the spell you cast"),
    ("it could even be you", "it could be you"),
    ("If nobody else cast Burn, well,", "nobody else cast Burn, well,"),
    ("whatever the answer in 1 was", "whatever the answer in 2 was"),
    ("If the picked Wizard did not cast Burn:", "the picked Wizard did not cast Burn:"),
    (", or if you have fewer than two neighbours, nothing", ", or you have fewer than two neighbours, nothing"),
    ("If you have a Red Hat:", "you have a Red Hat:"),
    ("If you have a Blue Hat:", "you have a Blue Hat:"),
    ("If you have a Red Hat, a)", "you have a Red Hat, a)"),
    ("If you have a Red Hat, (1)", "you have a Red Hat, (1)"),
    ("If Red:", "Red:"),
    ("2) Your neighbours", "3) Your neighbours"),
    ("If the Staff you're carrying happens", "the Staff you're carrying happens"),
    ("(2) Your neighbours", "(3) Your neighbours"),
    ("| none, or more than 1 | at least 1 | nothing |", "| none, or fewer than 1 | at least 1 | nothing |"),
    ("| none, or more than 1 | at least 1 | nothing |", "| none, or at least 1 | at least 1 | nothing |"),
    ("| none, or more than 1 | at least 1 | nothing |", "| none, or more than 1 | exactly 1 | nothing |"),
    ("| none, or more than 1 | at least 1 | nothing |", "| none, or more than 2 | at least 1 | nothing |"),
    ("| none, or more than 1 | at least 1 | nothing |", "| none, or more than 1 | at least 2 | nothing |"),
    ("1. If nobody cast Burn:", "1. nobody cast Burn:"),
    ("even if your Hat is Red", "even if your Robes is Red"),
    ("even if your Hat is Red", "even if your Hat is Blue"),
    ("each other Wizard who also cast", "each Wizard who also cast"),
    ("any other Wizard also cast", "any Wizard also cast"),
    ("goes up to 4 Stars", "goes to 4 Stars"),
    ("(no Stars are gained or lost)", "(no Crystals are gained or lost)"),
    ("(nobody gains anything either)", "(nobody loses anything either)"),
    ("If yes: you", "yes: you"),
    ("If no: a random", "no: a random"),
    ("Red Hat or not", "Blue Hat or not"),
    ("Red Hat or not", "Red Robes or not"),
    ("ends up on", "ends on"),
    ("even if that spell had no effect", "even if that spell had effect"),
    ("of the other Wizards tie for", "of the Wizards tie for"),
    ("if other Wizards are tied for this", "if Wizards are tied for this"),
    ("several other Wizards are tied", "several Wizards are tied"),
    ("tied for the fewest, it is the tied", "tied for the it is the tied"),
    ("if even one of those neighbours did not", "if one of those neighbours did not"),
    ('each other Wizard who cast "Burn" (you yourself', 'each Wizard who cast "Burn" (you yourself'),
    ("no more and no fewer", "no more and fewer"),
)
"""What is there for nothing, and what may stand for it: words that open, that are said once more, that only wonder."""


def same_in_substance(effect: str, mutant: str) -> bool:
    """Pairs that mean the same in spite of the changed word: "gained or lost"; "all, but (not) the caster"; IDLE."""
    left_out = ", but not the caster" in effect and ", but the caster" in mutant
    idle = any(effect.replace(words, other, 1) == mutant for words, other in IDLE)
    return "gains or loses" in effect or "gain nor lose" in effect or left_out or idle


@pytest.mark.parametrize("entry", READABLE, ids=lambda entry: entry["effect"][:70])
def test_each_changed_word_changes_the_meaning_or_is_refused(entry: dict[str, str]) -> None:
    effect, inputs = entry["effect"], entry.get("inputs", "")
    meant = spell(effect, inputs).program
    same = [mutant for mutant in mutants(effect) if spell(mutant, inputs).program == meant]
    assert [mutant for mutant in same if not same_in_substance(effect, mutant)] == []


def test_the_wordings_have_words_of_substance_by_the_thousand() -> None:
    assert sum(len(mutants(entry["effect"])) for entry in READABLE) > 8000
