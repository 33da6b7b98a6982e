"""Spells read otherwise after an upgrade change no digest: what was published holds, what is closed resolves."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbp.games.replay import state_digest
from pbp.service import ring, rulings
from pbp.service.present import present
from service.proofs import duel_checked, marked, season_checked
from service.world import JEST, SPELLS, World


@pytest.fixture
def world(make_world: Callable[..., World]) -> World:
    """A world in whose spells one cannot be read, duel 1 open."""
    world = make_world()
    world.edit("Ruleset", SPELLS + JEST)
    world.tick()
    return world


def digest(world: World, *, readings: bool) -> str:
    duel = world.duel()
    with world.app.store.tx() as tx:
        now = present(world.app.desk, tx, duel)
    return state_digest(now.game, now.state, readings=readings)


def test_no_digest_hangs_on_how_spells_are_read(world: World, other_reader: Callable[[], None]) -> None:
    before = digest(world, readings=False), digest(world, readings=True)
    other_reader()
    after = digest(world, readings=False), digest(world, readings=True)
    assert before[0] == after[0]
    assert before[1] != after[1], "the other reader reads otherwise indeed"


def test_digests_hang_on_the_words_of_the_list_and_of_rulings(world: World) -> None:
    digests = {digest(world, readings=False)}
    assert world.app.carry_out(
        rulings.rule, 1, "Jest", world.clock(), why="As meant.", effect="The caster gains 3 Stars."
    )
    digests.add(digest(world, readings=False))
    title = world.duel().list_title or ""
    world.edit(title, world.page(title) + "\nA line that is no spell's.\n")
    world.tick()
    page = world.site.wiki.read(title)
    assert page
    world.app.carry_out(ring.accept_edit, 1, page, world.clock())
    digests.add(digest(world, readings=False))
    assert len(digests) == 3


def test_a_bundle_holds_and_a_closed_duel_resolves_after_the_reader_and_its_hints_have_changed(
    world: World, other_reader: Callable[[], None]
) -> None:
    world.say("Alice", "CAST Gain")
    world.after_battle()
    world.tick(minutes=1)
    assert duel_checked(world, 1).ok
    world.say("Bob", "CAST Jest")
    world.say("Carol", "CAST Burn Alice")
    world.after_battle()
    assert world.duel(2).held == "ruling", "closed, and not resolved"
    other_reader()
    assert duel_checked(world, 1).ok
    assert world.app.carry_out(
        rulings.rule, 2, "Jest", world.clock(), why="As meant.", effect="The caster gains 3 Stars."
    )
    world.tick(minutes=1)
    report = duel_checked(world, 2)
    assert report.ok, report.lines
    assert "readings" not in " ".join(marked(report, "LOOK"))
    assert season_checked(world, *world.comments()).ok


def test_what_does_not_fit_its_commitment_is_held_and_never_published(world: World) -> None:
    world.say("Bob", "CAST Jest")
    world.after_battle()
    with world.app.store.tx() as tx:
        tx.change_step(1, 1, sheet_revision="another")
    assert world.app.carry_out(
        rulings.rule, 1, "Jest", world.clock(), why="As meant.", effect="The caster gains 3 Stars."
    )
    report = world.tick(minutes=1)
    duel = world.duel(1)
    assert (duel.state, duel.held) == ("pending", "replay")
    assert "not what its commitment was made over" in (duel.held_why or "")
    assert any("not what its commitment" in line for line in report.failed)
    assert not world.page("Wizard Duel 1 Audit")
