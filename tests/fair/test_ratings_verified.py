"""Tables of ratings, worked out again from bundles: what an operator cannot alter, leave out or add."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest
from fair.duels import signed_anew
from fair.test_old import BUNDLES
from fair.test_season import AUDIT, BUNDLE, OTHERS, RESOLVED_DUEL, listed

from pbp.bundle import bundle_text
from pbp.errors import NotFound
from pbp.honours.published import published
from pbp.honours.results import bundle_result
from pbp.honours.tables import honours_of
from pbp.verify import verify_ratings
from pbp.verify.checks import Report

LIST = "https://wiki.example/season"
RESULT = bundle_result(BUNDLE)
assert RESULT and len(RESULT.players) > 1
TABLE = published(honours_of([RESULT], [("2026-autumn", LIST)]))


def checked(table: Any, *more: str, pages: dict[str, str] | None = None) -> Report:
    """The report on a table with other files, where these pages stand on the sites."""
    stands = {LIST: listed(*OTHERS, RESOLVED_DUEL), AUDIT: bundle_text(BUNDLE)} if pages is None else pages

    def fetch(url: str) -> str:
        if url not in stands:
            raise NotFound(f"nothing stands at {url}")
        return stands[url]

    given = {"table.json": json.dumps(table)} | {f"file{n}.json": text for n, text in enumerate(more)}
    return verify_ratings(given, fetch)


def test_a_table_holds_by_the_lists_that_it_names_by_a_list_and_by_bundles_alone() -> None:
    for more in ((), (listed(*OTHERS, RESOLVED_DUEL),), (bundle_text(BUNDLE),)):
        report = checked(TABLE, *more)
        assert report.ok, report.lines
        assert "ok      the table table.json: tables made: 2; duels that count: 3" in report.lines


def test_an_altered_rating_is_told() -> None:
    table = deepcopy(TABLE)
    table["tables"][0]["rows"][0]["mu"] += 0.001
    report = checked(table)
    assert not report.ok
    assert any(f"{table['tables'][0]['rows'][0]['player']} has mu" in line for line in report.lines)


def test_a_duel_that_was_left_out_is_told() -> None:
    empty = {**TABLE, "tables": []}
    report = checked(empty)
    assert not report.ok
    assert any("the table wizard-ring, all time is missing" in line for line in report.lines)


def test_a_duel_that_has_no_bundle_is_told() -> None:
    report = checked(TABLE, listed(*OTHERS))
    assert not report.ok
    assert any("is one of which the bundles tell nothing" in line for line in report.lines)


def test_a_bundle_that_was_changed_counts_for_nothing_even_if_the_operator_signs_it() -> None:
    changed = deepcopy(BUNDLE)
    first = next(iter(changed["view"]["wizards"].values()))
    first["change"] += 1
    for forged in (changed, signed_anew(changed)):
        result = bundle_result(forged)
        assert result
        table = published(honours_of([result], [("2026-autumn", LIST)]))
        report = checked(table, bundle_text(forged))
        assert not report.ok
        assert any(line.startswith("FAILED  file0.json, ") for line in report.lines)


def test_two_bundles_of_one_duel_that_differ_are_told() -> None:
    other = signed_anew({**BUNDLE, "sheet_revision": "18"})
    report = checked(TABLE, bundle_text(BUNDLE), bundle_text(other))
    assert not report.ok


def test_what_is_neither_table_nor_bundle_is_left_out_and_said() -> None:
    report = checked(TABLE, bundle_text(BUNDLE), "Dear reader")
    assert report.ok
    assert "note    left out, as it is neither table nor list nor bundle: file1.json" in report.lines


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ({"format": "pbp-ratings/1"}, "the field tables is missing"),
        ({"format": "pbp-ratings/1", "seasons": [{"season": "s", "list": 7}], "tables": 1}, "nothing stands at 7"),
        ({**TABLE, "seasons": [{"season": "2026-autumn", "list": "https://x"}]}, "nothing stands at https://x"),
        ({"format": "pbp-ratings/2"}, "one table of ratings is needed, and given was none"),
        ([], "one table of ratings is needed, and given was none"),
    ],
)
def test_a_file_that_is_no_table_fails_and_says_why(table: Any, why: str) -> None:
    report = checked(table)
    assert not report.ok
    assert any(why in line for line in report.lines), report.lines


def test_two_tables_are_one_too_many() -> None:
    assert not checked(TABLE, json.dumps(TABLE)).ok


@pytest.mark.parametrize("name", BUNDLES)
def test_a_bundle_of_an_earlier_version_tells_its_result(name: str) -> None:
    result = bundle_result(BUNDLES[name])
    assert (result is None) == name.endswith("cancelled")
    assert result is None or all(placed.place >= 1 for placed in result.players)
