"""What is particular to a subreddit as a blog."""

from __future__ import annotations

import pytest
from adapters.reddit_case import BOB, shown, site_on
from reddit_emulator import LOGIN, SUBREDDIT

from pbp.adapters.reddit.texts import names
from pbp.errors import SiteDown, SiteRefused
from pbp.ports import Ref


def _long(paragraphs: int) -> str:
    return "\n\n".join(f"Paragraph {number}. " + "Stars and sparks. " * 20 for number in range(paragraphs))


def test_a_long_result_goes_on_in_replies_one_below_the_other(reddit, reddit_site):
    blog = reddit_site.blog
    post = blog.post("duel-7", "Wizard Duel 7", "Battle time [](#pbp-duel-7)")
    body = _long(60) + "\n\n[](#pbp-result)"
    result = blog.comment("result", post, body)
    comments = reddit.world.comments
    assert len(comments) == 3 and all(len(comment.body) <= 10_000 for comment in comments)
    assert [comment.parent for comment in comments] == [post.id, comments[0].name, comments[1].name]
    assert "*Part 3 of 3*" in comments[2].body
    text = shown(reddit, post.url)
    assert all(text.count(f"Paragraph {number}. ") == 1 for number in range(60))
    assert blog.find("result", post) == result
    assert [sorted(names(comment.body)) for comment in comments] == [
        ["result", "result.1of3"],
        ["result.2of3"],
        ["result.3of3"],
    ]


def test_a_long_post_goes_on_in_comments(reddit, reddit_site):
    post = reddit_site.blog.post("duel-7", "Wizard Duel 7", _long(120) + "\n\n[](#pbp-duel-7)")
    assert 39_000 < len(reddit.world.posts[0].body) <= 40_000
    assert [comment.parent for comment in reddit.world.comments] == [post.id]
    assert reddit_site.blog.find("duel-7") == post


@pytest.mark.parametrize("lost_at", [0, 1, 2])
def test_a_long_text_broken_off_is_completed_and_not_begun_again(lost_at, reddit, reddit_site):
    blog = reddit_site.blog
    post = blog.post("duel-7", "Wizard Duel 7", "Battle time [](#pbp-duel-7)")
    body = _long(60) + "\n\n[](#pbp-result)"
    reddit.fail("503", "POST /api/comment", spare=lost_at)
    with pytest.raises(SiteDown):
        blog.comment("result", post, body)
    assert blog.find("result", post) is None
    done = blog.comment("result", post, body)
    assert blog.find("result", post) == done
    assert len(reddit.world.comments) == 3
    assert [comment.parent for comment in reddit.world.comments] == [
        post.id,
        *(comment.name for comment in reddit.world.comments[:2]),
    ]


def test_a_marker_that_another_wrote_is_not_ours(reddit, reddit_site):
    post = reddit_site.blog.post("duel-7", "Wizard Duel 7", "[](#pbp-duel-7)")
    reddit.world.remark(BOB, "[](#pbp-result) we have a result", post.id)
    reddit.world.submit(BOB, "Wizard Duel 8", "[](#pbp-duel-8)")
    assert reddit_site.blog.find("result", post) is None
    assert reddit_site.blog.find("duel-8") is None


def test_a_text_without_its_marker_gets_it(reddit, reddit_site):
    post = reddit_site.blog.post("duel-7", "Wizard Duel 7", "Battle time is near.")
    assert reddit.world.posts[0].body == "Battle time is near.\n\n[](#pbp-duel-7)"
    assert reddit_site.blog.find("duel-7") == post


def test_a_later_process_finds_a_text_below_a_thousand_others(reddit, reddit_site, tmp_path):
    first = reddit_site.blog.post("duel-7", "Wizard Duel 7", "[](#pbp-duel-7)")
    reddit_site.blog.comment("old", first, "[](#pbp-old)")
    for number in range(950):
        reddit.world.reply(LOGIN.account, first.id, f"comment {number}")
    reddit.requests.clear()
    later = site_on(reddit, tmp_path).blog
    assert later.find("old", first)
    assert reddit.count("GET /user") == 10
    assert later.find("new", first) is None
    assert reddit.count("GET /user") == 11, "what is known is not read again"


def test_a_text_missing_from_the_account_s_listing_is_found_in_the_thread(reddit, reddit_site, tmp_path):
    post = reddit_site.blog.post("duel-7", "Wizard Duel 7", "[](#pbp-duel-7)")
    reddit_site.blog.comment("old", post, "[](#pbp-old)")
    other = reddit.world.submit(LOGIN.account, "Another", "x")
    for number in range(1000):
        reddit.world.reply(LOGIN.account, other.name, f"comment {number}")
    assert site_on(reddit, tmp_path).blog.find("old", post)


def test_posts_in_another_subreddit_are_another_matter(reddit, tmp_path):
    from pbp.adapters.reddit import RedditSite

    site = RedditSite(LOGIN, "Elsewhere", tmp_path / "r.db", reddit.world.clock, **reddit.way())
    with pytest.raises(SiteRefused, match="there is no such subreddit"):
        site.blog.post("duel-7", "Wizard Duel 7", "[](#pbp-duel-7)")
    reddit.world.submit(LOGIN.account, "Wizard Duel 8", "[](#pbp-duel-8)")
    assert site.blog.find("duel-8") is None


def test_a_comment_needs_a_post_of_reddit_s(reddit_site):
    with pytest.raises(SiteRefused, match="no post or comment on Reddit"):
        reddit_site.blog.comment("k", Ref("17", "https://wiki.example/17"), "[](#pbp-k)")


def test_addresses_are_those_that_readers_open(reddit, reddit_site):
    post = reddit_site.blog.post("duel-7", "Wizard Duel 7", "[](#pbp-duel-7)")
    comment = reddit_site.blog.comment("c", post, "[](#pbp-c)")
    assert post.url == f"{reddit.url}/r/{SUBREDDIT}/comments/{post.id[3:]}/"
    assert comment.url == f"{reddit.url}/r/{SUBREDDIT}/comments/{post.id[3:]}/_/{comment.id[3:]}/"
