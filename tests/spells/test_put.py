"""New words are put into a page however it is marked up, and nothing else on it changes."""

from __future__ import annotations

import pytest

from pbp.spells import read_list
from pbp.spells.suggest.put import put

NEW = {"inputs": "A position in the Wizard Ring", "effect": "The Wizard in the chosen position loses 3 Stars."}
PAGES = [
    "Zap is dear.\n== Gain ==\nEffect: Gain 1 Star.\n"
    "== Zap ==\nInputs: A numbered position\nEffect: They lose 3 Stars.\n== Z ==\nEffect: Gain 1 Star.\n",
    "=== Zap ===\n* '''Inputs:''' A [[Number|numbered]] position\n"
    "* '''Effect''': They <b>lose</b> 3 [[Stars]].\n\nNote: dear.\n",
    "== Zap ==\nInputs: A numbered position<br>Effect: They\nlose 3\n\nStars.\n",
    '{| class="wikitable"\n! Name !! Inputs !! Effect\n|-\n'
    "| Gain || None || Gain 1 Star.\n|-\n| Zap || A numbered position || They lose 3 Stars.\n|}\n",
    "== Zap ==\nEffect: They lose 3 Stars.\nInputs: A numbered position\n",
]


@pytest.mark.parametrize("page", PAGES)
def test_the_spell_has_the_new_words_and_all_others_their_own(page: str) -> None:
    new = put(page, "Zap", NEW)
    assert new is not None
    found = read_list(new).spells
    assert found["Zap"].text["Inputs"] == NEW["inputs"]
    assert found["Zap"].text["Effect"] == NEW["effect"]
    assert found["Zap"].program is not None
    assert "Gain 1 Star." in new or "Gain" not in page


def test_the_same_words_in_another_spell_stay() -> None:
    page = "== Zip ==\nEffect: They lose 3 Stars.\n== Zap ==\nEffect: They lose 3 Stars.\n"
    assert put(page, "Zap", {"effect": "Gain 1 Star."}) == page.replace(
        "Zap ==\nEffect: They lose 3 Stars.", "Zap ==\nEffect: Gain 1 Star."
    )


@pytest.mark.parametrize("name", ["Zip", ""])
def test_what_is_not_there_cannot_be_put(name: str) -> None:
    assert put(PAGES[0], name, NEW) is None
    assert put("== Zap ==\nEffect: They lose 3 Stars.\n", "Zap", NEW) is None, "it has no Inputs to be replaced"
