"""What the Battle Master is told of sites and players that fail: once for each cause, as long as it lasts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from pbp.errors import SiteDown, SiteRefused, Unreachable
from pbp.ports import DeliveryReport, Message
from pbp.service import hidden as seen
from pbp.service import outages, reach
from pbp.service.intake import take_in
from pbp.store.states import TextState
from service.world import World


class Failing:
    """A site whose methods of these names fail as told; all others are the real ones."""

    def __init__(self, site: Any, fault: Callable[[], Exception] | None, *names: str):
        self.site, self.fault, self.names = site, fault, names

    def __getattr__(self, name: str) -> Any:
        if name not in self.names or self.fault is None:
            return getattr(self.site, name)

        def fails(*_: Any, **__: Any) -> Any:
            assert self.fault
            raise self.fault()

        return fails


def with_wiki(world: World, fault: Callable[[], Exception], *names: str) -> Failing:
    failing = Failing(world.app.desk.wiki, fault, *names)
    world.app = replace(world.app, desk=replace(world.app.desk, wiki=failing))
    return failing


def with_inbox(world: World, fault: Callable[[], Exception], *names: str) -> Failing:
    """The players' inbox fails; the Battle Master's own letters go out all the same."""
    failing = Failing(world.app.desk.mailboxes["local"], fault, *names)
    world.app = replace(world.app, desk=replace(world.app.desk, mailboxes={"local": failing}))
    return failing


def told(world: World, words: str) -> list[str]:
    """The Battle Master's letters of which the subject begins so, oldest first."""
    return [body for subject, body in world.letters("Master")[::-1] if subject.startswith(words)]


def down() -> SiteDown:
    return SiteDown("no answer from the wiki")


def refused() -> SiteRefused:
    return SiteRefused("the account may not read")


def test_a_wiki_that_cannot_be_read_at_battle_time_is_told_after_ten_minutes_and_once(world: World) -> None:
    world.tick()
    failing = with_wiki(world, down, "read", "newest")
    world.after_battle()
    assert world.duel(1).state == "open"
    world.tick(minutes=5)
    assert told(world, "local cannot be used") == []
    for _ in range(4):
        world.tick(minutes=5)
    (letter,) = told(world, "local cannot be used")
    assert "no answer from the wiki" in letter and "battle time of duel 1 has come" in letter
    failing.fault = None
    world.tick(minutes=5)
    assert world.duel(1).state == "resolved"


def test_a_wiki_that_refuses_to_be_read_is_told_at_once_and_again_after_it_has_worked(world: World) -> None:
    world.tick()
    failing = with_wiki(world, refused, "read", "newest")
    for _ in range(3):
        world.tick(minutes=5)
    assert len(told(world, "local cannot be used")) == 1
    failing.fault = None
    world.tick(minutes=5)
    failing.fault = refused
    world.tick(minutes=5)
    assert len(told(world, "local cannot be used")) == 2


def test_an_inbox_that_cannot_be_read_is_told_before_battle_time_comes(world: World) -> None:
    world.tick()
    with_inbox(world, down, "fetch")
    for _ in range(14):
        world.tick(minutes=5)
    (letter,) = told(world, "local cannot be used")
    assert "the inbox local" in letter


def test_a_site_that_asks_us_to_come_a_day_later_is_told_though_nobody_calls_it_meanwhile(world: World) -> None:
    world.tick()
    until = world.clock.now + timedelta(days=1)
    with_wiki(world, lambda: SiteDown("slow down", until), "write")
    world.app.add_player("Erin")  # the sheet gets a row
    for _ in range(8):
        world.tick(minutes=10)
    assert len(told(world, "local cannot be used")) == 1


