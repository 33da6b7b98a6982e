"""What every registered game is held to: cases, a playthrough, texts, and laws that random contests may not break."""

from __future__ import annotations

import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from games.cases import case_files
from games.filling import random_words
from games.playthroughs import playthrough_files, transcript
from games.random_play import GAMES_EACH, Contest, play_randomly, setups
from hypothesis import given, settings
from hypothesis import strategies as st

from pbp.adjudicate import play, read_orders
from pbp.errors import FileFaults
from pbp.fair.dice import Dice
from pbp.games import GAMES, find_game
from pbp.games.base import CONTEST, Game
from pbp.games.drawn import drawn
from pbp.games.reading import LONGEST_ORDER, read_order
from pbp.games.replay import ReplayStep, replay, seats, state_digest
from pbp.parsing import tomltext
from pbp.text import folder_of, sentence, shipped_texts

each_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
WITHOUT_OUTCOME = {"wizard-ring"}
"""Games of one step, whose result is in the players' values: the contract gives them no outcome."""


def bare(game: Game) -> str:
    """A game's name without its version."""
    return game.name.split("/")[0]


def scenarios(game: Game) -> list[Path]:
    """Every case and playthrough of a game."""
    return case_files(bare(game)) + playthrough_files(bare(game))


@each_game
def test_it_has_cases_and_a_playthrough_to_the_end(game: Game) -> None:
    assert case_files(bare(game))
    assert playthrough_files(bare(game))
    for path in playthrough_files(bare(game)):
        if bare(game) not in WITHOUT_OUTCOME:
            assert '"reason"' in transcript(path).splitlines()[-1], f"{path.name} does not come to an end"


