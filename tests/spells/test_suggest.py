"""What is suggested for a spell that cannot be read: it can be read, and loses nothing that turns its meaning round."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import pytest
from spells.lists import spell
from spells.make_bank import reads
from spells.test_wordings import REFUSED

from pbp.spells import Spell, read_list
from pbp.spells import steps as counted
from pbp.spells import tree as t
from pbp.spells.english import lexicon
from pbp.spells.english.reading import grammar
from pbp.spells.read import names_around
from pbp.spells.suggest import MOST, Mark, marks, reworded, suggest
from pbp.spells.suggest.asides import with_capitals, without_asides
from pbp.spells.suggest.bank import wordings
from pbp.spells.suggest.cases import in_cases, rows_told
from pbp.spells.suggest.chatty import chatty
from pbp.spells.suggest.colour import is_colour, is_said
from pbp.spells.suggest.faithful import faithful, keeps_enough, unlike
from pbp.spells.suggest.formal import formal
from pbp.spells.suggest.islands import islands
from pbp.spells.suggest.labels import TOP, labels_of, plain, steps
from pbp.spells.suggest.lasting import lasting
from pbp.spells.suggest.lines import either_price
from pbp.spells.suggest.loosened import BOTH, LOOKED_FOR, TWO, WHO, loosened, table
from pbp.spells.suggest.outright import outright
from pbp.spells.suggest.plainer import plainer, shorter
from pbp.spells.suggest.reckoned import reckoned
from pbp.spells.suggest.signs import Known, Sign, signs
from pbp.spells.suggest.spoken import spoken_of
from pbp.spells.suggest.tabled import tables_told
from pbp.spells.suggest.terms import terms_put
from pbp.spells.suggest.upright import upright
from pbp.spells.suggest.whole import whole_turned
from pbp.spells.words import NUMBERS, tokens

PLACE = "A position in the Wizard Ring"
LONG = "PBP_LONG" in os.environ


def effects(found: Spell) -> list[str]:
    """The Effects that are suggested."""
    return [suggestion.reworded["effect"] for suggestion in suggest(found)]


def is_offered(effect: str, inputs: str, meant: str) -> None:
    """Asserts that an Effect cannot be read, and that one of its suggestions means what is meant."""
    found = spell(effect, inputs)
    assert found.program is None, "it can be read: take another example"
    wanted = spell(meant, inputs).program
    assert wanted is not None
    assert wanted in [reworded(found, {"effect": words}).program for words in effects(found)]


@pytest.mark.parametrize(
    ("effect", "inputs", "meant"),
    [
        (
            "The Wizard lingering in the given position loses 3 Stars.",
            PLACE,
            "The Wizard in the given position loses 3 Stars.",
        ),
        ("Gain 3 Stars. Each neihgbour loses 1 Star.", "", "Gain 3 Stars. Each neighbour loses 1 Star."),
        (
            "If at least one Wizard bar the caster has recieved Stars this Duel from a spell other than Burn, "
            "the caster gains 1 Star.",
            "",
            "If at least one Wizard other than the caster has received Stars this Duel from a spell other than Burn, "
            "the caster gains 1 Star.",
        ),
    ],
)
def test_what_was_meant_is_among_the_suggestions(effect: str, inputs: str, meant: str) -> None:
    is_offered(effect, inputs, meant)


def test_both_meanings_of_a_they_are_offered() -> None:
    found = spell(
        "Each neighbour of the Wizard in the chosen position loses 1 Star if they have more than 18 Stars.", PLACE
    )
    assert len(effects(found)) >= 2


@pytest.mark.parametrize(
    ("inputs", "meant"),
    [
        ("Any number you fancy, be it 1, 2, 3, 4 or 5", "A number from 1 to 5"),
        ("The position on one side of you or on the other", f"{PLACE} next to your own"),
        ("A position in the Wizard Ring; the two positions beside your own are not allowed",
         f"{PLACE} not next to your own"),
        ("A position, not yours, and say Hat, Staff, Beard",
         f"{PLACE} other than your own, and one of Hat, Staff or Beard"),
        ("The name of any Wizard but yourself (sorry, no riding solo)", "The name of any Wizard but yourself"),
        ("The name of some spell; Self itself is not on offer", "The name of a spell other than Self"),
    ],
)  # fmt: skip
def test_inputs_ask_for_what_the_author_has_a_word_for(inputs: str, meant: str) -> None:
    found = spell("Gain 3 Stars.", inputs)
    assert found.program is None, "it can be read: take another example"
    first, *_ = (suggestion.reworded["inputs"] for suggestion in suggest(found))
    assert first == meant


def test_inputs_and_effect_are_reworded_together_and_what_reads_stays_word_for_word() -> None:
    found = spell(
        "The Wizard lingering in the given position loses 3 Stars. Gain 2 Stars.",
        "One position in the Wizard Ring, sort of",
    )
    (first, *_) = suggest(found)
    assert first.reworded == {
        "inputs": "One position in the Wizard Ring",
        "effect": "The Wizard in the given position loses 3 Stars. Gain 2 Stars.",
    }


@pytest.mark.parametrize(
    ("effect", "less"),
    [
        (
            "Brrr! Each neighbour loses 2 Stars, which is what you get for standing about in the snow.",
            "Each neighbour loses 2 Stars.",
        ),
        (
            "Gain 2 Stars (it was 3 in the summer of 1987). Whistling softly, each neighbour loses 1 Star.",
            "Gain 2 Stars. Each neighbour loses 1 Star.",
        ),
        (
            "You gain 1 Star, and each neighbour, grumbling, loses 1 Star. So 7 dwarves would make a fortune!",
            "You gain 1 Star, and each neighbour loses 1 Star.",
        ),
        ("Greed is punished: each neighbour loses 2 Stars.", "Each neighbour loses 2 Stars."),
        ("Robin Hood strikes again! Each idle Wizard loses 3 Stars. The poor rejoice.",
         "Each idle Wizard loses 3 Stars."),
        ("You become very rich. You gain 4 Stars.", "You gain 4 Stars."),
        ("Every neighbour gets a taste of the whip: each neighbour loses 1 Star.", "Each neighbour loses 1 Star."),
        ("(Sing loudly.) You gain 2 Stars — the ring cheers!", "You gain 2 Stars!"),
    ],
)  # fmt: skip
def test_the_authors_own_text_without_what_cannot_be_read_and_says_nothing_is_offered_first(
    effect: str, less: str
) -> None:
    first, *_ = suggest(spell(effect))
    assert first.reworded == {"effect": less}


@pytest.mark.parametrize(
    ("lost", "rest"),
    [
        ("Your rivals suffer too.", "Each neighbour loses 2 Stars."),
        ("The idle are spared.", "Each Wizard loses 2 Stars."),
        ("Not you, though.", "Each Wizard loses 2 Stars."),
        ("Then the whole thing happens once more.", "Each Wizard loses 2 Stars."),
        ("Repeat.", "You gain 2 Stars."),
        ("In the next Duel:", "You gain 2 Stars."),
        ("For every other Wizard who cast Burn,", "you gain 2 Stars."),
        ("On a 1, you gain nothing. On any other result,", "you gain 2 Stars."),
        ("(Several Wizards on top? Then it's the one in the highest position.)", "You gain 2 Stars."),
        (", and separately you lose 1 Star again", "You gain 2 Stars."),
        ("The luckier neighbour gets a share.", "You gain 2 Stars."),
        ("Each neighbour pillages the caster for 3 Stars.", "You gain 2 Stars."),
        ('You get a "Blue" Hat:', 'Your Hat becomes "Red".'),
        ("You lose 2 Stars:", "You gain 2 Stars."),
    ],
)
def test_words_that_do_something_are_no_words_of_colour(lost: str, rest: str) -> None:
    assert is_said(lost, rest)
    assert not is_colour(lost, rest)


@pytest.mark.parametrize(
    ("lost", "rest"),
    [
        ("Return to sender.", "Each spell that targets you targets the Wizard who cast that spell instead."),
        ("You are guessing!", "If the Wizard in the chosen position cast the chosen spell, you gain 3 Stars."),
        ("Give light to the Wizard in the chosen position:", "1 Star is gained by that Wizard."),
        ('You get a "Red" Hat:', 'Your Hat becomes "Red".'),
        ("(it was 3 in the summer of 1987)", "Gain 2 Stars."),
        ("The Wizard in the chosen position is cursed.", "That Wizard loses 2 Stars."),
    ],
)
def test_words_of_colour_do_nothing(lost: str, rest: str) -> None:
    assert is_colour(lost, rest)


def test_no_sentence_that_does_something_is_left_out_of_any_suggestion() -> None:
    for effect in (
        "Each neighbour loses 2 Stars. Your rivals suffer too.",
        "Each Wizard loses 2 Stars. The idle are spared.",
        "You gain 2 Stars. Repeat.",
        "You gain 3 Stars. The luckier neighbour gets a share.",
    ):
        assert suggest(spell(effect)) == ()


def test_nothing_is_gained_that_an_author_says_is_lost() -> None:
    for effect in ("Fire spreads. Each neighbour loses 3 Stars.", "You keep calm. Your neighbours lose 2 Stars each."):
        assert not [words for words in effects(spell(effect)) if "gain" in words]


@pytest.mark.parametrize(
    "effect",
    [
        "The caster tells a joke.",
        "If the Battle Master laughs, gain 5 Stars.",
        "Gain some Stars.",
        "If it is raining, each Wizard loses 2 Stars.",
        "Wurble the flonk.",
        "If the moon is full, each neighbour loses 1 Star (as it should be).",
        "Unless it snows, gain 2 Stars, of course.",
        "",
    ],
)
def test_where_there_is_no_good_one_none_is_offered(effect: str) -> None:
    assert suggest(spell(effect)) == ()


def test_a_spell_that_reads_and_one_whose_page_is_wrong_have_no_suggestions() -> None:
    assert suggest(spell("Gain 1 Star.")) == ()
    twice = read_list("== A ==\nEffect: Gain 1 Star.\n== A ==\nEffect: Gain 2 Stars.\n").spells["A"]
    assert twice.unclear
    assert suggest(twice) == ()


def is_right(written: Spell, entry: dict[str, Any], fields: Mapping[str, str]) -> bool:
    """Whether a suggestion for an entry of the corpus, given back as a ruling, makes the spell readable."""
    page = f"== Self ==\nInputs: {entry.get('inputs', '')}\nEffect: {entry['effect']}\n"
    others = "".join(f"== {name} ==\nEffect: Gain 1 Star.\n" for name in written.around.names if name != "Self")
    traits = "== Trait ==\nTraits: Belligerent\nEffect: Gain 1 Star.\n"
    rulings = [{"spell": "self", **fields}]
    return not read_list(page + others + traits, frozenset(written.around.attributes), rulings).spells["Self"].unclear


def test_every_suggestion_given_back_makes_its_spell_readable() -> None:
    offered = 0
    for entry in REFUSED[:: 1 if LONG else len(REFUSED) // 250]:
        written = spell(entry["effect"], entry.get("inputs", ""))
        found = suggest(written)
        offered += len(found)
        assert len(found) <= MOST
        assert [each for each in found if not is_right(written, entry, each.reworded)] == []
        programs = [reworded(written, each.reworded).program for each in found]
        assert all(programs[:n].count(program) == 0 for n, program in enumerate(programs)), "each means something else"
    assert offered > 1


def test_nothing_that_an_author_writes_makes_it_raise() -> None:
    for effect in (
        "(" * 50,
        "DICE0 1 2 3 " * 30,
        r"Take the Wizard in \1 \g<x>: they lose \2.",
        "• • •",
        "If, if, if,",
        "Self",
        '"',
        "a) b) c)",
        "1" * 400,
        r"Let N be the number of \1 \g<x> Wizards. Each neighbour loses twice N Stars, where N is \2.",
        "Let A be A and A. " * 9 + "A" * 9 + " A" * 90,
        "| a | b |\n|---|---|\n| \\1 |\n||\n| loses | pays | 3 |",
        'Lose 2 Stars, provided that a neighbour of them\na) has a "Red" Staff, or\nb) targeted the chosen Wizard.',
    ):
        suggest(spell(effect, effect, f"Cost: {effect}"))


def test_marks_say_what_is_kept_left_out_and_put_in() -> None:
    assert marks("A numbered position, please.", "A position in the ring.") == (
        Mark("kept", "A"),
        Mark("left out", "numbered"),
        Mark("kept", "position"),
        Mark("left out", ", please"),
        Mark("put in", "in the ring"),
        Mark("kept", "."),
    )


@pytest.mark.parametrize("part", range(8))
def test_every_wording_of_the_bank_reads(part: int) -> None:
    assert [wording for wording in wordings()[part::8] if not reads(wording)] == []


@pytest.mark.parametrize(
    ("effect", "inputs", "meant"),
    [
        ("The Wizard who stands in the position so chosen shall be considered, whatever they wanted, to have selected "
         "no spell.", PLACE, "The Wizard in the chosen position is considered to have selected no spell."),
        ("Roll DICE8. Every Wizard with less than 10 Stars gains as many Stars as the die was kind enough to show.", "",
         "Roll DICE8. Each Wizard who has fewer than 10 Stars gains Stars equal to the result."),
        ("The caster's neighbours are deprived of their Hats, each of which is turned into None, alas.", "",
         "The Hat of each neighbour of the caster becomes \"None\"."),
        ("You lose 5 Stars if the Wizard in the chosen position happens to be found in a position with an odd number.",
         PLACE,
         "If the Wizard in the chosen position is in an odd position, the caster loses 5 Stars."),
        ("Lose 2 Stars. Then what befalls the Wizard in the chosen position is a loss of half of their Stars, rounded "
         "up.", PLACE,
         "The caster loses 2 Stars. Then the Wizard in the chosen position loses Stars equal to half of their Stars "
         "(rounded up)."),
        ("Definition: a \"far spell\" is any spell cast by a neighbour of the caster. For the remainder of this Duel, "
         "Stars that any Wizard would lose from a far spell are not lost by that Wizard; the Wizard who cast that far "
         "spell loses them instead.", "",
         "For the remainder of this Duel, Stars that each Wizard would lose from spells cast by a neighbour of the "
         "caster are lost by the Wizard who cast that spell instead."),
    ],
)  # fmt: skip
def test_a_meaning_is_found_in_words_far_from_any_that_can_be_read(effect: str, inputs: str, meant: str) -> None:
    is_offered(effect, inputs, meant)


def test_a_spell_that_speaks_of_its_place_twice_round_the_ring_is_asked_about_without_a_stumble() -> None:
    effect = (
        "It's a long shot, so bear with me: go to the Wizard in the chosen position and count how many of their "
        'neighbours have a "Floppy" Beard. For each of those, 3 Stars are gained by the Wizard who stands 2 positions '
        "after the one in the chosen position (so 2 positions higher, going round the ring)."
    )
    assert len(suggest(spell(effect, PLACE, "Cost: 1 Star"))) <= MOST


def test_comparisons_with_a_number_are_one_sign_however_they_are_said() -> None:
    known = Known.of(("Burn",), ("Hat",), ())
    for words in ("at least 4 Stars", "more than 3 Stars", "4 Stars or more", "no fewer than 4 Stars"):
        assert Sign("#>=", "number", 4) in signs(words, known), words
    for words in ("at most 4 Stars", "fewer than 5 Stars", "4 or fewer Stars", "no more than 4 Stars"):
        assert Sign("#<=", "number", 4) in signs(words, known), words


def test_the_steps_of_a_tree_tell_all_of_it() -> None:
    program = spell("If the caster has more than 3 Stars, each neighbour who cast Burn loses 2 Stars.").program
    assert program is not None
    made = [step for act in plain(program.acts) for step in steps(TOP, act)]
    given = {value for step in made for _, value in step.given}
    assert given >= {4, 2, "Burn"}, "more than 3 is at least 4"
    assert "Program.acts>If" in labels_of(TOP, made[0].form)


@pytest.mark.parametrize(
    ("effect", "inputs", "meant"),
    [
        ("You simply gain 6 Stars (tralala, no strings attached).", "", "The caster gains 6 Stars."),
        ("Not the wobbliest trap, frankly (despite its name): the caster gains 3 Stars, tralala.", "",
         "The caster gains 3 Stars."),
        ("If the target wobbles not but cast Burn, they lose 2 Stars.", PLACE,
         "If the Wizard in the chosen position cast Burn, the Wizard in the chosen position loses 2 Stars."),
        ("Behold each wobbly neighbour of the caster. They shall tralala lose 2 Stars. Gain 1 Star.", "",
         "Each neighbour of the caster loses 2 Stars. Gain 1 Star."),
        ("Wizard in that position wobbles, loses 3 Stars.", PLACE, "The Wizard in the chosen position loses 3 Stars."),
    ],
)  # fmt: skip
def test_words_are_passed_over_and_exchanged_until_the_rest_can_be_read(effect: str, inputs: str, meant: str) -> None:
    is_offered(effect, inputs, meant)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Gain 3 wobbly Stars and tralala lose 2 Stars.", ("3", "2")),
        ("Wobbling, each neighbour who did not cast Burn loses 1 Star.", ("not", "Burn", "1")),
        ("If exactly 2 other Wizards wobble with more than 5 Stars, tralala, gain 4 Stars.", ("exactly 2", "5", "4")),
    ],
)
def test_numbers_names_and_what_turns_a_meaning_round_are_the_last_to_be_passed_over(
    text: str, kept: tuple[str, ...]
) -> None:
    found = spell(text)
    with counted.within(counted.SUGGESTING):
        (_, first), *_ = loosened(text, names_around(found, ()), (), LOOKED_FOR[-1])
    assert all(words in first for words in kept), first


def test_a_text_is_loosened_in_so_many_steps_and_no_more() -> None:
    text = "Every wibble in the vicinity of the flonk loses 3 Stars whenever somebody, tralala, gains 2. " * 4
    for effort in LOOKED_FOR:
        with counted.within(counted.SUGGESTING) as taken:
            loosened(text, names_around(spell(text), ()), (), effort)
        assert 0 < taken.taken <= effort.steps + 100


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Everybody, you included, loses 3 Stars.", "Everybody loses 3 Stars."),
        ("On top of that, each Wizard (the caster counts too) gains 1 Star.", "Each Wizard gains 1 Star."),
        ("If it's anything else, gain 1 Star.", "Otherwise, gain 1 Star."),
        ("If several Wizards are tied for it, just pick one of them at random.",
         "If there is a tie, one of the tied Wizards is selected at random."),
        ("Your own Hat or Robes, whichever of them you chose, becomes Red.", "Your chosen item becomes Red."),
        ("If, leaving yourself out, there is one and only one Wizard with 3 Stars, gain 1 Star.",
         "If there is exactly 1 Wizard other than the caster with 3 Stars, gain 1 Star."),
        ("Everybody trips: each Wizard loses 2 Stars, rounded down.", "Each Wizard loses 2 Stars, rounded down."),
        ("2 Stars, reduced to 1 Star where you cast Burn", "1 Star if you cast Burn, otherwise 2 Stars"),
        ("Give each neighbour who cast Burn 2 Stars.", "Each neighbour who cast Burn gains 2 Stars."),
        ("If you cast Burn, hand as many Crystals as you have Stars to the chosen Wizard.",
         "If you cast Burn, the chosen Wizard gains as many Crystals as you have Stars."),
        ("Take 1 Star away from each Wizard, the caster excepted, who cast Burn.",
         "Each Wizard other than the caster who cast Burn loses 1 Star."),
        ("Halve (rounded up) the number of Stars that your target loses from spells.",
         "Your target loses half as many Stars from spells (rounded up)."),
        ("Receive up to 2 Stars, paid by your target.", "Your target pays you up to 2 Stars."),
        ("With more than 3 Stars, you lose 1 Star.", "If you have more than 3 Stars, you lose 1 Star."),
        ("2 Stars for each neighbour!", "Each neighbour gains 2 Stars!"),
        ("The richest Wizard (or Wizards, if there is a tie) loses 2 Stars.",
         "Each Wizard with the most Stars loses 2 Stars."),
        ("Deduct 2 Stars from your target and add them to your own.", "Your target pays 2 Stars to the caster."),
        ("You gain 1 Star, plus another 2 if you cast Burn.", "You gain 1 Star. If you cast Burn, you gain 2 Stars."),
        ("Is there a Wizard with more than 9 Stars? Then each of you loses 1.",
         "If there is a Wizard with more than 9 Stars, each of you loses 1 Star."),
        ("1 Star from each neighbour to you.", "Each neighbour pays 1 Star to you."),
        ("Lose 2 Stars, but only if you cast Burn.", "Lose 2 Stars if you cast Burn."),
        ("Each neighbour gains 2 Stars, except for any neighbour who cast Burn.",
         "Each neighbour who did not cast Burn gains 2 Stars."),
        ("This spell does nothing if you cast Burn.", "Nothing happens if you cast Burn."),
    ],
)  # fmt: skip
def test_a_text_is_said_in_plainer_words(text: str, said: str) -> None:
    assert plainer(text, names_around(spell("Gain 1 Star."), ()))[0][1] == said


def test_a_part_with_a_number_or_a_condition_is_the_last_to_be_left_out() -> None:
    found = [words for _, words in shorter("Tralala, gain 3 Stars, wibble, if you cast Burn.")]
    assert found[0] in ("Gain 3 Stars, wibble, if you cast Burn.", "Tralala, gain 3 Stars, if you cast Burn.")
    assert "Tralala, gain 3 Stars, wibble." not in found[:3]


def test_the_phrases_that_are_put_for_others_are_of_words_that_the_reader_knows() -> None:
    known = {*grammar().vocabulary(), *lexicon.words(), *NUMBERS, "star", "stars"}
    others = {
        other.replace(WHO, "the caster").replace(BOTH, TWO) for ways in table().phrases.values() for other, _ in ways
    }
    strange = {token.word for other in others for token in tokens(other) if token.kind == "word"} - known
    assert sorted(word for word in strange if not grammar().fitting(word)) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Take 3 Stars away from the chosen Wizard. This cannot bring them below 2: whoever has less loses nothing.",
         "The chosen Wizard loses 3 Stars, but not below 2."),
        ("Each neighbour pays you 4 Stars, but one who hasn't got 4 pays nothing.",
         "Each neighbour pays you 4 Stars, if able."),
        ("You are paid 2 Crystals by your target. If they have fewer than 2, they pay as many as they have.",
         "Your target pays you up to 2 Crystals."),
        ("If one Wizard alone has the most Stars, that Wizard loses 1 Star. If several share the most, nobody does.",
         "The Wizard with the most Stars loses 1 Star. If there is a tie, nobody is affected."),
        ("See how many Stars the first Wizard had when this Duel started. That Wizard gains that many Stars.",
         "The first Wizard gains as many Stars as the first Wizard had at the start of the Duel."),
        ("Each neighbour loses 1 Star. Whoever targeted you loses 1 Star, so a neighbour who did takes both losses.",
         "Each neighbour loses 1 Star. Whoever targeted you loses 1 Star."),
        ("All Wizards except you lose 1 Star. You keep yours.", "All Wizards except you lose 1 Star."),
        ("Out of all the Wizards who cast Burn, draw one at random. That Wizard loses 1 Star.",
         "A random Wizard who cast Burn loses 1 Star."),
        ("Gain 1 Star. You lose 2 Stars.", "Gain 1 Star. You lose 2 Stars."),
        ("Among all Wizards but you, find the one with the fewest Stars: that Wizard loses 1 Star.",
         "The Wizard but you with the fewest Stars loses 1 Star."),
        ("Take all the Wizards, apart from yourself, who cast Burn, and draw one of them at random. They lose 1 Star.",
         "A random other Wizard who cast Burn lose 1 Star."),
        ("If two or more Wizards share the lowest number of Stars, nothing happens; otherwise the Wizard with the "
         "fewest Stars gains 1 Star.",
         "The Wizard with the fewest Stars gains 1 Star. If there is a tie, nothing happens."),
        ("Works if you cast Burn: each neighbour loses 1 Star.", "If you cast Burn, each neighbour loses 1 Star."),
        ("This only works if you cast Burn. If so, you gain 1 Star.", "If you cast Burn, you gain 1 Star."),
        ("Look at the Hats of all Wizards. If not one is Red, gain 1 Star.",
         "If no Wizard has a Red Hat, gain 1 Star."),
        ("Your target loses 1 Star (one; not two).", "Your target loses 1 Star (one; not two)."),
        ("All other Wizards pay you 2 Stars each, provided that every one of them stands in an odd position.",
         "If each other Wizard is in an odd position, each other Wizard pays you 2 Stars."),
        ("If every one of them cast Burn, each neighbour of yours loses 1 Star; if even one of them did not, none of "
         "them loses anything.",
         "If each neighbour of yours cast Burn, each neighbour of yours loses 1 Star."),
        ("The chosen Wizard loses 4 Stars if you are idle, and 2 Stars if not.",
         "The chosen Wizard loses 4 Stars if you are idle. Otherwise, the chosen Wizard loses 2 Stars."),
        ("Roll DICE6. On a 1, you gain nothing. On any other result, you gain 2 Stars.",
         "Roll DICE6. If the result is not 1, you gain 2 Stars."),
        ("You pay 6 Stars to one of the neighbours, picked at random, of the Wizard in the chosen position.",
         "You pay 6 Stars to a random neighbour of the Wizard in the chosen position."),
        ("Two random Wizards among the others (never you) gain 3 Stars each.",
         "Two random Wizards other than the caster gain 3 Stars each."),
        ("Everybody in the Ring loses 2 Stars, except the chosen Wizard, who gains 1 Crystal.",
         "Each Wizard other than the chosen Wizard loses 2 Stars. The chosen Wizard gains 1 Crystal."),
        ("Roll DICE10 and add 2: each neighbour loses that many Stars.", "Each neighbour loses DICE10 Stars plus 2 "
         "Stars."),
        ("DICE4 is rolled once, and the result is the number of Stars lost by each neighbour.",
         "Each neighbour loses DICE4 Stars."),
        ("The chosen number is lost by the caster twice: once as Stars and once as Crystals.",
         "The caster loses as many Stars as the chosen number. The caster loses as many Crystals as the chosen "
         "number."),
        ("If a neighbour of yours has a Red Hat, that neighbour loses 1 Star. The same roll counts for both.",
         "Each neighbour of yours who has a Red Hat loses 1 Star."),
        ('"Burn" spells do not affect those Wizards who are idle.',
         'Each Wizard who is idle is not affected by "Burn" spells.'),
        ("Compare your Stars with those of the chosen Wizard: if the numbers are the same, gain 1 Star. If they are "
         "different, gain 2 Stars.",
         "If the chosen Wizard has the same number of Stars as the caster, gain 1 Star. If the chosen Wizard does not "
         "have the same number of Stars as the caster, gain 2 Stars."),
        ("Check two Hats: yours and that of the chosen Wizard. If either is Red, gain 1 Star.",
         "If either the caster or the chosen Wizard has a Red Hat, gain 1 Star."),
        ("Whenever you would lose Stars from a spell, and the spell was cast by anybody other than the chosen Wizard, "
         "those Stars are lost not by you but by whoever cast the spell.",
         "Stars that you would lose from spells cast by a Wizard other than the chosen Wizard are lost by the Wizard "
         "who cast that spell instead."),
        ("No effect is had by any spell that was cast by a neighbour and by which you are targeted.",
         "Each spell that was cast by a neighbour and targets you has no effect."),
        ("Every spell by which you are targeted is redirected: a random Wizard, drawn anew for each spell, is targeted "
         "by it instead.",
         "Every spell that targets you targets a random Wizard instead."),
        ("Bad news for everybody: each Wizard loses 3 Stars, and yes, that means you as well. The good news is for "
         "your target, who gains 1 Star.",
         "Each Wizard loses 3 Stars. Your target gains 1 Star."),
        ("You pay 5 Stars to each neighbour, provided you have at least 5 Stars, else that payment is not made.",
         "You pay 5 Stars to each neighbour, if able."),
    ],
)  # fmt: skip
def test_a_whole_text_is_said_in_plainer_words(text: str, said: str) -> None:
    assert whole_turned(text)[1] == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Let W be your target. W loses 2 Stars, and W's neighbours gain 1.",
         "your target loses 2 Stars, and your target's neighbours gain 1."),
        ("Let W be the first Wizard and S the chosen spell. If W cast S, gain 1 Star.",
         "If the first Wizard cast the chosen spell, gain 1 Star."),
        ("Let N be how many of your neighbours are idle. Each neighbour loses N Stars, and you gain 3 times N Stars.",
         "Each neighbour loses Stars equal to the number of your neighbours who are idle, and you gain Stars equal to "
         "3 times the number of your neighbours who are idle."),
        ("\"The leader\" means the Wizard with the most Stars. The leader loses 1 Star.",
         "The Wizard with the most Stars loses 1 Star."),
        ("Let A be your target. A random Wizard loses 1 Star, and A gains it.",
         "A random Wizard loses 1 Star, and your target gains it."),
        ("Let N be 3.", "Let N be 3."),
        ("|---|---|", "|---|---|"),
        ("Each neighbour gains N Stars, where N is the number of Wizards who are idle.",
         "Each neighbour gains Stars equal to the number of Wizards who are idle."),
        ("Gain 1 Star.\nThen let B be your target. B loses 1 Star.", "Gain 1 Star.\nThen your target loses 1 Star."),
        ("Count how many of your neighbours are idle. You lose that many Stars.",
         "You lose as many Stars as the number of your neighbours who are idle."),
        ("Look at the 3 previous Duels and count those in which you cast Burn. Lose 1 Star for each Duel so counted.",
         "Lose 1 Star for each of the 3 previous Duels in which you cast Burn."),
        ("Count the Wizards who cast Burn. If there are 3 or more of them, gain 1 Star.",
         "If the number of the Wizards who cast Burn is 3 or more, gain 1 Star."),
        ("Out of the Wizards who cast Burn, one is picked at random and loses 1 Star.",
         "A random one of the Wizards who cast Burn loses 1 Star."),
        ("2 other Wizards are drawn at random, and the Hat of each of those 2 becomes Red.",
         "The Hat of 2 random other Wizards becomes Red."),
        ("Find the Wizard who has the fewest Stars. That Wizard loses 1 Star.",
         "The Wizard who has the fewest Stars loses 1 Star."),
        ("Trade with the chosen Wizard: that Wizard pays you 1 Star.", "The chosen Wizard pays you 1 Star."),
        ("The chosen Wizard: that Wizard pays you 1 Star.", "The chosen Wizard: that Wizard pays you 1 Star."),
        ("Count 2 positions back from yours. The Wizard there loses 1 Star.",
         "The Wizard 2 positions before the caster loses 1 Star."),
        ("Your target\n1. loses 1 Star, and\n2. pays you 2 Stars.",
         "Your target loses 1 Star. Your target pays you 2 Stars."),
        ("Cases:\na) you are idle: gain 1 Star.\nb) Neither is so: lose 1 Star.",
         "a) If you are idle, gain 1 Star.\nb) Otherwise, lose 1 Star."),
        ("a) For the rest of this Duel, no loss is felt: nobody loses Stars.",
         "a) For the remainder of this Duel, no loss is felt: nobody loses Stars."),
        ("| Who | What |\n|---|---|\n| each Wizard | loses 1 Star |\n| your target | gains 2 Stars |",
         "Each Wizard loses 1 Star.\nYour target gains 2 Stars."),
        ("| You have | Then |\n|---|---|\n| a Red Hat | gain 1 Star |", "If you have a Red Hat, gain 1 Star."),
        ("Two neighbours level on Stars? Then nothing happens.", "If there is a tie, nothing happens."),
        ("Did you cast Burn? Then gain 1 Star.", "Did you cast Burn? Then gain 1 Star."),
        ("The Wizard with the most Stars (where several share the most, nobody does) loses 1 Star.",
         "The Wizard with the most Stars loses 1 Star. If there is a tie, nobody is affected."),
        ("The Wizard with the fewest Stars gains 3 Stars; if several are tied, each of them gains the 3 Stars.",
         "The Wizard with the fewest Stars gains 3 Stars. If there is a tie, all of them are affected."),
        ("The richest pays 1 Star. Should two or more be level, lots are drawn.",
         "The richest pays 1 Star. If there is a tie, one of the tied Wizards is selected at random."),
        ("You rob the neighbour with the most Stars (1 Star from each of them, if tied).",
         "You rob the neighbour with the most Stars. If there is a tie, all of them are affected."),
        ("The richest pays 1 Star. Should two be level, the one whose position is lowest pays.",
         "The richest pays 1 Star. If there is a tie, the one in the lowest position is chosen."),
        ("Your target:\n* loses 1 Star;\n* separately from that, gains 2 Crystals.",
         "Your target loses 1 Star. Your target gains 2 Crystals."),
        ("Q: When does it work?\nA: Only if idle; if not, nothing happens.\nQ: What happens?\nA: Gain 1 Star.",
         "If idle: gain 1 Star."),
        ("Q: Whose Hat?\nA: Yours.", "Whose Hat?\nYours."),
        ("If several Wizards are tied, each of them gains 7 Stars.",
         "If several Wizards are tied, each of them gains 7 Stars."),
        ("If you share a position with nobody, the Wizard with the most Stars loses 1 Star.",
         "If you share a position with nobody, the Wizard with the most Stars loses 1 Star."),
    ],
)  # fmt: skip
def test_a_whole_text_is_said_outright(text: str, said: str) -> None:
    assert [line.split() for line in outright(text).strip().splitlines()] == [
        line.split() for line in said.splitlines()
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Definition: a \"far spell\" is any spell cast by an idle Wizard.\nRule: no far spell has any effect.",
         "no spell cast by an idle Wizard has any effect."),
        ("In this text, a \"far spell\" is a spell cast by any other Wizard; those of your target are far spells too. "
         "You cannot gain Stars from far spells.", "You cannot gain Stars from spells cast by any other Wizard."),
        ("Definitions:\n* Leader: any Wizard with the most Stars.\n* N: the number of idle Wizards.\n"
         "Effect: each Leader gains N Stars.",
         "each Wizard with the most Stars gains Stars equal to the number of idle Wizards."),
        ("The spared Wizards are the caster and the chosen Wizard. Whenever a spared Wizard loses Stars, gain 1 Star.",
         "Whenever the caster or the chosen Wizard loses Stars, gain 1 Star."),
        ("You gain 2 Stars if at least one of the following is true of your target:\n* that Wizard is idle;\n"
         "* that Wizard has 3 Stars.", "If your target is idle or your target has 3 Stars, you gain 2 Stars."),
        ("Each Wizard loses 1 Star, unless either of these is true:\n- you are idle\n- you have 3 Stars",
         "Unless you are idle or you have 3 Stars, each Wizard loses 1 Star."),
        ("Check whether any Wizard is idle.\n* If at least one is: gain 1 Star.\n* If none is: lose 1 Star.",
         "* If any Wizard is idle, gain 1 Star.\n* Otherwise, lose 1 Star."),
        ("Are you idle? If so, gain 1 Star. If not, nothing happens.", "Are you idle? If so, gain 1 Star."),
        ("Lose 2 Stars. If you are idle, gain 1 Star. If not, nothing happens.",
         "Lose 2 Stars. If you are idle, gain 1 Star. If not, nothing happens."),
        ("If nobody is idle, nothing happens. But if any Wizard is, gain 1 Star.",
         "If at least 1 Wizard is idle, gain 1 Star."),
        ("As for your own neighbours: each one of them who is idle loses 1 Star.",
         "Each neighbour of the caster who is idle loses 1 Star."),
        ("Your neighbours get stung: each of them loses 1 Star. You gain 2 Stars.",
         "Each neighbour of the caster loses 1 Star. You gain 2 Stars."),
        ("Far spells that target you: none of them has any effect.", "No Far spell that targets you has any effect."),
        ("Each Wizard is hit: each of them loses 1 Star.", "Each Wizard is hit: each of them loses 1 Star."),
        ("Of the neighbours of your target, the one with the most Stars loses 1 Star.",
         "The neighbour of your target with the most Stars loses 1 Star."),
        ("Lose 1 Star, and the one of the other Wizards with the fewest Stars gains it.",
         "Lose 1 Star, and the other Wizard with the fewest Stars gains it."),
        ("Starting from the chosen Wizard's position, count 2 positions upwards (after the last position comes the "
         "first). The Wizard in the position you arrive at loses 1 Star.",
         "The Wizard 2 positions after the chosen Wizard loses 1 Star."),
        ("1 Star is lost by the Wizard whom you reach by counting 3 positions down the ring from the chosen Wizard.",
         "1 Star is lost by the Wizard 3 positions before the chosen Wizard."),
        ("Add your Stars to the Stars of your target and divide the sum by 2, rounding up. That is the number with "
         "which each of you ends up.",
         "The caster and your target end up with the average of their Stars (rounded up)."),
        ("Each spell that targets you targets a Wizard drawn at random from everyone in the ring but you; make a "
         "separate draw for each such spell.",
         "Each spell that targets you targets a random Wizard other than the caster."),
        ("Each spell that targets you targets a random Wizard instead, drawn for each such spell from all Wizards "
         "except the caster.", "Each spell that targets you targets a random Wizard other than the caster instead."),
        ("Each spell that targets you targets your target instead, except that a spell whose target has already been "
         "changed is left as it is.",
         "Each spell that targets you whose target has not been changed targets your target instead."),
        ("Stars that you would lose from Burn are not lost by you; your target loses them instead.",
         "Stars that you would lose from Burn are lost by your target instead."),
        ("Is any Wizard, be it only one, idle? If so, gain 1 Star.", "Is any Wizard idle? If so, gain 1 Star."),
        ("If you are idle, this holds for the rest of this Duel: you gain no Stars.",
         "If you are idle, for the remainder of this Duel, you gain no Stars."),
    ],
)  # fmt: skip
def test_what_is_spoken_of_first_is_put_where_it_is_meant(text: str, said: str) -> None:
    assert [line.split() for line in spoken_of(text).strip().splitlines()] == [
        line.split() for line in said.splitlines()
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Until this Duel ends, whichever spell would target you has the position before yours as its target instead.",
         "For the remainder of this Duel, each spell that targets you targets the previous position instead."),
        ("Whenever a spell targets you, from now until this Duel is over, it targets the position after yours instead.",
         "For the remainder of this Duel, each spell that targets you targets the next position instead."),
        ("Each spell that targets you goes somewhere else: it targets an idle Wizard instead.",
         "each spell that targets you targets an idle Wizard instead."),
        ("For the rest of this Duel, each time one of your neighbours loses Stars from a spell, the neighbour who lost "
         "the Stars loses 4 Crystals.",
         "For the remainder of this Duel, each time one of your neighbours loses Stars from a spell, they lose 4 "
         "Crystals."),
        ("Whenever you lose Stars from a spell, that loss shall be reduced by 2. This shall apply for the rest of this "
         "Duel.", "For the remainder of this Duel, Stars that you lose from a spell are reduced by 2."),
        ("For the rest of this Duel, the chosen Wizard aims too low: each spell cast by this Wizard has no effect.",
         "For the remainder of this Duel, each spell cast by the chosen Wizard has no effect."),
        ("You are idle for the rest of this Duel.", "You are idle for the remainder of this Duel."),
        ("If you are idle, each spell that targets you during the remainder of this Duel has no effect whatsoever.",
         "If you are idle, for the remainder of this Duel, each spell that targets you has no effect."),
        ("Losing turns to winning: for the rest of this Duel, whenever you would lose Stars, you gain those instead.",
         "for the remainder of this Duel, whenever you would lose Stars, you gain those instead."),
        ("The poorest Wizard rises: for the rest of this Duel, whenever that Wizard would lose Stars, gain 1 Star.",
         "The poorest Wizard rises: for the remainder of this Duel, whenever that Wizard would lose Stars, gain 1 "
         "Star."),
        ("Whenever, for the rest of this Duel, Stars are lost by each idle Wizard from a spell, gain half the number "
         "so lost, rounded up.",
         "For the remainder of this Duel, whenever each idle Wizard loses Stars from a spell, gain half as many Stars "
         "(rounded up)."),
        ("You lose as many Stars as you lost from your target's spell. This happens after that spell has taken effect.",
         "You lose as many Stars as you lost from your target's spell after that spell has taken effect."),
    ],
)  # fmt: skip
def test_what_lasts_is_said_as_the_meaning_page_says_it(text: str, said: str) -> None:
    assert lasting(text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Look at your target. It has no bearing.", "Look at your target. It has no bearing."),
        ("Look at the Wizard in the chosen position. Idle? Then gain 1 Star. Not idle? Then that Wizard loses 2 Stars.",
         "If the Wizard in the chosen position is idle, gain 1 Star. Otherwise, the Wizard in the chosen position "
         "loses 2 Stars."),
        ("Look at each of your neighbours: if that neighbour is idle, that neighbour loses 1 Star.",
         "Each neighbour of the caster who is idle loses 1 Star."),
        ("Roll DICE6. Every Wizard loses\n* 1 Star on a 1 or 2,\n* 2 Stars otherwise.",
         "Roll DICE6. On a 1 or 2, every Wizard loses 1 Star. Otherwise, every Wizard loses 2 Stars."),
        ("Your target loses Stars according to how many Stars you have:\n* 15 or fewer: that Wizard loses 3 Stars.\n"
         "* Any other number: that Wizard loses 6 Stars.",
         "If you have 15 or fewer Stars, your target loses 3 Stars. Otherwise, your target loses 6 Stars."),
        ("Whether you are idle decides who pays:\n* If so, you pay 1 Star.\n* If not, your target pays 2 Stars.",
         "If you are idle, you pay 1 Star. Otherwise, your target pays 2 Stars."),
        ("If two or more Wizards are tied for the most Stars, nothing happens. Otherwise:\n1) the Wizard with the most "
         "Stars gains 4 Stars;\n2) you lose 3 Stars.",
         "1) the Wizard with the most Stars gains 4 Stars. If there is a tie, nothing happens.\n2) you lose 3 Stars."),
        ("Nothing happens if you are idle. If you are not, gain 1 Star.",
         "If you are idle, nothing happens. Otherwise, gain 1 Star."),
        ("In a ring of 5 or more Wizards, gain 1 Star; in a ring of 4 or fewer, lose 1 Star.",
         "if the number of Wizards is 5 or more, gain 1 Star. Otherwise, lose 1 Star."),
        ("In a ring of 5 or more Wizards, gain 1 Star; in a ring of 3 or fewer, lose 1 Star.",
         "if the number of Wizards is 5 or more, gain 1 Star; if the number of Wizards is 3 or fewer, lose 1 Star."),
        ("If your position is odd, lose 1 Star. If it is odd, gain 1 Star.",
         "If your position is odd, lose 1 Star. If it is odd, gain 1 Star."),
        ("If you have 15 or more Stars, lose 1 Star. If you have fewer than 15, gain 1 Star.",
         "If you have 15 or more Stars, lose 1 Star. Otherwise, gain 1 Star."),
        ("If you have 15 or more Stars, lose 1 Star. If you have fewer than 14, gain 1 Star.",
         "If you have 15 or more Stars, lose 1 Star. If you have fewer than 14, gain 1 Star."),
        ("In this spell, X is 2 if you are idle, and X is 5 if not. You gain X Stars.",
         "If you are idle, you gain 2 Stars. Otherwise, you gain 5 Stars."),
    ],
)  # fmt: skip
def test_each_case_is_in_a_sentence_of_its_own(text: str, said: str) -> None:
    assert in_cases(text).split() == said.split()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("| Who pays | You |\n| To whom | Your target |\n| How much | 2 Stars |", "You pays 2 Stars to your target."),
        ("Who pays? Your target. How much? 2 Stars. To whom? To the caster.",
         "Your target pays 2 Stars to the caster."),
        ("Who pays? Your target.", "Who pays? Your target."),
        ("Roll DICE4 and consult the table:\n| Result | Who gains |\n| 1 | The caster gains 4 Stars. |",
         "Roll DICE4.\nIf the result is 1, the caster gains 4 Stars."),
        ("| The Wizard in the chosen position ... | Result |\n| cast Burn | That Wizard loses 6 Stars. |\n"
         "| anything else | Gain 1 Star. |",
         "If the Wizard in the chosen position cast Burn, the Wizard in the chosen position loses 6 Stars.\n"
         "Otherwise, Gain 1 Star."),
        ("It depends on your Hat:\n| Your Hat | What happens |\n| Red | You gain 1 Star. You lose 1 Crystal. |",
         "If your Hat is Red:\n* You gain 1 Star.\n* You lose 1 Crystal"),
    ],
)  # fmt: skip
def test_the_rows_of_a_table_are_sentences_of_the_cases_that_stand_before_them(text: str, said: str) -> None:
    assert rows_told(text).split() == said.split()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("If you are idle, both of the following happen at once:\n1. Gain 1 Star.\n2. Lose 1 Crystal.",
         "If you are idle:\n1. Gain 1 Star.\n2. Lose 1 Crystal."),
        ("Two stings in the same moment. First sting: you lose 1 Star. Second sting: you lose 2 Stars.",
         "you lose 1 Star. you lose 2 Stars."),
        ("Your target pays you up to 3 Stars: all 3 if they have them, otherwise as many as they have.",
         "Your target pays you up to 3 Stars."),
        ("This spell applies only where you are idle. In that case: gain 1 Star.", "If you are idle: gain 1 Star."),
        ("Gain 1 Star for each of these three that is None: your Hat, your Robes, your Beard.",
         "Gain 1 Star for each of your Hat, Robes and Beard that is None."),
        ("2 Stars. Lose 1 Crystal.", "2 Stars. Lose 1 Crystal."),
        ("Each Wizard loses DICE6 Stars, rolled separately for each Wizard.",
         "Each Wizard loses DICE6 Stars, rolled separately for each Wizard."),
        ("Each neighbour of the chosen Wizard loses half of that Wizard's Stars.",
         "Each neighbour of the chosen Wizard loses half of that Wizard's Stars."),
        ("If another Wizard is idle, any spell cast by that Wizard has no effect.",
         "each spell cast by another Wizard who is idle has no effect."),
        ("If you are idle, or cast Burn, or both, the Wizard picked at random loses 1 Star.",
         "If you are idle or cast Burn, the picked Wizard loses 1 Star."),
        ("Roll DICE6.\n- Result 3 or lower: gain 1 Star.\n- If even: lose 1 Star.",
         "Roll DICE6.\n- If the result is 3 or lower, gain 1 Star.\n- If the result is even, lose 1 Star."),
        ("All spells of idle Wizards have no effect at once.", "All spells of idle Wizards have no effect at once."),
        ("Whether or not that happens, each neighbour loses 1 Star, whatever else is done.",
         "each neighbour loses 1 Star, whatever else is done."),
        ("1 Star is lost by every Wizard of whom both are true:\n* that Wizard is idle;\n* that Wizard cast Burn.",
         "1 Star is lost by every Wizard who is idle and cast Burn."),
        ("As for your Staff: it becomes whatever your target's Staff is.", "your Staff becomes your target's Staff."),
        ("Every Wizard gains half of that Wizard's own Stars (rounded up; nothing else counts).",
         "Every Wizard gains half of their Stars (rounded up)."),
    ],
)  # fmt: skip
def test_what_only_counts_or_explains_is_left_out(text: str, said: str) -> None:
    assert without_asides(text).split() == said.split()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Roll DICE6. The result is the number of Crystals that your target loses.",
         "Roll DICE6. your target loses that many Crystals."),
        ("For each Wizard: divide that Wizard's Crystals by 3 (rounded down); that Wizard loses the resulting number.",
         "each Wizard loses Crystals equal to their Crystals divided by 3 (rounded down)."),
        ("Roll DICE6 and halve the result, rounding down; your target gains that many Stars.",
         "your target gains Stars equal to half of DICE6 (rounded down)."),
        ("Take the average of your Stars and those of your target, rounded up: that is what you both end up with.",
         "you both end up with the average of your Stars and those of your target (rounded up)."),
        ("The Stars of the caster and of your target are averaged (rounded down), and each ends up with the result.",
         "the caster and your target end up with the average of their Stars (rounded down)."),
        ("Find the highest number of Stars among the other Wizards. Whoever of them has that number loses 2 Stars.",
         "Each other Wizard with the most Stars loses 2 Stars."),
        ("Your target loses Stars: 1 Star if you are idle, 4 Stars if you cast Burn.",
         "If you are idle, your target loses 1 Star. If you cast Burn, your target loses 4 Stars."),
        ("3 Stars is the most that you can gain from any single spell.",
         "you cannot gain more than 3 Stars from any one spell."),
        ("Your target loses 2 Stars twice (two losses).", "Your target loses 2 Stars. Your target loses 2 Stars."),
        ("1 Star is gained by each neighbour, and on top of that 1 further Star for every idle Wizard.",
         "each neighbour gains 1 Star, plus 1 further Star for every idle Wizard."),
    ],
)  # fmt: skip
def test_what_is_worked_out_first_is_put_where_it_is_used(text: str, said: str) -> None:
    assert reckoned(text).split() == said.split()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "**Guest**: the chosen Wizard. The Guest's Hat becomes Red. Then the Guest loses 1 Star.",
            "The Hat of the chosen Wizard becomes Red. Then the chosen Wizard loses 1 Star.",
        ),
        (
            "| Term | Meaning |\n|---|---|\n| Host | the Wizard in the chosen position |\n| Lodger | any Wizard who "
            "targeted "
            "the Host |\nEach Lodger loses 1 Star.",
            "Each Wizard who targeted the Wizard in the chosen position loses 1 Star.",
        ),
        (
            "Rich: having more than 12 Stars. Each rich Wizard loses 1 Star. If you are not rich, gain 1 Star.",
            "Each Wizard who has more than 12 Stars loses 1 Star. If you do not have more than 12 Stars, gain 1 Star.",
        ),
        (
            "Let us call a Wizard laden who has 3 Crystals. Each laden Wizard other than the caster loses 1 Star.",
            "Each Wizard other than the caster who has 3 Crystals loses 1 Star.",
        ),
        (
            "The Ache: the result of one roll of DICE8. You lose as many Stars as the Ache.",
            "Roll DICE8. You lose Stars equal to the result.",
        ),
        (
            "Leader: the Wizard with the most Stars. If several are tied, nobody leads. The leader loses 2 Stars.",
            "The Wizard with the most Stars loses 2 Stars. If several are tied, nobody leads.",
        ),
        (
            "Let the Flame be the caster and the Moth the chosen Wizard. The Flame pays the Moth 1 Star.",
            "The caster pays the chosen Wizard 1 Star.",
        ),
        (
            "Each straggler loses 1 Star. (A straggler is any Wizard with fewer than 5 Stars.)",
            "Each Wizard with fewer than 5 Stars loses 1 Star.",
        ),
        (
            "The Prey: one of your neighbours, picked at random. The Prey loses 1 Star; the Prey's Hat becomes Red.",
            "Choose a random neighbour of the caster. The picked Wizard loses 1 Star; the picked Wizard's Hat becomes "
            "Red.",
        ),
        (
            "Hat: the caster's becomes Red. The Hat of your neighbour becomes Blue.",
            "Hat: the caster's becomes Red. The Hat of your neighbour becomes Blue.",
        ),
        (
            "Gift: the chosen Wizard gains 2 Stars. Each Wizard who cast Gift loses 1 Star.",
            "Gift: the chosen Wizard gains 2 Stars. Each Wizard who cast Gift loses 1 Star.",
        ),
    ],
)
def test_what_an_effect_defines_its_words_to_be_is_put_in_their_place(text: str, said: str) -> None:
    assert terms_put(text).split() == said.split()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "| Who | Loses |\n| each neighbour | 2 Stars |\n| the caster and the chosen Wizard | DICE4 Stars each |",
            "Each neighbour loses 2 Stars. The caster and the chosen Wizard lose DICE4 Stars.",
        ),
        (
            "| Row | Who | Gain | Loss |\n| 1 | you | 1 Star | none |\n| 2 | each neighbour | none | 2 Stars |",
            "You gain 1 Star. Each neighbour loses 2 Stars.",
        ),
        (
            "| Payer | Receiver | Amount |\n| you | the chosen Wizard | 2 Stars, if able |",
            "You pay 2 Stars to the chosen Wizard, if able.",
        ),
        ('| Of whom | What | Becomes |\n| the caster | Hat | "Red" |', 'The Hat of the caster becomes "Red".'),
        (
            "| Thing | What becomes of it |\n| Hat | the caster's becomes Red |\n| Crystals | you and your target "
            "swap theirs |",
            "The caster's Hat becomes Red. You and your target swap Crystals.",
        ),
        (
            "You make two gains:\n| Part | Gain |\n| first | 2 Stars |\n| second | 1 Crystal |",
            "You gain 2 Stars. You gain 1 Crystal.",
        ),
        (
            "| Is the chosen Wizard idle? | What happens |\n| no, not at all | lose 2 Stars |\n| yes | gain 1 Star |",
            "If it is not so that the chosen Wizard is idle, lose 2 Stars. Otherwise, gain 1 Star.",
        ),
        (
            "| Stars of your target | Hat of your target | You lose |\n| more than 5 | any | 1 Star |\n| 5 or fewer | "
            "Red | 2 "
            "Stars |",
            "If your target has more than 5 Stars, you lose 1 Star. If your target has 5 or fewer Stars and the Hat "
            "of your "
            "target is Red, you lose 2 Stars.",
        ),
        (
            "How many Wizards cast Burn decides it:\n| Number | You |\n| none | lose nothing |\n| two or more | gain "
            "1 Star |",
            "If the number of Wizards who cast Burn is 2 or more, you gain 1 Star.",
        ),
        (
            "| Who | Loses |\n| the Wizard with the most Stars (nobody, if tied) | 1 Star |\n| you | 2 Stars |",
            "The Wizard with the most Stars (nobody, if tied) loses 1 Star. You lose 2 Stars.",
        ),
        (
            "Gain 1 Star.\n| Result | What happens |\n| even | nothing |\n| odd | lose 1 Star |",
            "Gain 1 Star. If the result is even, nothing happens. Otherwise, lose 1 Star.",
        ),
        (
            "| Wizards in the game | Who | Gets |\n| 4 or fewer | every Wizard but you | loses 3 Stars |\n| 5 or "
            "more | both "
            "neighbours | gain 2 Stars each |",
            "If the number of Wizards in the game is 4 or fewer, every Wizard but you loses 3 Stars. If the number of "
            "Wizards in the game is 5 or more, both neighbours gain 2 Stars each.",
        ),
        (
            "| Who loses Stars | How many | When |\n| Each neighbour | 6 | always |\n| You | 1 | only if you are "
            "idle |\n| Each "
            "other Wizard | all that this Wizard has | otherwise |",
            "Each neighbour loses 6 Stars. If you are idle, you lose 1 Star. Otherwise, each other Wizard loses all of "
            "their Stars.",
        ),
        (
            "| Who | Gains | For each |\n| The caster | 1 Star | earlier Duel in which that same Wizard cast Burn |",
            "The caster gains 1 Star for each earlier Duel in which the caster cast Burn.",
        ),
        (
            "| Loser | Amount | Condition |\n| Wizard in the chosen position | 3 Stars | Hat of that Wizard is Red |\n"
            "| The caster | 1 Star | otherwise |",
            "If the Hat of the Wizard in the chosen position is Red, the Wizard in the chosen position loses 3 Stars. "
            "Otherwise, the caster loses 1 Star.",
        ),
        ("| Who | Mood |\n| each neighbour | merry |", "| Who | Mood |\n| each neighbour | merry |"),
    ],
)
def test_each_row_of_a_table_is_a_sentence_by_the_names_of_its_columns(text: str, said: str) -> None:
    assert tables_told(text).split() == said.split()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "Upon each and every loss of Stars suffered by you by reason of a Belligerent spell, gain five (5) Stars.",
            "whenever you lose Stars from a Belligerent spell, gain 5 Stars.",
        ),
        (
            "Until the close of this Duel, any single loss of Stars in excess of two (2) which the caster would "
            "otherwise "
            "incur from a spell shall be replaced by a loss of one (1) Star.",
            "for the remainder of this Duel, whenever the caster would lose more than 2 Stars from a spell, the "
            "caster loses "
            "1 Star instead.",
        ),
        (
            "It concerns Stars that you would lose from Burn. Each time such a loss would be greater than 3 "
            "Stars, you lose "
            "just 1 Star in its place.",
            "Whenever you would lose more than 3 Stars from Burn, you lose 1 Star instead.",
        ),
        (
            "It concerns Stars that you would lose from Burn. Each time such a loss would be greater than 3 "
            "Stars, each "
            "neighbour loses 1 Star in its place.",
            "It concerns Stars that you would lose from Burn. Each time such a loss would be greater than 3 "
            "Stars, each "
            "neighbour loses 1 Star in its place.",
        ),
        ("Gain three (4) Stars.", "Gain three (4) Stars."),
        (
            "(1) Subject to paragraph (2), the caster gains 4 Stars.\n(2) Paragraph (1) shall not apply where the "
            "caster is "
            "idle.",
            "(1) Unless the caster is idle, the caster gains 4 Stars.",
        ),
        (
            "Each gain of Stars accruing to the caster from a Peaceful spell shall be doubled.",
            "the caster gains twice as many Stars from Peaceful spells.",
        ),
        (
            "It shall be lawful for the caster to receive from the chosen Wizard the sum of three (3) Stars.",
            "the chosen Wizard pays 3 Stars to the caster.",
        ),
        (
            "Each spell shall, notwithstanding its terms, be null and void for the residue of this Duel.",
            "Each spell has no effect for the remainder of this Duel.",
        ),
        ("WHEREAS you are idle, gain 1 Star.", "If you are idle, gain 1 Star."),
        (
            "The party by whom this spell is cast (the caster) gains 1 Star.",
            "the caster gains 1 Star.",
        ),
        (
            "By the Wizard whose name was chosen, 5 Stars are paid to you, or, where fewer than 5 are held, as "
            "many as are "
            "held.",
            "The chosen Wizard pays up to 5 Stars to you.",
        ),
    ],
)
def test_what_is_written_like_a_contract_is_said_plainly(text: str, said: str) -> None:
    assert formal(text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Have a peek at how your target is doing. Gain 1 Star.", "Look at your target. Gain 1 Star."),
        (
            "Does the caster have 10 Stars, not one more and not one less? Lovely, in that case gain 1 Star. With "
            "any other "
            "number of Stars, sorry, nothing happens.",
            "If the caster has exactly 10 Stars, gain 1 Star. Otherwise, nothing happens.",
        ),
        (
            "Each neighbour loses 3 Stars. This is done only if you are idle.",
            "If you are idle, Each neighbour loses 3 Stars.",
        ),
        ("Gain 1 Star. Each neighbour loses 3 Stars. This is done only if you are idle.",
         "Gain 1 Star. Each neighbour loses 3 Stars. This is done only if you are idle."),
        ("Each neighbour loses 3 Stars. This is done if you are idle.",
         "Each neighbour loses 3 Stars. This is done if you are idle."),
        (
            "If you have more than your target started with, gain 1 Star for a Red Hat on you and 1 Star for a "
            "Red Staff.",
            "If you have more than your target started with, gain 1 Star for each of the caster's Hat and Staff "
            "that is Red.",
        ),
        (
            "So, how many Wizards in the ring are idle? Two or more? Great, you gain 3 Stars. Fewer than that? "
            "Tough, you "
            "lose 1 Star.",
            "If the number of Wizards in the ring who are idle is two or more, you gain 3 Stars. Otherwise, you "
            "lose 1 Star.",
        ),
        (
            "Let's see what the chosen Wizard cast. Was it Burn? Then gain 4 Stars. Anything else? Then nothing "
            "happens.",
            "Did the chosen Wizard cast Burn? Then gain 4 Stars. Otherwise, nothing happens.",
        ),
        (
            "Take your two neighbours. Compare their Stars. The richer of the two hands 2 Stars to the poorer.",
            "The neighbour of the caster with the most Stars hands 2 Stars to the neighbour of the caster with "
            "the fewest "
            "Stars.",
        ),
        (
            'Make your own chosen item "Gilded": your Hat if you chose Hat, your Robes if you chose Robes. The one you '
            "did not choose stays as it is.",
            'Make your own chosen item "Gilded".',
        ),
        (
            "Gain 1 Star for each Wizard who cast Burn, which makes 4 Stars at the very most.",
            "Gain 1 Star for each Wizard who cast Burn.",
        ),
        ("If you have more than you started with, gain 1 Star.",
         "If you have more Stars than you had at the start of this Duel, gain 1 Star."),
        (
            "Look at your two neighbours. The one of them with fewer Stars gains 6 Stars.",
            "The neighbour of the caster with the fewest Stars gains 6 Stars.",
        ),
        (
            "Whatever Stars the chosen Wizard was holding are now the caster's, and whatever the caster was "
            "holding goes the "
            "other way. A straight swap of Stars between the two of them, nothing more to it!",
            "The chosen Wizard swaps Stars with the caster.",
        ),
    ],
)  # fmt: skip
def test_what_is_talked_through_is_said_plainly(text: str, said: str) -> None:
    assert chatty(text).casefold() == said.casefold()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "The effect depends on the caster's Hat:\na. Red Hat\n   i. each neighbour loses 2 Stars\n   ii. gain "
            "1 Star\n"
            "b. any other Hat\n   i. nothing happens",
            "If the caster's Hat is Red, each neighbour loses 2 Stars, and gain 1 Star. Otherwise, nothing happens.",
        ),
        (
            "3. The next Wizard loses Stars:\n3a. 4 Stars, if you are idle;\n3b. 2 Stars, if nobody is idle.",
            "3. If you are idle, the next Wizard loses 4 Stars. If nobody is idle, the next Wizard loses 2 Stars.",
        ),
        (
            "* The following Wizards lose 2 Stars:\n** each neighbour;\n** each Wizard who targeted you.",
            "* Each neighbour and each Wizard who targeted you lose 2 Stars.",
        ),
        ("The following is so:\n* you are idle;\n* you lose.", "The following is so:\n* you are idle;\n* you lose."),
    ],
)
def test_the_items_of_a_list_in_a_list_are_said_of_what_they_are_items_of(text: str, said: str) -> None:
    assert in_cases(text).split() == said.split()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("An odd position costs the caster 2 Stars; any other position costs 4 Stars",
         "2 Stars if the caster is in an odd position, otherwise 4 Stars"),
        ("A Red Hat costs you 1 Star, anything else costs 2 "
        "Stars", "1 Star if the caster has a Red Hat, otherwise 2 Stars"),
        ("Being idle costs 1 Star", "Being idle costs 1 Star"),
    ],
)  # fmt: skip
def test_a_price_is_said_with_its_cases_after_it(text: str, said: str) -> None:
    assert either_price(text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "Stars equal in number to the result are gained by the caster.",
            "The caster gains Stars equal to the result.",
        ),
        (
            "If able, 1 Star is paid by the caster to the chosen Wizard.",
            "The caster pays 1 Star to the chosen Wizard, if able.",
        ),
        (
            "Burn is considered to have been selected by the chosen Wizard instead.",
            "The chosen Wizard is considered to have selected Burn instead.",
        ),
        (
            "The next position is targeted instead by each spell that targets the caster.",
            "Each spell that targets the caster targets the next position instead.",
        ),
        (
            "Each Wizard by whom a Red Hat is not worn loses 1 Star.",
            "Each Wizard who does not have a Red Hat loses 1 Star.",
        ),
        (
            "Check what your target cast. If it was neither Burn nor Jolt (or if they cast nothing), gain 1 Star.",
            "If your target did not cast Burn or Jolt, gain 1 Star.",
        ),
        (
            "Each Wizard of whom both are true loses 1 Star:\n1. The Wizard is idle.\n2. The Wizard has 3 Stars.",
            "Each Wizard who is idle and has 3 Stars loses 1 Star.",
        ),
        (
            "Begin at the chosen position and go three places forward. The Wizard you land on gains 2 Stars.",
            "The Wizard three positions after the Wizard in the chosen position gains 2 Stars.",
        ),
        (
            "Each neighbour loses 3 Stars; you lose 1 Star. Neither loss can bring anybody below 2.",
            "Each neighbour loses 3 Stars, but not below 2; you lose 1 Star, but not below 2.",
        ),
        (
            "Compare your Crystals with those of the chosen Wizard, and subtract the lower number from the higher. "
            "You gain "
            "that many Stars.",
            "You gain Stars equal to the difference between the number of Crystals of the caster and the number of "
            "Crystals "
            "of the chosen Wizard.",
        ),
        (
            "Look at your neighbours. If any one of them is idle, one of them, drawn at random, loses 1 Star.",
            "If any one of your neighbours is idle, a random neighbour of the caster loses 1 Star.",
        ),
        (
            "Take 2 Stars and give them to the chosen Wizard. Take 3 Stars from each neighbour. Take 1 Star.",
            "Take 2 Stars and give them to the chosen Wizard. Take 3 Stars from each neighbour. Gain 1 Star.",
        ),
        (
            "If you both have 3 Stars and cast Burn, that Wizard loses 1 Star.",
            "If you both have 3 Stars and cast Burn, that Wizard loses 1 Star.",
        ),
    ],
)
def test_who_does_something_stands_before_it(text: str, said: str) -> None:
    assert upright(text).split() == said.split()


def test_each_sentence_of_what_is_offered_begins_with_a_capital() -> None:
    assert with_capitals("gain 1 Star. lose 1 Crystal.\na) gain 2 Stars.\nor not") == (
        "Gain 1 Star. Lose 1 Crystal.\na) gain 2 Stars.\nOr not"
    )


def test_the_parts_of_a_sentence_that_can_be_read_are_found_however_they_are_joined() -> None:
    faulty = spell("Out of the tralala: for each Wizard who cast Burn who tralala, if you have 3 Stars or more.")
    names = names_around(faulty, ())

    def read(effect: str) -> t.Program | None:
        return reworded(faulty, {"effect": effect}).program

    found = {island.text for island in islands(faulty.sentences[0], names, read)}
    assert {"each Wizard who cast Burn", "you have 3 Stars or more"} <= found


@pytest.mark.parametrize(
    ("effect", "inputs", "meant"),
    [
        ("Take 3 Stars off the Wizard in the chosen position, who loses them to nobody. They can't drop below 2 Stars "
         "by this: they lose only what leaves them with 2.", PLACE,
         "The Wizard in the chosen position loses 3 Stars, but not below 2."),
        ("It's between you and the Wizard in the chosen position. Whichever of you has the fewest Stars gains 2 Stars. "
         "If you're level, one of you is picked at random.", PLACE,
         "The Wizard among the caster and the Wizard in the chosen position with the fewest Stars gains 2 Stars. If "
         "there is a tie, one of the tied Wizards is selected at random."),
    ],
)  # fmt: skip
def test_what_several_sentences_say_together_is_offered_in_one(effect: str, inputs: str, meant: str) -> None:
    is_offered(effect, inputs, meant)


@pytest.mark.parametrize(
    ("written", "offered"),
    [
        ("Each tralala neighbour loses 3 Stars.", "Each neighbour loses 2 Stars."),
        ("Each tralala neighbour who cast Burn loses 3 Stars.", "Each neighbour loses 3 Stars."),
        ("Each tralala Wizard loses 3 Stars.", "Each neighbour loses 3 Stars."),
        ("A tralala Wizard drawn at random loses 3 Stars.", "The Wizard with the fewest Stars loses 3 Stars."),
        ("Each tralala Wizard loses 3 Stars.", "Each Wizard loses 3 Stars, but not below 0."),
        ("Each tralala neighbour, loses 3 Stars.", "Each neighbour gains 1 Star. Loses 3 Stars."),
        ("Each tralala neighbour loses 3 Stars.", "Each neighbour gains 3 Stars."),
        ("You tralala gain 3 Stars.", "Each Wizard gains 3 Stars."),
        ("You gain 2 Stars tralala.", "You gain 2 Stars plus 1 Star."),
        ("You tralala cannot lose Stars for the remainder of this Duel.",
         "For the remainder of this Duel, you cannot gain or lose Stars."),
        ("You tralala cannot lose Stars for the remainder of this Duel.",
         "For the remainder of this Duel, you cannot gain Stars."),
        ("In the next Duel tralala, you gain 3 Stars.", "You gain 3 Stars."),
        ("Two random tralala Wizards among the others gain 3 Stars.", "2 random Wizards gain 3 Stars."),
        ("Take 3 Stars away from each tralala neighbour.", "Take 3 Stars from each neighbour."),
        ("If you tralala, you lose 3 Stars.", "You lose 3 Stars."),
        ("All Wizards tralala apart from you lose 3 Stars.", "All Wizards lose 3 Stars."),
        ("You lose half of your Stars tralala (rounded down).", "You lose half of your Stars."),
        ("You lose 3 Stars tralala, except when you are idle.", "You lose 3 Stars."),
        ("If you tralala have 3 Stars or more, gain 1 Star.", "If you have at least 4 Stars, gain 1 Star."),
        ("If you tralala have fewer than 3 Stars, gain 1 Star.", "If you have fewer than 4 Stars, gain 1 Star."),
        ("Everybody loses 2 Stars, tralala. All the Wizards do.",
         "Each Wizard loses 2 Stars. Each spell cast by another Wizard has no effect."),
        ("Guess the tralala! Roll DICE6. Spot on? You gain 6 Stars.", "Roll DICE6. You gain 6 Stars."),
        ("Two or more tralala? Then you gain 3 Stars.", "You gain 3 Stars."),
        ("WHEREAS you tralala are idle, you pay 3 Stars to each neighbour.", "You pay 3 Stars to each neighbour."),
        ("Each neighbour pays you 3 Stars. This shall not apply to tralala.", "Each neighbour pays you 3 Stars."),
        ("Is there tralala nobody else with a Red Hat? Then gain 1 Star.",
         "If exactly 1 other Wizard has a Red Hat, gain 1 Star."),
        ("Each neighbour loses 2 Stars. The caster, that tralala, picks those up.", "Each neighbour loses 2 Stars."),
        ("If you tralala have 3 Stars, gain 1 Star.", "Unless you have 3 Stars, gain 1 Star."),
        ("By a neighbour tralala who cast Burn 5 Stars are paid to the caster.",
         "The caster pays 5 Stars to a random neighbour who cast Burn."),
        ("Some tralala Wizard drawn at random loses 2 Stars.", "2 random Wizards lose 2 Stars."),
        ("Each neighbour tralala, but leave out any neighbour who cast Burn, loses 3 Stars.",
         "Each neighbour who cast Burn loses 3 Stars."),
        ("Each spell that tralala targets you targets the one who cast it instead.",
         "Each spell that targets you targets you instead."),
    ],
)  # fmt: skip
def test_what_loses_or_adds_a_name_a_number_or_a_turn_is_not_offered(written: str, offered: str) -> None:
    found = spell(written)
    other = reworded(found, {"effect": offered})
    assert found.program is None
    assert other.program is None or not faithful(found, other)


def test_no_price_is_left_out() -> None:
    found = spell("Gain 4 Stars.", "", "Cost: Tralala: 1 Star with an idle neighbour, 3 Stars without\n")
    other = reworded(found, {"cost": "3 Stars if at least 1 neighbour of the caster is idle"})
    assert found.program is None and other.program is not None
    assert not faithful(found, other)


@pytest.mark.parametrize(
    ("written", "offered", "enough"),
    [
        ("Each neighbour loses 1 Star. Twelve (12) tralala dwarves would make a "
        "fortune!", "Each neighbour loses 1 Star.",
         True),
        ("Each neighbour loses 1 Star. Strike 3 Stars off the tralala of a random neighbour.",
         "Each neighbour loses 1 Star.", False),
        ("Each neighbour loses 1 Star. Then a tralala swap of Stars with your target.", "Each neighbour loses 1 Star.",
         False),
        ("Each neighbour loses 1 Star. Where tralala it is a tie, nobody "
        "loses.", "Each neighbour loses 1 Star.", False),
    ],
)  # fmt: skip
def test_less_of_an_authors_text_still_says_what_happens(written: str, offered: str, *, enough: bool) -> None:
    found = spell(written)
    other = reworded(found, {"effect": offered})
    assert found.program is None and other.program is not None
    assert keeps_enough(found, other) == enough


@pytest.mark.parametrize(
    "text", ["If you cast Burn, and your Hat is Red, you gain 1 Star.", "If you cast Burn, hey, rest."]
)
def test_neither_a_claim_of_a_condition_nor_what_it_is_said_of_is_left_out(text: str) -> None:
    found = [left for _, left in shorter(text)]
    assert "If you cast Burn, you gain 1 Star." not in found
    assert not any(left.rstrip(".") == "If you cast Burn" for left in found)


@pytest.mark.parametrize(
    ("written", "offered"),
    [
        ("Tralala, each neighbour who cast Burn and has over 3 Stars loses 3 Stars.",
         "Each neighbour of the caster who cast Burn and has at least 4 Stars loses 3 Stars."),
        ("Tralala, roll DICE4: you gain as many Stars as it shows.", "The caster gains DICE4 Stars."),
        ("If you tralala have 3 Stars or less, gain 1 Star.", "If the caster has fewer than 4 Stars, gain 1 Star."),
        ("If you tralala have 3 Stars or more, gain 1 Star.", "If the caster has more than 2 Stars, gain 1 Star."),
        ("Step 7. Tralala, each neighbour loses 3 Stars.", "Each neighbour loses 3 Stars."),
        ("Step 1. A first loss tralala: each neighbour loses 3 Stars, and that means both.",
         "Each neighbour loses 3 Stars."),
        ("Tralala: add up your Stars and those of a random other Wizard, divide by 2, round up; both end up with it.",
         "The caster and a random other Wizard end up with the average of their Stars (rounded up)."),
        ("Each tralala spell that targets you targets a random other Wizard instead; make a separate draw for each.",
         "Each spell that targets the caster targets a random other Wizard instead."),
    ],
)  # fmt: skip
def test_what_keeps_all_that_is_said_is_near_enough(written: str, offered: str) -> None:
    found = spell(written)
    other = reworded(found, {"effect": offered})
    assert found.program is None and other.program is not None
    assert not unlike(found, other)
