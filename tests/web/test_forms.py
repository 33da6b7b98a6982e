"""Every contest is played from a challenge to its end by the forms of the private page alone, without a script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import unescape
from pathlib import Path
from random import Random

import pytest
from games.filling import any_move, filled_in
from games.shortest import short_seed
from service.contests import HALL, begin, checked, contest_of, outcome
from service.world import World
from web.page_forms import button, move_form
from web.web_case import Browser

from pbp.games import GAMES
from pbp.games.base import CONTEST, Game, bare_name
from pbp.web import House, create_site
from pbp.web.front import Front

CONTESTS = [game for game in GAMES if game.format == CONTEST]
MOST_STEPS = 400


class Page(Browser):
    """A player's page over the running service."""

    def __init__(self, world: World, name: str):
        super().__init__(create_site(world.site, Front(world.app), House(writes=10_000)), world.site, name)
        self.name, self.world = name, world

    def press(self, words: str) -> str:
        """Presses the button with these words; gives the page that comes of it."""
        form, sent = button(self.open().text, words)
        return self._sent(form.action, sent)

    def send(self, action: str, sent: Mapping[str, Sequence[str]]) -> str:
        """Sends a form; gives the page that comes of it."""
        return self._sent(action, sent)

    def _sent(self, action: str, sent: Mapping[str, Sequence[str]]) -> str:
        answer = self.client.post(action, data=sent)
        assert answer.status_code == 303, answer.text
        return self.client.get(answer.location.partition("#")[0]).text


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Three wizards and no ring duels."""
    return World(tmp_path, f"sqlite:///{tmp_path / 'store.sqlite'}", HALL, wizards=("Ann", "Ben", "Cleo"))


def challenge(page: Page, whom: str, game: Game) -> str:
    """Challenges by the form, without waiting for steps to settle."""
    form = next(f for f in forms_of(page) if f.action.endswith("/challenge"))
    variant = f" {game.variants[0].name}" if game.variants else ""
    return page.send(form.action, form.filled({"whom": [whom], "game": [f"{bare_name(game)}{variant}"]}))


def forms_of(page: Page):
    from web.page_forms import forms

    return forms(page.open().text)


@pytest.mark.parametrize("game", CONTESTS, ids=[game.title for game in CONTESTS])
def test_it_is_played_by_forms_alone(world: World, game: Game) -> None:
    ann, ben = Page(world, "Ann"), Page(world, "Ben")
    assert "You have challenged Ben" in challenge(ann, "Ben", game)
    assert f"Ann challenges you: {game.title}" in unescape(ben.open().text)
    assert "You have accepted the challenge of Ann" in ben.press("Accept")
    world.tick()
    number = world.duel().number
    rng = Random(short_seed(game, contest_of(world.duel(number)).scenario))
    for _ in range(MOST_STEPS):
        if outcome(world, number):
            break
        step = world.duel(number).step
        for page in (ann, ben):
            task = next((task for task in Front(world.app).tasks(page.name) if task.number == number), None)
            if task is None or not task.owes:
                continue
            move = any_move(task.moves, rng)
            text = page.open().text
            assert "Your order is asked for." in text and f"If you send nothing, {task.silence}." in text.replace(
                "&#39;", "'"
            )
            assert "=&#34;" not in text, "an attribute's quotation marks are escaped"
            form = move_form(text, number, move.name)
            answer = page.send(form.action, form.filled(filled_in(move, rng)))
            assert f"Understood, for duel {number}" in answer, answer
        world.tick(minutes=11)
        assert outcome(world, number) or world.duel(number).step == step + 1
    ended = outcome(world, number)
    assert ended and ended["reason"]
    checked(world, number)
    assert "Rematch against Ben" in ann.open().text
    assert "You have challenged Ben" in ann.press("Rematch against Ben")


def test_a_challenge_to_anybody_is_taken_up_by_the_first_who_accepts(world: World) -> None:
    ann, ben, cleo = (Page(world, name) for name in ("Ann", "Ben", "Cleo"))
    goofspiel = next(game for game in CONTESTS if game.title == "Goofspiel")
    assert "You have challenged anybody: Goofspiel" in challenge(ann, "ANYBODY", goofspiel)
    assert "Ann challenges anybody: Goofspiel" in world.letters("Cleo")[0][0]
    assert "You have challenged anybody" in ann.open().text
    cleo.press("Accept")
    assert set(world.duel().seats) == {"Ann", "Cleo"}
    assert "Accept</button>" not in ben.open().text


def test_a_challenge_is_declined_or_taken_back_by_a_button(world: World) -> None:
    ann, ben = Page(world, "Ann"), Page(world, "Ben")
    challenge(ann, "Ben", CONTESTS[0])
    assert "You have turned down the challenge of Ann" in ben.press("Decline")
    challenge(ann, "ANYBODY", CONTESTS[0])
    assert "You have taken back your challenge to anybody" in ann.press("Take it back")
    assert "Accept</button>" not in ben.open().text


def test_wait_draw_and_resign_are_buttons_of_their_own_contest(world: World) -> None:
    first = begin(world, "goofspiel", "Ann", "Ben", cards=5)
    second = begin(world, "tactical-genius", "Ann", "Cleo")
    third = begin(world, "rock-paper-scissors", "Ann", "Ben")
    ann, ben, cleo = (Page(world, name) for name in ("Ann", "Ben", "Cleo"))
    form = move_form(ann.open().text, first, "bid")
    ann.send(form.action, form.filled({"card": ["2"]}))
    assert "waits for its deadline" in ann.press("Wait: do not close the step early")
    assert "may close early" in ann.press("Ready: the step may close early")
    assert "is withdrawn" in ann.press("Yes: take my order back")
    assert "The time of this phase is doubled" in cleo.press("Yes: extended time")
    page = ann.open().text
    for number in (first, second, third):
        assert f'value="#{number} RESIGN"' in page and f'value="#{number} DRAW"' in page
    from web.page_forms import forms

    draw = next(f for f in forms(page) if ("text", f"#{third} DRAW") in f.buttons.values())
    ann.send(draw.action, {**draw.sent, "text": [f"#{third} DRAW"]})
    assert "Decline the draw" in ben.open().text
    ben.press("Yes: accept the draw")
    assert outcome(world, third) == {"winner": None, "draw": True, "reason": "Both agree to a draw."}
    resign = next(f for f in forms(page) if ("text", f"#{first} RESIGN") in f.buttons.values())
    ann.send(resign.action, {**resign.sent, "text": [f"#{first} RESIGN"]})
    assert outcome(world, first)["winner"] == "Ben"
    assert outcome(world, second) is None


def test_what_is_owed_and_soonest_stands_first(world: World) -> None:
    for hours, game in ((30, "goofspiel"), (10, "rock-paper-scissors"), (20, "simulacra")):
        begin(world, game, "Ann", "Ben", step_hours=hours)
    ann = Page(world, "Ann")
    order = [task.title.rpartition(" ")[0] for task in Front(world.app).tasks("Ann")]
    assert order == ["Rock, Paper, Scissors", "Shapeshifting Simulacra", "Goofspiel"]
    form = move_form(ann.open().text, 1002, "throw")
    ann.send(form.action, form.filled({"shape": ["ROCK"]}))
    order = [task.title.rpartition(" ")[0] for task in Front(world.app).tasks("Ann")]
    assert order == ["Shapeshifting Simulacra", "Goofspiel", "Rock, Paper, Scissors"]


def test_what_others_may_not_see_is_shown_to_its_owner_alone(world: World) -> None:
    begin(world, "goofspiel", "Ann", "Ben", cards=5, imperfect_information=True, settle=0)
    ann, ben = Page(world, "Ann"), Page(world, "Ben")
    for page, card in ((ann, "2"), (ben, "4")):
        form = move_form(page.open().text, 1001, "bid")
        page.send(form.action, form.filled({"card": [card]}))
    world.tick(minutes=1)
    hidden = ann.open().text.partition("Only you see this:")[2].partition("</table>")[0]
    assert "1 3 4 5" in hidden and "1 2 3 5" not in hidden


def test_a_form_that_breaks_a_rule_of_the_game_says_which_and_keeps_what_was_filled_in(world: World) -> None:
    begin(world, "simulacra", "Ann", "Ben")
    ann = Page(world, "Ann")
    form = move_form(ann.open().text, 1001, "form")
    answer = ann.client.post(form.action, data=form.filled({"body": ["3"], "mind": ["3"], "spirit": ["3"]}))
    assert answer.status_code == 422
    assert "You have 7 chips and must place them all." in answer.text
    again = move_form(answer.text, 1001, "form")
    assert [again.sent[pool] for pool in ("body", "mind", "spirit")] == [["3"]] * 3
    assert world.standing(1001) == {}