@pytest.mark.parametrize("path", playthrough_files(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_playthrough_reads_as_it_did(path: Path) -> None:
    assert transcript(path) == path.with_suffix(".txt").read_text(encoding="utf-8")


@each_game
def test_its_name_has_a_version_and_finds_it(game: Game) -> None:
    assert game.name == f"{bare(game)}/{int(game.name.split('/')[1])}"
    assert find_game(bare(game)) is game
    assert all(verb == verb.upper() for verb in game.verbs)


@each_game
def test_each_kind_of_event_that_has_a_sentence_occurs_in_a_case(game: Game) -> None:
    seen = set()
    for path in scenarios(game):
        scenario, _ = tomltext.parse(path.read_text(encoding="utf-8"))
        scenario.pop("expect", None)
        try:
            seen |= {event.kind for events in play(scenario).events for event in events}
        except FileFaults:
            continue
    assert seen == kinds_with_sentences(game)


def kinds_with_sentences(game: Game) -> set[str]:
    """The macros of a game's template that take an event `e` and are no mere parts of others."""
    file = f"events/{bare(game).replace('-', '_')}.j2"
    source = (folder_of(game) / "events.j2").read_text(encoding="utf-8")
    macros = vars(shipped_texts()._environments["plain"].get_template(file).module)
    return {
        name.replace("_", "-")
        for name, macro in macros.items()
        if getattr(macro, "arguments", None) == ("e",) and len(re.findall(rf"\b{name}\(", source)) == 1
    }


@each_game
def test_it_has_a_page_of_rules_in_plain_text(game: Game) -> None:
    page = shipped_texts().rules(game)
    assert len(page.splitlines()) > 10
    assert all(len(line) <= 100 for line in page.splitlines())


@each_game
def test_random_contests_end_and_keep_the_laws(game: Game) -> None:
    rng = Random(f"{game.name} at random")
    known = setups(game)
    for number in range(GAMES_EACH):
        contest = play_randomly(game, rng.choice(known), rng)
        state = contest.states[-1]
        if not contest.unruled:
            assert not game.awaits(state)
            assert (game.outcome(state) is None) == (bare(game) in WITHOUT_OUTCOME)
        assert all(game.outcome(before) is None for before in contest.states[:-1])
        if number % 50 == 0:
            _check_record(game, contest)


def _check_record(game: Game, contest: Contest) -> None:
    """Replayed from its inputs it is the same; every view is JSON with the same keys; every event has a sentence."""
    again = replay(game, contest.setup, contest.seed, 1, [ReplayStep(orders) for orders in contest.orders])
    assert again.digests == tuple(state_digest(game, state) for state in contest.states)
    assert [list(events) for events in again.events] == [list(events) for events in contest.events]
    for state in contest.states[1:]:
        views = [game.view(state, reader) for reader in (None, *seats(contest.setup))]
        assert len({tuple(view) for view in views}) == 1
        assert json.loads(json.dumps(views, allow_nan=False)) == views
    for events in contest.events:
        for event in events:
            assert json.loads(json.dumps(event.facts, allow_nan=False)) == event.facts
            assert len(sentence(game.name, event)) > 3


@each_game
def test_every_choice_that_can_be_filled_in_is_an_order(game: Game) -> None:
    """From the data alone, at every moment of random contests; and the examples are among what can be filled in."""
    rng = Random(f"{game.name}, filled in")
    known, tried = setups(game), 0
    while tried < 300:
        contest = play_randomly(game, rng.choice(known), rng)
        for state in contest.states:
            awaited = game.awaits(state)
            for player in seats(contest.setup):
                moves = game.choices(state, player)
                assert moves or player not in awaited
                for words in [random_words(moves, rng) for _ in range(3) if moves]:
                    reading = game.read(state, player, words)
                    assert reading.order is not None and not reading.problems, (words, reading.problems)
                    assert not moves or reading.order.said
                    tried += 1
            for prompt in awaited.values():
                assert prompt.examples
                assert len(prompt.examples) == len(set(prompt.examples))


@each_game
def test_its_options_are_what_its_setups_take(game: Game) -> None:
    """Each with its default as well as unset; a value beyond its bounds is a fault, in the game's own words."""
    plain = {key: value for key, value in setups(game)[0].items() if key not in ("options", "variant")}
    for option in game.options:
        variant = {"variant": option.variants[0]} if option.variants else {}
        if option.default is not None:
            game.begin({**plain, **variant, "options": {option.name: option.default}}, Dice(b""))
        wrong: object = option.low - 1 if option.kind == "number" and option.low is not None else {"no": "such"}
        with pytest.raises(FileFaults) as raised:
            game.begin({**plain, **variant, "options": {option.name: wrong}}, Dice(b""))
        assert all(fault.path[:2] == ("options", option.name) for fault in raised.value.faults)
    for variant_ in game.variants:
        game.begin({**plain, "variant": variant_.name}, Dice(b""))
    if game.format == CONTEST:
        for key in ("variant", "options"):
            with pytest.raises(FileFaults):
                game.begin({**plain, key: "nonesuch" if key == "variant" else {"nonesuch": 1}}, Dice(b""))


@each_game
def test_its_phases_are_those_that_occur(game: Game) -> None:
    rng = Random(f"{game.name}, its phases")
    seen: set[str] = set()
    for setup in setups(game) * 3:
        seen |= set(play_randomly(game, setup, rng).phases)
    assert seen == set(game.phases)


@each_game
def test_a_step_reads_and_looks_alike_in_table_and_picture(game: Game) -> None:
    """Both are made from the view, and name every player; what everybody can know is JSON."""
    rng = Random(f"{game.name}, looked at")
    contest = play_randomly(game, rng.choice(setups(game)), rng)
    told = []
    for state, events in zip(contest.states[1:], contest.events, strict=True):
        told.append((game.view(state, None), [{"kind": event.kind, **event.facts} for event in events]))
        view = {**told[-1][0], **game.known(contest.setup, told)}
        assert json.loads(json.dumps(view)) == view
        picture = game.picture(view)
        svg = ElementTree.fromstring(drawn("So it stands", picture))
        for player in seats(contest.setup):
            assert player in str(game.table(view)) and any(player in sentence for sentence in picture.words)
            assert player in "".join(svg.itertext())


@each_game
def test_canonical_words_are_read_as_the_same_order(game: Game) -> None:
    rng = Random(f"{game.name} in canonical words")
    known = setups(game)
    for _ in range(20):
        contest = play_randomly(game, rng.choice(known), rng)
        for state, orders in zip(contest.states, contest.orders, strict=False):
            for player, words in orders.items():
                reading = game.read(state, player, words)
                assert reading.order is not None and not reading.problems
                assert reading.order.words == words
                assert game.read(state, player, words.lower()).order == reading.order
                assert reading.order.said


@each_game
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_no_words_of_a_player_raise(game: Game, data: st.DataObject) -> None:
    setup = data.draw(st.sampled_from(setups(game)))
    contest = play_randomly(game, setup, Random(data.draw(st.integers(0, 9))))
    state = data.draw(st.sampled_from(contest.states))
    pieces = st.sampled_from(
        (
            *sorted(game.verbs),
            *"ABCX0123,>#\n -<\"'",
            "none",
            "no",
            "Ann",
            "d4",
            "fire",
            "MOVE",
            "HP",
            "please",
            "²",
            "9" * 30,
        )
    )
    words = data.draw(st.text() | st.lists(pieces).map(" ".join) | st.lists(pieces).map("\n".join))
    player = data.draw(st.sampled_from(seats(setup)))
    reading = game.read(state, player, words)
    assert reading == game.read(state, player, words)
    for problem in reading.problems:
        assert problem.code and problem.reason
    if reading.order is not None:
        assert game.read(state, player, reading.order.words).order == reading.order


MOST_CALLS = 1_500_000
"""Calls of functions in reading one order: some 0.2 s of one processor."""


@each_game
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_no_order_keeps_its_reader_busy(game: Game, data: st.DataObject) -> None:
    setup = data.draw(st.sampled_from(setups(game)))
    state = data.draw(st.sampled_from(play_randomly(game, setup, Random(data.draw(st.integers(0, 9)))).states))
    pieces = st.sampled_from(
        [*game.verbs, "\n", "-- \n", " ", ",", "#", "{", "A0:B1 ", "d4", "Ann", "FIREBOL", "10", "x"]
    )
    unit = data.draw(st.lists(pieces, min_size=1, max_size=6).map("".join))
    words = (unit * LONGEST_ORDER)[:LONGEST_ORDER]
    assert calls_of(lambda: read_order(game, state, seats(setup)[0], words)) <= MOST_CALLS


def test_a_row_of_words_that_are_no_spells_is_compared_with_none_of_another_length() -> None:
    game = find_game("wizards-duel/1")
    words = ("SUBSTITUTE-- \nCAST{#PASSTIMEZONE" * 100)[:LONGEST_ORDER]
    state = play_randomly(game, setups(game)[0], Random(0)).states[0]
    assert calls_of(lambda: read_order(game, state, seats(setups(game)[0])[0], words)) <= MOST_CALLS


def calls_of(work: Callable[[], object]) -> int:
    """How many functions are called in it, those written in C among them: the same on every machine."""
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls


@each_game
def test_the_dice_alone_decide_what_orders_do_not(game: Game) -> None:
    """Resolving the same step twice with equal dice gives equal states and events, and leaves the old state alone."""
    rng = Random(f"{game.name} twice")
    contest = play_randomly(game, rng.choice(setups(game)), rng)
    for state, words in list(zip(contest.states, contest.orders, strict=False))[:20]:
        before = state_digest(game, state)
        orders = {}
        for player, text in words.items():
            order = game.read(state, player, text).order
            assert order is not None
            orders[player] = order
        one, two = (game.resolve(state, orders, Dice(b"key")) for _ in range(2))
        assert state_digest(game, one[0]) == state_digest(game, two[0])
        assert list(one[1]) == list(two[1])
        assert state_digest(game, state) == before


@each_game
@pytest.mark.parametrize("words", ["CAST" + "," * 15_000, "AUTO " + "1, " * 6_000, "> B " * 4_000])
def test_an_order_that_is_longer_than_anybody_writes_is_refused_before_it_is_read(game: Game, words: str) -> None:
    setup = setups(game)[0]
    state = game.begin(setup, Dice(bytes(32)))
    player = seats(setup)[0]
    order, problems = read_orders(game, state, player, words)
    assert order is None
    assert [problem["code"] for problem in problems] == ["too-long"]
    assert "an order has at most 2,000" in problems[0]["reason"]
    shorter = read_order(game, state, player, words[:LONGEST_ORDER]).problems
    assert "too-long" not in [problem.code for problem in shorter]
