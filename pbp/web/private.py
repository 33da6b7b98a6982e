"""A player's private page: orders are sent and letters read; and the Battle Master's sheet of private links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, current_app, g, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from pbp.adapters.local import Account
from pbp.clock import zones
from pbp.errors import Problem, Refused, whereabouts
from pbp.games.base import bare_name
from pbp.games.choices import Filled, check, in_words
from pbp.service import challenges
from pbp.web.facts import Task
from pbp.web.lobby import Lobby
from pbp.web.rooms import rooms
from pbp.web.safety import COOKIE, is_of, keep_cookie, other, owner, writer

pages = Blueprint("private", __name__)


_WAITS = ("ALWAYS", "NEXT", "IF")
_NOT_NOW = "That cannot be tried now. Try again in a moment."


@dataclass(frozen=True)
class Wrong:
    """A form that was not sent: of which move of which duel (0: a challenge), as it was filled in, and why."""

    number: int
    move: str
    filled: Filled
    problems: Sequence[Problem]


@pages.get("/me/<token>")
def page(token: str) -> Response:
    """The player's own page, or the Battle Master's desk; the browser remembers whose it is.

    One that is known as another's asks first.
    """
    account = owner(token)
    if known := other(account):
        return _ask(known, account)
    plays = account.name in {wizard.name for wizard in rooms().wizards()}
    return _page(account) if plays or not account.master else desk_page(account)


@pages.get("/me/<token>/desk")
def desk(token: str) -> Response:
    """The desk of a Battle Master, who may play under the same link."""
    account = master(owner(token))
    known = other(account)
    return _ask(known, account) if known else desk_page(account)


def desk_page(account: Account, *, late: str = "") -> Response:
    """The desk: what waits, and all that can be decided; `late` says why a decision came to nothing."""
    entries = rooms().site.mailbox.entries(account.name)
    done = request.args.get("done", type=int)
    journal, _ = rooms().service.journal("", 0)
    response = make_response(
        render_template(
            "web/desk.html",
            account=account,
            entries=entries,
            board=rooms().service.board(account.name),
            done=next((entry for entry in journal if entry.id == done), None),
            journal=journal[:8],
            late=late,
        ),
        409 if late else 200,
    )
    return keep_cookie(response, account)


def _ask(known: Account, account: Account) -> Response:
    """Asks somebody who has opened another's link whether that is whom the browser is to know."""
    g.visitor = known
    return make_response(render_template("web/other.html", account=account))


@pages.post("/me/<token>/become")
def become(token: str) -> Response:
    """Lets a browser be known as the owner of this link from now on: who it was until now says so."""
    account = owner(token)
    known = other(account)
    if known and not is_of(known, request.form.get("mark", "")):
        abort(403, "This form was not made for you. Open the link again.")
    return keep_cookie(make_response(redirect(url_for("private.page", token=token), 303)), account)


def _page(account: Account, wrong: Wrong | None = None, *, late: str = "", tried: str = "") -> Response:
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
            lobby=rooms().asked(lambda: rooms().service.lobby(account.name), nothing),
            wrong=wrong,
            late=late,
            tried=tried,
            waits=request.form.get("waits", ""),
            words=request.form.get("words", ""),
            zones=zones(),
            followed=rooms().site.people.follow_token(account.name),
        ),
        422 if wrong else 409 if late else 200,
    )
    return keep_cookie(response, account)


@pages.post("/me/<token>/send")
def send(token: str) -> Response:
    """Takes a message in the player's own words."""
    return _say(writing_owner(token), request.form.get("text", ""))


@pages.post("/me/<token>/order")
def order(token: str) -> Response:
    """Takes an order from a form: one of the moves that the duel offers at this moment, filled in."""
    account = writing_owner(token)
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


@pages.post("/me/<token>/waits")
def waits(token: str) -> Response:
    """Takes an order that waits, or says what it would be now and keeps nothing."""
    account = writing_owner(token)
    verb, words = request.form.get("waits", ""), " ".join(request.form.get("words", "").split())
    if verb not in _WAITS:
        abort(400, "Say in which duels it is to count.")
    line = words if verb == "IF" and words.upper().startswith("IF ") else f"{verb} {words}"
    if "try" not in request.form:
        return _say(account, line)
    return _page(account, tried=rooms().asked(lambda: rooms().service.tried(account.name, line), _NOT_NOW))


