"""What is counted once for all casts is counted anew after every change; and events can be asked for in any order."""

from __future__ import annotations

import pytest

from pbp.errors import NeedsRuling
from pbp.fair.dice import Dice
from pbp.spells import ListedSpell, PlayedDuel, RingWizard, play, read_list

LIST = """
== Greed ==
Effect: Gain 5 Stars if no other Wizard cast Greed this Duel.
== Tide ==
Effect: Gain 2 Stars for each Wizard who has more than 20 Stars. Then, gain 2 Stars for each Wizard who has more than 20 Stars.
== Mimic ==
Inputs: A position in the Wizard Ring
Effect: The Wizard in that position is considered to have selected Greed instead.
Speed: 2
== Polish ==
Inputs: A position in the Wizard Ring
Effect: The Wizard in that position gains 2 Crystals.
== Shine ==
Inputs: A position in the Wizard Ring
Effect: The Wizard in that position gains 2 Crystals.
Speed: 3
== Curse ==
Inputs: A position in the Wizard Ring
Effect: The Crystals of the Wizard in that position become Cracked.
Speed: 2
== Balm ==
Inputs: A position in the Wizard Ring
Effect: The Wizard in that position gains as many Stars as they lost this Duel.
Speed: 1
== Hex ==
Inputs: A position in the Wizard Ring
Effect: The Wizard in that position loses 4 Stars.
Speed: 2
"""  # noqa: E501


def cast(*selections: tuple[str, int] | tuple[str] | None) -> PlayedDuel:
    """The duel of Wizards with 20 Stars, each with the spell and position (from 1) given."""
    spells = read_list(LIST, frozenset({"Crystals"})).spells
    assert all(spell.program is not None for spell in spells.values()), [spell.unclear for spell in spells.values()]
    book = {name.casefold(): ListedSpell(name, spell.program, spell.sentences) for name, spell in spells.items()}
    wizards = [RingWizard(f"W{place + 1}", 20, {"Crystals": 1}) for place in range(len(selections))]
    chosen = {
        place: (selection[0], tuple(number - 1 for number in selection[1:]))
        for place, selection in enumerate(selections)
        if selection
    }
    return play(wizards, chosen, book, Dice(b"0"))


def test_no_other_wizard_leaves_out_the_caster_alone() -> None:
    assert cast(("Greed",), None, None).stars == [25, 20, 20]
    assert cast(("Greed",), ("Greed",), None).stars == [20, 20, 20]


def test_a_selection_replaced_in_the_meantime_is_counted() -> None:
    assert cast(("Greed",), ("Mimic", 3), ("Hex", 1)).stars == [20, 20, 20]
    assert cast(("Greed",), ("Mimic", 1), ("Hex", 2)).stars == [25, 16, 20]


def test_a_later_stage_counts_anew() -> None:
    assert cast(("Tide",), ("Greed",), ("Tide",)).stars == [22, 25, 22]


def test_nothing_is_added_to_numbers_of_which_one_has_become_a_word_in_the_meantime() -> None:
    assert cast(("Shine", 1), ("Polish", 1), None).attributes[0] == {"Crystals": 5}
    with pytest.raises(NeedsRuling, match="Cracked"):
        cast(("Shine", 1), ("Polish", 1), ("Curse", 3))


def test_losses_of_the_duel_are_those_up_to_now() -> None:
    assert cast(("Balm", 3), ("Hex", 3), ("Balm", 1)).stars == [20, 20, 20]


def test_events_can_be_asked_for_in_any_order() -> None:
    told = cast(("Greed",), ("Hex", 1), ("Balm", 1)).happenings
    kinds = ["cast", "cast", "cast", "lost", "gained", "gained"]
    assert [happening.kind for happening in told] == kinds
    assert len(told) == 6
    assert told[3].facts["sentence"] == "The Wizard in that position loses 4 Stars."
    assert [happening.kind for happening in told[-2:]] == ["gained", "gained"]
    assert list(told) == list(told)
