"""What the Battle Master is told of an account that cannot work."""

from __future__ import annotations

from dataclasses import replace

import pytest
from adapters.reddit_case import site_on
from reddit_emulator import LOGIN, SUBREDDIT

from pbp.adapters.reddit import RedditSite


def test_of_an_account_that_can_work_there_is_nothing_to_say(reddit, reddit_site):
    assert reddit_site.check() == ()
    assert [one for one in reddit.requests if one.startswith("POST")] == ["POST /api/v1/access_token"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"banned": True}, "is banned from"),
        ({"role": "approved"}, "is no moderator of"),
        ({"role": "none"}, "is no moderator of"),
    ],
)
def test_what_a_moderator_must_do_is_said(change, words, reddit, reddit_site):
    vars(reddit.world).update(change)
    (said,) = reddit_site.check()
    assert words in said and f"r/{SUBREDDIT}" in said


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"role": "none"}, "Reddit's filters may hide its posts"),
        ({"role": "none", "kind": "restricted"}, "is restricted: approve"),
    ],
)
def test_without_the_moderators_mail_less_is_asked_for(change, words, reddit, tmp_path):
    vars(reddit.world).update(change)
    (said,) = site_on(reddit, tmp_path, modmail=False).check()
    assert words in said


def test_a_wrong_password_is_said_once_for_each_thing_that_needs_it(reddit, tmp_path):
    site = RedditSite(replace(LOGIN, password="x"), SUBREDDIT, tmp_path / "r.db", reddit.world.clock, **reddit.way())
    said = site.check()
    assert len(said) == 5 and all("password or token" in one for one in said)


def test_a_token_with_too_few_rights_is_said(reddit, reddit_site):
    reddit.scope = "identity read submit"
    assert reddit_site.check() == (
        "the token does not allow edit, history, modmail, privatemessages, wikiedit, wikiread: "
        "make one with these scopes too",
    )


def test_another_s_token_is_said(reddit, tmp_path):
    login = replace(LOGIN, account="Someone_Else", password=None, refresh_token="refresh-token")
    site = RedditSite(login, SUBREDDIT, tmp_path / "r.db", reddit.world.clock, **reddit.way())
    assert "is u/Battle_Master_Bot's, not u/Someone_Else's" in site.check()[0]


def test_reddit_s_redirect_of_the_private_messages_is_said(reddit, reddit_site):
    reddit.fail("redirect", "GET /message/messages")
    (said,) = reddit_site.check()
    assert "let players write to the moderators" in said


def test_a_site_that_is_down_is_said_and_the_rest_is_checked(reddit, reddit_site):
    reddit.world.banned = True
    reddit.fail("503", "GET /api/v1/me")
    said = reddit_site.check()
    assert len(said) == 2 and "fault (503)" in said[0] and "banned" in said[1]


def test_wiki_pages_that_only_others_may_edit_are_barred(reddit, reddit_site):
    for name in ("duel_sheet", "wizard_duels"):
        reddit.world.edit(name, "x", "Alice")
    reddit.world.protected.add("duel_sheet")
    assert set(reddit_site.wiki.barred(["Duel Sheet", "Wizard Duels", "Nothing"])) == {"Duel Sheet"}


@pytest.mark.parametrize(
    ("by", "words"),
    [
        ("reddit", "was caught by Reddit's spam filter"),
        ("automod_filtered", "AutoModerator"),
        ("moderator", "was removed by a moderator"),
    ],
)
def test_a_post_that_nobody_sees_is_said(by, words, reddit, reddit_site):
    seen = reddit_site.blog.post("duel-7", "Wizard Duel 7", "[](#pbp-duel-7)")
    reddit.world.catches_posts = by
    caught = reddit_site.blog.post("duel-8", "Wizard Duel 8", "[](#pbp-duel-8)")
    assert reddit_site.blog.find("duel-8") == caught, "it looks as ever to us"
    (said,) = reddit_site.check()
    assert caught.url in said and words in said and seen.url not in said