def test_a_text_that_alone_always_fails_is_told_when_it_has_waited_too_long(world: World) -> None:
    world.tick()
    wiki = with_wiki(world, down, "write")
    whole = wiki.site.write
    wiki.names = ()

    def write(title: str, *rest: Any, **more: Any) -> Any:
        if title == "Duel Sheet":
            raise SiteDown("a fault of the site (500)")
        return whole(title, *rest, **more)

    vars(wiki)["write"] = write
    for number in range(20):
        if number % 2:
            world.app.add_player(f"Erin{number}")  # the overview is set, and the sheet is not
        world.clock.now += timedelta(minutes=5)
        with world.app.store.tx() as tx:
            outages.works(tx, "local", "wiki")  # as any other text of the site shows
        world.app.tick()
    (letter,) = told(world, "Texts wait longer")
    assert "the page Duel Sheet" in letter and "500" in letter
    with world.app.store.tx() as tx:
        assert any("Duel Sheet" in line and "500" in line for line in outages.waiting(tx, world.clock.now))


def test_a_refusal_that_meets_every_text_is_told_once(world: World) -> None:
    failing = with_wiki(world, lambda: SiteRefused("the account is blocked", "blocked"), "write")
    world.tick()
    for _ in range(3):
        world.tick(minutes=5)
    with world.app.store.tx() as tx:
        assert len([page for page in tx.pages() if page.state == "stuck"]) >= 2
    assert len(told(world, "A text could not be sent")) == 1
    failing.fault = lambda: SiteRefused("this title is protected")
    with world.app.store.tx() as tx:
        tx.change_page("Duel Sheet", state="queued")
        tx.change_page("Wizard Duels", state="queued")
    world.tick(minutes=5)
    assert len(told(world, "A text could not be sent")) == 3, "each is a cause of its own"


# ---- players ---------------------------------------------------------------------------------------------------------


def test_a_player_whose_account_is_gone_is_told_once_until_something_comes_from_there(world: World) -> None:
    world.tick()
    gone = Unreachable("writing to u/bob: there is no account of this name (USER_DOESNT_EXIST)")
    local = world.app.desk.mailboxes["local"]
    failing = Failing(local, None)
    whole, is_gone = local.send, [True]

    def send(key: str, letter: Any) -> Any:
        if letter.to == "Bob" and is_gone[0]:
            raise gone
        return whole(key, letter)

    vars(failing)["send"] = send
    world.app = replace(world.app, desk=replace(world.app.desk, mailboxes={"local": failing}))
    for _ in range(2):
        world.after_battle()
        world.tick(minutes=5)
    (letter,) = told(world, "Bob cannot be reached by local")
    assert "there is no account of this name" in letter and "pbp player bind Bob" in letter
    with world.app.store.tx() as tx:
        (lost,) = reach.unreached(tx)
    assert (lost["channel"], lost["address"]) == ("local", "Bob")
    is_gone[0] = False
    world.say("Bob", "STATUS")
    with world.app.store.tx() as tx:
        assert reach.unreached(tx) == []
    is_gone[0] = True
    world.after_battle()
    assert len(told(world, "Bob cannot be reached by local")) == 2


def report(world: World, number: int, of: str, **more: Any) -> Message:
    words = DeliveryReport(of, more.pop("to", ""), more.pop("words", "550 5.1.1 no such user"), **more)
    return Message(f"r{number}", "", world.clock(), "", vouched=False, aside="it is a bounce", report=words)


def test_letters_that_come_back_are_told_once_for_each_reason(world: World) -> None:
    world.tick()
    with world.app.store.tx() as tx:
        item = next(
            item for item in tx.all_outgoing(TextState.SENT) if item.kind == "letter" and item.payload["to"] == "Bob"
        )
    assert item.ref_id
    desk = world.app.desk
    for number in range(3):
        take_in(desk, "local", report(world, number, item.ref_id, to="BOB"))
    take_in(desk, "local", report(world, 4, "nobody's letter", to="Bob"))
    take_in(desk, "local", report(world, 5, item.ref_id, to="carol@example.test"))
    world.tick(minutes=1)
    (letter,) = told(world, "Bob cannot be reached")
    assert "came back: 550 5.1.1 no such user" in letter
    take_in(desk, "local", report(world, 6, item.ref_id, words="552 5.2.2 mailbox full"))
    take_in(desk, "local", report(world, 7, item.ref_id, words="no answer", delayed=True))
    take_in(desk, "local", report(world, 8, item.ref_id, words="no answer", delayed=True))
    world.tick(minutes=1)
    assert len(told(world, "Bob cannot be reached")) == 2
    assert len(told(world, "A letter to Bob is late")) == 1
    with world.app.store.tx() as tx:
        assert [row.id for row in tx.messages_aside()] == ["r4", "r5"], "reports on no letter of ours are kept"


