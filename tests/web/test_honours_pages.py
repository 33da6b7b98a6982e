"""The pages of ratings, players and spells, from results that tests lay down."""

from __future__ import annotations

import pytest
from honours.rating_cases import told

RING = ["1: Alice +5 Greed, Bob +2 Gain, Carol -1", "2 (spring): Bob +4 Gain, Alice +1 Greed, Carol +1 Burn"]


@pytest.fixture
def played(desk):
    desk.all_results = told("wizard-ring", RING) + told("simulacra", ["101: Alice, Bob", "102 (spring): Alice = Bob"])
    return desk


def test_the_ratings_page_has_a_table_for_the_ring_and_for_each_game(reader, played):
    text = reader.get("/ratings/").text
    assert text.index('id="wizard-ring"') < text.index('id="simulacra"')
    assert 'href="/wizards/Alice"' in text and "27.6 ± 16.1" in text and "nineteen chances in twenty" in text
    assert "pbp ratings verify http://wizards.example/ratings.json" in text


def test_a_season_has_tables_of_its_own(reader, played):
    text = reader.get("/ratings/").text
    assert 'href="/ratings/spring"' in text
    spring = reader.get("/ratings/spring").text
    assert "Ratings of season spring" in spring
    assert spring.index("Bob") < spring.index("Alice") and '<td class="number">4</td>' in spring
    assert reader.get("/ratings/autumn").status_code == 404


def test_without_an_ended_duel_it_says_so(reader):
    answer = reader.get("/ratings/")
    assert answer.status_code == 200 and "No duel has ended yet." in answer.text


def test_programs_get_all_tables(reader, played):
    answer = reader.get("/ratings.json")
    assert answer.mimetype == "application/json"
    value = answer.get_json()
    assert value["format"] == "pbp-ratings/1"
    assert [entry["season"] for entry in value["seasons"]] == ["spring", "winter"]
    assert len(value["tables"]) == 6


def test_the_way_to_the_ratings_is_on_every_page(reader):
    assert 'href="/ratings/"' in reader.get("/").text
