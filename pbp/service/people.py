"""Wizards: who they are, where they write from, whether they take part."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pbp.config import Config
from pbp.errors import NotFound, Refused
from pbp.service import names, wishes
from pbp.service.desk import Desk, short_hash
from pbp.spells.tree.base import LARGEST
from pbp.store import Tx, Wish, Wizard
from pbp.store.states import Notify

NOTIFY = ("ALL", "REMINDERS", "NONE")
"""What a player can be told without asking: everything, reminders only, nothing. Answers are always sent."""

_DEPUTY = "deputy:"
"""The beginning of the notes that keep who decides beside the Battle Master."""


def free_name(config: Config, name: str) -> str:
    """A fair name that is not the Battle Master's, under which the service itself writes. Raises Refused."""
    name = names.fair_name(name)
    names.unlike(name, [config.battle_master.name])
    if name.casefold() == config.battle_master.name.casefold():
        raise Refused(f"{name} is the Battle Master's name, under which this service itself writes: choose another")
    return name


def new_name(config: Config, tx: Tx, name: str) -> str:
    """A free name that looks like no wizard's. Raises Refused."""
    name = free_name(config, name)
    names.unlike(name, (wizard.name for wizard in tx.wizards()))
    return name


def _bounded(what: str, number: int) -> int:
    """A number that the sheet can track. Raises Refused for one that would not be what it says any more."""
    if not -LARGEST <= number <= LARGEST:
        raise Refused(f"{what} cannot be {number:,}: no number goes beyond {LARGEST:,}, or below {-LARGEST:,}")
    return number


def is_masters_page(desk: Desk, name: str) -> bool:
    """Whether a name is that of the Battle Master's own private page: whoever bore it would be sent its link."""
    return f"local:{name}".casefold() in map(str.casefold, desk.config.battle_master.addresses)


def starting_stars(tx: Tx, default: int) -> int:
    """The Stars of a new wizard: the default or the lowest number held by an active wizard, whichever is higher."""
    held = [wizard.stars for wizard in tx.wizards() if wizard.active]
    return max(default, min(held)) if held else default


def add_wizard(
    desk: Desk, tx: Tx, name: str, at: datetime, *, stars: int | None = None, attributes: dict[str, Any] | None = None
) -> Wizard:
    """Makes a new wizard, active. Raises Refused if the name is taken or unfit."""
    wizard = Wizard(
        name=new_name(desk.config, tx, name),
        stars=starting_stars(tx, desk.config.ring.default_stars) if stars is None else _bounded("Stars", stars),
        active=True,
        attributes=attributes or {},
        notify=Notify.ALL,
        joined=at,
    )
    if not tx.add_wizard(wizard):
        raise Refused(f"there is a wizard called {name!r} already")
    wishes.name_is_taken(desk, tx, wizard.name, at)
    tx.journal(at, "joined", wizard=wizard.name, stars=wizard.stars)
    return wizard


def take_on(desk: Desk, tx: Tx, name: str, at: datetime, *, stars: int | None = None) -> Wizard:
    """A new wizard by the Battle Master's word, who writes by a private page if the embedded site takes letters.

    Raises Refused.
    """
    wizard = add_wizard(desk, tx, name, at, stars=stars)
    if "local" in desk.mailboxes:
        bind(tx, wizard.name, "local", wizard.name, at)
    return wizard


def make_deputy(desk: Desk, tx: Tx, name: str) -> str:
    """Lets somebody decide as the Battle Master does, from a private page of that name. Raises Refused."""
    name = free_name(desk.config, name)
    if tx.wizard(name):
        raise Refused(f"{name} is a wizard's name: whoever plays decides under another, so that the two are apart")
    tx.set_note(f"{_DEPUTY}{name.casefold()}", name)
    return name


def deputies(tx: Tx) -> list[str]:
    """Who decides beside the Battle Master, by name."""
    return sorted(tx.notes(_DEPUTY).values())


def approve(desk: Desk, tx: Tx, name: str, at: datetime, place: tuple[str, str] | None = None) -> Wizard:
    """Lets in the player who asked to join under that name, and writes a welcome; or takes on a row of the sheet.

    `place`: the (channel, address) that is meant. Nobody is let in from one that the Battle Master did not name.
    Raises Refused.
    """
    row = json.loads(tx.note(_row_note(name)) or "null")
    meant = _meant(tx, name, at, place)
    if not row and meant is None:
        raise Refused(f"nobody has asked to join as {name!r}, and no unknown row of the sheet bears that name")
    values = {"stars": row["stars"], "attributes": row["attributes"]} if row else {}
    if meant:
        tx.end_wish(meant)
    wizard = add_wizard(desk, tx, name, at, **values)
    if meant:
        bind(tx, wizard.name, meant.channel, meant.address, at)
    if row:
        set_active(tx, wizard, row["active"], at, by="the Battle Master")
    desk.letter_to(tx, wizard.name, desk.key(None, "welcome", wizard.name), "welcome", at, stars=wizard.stars)
    return wizard


