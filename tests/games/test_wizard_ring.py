"""The ring duel as a game: what begins it, what words make an order, what is seen."""

from __future__ import annotations

from typing import Any

import pytest

from pbp.errors import FileFaults, NeedsRuling
from pbp.fair.dice import Dice
from pbp.games.wizard_ring import WIZARD_RING

LIST = """
== Greed ==
Effect: If no other Wizard cast Greed this Duel, gain 5 Stars.
== Gain ==
Effect: Gain DICE4 Stars.
== Burn ==
Inputs: A position in the Wizard Ring
Effect: The Wizard in that position loses 3 Stars. Their neighbours lose 1 Star.
== Gift ==
Inputs: A position in the Wizard Ring other than your own
Effect: The Wizard in that position gains 3 Stars.
== Nudge ==
Inputs: A position in the Wizard Ring adjacent to the caster's
Effect: The Wizard in that position loses 1 Star.
== Pair ==
Inputs: Two different positions in the Wizard Ring
Effect: The Wizard in the first position pays 1 Star to the Wizard in the second position.
== Snipe ==
Inputs: The name of another Wizard in this Duel, and the name of a spell on this list that isn't Snipe
Effect: If the chosen Wizard cast the chosen spell, the caster gains 2 Stars.
== Dye ==
Inputs: One of Red, Green or Blue
Effect: The caster's Hat becomes the chosen colour.
== Wager ==
Inputs: A number from 1 to 5
Effect: The caster loses as many Stars as the chosen number.
== Jest ==
Effect: If the Battle Master laughs, gain 5 Stars.
== Whim ==
Inputs: Whoever you please, then Red or Blue
Effect: The chosen Wizard loses 2 Stars.
"""


def setup(**more: Any) -> dict[str, Any]:
    names = ["Alice", "Bob Smith", "Carol", "Caroline", "Dave"]
    wizards = [{"name": name, "stars": 20, "attributes": {"Hat": "None"}} for name in names]
    wizards[4]["idle"] = True
    return {"wizards": wizards, "spell_list": {"wikitext": LIST}, **more}


STATE = WIZARD_RING.begin(setup(), Dice(b"0"))

