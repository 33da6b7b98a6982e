"""The pages that anybody reads: front page, wiki with its history, blog, search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from pbp.adapters.local import PostView, Remark, clean_title
from pbp.errors import Refused, SiteRefused
from pbp.ports import Page
from pbp.spells.guide import chapters
from pbp.store.states import RUNNING, DuelState
from pbp.web import tournaments
from pbp.web.differences import compared
from pbp.web.duels import ring_picture
from pbp.web.explain import ExplainedSpell, explained
from pbp.web.facts import PublicContest, PublicDuel
from pbp.web.rooms import rooms
from pbp.web.safety import limit, visitor
from pbp.web.times import timed
from pbp.web.wikitext import as_typed, page_path, render

pages = Blueprint("reading", __name__)
PER_PAGE = 10
TITLES = 50
"""Titles of the wiki on one page."""


@pages.get("/")
def front() -> str:
    """The open duel, the last result, what is new; for strangers what this is, and how to join."""
    return _front()


def _front(*, refused: str = "", wanted: str = "") -> str:
    """The front page; with why a name was refused, and the name."""
    site, service = rooms().site, rooms().service
    duels = rooms().duels()
    return render_template(
        "web/front.html",
        now=service.now(),
        duel=next((duel for duel in duels if duel.state in RUNNING), None),
        last=next((duel for duel in duels if duel.state == DuelState.RESOLVED), None),
        posts=site.blog.posts(5),
        changes=site.wiki.changes(5),
        ring=ring_picture,
        tournaments=tournaments.shown_in_front(),
        refused=refused,
        wanted=wanted,
    )


@pages.post("/join")
def join() -> Response:
    """Takes a new player's name from the front page, and leads to the private page that belongs to it."""
    site, house, name = rooms().site, rooms().house, " ".join(request.form.get("name", "").split())
    if not house.joins:
        abort(404)
    limit(f"join {request.remote_addr}", house.joins)
    try:
        joined, waits = rooms().service.join(name)
    except Refused as error:
        return make_response(_front(refused=str(error), wanted=name), 422)
    told = "waits" if waits else "plays"
    return redirect(url_for("private.page", token=site.people.token(joined), joined=told), 303)


@pages.get("/wiki/")
def contents() -> str:
    """The pages of the wiki by their titles, from `after` on, and what changed last."""
    wiki, after = rooms().site.wiki, request.args.get("after", "")
    titles = wiki.titles(after, TITLES + 1)
    more = titles[TITLES - 1] if len(titles) > TITLES else ""
    return render_template(
        "web/contents.html", titles=titles[:TITLES], after=after, more=more, changes=wiki.changes(20)
    )


@pages.get("/wiki/<path:title>")
def page(title: str) -> Response | str | tuple[str, int]:
    """A page as it stands; an address in another spelling leads to the one that never changes."""
    title = _title(title)
    if request.path != "/wiki/" + title.replace(" ", "_"):
        return redirect(page_path(title), 301)
    page = rooms().site.wiki.read(title)
    editable = rooms().house.may_edit(visitor(), title)
    if page is None:
        return render_template("web/no_page.html", title=title, editable=editable), 404
    return render_template(
        "web/page.html",
        page=page,
        sections=rooms().asked(lambda: render(page.text), as_typed(page.text)),
        notes=_notes(page),
        editable=editable,
        old=None,
        revert=None,
    )


@pages.get("/history/<path:title>")
def history(title: str) -> str:
    """A page's revisions."""
    revisions = rooms().site.wiki.changes(500, _title(title))
    if not revisions:
        abort(404)
    return render_template("web/history.html", title=revisions[0].title, revisions=revisions)


@pages.get("/revision/<int:number>")
def revision(number: int) -> str:
    """A page as it stood."""
    page, summary = _revision(number)
    account = visitor()
    now = rooms().site.wiki.read(page.title)
    may = account is not None and account.master and rooms().house.may_edit(account, page.title)
    return render_template(
        "web/page.html",
        page=page,
        sections=rooms().asked(lambda: render(page.text), as_typed(page.text)),
        notes={},
        editable=False,
        old=summary,
        revert=now.revision if may and now and now.revision != page.revision else None,
    )


@pages.get("/source/<int:number>")
def source(number: int) -> Response:
    """A revision's wikitext."""
    return Response(_revision(number)[0].text, mimetype="text/plain")


