"""Tactical Genius: the house table against the rules page's, and laws that any play keeps."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from importlib import resources
from itertools import combinations
from random import Random
from typing import Any

import pytest
from games.cases import case_files
from games.random_orders import tactical_genius_order
from games.random_play import GAMES_EACH
from hypothesis import given
from hypothesis import strategies as st

from pbp.errors import FileFaults
from pbp.fair.dice import Dice
from pbp.games.base import Event, Order
from pbp.games.tactical_genius import TACTICAL_GENIUS
from pbp.games.tactical_genius.choices import legal_commands
from pbp.games.tactical_genius.command import Turns
from pbp.games.tactical_genius.orders import Orders, UnitCommand
from pbp.games.tactical_genius.recruits import tile_in
from pbp.games.tactical_genius.skills import SKILLS
from pbp.games.tactical_genius.state import State, Unit
from pbp.games.tactical_genius.table import AIMS, house_table
from pbp.text import shipped_texts

PLAYERS = ("Ann", "Ben")


def begun(**options: object) -> State:
    return TACTICAL_GENIUS.begin({"players": list(PLAYERS), "options": options}, Dice(b""))


def house_data() -> dict[str, Any]:
    text = resources.files("pbp.games.tactical_genius").joinpath("house_table.json").read_text("utf-8")
    data = json.loads(text)
    assert isinstance(data, dict)
    return data


# -- The table


CHART = """
           axe sword lance berserker arrow gun magic cannon