READ = [
    ("CAST Greed", "CAST Greed", "Greed"),
    ("cast   the spell greed, please!", "CAST Greed", "Greed"),
    ("CAST Burn 3", "CAST Burn 3", "Burn at position 3, Carol"),
    ("Hi! CAST Burn 3. Cheers, Alice", "CAST Burn 3", "Burn at position 3, Carol"),
    ("CAST Burn on position 3, thanks", "CAST Burn 3", "Burn at position 3, Carol"),
    ("CAST BURN carol", "CAST Burn 3", "Burn at position 3, Carol"),
    ("CAST Burn Caroline", "CAST Burn 4", "Burn at position 4, Caroline"),
    ("CAST Burn bob", "CAST Burn 2", "Burn at position 2, Bob Smith"),
    ("CAST Burn smith", "CAST Burn 2", "Burn at position 2, Bob Smith"),
    ('CAST "Burn" "Bob Smith"', "CAST Burn 2", "Burn at position 2, Bob Smith"),
    ("CAST Burn 3 (Carol)", "CAST Burn 3", "Burn at position 3, Carol"),
    ("CAST Burn me", "CAST Burn 1", "Burn at position 1, Alice"),
    ("CAST Bur 3", "CAST Burn 3", "Burn at position 3, Carol"),
    ("CAST Pair 2, 3", "CAST Pair 2 3", "Pair at position 2, Bob Smith, at position 3, Carol"),
    ("CAST Pair bob and carol", "CAST Pair 2 3", "Pair at position 2, Bob Smith, at position 3, Carol"),
    ("CAST Snipe Bob Smith Greed", 'CAST Snipe "Bob Smith" Greed', "Snipe on Bob Smith, with Greed"),
    ("CAST Dye red", "CAST Dye Red", "Dye with Red"),
    ("CAST Wager 5", "CAST Wager 5", "Wager with 5"),
    ("CAST Burn 3\nCAST burn 3", "CAST Burn 3", "Burn at position 3, Carol"),
    ("PASS", "PASS", "no spell"),
    ("CAST Jest", "CAST Jest", "Jest"),
]
REFUSED = [
    ("hello there", "no-order"),
    ("CAST", "no-such-spell"),
    ("CAST Grede", "no-such-spell"),
    ("CAST G", "no-such-spell"),
    ("CAST Burn", "missing-input"),
    ("CAST Burn, please", "missing-input"),
    ("CAST Burn 9", "no-such-position"),
    ("CAST Burn 0", "no-such-position"),
    ("CAST Burn -1", "no-such-position"),
    ("CAST Burn Zed", "no-such-position"),
    ("CAST Burn car", "ambiguous"),
    ("CAST Burn 3 4", "surplus-input"),
    ("CAST Burn 3 or 4", "surplus-input"),
    ("CAST Greed 3", "surplus-input"),
    ("CAST Gift 1", "own-position"),
    ("CAST Nudge 3", "not-adjacent"),
    ("CAST Pair 2 2", "same-twice"),
    ("CAST Snipe Alice Greed", "own-position"),
    ("CAST Snipe Zed Greed", "no-such-wizard"),
    ("CAST Snipe Carol Snipe", "excluded-spell"),
    ("CAST Snipe Carol Gred", "no-such-spell"),
    ("CAST Dye Purple", "bad-input"),
    ("CAST Wager 7", "number-out-of-range"),
    ("CAST Wager many", "bad-input"),
    ("CAST Burn 1\nCAST Burn 2", "two-orders"),
    ("CAST Burn 1. CAST Greed", "two-orders"),
    ("PASS\nCAST Greed", "two-orders"),
    ("PASS the salt", "surplus-input"),
]


@pytest.mark.parametrize(("letter", "words", "said"), READ, ids=[row[0][:40] for row in READ])
def test_words_are_read_as_an_order(letter: str, words: str, said: str) -> None:
    reading = WIZARD_RING.read(STATE, "Alice", letter)
    assert reading.problems == ()
    assert reading.order is not None
    assert (reading.order.words, reading.order.said) == (words, said)
    again = WIZARD_RING.read(STATE, "Alice", reading.order.words)
    assert again.order == reading.order


@pytest.mark.parametrize(("letter", "code"), REFUSED, ids=[row[0][:40] for row in REFUSED])
def test_words_are_refused_with_a_reason(letter: str, code: str) -> None:
    reading = WIZARD_RING.read(STATE, "Alice", letter)
    assert reading.order is None
    assert reading.problems[0].code == code
    assert reading.problems[0].reason


def test_a_misspelt_spell_is_asked_back() -> None:
    (problem,) = WIZARD_RING.read(STATE, "Alice", "CAST Grede").problems
    assert "Greed" in problem.hint


def test_a_hint_for_a_missing_input_is_itself_legal() -> None:
    (problem,) = WIZARD_RING.read(STATE, "Alice", "CAST Gift").problems
    example = problem.hint.removeprefix("for example: ")
    assert WIZARD_RING.read(STATE, "Alice", example).order is not None


def test_withdraw_takes_the_order_back() -> None:
    reading = WIZARD_RING.read(STATE, "Alice", "WITHDRAW")
    assert reading.order is None
    assert reading.problems == ()


def test_idle_wizards_and_strangers_give_no_orders() -> None:
    assert WIZARD_RING.read(STATE, "Dave", "CAST Greed").problems[0].code == "idle"
    assert WIZARD_RING.read(STATE, "Zed", "CAST Greed").problems[0].code == "not-in-this-duel"
    assert list(WIZARD_RING.awaits(STATE)) == ["Alice", "Bob Smith", "Carol", "Caroline"]


