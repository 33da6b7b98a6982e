"""JSON of everything public: documented, stable, paged, cached by ETag, and nothing private; the results as CSV."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from service.contests import HALL, begin
from service.tourneys import announce, enter, play_round
from service.world import World

from pbp.cli import main
from pbp.service import rulings
from pbp.web import House, create_site
from pbp.web.api import EVERY, PER_PAGE
from pbp.web.api_values import DUEL, RESULT
from pbp.web.front import Front

KEPT = Path(__file__).parent / "api_1.json"
"""Answers of version 1 about the world below, as they were given first."""


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """Two ring duels, the second open with an order in it, and a contest that has ended."""
    folder = tmp_path_factory.mktemp("api")
    world = World(folder, f"sqlite:///{folder}/store.sqlite", "", ("Ann", "Ben", "Cleo"))
    world.tick()
    world.say("Ann", "CAST Greed\nmy grandmother's parrot")
    world.say("Ben", "CAST Burn Ann")
    world.clock.now = world.duel(1).battle_time
    world.tick(minutes=1)
    world.tick(minutes=1)
    begin(world, "goofspiel")
    for bid in range(1, 14):
        world.say("Ann", f"#1001 BID {bid}")
        world.say("Ben", f"#1001 BID {14 - bid}")
        world.tick(minutes=11)
    world.say("Cleo", "#2 CAST Gain\nmy grandmother's parrot")
    world.tick()
    announce(world, "round-robin", "most=3", "Cup")
    yield world
    world.app.store.close()


@pytest.fixture
def reader(world):
    return create_site(world.site, Front(world.app), House()).test_client()


def filled_in(path):
    """An address of the documentation, of something that is there."""
    number = "1001" if "contests" in path else "1"
    return path.replace("NUMBER", number).replace("NAME", "Ann" if "players" in path else "Greed")


@pytest.mark.parametrize("page", EVERY, ids=lambda page: page.path)
def test_each_answer_has_the_fields_that_the_documentation_names_and_no_other(reader, page):
    answer = reader.get(filled_in(page.path))
    assert answer.status_code == 200 and answer.mimetype == "application/json"
    value = answer.json
    items = value["items"] if page.listed else [value]
    assert items
    for item in items:
        assert list(item) == [field.name for field in page.fields]
        for field in page.fields:
            assert type_in_words(item[field.name], field.type), (page.path, field, item[field.name])


def test_every_registered_address_is_documented(reader):
    rules = {rule.rule for rule in reader.application.url_map.iter_rules() if rule.rule.startswith("/api/1/")}
    named = {re.sub(r"<int:\w+>", "NUMBER", re.sub(r"<path:\w+>", "NAME", rule)) for rule in rules}
    assert named == {page.path for page in EVERY} | {"/api/1/"}


def type_in_words(value, said):
    """Whether a value is what the documentation says."""
    if said == "time":
        return re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", value)
    if said == "address":
        return value.startswith("http")
    if said == "list of texts":
        return all(isinstance(each, str) for each in value)
    kinds = {"number": int, "text": str, "true or false": bool, "list": list, "object": dict}
    ways = said.split(" or ") if said not in kinds else [said]
    return any(
        (way == "null" and value is None)
        or (way == '""' and value == "")
        or (way in ("time", "address") and isinstance(value, str) and type_in_words(value, way))
        or (way in kinds and type(value) is kinds[way])
        for way in ways
    )


def test_version_1_answers_as_it_always_did(reader):
    for path, kept in json.loads(KEPT.read_text(encoding="utf-8")).items():
        now = json.loads(re.sub(r"http://127\.0\.0\.1:\d+", "http://here", reader.get(path).text))
        assert still_says(kept, now), path


def still_says(kept, now):
    """Whether an answer holds all that it held; it may have further fields."""
    if isinstance(kept, dict):
        return isinstance(now, dict) and all(name in now and still_says(kept[name], now[name]) for name in kept)
    if isinstance(kept, list):
        return isinstance(now, list) and len(kept) == len(now) and all(map(still_says, kept, now))
    return kept == now and type(kept) is type(now)


def test_nothing_of_an_open_step_and_no_private_word_is_given(reader):
    told = " ".join(reader.get(filled_in(page.path)).text for page in EVERY)
    told += reader.get("/api/1/duels/2").text + reader.get("/results.csv").text
    assert "parrot" not in told and "/me/" not in told and "local:" not in told
    second = reader.get("/api/1/duels/2").json
    assert second["state"] == "open" and second["casts"] == second["events"] == second["changes"] == []


def test_a_list_is_given_in_pages(reader, world, monkeypatch):
    monkeypatch.setattr("pbp.web.api.PER_PAGE", 2)
    first = reader.get("/api/1/results").json
    assert first["page"] == 1 and first["pages"] == 3 and len(first["items"]) == 2
    seen, place = [], "/api/1/results"
    while place:
        page = reader.get(place.removeprefix(world.site.file.base)).json
        seen += [(row["number"], row["player"]) for row in page["items"]]
        place = page["next"]
    assert len(seen) == len(set(seen)) == 5 and PER_PAGE == 50


@pytest.mark.parametrize(
    "path",
    [
        "/api/1/duels/99",
        "/api/1/contests/1",
        "/api/1/players/Nobody",
        "/api/1/spells/None",
        "/api/1/results?page=9",
        "/api/1/duels?page=0",
        "/api/1/duels?page=-1",
        "/api/1/duels?page=one",
        "/api/1/duels?page=" + "9" * 40,
        "/api/1/duels?page=²",
        "/api/2/duels",
        "/api/1/secrets",
        "/api/1/players/%2e%2e/%00",
    ],
)
def test_what_does_not_exist_is_answered_in_json_too(reader, path):
    answer = reader.get(path)
    assert answer.status_code == 404 and answer.json["error"]


def test_an_unchanged_answer_is_not_sent_twice(reader):
    first = reader.get("/api/1/duels/1")
    again = reader.get("/api/1/duels/1", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert first.headers["Access-Control-Allow-Origin"] == "*"
    assert reader.post("/api/1/duels/1").status_code == 405


def test_the_csv_has_every_result_and_is_harmless_in_a_spreadsheet(reader, world):
    rows = list(csv.DictReader(io.StringIO(reader.get("/results.csv").text)))
    results = reader.get("/api/1/results").json["items"]
    assert [row["player"] for row in rows] == [result["player"] for result in results]
    assert list(rows[0]) == [field.name for field in RESULT]
    (ann,) = (row for row in rows if row["player"] == "Ann" and row["kind"] == "ring")
    assert int(ann["change"]) == int(ann["after"]) - int(ann["before"]) and ann["spell"] == "Greed"
    (won,) = (row for row in rows if row["result"] == "won")
    assert won["game"] == "goofspiel" and won["change"] == ""


def test_words_of_people_are_no_formula(site, desk, reader_of):
    desk.all_duels = [desk.all_duels[1].__class__(**_as_fields(desk.all_duels[1]))]
    text = reader_of.get("/results.csv").text
    assert "'=HYPERLINK" in text and ",=HYPERLINK" not in text


def _as_fields(duel):
    fields = {name: getattr(duel, name) for name in duel.__slots__}
    return fields | {"casts": tuple(type(cast)(cast.wizard, "=HYPERLINK(1)") for cast in duel.casts)}


@pytest.fixture
def reader_of(app):
    return app.test_client()


def test_the_documentation_is_a_page_and_a_command(reader):
    page, printed = reader.get("/api").text, CliRunner().invoke(main, ["api"]).output
    for each in EVERY:
        assert each.path in page and each.path in printed
    for field in DUEL:
        assert f"<code>{field.name}</code>" in page and field.means in printed
    links = reader.get("/api/1/").json["links"]
    assert set(links) == {page.path.split("/")[3] for page in EVERY}
    assert "/api" in reader.get("/").text


def test_a_tournament_names_its_meetings_with_their_points(tmp_path):
    world = World(tmp_path, f"sqlite:///{tmp_path}/store.sqlite", HALL, ("Ann", "Ben", "Cleo"))
    world.tick()
    number = announce(world, "round-robin", "most=3", "Cup")
    enter(world, number, ("Ann", "Ben", "Cleo"))
    world.tick()
    play_round(world, number)
    reader = create_site(world.site, Front(world.app), House()).test_client()
    (cup,) = reader.get("/api/1/tournaments").json["items"]
    assert (cup["title"], cup["form"], cup["state"], cup["left"]) == ("Cup", "round-robin", "running", [])
    assert sorted(cup["players"]) == ["Ann", "Ben", "Cleo"]
    played = [meeting for meeting in cup["meetings"] if meeting["duel"] and meeting["points"]]
    assert [sorted(meeting["points"]) for meeting in played] == [[0.0, 1.0]]
    assert any(meeting["duel"] and meeting["points"] is None for meeting in cup["meetings"])
    world.app.store.close()


def test_rulings_and_looks_at_orders_are_told_after_the_result_alone(tmp_path):
    jest = "=== Jest ===\n* Effect: The caster tells a joke. If the Battle Master laughs, the caster gains 5 Stars.\n"
    world = World(tmp_path, f"sqlite:///{tmp_path}/store.sqlite")
    world.edit("Ruleset", world.page("Ruleset") + jest, "Bob")
    world.tick()
    world.say("Alice", "CAST Jest")
    world.clock.now = world.duel(1).battle_time
    world.tick(minutes=1)
    assert world.duel(1).held == "ruling"
    world.app.orders(1, "to see what it is")
    reader = create_site(world.site, Front(world.app), House()).test_client()
    said = reader.get("/api/1/journal").text
    assert "scheduled" in said and "commenced" in said
    assert "Jest" not in said and "to see what it is" not in said and "held" not in said
    ruling: dict[str, Any] = {"why": "As meant.", "effect": "The caster gains 3 Stars."}
    world.app.carry_out(rulings.rule, 1, "Jest", world.clock(), **ruling)
    world.tick(minutes=1)
    said = reader.get("/api/1/journal").text
    assert "ruling on Jest in duel 1: As meant." in said and "to see what it is" in said
    world.app.store.close()