@pages.post("/me/<token>/challenge")
def challenge(token: str) -> Response:
    """Takes a challenge from the form: whom, to which game and variant, and those of its options that are changed."""
    account = writing_owner(token)
    chosen = " ".join(request.form.get("game", "").split())
    lobby = rooms().service.lobby(account.name)
    game = next((game for game in lobby.games if bare_name(game) == chosen.partition(" ")[0]), None)
    whom = request.form.get("whom", "")
    if game is None or whom not in (*dict(lobby.others), "ANYBODY"):
        abort(400, "Say whom you challenge, and to what.")
    options = [
        f"{option.name}={value}"
        for option in game.options
        if (value := " ".join(request.form.get(f"{bare_name(game)}.{option.name}", "").split()))
        and value != challenges.typed(option.default)
    ]
    return _say(account, " ".join(["CHALLENGE", whom, chosen, *options]))


@pages.post("/me/<token>/told")
def told(token: str) -> Response:
    """Takes how the player wants to be told, from the form: what is changed is said."""
    account = writing_owner(token)
    before = rooms().service.lobby(account.name).told
    if before is None:
        abort(400, "Nobody plays under this link.")
    known = {"NOTIFY": before.notify, "REMIND": before.remind, "TIMEZONE": before.zone or "UTC"}
    given = {verb: " ".join(request.form.get(verb.lower(), "").split()) for verb in known}
    if given["REMIND"] == "AT":
        given["REMIND"] = " ".join(request.form.get("times", "").split())
    return _say(
        account, "\n".join(f"{verb} {given[verb] or '?'}" for verb in known if given[verb] != known[verb]) or "TIMEZONE"
    )


@pages.post("/me/<token>/away")
def away(token: str) -> Response:
    """Takes an absence from the form: its first and last day, and whether the player stays in the ring."""
    account = writing_owner(token)
    first, last, stays = (" ".join(request.form.get(name, "").split()) for name in ("from", "until", "stays"))
    days = f"{first} to {last}" if first else f"until {last}"
    return _say(account, f"AWAY {days}, {'active' if stays else 'idle'}")


@pages.get("/me/<token>/links")
def links(token: str) -> str:
    """Every private link, for a Battle Master to print and cut up."""
    account = master(owner(token))
    everybody = rooms().site.people.all()
    return render_template(
        "web/links.html", account=account, everybody=everybody, url=rooms().site.private_url, now=rooms().service.now()
    )


@pages.post("/me/<token>/push")
def push(token: str) -> Response:
    """Lets this browser be told of letters; or, if one is named to `stop`, no more."""
    account, form = writing_owner(token), request.form
    if "stop" in form:
        rooms().service.unsubscribe(account.name, form["stop"])
    else:
        try:
            given = (form.get(name, "") for name in ("endpoint", "p256dh", "auth"))
            rooms().service.subscribe(account.name, *given)
        except Refused as error:
            abort(400, str(error))
    return redirect(url_for("private.page", token=token) + "#pushes", 303)


@pages.get("/worker.js")
def worker() -> Response:
    """The script that shows pushes, at the root so that it serves the whole site."""
    return current_app.send_static_file("worker.js")


@pages.post("/me/<token>/follow")
def follow(token: str) -> Response:
    """Addresses of an own feed and calendar, in place of those before."""
    rooms().site.people.renew_follow_token(writing_owner(token).name)
    return redirect(url_for("private.page", token=token) + "#follow", 303)


@pages.post("/me/<token>/renew")
def renew(token: str) -> Response:
    """A new link in place of one's own, or, by a Battle Master, of anybody's."""
    account = writing_owner(token)
    name = request.form.get("name", account.name)
    if name != account.name:
        master(account)
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
        rooms().service.collect()
    except Exception as error:
        # The message is stored: it is read when the service looks again, whatever went wrong now.
        current_app.logger.error("the message waits for the next look: %s", whereabouts(error))
    return redirect(url_for("private.page", token=account.token, told=1) + "#told", 303)


def _tasks(account: Account) -> Sequence[Task]:
    none: Sequence[Task] = ()
    return rooms().asked(lambda: rooms().service.tasks(account.name), none)


def writing_owner(token: str) -> Account:
    """Who sends this form from an own private page; ends in 403 for anybody else."""
    account = owner(token)
    if writer() != account:
        abort(403)
    return account


def master(account: Account) -> Account:
    """The account, if it is the Battle Master's or a deputy's; ends in 403 otherwise."""
    if not account.master:
        abort(403, "This is for the Battle Master.")
    return account
