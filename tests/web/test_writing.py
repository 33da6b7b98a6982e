"""Players write the spells: edit with preview, explanation and conflict; comments; the Battle Master's revert."""

import html
import re
from html.parser import HTMLParser

import pytest
from web.web_case import NOW, RULESET, Browser, alices_task

from pbp.web import House, create_site

FROST = """
=== Frost ===
Inputs: A numerical position in the Wizard Ring
Effect: The wizard in the targeted position loses 2 stars
"""
WITH_FROST = RULESET.replace("\n== Duels ==", FROST + "\n== Duels ==")
MOOD = WITH_FROST.replace("loses 2 stars", "is in a bad mood")


class Tags(HTMLParser):
    """The names of all attributes, and where scripts come from (None: they stand in the page)."""

    def __init__(self):
        super().__init__()
        self.attributes, self.scripts = set(), set()

    def handle_starttag(self, tag, attrs):
        self.attributes |= {name for name, _ in attrs}
        if tag == "script":
            self.scripts.add(dict(attrs).get("src"))


def base_of(text):
    return re.search(r'name="base" value="(\d*)"', text).group(1)


def seen_of(text):
    return re.search(r'name="seen" value="(\w*)"', text).group(1)


def edit(browser, text, do="save", title="Ruleset", **fields):
    if "base" not in fields:
        browser.open()
        fields["base"] = base_of(browser.client.get(f"/edit/{title}").text)
    return browser.post(f"/edit/{title}", text=text, summary="A cold spell", do=do, **fields)


def test_a_player_writes_a_spell_sees_it_explained_and_saves_it(alice, site):
    alice.open()
    assert "/edit/Ruleset" in alice.client.get("/wiki/Ruleset").text
    preview = edit(alice, WITH_FROST, do="preview")
    assert preview.status_code == 200 and site.wiki.read("Ruleset").text == RULESET
    assert "About Frost" in preview.text and "About Burn" not in preview.text
    assert html.escape(WITH_FROST.splitlines()[-1]) in preview.text
    saved = edit(alice, WITH_FROST)
    assert (saved.status_code, saved.location) == (303, "/wiki/Ruleset")
    page = site.wiki.read("Ruleset")
    assert (page.text, page.author) == (WITH_FROST, "Alice")
    assert site.wiki.changes(title="Ruleset")[0].summary == "A cold spell"


def test_a_spell_that_cannot_be_read_is_saved_only_when_its_writer_has_seen_that(alice, site):
    answer = edit(alice, MOOD)
    assert answer.status_code == 200 and "Not saved yet" in answer.text and "bad mood" in answer.text
    assert "?." not in answer.text
    assert site.wiki.read("Ruleset").text == RULESET
    assert edit(alice, MOOD, seen=seen_of(answer.text)).status_code == 303
    assert site.wiki.read("Ruleset").text == MOOD


def test_what_browsers_do_to_line_ends_is_no_change(alice, site):
    before = site.wiki.read("Ruleset").revision
    assert edit(alice, RULESET.replace("\n", "\r\n")).status_code == 303
    assert site.wiki.read("Ruleset").revision == before


def test_an_edit_conflict_shows_what_came_between_and_keeps_the_text(alice, site):
    alice.open()
    base = base_of(alice.client.get("/edit/Ruleset").text)
    site.edit("Ruleset", RULESET.replace("DICE4", "DICE8"), base, "Bob", "more")
    answer = edit(alice, WITH_FROST, base=base)
    assert answer.status_code == 409
    assert "Bob changed this page" in answer.text and "<ins>DICE8</ins>" in answer.text
    assert "Frost" in answer.text and "DICE8" in site.wiki.read("Ruleset").text
    assert base_of(answer.text) == site.wiki.read("Ruleset").revision


def test_a_preview_keeps_the_base_so_that_a_conflict_is_still_seen(alice, site):
    alice.open()
    base = base_of(alice.client.get("/edit/Ruleset").text)
    site.edit("Ruleset", RULESET.replace("DICE4", "DICE8"), base, "Bob", "more")
    preview = edit(alice, WITH_FROST, do="preview", base=base)
    assert base_of(preview.text) == base
    assert edit(alice, WITH_FROST, base=base_of(preview.text)).status_code == 409


@pytest.mark.parametrize(
    "title", ["Duel_Sheet", "Wizard_Duel_Spell_List_2", "Wizard_Duels", "Wizard_Duel_2_Audit", "Other"]
)
def test_a_page_that_players_may_not_edit_is_refused(alice, site, title):
    alice.open()
    assert alice.client.get(f"/edit/{title}").status_code == 403
    assert edit(alice, "mine", title=title, base="").status_code == 403
    assert "/edit/" not in alice.client.get("/wiki/Wizard_Duel_Spell_List_2").text


