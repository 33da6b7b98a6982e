"""A service on a Reddit that bans, filters, closes its wiki, limits, and forgets its people: told, and nothing lost."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from reddit_emulator import ACCOUNT, Emulator
from reddit_emulator.world import ApiError, Comment, Post

from pbp.adapters.reddit.texts import names
from pbp.service import reach
from pbp.service.hidden import hidden
from pbp.service.publish import retry
from service.on_reddit import account, emulated
from service.world import SPELLS, START, Moving, World

PLAYERS = ("Alice", "Bob", "Carol")
SETTINGS = """
[wiki]
adapter = "reddit"
[blog]
adapter = "reddit"
[letters]
channels = ["reddit", "local"]
{account}
modmail = {modmail}
"""


@pytest.fixture
def store_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'store.sqlite'}"


@pytest.fixture
def reddit(monkeypatch: pytest.MonkeyPatch) -> Iterator[Emulator]:
    with emulated(monkeypatch) as emulator:
        yield emulator


@pytest.fixture
def begin(make_world: Callable[..., World], reddit: Emulator) -> Callable[..., World]:
    """Makes a world on Reddit whose first duel is open; the Battle Master reads on the embedded site."""

    def made(*, modmail: bool = False) -> World:
        reddit.world.edit("ruleset", SPELLS, "Moderator")
        world = make_world(SETTINGS.format(account=account(reddit), modmail=str(modmail).lower()), wizards=())
        reddit.world.clock = world.clock
        for name in PLAYERS:
            world.app.add_player(name, {"reddit": name})
            with world.app.store.tx() as tx:
                tx.wrote_from("reddit", name, world.clock.now + timedelta(seconds=1))
        run(world, 2)
        assert world.duel(1).state == "open"
        return world

    return made


def run(world: World, ticks: int, minutes: float = 5) -> None:
    for _ in range(ticks):
        world.tick(minutes=minutes)


def told(world: World, words: str) -> list[str]:
    """The Battle Master's letters of which the subject begins so."""
    return [body for subject, body in world.letters("Master") if subject.startswith(words)]


def ours(reddit: Emulator) -> list[str]:
    """The keys that stand on Reddit in posts and comments of ours."""
    return [name for text in texts_of(reddit) for name in names(text.body)]


def texts_of(reddit: Emulator) -> list[Post | Comment]:
    """Posts and comments of ours."""
    every: list[Post | Comment] = [*reddit.world.posts, *reddit.world.comments]
    return [one for one in every if one.author == ACCOUNT]


@pytest.mark.parametrize(("by", "words"), [("reddit", "spam"), ("moderator", "removed by a moderator")])
def test_a_result_that_nobody_sees_is_told_unasked(
    begin: Callable[..., World], reddit: Emulator, by: str, words: str
) -> None:
    world = begin()
    reddit.world.catches_comments = by
    world.after_battle()
    reddit.world.catches_comments = ""
    run(world, 6)
    (letter,) = told(world, "Readers do not see s1.d1.result")
    assert words in letter
    reddit.world.removed.clear()
    run(world, 5, minutes=60)
    with world.app.store.tx() as tx:
        assert hidden(tx) == {}


def test_a_ban_is_told_once_and_everything_goes_out_after_it(begin: Callable[..., World], reddit: Emulator) -> None:
    world = begin()
    reddit.world.banned = True
    world.after_battle()
    run(world, 4)
    assert (
        len([body for body in told(world, "A text could not be sent") if "is banned from the subreddit" in body]) == 1
    )
    reddit.world.banned = False
    assert world.app.carry_out(retry, None, world.clock.now) > 0
    run(world, 4)
    assert world.duel(1).state == "resolved" and world.duel(2).state == "open"
    assert len(ours(reddit)) == len(set(ours(reddit))) and "s1.d1.result" in ours(reddit)


@pytest.mark.parametrize("closed", ["off", "page"])
def test_a_wiki_that_is_closed_at_battle_time_is_told_at_once(
    begin: Callable[..., World], reddit: Emulator, closed: str
) -> None:
    world = begin()
    if closed == "off":
        reddit.world.has_wiki = False
    else:
        reddit.world.edit("wizard_duel_spell_list_1", "not so fast", "Alice")
        reddit.world.closed_pages.add("wizard_duel_spell_list_1")
    world.after_battle()
    run(world, 2)
    assert world.duel(1).state == "open"
    (letter,) = told(world, "reddit cannot be used")
    assert "battle time of duel 1 has come" in letter and ("switched off" in letter or "MOD_REQUIRED" in letter)
    reddit.world.has_wiki = True
    reddit.world.closed_pages.clear()
    reddit.world.pages["wizard_duel_spell_list_1"] = reddit.world.pages["wizard_duel_spell_list_1"][:1]
    reddit.world.changes = [one.id for page in reddit.world.pages.values() for one in page]
    run(world, 3)
    assert world.duel(1).state == "resolved"


def test_the_moderators_mail_of_an_account_that_is_no_moderator_any_more_is_told(
    begin: Callable[..., World], reddit: Emulator
) -> None:
    world = begin(modmail=True)
    reddit.world.role = "none"
    run(world, 8)
    (letter,) = told(world, "reddit cannot be used")
    assert "moderators' mail" in letter


