"""Who meets whom: what each form promises of every field of entrants, and cases that a player could read."""

from __future__ import annotations

import tomllib
from collections import Counter
from itertools import chain, combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbp.honours.ladders import climbed, divisions, next_season, why_not_climb
from pbp.honours.meetings import Meeting, table
from pbp.honours.pairings import after_knockout, knockout, knockout_places, round_robin, swiss

CASES = sorted((Path(__file__).parent / "cases").glob("*.toml"))
RESULTS = {"1": (1.0, 0.0), "½": (0.5, 0.5), "0": (0.0, 1.0)}


def names(count: int) -> list[str]:
    return [f"P{number:02}" for number in range(1, count + 1)]


def told(lines: list[str]) -> list[Meeting]:
    """Meetings as the cases write them: "1: Ann 1 Ben", "2: Cleo bye"."""
    found = []
    for line in lines:
        number, _, words = line.partition(": ")
        home, result, *away = words.split()
        points = (1.0, 0.0) if result == "bye" else RESULTS[result]
        found.append(Meeting(int(number), home, away[0] if away else "", points))
    return found


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    case = tomllib.loads(path.read_text(encoding="utf-8"))
    drawn, meetings = case["drawn"], told(case.get("played", []))
    if "table" in case:
        rows = [f"{r.name} {r.points:g} {r.buchholz:g} {r.berger:g}" for r in table(drawn, meetings)]
        assert rows == case["table"]
    if "next" in case:
        form = case["form"]
        pairs = {
            "swiss": lambda: swiss(case.get("playing", drawn), drawn, meetings),
            "knock-out": lambda: (
                after_knockout(meetings, third=case.get("third", False)) if meetings else knockout(drawn)
            ),
            "round robin": lambda: round_robin(drawn, double=case.get("double", False))[case["round"] - 1],
        }[form]()
        assert [" - ".join(pair) if pair[1] else f"{pair[0]} bye" for pair in pairs] == case["next"]
    if "places" in case:
        assert [list(group) for group in knockout_places(meetings)] == case["places"]
    assert {"table", "next", "places"} & case.keys()


def test_there_are_cases() -> None:
    assert len(CASES) >= 8


@given(st.integers(2, 40), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_a_knockout_always_comes_to_one_winner(count, luck) -> None:
    drawn = names(count)
    pairs, meetings, number = knockout(drawn), [], 0
    while pairs:
        number += 1
        if number == 1:
            byes = [home for home, away in pairs if not away]
            assert set(byes) == set(drawn[: len(byes)]), "byes fall to the first of the draw"
        for home, away in pairs:
            won = not away or luck.random() < 0.5
            meetings.append(Meeting(number, home, away, (1.0, 0.0) if won else (0.0, 1.0)))
        pairs = after_knockout(meetings, third=True)
    places = knockout_places(meetings)
    assert len(places[0]) == 1 and sorted(chain(*places)) == drawn
    assert sum(bool(meeting.away) for meeting in meetings) == count - 1 + (count > 3), "one contest puts one out"


@given(st.integers(2, 25), st.booleans())
@settings(max_examples=40, deadline=None)
def test_in_a_round_robin_everybody_meets_everybody(count, double) -> None:
    rounds = round_robin(names(count), double=double)
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs if pair[1])
    times = 2 if double else 1
    assert met == {frozenset(pair): times for pair in combinations(names(count), 2)}
    for pairs in rounds:
        assert sorted(name for pair in pairs for name in pair if name) == names(count)
    firsts = Counter(pair[0] for pairs in rounds for pair in pairs if pair[1])
    assert not double or set(firsts.values()) == {count - 1}, "everybody has the first seat once against everybody"
    assert max(firsts.values()) - min(firsts[name] for name in names(count)) <= (0 if double else 2)


@given(st.integers(2, 16), st.integers(1, 15), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_a_swiss_round_repeats_nothing_that_can_be_avoided(count, length, luck) -> None:
    drawn = names(count)
    meetings: list[Meeting] = []
    for number in range(1, min(length, count - 1 + count % 2) + 1):
        met = {frozenset((m.home, m.away)) for m in meetings if m.away}
        had = Counter(m.home for m in meetings if not m.away)
        pairs = swiss(drawn, drawn, meetings)
        assert sorted(name for pair in pairs for name in pair if name) == drawn, "each plays once"
        assert sum(not away for _, away in pairs) == count % 2
        again = [pair for pair in pairs if pair[1] and frozenset(pair) in met]
        if again:
            assert not avoidable(drawn, met), f"round {number} repeats {again}"
        if number <= (count - 1) // 2:  # so many rounds can always be paired without any repetition (Dirac)
            assert not again and all(not had[home] for home, away in pairs if not away)
        for home, away in pairs:
            points = RESULTS[luck.choice("1½0")] if away else (1.0, 0.0)
            meetings.append(Meeting(number, home, away, points))


def avoidable(left: list[str], met: set[frozenset[str]]) -> bool:
    """Whether these can be paired without a meeting that was, one of them with a bye if they are odd."""
    if not left:
        return True
    first, rest = left[0], left[1:]
    if len(left) % 2 and avoidable(rest, met):
        return True
    found = (other for other in rest if frozenset((first, other)) not in met)
    return any(avoidable([name for name in rest if name != other], met) for other in found)


def test_a_swiss_round_of_fewer_has_those_alone() -> None:
    assert swiss(["P03", "P01"], names(4), []) == [("P01", "P03")]
    assert swiss(["P02"], names(4), []) == [("P02", "")]
    assert swiss([], names(4), []) == []


def test_a_ladder() -> None:
    ladder = ["Ann", "Ben", "Cleo", "Dora", "Emil"]
    assert why_not_climb(ladder, "Dora", "Ben", 2) == ""
    assert why_not_climb(ladder, "Dora", "Ann", 2) == "Ann stands 3 places above Dora: challenges go up 2 at most"
    assert why_not_climb(ladder, "Ann", "Ben", 2) == "Ben stands below Ann: challenges go up"
    assert why_not_climb(ladder, "Ann", "Zoe", 2) == "Zoe is not on this ladder"
    assert climbed(ladder, "Dora", "Ben") == ["Ann", "Dora", "Ben", "Cleo", "Emil"]
    assert climbed(ladder, "Ben", "Dora") == ladder, "who is above and wins stays"


def test_a_league() -> None:
    assert divisions(names(7), 3) == [["P01", "P02", "P03"], ["P04", "P05", "P06", "P07"]]
    assert next_season([["A", "B", "C"], ["D", "E", "F"]], 1) == [["A", "B", "D"], ["C", "E", "F"]]
    assert next_season([["A", "B"], ["C", "D"], ["E", "F"]], 1) == [["A", "C"], ["B", "E"], ["D", "F"]]
    assert next_season([["A", "B", "C"], ["D", "E", "F"]], 9) == [["A", "B", "D"], ["C", "E", "F"]], "half at most"


@given(st.lists(st.integers(2, 6), min_size=1, max_size=5), st.integers(0, 4))
def test_a_league_loses_nobody(sizes, moving) -> None:
    parts = [[f"{number}-{place}" for place in range(size)] for number, size in enumerate(sizes)]
    after = next_season(parts, moving)
    assert [len(part) for part in after] == sizes
    assert sorted(chain(*after)) == sorted(chain(*parts))
