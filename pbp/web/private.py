"""A player's private page: orders are sent and letters read; and the Battle Master's sheet of private links."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, abort, current_app, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from pbp.adapters.local import Account
from pbp.errors import whereabouts
from pbp.web.desk import Question, Standing
from pbp.web.rooms import rooms
from pbp.web.safety import COOKIE, keep_cookie, owner, writer

pages = Blueprint("private", __name__)


@pages.get("/me/<token>")
def page(token: str) -> Response:
    """The player's own page; the browser remembers whose it is."""
    account = owner(token)
    entries = rooms().site.mailbox.entries(account.name)
    response = make_response(
        render_template(
            "web/private.html",
            account=account,
            entries=entries,
            newest=next((entry for entry in entries if not entry.sent), None),
            standing=_standing(account),
            questions=_questions(account),
            duel=rooms().duel_now(),
            now=rooms().desk.now(),
        )
    )
    return keep_cookie(response, account)


@pages.post("/me/<token>/send")
def send(token: str) -> Response:
    """Takes a message in the player's own words."""
    return _say(_writing_owner(token), request.form.get("text", ""))


@pages.post("/me/<token>/cast")
def cast(token: str) -> Response:
    """Takes an order from the form: the spell and its inputs, put into the words of a CAST line."""
    account = _writing_owner(token)
    inputs = [request.form[name] for name in sorted(request.form) if name.startswith("ask")]
    duel = request.form.get("duel", type=int)
    words = f"{f'#{duel} ' if duel else ''}CAST {request.form.get('spell', '')} {', '.join(inputs)}"
    # One line, whatever a browser sends: a second line would be a second order.
    return _say(account, " ".join(words.split()))


@pages.post("/me/<token>/rule")
def rule(token: str) -> Response:
    """Takes a suggestion for a spell, by the words of a letter that proves itself."""
    account = _master(_writing_owner(token))
    asked = {field: " ".join(request.form.get(field, "").split()) for field in ("duel", "spell", "number", "why")}
    question = next(
        (each for each in _questions(account) if (str(each.duel), each.name) == (asked["duel"], asked["spell"])), None
    )
    if question is None or not asked["number"].isdigit():
        abort(409, "That spell does not wait for a ruling any more.")
    line = f"#{question.duel} RULE {question.name} {asked['number']} STEP {question.step} WHY {asked['why']}"
    return _say(account, f"{line}\n\nTOKEN {question.proof}")


@pages.get("/me/<token>/links")
def links(token: str) -> str:
    """Every private link, for a Battle Master to print and cut up."""
    account = _master(owner(token))
    everybody = rooms().site.people.all()
    return render_template(
        "web/links.html", account=account, everybody=everybody, url=rooms().site.private_url, now=rooms().desk.now()
    )


@pages.post("/me/<token>/renew")
def renew(token: str) -> Response:
    """A new link in place of one's own, or, by a Battle Master, of anybody's."""
    account = _writing_owner(token)
    name = request.form.get("name", account.name)
    if name != account.name:
        _master(account)
        rooms().site.renew(name)
        return redirect(url_for("private.links", token=token), 303)
    return redirect(url_for("private.page", token=rooms().site.renew(name)), 303)


@pages.post("/leave")
def leave() -> Response:
    """Makes the browser forget whose private link it opened."""
    writer()
    response = redirect(url_for("reading.front"), 303)
    response.delete_cookie(COOKIE)
    return response


def _say(account: Account, text: str) -> Response:
    """Stores the message, has it read at once, and shows the page with the answer."""
    rooms().site.say(account.name, text)
    try:
        rooms().desk.collect()
    except Exception as error:
        # The message is stored: it is read when the service looks again, whatever went wrong now.
        current_app.logger.error("the message waits for the next look: %s", whereabouts(error))
    return redirect(url_for("private.page", token=account.token) + "#letters", 303)


def _standing(account: Account) -> Standing | None:
    return rooms().asked(lambda: rooms().desk.standing(account.name), None)


def _questions(account: Account) -> Sequence[Question]:
    none: Sequence[Question] = ()
    return rooms().asked(lambda: rooms().desk.questions(account.name), none) if account.master else none


def _writing_owner(token: str) -> Account:
    account = owner(token)
    if writer() != account:
        abort(403)
    return account


def _master(account: Account) -> Account:
    if not account.master:
        abort(403, "This is for the Battle Master.")
    return account
