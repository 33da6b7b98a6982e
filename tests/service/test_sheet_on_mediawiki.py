"""The Duel Sheet on a real MediaWiki, with people editing it at the worst moments: nothing counts twice."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from servers.mediawiki import MediaWiki, Visitor
from servers.proxy import LOST_ANSWER, LOST_CALL, Fault, Proxy, Request

from pbp.app import build
from pbp.bundle.form import find_bundle
from pbp.service import people
from pbp.service.pages import take_page
from service.test_master import decide
from service.world import SPELLS, World

SHEET = "Duel Sheet"
SETTINGS = """
[wiki]
adapter = "mediawiki"
{more}
[mediawiki]
url = "{url}"
user = "{bot}"
password = "env:WIKI_PASSWORD"
contact = "battlemaster@bm.test"
"""


def is_sheet_edit(request: Request) -> bool:
    return request.method == "POST" and b"action=edit" in request.body and b"title=Duel+Sheet" in request.body


class OnMediaWiki:
    """A world whose wiki is a MediaWiki, behind a proxy, with Alice beside as a person who edits there."""

    def __init__(self, mediawiki: MediaWiki, proxy: Proxy, make_world: Callable[..., World]):
        self.mediawiki, self.proxy, self._make = mediawiki, proxy, make_world
        self.alice = Visitor(mediawiki, mediawiki.person)
        self.alice.edit("Ruleset", SPELLS)

    def begin(self, more: str = "") -> World:
        """The world, with Josh and Zoë among others, and its first duel open."""
        settings = SETTINGS.format(url=self.proxy.url, bot=self.mediawiki.bot.login, more=more)
        self.world = self._make(settings, wizards=("Josh", "Zoë", "Bob", "Carol"))
        return self.world

    def text(self, title: str = SHEET) -> str:
        """What stands on a page."""
        (page,) = self.alice.get(action="query", titles=title, prop="revisions", rvprop="content", rvslots="main")[
            "query"]["pages"]  # fmt: skip
        text: str = page["revisions"][0]["slots"]["main"]["content"]
        return text

    def give(self, name: str, old: int, new: int) -> None:
        """Alice gives a wizard other Stars on the sheet."""
        before = self.text()
        after = before.replace(f"| {name} || {old} ", f"| {name} || {new} ")
        assert before != after
        self.alice.edit(SHEET, after)

    def authors(self) -> list[str]:
        """Who made the revisions of the sheet, oldest first."""
        (page,) = self.alice.get(
            action="query", titles=SHEET, prop="revisions", rvprop="user", rvlimit=50, rvdir="newer"
        )["query"]["pages"]
        return [revision["user"] for revision in page["revisions"]]

    def settle(self) -> None:
        """Lets the answers come again, and ticks until all is out."""
        self.proxy.plan = lambda request: None
        for _ in range(3):
            self.world.tick(minutes=2)

    def close(self) -> None:
        """Josh's Greed resolves, and the sheet is edited."""
        self.world.say("Josh", "CAST Greed")
        self.world.after_battle()


@pytest.fixture
def on_mediawiki(
    mediawiki: MediaWiki, make_world: Callable[..., World], monkeypatch: pytest.MonkeyPatch
) -> Iterator[OnMediaWiki]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("WIKI_PASSWORD", mediawiki.bot.password)
    proxy = Proxy(mediawiki.url)
    proxy.start()
    yield OnMediaWiki(mediawiki, proxy, make_world)
    proxy.stop()


@pytest.fixture
def store_url(tmp_path: Any) -> str:
    return f"sqlite:///{tmp_path / 'store.sqlite'}"


def test_an_edit_of_ours_whose_answer_was_lost_is_no_persons(on_mediawiki: OnMediaWiki) -> None:
    world = on_mediawiki.begin()
    world.tick()

    def plan(request: Request) -> Fault | None:
        return LOST_ANSWER if is_sheet_edit(request) else None

    on_mediawiki.proxy.plan = plan
    on_mediawiki.close()
    assert "| Josh || 25 " in on_mediawiki.text(), "the edit was made, and its answer lost"
    on_mediawiki.give("Zoë", 20, 21)
    on_mediawiki.settle()
    assert world.stars() == {"Josh": 25, "Zoë": 21, "Bob": 20, "Carol": 20}
    assert "| Josh || 25 " in on_mediawiki.text() and "| Zoë || 21 " in on_mediawiki.text()
    assert on_mediawiki.authors() == ["BattleMaster", "BattleMaster", "Alice"]


