"""A spell that cannot be read exactly is never guessed: the Battle Master rules, or the duel is cancelled."""

from __future__ import annotations

import pytest

from pbp.errors import Refused
from pbp.service import battle, lifecycle, rulings
from service.world import JEST, SPELLS, World


def jesting(world: World) -> None:
    """Duel 1 with a spell that cannot be read, cast by Alice, after its battle time."""
    world.edit("Ruleset", SPELLS + JEST)
    world.tick()
    world.say("Alice", "CAST Jest")
    world.say("Bob", "CAST Greed")
    world.after_battle()


def test_the_battle_master_is_told_at_scheduling(world: World) -> None:
    world.edit("Ruleset", SPELLS + JEST)
    world.tick()
    subject, body = world.letters("Master")[0]
    assert subject == "Duel 1: spells that cannot be read exactly"
    assert "Jest" in body


def test_a_duel_in_which_it_is_cast_waits_and_the_public_learns_no_spell_and_no_caster(world: World) -> None:
    jesting(world)
    assert (world.duel().state, world.duel().held) == ("pending", "ruling")
    assert world.stars() == {"Alice": 20, "Bob": 20, "Carol": 20, "Dave": 20}
    public = "".join(world.comments())
    assert "held" in public
    assert "Jest" not in public
    assert "Alice" not in public
    assert any("waits for your ruling" in subject for subject in world.subjects("Master"))


def test_outcomes_for_the_cast_resolve_it_and_are_shown(world: World) -> None:
    jesting(world)
    assert world.app.carry_out(
        rulings.rule, 1, "Jest", world.clock(), why="It was funny.", wizard="Alice", outcomes={"Alice": {"stars": 2}}
    )
    world.tick(minutes=1)
    assert world.duel(1).state == "resolved"
    assert (world.stars()["Alice"], world.stars()["Bob"]) == (22, 25)
    ruling = "Ruling of the Battle Master on Jest cast by Alice: Alice +2 Stars. Why: It was funny."
    assert ruling in world.comments()[-1]


def test_a_rewording_resolves_it(world: World) -> None:
    jesting(world)
    assert world.app.carry_out(
        rulings.rule, 1, "Jest", world.clock(), why="As meant.", effect="The caster gains 3 Stars."
    )
    world.tick(minutes=1)
    assert world.stars()["Alice"] == 23
    assert world.bundle(1)["setup"]["rulings"] == []
    assert world.bundle(1)["amended"]["setup"] == {
        "rulings": [{"spell": "Jest", "effect": "The caster gains 3 Stars."}]
    }


def test_a_rewording_that_cannot_be_read_either_is_refused(world: World) -> None:
    jesting(world)
    with pytest.raises(Refused, match="cannot be read either"):
        world.app.carry_out(rulings.rule, 1, "Jest", world.clock(), why="?", effect="The caster wins, somehow.")
    assert world.duel().held == "ruling"


WHIM = """=== Whim ===
* Inputs: Whoever annoys you
* Cost: a few
* Effect: That Wizard loses 3 Stars.
"""


def test_inputs_and_cost_are_reworded_and_the_cast_keeps_whom_it_named(world: World) -> None:
    world.edit("Ruleset", SPELLS + WHIM)
    world.tick()
    assert "Understood, for duel 1: Whim with Bob" in world.say("Alice", "CAST Whim on Bob, who was rude to Carol")
    world.after_battle()
    assert world.duel(1).held == "ruling"
    with pytest.raises(Refused, match=r"the ruling does not fit: step 1: the order of Alice does not stand"):
        world.app.carry_out(rulings.rule, 1, "Whim", world.clock(), why="?", inputs="A number from 1 to 5", cost="2")
    with pytest.raises(Refused, match="a few: "):
        world.app.carry_out(rulings.rule, 1, "Whim", world.clock(), why="?", inputs="A position in the Wizard Ring")
    assert world.app.carry_out(
        rulings.rule, 1, "whim", world.clock(), why="As meant.", inputs="A position in the Wizard Ring", cost="2"
    )
    world.tick(minutes=1)
    assert (world.stars()["Alice"], world.stars()["Bob"]) == (18, 17)
    told = world.comments()[-1]
    assert "Whim: Inputs: A position in the Wizard Ring · Cost: 2. Why: As meant." in told
    assert world.bundle(1)["steps"][0]["orders"][0]["order"] == "CAST Whim Bob"
    assert "rude" not in told + world.page("Wizard Duel 1 Audit")


def test_nothing_can_be_ruled_on_a_spell_that_is_not_on_the_list(world: World) -> None:
    jesting(world)
    with pytest.raises(Refused, match="there is no spell Jokes on the list of duel 1"):
        world.app.carry_out(rulings.rule, 1, "Jokes", world.clock(), why="?", effect="Gain 1 Star.")


def test_it_may_be_cancelled_instead(world: World) -> None:
    jesting(world)
    world.app.carry_out(lifecycle.cancel, 1, "Nobody laughed.", world.clock())
    world.tick(minutes=1)
    assert world.duel(1).state == "cancelled"
    assert "Jest" not in "".join(world.comments())


def test_nobody_cast_it_so_nothing_waits(world: World) -> None:
    world.edit("Ruleset", SPELLS + JEST)
    world.tick()
    world.say("Bob", "CAST Greed")
    world.after_battle()
    assert world.duel(1).state == "resolved"


def test_a_held_duel_cannot_be_resumed_past_its_question(world: World) -> None:
    jesting(world)
    with pytest.raises(Refused, match="pbp rule"):
        world.app.carry_out(lifecycle.resume, 1, "Never mind.", world.clock())


def test_a_voided_result_is_taken_back_and_resolved_again_by_the_same_dice(world: World) -> None:
    world.tick()
    world.say("Alice", "CAST Gain")
    world.say("Bob", "CAST Greed")
    world.after_battle()
    stars, draws = world.stars(), world.bundle(1)["steps"][0]["draws"]
    world.app.carry_out(battle.void, 1, "Greed was read wrongly.", world.clock())
    assert world.stars() == dict.fromkeys(stars, 20)
    world.tick(minutes=1)
    assert (world.duel(1).state, world.duel(1).held) == ("pending", "voided")
    world.app.carry_out(
        rulings.rule, 1, "Greed", world.clock(), why="As was meant.", effect="The caster gains 7 Stars."
    )
    world.app.carry_out(lifecycle.resume, 1, "Mended.", world.clock())
    world.tick(minutes=1)
    assert world.duel(1).state == "resolved"
    assert world.stars() == {**stars, "Bob": 27}
    assert world.bundle(1)["steps"][0]["draws"] == draws
    told = "".join(world.comments())
    assert "The result of duel 1 does not count." in told
    assert told.count("Duel 1 is resolved.") == 2


def test_what_was_adjusted_while_a_duel_waited_stays(world: World) -> None:
    from pbp.service import people

    jesting(world)
    with world.app.store.tx() as tx:
        people.adjust(tx, "Carol", world.clock(), "a gift", source="the Battle Master", stars=31)
    world.app.carry_out(rulings.rule, 1, "Jest", world.clock(), why="As meant.", effect="Each Wizard gains 1 Star.")
    world.tick(minutes=1)
    assert world.stars()["Carol"] == 32
