"""Ratings and tables of seasons: cases that a player could read, and what holds whatever the results."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from honours.rating_cases import row_said, told
from hypothesis import given
from hypothesis import strategies as st

from pbp.honours.published import differences, published
from pbp.honours.ratings import rate, start
from pbp.honours.tables import honours_of

CASES = sorted((Path(__file__).parent / "ratings").glob("*.toml"))
RING = ["1: Ann +5, Ben +2, Cleo -1", "2: Ben +4, Ann +1, Cleo +1", "4 (spring): Cleo +3, Ann 0, Dora 0"]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    case = tomllib.loads(path.read_text(encoding="utf-8"))
    table = honours_of(told(case["game"], case["results"])).table(case["game"], case.get("season"))
    assert table
    if "table" in case:
        assert [row_said(row) for row in table.rows] == case["table"]
    assert [row.player for row in table.rows] == case.get("order", [row.player for row in table.rows])


def test_there_are_cases() -> None:
    assert len(CASES) >= 8


def test_everybody_begins_alike() -> None:
    assert (start().mu, round(start().sigma, 3), round(start().low, 3)) == (25, 8.333, 8.333)


CHANGES = st.lists(st.integers(-9, 9), min_size=2, max_size=12)


@given(CHANGES)
def test_from_an_even_start_who_ended_before_another_is_rated_higher_and_who_tied_alike(changes: list[int]) -> None:
    line = "1: " + ", ".join(f"P{n:02} {change:+}" for n, change in enumerate(changes))
    rated = {name: steps[-1].rating for name, steps in rate(told("wizard-ring", [line])).items()}
    after = [rated[f"P{n:02}"] for n in range(len(changes))]
    for one, first in zip(changes, after, strict=True):
        for other, second in zip(changes, after, strict=True):
            if one == other:
                assert abs(first.mu - second.mu) < 1e-9
            else:
                assert (first.mu > second.mu) == (one > other)
    assert sum(rating.mu for rating in after) == pytest.approx(25 * len(after))


@given(st.randoms(use_true_random=False))
def test_neither_the_order_of_results_nor_of_players_within_them_matters(chance: random.Random) -> None:
    lines = []
    for line in RING:
        head, _, players = line.partition(": ")
        shuffled = players.split(", ")
        chance.shuffle(shuffled)
        lines.append(f"{head}: {', '.join(shuffled)}")
    chance.shuffle(lines)
    assert published(honours_of(told("wizard-ring", lines))) == published(honours_of(told("wizard-ring", RING)))


@pytest.mark.parametrize(
    "later", [[], ["5: Ann +1, Dora +3"], ["3: Ann +1, Dora +3"], ["4 (spring): Cleo +1, Dora +2"]]
)
def test_tables_that_go_on_from_known_ones_are_those_made_of_all(later: list[str]) -> None:
    known = honours_of(told("wizard-ring", RING)).tables
    lines = [line for line in RING if line.partition(" ")[0] not in [new.partition(" ")[0] for new in later]] + later
    fresh = honours_of(told("wizard-ring", lines))
    assert honours_of(told("wizard-ring", lines), known=known).tables == fresh.tables


def test_a_table_differs_in_nothing_from_itself_read_again() -> None:
    honours = honours_of(told("wizard-ring", RING))
    assert list(differences(json.loads(json.dumps(published(honours))), honours)) == []
    assert [(t.game, t.season) for t in honours.tables] == [
        ("wizard-ring", None), ("wizard-ring", "spring"), ("wizard-ring", "winter"),
    ]  # fmt: skip


def _changed(value: object, place: tuple[str | int, ...], new: object) -> object:
    """A value of JSON with another at one place; None takes what stands there away."""
    value = json.loads(json.dumps(value))
    inner: Any = value
    for step in place[:-1]:
        inner = inner[step]
    if new is None:
        del inner[place[-1]]
    else:
        inner[place[-1]] = new
    return value


@pytest.mark.parametrize(
    ("place", "new", "why"),
    [
        (("tables", 0, "rows", 0, "mu"), 31.5, "wizard-ring, all time: Ben has mu 31.5, and the bundles give 2"),
        (("tables", 0, "rows", 0, "sigma"), True, "Ben has sigma True"),
        (("tables", 0, "rows", 0, "sigma"), float("nan"), "Ben has sigma nan"),
        (("tables", 0, "rows", 1, "won"), 7, "has won 7, and the bundles give"),
        (("tables", 0, "rows", 1, "won"), True, "has won True, and the bundles give"),
        (("tables", 2, "rows", 0, "points"), "6", "season winter: Ben has points 6"),
        (("tables", 0, "rows", 3), None, "wizard-ring, all time: Dora is missing"),
        (("tables", 0, "rows", 0, "player"), "Zoe", "Zoe is one of which the bundles tell nothing"),
        (("tables", 0, "duels", 1), None, "wizard-ring, all time: duel 2 has ended and is missing"),
        (("tables", 0, "duels"), [1, 2, 3, 4], "duel 3 is counted, and no bundle shows that it has ended"),
        (("tables", 0, "duels"), "all", "duel 1 has ended and is missing"),
        (("tables", 0, "duels"), [2, 1, 4], "something stands twice, or not in its order"),
        (("tables", 1), None, "the table wizard-ring, season spring is missing"),
        (("tables", 1, "season"), "autumn", "the table wizard-ring, season autumn is one of which"),
        (("tables", 1, "note"), "won by all", "season spring: there is no such field as note"),
        (("tables", 1, "rows", 0, "lost"), None, "the field lost is missing"),
        (("tables", 1, "rows"), {}, "Ann is missing"),
        (("seasons", 0), None, "season spring is missing"),
        (("seasons",), [{"season": "x"}], "season x is one of which"),
        (("tables",), 3, "the table wizard-ring, all time is missing"),
        (("format",), "pbp-ratings/9", "this is no table of ratings"),
    ],
)  # fmt: skip
def test_what_was_altered_in_a_table_is_told(place: tuple[str | int, ...], new: object, why: str) -> None:
    honours = honours_of(told("wizard-ring", RING))
    said = list(differences(_changed(published(honours), place, new), honours))
    assert any(why in line for line in said), said


FIELDS = st.sampled_from(["format", "tables", "seasons", "rows", "game", "season", "player", "duels"])
VALUES = st.recursive(
    st.none() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(FIELDS, inner, max_size=6),
    max_leaves=20,
)


@given(VALUES)
def test_no_value_makes_the_comparison_fail_or_pass(value: object) -> None:
    honours = honours_of(told("wizard-ring", RING))
    assert list(differences(value, honours))
    if isinstance(value, dict):
        assert list(differences({**value, "format": "pbp-ratings/1"}, honours))


def test_who_rates_nobody_does_not_load_the_ratings_library() -> None:
    program = "import sys, pbp.cli; sys.exit(any(name.partition('.')[0] == 'openskill' for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
