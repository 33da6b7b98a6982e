"""The sandbox: anybody sets up a ring or a contest, writes spells and orders, and sees what comes of them.

All of a set-up stands in its address, with the seed of its dice: who has the address sees the same. Nothing is kept.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import tomli_w
from flask import Blueprint, Response, abort, current_app, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from pbp.errors import Refused
from pbp.games import GAMES, find_game
from pbp.games.base import CONTEST, bare_name
from pbp.service.lists import spells_alone
from pbp.web import set_ups
from pbp.web.explain import put_into_draft
from pbp.web.facts import PublicDuel
from pbp.web.replays import ring_at
from pbp.web.rooms import rooms
from pbp.web.safety import limit
from pbp.web.set_ups import LIMITS, SetUp
from pbp.web.trials import SandboxResult, Trials

pages = Blueprint("sandbox", __name__)
TRIALS = 20
"""New set-ups that an address may try in a minute."""
_NAMES = ("Ann", "Ben", "Cleo", "Dora")
_FIELD = re.compile(r"order-(\d{1,2})-([12])")


@pages.get("/sandbox")
def begin() -> str:
    """An empty set-up: of a ring with the spells of the ruleset page, of a duel (`?duel=7`), or of a `?game=`."""
    number, name = request.args.get("duel", type=int), request.args.get("game", "")
    if number is not None:
        found = next((duel for duel in rooms().duels() if duel.number == number), None)
        return _page(_of_duel(found) if found else abort(404))
    if not name:
        return _page(_ring(_NAMES, _spells(rooms().house.ruleset)))
    game = find_game(name)
    if game is None or game.format != CONTEST:
        abort(404)
    variant = request.args.get("variant") or (game.variants[0].name if game.variants else "")
    set_up: SetUp = {"game": bare_name(game), "seed": "1", "players": list(_NAMES[:2]), "steps": []}
    return _page(set_up | ({"variant": variant} if variant else {}))


@pages.post("/sandbox")
def cast() -> AnyResponse:
    """Takes a form, and leads to the address of what is set up in it."""
    given = _given(request.form)
    if choice := request.form.get("take", ""):
        new = put_into_draft(given["spells"], _values_named(given), choice) if _short(given) else None
        given["spells"] = new or given.get("spells", "")
    try:
        code = set_ups.address_of(set_ups.checked(given))
    except Refused as error:
        return make_response(_page(given, fault=str(error)), 422)
    return redirect(url_for("sandbox.shown", code=code), 303)


@pages.get("/sandbox/<code>")
def shown(code: str) -> AnyResponse:
    """What comes of the set-up at an address; `?at=` shows one moment of a ring in place of all of it."""
    set_up = _at(code)
    trial = _trial(code, set_up)
    at = request.args.get("at", -1, type=int)
    if trial.moments and not -1 <= at < len(trial.moments):
        abort(404)
    answer = make_response(_page(set_up, trial, code, at))
    answer.headers["X-Robots-Tag"] = "noindex, nofollow"
    return answer


@pages.get("/sandbox/<code>/scenario.toml")
def scenario(code: str) -> Response:
    """The set-up as a scenario file, which `pbp adjudicate` plays to the same end."""
    answer = Response(tomli_w.dumps(set_ups.scenario(_at(code))), mimetype="text/plain")
    answer.headers["Content-Disposition"] = 'attachment; filename="scenario.toml"'
    answer.headers["X-Robots-Tag"] = "noindex, nofollow"
    return answer


def _trial(code: str, set_up: SetUp) -> SandboxResult:
    trials: Trials = current_app.extensions.setdefault("pbp.trials", Trials())
    if not trials.has(code):
        limit(f"sandbox {request.remote_addr}", TRIALS)
    return trials.of(code, set_up)


def _at(code: str) -> SetUp:
    try:
        return set_ups.set_up_at(code)
    except Refused:
        abort(404)


def _page(
    set_up: Mapping[str, Any], trial: SandboxResult | None = None, code: str = "", at: int = -1, fault: str = ""
) -> str:
    game = find_game(set_up["game"])
    moment = (trial.moments[at] if at >= 0 else trial.whole) if trial and trial.moments else None
    steps = trial.steps if trial else ()
    return render_template(
        "web/sandbox.html",
        set_up=set_up,
        is_ring=set_ups.is_ring(set_up),
        game=game,
        games=[game for game in GAMES if game.format == CONTEST],
        limits=LIMITS,
        trial=trial,
        fault=fault,
        code=code,
        at=at,
        moment=moment,
        picture=ring_at("the sandbox", moment) if moment else None,
        orders=[*set_up.get("steps", [])[: len(steps) or None], *([{}] if trial is None or trial.asked else [])],
        rows=[*set_up.get("wizards", []), {}, {}][: LIMITS["wizards"]],
        base=rooms().site.file.base,
    )


# ---- where a set-up comes from ---------------------------------------------------------------------------------------


def _ring(names: tuple[str, ...], spells: str) -> SetUp:
    wizards = [{"name": name, "stars": 20} for name in names]
    return {"game": "wizard-ring", "seed": "1", "wizards": wizards, "spells": spells, "orders": {}}


def _of_duel(duel: PublicDuel) -> SetUp:
    """The ring of a duel with its spells and, after the result, its orders."""
    bundle = rooms().asked(lambda: rooms().service.bundle(duel.number), None)
    steps = bundle.get("steps", []) if bundle else []
    orders = {order["player"]: order["order"] for order in (steps[0]["orders"] if steps else ())}
    wizards: list[dict[str, Any]] = [
        {"name": seat.name, "stars": seat.before} | ({"idle": True} if seat.idle else {}) for seat in duel.seats
    ]
    attributes = {name: values for name, *values in _attributes(bundle)}
    for wizard in wizards:
        if held := dict(attributes.get(wizard["name"], ())):
            wizard["attributes"] = held
    return _ring((), _spells(duel.list_title)) | {"wizards": wizards, "orders": orders}


def _attributes(bundle: Mapping[str, Any] | None) -> list[Any]:
    wizards = (bundle or {}).get("setup", {}).get("wizards", [])
    return [(wizard["name"], *(wizard.get("attributes") or {}).items()) for wizard in wizards]


def _spells(title: str) -> str:
    """The spells alone of a page, as players wrote them."""
    page = rooms().site.wiki.read(title) if title else None
    return spells_alone(page.text) if page else ""


def _given(form: Mapping[str, str]) -> SetUp:
    """What a form says, its numbers read as far as they are numbers; nothing is checked yet."""
    game = find_game(form.get("game", ""))
    head: SetUp = {"game": bare_name(game) if game else "wizard-ring", "seed": form.get("seed", "").strip()}
    if set_ups.is_ring(head):
        return head | _given_ring(form)
    steps: list[dict[str, str]] = []
    players = [form.get(f"player-{seat}", "").strip() for seat in (1, 2)]
    places = sorted((int(found[1]), int(found[2]), key) for key in form if (found := _FIELD.fullmatch(key)))
    for step, seat, key in places:
        while len(steps) <= step:
            steps.append({})
        if words := form[key].replace("\r\n", "\n").strip():
            steps[step][players[seat - 1]] = words
    while steps and not steps[-1]:
        steps.pop()
    variant = {"variant": form["variant"]} if form.get("variant") else {}
    return head | variant | {"players": players, "steps": steps}


def _given_ring(form: Mapping[str, str]) -> SetUp:
    wizards, orders = [], {}
    for row in range(LIMITS["wizards"]):
        name = " ".join(form.get(f"name-{row}", "").split())
        if not name:
            continue
        wizard: dict[str, Any] = {"name": name, "stars": _number(form.get(f"stars-{row}", "") or "0")}
        if form.get(f"idle-{row}"):
            wizard["idle"] = True
        if values := _values(form.get(f"values-{row}", "")):
            wizard["attributes"] = values
        wizards.append(wizard)
        if words := form.get(f"order-{row}", "").strip():
            orders[name] = words
    spells = form.get("spells", "").replace("\r\n", "\n")
    return {"wizards": wizards, "orders": orders, "spells": spells}


def _values(text: str) -> dict[str, Any]:
    """Values as people write them: "Mana 3, Hat Red"."""
    parts = [part.strip().rpartition(" ") for part in text[:400].split(",") if part.strip()]
    return {(name.strip() or held): _number(held) for name, _, held in parts}


def _number(text: str) -> int | str:
    text = text.strip()
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text


def _values_named(given: SetUp) -> frozenset[str]:
    return frozenset(name for wizard in given.get("wizards", []) for name in wizard.get("attributes", {}))


def _short(given: SetUp) -> bool:
    """Whether its spells are no more than is read."""
    return len(given.get("spells", "")) <= LIMITS["characters"]
