"""Reality Benders against a reference written the slow way, and laws that hold in every contest."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise, product
from random import Random

import pytest
from games.contests import begun, stepped, told
from games.random_play import GAMES_EACH

from pbp.fair.dice import Dice
from pbp.games.reality_benders import REALITY_BENDERS as GAME
from pbp.games.reality_benders.graph import EVERY_ARROW, LETTERS, Graph, changed, distance, on_shortest_paths, touching
from pbp.games.reality_benders.state import INPUTS, Benders, CastOrder

# ---- the reference: paths are walked one by one, and every rule is a sentence of the rules page


def paths(graph: Graph, source: str, target: str) -> list[list[str]]:
    """Every path without repeated spells, as lists of arrows."""
    found, open_ends = [], [[source]]
    while open_ends:
        walk = open_ends.pop()
        if walk[-1] == target:
            found.append([f"{x}>{y}" for x, y in pairwise(walk)])
            continue
        open_ends += [[*walk, y] for y in LETTERS if f"{walk[-1]}>{y}" in graph and y not in walk]
    return found


def way(graph: Graph, source: str, target: str) -> float:
    """The length of the shortest path, or infinity."""
    return min((len(path) for path in paths(graph, source, target)), default=float("inf"))


def reference_change(graph: Graph, casts: list[CastOrder]) -> Graph:
    """The graph after the abilities B, D, E and H."""
    arrows = set(graph)
    for letter in "BDEH":
        before = frozenset(arrows)
        flips: Counter[frozenset[str]] = Counter()
        for cast in (cast for cast in casts if cast.spell == letter):
            if letter == "B":
                x, y = cast.inputs
                arrows |= {f"{x}>{y}", f"{y}>{x}"}
            elif letter == "D":
                flips.update({frozenset((a[0], a[2])) for a in before if cast.inputs[0] in a})
            elif letter == "E":
                arrows -= {a for a in before if cast.inputs[0] in a}
            else:
                ways = paths(before, *cast.inputs)
                shortest = min(map(len, ways), default=0)
                arrows -= {a for path in ways if len(path) == shortest for a in path}
        for pair, times in flips.items():
            if times % 2:
                mine = {a for a in before if {a[0], a[2]} == pair}
                arrows = (arrows - mine) | {f"{a[2]}>{a[0]}" for a in mine}
    return frozenset(arrows)


def reference_duel(state: Benders, casts: list[CastOrder]) -> tuple[Graph, int | None, list[int], bool]:
    """Graph, winner, points gained and whether both spells are trashed."""
    graph = reference_change(state.graph, casts)
    mine, other = casts[0].spell, casts[1].spell
    there, back = way(graph, mine, other), way(graph, other, mine)
    winner = None if mine == other or there == back else 0 if there < back else 1
    right = [cast.spell == "F" and cast.inputs[0] == casts[1 - seat].spell for seat, cast in enumerate(casts)]
    if any(right):
        winner = None if all(right) else right.index(True)
    gains = []
    for seat, cast in enumerate(casts):
        gain = 1 if winner == seat or (winner is None and cast.spell == "A") else 0
        if winner != 1 - seat and state.sides[seat].combo == cast.spell:
            gain += 1
        if "G" in (mine, other):
            gain *= 2
        if winner == seat and cast.bonus:
            gain += 1
        gains.append(gain)
    trashed = winner is not None or mine == other or "A" in (mine, other) or state.round >= 16
    return graph, winner, gains, trashed


def random_graph(rng: Random) -> Graph:
    """A graph of some density."""
    share = rng.choice((0.05, 0.1, 0.2, 0.4))
    return frozenset(arrow for arrow in sorted(EVERY_ARROW) if rng.random() < share)


def random_cast(rng: Random, spell: str, bonus: bool = False) -> CastOrder:
    """A spell with random inputs."""
    return CastOrder(spell, tuple(rng.sample(LETTERS, INPUTS[spell])), bonus)


# ---- the tests


def test_distances_and_shortest_paths_are_those_of_the_walked_paths() -> None:
    rng = Random("paths")
    for _ in range(GAMES_EACH // 10):
        graph = random_graph(rng)
        if len(graph) > 24:
            continue
        for x, y in product(LETTERS, LETTERS):
            ways = paths(graph, x, y)
            assert distance(graph, x, y) == min(map(len, ways), default=None)
            if x != y:
                least = min(map(len, ways), default=0)
                assert on_shortest_paths(graph, x, y) == {a for path in ways if len(path) == least for a in path}


def test_each_pair_of_spells_does_what_the_reference_says() -> None:
    """All 81 pairs, on many graphs, with inputs, Combos and Bonus at random, against the slow reference."""
    rng = Random("pairs")
    start = begun(GAME)
    for spells in product(LETTERS, LETTERS):
        for _ in range(max(6, GAMES_EACH // 40)):
            graph = random_graph(rng)
            while len(graph) > 20:
                graph = random_graph(rng)
            sides = tuple(replace(side, combo=rng.choice([None, None, *spells])) for side in start.sides)
            state = replace(start, phase="casting", graph=graph, sides=sides, round=rng.choice((1, 15, 16)))
            casts = [random_cast(rng, spell, rng.random() < 0.3) for spell in spells]
            if rng.random() < 0.4:
                casts = [
                    replace(cast, inputs=(spells[1 - seat],)) if cast.spell == "F" else cast
                    for seat, cast in enumerate(casts)
                ]
            words = {player: cast.words for player, cast in zip(state.players, casts, strict=True)}
            after, _ = stepped(GAME, state, words)
            wanted_graph, winner, gains, trashed = reference_duel(state, casts)
            assert after.graph == wanted_graph, words
            assert after.shown.winner == winner, words
            assert list(after.shown.gained) == gains, words
            for seat, cast in enumerate(casts):
                left = [letter for letter in LETTERS if letter != cast.spell or not trashed]
                assert list(after.sides[seat].hand) == left
                assert after.sides[seat].combo == (cast.inputs[0] if cast.spell == "C" else None)
                assert ("Bonus" in after.stock[seat]) == (not cast.bonus)


def test_equal_spells_act_in_any_order() -> None:
    """For equal letters the seats do not matter."""
    rng = Random("simultaneous")
    for _ in range(GAMES_EACH):
        graph, letter = random_graph(rng), rng.choice("BDEH")
        casts = [(cast.spell, cast.inputs) for cast in (random_cast(rng, letter), random_cast(rng, letter))]
        assert changed(graph, casts)[0] == changed(graph, casts[::-1])[0]
        if letter != "H":
            first, _ = changed(graph, casts[:1])
            assert changed(graph, casts)[0] == changed(first, casts[1:])[0]


def test_what_each_change_says_it_touched() -> None:
    rng = Random("touched")
    for _ in range(GAMES_EACH):
        graph = random_graph(rng)
        spell = rng.choice("BDEH")
        cast = random_cast(rng, spell)
        after, [touched] = changed(graph, [(spell, cast.inputs)])
        if spell == "B":
            assert after - graph == touched and graph <= after
        elif spell == "D":
            assert touched == touching(graph, cast.inputs[0]) and len(after) == len(graph)
        else:
            assert graph - after == touched and after <= graph


def random_order(state: Benders, player: str, rng: Random) -> str:
    """Any legal order, items included."""
    seat = state.players.index(player)
    stock = state.stock[seat]
    if state.phase == "rules":
        free, there = sorted(EVERY_ARROW - state.graph), sorted(state.graph)
        words = f"RULE {rng.choice(free)}"
        if "Bridge" in stock and len(free) > 1 and rng.random() < 0.1:
            words += f"\nBRIDGE {rng.choice([arrow for arrow in free if arrow not in words])}"
        if "Break" in stock and there and rng.random() < 0.1:
            words += f"\nBREAK {rng.choice(there)}"
        return words
    if state.phase == "casting":
        spell = rng.choice(state.sides[seat].castable)
        words = random_cast(rng, spell, "Bonus" in stock and rng.random() < 0.1).words
        return f"{words}\nOFFER {' '.join(rng.sample('ABCDEFGH', 3))}" if rng.random() < 0.1 else words
    if state.phase == "offer":
        return f"OFFER {' '.join(rng.sample('ABCDEFGH', 3))}"
    return f"PICK {rng.choice(state.offers[seat])}"


def random_words(state: Benders, rng: Random, late: float) -> dict[str, str]:
    """An order of each who owes one, or none."""
    return {player: random_order(state, player, rng) for player in GAME.awaits(state) if rng.random() >= late}


def test_spells_points_arrows_and_items_are_conserved() -> None:
    rng = Random("conserved")
    for _ in range(GAMES_EACH // 5):
        state = begun(GAME)
        while GAME.awaits(state):
            before, words = state, random_words(state, rng, 0.02)
            state, _ = stepped(GAME, before, words, rng.randbytes(4))
            _check_step(before, state)
        assert state.bout <= 5
        assert max(state.won) == 2 or state.bout == 5
        assert state.outcome is not None and state.outcome.winner


def _check_step(before: Benders, after: Benders) -> None:
    assert after.graph <= EVERY_ARROW
    view = GAME.view(after, None)
    ended = after.shown.ended
    for seat in (0, 1):
        assert set(after.stock[seat]) <= set(before.stock[seat])
        was = before.sides[seat]
        now = ended.sides[seat] if ended else after.sides[seat]
        lost = Counter(was.hand) - Counter(now.hand)
        new = Counter(now.hand) - Counter(was.hand)
        assert lost.total() <= (before.phase == "casting")
        assert new.total() <= (before.phase == "pick" and seat in before.imagining)
        gained = after.shown.gained[seat] if before.phase == "casting" else 0
        assert now.points == was.points + gained
        assert list(now.hand) == sorted(now.hand)
    if before.phase == "rules":
        assert len(after.graph) - len(before.graph) <= 4
    if ended:
        assert [] in [list(side.castable) for side in ended.sides]
        assert view["bout_over"]["winner"] in (None, *after.players)
        assert after.sides == begun(GAME).sides


def test_seats_may_be_exchanged() -> None:
    """The same orders by name from exchanged seats give the same to each name, where no chance is drawn."""
    rng = Random("seats")
    for _ in range(GAMES_EACH // 10):
        options = {"tiebreak_seat": "Ben"}
        one = begun(GAME, options=options)
        other = GAME.begin({"players": ["Ben", "Ann"], "options": options}, Dice(b""))
        while GAME.awaits(one):
            words = random_words(one, rng, 0.02 if one.phase in ("rules", "casting") else 0)
            one, first = stepped(GAME, one, words)
            other, second = stepped(GAME, other, words)
            mine, theirs = dict(GAME.view(one, None)), dict(GAME.view(other, None))
            for view in (mine, theirs):
                view["bout_over"] = view["bout_over"] and view["bout_over"]["winner"]
            assert mine == theirs
            if not mine["bout_over"] and one.outcome is None:
                silent = ("compared", "trashed", "kept", "waiting", "bout-over")  # these tell in the order of seats
                assert told([e for e in first if e.kind not in silent]) == told(
                    [e for e in second if e.kind not in silent]
                )
        assert GAME.outcome(one) == GAME.outcome(other)


def test_a_full_graph_asks_for_no_rule() -> None:
    state = replace(begun(GAME), graph=EVERY_ARROW - {"A>B", "B>A"})
    state, _ = stepped(GAME, state, {"Ann": "RULE A>B", "Ben": "RULE B>A"})
    assert state.graph == EVERY_ARROW
    state, _ = stepped(GAME, state, {"Ann": "CAST G", "Ben": "CAST F A"})
    assert (GAME.phase(state), state.round) == ("casting", 2)
    assert GAME.view(state, None)["round"] == 1
    state, _ = stepped(GAME, state, {"Ann": "CAST E A", "Ben": "CAST G"})
    assert (GAME.phase(state), state.round) == ("rules", 3)


def test_the_last_free_arrow_leaves_no_bridge() -> None:
    state = replace(begun(GAME), graph=EVERY_ARROW - {"A>B"})
    assert GAME.awaits(state)["Ann"].examples[0] == "RULE A>B"
    reading = GAME.read(state, "Ann", "RULE A>B\nBRIDGE A>B")
    assert [problem.code for problem in reading.problems] == ["same-rule"]
    state, _ = stepped(GAME, state, {"Ann": "RULE A>B", "Ben": "RULE A>B"})
    assert state.graph == EVERY_ARROW


@pytest.mark.parametrize("phase", ["rules", "casting"])
def test_a_sealed_order_stays_hidden_while_the_step_waits(phase: str) -> None:
    """Two contests that differ only in Ann's sealed order look the same to Ben and the public."""
    state = replace(begun(GAME), graph=frozenset({"A>B"}), phase=phase)
    sealed = ("RULE B>C", "RULE C>D\nBREAK A>B") if phase == "rules" else ("CAST G", "CAST F A\nBONUS")
    one, other = (stepped(GAME, state, {"Ann": words}) for words in sealed)
    assert one[1] == other[1]
    assert GAME.view(one[0], "Ben") == GAME.view(other[0], "Ben") == GAME.view(one[0], None)
    assert GAME.awaits(one[0]) == GAME.awaits(other[0])
    assert list(GAME.awaits(one[0])) == ["Ben"]
    for words in ("RULE A>B", "RULE B>C", "RULE C>D\nBREAK A>B", "CAST G", "CAST F A", "hello"):
        assert GAME.read(one[0], "Ben", words) == GAME.read(other[0], "Ben", words)


def test_a_sealed_order_may_still_be_replaced() -> None:
    state, _ = stepped(GAME, begun(GAME), {"Ann": "RULE A>B"})
    after, _ = stepped(GAME, state, {"Ben": "RULE C>D"})
    assert after.graph == {"A>B", "C>D"}
    after, _ = stepped(GAME, state, {"Ann": "RULE A>C", "Ben": "RULE C>D"})
    assert after.graph == {"A>C", "C>D"}
