"""The Duel Sheet and the overview on a subreddit's wiki, in Markdown, which Reddit mixes too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from reddit_emulator import ACCOUNT, Emulator

from pbp.service.pages import take_page
from service.on_reddit import account, emulated
from service.world import SPELLS, World


@pytest.fixture
def reddit(monkeypatch: pytest.MonkeyPatch) -> Iterator[Emulator]:
    with emulated(monkeypatch) as emulator:
        emulator.world.edit("ruleset", SPELLS, "Moderator")
        yield emulator


@pytest.fixture
def store_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'store.sqlite'}"


@pytest.fixture
def world(reddit: Emulator, make_world: Callable[..., World]) -> World:
    settings = f'[wiki]\nadapter = "reddit"\n{account(reddit)}'
    return make_world(settings, wizards=("Josh", "Zoë", "Bob"))


def text(reddit: Emulator, page: str) -> str:
    return reddit.world.pages[page][-1].text


def give(reddit: Emulator, name: str, old: int, new: int) -> None:
    """A moderator gives a wizard other Stars."""
    before = text(reddit, "duel_sheet")
    after = before.replace(f"| {name} | {old} |", f"| {name} | {new} |")
    assert after != before
    reddit.world.edit("duel_sheet", after, "Alice")


def settle(world: World) -> None:
    for _ in range(3):
        world.tick(minutes=2)


def test_an_edit_of_ours_whose_answer_was_lost_is_no_persons(reddit: Emulator, world: World) -> None:
    world.tick()
    world.say("Josh", "CAST Greed")
    reddit.fail("lost", "POST /r/WizardDuels/api/wiki/edit", times=100)
    world.after_battle()
    world.tick(minutes=1)
    reddit.heal()
    assert "| Josh | 25 |" in text(reddit, "duel_sheet"), "the edit was made, and its answer lost"
    give(reddit, "Zoë", 20, 21)
    settle(world)
    assert world.stars() == {"Josh": 25, "Zoë": 21, "Bob": 20}
    assert "| Zoë | 21 |" in text(reddit, "duel_sheet")


def test_an_edit_that_reddit_merges_with_ours_counts_once(reddit: Emulator, world: World) -> None:
    world.tick()
    world.say("Josh", "CAST Greed")
    write, slipped = reddit.world.write_page, list[str]()

    def between(author: str, page: str, *rest: Any) -> None:
        if page == "duel_sheet" and author == ACCOUNT and not slipped:
            slipped.append(page)
            give(reddit, "Bob", 20, 21)
        write(author, page, *rest)

    reddit.world.write_page = between  # type: ignore[method-assign, assignment]
    world.after_battle()
    settle(world)
    assert slipped
    assert world.stars() == {"Josh": 25, "Zoë": 20, "Bob": 21}
    assert "| Josh | 25 |" in text(reddit, "duel_sheet") and "| Bob | 21 |" in text(reddit, "duel_sheet")


def test_pages_that_others_made_wait_and_keep_all_that_is_theirs(reddit: Emulator, world: World) -> None:
    theirs = "Kept by u/alice.\n\nWizard|**Stars**|Familiar|Status\n:--|--:|:--|:-:\n"
    theirs += "[Josh](/u/josh)|**20**|an owl|Active\n"
    overview = "Our duels\n\n* Duel 0: a draw\n"
    reddit.world.edit("duel_sheet", theirs, "Alice")
    reddit.world.edit("wizard_duels", overview, "Alice")
    world.tick()
    world.say("Josh", "CAST Greed")
    world.after_battle()
    assert (text(reddit, "duel_sheet"), text(reddit, "wizard_duels")) == (theirs, overview)
    for title in ("Duel Sheet", "Wizard Duels"):
        world.app.carry_out(take_page, title, world.clock())
    settle(world)
    sheet = text(reddit, "duel_sheet")
    assert "[Josh](/u/josh)|**25**|an owl|Active\n" in sheet and "Kept by u/alice." in sheet
    assert "| Bob | 20 |  | Active |" in sheet
    assert text(reddit, "wizard_duels").startswith(overview + "\n")
    assert "| resolved |" in text(reddit, "wizard_duels")