def test_an_edit_of_ours_that_was_never_booked_because_we_died_is_no_persons(on_mediawiki: OnMediaWiki) -> None:
    class Death(BaseException):
        pass

    world = on_mediawiki.begin()
    world.tick()
    wiki: Any = world.app.desk.wiki
    write = wiki.write

    def dies(title: str, *arguments: Any, **more: Any) -> Any:
        page = write(title, *arguments, **more)
        if title == SHEET:
            raise Death
        return page

    wiki.write = dies
    with pytest.raises(Death):
        on_mediawiki.close()
    world.app.store.close()
    world.app = build(world.config, clock=world.clock)
    on_mediawiki.give("Zoë", 20, 21)
    on_mediawiki.settle()
    assert world.stars() == {"Josh": 25, "Zoë": 21, "Bob": 20, "Carol": 20}
    assert "| Josh || 25 " in on_mediawiki.text() and "| Zoë || 21 " in on_mediawiki.text()


@pytest.mark.parametrize("lost", [False, True], ids=["answered", "answer lost"])
def test_an_edit_that_the_wiki_merges_with_ours_counts_once(on_mediawiki: OnMediaWiki, lost: bool) -> None:
    world = on_mediawiki.begin()
    world.tick()
    slipped: list[Any] = []

    def plan(request: Request) -> Fault | None:
        if is_sheet_edit(request) and not slipped:
            slipped.append(request)
            on_mediawiki.give("Zoë", 20, 21)
            return LOST_ANSWER if lost else None
        return None

    on_mediawiki.proxy.plan = plan
    on_mediawiki.close()
    on_mediawiki.settle()
    assert slipped and on_mediawiki.authors()[1:3] == ["Alice", "BattleMaster"], "the wiki merged"
    assert world.stars() == {"Josh": 25, "Zoë": 21, "Bob": 20, "Carol": 20}
    assert "| Josh || 25 " in on_mediawiki.text() and "| Zoë || 21 " in on_mediawiki.text()


def test_an_edit_of_the_same_row_in_the_same_moment_counts_beside_ours(on_mediawiki: OnMediaWiki) -> None:
    world = on_mediawiki.begin()
    world.tick()
    slipped: list[Any] = []

    def plan(request: Request) -> Fault | None:
        if is_sheet_edit(request) and not slipped:
            slipped.append(request)
            on_mediawiki.give("Josh", 20, 25)  # to the very number that we write
        return None

    on_mediawiki.proxy.plan = plan
    on_mediawiki.close()
    on_mediawiki.settle()
    assert world.stars()["Josh"] == 30
    assert "| Josh || 30 " in on_mediawiki.text()


def test_what_a_person_writes_in_our_own_account_is_a_persons(on_mediawiki: OnMediaWiki) -> None:
    world = on_mediawiki.begin()
    world.tick()
    by_hand = Visitor(on_mediawiki.mediawiki, on_mediawiki.mediawiki.bot)
    by_hand.edit(SHEET, on_mediawiki.text().replace("| Bob || 20", "| Bob || 27"))
    world.tick(minutes=2)
    assert world.stars()["Bob"] == 27


def test_with_people_editing_at_any_moment_and_answers_lost_every_change_counts_once(
    on_mediawiki: OnMediaWiki, record_property: Callable[[str, object], None]
) -> None:
    world, chance = on_mediawiki.begin(), random.Random(14)
    world.tick()
    should, counts = world.stars(), Counter[str]()

    def give() -> None:
        name, stars = chance.choice(sorted(should)), chance.choice([-2, -1, 1, 2, 3])
        on_mediawiki.give(name, now := stars_on(on_mediawiki.text(), name), now + stars)
        should[name] += stars
        counts["changes by people"] += 1

    def plan(request: Request) -> Fault | None:
        if not is_sheet_edit(request):
            return None
        counts["writes"] += 1
        if chance.random() < 0.5:
            give()
        lost = chance.choice([None, LOST_ANSWER, LOST_CALL])
        counts["lost"] += lost is not None
        return lost

    on_mediawiki.proxy.plan = plan
    for _ in range(8):
        name, stars = chance.choice(sorted(should)), chance.randint(1, 5)
        with world.app.store.tx() as tx:
            wizard = people.known(tx, name)
            people.adjust(tx, name, world.clock(), "a result", source="the test", stars=wizard.stars + stars)
        should[name] += stars
        world.tick(minutes=2)
        if chance.random() < 0.5:
            give()
    on_mediawiki.settle()
    assert world.stars() == should
    assert {name: stars_on(on_mediawiki.text(), name) for name in should} == should
    record_property(
        "figure",
        f"the sheet on MediaWiki: 8 results, {counts['changes by people']} changes by people, {counts['lost']} of "
        f"{counts['writes']} writes lost on the way there or back: each change counted once",
    )


