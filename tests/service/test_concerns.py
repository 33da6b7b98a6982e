"""What a player's own feed and calendar say over the running service: what concerns them, and never an order."""

from __future__ import annotations

from pbp.web.front import Front
from service.contests import begin, play
from service.world import World


def titles(world: World, name: str) -> list[str]:
    return [each.title for each in Front(world.app).concerns(name)][::-1]


def test_ring_duels_contests_and_challenges_are_told_as_they_come(world: World) -> None:
    world.app.add_player("Erin")
    world.tick()
    battle_time = world.duel(1).battle_time
    world.say("Alice", "CAST Burn Bob")
    world.tick(minutes=5)
    number = begin(world, "goofspiel", "Alice", "Bob")
    world.tick(minutes=5)
    world.say("Carol", "CHALLENGE Alice simulacra")
    assert titles(world, "Alice") == [
        "Wizard Duel 1 is open",
        f"Goofspiel {number}, step 1 asks you",
        "Carol challenges you: Shapeshifting Simulacra",
    ]
    assert titles(world, "Dave") == ["Wizard Duel 1 is open"]
    closing = {each.called: each.closes for each in Front(world.app).concerns("Alice") if each.closes}
    assert closing == {
        "Wizard Duel 1": battle_time,
        f"Goofspiel {number}, step 1 closes": world.duel(number).battle_time,
    }
    assert "Burn" not in repr(Front(world.app).concerns("Alice")), "an order is nobody's business"
    world.say("Alice", "DECLINE Carol")
    play(world, {"Alice": f"#{number} BID 1", "Bob": f"#{number} BID 2"})
    assert f"Goofspiel {number}, step 1: what happened" in titles(world, "Alice")
    assert f"Goofspiel {number}, step 2 asks you" in titles(world, "Bob")
    assert not any("challenges" in title for title in titles(world, "Alice"))
    assert battle_time
    world.clock.now = battle_time
    world.tick(minutes=1)
    (ended,) = (each for each in Front(world.app).concerns("Dave") if each.key == "duel-1-ended")
    assert ended.title == "Wizard Duel 1 is resolved" and any("Alice casts Burn" in said for said in ended.said)
    assert len({each.key for each in Front(world.app).concerns("Alice")}) == len(titles(world, "Alice"))
    assert titles(world, "Master") == []
