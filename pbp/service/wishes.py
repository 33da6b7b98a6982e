"""What somebody asks for an address, until a code came back from there: to join, or to write from there too.

Nothing binds an address before that, and a wish to join never before the Battle Master has approved it, or JOIN is
open: an address that is bound is always a wizard's.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from pbp.service.desk import Desk, short_hash
from pbp.store import Tx, Wish
from pbp.store.states import Intent

_CODE_LIFE = timedelta(days=3)
_WAITS = timedelta(days=30)
"""How long a code is good, and how long who has proven an address may wait for the Battle Master."""


def make(tx: Tx, intent: Intent, name: str, channel: str, address: str, at: datetime) -> str:
    """Keeps a wish; gives the code that has to come back from the address."""
    code = secrets.token_hex(6).upper()
    tx.add_wish(Wish(channel, address, intent, name, name.casefold(), code, at))
    return code


def proven_by(tx: Tx, channel: str, address: str, code: str, at: datetime) -> Wish | None:
    """The wish for that address whose code this is; None if there is none, or it has come too late."""
    given = code.strip().upper().encode()
    for wish in tx.wishes_at(channel, address):
        fresh = timedelta(0) <= at - wish.asked <= _CODE_LIFE
        if wish.code and fresh and secrets.compare_digest(wish.code.encode(), given):
            return wish
    return None


def waiting(tx: Tx, name: str, at: datetime) -> list[Wish]:
    """Those who wait for the Battle Master to let them join under that name."""
    return [wish for wish in tx.wishes_for(name) if _waits(wish, at)]


def all_waiting(tx: Tx, at: datetime) -> list[Wish]:
    """Those who wait for the Battle Master to let them join, under whatever name."""
    return [wish for wish in tx.wishes() if wish.intent == Intent.JOIN and _waits(wish, at)]


def waiting_at(tx: Tx, channel: str, address: str, at: datetime) -> str | None:
    """The name under which somebody at that address waits to join."""
    names = (wish.wizard for wish in tx.wishes_at(channel, address) if wish.intent == Intent.JOIN and _waits(wish, at))
    return next(names, None)


def _waits(wish: Wish, at: datetime) -> bool:
    return wish.code is None and at - wish.asked <= _WAITS


def name_is_taken(desk: Desk, tx: Tx, name: str, at: datetime) -> None:
    """Ends every wish for a name; who had proven an address is told."""
    for wish in tx.wishes_for(name):
        tx.end_wish(wish)
        if _waits(wish, at):
            key = f"{desk.key(None, 'taken')}.{short_hash(f'{wish.channel}:{wish.address}:{wish.asked.isoformat()}')}"
            desk.letter(tx, key, (wish.channel, wish.address), "taken", at, name=name)
