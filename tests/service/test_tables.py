"""Tables that the service wrote are read back the same, whatever stands in them; and tables that people wrote."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbp.service.tables import find_table
from pbp.text.markup import MARKUPS, one_line

HEAD = ["Wizard", "Stars", "Status", "Hat"]
cells = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=12)


@pytest.mark.parametrize("markup", ["wikitext", "markdown"])
@given(rows=st.lists(st.tuples(cells, cells, cells, cells).map(list), min_size=1, max_size=4))
def test_a_table_of_ours_is_read_back_as_it_was_meant(markup: str, rows: list[list[str]]) -> None:
    written = MARKUPS[markup].table(HEAD, rows)
    table = find_table(f"Words before.\n\n{written}\nWords after.", HEAD[:3])
    assert table
    assert table.written == written.strip()
    assert table.rows == [HEAD, *([one_line(cell) for cell in row] for row in rows)]


@pytest.mark.parametrize(
    "page",
    [
        "{| class=wikitable\n! Name !! [[Stars]] !! '''Status'''\n|-\n| [[User:Bob|Bob]] || 12 || Active\n|}",
        "a | b\n--|--\n1 | 2\n\nName|**Stars**|Status\n:--|--:|:-:\n[Bob](/u/bob)|12|_Active_\nno more",
        "| Name | Stars | Status |\n| --- | --- | --- |\n| Bob | `12` | Active |",
    ],
)
def test_a_table_of_peoples_is_found_by_its_columns(page: str) -> None:
    table = find_table(page, ("stars", "status"))
    assert table
    assert table.rows == [["Name", "Stars", "Status"], ["Bob", "12", "Active"]]
    assert table.written in page


@pytest.mark.parametrize("page", ["", "no table", "a | b", "Stars | Status\nno rule | here", "|--|--|"])
def test_a_page_without_such_a_table_has_none(page: str) -> None:
    assert find_table(page, ("Stars", "Status")) is None
