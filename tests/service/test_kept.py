"""What people write on a page of ours stays there, whatever we change of ours."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbp.service.kept import merged, same
from pbp.text.markup import MARKUPS

MARKUP = ("wikitext", "markdown")


def overview(markup: str, rows: list[list[object]], *, casts: bool = False, season: str = "1") -> str:
    """A page such as the overview."""
    m = MARKUPS[markup]
    parts = [m.para("Every duel, the newest first."), m.table(["Duel", "State", "Won"], rows)]
    if casts:
        parts += [m.heading("Casts"), m.table(["Spell", "Casts"], [["Greed", len(rows)]])]
    return str(m.joined([]).join([*parts, m.para(f"Season {season}.")]))


@pytest.mark.parametrize("markup", MARKUP)
def test_a_page_that_nobody_touched_becomes_what_is_wanted(markup: str) -> None:
    one, two = overview(markup, [[1, "open", ""]]), overview(markup, [[2, "open", ""], [1, "resolved", "Ann"]])
    assert merged(one, one, two) == two
    assert merged("", "", two) == two


@pytest.mark.parametrize("markup", MARKUP)
def test_notes_links_comments_rows_and_columns_survive(markup: str) -> None:
    before = overview(markup, [[2, "open", ""], [1, "resolved", "Ann"]])
    page = before.replace("Ann", "Ann, as [I said](/x)").replace("Every duel", "Bob: hello.\n\nEvery duel")
    page = page.replace("Season 1.", "A note of Carol's.\n\nSeason 1.") + "\nThe end.\n"
    page = page.replace("! Duel", "! Rank !! Duel").replace("| Duel", "| Rank | Duel")
    page = page.replace("| 2 ", "| II || 2 " if markup == "wikitext" else "| II | 2 ")
    page = page.replace("| 1 ", "| I || 1 " if markup == "wikitext" else "| I | 1 ")
    page = page.replace("|:--|:--|:--|", "|:--|:--|:--|:--|").replace("wikitable", "wikitable sortable")
    wanted = overview(markup, [[3, "open", ""], [2, "resolved", "Bob"], [1, "resolved", "Ann"]], casts=True, season="2")
    after = merged(page, before, wanted)
    for words in ("Ann, as [I said](/x)", "Bob: hello.", "A note of Carol", "The end.", "II", "Rank"):
        assert words in after
    for words in ("Casts", "Season 2.", "Greed", "Bob"):
        assert words in after
    assert "Season 1." not in after
    assert "sortable" in after or markup == "markdown"
    assert merged(after, wanted, wanted) == after


@pytest.mark.parametrize("markup", MARKUP)
def test_a_page_of_others_gets_ours_at_its_end(markup: str) -> None:
    theirs = "Our own list.\n\n* Duel 0\n"
    wanted = overview(markup, [[1, "open", ""]])
    after = merged(theirs, "", wanted)
    assert after == theirs + "\n" + wanted.strip("\n") + "\n"


@pytest.mark.parametrize("markup", MARKUP)
def test_rows_that_people_put_in_another_order_or_took_away_stay_so(markup: str) -> None:
    rows: list[list[object]] = [[3, "open", ""], [2, "resolved", "Bob"], [1, "resolved", "Ann"]]
    before = overview(markup, rows)
    page = overview(markup, [rows[2], rows[0]])
    after = merged(page, before, overview(markup, [[4, "open", ""], [3, "resolved", "Cleo"], *rows[1:]]))
    assert same(after, overview(markup, [[1, "resolved", "Ann"], [4, "open", ""], [3, "resolved", "Cleo"]]))


def test_letters_that_a_wiki_composes_are_the_same_paragraph() -> None:
    before, wanted = "Zoe\u0308 won.\n\nOne.", "Zoe\u0308 won.\n\nTwo."
    assert merged("Zo\u00eb won.\n\nOne.\n\nA note.", before, wanted) == "Zo\u00eb won.\n\nTwo.\n\nA note.\n"


lines = st.lists(st.sampled_from(["alpha", "beta", "gamma", "delta", "epsilon"]), max_size=5, unique=True)


@given(before=lines, wanted=lines, notes=st.lists(st.tuples(st.integers(0, 5), st.sampled_from("xyz")), max_size=4))
def test_whatever_changes_each_note_stays_and_ours_is_there_once(before: list[str], wanted: list[str], notes) -> None:
    page = list(before)
    for number, (place, word) in enumerate(notes):
        page.insert(min(place, len(page)), f"a note {word}{number}")
    after = merged("\n\n".join(page) + "\n", "\n\n".join(before), "\n\n".join(wanted) + "\n").split("\n\n")
    after = [words.strip() for words in after if words.strip()]
    assert [words for words in after if not words.startswith("a note")] == wanted
    assert [words for words in after if words.startswith("a note")] == [w for w in page if w.startswith("a note")]
