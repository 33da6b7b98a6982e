"""One cell of a table is changed, and every other letter of the page stays."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbp.service.cells import open_cells
from pbp.service.kept import merged
from pbp.service.tables import find_table

WIKITEXT = """Before. [[Category:Duels]]
{| class="wikitable sortable" style="x"
|+ Since January
! Wizard !! style="y" | Stars !! Status !! [[Familiar]]
<!-- the best first -->
|- style="z"
| [[User:Cleo|Cleo]] || '''31''' <!-- checked by Ann --> || Active ||
|-
| Ben
| data-sort-value="4" | −4
| Idle
| A cat, 4 years old
|-
! colspan="3" | Total
| 27
|}
After 31 years.
"""
MARKDOWN = """Before | after

Name|Wizard|**Stars**|Status
:--|--:|:-:|---
the first|[Cleo](/u/cleo)|**31** (*checked*)|Active
|second | Ben |−4|Idle|

After 31 | years.
"""
COLUMNS = ("Wizard", "Stars", "Status")


def test_of_a_cell_in_wikitext_only_the_number_changes() -> None:
    cells = open_cells(WIKITEXT, COLUMNS)
    assert cells and cells.rows[1][:2] == ["Cleo", "31"]
    cells.put(1, 1, "36", "31")
    cells.put(2, 1, "5", "−4")
    assert cells.page() == WIKITEXT.replace("'''31'''", "'''36'''").replace("| −4", "| 5")


def test_of_a_cell_in_markdown_only_the_number_changes() -> None:
    cells = open_cells(MARKDOWN, COLUMNS)
    assert cells and cells.rows[1][1:3] == ["Cleo", "31 (checked)"]
    cells.put(1, 2, "36", "31")
    cells.put(2, 2, "5", "−4")
    assert cells.page() == MARKDOWN.replace("**31**", "**36**").replace("|−4", "|5")


def test_a_cell_that_does_not_hold_the_old_word_as_it_is_read_is_replaced_but_for_its_comments() -> None:
    page = WIKITEXT.replace("'''31'''", "3&#49;")
    cells = open_cells(page, COLUMNS)
    assert cells and cells.rows[1][1] == "31"
    cells.put(1, 1, "36", "31")
    assert cells.page() == page.replace(" 3&#49; <!-- checked by Ann --> ", " 36<!-- checked by Ann --> ")


@pytest.mark.parametrize("page", [WIKITEXT, MARKDOWN])
def test_rows_and_columns_are_added_and_nothing_else_changes(page: str) -> None:
    cells = open_cells(page, COLUMNS)
    assert cells
    cells.widen({0: "Hat", 1: "Red", 2: ""})
    cells.insert(["Abe"] * 4, 2)
    cells.insert(["Zed"] * 4, None)
    after = cells.page()
    table = find_table(after, COLUMNS)
    assert table
    assert [row[-1] for row in table.rows[:3]] == ["Hat", "Red", "Abe"]
    assert (table.rows[3][-1], table.rows[-1]) == ("", ["Zed"] * 4)
    left = iter(after)
    assert all(letter in left for letter in page), "every letter that stood there stands there still, in order"


def test_an_html_table_is_changed_too() -> None:
    head = "<tr><th>Wizard</th><th>Stars</th><th>Status</th></tr>"
    page = f"<table>{head}<tr><td>Ann</td><td>3</td><td>Idle</td></tr></table>"
    cells = open_cells(page, COLUMNS)
    assert cells
    cells.put(1, 1, "5", "3")
    cells.widen({0: "Hat", 1: "Red"})
    cells.insert(["Zed", "1", "Idle", ""], None)
    table = find_table(cells.page(), COLUMNS)
    assert table and table.rows == [
        ["Wizard", "Stars", "Status", "Hat"], ["Ann", "5", "Idle", "Red"], ["Zed", "1", "Idle", ""]
    ]  # fmt: skip


marks = st.text("{|}-!\n ab<>[]'&;#=\\*/", max_size=12)


@settings(deadline=None)
@given(
    page=st.sampled_from([WIKITEXT, MARKDOWN]),
    spoilt=st.lists(st.tuples(st.integers(0, 400), st.integers(0, 4), marks), max_size=6),
)
def test_no_page_however_spoilt_makes_it_fail(page: str, spoilt: list[tuple[int, int, str]]) -> None:
    before = page
    for place, length, mark in spoilt:
        page = page[:place] + mark + page[place + length :]
    merged(page, before, before.replace("31", "36"))
    cells = open_cells(page, COLUMNS)
    if cells is None:
        return
    assert cells.page() == page
    for number, row in enumerate(cells.rows):
        for column, said in enumerate(row):
            assert cells.raw(number, column) is not None
            cells.put(number, column, "new", said)
    cells.widen(dict.fromkeys(range(len(cells.rows)), "x"))
    cells.insert(["new"], len(cells.rows) - 1 or None)
    cells.insert(["new"], None)
    assert cells.page()
