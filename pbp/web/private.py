"""A player's private page: orders are sent and letters read; and the Battle Master's sheet of private links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, current_app, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from pbp.adapters.local import Account
from pbp.errors import Problem, whereabouts
from pbp.games.base import bare_name
from pbp.games.choices import Filled, check, in_words
from pbp.service import challenges
from pbp.web.desk import Lobby, Question, Task
from pbp.web.rooms import rooms
from pbp.web.safety import COOKIE, keep_cookie, owner, writer

pages = Blueprint("private", __name__)


@dataclass(frozen=True)
class Wrong:
    """A form that was not sent: of which move of which duel (0: a challenge), as it was filled in, and why."""

    number: int
    move: str
    filled: Filled
    problems: Sequence[Problem]


@pages.get("/me/<token>")
def page(token: str) -> Response:
    """The player's own page; the browser remembers whose it is."""
    return _page(owner(token))


def _page(account: Account, wrong: Wrong | None = None, *, late: str = "") -> Response:
    """The page; with a form that was not sent, or that came too `late` for a duel, as that says."""
    entries = rooms().site.mailbox.entries(account.name)
    newest = next((entry for entry in entries if not entry.sent), None)
    nothing = Lobby()
    response = make_response(
        render_template(
            "web/private.html",
            account=account,
            entries=entries,
            newest=newest,
            told=newest if "told" in request.args else None,
            tasks=_tasks(account),
            lobby=rooms().asked(lambda: rooms().desk.lobby(account.name), nothing),
            questions=_questions(account),
            now=rooms().desk.now(),
            wrong=wrong,
            late=late,
        ),
        422 if wrong else 409 if late else 200,
    )
    return keep_cookie(response, account)


@pages.post("/me/<token>/send")
def send(token: str) -> Response:
    """Takes a message in the player's own words."""
    return _say(_writing_owner(token), request.form.get("text", ""))


@pages.post("/me/<token>/order")
def order(token: str) -> Response:
    """Takes an order from a form: one of the moves that the duel offers at this moment, filled in."""
    account = _writing_owner(token)
    number, step = request.form.get("duel", type=int), request.form.get("step", type=int)
    task = next((task for task in _tasks(account) if task.number == number), None)
    if task is None or task.step != step:
        return _page(account, late="That step has closed since you opened the page. This is how it stands now.")
    move = next((move for move in task.moves if move.name == request.form.get("move")), None)
    if move is None:
        return _page(account, late="That cannot be chosen any more. This is how it stands now.")
    filled = {field.name: request.form.getlist(field.name) for field in move.fields if field.name in request.form}
    if problems := check(move, filled):
        return _page(account, Wrong(task.number, move.name, filled, problems))
    return _say(account, f"#{task.number} {in_words(move, filled)}")


@pages.post("/me/<token>/challenge")
def challenge(token: str) -> Response:
    """Takes a challenge from the form: whom, to which game and variant, and those of its options that are changed."""
    account = _writing_owner(token)
    chosen = " ".join(request.form.get("game", "").split())
    lobby = rooms().desk.lobby(account.name)
    game = next((game for game in lobby.games if bare_name(game) == chosen.partition(" ")[0]), None)
    whom = request.form.get("whom", "")
    if game is None or whom not in (*lobby.others, "ANYBODY"):
        abort(400, "Say whom you challenge, and to what.")
    options = [
        f"{option.name}={value}"
        for option in game.options
        if (value := " ".join(request.form.get(f"{bare_name(game)}.{option.name}", "").split()))
        and value != challenges.typed(option.default)
    ]
    return _say(account, " ".join(["CHALLENGE", whom, chosen, *options]))


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
    """Stores the message, has it read at once, and shows the page with the answer first."""
    rooms().site.say(account.name, text)
    try:
        rooms().desk.collect()
    except Exception as error:
        # The message is stored: it is read when the service looks again, whatever went wrong now.
        current_app.logger.error("the message waits for the next look: %s", whereabouts(error))
    return redirect(url_for("private.page", token=account.token, told=1) + "#told", 303)


def _tasks(account: Account) -> Sequence[Task]:
    none: Sequence[Task] = ()
    return rooms().asked(lambda: rooms().desk.tasks(account.name), none)


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
