"""What is particular to a subreddit's wiki."""

from __future__ import annotations

import contextlib
from datetime import UTC

import pytest
from adapters.reddit_case import site_on
from hypothesis import given
from hypothesis import strategies as st
from reddit_emulator import LOGIN, SUBREDDIT, ApiError

from pbp.adapters.reddit.wiki import page_name
from pbp.errors import EditConflict, SiteRefused


def test_an_edit_that_reddit_merged_by_itself_is_a_conflict(reddit, reddit_site):
    """Reddit takes an edit on an old revision and mixes it with the newer one, saying nothing."""
    world, wiki = reddit.world, reddit_site.wiki
    base = wiki.write("Duel Sheet", "Alice 10\n\nBob 10\n\nCarol 10", base=None, summary="")
    write = world.write_page

    def between(author, *rest):
        world.write_page = write
        write("Alice", "duel_sheet", "Alice 11\n\nBob 10\n\nCarol 10", "by hand", None)
        write(author, *rest)

    world.write_page = between
    with pytest.raises(EditConflict):
        wiki.write("Duel Sheet", "Alice 10\n\nBob 10\n\nCarol 12", base=base.revision, summary="")
    assert wiki.read("Duel Sheet").text == "Alice 11\n\nBob 10\n\nCarol 12"


def test_an_edit_that_reddit_cannot_merge_is_a_conflict(reddit, reddit_site):
    world, wiki = reddit.world, reddit_site.wiki
    base = wiki.write("Duel Sheet", "Alice 10", base=None, summary="")
    write = world.write_page

    def between(author, *rest):
        world.write_page = write
        write("Alice", "duel_sheet", "Alice 11", "by hand", None)
        write(author, *rest)

    world.write_page = between
    with pytest.raises(EditConflict):
        wiki.write("Duel Sheet", "Alice 12", base=base.revision, summary="")
    assert wiki.read("Duel Sheet").text == "Alice 11"


def test_an_edit_whose_answer_was_lost_is_not_made_again(reddit, reddit_site):
    wiki = reddit_site.wiki
    base = wiki.write("Duel Sheet", "one", base=None, summary="")
    reddit.world.write_page(LOGIN.account, "duel_sheet", "two", "", base.revision)
    with pytest.raises(EditConflict):
        wiki.write("Duel Sheet", "two\n", base=base.revision, summary="")
    assert [one.text for one in reddit.world.pages["duel_sheet"]] == ["one", "two"]


def test_a_subreddit_whose_pages_do_not_name_their_revision(reddit, reddit_site):
    page = reddit_site.wiki.write("Plain", "one", base=None, summary="")
    assert page.revision == reddit.world.pages["plain"][-1].id
    assert reddit_site.wiki.write("Plain", "two", base=page.revision, summary="").text == "two"


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Wizard Duels", "wizard_duels"),
        ("Wizard Duel Spell List 7", "wizard_duel_spell_list_7"),
        ("Wizards/Bob_", "wizards/bob_"),
        ("Merlin's Page", "merlin-27-s_page"),
        (" Zoë ", "zo-eb-"),
    ],
)
def test_how_reddit_names_a_page(title, name, reddit_site):
    assert page_name(title) == name
    assert reddit_site.wiki.url(title).endswith(f"/r/{SUBREDDIT}/wiki/{name}")


@pytest.mark.parametrize("title", ["", "/", "a//b", "a/b/c/d/e", "x" * 129])
def test_a_title_that_reddit_cannot_hold_is_refused(title, reddit_site):
    with pytest.raises(SiteRefused, match="cannot hold a page"):
        reddit_site.wiki.read(title)


@given(st.text(max_size=60))
def test_every_title_has_a_name_that_reddit_takes_or_is_refused(title):
    with contextlib.suppress(SiteRefused):
        assert set(page_name(title)) <= set("abcdefghijklmnopqrstuvwxyz0123456789_-/")


def test_a_page_that_only_moderators_may_write_is_refused_in_words(reddit, reddit_site):
    reddit.world.protected.add("ruleset")
    with pytest.raises(SiteRefused, match=r"writing the wiki page 'Ruleset': our account may not do this"):
        reddit_site.wiki.write("Ruleset", "x", base=None, summary="")


def test_a_page_longer_than_reddit_takes_is_refused_in_words(reddit_site):
    with pytest.raises(SiteRefused, match="longer than Reddit's wiki allows"):
        reddit_site.wiki.write("Ruleset", "x" * 524_289, base=None, summary="")


def test_who_wrote_a_page_and_when(reddit, reddit_site):
    reddit.world.edit("ruleset", "Greed", "Alice")
    page = reddit_site.wiki.read("Ruleset")
    assert page.author == "Alice"
    assert page.at == reddit.world.pages["ruleset"][-1].at.replace(microsecond=0).astimezone(UTC)


def test_the_emulated_wiki_refuses_what_reddit_refuses(reddit):
    with pytest.raises(ApiError, match="INVALID_PAGE_NAME"):
        reddit.world.write_page("Alice", "Ruleset", "x", "", None)


def test_changes_are_known_by_one_listing_as_long_as_none_can_be_missed(reddit, tmp_path):
    wiki = site_on(reddit, tmp_path).wiki
    sheet = wiki.write("Duel Sheet", "one", base=None, summary="")
    reddit.requests.clear()
    assert wiki.newest(["Duel Sheet", "Ruleset"]) == {"Duel Sheet": sheet.revision}
    assert reddit.requests == [f"GET /r/{SUBREDDIT}/wiki/revisions"]
    for number in range(150):
        reddit.world.edit("chatter", f"{number}", "Alice")
        if number == 75:
            later = site_on(reddit, tmp_path).wiki  # a later process, which asks in time
            assert later.newest(["Duel Sheet"]) == {"Duel Sheet": sheet.revision}
    assert later.newest(["Duel Sheet"]) == {"Duel Sheet": sheet.revision}, "it is not listed, and was not changed"
    for number in range(150):
        reddit.world.edit("chatter", f"more {number}", "Alice")
    assert later.newest(["Duel Sheet"]) == {}, "nobody can tell"
    reddit.world.edit("duel_sheet", "two", "Alice")
    assert later.newest(["Duel Sheet"]) == {"Duel Sheet": reddit.world.pages["duel_sheet"][-1].id}


def test_a_write_that_reddit_mixes_with_another_s_is_a_conflict(reddit, reddit_site):
    wiki = reddit_site.wiki
    lines = "".join(f"line {number}\n\n" for number in range(9))
    first = wiki.write("Duel Sheet", lines, base=None, summary="")
    reddit.world.edit("duel_sheet", lines.replace("line 8", "line eight"), "Alice")
    with pytest.raises(EditConflict):
        wiki.write("Duel Sheet", lines.replace("line 0", "line zero"), base=first.revision, summary="ours")
    texts = [one.text for one in reddit.world.pages["duel_sheet"]]
    assert len(texts) == 3 and "line zero" in texts[-1] and "line eight" in texts[-1]
