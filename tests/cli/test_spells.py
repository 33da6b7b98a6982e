"""`pbp spells` for those who write them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbp.cli import main

DRAFT = """== Burn ==
* Inputs: A position in the Wizard Ring
* Effect: The Wizard in the targeted position loses 3 Stars. Their neighbours lose 1 Star.
== Jest ==
* Effect: The caster tells a joke. If the Battle Master laughs, the caster gains 5 Stars.
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    Path("draft.wiki").write_text(DRAFT, encoding="utf-8")

    def call(*arguments: str) -> Result:
        result = CliRunner().invoke(main, arguments)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return call


def test_a_draft_is_explained_and_what_is_unclear_needs_a_ruling(run) -> None:
    said = run("spells", "explain", "draft.wiki").output
    assert "Burn (asks for a position in the Wizard Ring)" in said
    assert "loses 3 Stars" in said
    assert "NEEDS A RULING" in said
    assert "The caster tells a joke" in said


def test_a_check_shows_a_worked_example_and_ends_with_3_if_a_ruling_would_be_needed(run) -> None:
    result = run("spells", "check", "draft.wiki")
    assert result.exit_code == 3
    assert "Ann casts Burn at position 2 (Ben)." in result.output
    assert "Ben loses 3 Stars to Ann's Burn." in result.output
    Path("clear.wiki").write_text(DRAFT.split("== Jest")[0], encoding="utf-8")
    assert run("spells", "check", "clear.wiki").exit_code == 0


def test_a_check_suggests_what_can_be_read_with_the_differences_marked(run) -> None:
    Path("draft.wiki").write_text(
        "== Snatch ==\nInputs: A sealed position in the Wizard Ring\n"
        "Effect: Whoever laughs loudest at midnight sings a song of theirs.\n"
        "== Zap ==\nInputs: A sealed position in the Wizard Ring\n"
        "Effect: The Wizard in the chosen position loses 2 Stars.\n"
    )
    said = run("spells", "check", "draft.wiki").output
    assert "There is no suggestion" in said.partition("Zap")[0]
    assert "  1. Inputs: A [-sealed-] position in the Wizard Ring\n" in said.partition("Zap")[2]
    assert "\x1b" not in said


PURSE = """== Purse ==
* Cost: 2
* Speed: 3
* Traits: Heavy
* Effect: If your Hat is Red, gain 5 Stars.
"""


def test_what_a_spell_costs_its_speed_and_its_traits_are_said_too(run) -> None:
    Path("purse.wiki").write_text(PURSE, encoding="utf-8")
    said = run("spells", "explain", "purse.wiki", "--attribute", "Hat").output
    assert "  Cost: 2\n  Speed: 3\n  Traits: Heavy\n" in said
    assert "NEEDS A RULING" not in said


def test_tracked_values_are_known_from_the_configured_store_or_as_they_are_given(run) -> None:
    Path("purse.wiki").write_text(PURSE, encoding="utf-8")
    assert "NEEDS A RULING" in run("spells", "explain", "purse.wiki").output
    checked = run("spells", "check", "purse.wiki", "--attribute", "Hat=Red")
    assert "Ann gains 5 Stars" in checked.output
    run("init")
    run("player", "add", "Alice")
    run("duel", "adjust", "Alice", "--attribute", "Hat=Red", "--why", "A present.")
    assert run("spells", "check", "purse.wiki").exit_code == 0
    assert "needed a ruling" not in run("spells", "try", "purse.wiki", "--duels", "10").output


def test_a_check_beside_a_configuration_says_what_the_draft_changes(run) -> None:
    run("init")
    Path("draft.wiki").write_text(
        "== Gain ==\nEffect: Gain 2 Stars.\n== Glow ==\nEffect: Gain 1 Star.\n", encoding="utf-8"
    )
    said = run("spells", "check", "draft.wiki").output
    assert "New: Glow" in said
    assert "Changed: Gain" in said
    assert "Burn" in run("spells", "explain", "Ruleset").output


def test_what_is_not_there_is_said(run) -> None:
    assert run("spells", "check", "nothing.wiki").exit_code == 1
    Path("empty.wiki").write_text("No spells.", encoding="utf-8")
    assert "there is no spell" in run("spells", "check", "empty.wiki").output


def test_the_guide_shows_how_spells_are_written(run) -> None:
    said = run("spells", "guide").output
    assert "    * Inputs: A position in the Wizard Ring\n    * Effect: The Wizard in the chosen" in said


def test_random_duels_say_what_each_spell_is_worth(run) -> None:
    Path("draft.wiki").write_text(
        "== Gift ==\nEffect: Gain 5 Stars.\n== Rest ==\nEffect: Gain 1 Star.\n", encoding="utf-8"
    )
    result = run("spells", "try", "draft.wiki", "--wizards", "4", "--duels", "200", "--picture", "worth.svg")
    assert result.exit_code == 0, result.output
    rows = [line.split() for line in result.stdout.splitlines() if line.startswith(("Gift", "Rest"))]
    assert [(row[0], row[3]) for row in rows] == [("Gift", "+5.00"), ("Rest", "+1.00")]
    assert int(rows[0][1]) + int(rows[1][1]) == 800
    svg = Path("worth.svg").read_text(encoding="utf-8")
    assert "Gift: +5.00 Stars" in svg
    again = run("spells", "try", "draft.wiki", "--wizards", "4", "--duels", "200")
    assert again.stdout == result.stdout
    run("spells", "try", "draft.wiki", "--wizards", "4", "--duels", "100", "--picture", "worth.png")
    assert Path("worth.png").read_bytes().startswith(b"\x89PNG")


def test_a_suggestion_is_taken_by_its_number(run) -> None:
    from pbp.app import build
    from pbp.config import load

    run("init", "--players", "2")
    run("player", "add", "Ann", "Ben")
    app = build(load(Path("config.toml")))
    assert app.site
    page = app.site.wiki.read("Ruleset")
    zap = "Inputs: A sealed position in the Wizard Ring\nEffect: That Wizard loses 2 Stars.\n"
    text = f"== Spells ==\n=== Zap ===\n{zap}"
    app.site.edit("Ruleset", text, page.revision if page else None, "Ann", "a spell")
    app.store.close()
    run("tick")
    why = ("--why", "As meant.")
    assert run("rule", "1", "Zap", "--suggestion", "1", "--cost", "2", *why).exit_code == 2
    assert run("rule", "1", "Zap", *why).exit_code == 2
    refused = run("rule", "1", "Zap", "--suggestion", "3", *why)
    assert refused.exit_code == 1
    assert "there is no suggestion 3 for Zap: only" in refused.output
    assert run("rule", "1", "zap", "--suggestion", "1", *why).output == "the ruling is recorded\n"