def refuse(desk: Desk, tx: Tx, name: str, at: datetime, place: tuple[str, str] | None = None, why: str = "") -> Wish:
    """Lets nobody in who asked to join under that name from `place`, and tells them, with a reason if there is one.

    The name is free again; they may ask once more. Raises Refused.
    """
    wish = _meant(tx, name, at, place)
    if wish is None:
        raise Refused(f"nobody has asked to join as {name!r}")
    tx.end_wish(wish)
    tx.journal(at, "join-refused", wizard=wish.wizard, channel=wish.channel)
    asked = short_hash(f"{wish.channel}:{wish.address}:{wish.asked.isoformat()}")
    key = f"{desk.key(None, 'refused')}.{asked}"
    desk.letter(tx, key, (wish.channel, wish.address), "refused", at, name=wish.wizard, why=why)
    return wish


def _meant(tx: Tx, name: str, at: datetime, place: tuple[str, str] | None) -> Wish | None:
    """The wish to join under a name from a place; None if nobody asked for it. Raises Refused where it is in doubt."""
    waiting = {(wish.channel, wish.address.casefold()): wish for wish in wishes.waiting(tx, name, at)}
    meant = waiting.get((place[0], place[1].casefold())) if place else None
    if place and meant is None:
        raise Refused(f"nobody has asked to join as {name!r} from {':'.join(place)}")
    if not place and waiting:
        said = " or ".join(f"{wish.channel}:{wish.address}" for wish in waiting.values())
        raise Refused(f"say from which address {name} may write: {said}")
    return meant


def asking(tx: Tx, at: datetime) -> list[Wish]:
    """Who has proven an address and waits to be let in, by name."""
    return sorted(wishes.all_waiting(tx, at), key=lambda wish: (wish.folded, wish.asked))


def unknown_rows(tx: Tx) -> list[str]:
    """The names of the rows of the sheet that are nobody's here."""
    names = (name.removeprefix(_row_note("")) for name, row in tx.notes(_row_note("")).items() if row)
    return sorted(name for name in names if not tx.wizard(name))


def remember_row(tx: Tx, name: str, stars: int | None, active: bool, attributes: Mapping[str, Any]) -> None:
    """Keeps what a row of the sheet says of somebody whom we do not know, for when the Battle Master approves it."""
    tx.set_note(_row_note(name), json.dumps({"stars": stars, "active": active, "attributes": dict(attributes)}))


def _row_note(name: str) -> str:
    return f"row:{' '.join(name.casefold().split())}"


def known(tx: Tx, name: str) -> Wizard:
    """The wizard of that name. Raises NotFound."""
    wizard = tx.wizard(name)
    if wizard is None:
        raise NotFound(f"there is no wizard called {name!r}; `pbp player list` shows all")
    return wizard


def set_active(tx: Tx, wizard: Wizard, active: bool, at: datetime, by: str) -> bool:
    """Makes a wizard active or idle; False if nothing changed. The change is journalled: it is public."""
    if wizard.active == active:
        return False
    tx.change_wizard(wizard.name, active=active)
    tx.journal(at, "active" if active else "idle", wizard=wizard.name, by=by)
    return True


def adjust(tx: Tx, name: str, at: datetime, why: str, *, source: str, **values: Any) -> dict[str, Any]:
    """Sets values of a wizard by decision or by another's edit of the sheet; journalled with old and new.

    `values`: stars, active, attributes. Gives what changed, {value: [old, new]}. Raises NotFound, Refused.
    """
    wizard = known(tx, name)
    for what, number in {"Stars": values.get("stars"), **(values.get("attributes") or {})}.items():
        if isinstance(number, int):
            _bounded(what, number)
    changed = {key: [getattr(wizard, key), value] for key, value in values.items() if getattr(wizard, key) != value}
    if changed:
        tx.change_wizard(wizard.name, **{key: new for key, (_, new) in changed.items()})
        tx.journal(at, "adjusted", wizard=wizard.name, changed=changed, why=why, source=source)
    return changed


def bind(tx: Tx, wizard: str, channel: str, address: str, at: datetime) -> None:
    """Binds an address to a wizard. What anybody had asked for it is settled with that."""
    for wish in tx.wishes_at(channel, address):
        tx.end_wish(wish)
    tx.bind_address(channel, address, wizard, at)
    tx.journal(at, "address", wizard=wizard, channel=channel)