axe         .    -     x      -        -    x    x     x
sword       x    .     -      -        x    -    x     -
lance       -    x     .      x        x    x    -     -
berserker   x    x     -      .        x    -    -     x
arrow       x    -     -      -        .    -    x     x
gun         -    x     -      x        x    .    -     -
magic       -    -     x      x        -    x    .     x
cannon      -    x     x      -        -    x    -     .
"""


def test_the_chart_is_that_of_the_rules_page() -> None:
    head, *rows = [line.split() for line in CHART.strip().splitlines()]
    types = house_table().types
    assert list(types) == head
    for attacker, *marks in rows:
        assert set(types[attacker].beats) == {name for name, mark in zip(head, marks, strict=True) if mark == "x"}


def test_of_two_types_exactly_one_is_effective() -> None:
    types = house_table().types
    for one, other in combinations(types.values(), 2):
        assert (other.name in one.beats) != (one.name in other.beats)


@pytest.mark.parametrize(
    ("name", "cls", "bonus", "tiles", "unique"),
    [
        ("axe", "melee", {"health": 2}, 3, "cleave"),
        ("sword", "melee", {"defense": 1}, 5, "riposte"),
        ("lance", "melee", {"defense": 2}, 2, "pierce"),
        ("berserker", "melee", {"attack": 3}, 1, "frenzy"),
        ("arrow", "ranged", {"speed": 100}, 6, "volley"),
        ("gun", "ranged", {"attack": 1}, 4, "snipe"),
        ("magic", "ranged", {"health": 2}, 6, "hex"),
        ("cannon", "ranged", {}, 6, "barrage"),
    ],
)
def test_each_type_is_that_of_the_rules_page(
    name: str, cls: str, bonus: dict[str, int], tiles: int, unique: str
) -> None:
    kind = house_table().types[name]
    assert (kind.cls, len(kind.range), kind.unique) == (cls, tiles, unique)
    stats = {"health": kind.health, "attack": kind.attack, "defense": kind.defense, "speed": kind.speed}
    assert {stat: value for stat, value in stats.items() if value} == bonus


def test_every_skill_of_the_rules_page_is_there_with_its_priority() -> None:
    first = set("guard deflect covering_fire pin riposte".split())
    last = set("mend fall_back volley snipe barrage".split())
    skills = house_table().skills
    assert len(skills) == 20
    assert {name for name, skill in skills.items() if skill.priority == 1} == first
    assert {name for name, skill in skills.items() if skill.priority == -1} == last
    assert set(skills) == set(SKILLS) == set(AIMS)


def test_the_house_table_says_that_it_is_not_the_original() -> None:
    assert "not the lost original" in house_table().name


def test_the_help_page_names_every_type_and_skill() -> None:
    page = shipped_texts().render("help/tactical_genius", "plain").lower()
    for name in (*house_table().types, *house_table().skills):
        assert name.replace("_", " ") in page


def test_the_help_page_names_every_reason_for_a_refusal() -> None:
    """Those that the case files meet, and the two that no case needs."""
    page = shipped_texts().render("help/tactical_genius", "plain")
    codes = {"army-spent", "ambiguous"}
    for path in case_files("tactical-genius"):
        for refused in re.findall(r"(?<=refused = ){.*}", path.read_text("utf-8")):
            codes |= set(re.findall(r"[a-z]+(?:-[a-z]+)+", refused))
    assert len(codes) > 20
    assert {code for code in codes if code not in page} == set()


def test_an_order_to_a_unit_where_none_is_on_the_board_is_refused() -> None:
    reading = TACTICAL_GENIUS.read(replace(begun(), phase="command"), "Ann", "Rex ATTACK UP")
    assert [(problem.code, problem.hint) for problem in reading.problems] == [
        ("no-such-unit", "You have no unit on the board.")
    ]


def test_ten_units_in_a_game() -> None:
    state = replace(begun(), placed=(9, 0), points_left=(9, 40))
    words = "UNIT One AXE SPD .26 AT 4,1\nUNIT Two AXE SPD .24 AT 4,2"
    reading = TACTICAL_GENIUS.read(state, "Ann", words)
    assert [problem.code for problem in reading.problems] == ["army-spent"]
    assert reading.order is not None and reading.order.words.startswith("UNIT One")


def test_a_unit_may_be_called_by_the_beginning_of_its_name() -> None:
    units = (unit("Robin", 0, "axe"), unit("Rolf", 0, "axe", tile=(4, 3)), unit("Zed", 1, "axe"))
    state = replace(begun(), units=units, phase="command")
    reading = TACTICAL_GENIUS.read(state, "Ann", "rob MOVE UP\nRo MOVE UP")
    assert reading.order is not None and reading.order.words == "Robin MOVE UP"
    assert [problem.code for problem in reading.problems] == ["ambiguous"]


def test_a_host_may_give_a_table_of_his_own() -> None:
    data = house_data()
    data["consts"]["points"] = 50
    data["units"]["axe"]["range"] = [[1, 0], [2, 0]]
    state = begun(table=data)
    assert state.points_left == (50, 50)
    assert state.table.types["axe"].range == ((1, 0), (2, 0))


def test_any_single_value_of_the_table_replaced_by_nonsense_is_told_with_its_place() -> None:
    def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
        items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for key, item in items:
            yield (*path, key)
            yield from places(item, (*path, key))

    checked = 0
    for place in places(house_data()):
        if place == ("name",) or place[-1] in ("text", "kind"):
            continue
        data = house_data()
        part: Any = data
        for key in place[:-1]:
            part = part[key]
        part[place[-1]] = {"no": "sense"}
        with pytest.raises(FileFaults) as caught:
            begun(table=data)
        found = [fault.path[2:] for fault in caught.value.faults if fault.path[:2] == ("options", "table")]
        assert any(path == place[: len(path)] or path[: len(place)] == place for path in found), (place, found)
        checked += 1
    assert checked > 200


@given(
    st.recursive(
        st.none() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
    )
)
def test_no_table_makes_the_check_itself_fail(data: object) -> None:
    with pytest.raises(FileFaults):
        begun(table=data)


# -- Damage, by the order that the rules page gives


def unit(name: str, seat: int, kind: str, **values: Any) -> Unit:
    stats = {"tile": (4 + 3 * seat, 2), "health": Fraction(20), "max_health": 20, "base_attack": 0, "base_defense": 0}
    return Unit(name=name, seat=seat, type=kind, **{**stats, "base_speed": 0, "skills": (), "cost": 3, **values})


def fight(*units: Unit) -> tuple[Turns, list[Event]]:
    events: list[Event] = []
    return Turns(replace(begun(), units=units), events), events


@given(
    st.integers(1, 12), st.integers(0, 9), st.booleans(), st.booleans(), st.booleans(), st.sampled_from([1, 0.5, 1.5])
)
def test_damage_follows_the_formula(
    attack: int, defense: int, effective: bool, covered: bool, guarded: bool, factor: float
) -> None:
    one = unit("One", 0, "axe", base_attack=attack)
    two = unit("Two", 1, "lance" if effective else "sword", base_defense=defense)
    fighting, events = fight(one, two)
    fighting.covered |= {one.id} if covered else set()
    fighting.guarding |= {two.id} if guarded else set()
    fighting.strike(one, [two], Fraction(factor), "attack")
    exact = (attack - defense / 2) * (2 if effective else 1) * factor / (2 if covered else 1) / (2 if guarded else 1)
    expected = max(exact // 0.5 * 0.5, 0.5)  # halves, quarters and eighths are exact as floats
    assert events[0].facts["damage"] == expected
    assert events[0].facts["effective"] is effective


def test_a_fallen_attacker_of_an_area_still_hits_the_rest() -> None:
    """The first hit is deflected and kills the attacker, but only after the second, of the same attack, has landed."""
    axe = unit("Axe", 0, "axe", tile=(6, 2), base_attack=5, health=Fraction(1), skills=("cleave",))
    one, two = unit("One", 1, "sword", tile=(7, 1)), unit("Two", 1, "sword", tile=(7, 3))
    fighting, events = fight(axe, one, two)
    fighting.deflecting.add(one.id)
    fighting.fought({axe.id: UnitCommand("Axe", "SKILL", "cleave")})
    assert [event.kind for event in events] == ["deflect", "hit", "hit", "killed"]
    assert axe.id not in fighting.units
    assert fighting.units[two.id].health == Fraction(35, 2)


def test_deflect_gives_back_at_least_half_a_point_and_counts_for_the_opponent() -> None:
    weak = unit("Weak", 0, "gun", base_attack=1, health=Fraction(1, 2), cost=9)
    wall = unit("Wall", 1, "lance", base_defense=9)
    fighting, _ = fight(weak, wall)
    fighting.deflecting.add(wall.id)
    fighting.strike(weak, [wall], Fraction(1), "attack")
    assert fighting.killed_cost == (0, 9)


def test_a_unit_without_attack_gives_no_riposte() -> None:
    sword = unit("Sword", 0, "sword", tile=(4, 2))
    axe = unit("Axe", 1, "axe", tile=(5, 2), base_attack=3)
    fighting, events = fight(sword, axe)
    fighting.riposting.add(sword.id)
    fighting.strike(axe, [sword], Fraction(1), "attack")
    assert [event.kind for event in events] == ["hit"]


def test_a_pushed_attacker_finds_its_tile_out_of_range() -> None:
    axe = unit("Axe", 0, "axe", tile=(4, 2), base_attack=3, base_speed=1)
    shover = unit("Shove", 1, "axe", tile=(5, 2), skills=("shove",), base_speed=900)
    fighting, events = fight(axe, shover)
    orders = {
        axe.id: UnitCommand("Axe", "ATTACK", tile=(5, 2)),
        shover.id: UnitCommand("Shove", "SKILL", "shove", (4, 2)),
    }
    fighting.fought(orders)
    assert fighting.units[axe.id].tile == (3, 2)
    assert [event.kind for event in events] == ["shoved", "failed"]
    assert events[1].facts["why"] == "out-of-range"
    assert fighting.units[shover.id].health == 20


# -- Laws


def random_orders(state: State, rng: Random) -> dict[str, Order]:
    orders: dict[str, Order] = {}
    for seat, player in enumerate(PLAYERS):
        if rng.random() > 0.03:
            order = tactical_genius_order(state, seat, rng)
            reading = TACTICAL_GENIUS.read(state, player, order.words)
            assert reading.order == order and not reading.problems, (order.words, reading.problems)
            orders[player] = order
    return orders


def check_laws(before: State, after: State) -> None:
    """No two units on a tile, no two of a speed, green left of blue, points neither made nor lost."""
    table = after.table
    tiles = [unit.tile for unit in after.units]
    assert len(set(tiles)) == len(tiles)
    assert all(1 <= column <= table.columns and 1 <= row <= table.rows for column, row in tiles)
    assert len({unit.base_speed % 100 for unit in after.units}) == len(after.units)
    columns = [[column for column, _ in (unit.tile for unit in after.army(seat))] for seat in (0, 1)]
    if all(columns):
        assert max(columns[0]) < min(columns[1])
    for seat in (0, 1):
        assert len(after.army(seat)) <= table.max_on_board
        assert after.placed[seat] <= table.max_placed
        living = sum(unit.cost for unit in after.army(seat))
        assert after.points_left[seat] + living + after.killed_cost[1 - seat] == table.points
        assert after.points_left[seat] <= before.points_left[seat]
        assert after.killed_cost[seat] >= before.killed_cost[seat]
    for unit in after.units:
        assert 0 < unit.health <= unit.max_health
        assert (unit.health * 2).denominator == 1
        assert max(abs(unit.attack_change), abs(unit.defense_change), abs(unit.speed_change)) <= table.lasting_cap


def test_random_games_end_and_keep_the_laws() -> None:
    rng = Random("tactical genius, all orders")
    for _ in range(GAMES_EACH):
        state = begun()
        phases = 0
        while not state.ended:
            before = state
            state, _ = TACTICAL_GENIUS.resolve(state, random_orders(state, rng), Dice(b""))
            check_laws(before, state)
            phases += 1
        assert phases <= 19


def mirrored(state: State) -> State:
    """The same game with the seats exchanged: columns turned round, decimals 0.01 lower or higher."""
    units = tuple(
        replace(unit, seat=1 - unit.seat, tile=(state.table.columns + 1 - unit.tile[0], unit.tile[1]))
        for unit in state.units
    )
    swapped = ("points_left", "placed", "killed_cost", "missed", "decimals_used", "names")
    values: dict[str, Any] = {name: tuple(reversed(getattr(state, name))) for name in swapped}
    return replace(state, units=units, players=(state.players[1], state.players[0]), **values)


def mirrored_orders(state: State, orders: Orders) -> Orders:
    commands = [
        replace(line, tile=(state.table.columns + 1 - line.tile[0], line.tile[1])) if line.tile else line
        for line in orders.commands
    ]
    return replace(orders, commands=tuple(commands))


def test_exchanging_the_seats_mirrors_a_command_phase() -> None:
    """Speeds kept, a command phase knows no seats: the mirrored board under mirrored orders comes out mirrored."""
    rng = Random("mirror")
    mirrored_phases = 0
    for _ in range(GAMES_EACH // 10):
        state = begun()
        while not state.ended:
            orders = random_orders(state, rng)
            after, events = TACTICAL_GENIUS.resolve(state, orders, Dice(b""))
            if state.phase == "command":
                turned = {name: mirrored_orders(state, order) for name, order in orders.items()}  # type: ignore[arg-type]
                other, other_events = TACTICAL_GENIUS.resolve(mirrored(state), turned, Dice(b""))
                assert mirrored(other).units == after.units
                assert mirrored(other).killed_cost == after.killed_cost
                assert other.order == after.order
                kinds = [event.kind for event in events if event.kind != "late"]
                assert [event.kind for event in other_events if event.kind != "late"] == kinds
                mirrored_phases += 1
            state = after
    assert mirrored_phases > 100


def test_every_legal_command_is_read_and_every_other_tile_is_refused() -> None:
    rng = Random("legal")
    for _ in range(20):
        state = begun()
        for _ in range(rng.randint(1, 7)):
            if not state.ended:
                state, _ = TACTICAL_GENIUS.resolve(state, random_orders(state, rng), Dice(b""))
        if state.ended or state.phase != "command":
            continue
        for one in [unit for unit in state.units if unit.attack]:
            owner = PLAYERS[one.seat]
            legal = {command.tile for command in legal_commands(state, one) if command.verb == "ATTACK"}
            for command in legal_commands(state, one):
                reading = TACTICAL_GENIUS.read(state, owner, command.words)
                assert reading.order == Orders(commands=(command,)) and not reading.problems
                assert command.said
            for column in range(1, 11):
                for row in range(1, 4):
                    reading = TACTICAL_GENIUS.read(state, owner, f"{one.name} ATTACK {column},{row}")
                    refused = [problem.code for problem in reading.problems]
                    assert (not refused) == ((column, row) in legal), (one, column, row, refused)


def test_everybody_sees_the_same() -> None:
    rng = Random("open")
    state = begun()
    while not state.ended:
        assert len({json.dumps(TACTICAL_GENIUS.view(state, reader)) for reader in (None, *PLAYERS)}) == 1
        state, _ = TACTICAL_GENIUS.resolve(state, random_orders(state, rng), Dice(b""))


@pytest.mark.parametrize(
    ("text", "tile"),
    [
        ("7,2", (7, 2)),
        ("[7, 2]", (7, 2)),
        ("(10/3)", (10, 3)),
        ("7 2", (7, 2)),
        ("7-2", (7, 2)),
        ("column 7, row 2", (7, 2)),
        ("row 2 column 7", (7, 2)),
        ("c7r2", (7, 2)),
        ("-7,2", None),
        ("7,-2", None),
        ("7.2", None),
        ("7", None),
        ("7,2,1", None),
        ("", None),
        ("72", None),
        ("²,2", None),
    ],
)
def test_tiles_as_people_write_them(text: str, tile: tuple[int, int] | None) -> None:
    assert tile_in(text) == tile


@pytest.mark.parametrize(
    ("words", "canonical"),
    [
        ("UNIT Rex AXE SPD .26 AT 4,2", "UNIT Rex AXE HP 0 ATK 0 DEF 0 SPD 0.26 AT 4,2"),
        ("unit Rex ax health 2 attack 1 defence 3 speed 2.2 at 4/2", "UNIT Rex AXE HP 2 ATK 1 DEF 3 SPD 2.20 AT 4,2"),
        ("UNIT Rex, magic, SPD 1.04, AT 4,2!", "UNIT Rex MAGIC HP 0 ATK 0 DEF 0 SPD 1.04 AT 4,2"),
        ("UNIT R2D2 gun SKILLS: none SPD .02 AT 1,1", "UNIT R2D2 GUN HP 0 ATK 0 DEF 0 SPD 0.02 AT 1,1"),
        ("UNIT Axe AXE SKILLS [brace; cleave] SPD .02 AT 1,1",
         "UNIT Axe AXE HP 0 ATK 0 DEF 0 SPD 0.02 SKILLS brace, cleave AT 1,1"),
        ("UNIT Rex AXE SPD .26", None),
        ("UNIT Rex SPD .26 AT 4,2", None),
        ("UNIT Rex AXE HP -3 SPD .26 AT 4,2", None),
        ("UNIT Rex AXE HP 3 HP 3 SPD .26 AT 4,2", None),
        ("UNIT Rex AXE HP lots SPD .26 AT 4,2", None),
        ("UNIT Rex AXE SPD 1.266 AT 4,2", None),
        ("UNIT Rex AXE SPD ٤.26 AT 4,2", "UNIT Rex AXE HP 0 ATK 0 DEF 0 SPD 4.26 AT 4,2"),
        ("UNIT", None),
    ],
)  # fmt: skip
def test_units_as_people_write_them(words: str, canonical: str | None) -> None:
    reading = TACTICAL_GENIUS.read(begun(), "Ann", words)
    assert isinstance(reading.order, Orders)
    assert reading.order.words == (canonical or "")
    assert bool(reading.problems) == (canonical is None)