def test_the_prompt_shows_orders_that_are_legal() -> None:
    for name, prompt in WIZARD_RING.awaits(STATE).items():
        assert prompt.examples
        for words in prompt.examples:
            assert WIZARD_RING.read(STATE, name, words).order is not None


def orders(state: Any, **letters: str) -> dict[str, Any]:
    return {
        name.replace("_", " "): WIZARD_RING.read(state, name.replace("_", " "), words).order
        for name, words in letters.items()
    }


def test_every_change_names_its_spell_caster_and_sentence() -> None:
    _, events = WIZARD_RING.resolve(STATE, orders(STATE, Alice="CAST Burn 3"), Dice(b"0"))
    changes = [
        (e.facts["wizard"], e.kind, e.facts["amount"], e.facts["sentence"])
        for e in events
        if e.kind in ("lost", "gained")
    ]
    assert changes == [
        ("Carol", "lost", 3, "The Wizard in that position loses 3 Stars."),
        ("Bob Smith", "lost", 1, "Their neighbours lose 1 Star."),
        ("Caroline", "lost", 1, "Their neighbours lose 1 Star."),
    ]
    assert all(e.facts["by"] == "Alice" and e.facts["spell"] == "Burn" for e in events if e.kind == "lost")


def test_the_view_shows_stars_changes_and_casts_once_it_is_over() -> None:
    assert WIZARD_RING.view(STATE, "Alice")["casts"] == {}
    after, _ = WIZARD_RING.resolve(STATE, orders(STATE, Alice="CAST Wager 2", Carol="PASS"), Dice(b"0"))
    view = WIZARD_RING.view(after, None)
    assert view["wizards"]["Alice"] == {"stars": 18, "change": -2, "attributes": {"Hat": "None"}}
    assert view["casts"] == {"Alice": {"spell": "Wager", "inputs": {"number": 2}}}
    assert WIZARD_RING.awaits(after) == {}


def test_a_cast_that_cannot_be_read_needs_a_ruling_and_changes_nothing() -> None:
    assert {item.spell for item in WIZARD_RING.unclear(STATE)} == {"Jest", "Whim"}
    with pytest.raises(NeedsRuling) as caught:
        WIZARD_RING.resolve(STATE, orders(STATE, Alice="CAST Jest"), Dice(b"0"))
    assert [item.spell for item in caught.value.unclear] == ["Jest"]


def test_a_ruling_rewords_a_spell_for_everyone() -> None:
    state = WIZARD_RING.begin(setup(rulings=[{"spell": "Jest", "effect": "Gain 2 Stars."}]), Dice(b"0"))
    assert [item.spell for item in WIZARD_RING.unclear(state)] == ["Whim"]
    after, _ = WIZARD_RING.resolve(state, orders(state, Alice="CAST Jest"), Dice(b"0"))
    assert WIZARD_RING.view(after, None)["wizards"]["Alice"]["stars"] == 22


WHIM = {"spell": "whim", "inputs": "The name of another Wizard in this Duel; one of Red or Blue", "cost": "1"}


def test_a_ruling_rewords_inputs_and_cost_and_what_was_cast_before_stands() -> None:
    said = "CAST Whim on Bob Smith, RED please, he is nasty to Carol"
    before = WIZARD_RING.read(STATE, "Alice", said).order
    assert before is not None
    assert (before.words, before.said) == ('CAST Whim "Bob Smith" Red', 'Whim with "Bob Smith" Red')
    state = WIZARD_RING.begin(setup(rulings=[WHIM]), Dice(b"0"))
    (order,) = orders(state, Alice=before.words).values()
    assert order.words == before.words, "it is committed to in these words"
    after, _ = WIZARD_RING.resolve(state, {"Alice": order}, Dice(b"0"))
    view = WIZARD_RING.view(after, None)
    assert [wizard["stars"] for wizard in view["wizards"].values()] == [19, 18, 20, 20, 20]
    assert view["casts"]["Alice"]["inputs"] == {"wizard": "Bob Smith", "word": "Red"}


