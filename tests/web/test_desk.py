"""The Battle Master's desk: every decision by its form, in whose name, and nothing of an order before its close."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser as HTMLParser
from service.contests import HALL, begin
from service.world import JEST, SPELLS, World
from web.page_forms import PageForm, forms
from web.web_case import Browser

from pbp.commands.word import CommandWord
from pbp.commands.words import DECISIONS
from pbp.ports import Message
from pbp.service import tournaments
from pbp.service.intake import letter_name, take_in
from pbp.service.lifecycle import pause
from pbp.store.states import TextState
from pbp.web import House, create_site
from pbp.web.front import Front


class Desk(Browser):
    """The desk of a Battle Master or a deputy over a running service, without a script."""

    def __init__(self, world: World, name: str = "Master"):
        super().__init__(create_site(world.site, Front(world.app), House(writes=10_000)), world.site, name)
        self.world = world

    def page(self) -> str:
        """The desk, as text with its marks."""
        return self.client.get(f"{self.path}/desk").text

    def text(self) -> str:
        """What is to be read on the desk."""
        return words(self.page())

    def form(self, verb: str, about: Mapping[str, str]) -> PageForm:
        """The form of a decision: the one that is about this, if there are several."""
        found = [
            form
            for form in forms(self.page())
            if form.sent.get("verb") == [verb] and all(form.sent.get(key) == [value] for key, value in about.items())
        ]
        assert found, f"the desk does not offer {verb} {about}"
        return found[0]

    def press(self, verb: str, about: Mapping[str, str], filled: Mapping[str, str], *, do: str = "do") -> str:
        """Fills a form in and presses its button; says "Yes" where it is asked again. Gives the page after it."""
        form = self.form(verb, about)
        sent = {**form.filled({name: [value] for name, value in filled.items()}), "do": [do]}
        answer = self.client.post(form.action, data=sent)
        if DECISIONS[verb].twice and do == "do":
            assert answer.status_code == 200 and "Nothing was done so far" in answer.text, words(answer.text)
            again = next(form for form in forms(answer.text) if form.action.endswith("/decide"))
            answer = self.client.post(again.action, data={**again.sent, "do": ["do"]})
        if answer.status_code == 303:
            answer = self.client.get(answer.location.partition("#")[0])
        assert answer.status_code == 200, words(answer.text)
        return words(answer.text)


def words(page: str) -> str:
    """The words of a page."""
    main = HTMLParser(page).css_first("main")
    return " ".join(unescape(main.text(separator=" ")).split()) if main else page


def decided(world: World) -> list[tuple[str, str]]:
    """Who has decided what, by the journal, oldest first."""
    with world.app.store.tx() as tx:
        return [(entry.values["by"], entry.values["verb"]) for entry in tx.entries(kind="decided")]


# ---- every word ------------------------------------------------------------------------------------------------------

WHY = {"why": "it is only fair"}


@dataclass(frozen=True)
class Use:
    """How a word is used: what happened before, which form is meant, what is filled in, and what then stands there."""

    before: Callable[[World], Mapping[str, str] | None]
    filled: Mapping[str, str] = field(default_factory=dict)
    stands: str = ""
    settings: str = ""
    journalled: str = ""


def ring_open(world: World) -> None:
    world.tick()


def paused(world: World) -> None:
    world.tick()
    world.app.carry_out(pause, 1, "a holiday", world.clock())


def resolved(world: World) -> None:
    world.tick()
    world.after_battle()
    world.tick(minutes=1)


def due(world: World) -> None:
    world.tick()
    world.after_battle()


def pending(world: World) -> None:
    world.tick()
    world.after_battle()
    world.tick(minutes=1)


def joked(world: World) -> None:
    world.edit("Ruleset", SPELLS + JEST)
    world.tick()
    world.say("Alice", "CAST Jest")
    world.after_battle()


def edited(world: World) -> None:
    world.tick()
    world.edit("Wizard Duel Spell List 1", world.page("Wizard Duel Spell List 1").replace("3 stars", "2 stars"))
    world.tick(minutes=1)


def contest(world: World) -> Mapping[str, str]:
    return {"duel": str(begin(world, "goofspiel", "Alice", "Bob"))}


def entered(world: World) -> Mapping[str, str]:
    world.app.carry_out(tournaments.announce, "swiss", "goofspiel cards=2", world.clock())
    for name in ("Alice", "Bob"):
        world.say(name, "ENTER 1")
    return {"tournament": "1"}


def drawn(world: World) -> Mapping[str, str]:
    about = entered(world)
    world.app.carry_out(tournaments.begin, 1, world.clock())
    return about


def idle(world: World) -> Mapping[str, str]:
    world.say("Alice", "IDLE")
    return {"name": "Alice"}


def asks_to_join(world: World) -> None:
    world.site.account("Zoe")
    code = re.search(r"CONFIRM (\w+)", world.say("Zoe", "JOIN Zoe"))
    assert code
    world.say("Zoe", f"CONFIRM {code[1]}")


def page_there(world: World) -> None:
    world.edit("Wizard Duels", "A page that Alice made.")
    world.tick()


def sheet_there(world: World) -> None:
    world.edit("Duel Sheet", "{|\n! Wizard !! Stars !! Status\n|-\n| Bob || 31 || Active\n|}")
    world.tick()


def sheet_edited(world: World) -> None:
    world.tick()
    world.edit("Duel Sheet", world.page("Duel Sheet").replace("| Bob || 20", "| Bob || 31"))
    world.tick(minutes=1)


def letter_aside(world: World) -> Mapping[str, str]:
    world.tick()
    message = Message("m1", "Alice", world.clock(), "How do I win?", vouched=True, aside="it is an automatic reply")
    take_in(world.app.desk, "local", message)
    return {"letter": letter_name("local", "m1")}


def refused(world: World) -> None:
    world.tick()
    with world.app.store.tx() as tx:
        tx.change_outgoing(world.app.desk.key(1, "post"), state=TextState.STUCK, why="the site is full")


def to_post(world: World) -> Mapping[str, str]:
    world.tick()
    return {"key": "s1.d1.post"}


def nothing(world: World) -> None:
    """Nothing happened before."""


def rolls_wanted(world: World) -> None:
    world.tick()


USES: dict[str, Use] = {
    "EXTEND": Use(ring_open, {"span": "24h", **WHY}, "until Thursday 5 March 2026, 15:00 UTC"),
    "PAUSE": Use(ring_open, WHY, "duel 1 is paused"),
    "RESUME": Use(paused, WHY, "duel 1 goes on"),
    "CANCEL": Use(ring_open, WHY, "duel 1 is cancelled"),
    "VOID": Use(resolved, WHY, "the result of duel 1 does not count"),
    "CLOSE": Use(due, WHY, "duel 1 closes", "[ring]\nauto_commence = false\n", "commenced"),
    "RESOLVE": Use(pending, {}, "duel 1 is resolved", "[ring]\nauto_resolve = false\n", "resolved"),
    "RULE": Use(joked, {"spell": "Jest", "effect": "The caster gains\n2 Stars.", **WHY}, "It is read so: The caster"),
    "ACCEPT-EDIT": Use(edited, {"span": "24h"}, "the edited list of duel 1 counts"),
    "RESTORE-PAGE": Use(edited, {}, "the list page of duel 1 is put back"),
    "ROLLS": Use(
        rolls_wanted,
        {"values": "3 1 2", "url": "https://dice.example/1"},
        "duel 1 is scheduled",
        '[chance]\nsource = "rolls"\n',
    ),
    "SCHEDULE": Use(nothing, {}, "duel 1 is scheduled", HALL),
    "CONTEST": Use(
        nothing, {"first": "Alice", "second": "Bob", "game": "wizards-duel archwizard"}, "Alice against Bob", HALL
    ),
    "REPLACE": Use(contest, {"old": "Alice", "new": "Carol", **WHY}, "Carol plays for Alice", HALL),
    "RESIGN-FOR": Use(contest, {"old": "Bob"}, "has given duel", HALL),
    "TOURNAMENT": Use(
        nothing,
        {"form": "swiss", "game": "goofspiel", "options": "rounds=2 cards=3", "title": "Spring Cup"},
        "tournament 1 is announced",
        HALL,
    ),
    "START-TOURNAMENT": Use(entered, {}, "tournament 1 is drawn", HALL),
    "END-TOURNAMENT": Use(drawn, WHY, "tournament 1 is over", HALL),
    "CANCEL-TOURNAMENT": Use(entered, WHY, "tournament 1 is cancelled", HALL),
    "REPLACE-ENTRANT": Use(drawn, {"old": "Alice", "new": "Carol", **WHY}, "Carol plays on for Alice", HALL),
    "APPROVE": Use(asks_to_join, {}, "Zoe joins with 20 Stars", '[letters]\njoin = "approval"\n'),
    "REFUSE-PLAYER": Use(
        asks_to_join, {"why": "next season"}, "Zoe, who asked by local, is not let in", '[letters]\njoin = "approval"\n'
    ),
    "TAKE-ON": Use(idle, {}, "Alice is active again"),
    "LET-GO": Use(lambda world: {"wizard": "Dave"}, {}, "Dave takes no part"),
    "ADJUST": Use(
        lambda world: {"wizard": "Dave"}, {"values": "stars=12, Hat=Red", **WHY}, "Dave: stars from 20 to 12"
    ),
    "BIND": Use(lambda world: {"wizard": "Dave"}, {"address": "local:Dave2"}, "Dave can write by local"),
    "DEPUTY": Use(nothing, {"name": "Nimue"}, "Nimue has a private page"),
    "TAKE-PAGE": Use(page_there, {}, "I write on the page Wizard Duels"),
    "READ-PAGE": Use(sheet_there, {}, "I write on the page Duel Sheet"),
    "ACCEPT-SHEET": Use(sheet_edited, {}, "change of the sheet counts", '[wiki]\nsheet_edits = "ask"\n'),
    "REFUSE-SHEET": Use(sheet_edited, {}, "change of the sheet is put back", '[wiki]\nsheet_edits = "ask"\n'),
    "READ-LETTER": Use(letter_aside, {"why": "she asked me to"}, "How do I win?"),
    "RETRY-LETTER": Use(letter_aside, {}, "is handled and answered"),
    "ANSWER-LETTER": Use(letter_aside, {"text": "Cast a spell.\n\nOr two."}, "is answered"),
    "REJECT-LETTER": Use(letter_aside, {"why": "say it in English"}, "is put away"),
    "RETRY": Use(refused, {}, "1 put back into the queue"),
    "POSTED": Use(to_post, {"url": "https://blog.example/1"}, "s1.d1.post stands at", '[blog]\nadapter = "draft"\n'),
    "TRUST-CLOCK": Use(nothing, WHY, "our clock is taken for right"),
    "STATUS": Use(ring_open, {}, "Duel 1, step 1, is open"),
}


@pytest.fixture
def make(tmp_path: Path) -> Callable[[str], World]:
    """Makes a world with these settings."""
    return lambda settings: World(tmp_path, f"sqlite:///{tmp_path / 'store.sqlite'}", settings)


@pytest.mark.parametrize("word", DECISIONS.values(), ids=lambda word: word.verb)
def test_every_decision_is_rehearsed_and_made_by_its_form(make: Callable[[str], World], word: CommandWord) -> None:
    use = USES[word.verb]
    world = make(use.settings)
    about = use.before(world) or {}
    desk = Desk(world)
    before = world.kinds()
    if word.verb != "STATUS":
        shown = desk.press(word.verb, about, use.filled, do="see")
        assert "Nothing would be done" not in shown, shown
        assert world.kinds() == before, "a rehearsal changes nothing"
    page = desk.press(word.verb, about, use.filled)
    assert use.stands in page, page
    assert not use.journalled or use.journalled in world.kinds()
    if word.verb != "STATUS":
        assert decided(world) == [("Master", word.verb)]


# ---- secrecy, deputies, twice ----------------------------------------------------------------------------------------


@pytest.fixture
def world(make: Callable[[str], World]) -> World:
    """A ring duel is open in which Alice and Bob have sent orders."""
    world = make("")
    world.tick()
    world.say("Alice", "CAST Burn Bob")
    world.say("Bob", "CAST Greed")
    return world


def test_before_the_close_the_desk_shows_whose_order_is_in_and_not_a_word_of_it(world: World) -> None:
    text = Desk(world).text()
    assert re.search(r"Order in (Alice, Bob|Bob, Alice) Owed (Carol, Dave|Dave, Carol)", text), text
    assert "Burn" not in text and "Greed" not in text
    journal = Desk(world).client.get(f"{Desk(world).path}/desk/journal?q=").text
    assert "Burn" not in journal and "Greed" not in journal


def test_who_plays_in_a_duel_is_not_shown_whose_orders_are_in(world: World) -> None:
    world.site.account("Alice", master=True)
    text = Desk(world, "Alice").text()
    assert "You play in this duel yourself" in text and "Order in" not in text


def test_the_desk_is_the_battle_masters_and_a_deputys_alone(world: World) -> None:
    alice = Browser(Desk(world).client.application, world.site, "Alice")
    assert alice.client.get(f"{alice.path}/desk").status_code == 403
    assert alice.client.get(f"{alice.path}/desk/journal").status_code == 403
    assert alice.post(f"{alice.path}/desk/decide", verb="CANCEL", duel="1", why="x", sure="yes").status_code == 403
    assert alice.post(f"{alice.path}/desk/say", text="#1 CANCEL WHY x").status_code == 403
    master = Desk(world)
    unmarked = master.client.post(f"{master.path}/desk/decide", data={"verb": "PAUSE", "duel": "1", "why": "x"})
    assert unmarked.status_code == 403 and world.duel(1).held is None


def test_a_deputy_decides_from_a_page_of_their_own_in_their_own_name(world: World) -> None:
    Desk(world).press("DEPUTY", {}, {"name": "Nimue"})
    deputy = Desk(world, "Nimue")
    assert deputy.open().status_code == 200 and "the desk" in words(deputy.open().text)
    deputy.press("PAUSE", {"duel": "1"}, WHY)
    assert world.duel(1).held == "paused"
    assert decided(world) == [("Master", "DEPUTY"), ("Nimue", "PAUSE")]
    assert "Nimue decides (PAUSE): duel 1 is paused" in deputy.text()


def test_a_rehearsal_shows_the_comment_that_would_be_posted_and_posts_nothing(world: World) -> None:
    comments = world.comments()
    shown = Desk(world).press("EXTEND", {"duel": "1"}, {"span": "24h", "why": "the wiki was down"}, do="see")
    assert "the wiki was down" in shown and "4 letters would be written" in shown
    assert (world.comments(), decided(world)) == (comments, [])


def test_a_rehearsal_shows_neither_the_seed_nor_what_chance_would_draw(world: World) -> None:
    desk = Desk(world)
    shown = desk.press("CANCEL", {"duel": "1"}, WHY, do="see")
    assert "Its ring can be checked: seed 0 is …" in shown
    filled = {"first": "Alice", "second": "Bob", "game": "tactical-genius", "options": "first_seat=coin"}
    shown = desk.press("CONTEST", {}, filled, do="see")
    assert "Contest 1001 begins: Alice against Bob" in shown and "First" not in shown, shown
    desk.press("CANCEL", {"duel": "1"}, WHY)
    assert re.search(r"seed 0 is [0-9a-f]{64}", world.comments()[-1])


def test_what_cannot_be_taken_back_is_done_only_when_it_is_said_twice(world: World) -> None:
    desk = Desk(world)
    form = desk.form("CANCEL", {"duel": "1"})
    first = desk.client.post(form.action, data={**form.sent, "why": "nobody is here", "do": "do"})
    assert "Yes: Cancel the duel" in words(first.text) and world.duel(1).state == "open"
    second = desk.client.post(f"{desk.path}/desk/say", data={**form.sent, "text": "#1 CANCEL WHY so"})
    assert "Yes: Cancel the duel" in words(second.text) and world.duel(1).state == "open"


def test_a_decision_for_a_step_that_has_passed_does_nothing_and_says_so(world: World) -> None:
    number = begin(world, "goofspiel", "Alice", "Bob")
    desk = Desk(world)
    form = desk.form("EXTEND", {"duel": str(number)})
    sent = {**form.sent, "step": "2", "span": "24h", "why": "late", "do": "do"}
    assert "is no longer in step 2" in words(desk.client.post(form.action, data=sent).text)


def test_decisions_in_words_count_as_proven_and_several_are_made_in_their_order(world: World) -> None:
    desk = Desk(world)
    sent = {"mark": desk.mark(), "text": "#1 PAUSE WHY a holiday\n#1 RESUME WHY it is over\nSTATUS", "do": "do"}
    page = words(desk.client.post(f"{desk.path}/desk/say", data=sent).text)
    assert "Duel 1 is paused" in page and "Duel 1 goes on" in page and "Duel 1, step 1, is open" in page
    nothing = desk.client.post(f"{desk.path}/desk/say", data={**sent, "text": "good morning"})
    assert nothing.status_code == 409 and "No decision was found" in words(nothing.text)


def test_a_suggestion_is_taken_by_one_click(make: Callable[[str], World]) -> None:
    world = make("")
    world.edit(
        "Ruleset", SPELLS + "=== Zap ===\n* Effect: The targetted Wizard loses 1 Star if it is raining in Spain\n"
    )
    world.edit(
        "Ruleset", SPELLS + "=== Zap ===\n* Effect: The caster gains 2 Stars, as a bonus, for being so very brave.\n"
    )
    world.tick()
    desk = Desk(world)
    page = desk.page()
    buttons = re.findall(r'form="(rule-\d-\d)" name="suggestion" value="(\d)"', page)
    assert buttons, words(page)
    form = next(form for form in forms(page) if form.sent.get("spell") == ["Zap"])
    answer = desk.client.post(form.action, data={**form.sent, "suggestion": buttons[0][1]})
    assert answer.status_code == 303
    assert "the ruling on Zap is recorded" in desk.client.get(answer.location.partition("#")[0]).text


def test_a_letter_that_may_hold_an_order_is_read_only_for_a_reason(world: World) -> None:
    name = letter_aside(world)["letter"]
    desk = Desk(world)
    shown = desk.press("READ-LETTER", {"letter": name}, {})
    assert "Nothing was done" in shown and "How do I win" not in shown
    assert "How do I win" in desk.press("READ-LETTER", {"letter": name}, {"why": "she asked me to"})
    assert "How do I win" not in desk.text(), "it stands in no journal"
    assert "she asked me to" in desk.text()


def test_the_journal_is_searched_and_paged(world: World) -> None:
    desk = Desk(world)
    for number in range(30):
        desk.press("PAUSE", {"duel": "1"}, {"why": f"reason {number} of many"})
        desk.press("RESUME", {"duel": "1"}, {"why": "it is over"})
    found = words(desk.client.get(f"{desk.path}/desk/journal?q=REASON+17+paused").text)
    assert "reason 17 of many" in found and "reason 18" not in found
    first = desk.client.get(f"{desk.path}/desk/journal").text
    assert ">Older</a>" in first and "season" not in words(first).partition("Look for")[2].casefold()
    assert "Nothing of the kind" in words(desk.client.get(f"{desk.path}/desk/journal?q=unicorn").text)


def test_a_new_player_who_is_taken_on_has_a_private_page_and_is_in_the_next_ring(world: World) -> None:
    Desk(world).press("TAKE-ON", {}, {"name": "Dora"})
    assert world.site.private_url("Dora") in Desk(world).client.get(f"{Desk(world).path}/links").text
    world.after_battle()
    assert "Dora" in world.duel().participants


def test_a_busy_service_is_said_and_nothing_is_done(world: World) -> None:
    desk = Desk(world)
    form = desk.form("PAUSE", {"duel": "1"})
    with world.app.at_work():
        answer = desk.client.post(form.action, data={**form.sent, "why": "x", "do": "do"})
    assert answer.status_code == 409 and "Nothing was done: please try again" in words(answer.text)
    assert world.duel(1).held is None


# ---- what readers see of decisions -----------------------------------------------------------------------------------


def test_a_post_leads_to_its_duel_and_says_until_when_it_is_open_now(world: World) -> None:
    desk = Desk(world)
    desk.press("EXTEND", {"duel": "1"}, {"span": "24h", "why": "the wiki was down"})
    post = next(post.id for post in world.site.blog.posts() if post.title == "Wizard Duel 1")
    for path in (f"/blog/{post}", "/blog/"):
        page = desk.client.get(path).text
        assert 'href="/duels/1">Wizard Duel 1</a>' in page
        assert "is open until Thursday 5 March 2026, 15:00 UTC" in words(page)


def test_a_ruling_stands_on_the_page_of_its_duel_once_that_has_its_result(make: Callable[[str], World]) -> None:
    world = make("")
    joked(world)
    desk = Desk(world)
    assert "Rulings of the Battle Master" not in desk.client.get("/duels/1").text
    desk.press("RULE", {"duel": "1"}, {"spell": "Jest", "effect": "The caster gains 2 Stars.", "why": "he laughed"})
    page = words(desk.client.get("/duels/1").text)
    assert "Rulings of the Battle Master Jest: The caster gains 2 Stars. he laughed" in page