def test_a_battle_master_may_edit_other_pages_but_none_that_the_service_keeps(merlin, site):
    assert edit(merlin, "Welcome!", title="Help", base="").status_code == 303
    assert site.wiki.read("Help").author == "Merlin"
    assert edit(merlin, "mine", title="Duel_Sheet", base="").status_code == 403


def test_a_host_says_which_pages_players_edit(site, desk):
    app = create_site(site, desk, House(players_edit=("Talk*",)))
    alice = Browser(app, site, "Alice")
    assert edit(alice, "hello", title="Talk_about_Burn", base="").status_code == 303
    assert edit(alice, WITH_FROST, base="2").status_code == 403


def test_nobody_edits_unknown(reader, site):
    assert reader.get("/edit/Ruleset").status_code == 403
    assert reader.post("/edit/Ruleset", data={"text": "x", "do": "save"}).status_code == 403
    assert reader.post("/comment/1", data={"text": "x"}).status_code == 403
    assert reader.post("/revert/1").status_code == 403
    assert site.wiki.read("Ruleset").text == RULESET


def test_a_form_of_another_wizard_in_the_same_browser_is_refused(alice, bob, site):
    alice.open()
    mark = alice.mark()
    asked = alice.client.get(bob.path).text
    yes = asked.partition('name="mark" value="')[2].partition('"')[0]
    assert alice.client.post(f"{bob.path}/become", data={"mark": yes}).status_code == 303
    answer = alice.client.post("/edit/Ruleset", data={"mark": mark, "text": "x", "base": "2", "do": "save"})
    assert answer.status_code == 403 and site.wiki.read("Ruleset").text == RULESET


def test_a_form_still_serves_its_wizard_who_was_only_asked_about_anothers_link(alice, bob, site):
    alice.open()
    mark = alice.mark()
    alice.client.get(bob.path)
    answer = alice.client.post("/edit/Ruleset", data={"mark": mark, "text": WITH_FROST, "base": "2", "do": "save"})
    assert answer.status_code == 303 and site.wiki.read("Ruleset").author == "Alice"


MONSTERS = {
    "100,000 are the limit": "x" * 100_001,
    "250 spells": "=== S ===\nEffect: Gain 1 star\n" * 251,
    "20,000 marks": "<b>" * 20_000,
    "6,000 are the limit": "{{a|" * 10_000,
    "The text has 33,000 marks": "{|\n" * 33_000,
}


@pytest.mark.parametrize("reason", MONSTERS)
def test_a_text_that_would_take_minutes_to_read_is_refused_with_the_limit(alice, site, reason):
    for do in ("preview", "save"):
        answer = edit(alice, MONSTERS[reason], do=do)
        assert answer.status_code == 400 and reason in answer.text
    assert site.wiki.read("Ruleset").text == RULESET


def test_a_comment_stands_at_its_own_address_under_its_writers_name(alice, site):
    answer = alice.post("/comment/2", text="I shall win.\n\nSurely <b>")
    assert answer.status_code == 303 and re.fullmatch(r"/blog/2#comment-\d+", answer.location)
    text = alice.client.get("/blog/2").text
    assert "<p>I shall win.</p>" in text and "Surely &lt;b&gt;" in text and "<strong>Alice</strong>" in text
    assert alice.post("/comment/99", text="lost").status_code == 400


def test_a_battle_master_brings_an_old_revision_back_and_history_keeps_both(merlin, alice, site):
    merlin.open()
    assert 'action="/revert/1"' in merlin.client.get("/revision/1").text
    answer = merlin.post("/revert/1", base="2")
    assert answer.status_code == 303
    assert "DICE6" in site.wiki.read("Ruleset").text
    assert [r.author for r in site.wiki.changes(title="Ruleset")] == ["Merlin", "Bob", "Alice"]
    assert merlin.post("/revert/2", base="2").status_code == 409
    alice.open()
    assert "/revert/" not in alice.client.get("/revision/2").text
    assert alice.post("/revert/2", base=site.wiki.read("Ruleset").revision).status_code == 403


ZAP = WITH_FROST.replace(
    "A numerical position in the Wizard Ring\nEffect", "A filled position in the Wizard Ring\nEffect"
)