def stars_on(text: str, name: str) -> int:
    """What the sheet says that a wizard has."""
    row = re.search(rf"(?m)^\| {name} \|\| (\d+) ", text)
    assert row
    return int(row[1])


THEIRS = """The keeper of this page is Alice. [[Category:Dynasty]]
{| class="wikitable sortable"
! Wizard !! Stars !! Status !! Familiar
|-
| [[User:Josh|Josh]] || '''31''' <!-- since duel 3 --> || Active || an owl
|-
| Chiiika || 12 || Active || a cat
|-
| Zoë || 20 || Active ||
|}
== Notes ==
Be kind.
"""


def test_a_sheet_that_others_made_waits_for_a_word_and_nothing_of_theirs_is_lost(on_mediawiki: OnMediaWiki) -> None:
    on_mediawiki.alice.edit(SHEET, THEIRS)
    world = on_mediawiki.begin()
    world.tick()
    on_mediawiki.close()
    world.tick(minutes=2)
    assert on_mediawiki.text() == THEIRS.strip()
    asked = [subject for subject in world.subjects("Master") if subject == f"May I write on the page {SHEET}?"]
    assert len(asked) == 1
    decide(world, f"READ-PAGE {SHEET}")
    assert any("I write on the page" in text for _, text in world.letters("Master"))
    world.tick(minutes=2)
    assert world.stars() == {"Josh": 31, "Zoë": 20, "Bob": 20, "Carol": 20}
    text = on_mediawiki.text()
    for words in ("[[Category:Dynasty]]", "wikitable sortable", "[[User:Josh|Josh]]", "'''31''' <!-- since duel 3 -->",
                  "an owl", "| Chiiika || 12 || Active || a cat", "Be kind.", "| Bob || 20 || Active"):  # fmt: skip
        assert words in text
    assert any("not known" in subject for subject in world.subjects("Master"))
    decide(world, "APPROVE Chiiika")
    assert world.stars()["Chiiika"] == 12
    assert on_mediawiki.text() == text
    world.say("Zoë", "CAST Greed")
    world.after_battle()
    world.tick(minutes=2)
    assert on_mediawiki.text() == text.replace("| Zoë || 20 |", "| Zoë || 25 |")
    with world.app.store.tx() as tx:
        assert tx.wizard("Josh").attributes == {"Familiar": "an owl"}


def test_other_pages_that_others_made_are_never_written_on_without_a_word(on_mediawiki: OnMediaWiki) -> None:
    alice = on_mediawiki.alice
    titles = ("Wizard Duels", "Wizard Duel Spell List 1", "Wizard Duel Spell List 1 explained", "Wizard Duel 1 Audit")
    for title in titles:
        alice.edit(title, f"Alice's own {title}.\n\nA line.")
    world = on_mediawiki.begin()
    world.tick()
    assert world.posts() == ["Season 1 begins"], "the duel's post waits for its list"
    world.app.carry_out(take_page, "Wizard Duel Spell List 1", world.clock())
    world.tick(minutes=2)
    assert world.posts() == ["Season 1 begins", "Wizard Duel 1"]
    assert "=== Greed ===" in on_mediawiki.text("Wizard Duel Spell List 1")
    on_mediawiki.close()
    world.tick(minutes=2)
    for title in ("Wizard Duels", "Wizard Duel Spell List 1 explained", "Wizard Duel 1 Audit"):
        assert on_mediawiki.text(title) == f"Alice's own {title}.\n\nA line."
        world.app.carry_out(take_page, title, world.clock())
    world.tick(minutes=2)
    for title in ("Wizard Duels", "Wizard Duel Spell List 1 explained", "Wizard Duel 1 Audit"):
        assert on_mediawiki.text(title).startswith(f"Alice's own {title}.\n\nA line.\n\n")
    assert find_bundle(on_mediawiki.text("Wizard Duel 1 Audit"))
    asked = [subject for subject in world.subjects("Master") if subject.startswith("May I write")]
    assert len(asked) == len(titles)
