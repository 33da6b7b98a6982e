"""The syntax of English and its lexicon: every word in every context of its sense, and no word passed over."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files
from itertools import product

import pytest
from spells.lists import ATTRIBUTES, OTHERS

from pbp.spells import Spell, read_list
from pbp.spells.around import Around
from pbp.spells.cutting.marks import trimmed
from pbp.spells.english.lexicon import UNHEARD, _forms, lines
from pbp.spells.english.reading import ROOMS, chart, grammar, readings

LINES = list(lines(files("pbp.spells.english").joinpath("lexicon.txt").read_text("utf-8")))
CHOSEN = "The name of another Wizard in this Duel"
POSITION = "A position in the Wizard Ring"


def spell(effect: str, inputs: str = CHOSEN) -> Spell:
    """The spell Self of this Effect, read anew."""
    found = read_list(f"{OTHERS}== Self ==\nInputs: {inputs}\nEffect: {effect}\nTraits: Odd\n", ATTRIBUTES).find("Self")
    assert found is not None
    return found


def english(effect: str, inputs: str = CHOSEN) -> list[object]:
    """What the syntax of English alone reads one sentence as."""
    around = Around(("Burn", "Jolt", "Gift", "Greed", "Fizzle", "Self"), tuple(sorted(ATTRIBUTES)), ("Belligerent",))
    return readings(trimmed(effect), around.names_of("Self"))


# For each sense of the lexicon the sentences in which each of its words is tried, by class and form: {s} and {p} are
# a noun's forms; {VB} {VS} {VD} {VN} {VG} those of a verb; {w} any other word.
CONTEXTS: dict[str, tuple[str, ...]] = {
    "V regain": ("The caster {VS} the Stars they lost this Duel.", "All Wizards {VB} the Stars they lost this Duel."),
    "N wizard": ("Each other {s} loses 1 Star.", "All {p} lose 1 Star.", "If a {s} cast Burn, gain 1 Star."),
    "N opponent": ("Each {s} loses 1 Star.",),
    "N neighbour": ("Each {s} of the caster loses 1 Star.", "The caster's {p} lose 1 Star."),
    "N caster": ("The {s} gains 1 Star.",),
    "N target": ("The {s} loses 1 Star.",),
    "N position": ("The Wizard in the next {s} gains 1 Star.", "The Wizard in {s} 3 gains 1 Star."),
    "N spell": ("Each {s} that targets the caster has no effect.", "Burn {p} have no effect."),
    "N number": ("Gain Stars equal to the {s} of Wizards who cast Burn.",),
    "N result": ("If the {s} is 4, gain 1 Star.",),
    "N speed": ("Each spell with a higher {s} has no effect.",),
    "N duel": ("If the caster cast Burn in the previous {s}, gain 1 Star.",),
    "N rest": ("For the {s} of this Duel, the caster cannot lose Stars.",),
    "N end": ("Until the {s} of this Duel, the caster cannot lose Stars.",),
    "N start": ("If the caster had fewer than 5 Stars at the {s} of the Duel, gain 1 Star.",),
    "V lose": (
        "The caster {VS} 2 Stars.", "Each other Wizard must {VB} 1 Star.", "2 Stars are {VN} by the chosen Wizard.",
        "If the caster {VD} Stars this Duel, gain 1 Star.", "Each Wizard who has {VN} Stars this Duel gains 1 Star.",
        "For the rest of this Duel, the caster cannot {VB} Stars.",
    ),
    "V gain": (
        "The caster {VS} 2 Stars.", "Each other Wizard must {VB} 1 Star.", "2 Stars are {VN} by the chosen Wizard.",
        "If the caster {VD} Stars this Duel, lose 1 Star.", "Each Wizard who has {VN} Stars this Duel loses 1 Star.",
        "For the rest of this Duel, the caster cannot {VB} Stars.",
    ),
    "V pay": ("The caster {VS} 2 Stars to the chosen Wizard.", "The caster {VS} the chosen Wizard 2 Stars."),
    "V give": ("The caster {VS} 2 Stars to the chosen Wizard.", "The chosen Wizard is {VN} 2 Stars."),
    "V bestow": ("{VB} the caster 2 Stars.", "{VB} 2 Stars to the caster."),
    "V award": ("The chosen Wizard is {VN} 2 Stars.",),
    "V steal": (
        "The caster {VS} 2 Stars from the chosen Wizard.", "2 Stars are {VN} by the caster from the chosen Wizard.",
    ),
    "V take": ("The caster {VS} 2 Stars from the chosen Wizard.", "2 Stars are {VN} from the chosen Wizard."),
    "V remove": ("{VB} 2 Stars from the chosen Wizard.", "2 Stars are {VN} from the chosen Wizard."),
    "V doff": ("The chosen Wizard {VS} their Hat.", "The chosen Wizard's Hat is {VN}."),
    "V add": ("{VB} 2 Stars to the chosen Wizard.", "2 Stars are {VN} to the chosen Wizard."),
    "V have": ("If the caster {VS} at least 5 Stars, gain 1 Star.", "Each Wizard who {VS} a Red Hat loses 1 Star."),
    "V become": ("The caster's Hat {VS} Red.",),
    "V swap": ("The caster and the chosen Wizard {VB} Hats.",),
    "V double": ("The caster's Stars are {VN}.", "{VB} the caster's Stars."),
    "V halve": ("The caster's Stars are {VN}, rounded down.",),
    "V reduce": ("The chosen Wizard's Stars are {VN} by 2.",),
    "V raise": ("The chosen Wizard's Stars are {VN} by 2.",),
    "V cast": ("If the chosen Wizard {VD} Burn, gain 1 Star.", "Each Wizard who {VD} Burn loses 1 Star."),
    "V select": ("If the chosen Wizard {VD} Burn, gain 1 Star.",),
    "V target": ("Each Wizard who {VD} the caster loses 1 Star.", "Spells {VG} the caster have no effect."),
    "V affect": ("For the rest of this Duel, the caster is not {VN} by Burn.",),
    "V roll": ("{VB} DICE6.",),
    "V redirect": ("Each spell that targets the caster is {VN} to the chosen Wizard.",),
    "V void": ("Each spell that targets the caster is {VN}.",),
    "V fail": ("Each spell that targets the caster {VS}.",),
    "V consider": ("The chosen Wizard is {VN} to have selected Burn instead.",),
    "V stand": ("The Wizard who {VS} in the next position gains 1 Star.",),
    "V leave": ("The chosen Wizard is {VN} with 3 Stars.",),
    "V make": ("The caster's Hat is {VN} Red.", "{VB} the caster's Hat Red."),
    "V average": ("The Stars of the caster and of the chosen Wizard are {VN}.",),
    "V count": ("{VB} the Wizards who cast Burn.",),
    "V addup": ("{VB} the Stars of all other Wizards.",),
    "V find": ("{VB} the Wizard with the most Stars.",),
    "V move": ("Each spell that targets the caster is {VN} to the next position.",),
    "V end": ("Until this Duel {VS}, the caster cannot lose Stars.",),
    "V start": ("Each Wizard loses as many Crystals as they had when the Duel {VD}.",),
    "V last": ("For as long as this Duel {VS}, the caster cannot lose Stars.",),
    "V work": ("The spell of the chosen Wizard does not {VB}.",),
    "V show": ("Gain as many Stars as the roll {VS}.",),
    "V comeup": ("If an even number {VS}, gain 1 Star.",),
    "V divide": ("{VB} the result by 2.",),
    "V multiply": ("{VB} the result by 2.",),
    "V dock": ("The chosen Wizard is {VN} 2 Stars.",),
    "A chosen": ("The {w} Wizard loses 2 Stars.",),
    "A other": ("Each {w} Wizard loses 1 Star.",),
    "A idle": ("Each {w} Wizard loses 1 Star.", "If the chosen Wizard is {w}, gain 1 Star."),
    "A active": ("Each {w} Wizard loses 1 Star.", "If the chosen Wizard is {w}, gain 1 Star."),
    "A next": ("The Wizard in the {w} position gains 1 Star.",),
    "A previous": ("The Wizard in the {w} position gains 1 Star.",),
    "A random": ("A {w} neighbour of the caster loses 1 Star.",),
    "C >": ("If the result is {w} than 3, gain 1 Star.",),
    "S most": ("The Wizard with the {w} number of Stars loses 1 Star.",),
    "S fewest": ("The Wizard with the {w} number of Stars loses 1 Star.",),
    "P near": ("Each Wizard {w} the caster loses 1 Star.",),
    "P because": ("The caster does not lose Stars {w} Burn this Duel.",),
    "_X but": ("Each Wizard {w} the caster loses 1 Star.",),
    "_O opener": ("{w}, the caster gains 1 Star.", "{w} each other Wizard loses 1 Star."),
    "R random": ("A neighbour of the caster is chosen {w}.",),
    "R way": ("The caster gains as many Stars as they lost {w}.",),
    "Q nobody": ("If {w} cast Burn, gain 1 Star.",),
    "Q everyone": ("{w} loses 1 Star.",),
    "Q whoever": ("{w} cast Burn loses 1 Star.",),
}  # fmt: skip
NOT_ENGLISH = {
    # words that English does not use in one of the contexts that their sense has
    "If the result is above than 3, gain 1 Star.",
}


def forms(sort: str, spelled: list[str]) -> list[dict[str, str]]:
    """Each spelling of a word, by its forms."""
    by_form: dict[str, list[str]] = {}
    for _, form, spellings in _forms(sort, spelled):
        words = [word.replace("_", " ") for word in spellings.split("/") if word != "-"]
        if words:
            by_form.setdefault(form or "w", []).extend(words)
    if sort in ("N", "V"):
        size = max(map(len, by_form.values()))
        return [{form: words[min(at, len(words) - 1)] for form, words in by_form.items()} for at in range(size)]
    return [{"w": word} for word in by_form["w"]]


def cases() -> list[tuple[str, str]]:
    """(word, sentence) for each word of the lexicon and each context of its sense."""
    found = []
    for sort, spelled, sense, _ in LINES:
        terminal = f"_{sort}" if sort in UNHEARD else sort
        for said, context in product(forms(sort, spelled), CONTEXTS.get(f"{terminal} {sense}", ())):
            try:
                sentence = context.format(**said)
            except KeyError:
                continue  # a form that this word does not have
            if sentence not in NOT_ENGLISH:
                found.append((spelled[0], sentence))
    return found


@pytest.mark.parametrize(("word", "sentence"), cases(), ids=lambda part: part[:70])
def test_each_word_is_read_in_each_context_of_its_sense(word: str, sentence: str) -> None:
    sentence = sentence[0].upper() + sentence[1:]
    assert english(sentence), sentence


def test_each_name_in_the_syntax_has_one_function() -> None:
    named: set[str] = set()

    def walk(trie: object) -> None:
        if getattr(trie, "end", None):
            named.add(trie.end)  # type: ignore[attr-defined]
        for _, _, _, after, _ in trie.steps():  # type: ignore[attr-defined]
            walk(after)

    known = grammar()
    for trie in (*known.tries.values(), *known.growing.values()):
        walk(trie)
    assert not named - set(known.meanings)
    stands = Counter(
        name
        for room in ROOMS
        for name, value in vars(room).items()
        if name in named and getattr(value, "__module__", "") == room.__name__
    )
    assert [name for name, count in stands.items() if count > 1] == []


@pytest.mark.parametrize(
    "sentence",
    [
        "If the chosen Wizard cast Burn, they lose 3 Stars.",
        "Each neighbour of the caster who cast Burn loses 1 Star.",
        "Gain 2 Stars and 1 Star for each Wizard who has fewer than 3 Stars.",
        "Until the end of this Duel, the caster cannot lose at least their number of Stars.",
        "If there is no Wizard with the most.",
    ],
)
def test_a_rule_whose_words_are_nowhere_in_the_sentence_has_no_part_in_it(sentence: str) -> None:
    around = Around(("Burn", "Self"), tuple(sorted(ATTRIBUTES)))
    read = chart(trimmed(sentence), around.names_of("Self"))
    found, parts = read.readings("sentence"), read.spans(("np", "vp", "cond", "sentence"))
    read.look("sentence")
    assert (read.readings("sentence"), read.spans(("np", "vp", "cond", "sentence"))) == (found, parts)
    assert parts


PLAIN = (
    ("The caster gains 3 Stars.", ""),
    ("Each other Wizard loses 1 Star.", ""),
    ("The chosen Wizard loses 2 Stars.", CHOSEN),
    ("The chosen Wizard pays 2 Stars to the caster.", CHOSEN),
    ("If the chosen Wizard cast Burn, they lose 3 Stars.", CHOSEN),
    ("Each neighbour of the caster who cast Burn loses 1 Star.", ""),
    ("The caster gains 1 Star for each Wizard who cast Burn.", ""),
    ("Unless another Wizard cast Burn, the caster gains 2 Stars.", ""),
    ("The Wizard with the most Stars loses 2 Stars.", ""),
    ("If the caster has at least 5 Stars, the caster loses 1 Star.", ""),
    ("Each spell that targets the caster has no effect.", ""),
    ("The caster's Hat becomes Red.", ""),
)
ADDED = "not never twice instead other random secretly fewer previous there again no half up below".split()


@pytest.mark.parametrize(("sentence", "inputs"), PLAIN, ids=lambda part: part[:50])
def test_a_word_put_in_changes_the_meaning_or_is_refused(sentence: str, inputs: str) -> None:
    plain = spell(sentence, inputs)
    assert plain.program is not None
    words = sentence.rstrip(".").split(" ")
    passed_over = []
    for word, at in product(ADDED, range(1, len(words) + 1)):
        changed = spell(" ".join([*words[:at], word, *words[at:]]) + ".", inputs)
        if changed.program == plain.program:
            passed_over.append(" ".join([*words[:at], word, *words[at:]]))
    assert [text for text in passed_over if text not in HARMLESS] == []


HARMLESS = {
    # neighbours are others anyway
    "Each other neighbour of the caster who cast Burn loses 1 Star",
}


@pytest.mark.parametrize("number", ["two", "six", "ten", "fifteen"])
def test_a_number_in_words_is_never_called_unknown(number: str) -> None:
    (unclear,) = spell(f"The caster rolls DICE6 and, on rolling the number chosen, receives {number} Stars.").unclear
    assert "receives" in unclear.reason
    (unclear,) = spell(f"The caster gains {number} blorbs.").unclear
    assert unclear.reason == 'the word "blorbs" is unknown'
