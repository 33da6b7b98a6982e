"""How few calls Reddit gets: one token for many processes, one look for many texts, one listing an idle poll."""

from __future__ import annotations

import stat
from datetime import UTC, datetime, timedelta

import pytest
from adapters.reddit_case import BOB, site_on
from reddit_emulator import LOGIN
from service.world import Moving


@pytest.fixture
def clock(reddit) -> Moving:
    reddit.world.clock = Moving(datetime(2026, 11, 20, 12, tzinfo=UTC))
    return reddit.world.clock


def signed_in(reddit) -> int:
    return reddit.count("POST /api/v1/access_token")


def test_one_token_serves_many_processes_and_lies_in_a_private_file(reddit, tmp_path, clock):
    for _ in range(3):
        assert site_on(reddit, tmp_path).wiki.read("Ruleset") is None
    assert signed_in(reddit) == 1
    file = tmp_path / "reddit.db.token"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert LOGIN.password not in file.read_text() and LOGIN.client_secret not in file.read_text()


def test_a_token_that_reddit_no_longer_takes_is_renewed(reddit, tmp_path, clock):
    site_on(reddit, tmp_path).wiki.read("Ruleset")
    reddit.tokens.clear()
    assert site_on(reddit, tmp_path).wiki.read("Ruleset") is None
    assert signed_in(reddit) == 2
    assert site_on(reddit, tmp_path).wiki.read("Ruleset") is None
    assert signed_in(reddit) == 2


def test_a_token_whose_time_is_over_is_renewed_and_one_that_is_old_in_the_turn_of_a_poll(reddit, tmp_path, clock):
    site_on(reddit, tmp_path).wiki.read("Ruleset")
    clock.now += timedelta(hours=17)
    reddit.requests.clear()
    assert site_on(reddit, tmp_path).mailbox.fetch(thorough=False) == [] and len(reddit.requests) == 1
    clock.now += timedelta(hours=2)
    assert site_on(reddit, tmp_path).mailbox.fetch(thorough=False) == []
    assert reddit.requests[1:] == ["POST /api/v1/access_token"], "three quarters of its life are over"
    clock.now += timedelta(hours=25)
    site_on(reddit, tmp_path).wiki.read("Ruleset")
    assert signed_in(reddit) == 2


@pytest.mark.parametrize("kept", ["", "{}", "[1]", '{"login": 1, "salt": 2}'])
def test_a_file_that_is_no_token_costs_the_signing_in_alone(reddit, tmp_path, clock, kept):
    (tmp_path / "reddit.db.token").write_text(kept)
    assert site_on(reddit, tmp_path).wiki.read("Ruleset") is None
    assert signed_in(reddit) == 1


@pytest.mark.parametrize("modmail", [False, True])
@pytest.mark.parametrize("bare", [False, True])
def test_a_poll_that_need_not_be_thorough_is_one_request_and_misses_nothing_for_long(
    reddit, tmp_path, clock, modmail, bare
):
    def again():
        return site_on(reddit, tmp_path, modmail=modmail).mailbox

    again().fetch()
    reddit.world.bare_inbox = bare
    reddit.world.message(BOB, "CAST Greed")
    if modmail:
        reddit.world.mail("Carol", "STATUS")
    seen = set()
    for _ in range(5):
        reddit.requests.clear()
        seen |= {message.sender for message in again().fetch(thorough=False)}
        assert len([one for one in reddit.requests if not one.startswith("GET /api/mod/conversations/")]) == 1
    assert seen == ({BOB, "Carol"} if modmail else {BOB})


def test_one_look_will_do_for_texts_that_were_never_sent(reddit, tmp_path, clock):
    site = site_on(reddit, tmp_path)
    post = site.blog.post("duel-7", "Wizard Duel 7", "Seven [](#pbp-duel-7)")
    told = site.blog.comment("c1", post, "One [](#pbp-c1)")
    begun = clock.now
    site = site_on(reddit, tmp_path)
    reddit.requests.clear()
    assert site.blog.find("duel-7", since=begun) == post and site.blog.find("c1", post, begun) == told
    assert site.blog.find("duel-8", since=begun) is None and site.blog.find("c2", post, begun) is None
    assert len(reddit.requests) == 1
    reddit.world.reply(LOGIN.account, post.id, "Two [](#pbp-c2)")
    assert site.blog.find("c2", post, begun) is None, "by the look of before"
    assert site.blog.find("c2", post) is not None, "by a look now"
