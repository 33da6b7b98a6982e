"""What every registered game is held to: cases, a playthrough, texts, and laws that random contests may not break."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest
from cases import case_files
from hypothesis import given, settings
from hypothesis import strategies as st
from playthroughs import PLAYTHROUGHS, playthrough_files, transcript
from random_play import GAMES_EACH, Contest, play_randomly, setups

from pbp import tomltext
from pbp.adjudicate import play
from pbp.dice import Dice
from pbp.errors import FileFaults
from pbp.games import GAMES, find_game
from pbp.games.base import Game
from pbp.games.replay import Step, replay, seats, state_digest
from pbp.text import SHIPPED, sentence, shipped_texts

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


@pytest.mark.parametrize("path", playthrough_files(), ids=lambda path: str(path.relative_to(PLAYTHROUGHS)))
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
    source = (SHIPPED / file).read_text(encoding="utf-8")
    macros = vars(shipped_texts()._environments["plain"].get_template(file).module)
    return {
        name.replace("_", "-")
        for name, macro in macros.items()
        if getattr(macro, "arguments", None) == ("e",) and len(re.findall(rf"\b{name}\(", source)) == 1
    }


@each_game
def test_it_has_a_page_of_rules_in_plain_text(game: Game) -> None:
    page = shipped_texts().render(f"help/{bare(game).replace('-', '_')}", "plain")
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
    again = replay(game, contest.setup, contest.seed, 1, [Step(orders) for orders in contest.orders])
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