@pages.get("/changes/<int:number>")
def changes(number: int) -> str:
    """What a revision changed in the one before it, or, with `since`, in an older one."""
    new, summary = _revision(number)
    revisions = rooms().site.wiki.changes(100_000, new.title)
    older = [each for each in revisions if int(each.id) < number]
    since = request.args.get("since", type=int)
    old = _revision(since)[0] if since else (_revision(int(older[0].id))[0] if older else None)
    if old is not None and old.title != new.title:
        abort(404)
    later = [each.id for each in revisions if int(each.id) > number]
    return render_template(
        "web/changes.html",
        old=old,
        new=new,
        summary=summary,
        lines=compared(old.text if old else "", new.text),
        later=later[-1] if later else None,
    )


@pages.get("/blog/")
def blog() -> str:
    """The posts, newest first."""
    posts = rooms().site.blog.posts(PER_PAGE + 1, before=request.args.get("before"))
    return render_template(
        "web/blog.html", posts=posts[:PER_PAGE], more=len(posts) > PER_PAGE, body=body, of_duels=_of_duels(posts)
    )


@pages.get("/blog/<int:number>")
def post(number: int) -> str:
    """One post with its comments."""
    found = rooms().site.blog.view(str(number))
    if found is None:
        abort(404)
    return render_template(
        "web/post.html", post=found[0], comments=found[1], body=body, remark=remark_html, of_duels=_of_duels(found[:1])
    )


@pages.get("/guide")
def guide() -> str:
    """How to write a spell that is executed as it stands."""
    return render_template("web/guide.html", chapters=chapters())


@pages.get("/me")
def nobody() -> Response | str:
    """Where a letter's address leads: to the private page, if the browser knows whose."""
    account = visitor()
    return redirect(url_for("private.page", token=account.token)) if account else render_template("web/nobody.html")


@dataclass(frozen=True)
class OfDuel:
    """The duel that a post is of: its title, its page, and while it is open when that closes at the latest."""

    title: str
    path: str
    state: str
    until: datetime | None


def _of_duels(posts: Sequence[PostView]) -> dict[str, OfDuel]:
    """The duels of posts, by the ids of these: what a post said when it was written may have been moved since."""
    found, ids = {}, {post.id for post in posts}
    for duel in rooms().duels():
        if _post_of(duel) not in ids:
            continue
        until = duel.battle_time if duel.state == DuelState.OPEN and not duel.held else None
        page = url_for("duels.duel", number=duel.number)
        found[_post_of(duel)] = OfDuel(f"Wizard Duel {duel.number}", page, duel.state, until)
    for contest in rooms().contests():
        if _post_of(contest) not in ids:
            continue
        until = contest.battle_time if contest.state == DuelState.OPEN and not contest.held else None
        page = url_for("contests.contest", number=contest.number)
        found[_post_of(contest)] = OfDuel(f"{contest.title} {contest.number}", page, contest.state, until)
    return found


def _post_of(found: PublicDuel | PublicContest) -> str:
    return found.post_url.rpartition("/")[2]


def body(html: str) -> Markup:
    """A text by the service, HTML of our own making; its tables scroll by themselves."""
    opening = '<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>'
    return timed(html.replace("<table>", opening).replace("</table>", "</table></div>"))


def remark_html(remark: Remark) -> Markup:
    """A comment: a person's is plain text, in paragraphs."""
    if remark.ours:
        return body(remark.body)
    paragraphs = [part for part in remark.body.split("\n\n") if part.strip()]
    return Markup("\n").join(
        Markup("<p>{}</p>").format(Markup("<br>\n").join(paragraph.split("\n"))) for paragraph in paragraphs
    )


def _notes(page: Page) -> dict[str, ExplainedSpell]:
    """Explanations of the spells of the ruleset page or of a duel's list page; none for other pages."""
    if "effect" not in page.text.casefold():
        return {}
    number = next((duel.number for duel in rooms().duels() if duel.list_title == page.title), None)
    return explained(rooms(), page.text, number) if number or page.title == rooms().house.ruleset else {}


def _title(title: str) -> str:
    try:
        return clean_title(title)
    except SiteRefused:
        abort(404)


def _revision(number: int) -> tuple[Page, str]:
    found = rooms().site.wiki.revision(str(number))
    if found is None:
        abort(404)
    return found
