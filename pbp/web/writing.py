"""Writing by hand: pages with preview and edit conflict, comments, and the Battle Master's revert."""

from __future__ import annotations

import hashlib

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from pbp.adapters.local import Account, clean_title
from pbp.adapters.local.wiki import clean_text
from pbp.errors import EditConflict, SiteRefused
from pbp.parsing import wikicode
from pbp.ports import Page
from pbp.spells.read import MOST_SPELLS
from pbp.web import explain
from pbp.web.being_read import is_waited_for
from pbp.web.differences import ComparedLine, compared
from pbp.web.rooms import rooms
from pbp.web.safety import visitor, writer
from pbp.web.wikitext import as_typed, page_path, render

pages = Blueprint("writing", __name__)
LIMITS = {"characters": 100_000, "spells": MOST_SPELLS, "marks": wikicode.MOST_MARKS}
"""What a page that people write may hold, which its form says."""


@pages.get("/edit/<path:title>")
def edit(title: str) -> str:
    """The form to change or make a page."""
    title = _allowed(visitor(), title)
    page = rooms().site.wiki.read(title)
    return _form(title, page.text if page else "", "", page)


@pages.post("/edit/<path:title>")
def save(title: str) -> Response | str | tuple[str, int]:
    """Shows a preview, or saves; a text that does not fit the page any more is shown beside what came between."""
    account = writer()
    title = _allowed(account, title)
    wiki = rooms().site.wiki
    text, summary = clean_text(request.form.get("text", "")), request.form.get("summary", "").strip()
    base = request.form.get("base") or None
    page = wiki.read(title)
    _refuse_monsters(text)
    if choice := request.form.get("take"):
        new = explain.taken(rooms(), text, choice)
        return _form(title, new or text, summary, page, preview=True, not_put=new is None)
    if request.form.get("do") != "save":
        return _form(title, text, summary, page, preview=True)
    notes, _ = explain.touched(rooms(), page.text if page else "", text)
    if is_waited_for():
        return _form(title, text, summary, page, preview=True)
    if any(note.unclear for note in notes) and request.form.get("seen") != _digest(text):
        return _form(title, text, summary, page, preview=True, warned=True)
    text, summary = map(rooms().service.without_secrets, (text, summary))
    try:
        rooms().site.edit(title, text, base, account.name, summary)
    except EditConflict:
        return _form(title, text, summary, wiki.read(title), since=base), 409
    return redirect(page_path(title), 303)


@pages.post("/comment/<int:number>")
def comment(number: int) -> Response:
    """Puts a comment on a post."""
    text = rooms().service.without_secrets(request.form.get("text", ""))
    ref = rooms().site.blog.remark(str(number), writer().name, text)
    return redirect(url_for("reading.post", number=number) + f"#comment-{ref.id}", 303)


@pages.post("/revert/<int:number>")
def revert(number: int) -> Response:
    """Makes an old revision the newest again; a Battle Master's right, and kept in the history like any edit."""
    account = writer()
    found = rooms().site.wiki.revision(str(number))
    if found is None:
        abort(404)
    old = found[0]
    _allowed(account, old.title)
    if not account.master:
        abort(403, "Only a Battle Master can bring an old revision back with one click.")
    now = rooms().site.wiki.read(old.title)
    base = request.form.get("base")
    if now is None or now.revision != base:
        abort(409, "The page was changed meanwhile. Look at it again first.")
    rooms().site.edit(old.title, old.text, base, account.name, f"Back to revision {number} by {old.author}")
    return redirect(page_path(old.title), 303)


def _form(
    title: str,
    text: str,
    summary: str,
    page: Page | None,
    *,
    preview: bool = False,
    warned: bool = False,
    not_put: bool = False,
    since: str | None = None,
) -> str:
    """The form; `since` is the base of a text that conflicts with the page as it is now."""
    notes, gone = explain.touched(rooms(), page.text if page else "", text) if preview else ([], ())
    conflict: list[ComparedLine] | None = None
    base = page.revision if page else ""
    if preview:
        base = request.form.get("base", "")
    elif page and page.revision != (since or page.revision):
        older = rooms().site.wiki.revision(since or "")
        conflict = compared(older[0].text if older else "", page.text)
    return render_template(
        "web/edit.html",
        title=title,
        limits=LIMITS,
        text=text,
        summary=summary,
        base=base,
        page=page,
        conflict=conflict,
        sections=rooms().asked(lambda: render(text), as_typed(text)) if preview else None,
        lines=compared(page.text if page else "", text) if preview or conflict is not None else None,
        notes=notes,
        gone=gone,
        warned=warned,
        not_put=not_put,
        seen=_digest(text) if preview else "",
    )


def _allowed(account: Account | None, title: str) -> str:
    """The title as it is stored; ends in 403 or 404 if this account may not edit that page by hand."""
    try:
        title = clean_title(title)
    except SiteRefused:
        abort(404)
    if account is None:
        abort(403, "Open your private link first: it tells the site who you are.")
    if not rooms().house.may_edit(account, title):
        abort(403, f"{title} is not edited by hand.")
    return title


def _refuse_monsters(text: str) -> None:
    """Refuses what would keep the reader of spells busy for minutes: it is read at every scheduling."""
    if len(text) > LIMITS["characters"]:
        raise SiteRefused(f"The text has {len(text):,} characters; {LIMITS['characters']:,} are the limit.")
    if text.casefold().count("effect") > LIMITS["spells"]:
        raise SiteRefused(f"A page written by hand can hold {LIMITS['spells']} spells; this text has more Effects.")
    if (marks := wikicode.marks(text)) > LIMITS["marks"]:
        raise SiteRefused(
            f"The text has {marks:,} marks (brackets, tags, bars, marks of lists and of emphasis);"
            f" {LIMITS['marks']:,} are the limit."
        )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
