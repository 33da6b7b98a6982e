"""Pictures of contests: every step of every golden playthrough, and contests at random, seen by the public alone."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from random import Random
from typing import Any

import pytest
from games.contests import begun, stepped
from games.playthroughs import playthrough_files
from games.random_play import play_randomly, setups
from hypothesis import given
from hypothesis import strategies as st

from pbp.adjudicate import play
from pbp.games import GAMES, find_game
from pbp.games.base import CONTEST
from pbp.games.drawn import drawn
from pbp.games.wizards_duel import WIZARDS_DUEL
from pbp.games.wizards_duel.known import known_hands
from pbp.parsing import tomltext

SVG = "{http://www.w3.org/2000/svg}"
OF_TWO = [game for game in GAMES if game.format == CONTEST]
ON_A_TELEPHONE = 340
"""What a page leaves of 390 pixels for a picture."""
CONTESTS = [path for path in playthrough_files() if path.parent.name != "wizard_ring"]


def views(path):
    """The game of a playthrough, and the public view after each step; of a Wizard's Duel with the known hands."""
    scenario, _ = tomltext.parse(path.read_text(encoding="utf-8"))
    steps = [(step["state"], step["events"]) for step in play(scenario).result["steps"]]
    for number, (view, _) in enumerate(steps, 1):
        game = find_game(scenario["game"])
        yield game, {**view, **game.known(scenario, steps[:number])}


def words_of(picture):
    """All text elements of a picture, in order."""
    return [text.text for text in picture.findall(f".//{SVG}text")]