def test_an_order_is_read_again_by_the_reworded_inputs() -> None:
    state = WIZARD_RING.begin(setup(rulings=[WHIM]), Dice(b"0"))
    reading = WIZARD_RING.read(state, "Alice", "CAST Whim Alice, Red")
    assert [problem.code for problem in reading.problems] == ["own-position"]


def test_a_ruling_gives_the_outcomes_of_one_cast() -> None:
    rulings = [
        {"spell": "Jest", "wizard": "Alice", "outcomes": {"Alice": {"stars": 2}, "Carol": {"stars": -1, "Hat": "Red"}}}
    ]
    state = WIZARD_RING.begin(setup(rulings=rulings), Dice(b"0"))
    after, _ = WIZARD_RING.resolve(state, orders(state, Alice="CAST Jest"), Dice(b"0"))
    wizards = WIZARD_RING.view(after, None)["wizards"]
    assert wizards["Alice"]["stars"] == 22
    assert (wizards["Carol"]["stars"], wizards["Carol"]["attributes"]) == (19, {"Hat": "Red"})
    with pytest.raises(NeedsRuling):
        WIZARD_RING.resolve(state, orders(state, Carol="CAST Jest"), Dice(b"0"))


def test_every_fault_of_a_setup_is_found_at_once() -> None:
    broken = {
        "wizards": [{"name": "A", "stars": "x"}, {"name": "a", "idle": 1}, {"stars": 1}, 7, {"name": "B", "hat": 1}],
        "duel": {"number": "x", "history": [{"number": 1, "casts": {"A": 1}}], "when": 1},
        "spell_list": {},
        "rulings": [{"spell": "Jest"}, {"spell": "Jest", "inputs": 1}, {"spell": "Jest", "cost": "1", "outcomes": {}}],
        "options": {"stars_floor": "0"},
    }
    with pytest.raises(FileFaults) as caught:
        WIZARD_RING.begin(broken, Dice(b"0"))
    assert {fault.path[:3] for fault in caught.value.faults} >= {
        ("wizards", 0, "stars"), ("wizards", 1, "name"), ("wizards", 1, "idle"), ("wizards", 2, "name"), ("wizards", 3),
        ("wizards", 4, "hat"), ("duel", "number"), ("duel", "history", 0), ("duel", "when"), ("spell_list",),
        ("rulings", 0), ("rulings", 1), ("rulings", 2), ("options", "stars_floor"),
    }  # fmt: skip


def test_options_of_the_service_are_passed_over() -> None:
    state = WIZARD_RING.begin(setup(options={"stars_floor": 0, "battle_hour": 15}), Dice(b"0"))
    assert state.floor == 0


OF_A_KIND = """
== Calm ==
Traits: Peaceful
Effect: The caster gains 1 Star.
== Burn ==
Traits: Belligerent, Loud
Effect: Each neighbour loses 1 Star.
== Ward ==
Inputs: The name of a Belligerent spell
Effect: Each Wizard who cast the named spell loses 2 Stars.
== Soothe ==
Inputs: The name of a non-Belligerent spell other than this one
Effect: Each Wizard who cast the named spell gains 2 Stars.
"""


@pytest.mark.parametrize(
    ("letter", "code"),
    [
        ("CAST Ward burn", None),
        ("CAST Ward Calm", "excluded-spell"),
        ("CAST Ward Ward", "excluded-spell"),
        ("CAST Soothe Calm", None),
        ("CAST Soothe Ward", None),
        ("CAST Soothe Burn", "excluded-spell"),
        ("CAST Soothe Soothe", "excluded-spell"),
    ],
)
def test_an_input_can_ask_for_a_spell_of_a_trait(letter: str, code: str | None) -> None:
    state = WIZARD_RING.begin(setup(spell_list={"wikitext": OF_A_KIND}), Dice(b"0"))
    assert [problem.code for problem in WIZARD_RING.read(state, "Alice", letter).problems] == [code] * (
        code is not None
    )
