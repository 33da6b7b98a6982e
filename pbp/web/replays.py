"""Any duel or contest that has ended, played again step by step with its picture, from what was published."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, render_template, url_for
from markupsafe import Markup

from pbp import pictures
from pbp.store.states import RUNNING
from pbp.web import contests
from pbp.web.facts import PublicContest, PublicDuel
from pbp.web.moments import Moment, moments
from pbp.web.rooms import rooms

pages = Blueprint("replays", __name__)


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """A step of a replay: what it is called, what happened in sentences, its picture, and whether that is wide.

    `note` is said where there are no sentences.
    """

    title: str
    events: tuple[str, ...]
    picture: Markup
    wide: bool = False
    note: str = "Nothing happened."


@pages.get("/duels/<int:number>/replay/<int:at>")
def duel(number: int, at: int) -> str:
    """A moment of a ring duel: the ring before it, what was cast, and what each spell did."""
    found = next((duel for duel in rooms().duels() if duel.number == number), None)
    if found is None or not has_replay(found):
        abort(404)
    steps = moments(found.seats, found.told)
    name = f"Wizard Duel {number}"
    if at >= len(steps):
        abort(404)
    note = "So they stood after the duel." if at else "So they stood when the spells were cast."
    shown = ReplayPage(steps[at].title, steps[at].events, ring_at(name, steps[at]), note=note)
    return _page(name, url_for("duels.duel", number=number), "replays.duel", number, at, steps, shown)


@pages.get("/contests/<int:number>/replay/<int:at>")
def contest(number: int, at: int) -> str:
    """A step of a contest, counted from 0, with how things stood after it."""
    found = next((contest for contest in rooms().contests() if contest.number == number), None)
    if found is None or not has_replay(found):
        abort(404)
    steps = contests.steps_of(number)
    if at >= len(steps):
        abort(404)
    step = steps[at]
    picture, wide = contests.picture_after(found, step)
    titles = [Moment(f"Step {each.number}", each.events, ()) for each in steps]
    shown = ReplayPage(titles[at].title, step.events, picture, wide)
    name = f"{found.title} {number}"
    return _page(name, url_for("contests.contest", number=number), "replays.contest", number, at, titles, shown)


def has_replay(found: PublicDuel | PublicContest) -> bool:
    """Whether it has ended, and something was resolved in it."""
    if found.state in RUNNING:
        return False
    return bool(found.told) if isinstance(found, PublicDuel) else bool(contests.steps_of(found.number))


def ring_at(name: str, moment: Moment) -> Markup:
    """The ring at a moment of a duel."""
    return Markup(pictures.ring(name, moment.seats, moment.hits, moment.turns, moment.shields))  # noqa: S704


def _page(name: str, home: str, endpoint: str, number: int, at: int, steps: Sequence[Moment], shown: ReplayPage) -> str:
    def place(step: int) -> str:
        return url_for(endpoint, number=number, at=step)

    last = len(steps) - 1
    links = {"first": 0, "prev": at - 1, "next": at + 1, "last": last}
    return render_template(
        "web/replay.html",
        name=name,
        home=home,
        at=at,
        shown=shown,
        titles=[(step.title, place(nth)) for nth, step in enumerate(steps)],
        links={rel: place(step) for rel, step in links.items() if 0 <= step <= last and step != at},
    )
