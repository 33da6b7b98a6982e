"""A decision made at the desk: rehearsed, so that it can be read what it would say; and carried out."""

from __future__ import annotations

import re
from dataclasses import replace

from pbp.app import App
from pbp.commands.answers import Kind
from pbp.commands.decisions import Decision
from pbp.errors import PbpError
from pbp.service import master
from pbp.service.asked import Answer
from pbp.service.decided import Edited
from pbp.service.publish import publish
from pbp.store import Tx
from pbp.store.states import ON_BLOG, PageState, TextKind
from pbp.web import facts as d

_SECRET = re.compile(r"[0-9a-f]{64}")
"""How seeds and keys are written: nobody learns by a rehearsal what is published only when it is done."""
_DRAWS = frozenset({"CONTEST", "RETRY-LETTER", "START-TOURNAMENT"})
"""What may draw by chance: could it be read beforehand what, one could try until it suits."""


def rehearse(app: App, by: str, decision: Decision) -> d.DecisionOutcome:
    """What a decision would say and publish; it is undone, and nothing is sent."""
    edited = master.look_for(app.desk, [decision])
    with app.store.rehearsal():
        with app.store.tx() as tx:
            last, pages = tx.last_text(), _pages(tx)
        said = _decided(app, by, decision, edited, rehearsed=True)
        with app.store.tx() as tx:
            new = tx.queued_after(last)
            season = tx.season(app.desk.config.season.id)
            set_pages = tuple(title for title, text in _pages(tx).items() if pages.get(title) != text)
    public = tuple(
        _SECRET.sub(lambda found: found[0] if season and found[0] == season.anchor else "…", str(item.payload["body"]))
        for item in new
        if item.kind in ON_BLOG and decision.verb not in _DRAWS
    )
    letters = sum(item.kind == TextKind.LETTER for item in new)
    return replace(said, texts=public, html=app.desk.blog.markup == "html", pages=set_pages, letters=letters)


def carry_out(app: App, by: str, decision: Decision) -> d.DecisionOutcome:
    """Does what a decision says, and publishes what comes of it."""
    with app.store.tx() as tx:
        before = tx.last_entry()
    outcome = _decided(app, by, decision, master.look_for(app.desk, [decision]), rehearsed=False)
    publish(app.desk)
    with app.store.tx() as tx:
        made = tx.entries(kind="decided", after=before)
    return replace(outcome, entry=made[0].id) if made else outcome


def _decided(app: App, by: str, decision: Decision, edited: dict[int, Edited], *, rehearsed: bool) -> d.DecisionOutcome:
    try:
        answer = app.carry_out(master.decide, decision, by, app.now(), edited, rehearsed=rehearsed)
    except PbpError as error:
        return d.DecisionOutcome(False, str(error))
    return d.DecisionOutcome(True, _in_words(app, answer))


def _in_words(app: App, answer: Answer) -> str:
    """What an answer says; how things stand is worded as in a letter."""
    if answer.kind is Kind.MASTER_DONE:
        return str(answer.facts["said"])
    letter = app.desk.worded("answer", app.now(), parts_list=[answer], wizard=None, private_link=None)
    return letter.partition("Good day,")[2].strip()


def _pages(tx: Tx) -> dict[str, str]:
    return {page.title: page.wanted for page in tx.pages_unset(PageState.QUEUED)}
