"""Tables of cases inside an Effect: read the same in every markup, as the sentences that say the same, or refused."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from spells.lists import ATTRIBUTES, OTHERS, spell

from pbp.spells import Spell, SpellList, read_list, say
from pbp.spells import tree as t
from pbp.spells.read import FAULT

TABLES = tomllib.loads((Path(__file__).parent / "tables.toml").read_text("utf-8"))["table"]
READ = [case for case in TABLES if "reads_as" in case]
REFUSED = [case for case in TABLES if "refused" in case]


def wikitext(effect: str) -> str:
    """An Effect with its tables as the wiki has them."""
    lines: list[str] = []
    inside = False
    for line in effect.strip().split("\n"):
        row = line.startswith("|")
        if row and not inside:
            lines += ['{| class="wikitable"', *(f"! {cell.strip()}" for cell in line[1:-1].split("|"))]
        elif row and set(line) - set("|:- "):
            lines += ["|-", "| " + " || ".join(cell.strip() for cell in line[1:-1].split("|"))]
        elif not row:
            lines += ["|}", line] if inside else [line]
        inside = row
    return "\n".join([*lines, "|}"] if inside else lines)


def of(found: SpellList) -> Spell:
    """The spell Self of a list, on which the reader has not failed."""
    assert not [unclear for unclear in found.unclear if unclear.reason.startswith(FAULT)]
    return found.spells["Self"]


def in_every_markup(case: dict[str, Any]) -> list[Spell]:
    """A table as it is typed, as Markdown shows it, and as the wiki does, below the label or beside it."""
    effect, inputs = case["effect"].strip(), case.get("inputs", "None")
    markdown = (
        OTHERS.replace("== ", "## ", 1).replace("\n== ", "\n## ").replace(" ==\n", "\n\n").replace("\nTr", "\n\nTr")
    )
    return [
        spell(effect, case.get("inputs", "")),
        of(read_list(f"{markdown}\n## Self\n\n**Inputs:** {inputs}\n\n**Effect:** {effect}\n", ATTRIBUTES)),
        *(
            of(read_list(f"{OTHERS}== Self ==\nInputs: {inputs}\n{label}{wikitext(effect)}\n", ATTRIBUTES))
            for label in ("Effect:\n", "'''Effect:''' ")
        ),
    ]


@pytest.mark.parametrize("case", READ, ids=lambda case: case["effect"].strip()[:60])
def test_a_table_says_what_its_rows_say(case: dict[str, Any]) -> None:
    meant = spell(case["reads_as"], case.get("inputs", ""))
    assert meant.program is not None, meant.unclear
    for found in in_every_markup(case):
        assert found.program == meant.program, found.unclear or say(found)
    assert "|" not in say(meant) and "|" not in say(found)


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case["effect"].strip()[:60])
def test_a_table_that_leaves_something_open_is_refused(case: dict[str, Any]) -> None:
    for found in in_every_markup(case):
        assert found.program is None, say(found)
        assert any(case["refused"] in unclear.reason for unclear in found.unclear), found.unclear


def test_a_reason_shows_the_row() -> None:
    (unclear,) = spell("Roll DICE6.\n| result | you gain |\n|---|---|\n| 1 | 2 Stars |\n| 2 | some luck |").unclear
    assert "2 | some luck" in unclear.reason and unclear.sentence == "| result | you gain |\n| 2 | some luck |"


def test_the_first_row_that_fits_applies_alone() -> None:
    rows = "| If | Then |\n|---|---|\n| your Hat is Red | gain 2 Stars |\n| a Wizard is idle | lose 1 Star |"
    (one,) = spell("If your Hat is Red, gain 2 Stars.").program.acts
    (two,) = spell("If a Wizard is idle, lose 1 Star.").program.acts
    first, second = spell(f"Only the first row that fits applies:\n{rows}").program.acts
    assert isinstance(one, t.If) and isinstance(two, t.If) and first == one
    assert second == t.If(t.And((t.Not(one.cond), two.cond)), two.then)
    assert spell(f"Look at this table:\n{rows}").program is None


def test_a_table_of_spells_names_spells() -> None:
    page = "== Spells ==\n{|\n! Spell !! Effect\n|-\n| Spark || Gain 2 Stars\n|-\n| Flash || Gain 1 Star\n|}"
    assert list(read_list(page).spells) == ["Spark", "Flash"]
    markdown = "## Spells\n\nSpell|Effect\n--|--\nSpark|Gain 2 Stars\nFlash|Gain 1 Star\n"
    assert list(read_list(markdown).spells) == ["Spark", "Flash"]


def test_a_table_below_an_effect_is_never_passed_over() -> None:
    page = "== Self ==\nEffect: Gain 2 Stars.\n{|\n! Moon !! Mood\n|-\n| full || foul\n|}"
    assert of(read_list(page)).program is None