@pytest.mark.parametrize("address", ["local:Master"])
def test_of_a_letter_to_the_battle_master_that_comes_back_no_letter_goes_there(world: World, address: str) -> None:
    world.tick()
    with world.app.store.tx() as tx:
        reach.lost(world.app.desk, tx, "local", "Master", "no such user", world.clock(), by=reach.RETURNED)
    world.tick(minutes=1)
    assert not any("cannot be reached" in subject for subject in world.subjects("Master"))
    with world.app.store.tx() as tx:
        assert len(reach.unreached(tx)) == 1


# ---- what readers do not see -----------------------------------------------------------------------------------------


def test_a_post_that_is_taken_away_is_told_unasked_and_again_only_after_it_was_seen(world: World) -> None:
    world.tick()
    world.tick(minutes=11)
    real, why = world.app.desk.blog, dict[Any, Any]()
    blog = Failing(real, None)
    asked: list[int] = []

    def hidden(posts: Any, comments: Any) -> Any:
        asked.append(len(posts) + len(comments))
        return {ref: words for ref in (*posts, *comments) if (words := why.get(ref.url))}

    vars(blog)["hidden"] = hidden
    world.app = replace(world.app, desk=replace(world.app.desk, blog=blog))
    with world.app.store.tx() as tx:
        post = tx.outgoing("s1.d1.post")
    assert post and post.ref_url
    why[post.ref_url] = "was caught by Reddit's spam filter: a moderator can approve it"
    for _ in range(12):
        world.tick(minutes=30)
    (letter,) = told(world, "Readers do not see s1.d1.post")
    assert f"{post.ref_url} was caught by Reddit's spam filter" in letter
    assert asked == [1, 1], "every three hours"
    why.clear()
    world.tick(hours=3)
    with world.app.store.tx() as tx:
        assert seen.hidden(tx) == {}
    why[post.ref_url] = "was removed by a moderator"
    world.tick(hours=3)
    assert len(told(world, "Readers do not see s1.d1.post")) == 2
    with world.app.store.tx() as tx:
        assert seen.hidden(tx) == {"s1.d1.post": f"{post.ref_url} was removed by a moderator"}


def test_new_texts_are_looked_at_after_ten_minutes_and_old_ones_no_more(world: World) -> None:
    world.tick()
    with world.app.store.tx() as tx:
        assert not seen.is_due(tx, world.clock.now)
        assert seen.is_due(tx, world.clock.now + timedelta(minutes=10))
    world.tick(minutes=10)
    with world.app.store.tx() as tx:
        assert not seen.is_due(tx, world.clock.now + timedelta(minutes=10))
    world.after_battle()
    with world.app.store.tx() as tx:
        assert "s1.d1.result" in {item.key for item in tx.published(tx.recent_duels(world.clock.now))}
        later = world.clock.now + timedelta(days=2)
        assert tx.published(tx.recent_duels(later)) == tx.published([2])


def test_a_blog_that_cannot_be_asked_is_asked_again_soon(world: World) -> None:
    world.tick()
    blog = Failing(world.app.desk.blog, down, "hidden")
    world.app = replace(world.app, desk=replace(world.app.desk, blog=blog))
    world.tick(minutes=20)
    with world.app.store.tx() as tx:
        assert not seen.is_due(tx, world.clock.now + timedelta(minutes=5))
        assert seen.is_due(tx, world.clock.now + timedelta(minutes=10))
