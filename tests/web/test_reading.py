"""What a reader finds: front page, wiki, history, blog, search, stable addresses."""

import re

import pytest

from pbp.papers import GROUPS

PAGES = [
    "/help/",
    *(f"/help/{name}" for names in GROUPS.values() for name in names),
    "/",
    "/wiki/",
    "/wiki/Ruleset",
    "/wiki/Wizard_Duel_Spell_List_2",
    "/history/Ruleset",
    "/revision/1",
    "/changes/1",
    "/changes/2",
    "/blog/",
    "/blog/1",
    "/search",
    "/search?q=burn",
    "/me",
    "/zone",
    "/duels/",
    "/duels/1",
    "/duels/2",
    "/wizards/",
    "/wizards/Alice",
    "/wizards/Carol",
]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_there_with_one_main_heading(reader, path):
    answer = reader.get(path)
    assert answer.status_code == 200, answer.text
    assert answer.text.count("<h1") == 1 and "<title>" in answer.text


@pytest.mark.parametrize(
    "path",
    "/wiki/Nothing /wiki/a|b /wiki/x/../y /history/Nothing /revision/99 /revision/9999999999999999999999999"
    " /changes/99 /source/99 /blog/99 /x /me/wrong"
    " /duels/99 /duels/99/ring.svg /wizards/Nobody /help/nothing /help/../x".split(),
)
def test_what_is_not_there_is_said_to_be_missing(reader, path):
    answer = reader.get(path)
    assert answer.status_code == 404
    assert "<h1>" in answer.text


def test_the_front_page_tells_the_open_duel_and_the_last_result(reader):
    text = reader.get("/").text
    assert "Wizard Duel 2" in text and "18 hours 40 minutes" in text
    assert "Carol gains 5 Stars (Greed)." in text


def test_the_front_page_is_there_when_the_service_does_not_answer(reader, desk):
    from pbp.errors import SiteDown

    desk.fault = SiteDown("the store is locked")
    answer = reader.get("/")
    assert answer.status_code == 200 and "Wizard Duel 1" in answer.text


def test_each_spell_heading_has_a_stable_address(reader):
    text = reader.get("/wiki/Ruleset").text
    for name in ("Greed", "Gain", "Burn"):
        assert f'<h3 id="{name}">' in text and f'href="#{name}"' in text


def test_an_address_in_another_spelling_leads_to_the_stable_one(reader):
    answer = reader.get("/wiki/wizard%20Duel Spell_List 2")
    assert (answer.status_code, answer.location) == (301, "/wiki/Wizard_Duel_Spell_List_2")


def test_titles_with_strange_signs_are_reached_by_their_links(reader, site):
    for title in ("A/B", "Who?", "100%", "Zoë’s Ring", "a&b=c", "...", "?q", "Ring/2 of/3"):
        page = site.edit(title, "found it", None, "Alice", "")
        assert reader.get(page.url.removeprefix("http://wizards.example")).text.count("found it") == 1, title


def test_history_tells_who_when_and_why(reader):
    text = reader.get("/history/Ruleset").text
    assert text.index("Gain was too good") < text.index("The first spells")
    assert "Alice" in text and "Bob" in text


def test_a_change_is_shown_word_by_word(reader):
    text = reader.get("/changes/2").text
    assert "Gain <del>DICE6</del> stars" in text and "Gain <ins>DICE4</ins> stars" in text
    assert "Wizard Ring" not in text


def test_a_change_may_be_read_against_any_older_revision_of_the_page(reader):
    assert "DICE6" in reader.get("/changes/2?since=1").text
    assert reader.get("/changes/3?since=1").status_code == 404
    assert reader.get("/changes/2?since=x").status_code == 200


def test_an_old_revision_stays_readable_and_says_that_it_is_old(reader):
    text = reader.get("/revision/1").text
    assert "DICE6" in text and "As it stood on" in text
    assert reader.get("/source/1").text.startswith("This is the ruleset")


def test_a_post_stands_with_its_comments_each_at_its_address(reader):
    text = reader.get("/blog/1").text
    assert 'id="comment-1"' in text and 'id="comment-2"' in text
    assert "Dave loses 3 Stars (Burn)." in text
    assert "I shall be &lt;greedy&gt;." in text


def test_the_blog_goes_back_to_the_first_post(reader, site):
    for n in range(25):
        site.blog.post(f"more-{n}", f"More {n}", "<p>more</p>")
    first = reader.get("/blog/").text
    assert "More 24" in first and "Wizard Duel 1" not in first
    assert "More 14" in reader.get("/blog/?before=18").text
    assert "Wizard Duel 1" in reader.get("/blog/?before=8").text
    assert reader.get("/blog/?before=x").status_code == 200


def test_an_unchanged_page_is_not_sent_twice(reader):
    first = reader.get("/wiki/Ruleset")
    again = reader.get("/wiki/Ruleset", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304 and again.data == b""
    assert reader.get("/static/style.css", buffered=True).headers["ETag"]


def test_the_papers_lead_to_each_other_and_the_list_to_all(reader):
    listed = set(re.findall(r'href="/help/(\w+)"', reader.get("/help/").text))
    assert listed == {name for names in GROUPS.values() for name in names}
    assert '<a href="fairness">' in reader.get("/help/words").text
    for name in listed:
        shown = reader.get(f"/help/{name}").text
        for link in re.findall(r'href="([a-z]+)"', shown.partition("<main")[2]):
            assert link in listed, f"{name} links to {link}"
