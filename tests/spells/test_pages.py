"""A page is read the same in every markup, and what stands under a heading is found as it is written."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbp.spells.page import markdown, wikitext
from pbp.spells.page.layout import PageTable, Section
from pbp.spells.page.wikitext import passages, section_text

WIKITEXT = """=== [[#Burn|Burn]]<ref>as voted</ref> ===
* '''Inputs:''' A position in the Wizard Ring
* '''Effect:''' The targeted Wizard loses 3 Stars. <s>Or not.</s>
More of it.
----
We talked about that.
=== Greed ===
Inputs: None<br>Effect: Gain 5 Stars

''Notes: fine''
{|
! Spell !! Effect !! Speed
|-
| Spark || Gain 2 Stars || rowspan=2 | 3
|-
| Flash || Gain 1 Star
|}
"""
MARKDOWN = """###[Burn](#burn)
* **Inputs:** A position in the Wizard Ring
* **Effect:** The targeted Wizard loses 3 Stars. ~~Or not.~~
More of it.

----
We talked about that.

Greed
---
**Inputs:** None **Effect:** Gain 5 Stars

&#x200B;

*Notes: fine*

Spell|Effect|Speed
:--|:-:|--:
Spark|Gain 2 Stars|3
Flash|Gain 1 Star|3
"""


def test_both_markups_yield_the_same_spells() -> None:
    one, other = passages(WIKITEXT), passages(MARKDOWN)
    assert [spell.name for spell in one] == ["Burn", "Spark", "Flash", "Greed"]
    assert [(spell.name, spell.text, spell.effects) for spell in other] == [
        (spell.name, spell.text, spell.effects) for spell in one
    ]
    assert one[0].get("Effect") == "The targeted Wizard loses 3 Stars. [struck out: Or not.]\nMore of it."
    assert one[2].get("Speed") == "3"


def test_what_is_raised_is_never_taken_for_a_larger_number() -> None:
    (spell,) = passages("== Leap ==\nEffect: Gain 2<sup>3</sup> Stars")
    assert spell.get("Effect") == "Gain 2^3 Stars"


@pytest.mark.parametrize(
    ("page", "below"),
    [
        ("== A ==\na\n=== Spells ===\nx\n==== B ====\ny\n=== C ===\nz\n", "x\n==== B ====\ny\n"),
        ("# A\na\n## Spells\nx\n### B\ny\n## C\nz\n", "x\n### B\ny\n"),
        ("a\n\nSpells\n======\r\nx\r\n\r\nC\r\n=====\r\nz", "x\n"),
        ("##Spells:\nx", "x\n"),
        ("== Lore ==\nSpells\n", None),
    ],
)
def test_a_section_goes_to_the_next_heading_of_its_level(page: str, below: str | None) -> None:
    assert section_text(page, "spells") == below


def test_a_cell_stands_wherever_it_spans() -> None:
    page = '{|\n! A !! B !! C\n|-\n| rowspan="2" | 1 || colspan=2 | 2\n|-\n| rowspan=0 | 3 || 4\n|-\n| 5 || 6\n|}'
    (table,) = (part for section in wikitext.sections(page) for part in section.parts if isinstance(part, PageTable))
    assert table.rows == (("A", "B", "C"), ("1", "2", "2"), ("1", "3", "4"), ("5", "3", "6"))
    wide = "{|\n" + '| rowspan="9999" colspan="9999" | x\n' * 50 + "|-\n| y\n" * 50 + "|}"
    (table,) = (part for section in wikitext.sections(wide) for part in section.parts if isinstance(part, PageTable))
    assert max(map(len, table.rows)) <= 64


MARKS = st.lists(
    st.sampled_from(["#", "##A", "\n", "\r\n", "=", "==", "* ", "|", "{|", "|-", "|}", "--", " ", "**", "~~", "[", "](",
                     ")", "Effect: ", "x", "<ref>", "</ref>", "rowspan=3", "`", ">", "\x01", "\u200b", "&#0;"]),
    max_size=40,
).map("".join)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(MARKS)
def test_sections_are_the_whole_page_in_order(page: str) -> None:
    passages(page)
    for read in (wikitext.sections(page), markdown.sections(page)):
        assert all(isinstance(section, Section) for section in read)
        places = [place for section in read for place in (section.start, section.body)]
        assert places == sorted(places)
        assert places[0] == 0 and places[-1] <= len(page)
