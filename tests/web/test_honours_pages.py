"""The pages of ratings, players and spells, from results that tests lay down."""

from __future__ import annotations

from urllib.parse import quote

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


def test_without_an_ended_duel_it_says_so(reader, desk):
    desk.all_duels = desk.all_duels[:1]
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


def test_a_players_page_tells_ratings_runs_and_everybody_who_was_met(reader, played):
    text = reader.get("/wizards/Alice").text
    assert "Rating over time: Wizard Duel" in text and "25.0 ± 16.7 at the start, 27.6 ± 16.1 after duel 1," in text
    assert "lost the last</td>" in text and "Head to head" in text
    row = text[text.index("Head to head") :]
    assert [row.index(name) for name in (">Bob<", ">Carol<")] == sorted(
        row.index(name) for name in (">Bob<", ">Carol<")
    )
    assert 'href="/spells/"' in text
    assert reader.get("/wizards/Nobody").status_code == 404


def test_who_is_gone_from_the_wizards_stays_in_the_records(reader, played):
    played.all_wizards = []
    assert "Ratings" in reader.get("/wizards/Alice").text


def test_spells_tell_what_they_were_good_for_and_for_whom(reader, played):
    text = reader.get("/spells/").text
    assert text.index(">Gain<") < text.index(">Greed<") < text.index(">Burn<")
    spell = reader.get("/spells/greed").text
    assert "<dd>2 times, in 2 duels</dd>" in spell and "<dd>1 of 2</dd>" in spell and 'href="/wizards/Alice"' in spell
    assert reader.get("/spells/Nothing").status_code == 404


def test_spells_of_contests_stand_by_their_game(reader, desk):
    orders = [{"Alice": "CAST 5", "Bob": "CAST 3"}]
    desk.all_results = told("wizards-duel", ["101: Alice, Bob"], orders) + told("wizard-ring", RING)
    text = reader.get("/spells/").text
    assert text.index('id="wizard-ring"') < text.index('id="wizards-duel"')
    assert 'href="/spells/Bless%20(5)?game=wizards-duel"' in text
    spell = reader.get("/spells/Bless (5)?game=wizards-duel").text
    assert "1 of 1" in spell and 'href="/rules/wizards-duel"' in spell
    assert reader.get("/spells/Bless (5)").status_code == 404
    assert reader.get("/spells/Greed?game=chess").status_code == 404
    assert 'Most often cast: <a href="/spells/Bless%20(5)?game=wizards-duel">' in reader.get("/wizards/Alice").text


def test_no_name_of_a_spell_or_player_breaks_a_page(reader, desk):
    desk.all_results = told("wizard-ring", ["1: <b>&\"' +5 <i>/..?#, Bob +2 %2F"])
    assert "&lt;i&gt;/..?#" in reader.get("/spells/").text
    for name in ("<i>/..?#", "%2F"):
        assert reader.get(f"/spells/{quote(name)}").status_code == 200
    assert reader.get(f"/wizards/{quote(chr(60))}b>&\"'").status_code == 200


def test_the_page_of_a_duel_tells_what_it_did_to_ratings(reader, desk):
    text = reader.get("/duels/1").text
    assert "Ratings after it: Carol 27.6 ± 16.1 (+2.6), Bob 25.0 ± 16.1 (+0.0), Alice 22.4 ± 16.1 (−2.6)." in text
    assert "Ratings after it" not in reader.get("/duels/2").text
