"""What is done at the Battle Master's desk: decisions by forms and in words, and the journal."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, abort, render_template, request, url_for
from flask import redirect as sent_to
from werkzeug.wrappers import Response

from pbp.adapters.local import Account
from pbp.app import Busy
from pbp.commands import written
from pbp.commands.decisions import Decision, composed, decisions
from pbp.commands.words import DECISIONS
from pbp.web.private import desk_page, master, writing_owner
from pbp.web.reading import body
from pbp.web.rooms import rooms
from pbp.web.safety import owner

pages = Blueprint("decisions", __name__)

_ONLY_ASKS = frozenset({"STATUS", "READ-LETTER"})
"""What these say is for the reader alone, and stands in no journal."""


@pages.post("/me/<token>/desk/decide")
def decide(token: str) -> Response | str:
    """Takes a decision from its form; what is grave is shown first, and done when it is said again."""
    account = master(writing_owner(token))
    word = DECISIONS.get(request.form.get("verb", ""))
    if word is None:
        abort(400, "There is no such decision.")
    duel, step = (request.form.get(name, type=int) or None for name in ("duel", "step"))
    values = {name: request.form.get(name, "") for name in (*(ask.name for ask in word.asks), "why")}
    return _made(account, [composed(word, values, duel, step)])


@pages.post("/me/<token>/desk/say")
def say(token: str) -> Response | str:
    """Takes decisions in words, as a letter has them."""
    account = master(writing_owner(token))
    found, _ = decisions(written(request.form.get("text", "")))
    if not found:
        return desk_page(account, late="No decision was found in that: each begins a line with its word in capitals.")
    return _made(account, found)


@pages.get("/me/<token>/desk/journal")
def journal(token: str) -> str:
    """The journal, newest first, or what of it has all the words that are looked for."""
    account = master(owner(token))
    words, before = request.args.get("q", ""), max(0, request.args.get("before", 0, type=int))
    entries, on = rooms().service.journal(words, before)
    return render_template("web/journal.html", account=account, entries=entries, words=words, before=before, on=on)


def _made(account: Account, made: Sequence[Decision]) -> Response | str:
    """Carries decisions out, or shows what they would say: if that was asked, or one cannot be taken back."""
    only_shown = request.form.get("do") == "see"
    grave = any(DECISIONS[decision.verb].twice for decision in made) and "sure" not in request.form
    rehearsed = only_shown or grave
    try:
        outcomes = [rooms().service.decide(account.name, decision, rehearsed=rehearsed) for decision in made]
    except Busy:
        return desk_page(account, late="Another run is at work just now. Nothing was done: please try again.")
    if not rehearsed and len(made) == 1 and outcomes[0].done and made[0].verb not in _ONLY_ASKS:
        where = url_for("private.desk", token=account.token, done=outcomes[0].entry)
        return sent_to(f"{where}#done", 303)
    return render_template(
        "web/decided.html",
        account=account,
        made=list(zip(made, outcomes, strict=True)),
        rehearsed=rehearsed,
        words=DECISIONS,
        fields=[(name, value) for name, value in request.form.items(multi=True) if name not in ("do", "sure", "mark")],
        again=request.path,
        body=body,
    )
