"""The host's own templates that fail: kept in the store from run to run, and told to the Battle Master once each."""

from __future__ import annotations

import json
from datetime import datetime

from pbp.service.desk import Desk, short_hash
from pbp.store import Tx

_NOTE = "templates"


def failing(desk: Desk, tx: Tx) -> dict[str, str]:
    """Which of the host's templates fail, and why: those that cannot be read, and those that failed in use.

    One that failed in use counts until it is changed.
    """
    return {name: why for name, (_, why) in _known(desk, tx).items()}


def note(desk: Desk, tx: Tx, at: datetime) -> None:
    """Keeps which templates fail, and tells the Battle Master of those that are new."""
    kept, known = tx.note(_NOTE) or "{}", _known(desk, tx)
    now = json.dumps(known, sort_keys=True)
    if now == kept:
        return
    tx.set_note(_NOTE, now)
    before = json.loads(kept)
    for name, (changed, why) in sorted(known.items()):
        if before.get(name) != [changed, why]:
            tx.journal(at, "template", name=name, why=why)
            what = f"template.{name}.{changed}.{short_hash(why)}"
            desk.tell_master(tx, what, at, about="template", name=name, why=why, duel=None)


def _known(desk: Desk, tx: Tx) -> dict[str, tuple[int, str]]:
    """By template: when it was last changed, and why it fails."""
    noted = {name: (changed, why) for name, (changed, why) in json.loads(tx.note(_NOTE) or "{}").items()}
    used = {**noted, **desk.texts.broken}
    still = {name: told for name, told in used.items() if told[0] == desk.texts.changed(name)}
    return {**still, **{name: (desk.texts.changed(name), why) for name, why in desk.texts.faults().items()}}
