"""What a text says without its marks, on one line: for an index of words, and for what is shown of what was found.

All in one pass over each mark, however many there are and whether they are closed or not.
"""

from __future__ import annotations

import html as entities
import re

_TAG = re.compile(r"</?[A-Za-z][^<>]{0,500}>")
_LINK = re.compile(r"\[\[(?:[^\[\]|\n]{0,300}\|)?([^\[\]|\n]{0,300})\]\]")
_OUTER = re.compile(r"\[(?:https?://|mailto:)[^\s\[\]]{1,500}(?:[ \t]+([^\[\]\n]{1,300}))?\]")
_TABLE = re.compile(r"^[ \t:]*(?:\{\||\|\}|\|-)[^\n]*$", re.MULTILINE)
_CELL = re.compile(r"^[ \t]*[|!][+]?(?:[^\[\]|!\n]{0,200}=[^\[\]|!\n]{0,200}\|(?!\|))?", re.MULTILINE)
_AT_START = re.compile(r"^[ \t]*[*#:;]+|^=+|=+[ \t]*$|^-{4,}", re.MULTILINE)
_MARKS = re.compile(r"'{2,}|\[\[|\]\]|\{\{|\}\}|\{\||\|\}|\|\||!!|={2,}|__[A-Z]+__")
_NOT_SHOWN = (("<!--", "-->"), ("<pre", "</pre>"))
_UNSEEN = re.compile(r"[\x00-\x1f\x7f]")


def of_wikitext(text: str) -> str:
    """The words of a page; what stands word for word in <pre>, as bundles do, is left out."""
    for opens, closes in _NOT_SHOWN:
        text = _without(text, opens, closes)
    text = _OUTER.sub(lambda found: found[1] or " ", _LINK.sub(r"\1", _TAG.sub(" ", text)))
    for mark in (_TABLE, _CELL, _AT_START, _MARKS):
        text = mark.sub(" ", text)
    return _on_one_line(entities.unescape(text))


def of_html(text: str) -> str:
    """The words of a text in HTML of our own making."""
    return _on_one_line(entities.unescape(_TAG.sub(" ", _without(_without(text, "<!--", "-->"), "<pre", "</pre>"))))


def _without(text: str, opens: str, closes: str) -> str:
    """A text without all that stands from one mark to another; what is never closed goes to the end."""
    first, *others = text.split(opens)
    return " ".join([first, *(other.partition(closes)[2] for other in others)])


def _on_one_line(text: str) -> str:
    return " ".join(_UNSEEN.sub(" ", text).split())
