"""What the service relies on in a wiki, whatever the wiki."""

import pytest

from pbp.errors import EditConflict


def test_a_page_that_nobody_made_is_none(on_wiki):
    assert on_wiki.wiki.read("Wizard Duel Spell List 1") is None


def test_a_page_is_read_as_it_was_written(on_wiki):
    wiki = on_wiki.wiki
    written = wiki.write("Wizard Duel Spell List 1", "== Greed ==\nEffect: Gain 5 Stars.", base=None, summary="set")
    page = wiki.read("Wizard Duel Spell List 1")
    assert page.text == "== Greed ==\nEffect: Gain 5 Stars."
    assert (page.title, page.revision) == ("Wizard Duel Spell List 1", written.revision)
    assert page.author == wiki.account
    assert page.at.utcoffset().total_seconds() == 0
    assert page.url == wiki.url("Wizard Duel Spell List 1")


def test_a_page_is_replaced_on_its_newest_revision(on_wiki):
    wiki = on_wiki.wiki
    first = wiki.write("Duel Sheet", "one", base=None, summary="")
    second = wiki.write("Duel Sheet", "two", base=first.revision, summary="")
    assert wiki.read("Duel Sheet").text == "two"
    assert second.revision != first.revision


def test_another_hand_in_between_is_an_edit_conflict_and_stays(on_wiki):
    wiki = on_wiki.wiki
    first = wiki.write("Duel Sheet", "one", base=None, summary="")
    on_wiki.edit("Duel Sheet", "by hand")
    with pytest.raises(EditConflict):
        wiki.write("Duel Sheet", "two", base=first.revision, summary="")
    assert wiki.read("Duel Sheet").text == "by hand"
    assert wiki.read("Duel Sheet").author != wiki.account


def test_a_page_made_meanwhile_is_an_edit_conflict(on_wiki):
    on_wiki.edit("Duel Sheet", "by hand")
    with pytest.raises(EditConflict):
        on_wiki.wiki.write("Duel Sheet", "ours", base=None, summary="")
    assert on_wiki.wiki.read("Duel Sheet").text == "by hand"


def test_the_same_text_again_makes_no_revision(on_wiki):
    wiki = on_wiki.wiki
    first = wiki.write("Duel Sheet", "one", base=None, summary="")
    assert wiki.write("Duel Sheet", "one", base=first.revision, summary="").revision == first.revision
    assert wiki.read("Duel Sheet").revision == first.revision


def test_every_script_and_sign_survives(on_wiki):
    text = "Zoë’s “Ring” — ⚡ 星\n\n<!-- key --> <b>&amp;</b> {{x}} [[y|z]] | \\ ''q'' 'r'"
    on_wiki.wiki.write("Wizard Duels", text, base=None, summary="späte Änderung")
    assert on_wiki.wiki.read("Wizard Duels").text == text


def test_titles_with_spaces_and_underscores_are_the_same_page(on_wiki):
    on_wiki.wiki.write("Wizard Duels", "all", base=None, summary="")
    assert on_wiki.wiki.read("Wizard_Duels").text == "all"


def test_of_many_titles_those_with_a_page_are_told(on_wiki):
    on_wiki.wiki.write("Wizard Duel Spell List 5", "=== Greed ===", base=None, summary="")
    on_wiki.edit("Wizard Duel Spell List 77", "=== Greed ===")
    asked = [f"Wizard Duel Spell List {number}" for number in range(1, 121)]
    assert on_wiki.wiki.existing(asked) == {"Wizard Duel Spell List 5", "Wizard Duel Spell List 77"}
    assert on_wiki.wiki.existing(["Wizard_Duel_Spell_List_5", "No such page"]) == {"Wizard_Duel_Spell_List_5"}
    assert on_wiki.wiki.existing([]) == set()


def test_newest_revisions_are_those_that_reading_gives_where_they_are_told(on_wiki):
    wiki = on_wiki.wiki
    wiki.write("Duel Sheet", "one", base=None, summary="")
    on_wiki.edit("Wizard Duels", "one")
    on_wiki.edit("Wizard Duels", "two")
    told = wiki.newest(["Duel Sheet", "Wizard_Duels", "No such page"])
    assert told.keys() >= {"Duel Sheet", "Wizard_Duels"} and told.get("No such page") is None
    assert all(wiki.read(title).revision == told[title] for title in ("Duel Sheet", "Wizard_Duels"))
    assert wiki.newest([]) == {}


def test_a_history_is_read_from_a_revision_on_oldest_first(on_wiki):
    wiki = on_wiki.wiki
    first = wiki.write("Duel Sheet", "one", base=None, summary="made (pbp:1)")
    on_wiki.edit("Duel Sheet", "two, by hand")
    ours = wiki.write("Duel Sheet", "three", base=wiki.read("Duel Sheet").revision, summary="once more (pbp:2)")
    on_wiki.edit("Duel Sheet", "four, by hand")
    whole = wiki.history("Duel Sheet")
    assert [one.text for one in whole] == ["one", "two, by hand", "three", "four, by hand"]
    assert [one.author == wiki.account for one in whole] == [True, False, True, False]
    assert (whole[0].id, whole[2].id) == (first.revision, ours.revision)
    assert (whole[0].summary, whole[2].summary) == ("made (pbp:1)", "once more (pbp:2)")
    assert all(one.at.utcoffset().total_seconds() == 0 for one in whole)
    assert wiki.history("Duel Sheet", first.revision) == whole[1:]
    assert wiki.history("Duel Sheet", whole[-1].id) == []
    assert wiki.history("Duel Sheet", limit=1) == whole[:1]


def test_a_page_that_nobody_made_has_no_history(on_wiki):
    assert on_wiki.wiki.history("Wizard Duels") == []
    assert on_wiki.wiki.history("Wizard Duels", "999") == []


def test_of_a_revision_that_the_page_does_not_have_the_whole_history_follows(on_wiki):
    other = on_wiki.wiki.write("Wizard Duels", "all", base=None, summary="")
    on_wiki.edit("Duel Sheet", "one")
    on_wiki.edit("Duel Sheet", "two")
    for since in (other.revision, "999", "no number"):
        assert [one.text for one in on_wiki.wiki.history("Duel Sheet", since)] == ["one", "two"]
