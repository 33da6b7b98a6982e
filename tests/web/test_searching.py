"""Search finds people, spells, duels, pages, posts and comments, and shows their words without any marks."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from service.contests import HALL, begin
from service.world import World

from pbp.parsing import plain
from pbp.web import House, create_site
from pbp.web.front import Front

MARKS = ("[[", "]]", "{{", "}}", "{|", "|}", "||", "!!", "''", "==", "<!--")


def found(reader, words):
    """What is found, by kind: [(title, path, what is said of it)]."""
    page = reader.get("/search", query_string={"q": words}).text.partition("<main")[2].partition("</main>")[0]
    kinds = re.findall(r"<h2[^>]*>(\w+)</h2>(.*?)</section>", page, re.S)
    row = r'<li><a href="([^"]*)">([^<]*)</a> <span class="quiet">([^<]*)</span></li>'
    return {
        kind: [(html.unescape(title), html.unescape(path), html.unescape(said)) for path, title, said in rows]
        for kind, part in kinds
        if (rows := re.findall(row, part))
    }


def test_people_spells_and_duels_are_found_and_lead_to_their_pages(reader):
    assert found(reader, "ali")["People"] == [("Alice", "/wizards/Alice", "19 Stars")]
    (burn,) = found(reader, "BURN")["Spells"]
    assert burn[:2] == ("Burn", "/wiki/Ruleset#Burn") and burn[2].startswith("The wizard in the targeted position")
    assert [spell[0] for spell in found(reader, "neighbors")["Spells"]] == ["Burn"]
    duels = found(reader, "wizard duel 1")["Duels"]
    assert duels == [("Wizard Duel 1", "/duels/1", "resolved: Carol, Alice, Dave, Bob")]
    assert [duel[0] for duel in found(reader, "duel carol")["Duels"]] == ["Wizard Duel 2", "Wizard Duel 1"]
    assert "Duels" not in found(reader, "duel 11") and "0 found" in reader.get("/search?q=zzz").text


def test_pages_posts_and_comments_are_found_by_words_that_begin_so(reader):
    assert {title for title, _, _ in found(reader, "targeted")["Wiki"]} == {
        "Ruleset", "Wizard Duel Spell List 1", "Wizard Duel Spell List 2"
    }  # fmt: skip
    ((title, path, said),) = found(reader, "burnt alice")["Blog"]
    assert title == "Bob on Wizard Duel 1" and path.startswith("/blog/1#comment-") and "Well burnt, Alice!" in said
    assert [title for title, _, _ in found(reader, "battle time")["Blog"]][:2] == ["Wizard Duel 2", "Wizard Duel 1"]


def test_nothing_that_is_found_shows_wikitext(reader, site):
    text = (
        "{| class=\"wikitable\"\n|-\n! style=\"color: red\" | Name !! Stars\n|-\n| '''[[Ann|The great Ann]]'''"
        " || 12\n|}\n"
        "== A heading ==\n* a [https://example.org/x list] of ''words''<ref name=a>secret</ref>\n"
        '<!-- hidden findme -->\n<pre>{"format": "findme"}</pre>\n{{template|findme}} &lt;b&gt;'
    )
    site.edit("Lore", text, None, "Alice", "")
    ((title, path, said),) = found(reader, "great")["Wiki"]
    assert (title, path) == ("Lore", "/wiki/Lore")
    assert said == "Name Stars The great Ann 12 A heading a list of words secret template|findme <b>"
    assert not any(mark in said for mark in MARKS)
    assert "Wiki" not in found(reader, "hidden") and "Wiki" not in found(reader, "format")


@given(
    st.lists(st.sampled_from([*MARKS, "-->", "<pre>", "</pre>", "[", "|", "!", "=", "'", "\n", "*", "a", "<b ", ">"]))
)
@settings(max_examples=300, deadline=None)
def test_no_mark_of_wikitext_is_left_whatever_is_written(parts):
    said = plain.of_wikitext("".join(parts))
    assert not any(mark in said for mark in ("[[", "{{", "{|", "''", "<!--", "<pre", "==", "\n"))


UNITS = ("<!--", "<pre", "[[a|", "[[", "{|\n", "<a ", "[http://a ", "|a=", "''", "= ", "\n| a=b|")


@pytest.mark.parametrize("unit", UNITS)
def test_a_page_full_of_marks_is_read_to_its_end(unit):
    assert plain.of_wikitext(unit * (400_000 // len(unit)) + "\nthe end").endswith("the end" if "<" not in unit else "")


def test_of_very_many_the_newest_are_shown_and_that_there_are_more(reader, site):
    for number in range(70):
        site.edit(f"Lore {number}", "An owl", None, "Alice", "")
    page = reader.get("/search?q=owl").text
    assert "At least 60 found" in page and "And 40 more, at least" in page
    assert [title for title, _, _ in found(reader, "owl")["Wiki"]] == [f"Lore {n}" for n in range(69, 49, -1)]


@pytest.mark.parametrize("words", ["<script>alert(1)</script>", '" OR "1', "%_\\", "a" * 5000, "\x00", "' '' \" ("])
def test_words_of_anybody_do_no_harm(reader, words):
    answer = reader.get("/search", query_string={"q": words})
    assert answer.status_code == 200 and "<script>" not in answer.text


def test_names_are_found_with_or_without_accents_and_contests_too(tmp_path):
    world = World(tmp_path, f"sqlite:///{tmp_path}/store.sqlite", HALL, ("Zoë", "Ben"))
    begin(world, "wizards-duel", "Zoë", "Ben", variant="archwizard")
    world.say("Zoë", "CAST 3\nmy grandmother's parrot")
    reader = create_site(world.site, Front(world.app), House()).test_client()
    assert [person[0] for person in found(reader, "zoe")["People"]] == ["Zoë"]
    ((title, path, said),) = found(reader, "duel archwizard ZOË")["Duels"]
    assert (title, path, said) == ("Wizard's Duel (archwizard) 1001", "/contests/1001", "open: Zoë, Ben")
    assert found(reader, "parrot") == {} == found(reader, "grandmother")
    world.app.store.close()


def test_search_answers_where_the_service_does_not(reader, desk):
    desk.fault = RuntimeError("away")
    assert found(reader, "targeted")["Wiki"] and "Duels" not in found(reader, "wizard duel 1")