@pytest.mark.parametrize("path", CONTESTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_picture_of_every_step_is_well_formed_and_shows_what_the_view_says(path):
    for game, view in views(path):
        picture = ElementTree.fromstring(drawn("Contest <1001>", game.picture(view)))
        assert picture.find(f"{SVG}title").text == "Contest <1001>"
        told, words = picture.find(f"{SVG}desc").text, words_of(picture)
        assert picture.get("aria-label") == f"Contest <1001>. {told}"
        width, height = map(float, picture.get("viewBox").split()[2:])
        for text in picture.findall(f".//{SVG}text"):
            assert 0 <= float(text.get("x")) <= width and 0 < float(text.get("y")) <= height
            assert float(text.get("font-size")) * ON_A_TELEPHONE / width >= 12, text.text
        for rect in picture.findall(f".//{SVG}rect"):
            assert float(rect.get("x")) + float(rect.get("width")) <= width
            assert float(rect.get("y")) + float(rect.get("height")) <= height
        SHOWN[game.title](view, picture, words, told)


def wizards_duel(view, picture, words, told):
    for name, points in view["points"].items():
        assert name in words and any(word.startswith(f"{points} point") for word in words)
        cast = view["casts"][name]
        assert (f"{name}: cast {cast}," if cast else f"{name}: ") in told
        assert len([word for word in words if word == "?"]) == sum(h["under_fog"] for h in view["hands"].values())
        for spell in view["hands"].get(name, {"left": ()})["left"]:
            assert spell in words


def rock_paper_scissors(view, picture, words, told):
    for name in view["rounds_won"]:
        assert any(name in word for word in words) and name in told


def reality_benders(view, picture, words, told):
    assert len(picture.findall(f".//{SVG}polygon")) == len(view["graph"])
    for start, _, end in view["graph"]:
        assert f"{start} beats {end}" in told
    for hand in view["hands"].values():
        assert f"holds {' '.join(hand) or 'nothing'}." in told
    letters = [word for word in words if re.fullmatch("[A-I]", word)]
    assert letters == [*"ABCDEFGHI", *(letter for hand in view["hands"].values() for letter in hand)]


def tactical_genius(view, picture, words, told):
    assert words.count("♥ 0") == 0 and len([word for word in words if word.startswith("♥")]) == len(view["units"])
    for unit in view["units"]:
        assert unit["name"] in words and f"♥ {unit['health']}" in words
        assert f"{unit['name']}, {unit['type']}, at {unit['column']},{unit['row']} with health" in told
    if view["order"]:
        assert f"Order of action: {', '.join(view['order'])}." in told
        alive = {unit["name"] for unit in view["units"]}
        acted = [n for n, name in enumerate(view["order"], 1) if name in alive]
        assert sorted(word for word in words if word.startswith("acted")) == sorted(f"acted {n}." for n in acted)


def simulacra(view, picture, words, told):
    chips = len(picture.findall(f".//{SVG}circle"))
    assert chips == sum(min(n, 9) for form in view["forms"].values() if form for n in form.values())
    faces = [int(word) for word in words if word.isdigit()]
    for name, dice in view["dice"].items():
        assert f"{view['life'][name]} life chip" in told
        assert all(faces.count(shows) >= 1 for pool in dice.values() for shows in pool)


def goofspiel(view, picture, words, told):
    hidden = [name for name, bids in view["bids"].items() if bids is None]
    assert words.count("?") == len(hidden) * len(view["taken"])
    for name in hidden:
        assert "hand hidden, bids hidden" in told and not re.search(rf"{name}: .*hand \d", told)
    for prize, name in view["taken"]:
        assert f"Prize {prize} went to {name or 'nobody'}." in told and str(prize) in words


SHOWN = {
    "Wizard's Duel": wizards_duel,
    "Reality Benders": reality_benders,
    "Tactical Genius": tactical_genius,
    "Shapeshifting Simulacra": simulacra,
    "Goofspiel": goofspiel,
    "Rock, Paper, Scissors": rock_paper_scissors,
}


def test_hands_known_from_what_was_published_are_what_the_rules_make_public():
    """Beside the engine's own public knowledge, in contests at random."""
    rng = Random(8)
    fogs = 0
    for setup in setups(WIZARDS_DUEL) * 3:
        contest = play_randomly(WIZARDS_DUEL, setup, rng)
        published = []
        for state, events in zip(contest.states[1:], contest.events, strict=True):
            view = WIZARDS_DUEL.view(state, None)
            published.append((view, [{"kind": event.kind, **event.facts} for event in events]))
            hands = known_hands(state.variant, state.players, published)
            assert (hands == {}) == (view["bout_over"] is not None)
            for seat, player in enumerate(state.players):
                if hands:
                    known = hands[player]
                    assert (tuple(known["left"]), known["fogged"]) == state.unspent_or_hidden(seat)
                    assert known["under_fog"] or view["casts"][player] == state.shown.casts[seat]
                    fogs += known["fogged"]
    assert fogs


def test_wisdom_of_warfare_under_fog_looks_like_any_other_spell():
    options = {"athenas_wisdom": "Ann"}
    asked = []
    for hidden in ("6", "Wisdom of Warfare"):
        state = begun(WIZARDS_DUEL, variant="gods-collide", options=options)
        for words in ({"Ann": "CAST 3", "Ben": "CAST 5"}, {"Ann": f"CAST {hidden}", "Ben": "CAST 4"}):
            state, _ = stepped(WIZARDS_DUEL, state, words)
        asked.append(WIZARDS_DUEL.awaits(state)["Ben"].what)
    assert asked[0] == asked[1] and "one of them was cast under fog" in asked[0]


def test_what_fog_hides_is_in_no_picture():
    """Contests that differ only in a spell cast under fog, and have the same score, have the same picture."""
    scenario = {"game": "wizards-duel", "variant": "death-match-3", "players": ["Ann", "Ben"]}
    seen: dict[str, list[Any]] = {}
    for hidden in "24567":
        orders = [{"Ann": "CAST 3", "Ben": "CAST 5"}, {"Ann": f"CAST {hidden}", "Ben": "CAST 3"}]
        result = play({**scenario, "steps": [{"orders": each} for each in orders]}).result
        steps = [(step["state"], step["events"]) for step in result["steps"]]
        view = {**steps[-1][0], "hands": known_hands("death-match-3", ["Ann", "Ben"], steps)}
        assert view["casts"]["Ann"] is None and view["hands"]["Ann"]["fogged"] == 1
        svg = drawn("Contest", WIZARDS_DUEL.picture(view))
        assert "Ann: cast a hidden spell" in svg
        seen.setdefault(str(view["gained"]), []).append(svg)
    assert max(map(len, seen.values())) > 1
    assert all(len(set(same)) == 1 for same in seen.values())


@pytest.mark.parametrize("game", OF_TWO, ids=[game.title for game in OF_TWO])
@given(first=st.text(max_size=30), second=st.text(max_size=30), title=st.text(max_size=30))
def test_pictures_are_well_formed_whatever_the_names(game, first, second, title):
    if first == second:
        second += "2"
    path = next(path for path in CONTESTS if game.name.split("/")[0].replace("-", "_") in path.parts)
    view = renamed(STEPS[path], dict(zip(STEPS[path]["players"], (first, second), strict=True)))
    picture = ElementTree.fromstring(drawn(title, game.picture(view)))
    assert picture.find(f"{SVG}desc").text and game.picture(view).words


def renamed(value, names):
    """A view in which the players have other names."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(item, names) for key, item in value.items()}
    if isinstance(value, list):
        return [renamed(item, names) for item in value]
    return names.get(value, value) if isinstance(value, str) else value


def _third_step(path):
    scenario, _ = tomltext.parse(path.read_text(encoding="utf-8"))
    return {**[view for _, view in views(path)][2], "players": scenario["players"]}


STEPS = {path: _third_step(path) for path in CONTESTS}
