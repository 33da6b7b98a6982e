"""The papers: what people read about pbp, the same as `pbp help` shows."""

from __future__ import annotations

from functools import cache

from flask import Blueprint, abort, render_template
from markdown_it import MarkdownIt

from pbp.errors import NotFound
from pbp.papers import GROUPS, paper

pages = Blueprint("papers", __name__)

_SCROLLED = '<div class="scroll" tabindex="0" role="region" aria-label="A table"><table>'
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@pages.get("/help/")
def contents() -> str:
    """The list of all papers, by what one wants."""
    groups = {group: [paper(name) for name in names] for group, names in GROUPS.items()}
    return render_template("web/papers.html", groups=groups)


@pages.get("/help/<name>")
def one(name: str) -> str:
    """A paper."""
    try:
        found = paper(name)
    except NotFound:
        abort(404)
    return render_template("web/paper.html", paper=found, written=_written(name))


@cache
def _written(name: str) -> str:
    """A paper as HTML; its text is ours, and what stands in it for HTML is shown as it is."""
    written: str = _MARKDOWN.render(paper(name).linked("{}"))
    return written.replace("<table>", _SCROLLED).replace("</table>", "</table></div>")
