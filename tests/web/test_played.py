"""Every contest in a real Chromium, from a challenge to its end by forms alone.

One plays at the width of a telephone, the other at that of a desktop; each kind of form is looked at, and free of what
axe-core complains of. Each fills in every kind of form in the browser, the first few times that it is asked for; what
is asked for once more is sent by the same form without one, since some contests have eighty orders.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urljoin

import pytest
import requests
from games.filling import any_move, filled_in
from games.shortest import short_seed
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support import expected_conditions
from selenium.webdriver.support.ui import WebDriverWait
from service.contests import contest_of
from web.browser import DESKTOP, TELEPHONE, Town, Window
from web.page_forms import move_form

from pbp.games import GAMES
from pbp.games.base import CONTEST, Game, bare_name
from pbp.web import Task
from pbp.web.front import Front

CONTESTS = [game for game in GAMES if game.format == CONTEST]
HALL = "auto_schedule = false\n[contests]\nsettle_minutes = 0\n"
MOST_STEPS = 300
EACH_KIND = 4
"""How often a player fills in a form of a kind in the browser."""
SHORTER = {"reality-benders": {"late_tie_from": "1"}}
"""Options that players who are in haste choose in the form of the challenge."""


def bare(task: Task) -> str:
    """The name of the game of a task."""
    return task.rules.partition("/")[0]


class Player:
    """One who plays in a window by forms alone."""

    def __init__(self, town: Town, window: Window, name: str):
        self.town, self.window, self.name = town, window, name
        self.faults: list[str] = []
        self.looked_at: set[str] = set()
        self.filled: Counter[str] = Counter()

    def look(self, what: str) -> None:
        """Looks at the page once for each thing that is to be seen: a picture, its width, what axe-core finds."""
        if what in self.looked_at:
            return
        self.looked_at.add(what)
        self.window.picture(what)
        self.faults += [f"{what} is wider by {self.window.overflow()} px"] * (self.window.overflow() > 0)
        self.faults += [f"{what} at {self.window.width}: {fault}" for fault in self.window.violations()]

    def task(self, number: int) -> Any:
        """What the player owes in a contest, if anything."""
        found = next((task for task in Front(self.town.app).tasks(self.name) if task.number == number), None)
        return found if found and found.owes else None

    def open(self) -> None:
        """Opens the own page."""
        self.window.open(self.town.site.private_url(self.name))

    def challenge(self, whom: str, game: Game) -> None:
        """Challenges by the form."""
        self.open()
        form = "//form[contains(@action, '/challenge')]"
        self.window.click("//summary[normalize-space()='Challenge somebody']", leaves=False)
        variant = f" {game.variants[0].name}" if game.variants else ""
        options = {f"{bare_name(game)}.{name}": [value] for name, value in SHORTER.get(bare_name(game), {}).items()}
        if options:
            self.window.click(f"//summary[normalize-space()='Options of {game.title}']", leaves=False)
        self._set(self._found(form), {"whom": [whom], "game": [f"{bare_name(game)}{variant}"], **options})
        self.look("challenge")
        self.window.press("Challenge")

    def send(self, task: Any, move: Any, filled: Mapping[str, Sequence[str]]) -> None:
        """Fills in the form of a move and sends it, in the browser unless it was filled in often enough there."""
        kind = move.name.split("-")[0]
        self.filled[kind] += 1
        if self.filled[kind] <= EACH_KIND:
            self.open()
            self.order(task, move, filled)
            return
        page = requests.get(self.town.site.private_url(self.name), timeout=60)
        form = move_form(page.text, task.number, move.name)
        told = requests.post(urljoin(page.url, form.action), data=form.filled(filled), timeout=60).text
        assert f"Understood, for duel {task.number}" in told, told

    def order(self, task: Any, move: Any, filled: Mapping[str, Sequence[str]]) -> None:
        """Fills in the form of a move, and sends it."""
        form = self._found(
            f"//form[input[@name='duel'][@value='{task.number}']][input[@name='move'][@value='{move.name}']]"
        )
        opened = "for (let e = arguments[0]; e; e = e.parentElement) if (e.tagName === 'DETAILS') e.open = true"
        self.window.driver.execute_script(opened, form)
        self._set(form, filled)
        self.look(f"{bare(task)}-{move.name.split('-')[0]}")
        button = form.find_element(By.XPATH, "./button")
        self.window.driver.execute_script("arguments[0].scrollIntoView({block: 'center'}); window.here = true", button)
        button.click()
        arrived = "return !window.here && document.readyState === 'complete'"
        WebDriverWait(self.window.driver, 60, 0.1).until(lambda driver: driver.execute_script(arrived))
        told = "\n".join(each.text for each in self.window.driver.find_elements(By.ID, "told"))
        assert f"Understood, for duel {task.number}" in told, told or self.window.text
        self.look(f"{bare(task)}-understood")

    def tap(self, thing: Any) -> None:
        """Clicks something, in the middle of the window."""
        self.window.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", thing)
        thing.click()

    def _found(self, xpath: str) -> Any:
        return self.window.driver.find_element(By.XPATH, xpath)

    def _set(self, form: Any, filled: Mapping[str, Sequence[str]]) -> None:
        for name, values in filled.items():
            for value in values:
                boxes = form.find_elements(
                    By.XPATH, f".//input[@name='{name}'][@value='{value}'][@type='radio' or @type='checkbox']"
                )
                if boxes:
                    self._tick(boxes[0])
                else:
                    self._fill(form.find_element(By.NAME, name), value)

    def _tick(self, box: Any) -> None:
        if start := box.find_elements(By.XPATH, "./ancestor::*[@class='from']/label"):
            self.tap(start[0])
            self.tap(box.find_element(By.XPATH, "./.."))
        elif not box.is_selected():
            self.tap(box)

    def _fill(self, control: Any, value: str) -> None:
        if control.tag_name == "select":
            control.find_element(By.XPATH, f"./option[@value='{value}' or .='{value}']").click()
        elif control.get_property("value") != value:
            control.clear()
            control.send_keys(value)


@pytest.fixture
def town(tmp_path: Path) -> Iterator[Town]:
    """A town where only contests are played."""
    town = Town(tmp_path, HALL, writes=10_000)  # they play faster than people
    yield town
    town.close()


@pytest.fixture
def players(chromium: tuple[str, str], town: Town) -> Iterator[tuple[Player, Player]]:
    """Alice at a telephone, Bob at a desktop."""
    windows = [Window(chromium, width, town.server.url) for width in (TELEPHONE, DESKTOP)]
    yield Player(town, windows[0], "Alice"), Player(town, windows[1], "Bob")
    for window in windows:
        window.close()


@pytest.mark.parametrize("game", CONTESTS, ids=[game.title for game in CONTESTS])
def test_it_is_played_in_a_browser_by_forms_alone(town: Town, players: tuple[Player, Player], game: Game) -> None:
    alice, bob = players
    alice.challenge("Bob", game)
    assert "You have challenged Bob" in alice.window.text
    bob.open()
    bob.look("challenged")
    bob.window.press("Accept")
    assert "You have accepted the challenge of Alice" in bob.window.text
    with town.app.store.tx() as tx:
        duel = tx.duels()[-1]
    number, rng = duel.number, Random(short_seed(game, contest_of(duel).scenario))
    for _ in range(MOST_STEPS):
        town.app.tick()
        # By seats, since the seed of a short contest was found so.
        seated = sorted(players, key=lambda player: duel.participants.index(player.name))
        owing = [(player, task) for player in seated if (task := player.task(number))]
        if not owing:
            break
        for player, task in owing:
            move = any_move(task.moves, rng)
            player.send(task, move, filled_in(move, rng))
    bob.window.open(f"/contests/{number}")
    assert "over" in bob.window.text and ("wins the contest" in bob.window.text or "drawn" in bob.window.text)
    bob.window.picture(f"{bare_name(game)}-ended")
    alice.open()
    alice.window.click("//summary[normalize-space()='Play again']", leaves=False)
    assert "Rematch against Bob" in alice.window.text
    faults = alice.faults + bob.faults + alice.window.complaints() + bob.window.complaints()
    assert not faults, "\n".join(faults)


@pytest.fixture
def bender(town: Town) -> str:
    """The page of a player of Reality Benders who may add an arrow."""
    for name, words in (("Alice", "CHALLENGE Bob reality-benders items=none"), ("Bob", "ACCEPT Alice")):
        town.site.say(name, words)
        town.app.tick()
    return town.site.private_url("Alice")


def test_an_arrow_is_drawn_by_two_taps_without_a_script(chromium: tuple[str, str], town: Town, bender: str) -> None:
    window = Window(chromium, TELEPHONE, town.server.url)
    try:
        window.command("Emulation.setScriptExecutionDisabled", value=True)
        window.open(bender)
        spots = "//form[input[@value='rule']]//label[contains(@class, 'spot')]"

        def at(path: str) -> Any:
            return window.driver.find_element(By.XPATH, path)

        def tap(path: str) -> None:
            at(path).click()

        assert not at(f"{spots}[input[@value='A>F']]").is_displayed(), "arrows are chosen from where they begin"
        tap(f"{spots}[input[@value='C']]")
        tap(f"{spots}[input[@value='C>G']]")
        tap("//label[contains(@class, 'again')]")
        assert at("//div[@class='aim'][contains(., 'C beats G')]").is_displayed(), "what is chosen stays in sight"
        tap(f"{spots}[input[@value='A']]")
        tap(f"{spots}[input[@value='A>F']]")
        assert not at("//div[@class='aim'][contains(., 'C beats G')]").is_displayed()
        window.picture("arrow-chosen")
        at("//button[normalize-space()='Add this arrow']").click()
        order = (By.XPATH, "//strong[.='add A>F']")
        WebDriverWait(window.driver, 20).until(expected_conditions.presence_of_element_located(order))
    finally:
        window.close()


def test_an_arrow_is_drawn_by_keys_alone(chromium: tuple[str, str], town: Town, bender: str) -> None:
    window = Window(chromium, DESKTOP, town.server.url)
    try:
        window.open(bender)
        first = window.driver.find_element(By.XPATH, "//input[@name='rule.from'][@value='A']")
        window.driver.execute_script("arguments[0].focus()", first)
        keys = ActionChains(window.driver)
        keys.send_keys(
            Keys.SPACE, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.TAB, Keys.SPACE, Keys.ARROW_RIGHT, Keys.ENTER
        )
        keys.perform()
        order = (By.XPATH, "//strong[.='add C>B']")
        WebDriverWait(window.driver, 20).until(expected_conditions.presence_of_element_located(order))
        assert window.complaints() == []
    finally:
        window.close()
