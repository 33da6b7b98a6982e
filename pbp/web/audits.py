"""The bundle of a duel for people: what was committed to and when, what was revealed, and who could check what."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from flask import Blueprint, Response, abort, render_template, request

from pbp.bundle import bundle_text
from pbp.bundle.form import find_bundle
from pbp.fair import read_stamp
from pbp.verify import Check, check_bundle, script
from pbp.web.facts import PublicContest, PublicDuel
from pbp.web.rooms import rooms
from pbp.web.safety import limit

pages = Blueprint("audits", __name__)
ARCHIVES = 6
"""Archives that an address can ask for in a minute: of a long season one is large."""


@pages.get("/audits/<int:number>")
def audit(number: int) -> str:
    """What can be checked of a duel that has ended, in words, with the downloads that it takes."""
    bundle = _bundle(number)
    checks = checked(bundle_text(bundle))
    every: list[PublicDuel | PublicContest] = [*rooms().duels(), *rooms().contests()]
    return render_template(
        "web/audit.html",
        bundle=bundle,
        duel=next((each for each in every if each.number == number), None),
        checks=checks,
        failed=[check for check in checks if not check.ok],
        moment=read_stamp,
    )


@pages.get("/audits/<int:number>.json")
def download(number: int) -> Response:
    """The bundle alone, as it was published: a file to keep."""
    answer = Response(bundle_text(_bundle(number)), mimetype="application/json")
    answer.headers["Content-Disposition"] = f'attachment; filename="duel-{number}.json"'
    return answer


@pages.get("/audits/check.py")
def program() -> Response:
    """The script that checks a bundle and needs nothing but Python: `pbp verify --script`."""
    answer = Response(script(), mimetype="text/x-python")
    answer.headers["Content-Disposition"] = 'attachment; filename="check.py"'
    return answer


@pages.get("/seasons/<season>.zip")
def archive(season: str) -> Response:
    """All that was published of a season: `pbp verify --season` checks it without this site."""
    limit(f"archive {request.remote_addr}", ARCHIVES)
    none: bytes | None = None
    made = rooms().asked(lambda: rooms().service.archive(season), none) or abort(404)
    answer = Response(made, mimetype="application/zip")
    answer.headers["Content-Disposition"] = "attachment"
    return answer


@lru_cache(maxsize=256)
def checked(text: str) -> tuple[Check, ...]:
    """What comes of checking a bundle, which is worked out once for the same words."""
    return tuple(check_bundle(find_bundle(text)))


def _bundle(number: int) -> Mapping[str, Any]:
    none: Mapping[str, Any] | None = None
    return rooms().asked(lambda: rooms().service.bundle(number), none) or abort(404)