@pytest.mark.parametrize("gone", ["deleted", "blocks"])
def test_a_player_who_is_gone_or_blocks_us_is_told_once(
    begin: Callable[..., World], reddit: Emulator, gone: str
) -> None:
    world = begin()
    getattr(reddit.world, gone).add("Bob")
    world.after_battle()
    run(world, 3)
    assert len(told(world, "Bob cannot be reached by reddit")) == 1
    with world.app.store.tx() as tx:
        (lost,) = reach.unreached(tx)
    assert (lost["channel"], lost["address"]) == ("reddit", "Bob")
    assert len(reddit.world.letters("Alice")) > 2, "the others get theirs"


def test_a_sheet_that_a_deleted_account_edited_counts(begin: Callable[..., World], reddit: Emulator) -> None:
    world = begin()
    sheet = reddit.world.pages["duel_sheet"][-1].text
    reddit.world.edit("duel_sheet", sheet.replace("| Bob | 20 |", "| Bob | 26 |"), "Ghost")
    assert reddit.world.pages["duel_sheet"][-1].text != sheet
    reddit.world.deleted.add("Ghost")
    run(world, 8)
    assert world.stars()["Bob"] == 26


def test_a_limit_by_time_delays_and_doubles_nothing(begin: Callable[..., World], reddit: Emulator) -> None:
    world = begin()
    reddit.world.pause = timedelta(minutes=9)
    reddit.lose_answers(0.5, seed=3)
    world.after_battle()
    run(world, 40)
    reddit.heal()
    run(world, 6)
    assert world.duel(1).state == "resolved" and world.duel(2).state == "open"
    assert sorted(ours(reddit)) == sorted(set(ours(reddit)))
    assert {"s1.d1.commence1", "s1.d1.result", "s1.d2.post"} <= set(ours(reddit))
    times = sorted(one.at for one in texts_of(reddit))
    assert all(later - at >= timedelta(minutes=9) for at, later in itertools.pairwise(times[2:]))


def test_what_lay_in_the_inbox_before_the_first_look_is_passed_over(
    begin: Callable[..., World], reddit: Emulator
) -> None:
    reddit.world.clock = Moving(START - timedelta(hours=10))
    for number in range(20):
        reddit.world.message(f"friend{number}", f"Dear sir, about {number}")
    reddit.world.message("Alice", "CAST Greed")
    world = begin()
    run(world, 4)
    assert not [note for note in reddit.world.notes if note.to.startswith("friend")]
    (letter,) = told(world, "The inbox reddit: 21 older letters are passed over")
    assert "from players (Alice)" in letter and "Greed" not in letter
    reddit.world.message("Eve", "JOIN Merlin")
    run(world, 4)
    assert len(reddit.world.letters("Eve")) == 1


def test_a_machine_that_answers_each_of_our_letters_is_soon_left_alone(
    begin: Callable[..., World], reddit: Emulator
) -> None:
    world = begin()
    answered = 0
    for hour in range(3):
        reddit.world.message("Eve", f"I am away until Monday. ({hour})")
        for _ in range(11):
            world.tick(minutes=5)
            ours = [note for note in reddit.world.notes if (note.author, note.to) == (ACCOUNT, "Eve")]
            for note in ours[answered:]:
                reddit.world.message("Eve", f"I am away until Monday. ({note.id})", root=note.root)
            answered = len(ours)
    assert 1 < answered <= 10
    assert len(told(world, "Answers by reddit are held back")) == 1


@pytest.mark.parametrize(("seconds", "copies"), [(45, 0), (600, 1)])
def test_a_result_that_takes_effect_late_stands_there_once(
    begin: Callable[..., World], reddit: Emulator, seconds: int, copies: int
) -> None:
    world, reply, kept = begin(), reddit.world.reply, list[Any]()

    def keeps(author: str | None, on: str, text: str) -> Comment:
        if author != ACCOUNT or kept:
            return reply(author, on, text)
        kept.append((author, on, text))
        raise ApiError("GATEWAY_TIMEOUT", status=504)

    reddit.world.reply = keeps  # type: ignore[method-assign]
    world.after_battle()
    begun = world.clock.now
    while world.clock.now - begun < timedelta(seconds=seconds):
        world.tick(seconds=15)
    reply(*kept[0])
    run(world, 12)
    assert sorted(ours(reddit)) == sorted(set(ours(reddit))) and "s1.d1.commence1" in ours(reddit)
    assert world.duel(1).state == "resolved"
    assert len([subject for subject in world.subjects("Master") if subject == "A text was published twice"]) == copies


def test_orders_and_absences_that_were_said_by_private_message_hold_for_duels_to_come(
    begin: Callable[..., World], reddit: Emulator
) -> None:
    world = begin()
    reddit.world.message("Alice", "ALWAYS IF I am in the ring CAST Greed ELSE Gain")
    reddit.world.message("Bob", "AWAY until 6 March")
    run(world, 4)
    assert any("Understood, ALWAYS, for every ring duel" in letter for letter in reddit.world.letters("Alice"))
    assert any("You are away from Monday 2 March 2026" in letter for letter in reddit.world.letters("Bob"))
    world.after_battle()
    run(world, 4)
    assert any(
        "You had sent no order, and what waited counts: Greed." in text for text in reddit.world.letters("Alice")
    )
    assert world.duel(2).participants.count("Bob") == 0
