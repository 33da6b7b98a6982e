"""The frozen list page holds the spells and nothing else, word for word as they stand in the ruleset."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbp.service.lists import spells_alone
from pbp.spells.page.wikitext import passages
from service.world import SPELLS, World

LIST = "Wizard Duel Spell List 1"
GREED = "=== Greed ===\n* Inputs: None\n* Effect: Gain 5 stars\n"
BURN = "=== Burn ===\n* Inputs: A numerical position in the Wizard Ring\n* Effect: The wizard there loses 3 stars\n"
TABLE = '{| class="wikitable"\n! Name !! Effect\n|-\n| Spark || The caster loses 2 Stars.\n|}\n'
LEVELS = '{| class="wikitable"\n! Rank !! Title\n|-\n| 1 || Adept\n|}\n'
RULES = f"""The rules of this dynasty are long.

== Wizards ==
Each wizard has Stars. '''Effect''' is a word of ours.
{LEVELS}
== Spells ==
A spell has a name, inputs and an effect. Please keep them tidy.

{GREED}
=== How to propose ===
Write it on the talk page.

{BURN}----
Back to [[Main Page]]. [[Category:Rules]]

== Old tables ==
These count too:
{TABLE}
"""

M_GREED = "### Greed\n\n* **Inputs:** None\n* **Effect:** Gain 5 stars\n\n"
M_BURN = "### Burn\n\n* **Inputs:** A numerical position\n* **Effect:** The wizard there loses 3 stars\n\n"
M_TABLE = "## Old tables\n\n| Name | Effect |\n|:--|:--|\n| Spark | The caster loses 2 Stars. |\n"
M_RULES = f"""The rules.

## Wizards

Each wizard has Stars.

## Spells

Please keep them tidy.

{M_GREED}### How to propose

Write it in the thread.

{M_BURN}---

Back to the [index](index).

{M_TABLE}"""


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        (M_RULES, M_GREED + M_BURN + M_TABLE),
        (f"Some words.\n\n{M_GREED}{M_BURN}", f"{M_GREED}{M_BURN}".rstrip() + "\n"),
        (GREED + BURN, GREED + BURN),
        (f"Some words.\n\n{GREED}\n{BURN}", f"{GREED}\n{BURN}"),
        (f"== All ==\nProse.\n{LEVELS}{TABLE}More prose.", f"== All ==\n{TABLE}"),
        (RULES, f"{GREED}\n{BURN}== Old tables ==\n{TABLE}"),
        ("Only words: Effect: none", ""),
        ("", ""),
        (
            f"=== Hat ===\n* Effect: Gain 1 star\n[[Category:Spells]]\n\n{LEVELS}",
            f"=== Hat ===\n* Effect: Gain 1 star\n\n\n{LEVELS}",
        ),
    ],
)
def test_only_the_spells_are_kept(text: str, alone: str) -> None:
    assert spells_alone(text) == alone
    assert passages(alone) == passages(text)


@pytest.mark.parametrize(
    "text",
    [
        "<div>\n=== Burn ===\n* Effect: Gain 1 star\n</div> and <b>more",
        "=== A ===\n* Effect: x\n----\n* Cost: 2 stars\n",
    ],
)
def test_what_would_read_otherwise_alone_is_kept_whole(text: str) -> None:
    assert passages(spells_alone(text)) == passages(text)


@pytest.mark.parametrize("section", ["Spells", ""])
def test_a_ruleset_full_of_prose_freezes_as_a_spell_list(make_world: Callable[..., World], section: str) -> None:
    world = make_world(f'[wiki]\nsection = "{section}"\n')
    world.edit(
        "Ruleset", RULES + SPELLS.replace("== Spells ==\n", "").replace("Greed", "Greedy").replace("Burn", "Blaze")
    )
    world.tick()
    page = world.page(LIST)
    assert "=== Greed ===" in page and "The wizard there loses 3 stars" in page
    for words in ("dynasty", "tidy", "propose", "Back to", "Category", "Wizards ==", "Adept", "These count"):
        assert words not in page
    assert ("Spark" in page) == (section == "")
    assert "Understood" in world.say("Alice", "CAST Greed")


def test_a_ruleset_without_a_spell_schedules_no_duel_and_says_why(make_world: Callable[..., World]) -> None:
    world = make_world()
    world.edit("Ruleset", "== Spells ==\nNone yet.\n")
    report = world.tick()
    assert any("has no spell: each is a heading with an Effect below it" in line for line in report.failed)
    with world.app.store.tx() as tx:
        assert not tx.duels()
