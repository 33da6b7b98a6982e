"""Texts for Reddit and from it: keys, lengths, letters, and what people wrote."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from pbp.adapters.reddit.texts import (
    LONGEST_COMMENT,
    divided,
    letter_markdown,
    mark,
    names,
    part_name,
    parts_of,
    reference,
    references,
    short,
    unmarked,
    written,
)
from pbp.text.markup import Markdown

MARKDOWN = MarkdownIt("commonmark").enable("table").enable("strikethrough")

HOSTILE = [
    "bob_the_wizard_",
    "__init__",
    "*a* **b** ~~c~~ ^d",
    "a|b",
    "| a | b |",
    "|:--|",
    "`x` ``y``",
    "[t](http://evil.example)",
    "![i](http://evil.example/i)",
    "[x]: http://evil.example",
    "<b>x</b> <script>",
    "<!-- pbp:duel-7 -->",
    "[](#pbp-duel-7)",
    "# heading",
    "> quote",
    ">!spoiler!<",
    "- list",
    "+ list",
    "1. list",
    "1) list",
    "---",
    "===",
    "    code",
    "\tcode",
    "```\ncode\n```",
    "two\nlines",
    "two\n\nparagraphs  \nand a break",
    "http://evil.example/ www.evil.example",
    "u/spez /r/all @everyone",
    "&#42;x&#42; &amp; &lt;b&gt;",
    "\\*x\\* \\",
    "x\u2028y\x0bz\x85",
]


def _structure(markdown: str) -> list[tuple[str, str]]:
    """What is a paragraph, a row, a link… in a text, without the words."""
    tokens = MARKDOWN.parse(markdown)
    found = [(token.type, token.tag) for token in tokens]
    inner = [(child.type, child.tag) for token in tokens for child in token.children or []]
    return found + [one for one in inner if one[0] not in ("text", "text_special")]


_m = Markdown()
FORMS = {
    "paragraph": lambda name: _m.para(name, " casts Burn at ", name),
    "bold": lambda name: _m.para(_m.bold(name)),
    "heading": lambda name: _m.heading(name),
    "list": lambda name: _m.items([name, "Alice"]),
    "table": lambda name: _m.table(["Wizard", "Stars"], [[name, 3], ["Alice", 4]]),
    "link": lambda name: _m.para(_m.link("https://wizards.example/a_b_(c)", name)),
    "fixed width": lambda name: _m.pre(f"x{name}"),
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("form", FORMS)
def test_a_hostile_name_changes_nothing_around_it(form, name):
    make = FORMS[form]
    assert _structure(str(make(name))) == _structure(str(make("Bob")))


@given(st.text(min_size=1).filter(str.strip))
def test_no_words_change_the_structure_of_a_table(name):
    make = FORMS["table"]
    assert _structure(str(make(name))) == _structure(str(make("Bob")))


@pytest.mark.parametrize("name", [*HOSTILE, "_www.evil.example", "a@b.example", "//www.x", "xr/all u/-"])
def test_reddit_finds_nothing_to_make_a_link_of_in_a_name(name):
    """Old Reddit makes links of what looks like an address, an account or a subreddit, without any markup."""
    assert not re.search(r"www\.|://|@|(?<![^\W_])/?[ur]/[\w-]", str(_m.text(name)))


@pytest.mark.parametrize("words", HOSTILE)
def test_a_letter_reads_as_it_was_written_whatever_stands_in_it(words):
    kinds = {kind for kind, _ in _structure(letter_markdown(f"Dear Bob,\n{words}\n\nThe Battle Master"))}
    plain = {"paragraph_open", "inline", "paragraph_close", "hardbreak", "softbreak", "code_block"}
    assert kinds <= plain | ({"link_open", "link_close"} if "http" in words else set())


@given(st.text())
def test_a_letter_has_paragraphs_and_addresses_and_nothing_else(words):
    kinds = {kind for kind, _ in _structure(letter_markdown(words))}
    assert kinds <= {
        "paragraph_open",
        "inline",
        "paragraph_close",
        "hardbreak",
        "softbreak",
        "code_block",
        "link_open",
        "link_close",
    }


def test_a_letter_keeps_lines_columns_and_addresses():
    plain = "Wizard Duel 7\n=============\n\nYour ring:\n\nAt  Wizard\n--  ------\n 1  bob_\n\n* CAST Burn 3\n* PASS\n\nhttps://w.example/me/a_b."
    assert letter_markdown(plain) == (
        "**Wizard Duel 7**\n\n"
        "Your ring:\n\n"
        "    At  Wizard\n    --  ------\n     1  bob_\n\n"
        "• CAST Burn 3  \n• PASS\n\n"
        "<https://w.example/me/a_b>."
    )


@pytest.mark.parametrize(
    "key", ["duel-7", "duel/7:result", "1.2.3", "ümlaut", "sThe (2nd) Dynasty.d7", "a[]b", "50%", "a\nb"]
)
def test_a_key_is_read_back_from_its_empty_link(key):
    text = f"Battle time is near.\n\n{mark(key)}"
    assert names(text) == {key}
    assert unmarked(text) == "Battle time is near."
    assert "link_open" in dict(_structure(text)) and "Battle time" in MARKDOWN.render(text)


@given(st.text(min_size=1))
def test_every_key_is_read_back(key):
    assert names(f"a {mark(key)} b {mark('other')}") == {key, "other"}


@pytest.mark.parametrize("key", ["duel-7", "s1.d7.post", "1:2/3_4", "sThe (2nd) Dynasty.d7", "50%"])
def test_a_key_is_written_as_the_templates_write_it(key):
    assert mark(key) == str(_m.key(key)).strip()


def test_a_private_message_bears_a_short_key_in_a_line_of_its_own():
    text = f"Understood: Greed\n\n{reference(short('receipt-1'))}"
    assert references(text) == {short("receipt-1")}
    assert references(f"> {reference(short('receipt-1'))}") == set()
    assert short("receipt-1") != short("receipt-11")


def test_the_parts_of_a_text_say_how_many_there_are():
    assert parts_of("k", {"k", part_name("k", 1, 3)}) == 3
    assert parts_of("k", {"k", part_name("kk", 1, 3)}) == 1


@given(st.lists(st.text("ab *|_\n", min_size=1, max_size=400), max_size=30))
def test_a_divided_text_loses_nothing_and_keeps_to_the_length(blocks):
    text = "\n\n".join(blocks)
    parts = divided(text, 2000, 1000)
    assert len(parts[0]) <= 2000 and all(len(part) <= 1000 for part in parts[1:])
    assert "".join("".join(parts).split()) == "".join(text.split())


def test_a_table_that_is_cut_has_its_head_in_each_part():
    rows = [f"| Wizard {number} | {number} |" for number in range(900)]
    head = "| Wizard | Stars |\n|:--|:--|"
    parts = divided("The result.\n\n" + "\n".join([head, *rows]) + "\n\nThe end.", LONGEST_COMMENT, LONGEST_COMMENT)
    assert len(parts) > 2 and all(len(part) <= LONGEST_COMMENT for part in parts)
    assert [part.count(head) for part in parts] == [0] + [1] * (len(parts) - 1)
    assert [row for part in parts for row in part.split("\n") if row in set(rows)] == rows


def test_a_sign_written_by_its_number_is_never_cut_in_two():
    text = "&#124;" * 5000
    parts = divided(text, 9999, 9999)
    assert "".join(parts) == text
    assert all(re.fullmatch(r"(&#124;)*", part) for part in parts)


@pytest.mark.parametrize(
    ("body", "meant"),
    [
        ("CAST Burn 3", "CAST Burn 3"),
        ("CAST bob\\_the\\_wizard\\_", "CAST bob_the_wizard_"),
        ("A \\> B", "A > B"),
        ("CAST\u00a0Burn&#x200B; 3\r\nPASS", "CAST Burn 3\nPASS"),
        ("&amp;#42; stays &lt;", "&#42; stays <"),
        ("C:\\path", "C:\\path"),
        ("&nosuchname; & &x", "&nosuchname; & &x"),
    ],
)
def test_what_a_person_meant_is_read_out_of_markdown(body, meant):
    assert written(body) == meant


@given(st.text())
def test_reading_never_raises(body):
    assert isinstance(written(body), str)
