"""One person's edit stalls nobody: what a text may cost is counted, the same on every machine, and told in words."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reads import counted
from spells.lists import ATTRIBUTES

from pbp.parsing import wikicode
from pbp.service.lists import spells_alone
from pbp.spells import read_list, say, steps
from pbp.spells.guide import chapters
from pbp.spells.page import markdown
from pbp.spells.page.wikitext import passages
from pbp.spells.read import LONGEST_LINE, LONGEST_NAME, MOST_SENTENCES, MOST_SPELLS, SpellList, _read_once
from pbp.spells.suggest import suggest
from pbp.web.wikitext import render

FULL = 100_000
"""Characters of the longest page that people may write by hand."""


def filled(unit: str, size: int = FULL) -> str:
    """A text so long, of one piece again and again; "{}" in it counts."""
    return "".join(unit.replace("{}", str(number)) for number in range(size // len(unit) + 1))[:size]


PLUS = "Gain " + " plus ".join(map(str, range(1, 11))) + " Stars. "
HOSTILE = {
    "ten terms": f"\n== S{{}} ==\nEffect: {PLUS}\n",
    "ten terms, forty times a spell": f"\n== S{{}} ==\nEffect: {PLUS * 40}\n",
    "two ways, thirty times a spell": f"\n== S{{}} ==\nEffect: {'Gain 1 plus 2 times 3 Stars. ' * 30}\n",
    "short spells": "\n== S{} ==\nEffect: Gain 1 Star.\n",
    "one name": "\n== Gain ==\nEffect: Gain 1 Star.\n",
    "headings on one line": "== a ==",
    "headings": "== a ==\n",
    "tables": "{|",
    "tables on lines": "{|\n",
    "templates": "{{a|b",
    "links": "[[a",
    "tags": "<a ",
    "tags with attributes": "<div a='",
    "tags that are whole": "<b>",
    "emphasis": "'''a'' ",
    "lists": "* a\n",
    "deep lists": "*",
    "quotes": "> ",
    "references": "&#1;",
    "tables in Markdown": "|a|b|\n|-|-|\n",
    "emphasis in Markdown": "**a*",
    "rows and tables": "\n:{|\n*'''''<td>\n----]]<}}}<\n*",
}


def steps_of(work: Callable[[], object]) -> int:
    """How many steps some reading takes, when nothing is known from before."""
    _read_once.cache_clear()
    with steps.within(10**9) as taken:
        work()
    return taken.taken


@pytest.mark.parametrize("name", HOSTILE)
def test_a_page_that_took_minutes_is_read_and_shown_within_its_budget(name, record_property):
    page = filled(HOSTILE[name])
    began = time.process_time()
    listed: list[SpellList] = []
    assert steps_of(lambda: listed.append(read_list(page, ATTRIBUTES))) <= steps.LIST + steps.SPELL
    shown, alone, found = render(page), spells_alone(page), passages(page)
    took = time.process_time() - began
    assert shown
    assert [p.name for p in passages(alone)] == [p.name for p in found]
    for spell in listed[0].spells.values():
        assert (spell.program is None) == bool(spell.unclear)
    record_property("figure", f"a page of {FULL:,} characters, {name}: {took:.2f} s of processor time in all")


@pytest.mark.parametrize("terms", [4, 7, 10, 20, 38])
def test_a_sentence_ends_within_its_budget_and_says_so(terms):
    page = f"== S ==\nEffect: Gain {' plus '.join(map(str, range(1, terms + 1)))} Stars.\n"
    assert steps_of(lambda: read_list(page)) <= steps.SPELL
    (unclear,) = read_list(page).unclear
    assert unclear.reason == "the sentence is too involved to be read" or unclear.reason.startswith('"Stars" cannot')


def test_the_search_for_rewordings_ends_within_its_budget():
    effect = " ".join(
        f"If the caster danced or sang {n} songs, gain {n} plus 2 times 3 plus 4 Stars." for n in range(40)
    )
    (spell,) = read_list(f"== S ==\nEffect: {effect}\n").spells.values()
    assert spell.unclear
    assert steps_of(lambda: suggest(spell)) <= steps.SUGGESTING + steps.SPELL


def test_what_is_read_hangs_neither_on_what_was_read_before_nor_on_the_machine():
    page = filled(HOSTILE["two ways, thirty times a spell"])
    first, second = read_list(page), read_list(page)
    _read_once.cache_clear()
    assert first == second == read_list(page)
    reasons = {item.reason for item in first.unclear}
    assert "the spells before it take all the steps in which a list is read" in reasons


LIMITS = {
    f"a list holds {MOST_SPELLS} spells": "\n".join(
        f"== S{n} ==\nEffect: Gain 1 Star.\n" for n in range(MOST_SPELLS + 1)
    ),
    f"its name has more than {LONGEST_NAME} characters": f"== {'N' * (LONGEST_NAME + 1)} ==\nEffect: Gain 1 Star.\n",
    f"its Inputs have more than {LONGEST_LINE} characters": (
        f"== S ==\nInputs: {'a position or ' * 40}\nEffect: Gain 1 Star.\n"
    ),
    f"its Effect has more than {MOST_SENTENCES} sentences": (
        f"== S ==\nEffect: {'Gain 1 Star. ' * (MOST_SENTENCES + 1)}\n"
    ),
    "the sentence has more than 80 words": f"== S ==\nEffect: Gain 1 Star{' and 1 Star' * 40}.\n",
}


@pytest.mark.parametrize("reason", LIMITS)
def test_every_limit_of_size_is_told(reason):
    assert [item.reason for item in read_list(LIMITS[reason]).unclear] == [reason]


def test_the_guide_tells_every_limit():
    guide = " ".join(chapter.says for chapter in chapters())
    for limit in (MOST_SPELLS, MOST_SENTENCES, LONGEST_NAME, LONGEST_LINE, 80):
        assert str(limit) in guide


def test_a_page_at_the_limits_is_read():
    page = "\n".join(f"== S{n} ==\nEffect: If no other Wizard cast S{n}, gain 5 Stars.\n" for n in range(MOST_SPELLS))
    listed = read_list(page)
    assert (len(listed.spells), listed.unclear) == (MOST_SPELLS, ())
    (long,) = read_list(f"== S ==\nEffect: {'Gain 1 Star. ' * MOST_SENTENCES}\n").spells.values()
    assert long.program and say(long)


def test_a_page_with_more_marks_than_are_read_is_read_by_its_lines():
    page = (
        "=== Gain ===\n* '''Effect''': Gain 1 Star.\n=== Greed ===\n* Effect: Gain 2 Stars.\n"
        + "<b>" * wikicode.MOST_MARKS
    )
    assert wikicode.marks(page) > wikicode.MOST_MARKS
    assert [passage.name for passage in passages(page)] == ["Greed"], "marks of emphasis stand as typed there"
    assert str(render(page)[0].html).startswith("<pre>")


PIECES = [
    "== a ==",
    "==",
    "\n==a==\n",
    "{|",
    "\n{|",
    "\n|}",
    "\n|-",
    "\n|",
    "||",
    "\n!",
    "{{",
    "}}",
    "{{a|b",
    "|",
    "[[",
    "]]",
    "[",
    "]",
    "[http://a ",
    "http://a ",
    "''",
    "'''",
    "'''''",
    "<b>",
    "</b>",
    "<ref>",
    "</ref>",
    "<a ",
    "<div a='",
    "'",
    '"',
    ">",
    "<",
    "/>",
    "\n*",
    "*",
    ":",
    ";",
    "#",
    "\n:",
    "\n;",
    "\n----",
    "{{{",
    "}}}",
    "&#1;",
    "&#99999999999;",
    "&",
    "<!--",
    "-->",
    "<nowiki>",
    "</nowiki>",
    "<pre>",
    "\n ",
    "a",
    " ",
    "\n",
    "=",
    "-{",
    "}-",
    "<br>",
    "<li>",
    "<td>",
    "<tr>",
    "<table>",
    "</table>",
    "~~~~",
    "\ue7e0",
    "\uf7e1",
    "\x00",
    "name=",
    "# a\n",
    "`",
    "```\n",
    "> ",
    "- ",
    "**",
    "__",
    "[a](",
    "|a|b|\n|-|-|\n",
    "\\",
    "Effect: Gain 1 Star.\n",
    "Effect:",
    "\n== S{} ==\nEffect: Gain 1 Star.\n",
    "Inputs: ",
    "(reminder: ",
    "'''Effect''': ",
    "\r\n",
]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).map("".join), st.integers(1, 4000))
def test_no_row_of_marks_makes_a_reader_raise_or_go_beyond_its_budget(unit, size):
    page = filled(unit, size)
    assert steps_of(lambda: read_list(page, ATTRIBUTES)) <= steps.LIST + steps.SPELL
    assert isinstance(render(page), tuple)
    assert markdown.sections(page)
    assert passages(spells_alone(page)) == passages(page) or not passages(page)
    if not any(sign in page for sign in "\x00\uf7e1"):
        assert str(wikicode.parse(page)) == page


MOST_READS = 500
"""How often the parser looks at a character, on the average of a page: 6 times in most pages of marks, 213 times in
the worst that a search for it found."""
WORST_PARSED = {
    "verbatim text that never ends": ("<pre>", "\n|}[http://a\n|}''<tr><table>"),
    "items in an emphasis that never ends": ("<i><div a=']][http://a<ref>[http://a<li>", "'''\n{{{;\n* |}<"),
    "items in headings that never end": ("===<div a=']][http://a<ref><li>", "b ==<li>\n;|\n|"),
    "cells between headings": ("http://a <tr>\n==''<div a='",),
    "closed, never opened": ("<tr>", "</ref>"),
    "headings in a line": ("===''']",),
}


def reads_of(page: str, monkeypatch: pytest.MonkeyPatch) -> float:
    """How often the parser looks at each character of a page."""
    with counted(monkeypatch) as reads:
        wikicode.parse(page)
    return reads.taken / len(page)


@pytest.mark.parametrize("name", WORST_PARSED)
def test_the_parser_of_wikitext_looks_at_no_character_again_and_again(name, monkeypatch, record_property):
    pages = ("".join(filled(unit, size) for unit in WORST_PARSED[name]) for size in (1500, 6000))
    found = [reads_of(page, monkeypatch) for page in pages]
    record_property("figure", f"{name}: each character of a page looked at {found[-1]:.0f} times")
    assert max(found) <= MOST_READS


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).map("".join), min_size=1, max_size=3))
def test_no_rows_of_marks_keep_the_parser_of_wikitext_busy(units):
    with pytest.MonkeyPatch.context() as patch:
        assert reads_of("".join(filled(unit, 2000) for unit in units), patch) <= MOST_READS


@pytest.mark.parametrize("unit", ["<pre>", "<!--", "<nowiki><pre><math><source lang='a'><syntaxhighlight><!--"])
def test_an_end_that_is_nowhere_is_looked_for_once(unit):
    page = filled(unit, 6000)
    assert wikicode._Watch(page).looked <= 6 * len(page)