def test_a_suggestion_is_put_into_the_text_by_one_click_and_saved_by_another(alice, site):
    preview = edit(alice, ZAP, do="preview")
    assert "A <del>filled</del> position in the Wizard Ring" in preview.text
    assert '<button class="second" form="write" name="take" value="1 Frost">' in preview.text
    put = edit(alice, ZAP, take="1 Frost")
    assert put.status_code == 200 and site.wiki.read("Ruleset").text == RULESET
    assert "A position in the Wizard Ring\nEffect: The wizard in the targeted" in html.unescape(put.text)
    assert "Needs a ruling" not in put.text
    assert edit(alice, ZAP, take="7 Frost").text.count("could not be put into the text") == 1
    assert edit(alice, ZAP, take="x").status_code == 200


def test_what_has_no_good_suggestion_says_so_and_the_page_shows_suggestions_without_a_form(alice, site, reader):
    assert "comes near enough to be suggested" in edit(alice, MOOD, do="preview").text
    site.edit("Ruleset", ZAP, site.wiki.read("Ruleset").revision, "Alice", "unread")
    page = reader.get("/wiki/Ruleset").text
    assert "A <del>filled</del> position" in page and 'name="take"' not in page


HOSTILE = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>{{7*7}}\x00\u202e"


def test_hostile_text_in_every_field_stays_text(alice, site, reader, desk):
    from pbp.games.choices import Field, FieldValue, Move
    from pbp.ports import Letter
    from pbp.web import Away, Deed, Drawn, HowTold, Lobby, Rematch, Waiting

    name = "<b>Mallory</b>\"'&"
    site.account(name)
    page = edit(alice, HOSTILE + "\n== " + HOSTILE + " ==\nEffect: " + HOSTILE, do="preview")
    texts = [page.text]
    site.edit("Ruleset", f"== {HOSTILE} ==\nInputs: {HOSTILE}\nEffect: {HOSTILE}", "2", name, HOSTILE)
    site.blog.remark("1", name, HOSTILE)
    site.blog.post("hostile", HOSTILE, "<p>ours</p>")
    site.mailbox.send("hostile", Letter("Alice", HOSTILE, HOSTILE))
    values = (FieldValue(HOSTILE, HOSTILE, HOSTILE, (1, 1), HOSTILE), FieldValue("1", HOSTILE))
    fields = tuple(
        Field(f"{HOSTILE}{kind}", kind, HOSTILE, values, group=HOSTILE, note=HOSTILE)
        for kind in ("card", "line", "number", "flag")
    )
    board = Field("board", "cell", HOSTILE, values, heads=((HOSTILE,), ("1",)), marks=(((1, 1), HOSTILE),))
    move = Move(HOSTILE, HOSTILE, "CAST", (*fields, board), note=HOSTILE)
    desk.all_tasks["Alice"] = [
        alices_task(
            title=HOSTILE, against=HOSTILE, order=HOSTILE, note=HOSTILE, what=HOSTILE, counts=HOSTILE,
            last=(HOSTILE,), hidden=(HOSTILE,), moves=(move, move), deeds=(Deed(HOSTILE, HOSTILE, HOSTILE),),
            list_title=HOSTILE, picture=Drawn("<svg></svg>"), ring=False,
            away=((HOSTILE, Away(NOW, NOW)),),
        )
    ]  # fmt: skip
    told = HowTold("ALL", HOSTILE, HOSTILE, NOW, NOW)
    waiting = (Waiting(HOSTILE, "", HOSTILE, False), Waiting("Alice", HOSTILE, HOSTILE, True))
    desk.lobbies["Alice"] = Lobby(
        ((HOSTILE, HOSTILE),), (), waiting, (Rematch(1, HOSTILE, HOSTILE, HOSTILE),), told=told
    )
    texts.append(alice.open().text)
    for path in (
        "/", "/wiki/", "/wiki/Ruleset", "/history/Ruleset", "/changes/6", "/revision/6", "/blog/", "/blog/1", "/blog/3",
        "/feeds/posts.atom", "/feeds/comments.atom", "/feeds/pages.atom", "/battle-times.ics",
    ):  # fmt: skip
        texts.append(alice.client.get(path).text)
    texts.append(reader.get("/search", query_string={"q": HOSTILE}).text)
    texts.append(reader.get("/wiki/" + HOSTILE.replace("\x00", "")).text)
    for text in texts:
        assert (
            "<script>alert" not in text and "<img" not in text and "<b>Mallory" not in text and "49" not in text[-400:]
        )
        tags = Tags()
        tags.feed(text)
        assert not {name for name in tags.attributes if name.startswith("on") or name == "style"}
        assert tags.scripts <= {"/static/ring.js", "/static/forms.js", "/static/times.js"}
