"""Wikitext as players write it, shown; and hostile text, harmless."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbp.web.wikitext import BLOCK, INLINE, render

ALLOWED = {
    *INLINE, *BLOCK, "a", "br", "div", "hr", "li", "ol", "p", "pre", "table", "td", "th", "tr", "ul"
}  # fmt: skip
CASES = Path(__file__).parent / "wikitext.txt"


def html_of(text):
    return "".join(f"<h{s.level} id={s.anchor}>{s.title}</h{s.level}>\n{s.html}" for s in render(text)).replace(
        "<h0 id=></h0>\n", ""
    )


def cases():
    for case in CASES.read_text().split("\n====\n"):
        name, source, shown = case.split("\n----\n")
        yield pytest.param(source, shown.strip(), id=name.strip())


@pytest.mark.parametrize(("source", "shown"), list(cases()))
def test_wikitext_is_shown_as_in_the_case_file(source, shown):
    assert html_of(source).strip() == shown


class Outline(HTMLParser):
    """Collects what a browser would see as tags, attributes and text, and checks that they nest."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.attributes, self.faults = [], set(), [], []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes += attrs
        if tag not in ("br", "hr"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(tag)


def check_harmless(text):
    for section in render(text):
        outline = Outline(str(section.html))
        assert outline.tags <= ALLOWED, outline.tags - ALLOWED
        assert not outline.faults and not outline.open
        for name, value in outline.attributes:
            assert name in (
                "href",
                "id",
                "class",
                "rel",
                "role",
                "tabindex",
                "aria-label",
                "scope",
                "colspan",
                "rowspan",
            )
            if name == "href":
                assert re.match(r"(/wiki/|#|https?://|mailto:)", value, re.I), value


HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[javascript:alert(1) x]",
    "[http://x.y/\"onmouseover=alert(1) x]",
    "[[javascript:alert(1)]]",
    "[[a\" onclick=\"x|y]]",
    "<b onclick=alert(1)>x</b>",
    "<a href='javascript:alert(1)'>x</a>",
    "{| onclick=x\n! style=\"x\" | a\n| colspan=\"2\" onclick=x | b\n|}",
    "<svg/onload=alert(1)>",
    "&lt;script&gt; &#60;script&#62; &#0; &#x110000; &bogus;",
    "<!-- --><script>x</script> <!-- unclosed",
    "== <script>x</script> \" onclick='x' ==",
    "<div><div><div></p></div>",
    "'''''x''y'''z'' ''' ''",
    "[[a|[[b|[[c]]]]]] [http://a.b [http://c.d e]]",
    "<table><tr><td onclick=x>y",
    "</main></body></html>",
    "* <div>\n* x</div>\n** y",
    "*" * 3000 + "x",
    "{{" * 500 + "}}" * 500,
    "{{a|" * 20_000,
    "<b>" * 20_000,
    "[[a|" * 20_000,
    "<b>" * 30 + "{{{" * 30 + "x" + "</b>" * 30,
    "<b>" * 500,
    "[[" * 2000,
    "<pre></pre><script>x</script></pre>",
    "<nowiki><script>x</script></nowiki>",
    "<div><a href=x></div>",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_is_harmless(text):
    check_harmless(text)


PIECES = st.sampled_from(
    "'' ''' ''''' == === * ** # : ; {| |} |- ! !! | || [[ ]] [ ] {{ }} <nowiki> </nowiki> <pre> </pre> <div> </div> "
    "<b> </b> <br> <script> </script> <!-- --> http://x.y & &amp; &#91; \n \n\n ---- <ref> </ref> <table> <td> <p> "
    "<blockquote> javascript:x \" ' > < a Burn".split(" ")
)


@settings(max_examples=400, deadline=None)
@given(st.lists(PIECES, max_size=30).map("".join))
def test_any_medley_of_markup_is_harmless(text):
    check_harmless(text)


def test_headings_get_anchors_that_differ_and_levels_that_skip_none():
    sections = render("==== Burn ====\nx\n== Burn ==\ny\n====== ''Deep'' er ======\nz")
    assert [(s.level, s.anchor) for s in sections] == [(2, "Burn"), (2, "Burn_2"), (3, "Deep_er")]


def test_markup_that_was_made_character_references_is_shown_as_it_was_typed():
    (section,) = render("&#91;&#91;Alice&#93;&#93; &#39;&#39;&#39;bold&#39;&#39;&#39; &#123;&#124; &lt;b&gt;")
    assert section.html.striptags() == "[[Alice]] '''bold''' {| <b>"
    assert "<b>" not in section.html and "<a" not in section.html
