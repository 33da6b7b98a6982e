"""Who cannot be reached: addresses at which letters of ours are refused, or from which they come back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pbp.ports import Message
from pbp.service.desk import Desk, short_hash
from pbp.store import Outgoing, Tx

REFUSED, RETURNED = "refused", "returned"
"""By what it was found out: the site took no letter to there, or took it and gave it back later."""

_NOTE = "unreached:"


def lost(desk: Desk, tx: Tx, channel: str, address: str, why: str, at: datetime, *, by: str) -> None:
    """Notes that letters do not arrive at an address, and tells the Battle Master: once, until it is heard from again.

    What comes back again and again for another reason is told again.
    """
    before = _known(tx, channel, address)
    if before and (before["by"], before["why"]) == (by, why):
        return
    name = tx.wizard_at(channel, address)
    found = {"by": by, "why": why, "channel": channel, "address": address, "since": at.isoformat()}
    tx.set_note(_note(channel, address), json.dumps(found))
    others = [pair for pair in tx.addresses(name) if pair != (channel, address)] if name else []
    desk.tell_master(
        tx, f"unreached.{channel}:{address}.{at.isoformat()}", at, but=f"{channel}:{address}", about="unreached",
        name=name, channel=channel, address=address, why=why, by=by, others=others, duel=None,
    )  # fmt: skip


def works(tx: Tx, channel: str, address: str) -> None:
    """A letter was taken for an address. That it will not come back nobody knows yet."""
    if (before := _known(tx, channel, address)) and before["by"] == REFUSED:
        tx.set_note(_note(channel, address), "")


def heard(tx: Tx, channel: str, address: str) -> None:
    """A message came from there: letters may arrive again."""
    if _known(tx, channel, address):
        tx.set_note(_note(channel, address), "")


def hear_report(desk: Desk, tx: Tx, channel: str, message: Message, at: datetime) -> bool:
    """Does with a mail server's report what it says of a letter of ours; False if it is on none that we sent there.

    Anybody can write such a report. It changes nothing but what the Battle Master knows, and must name our letter.
    """
    report = message.report
    item = tx.letter_with_id(channel, report.of) if report else None
    if report is None or item is None or (report.to and report.to.casefold() != _to(item).casefold()):
        return False
    if report.delayed:
        place, name = f"{channel}:{_to(item)}", tx.wizard_at(channel, _to(item))
        facts: dict[str, Any] = {"name": name, "address": _to(item), "why": report.words, "duel": None}
        desk.tell_master(tx, f"delayed.{place}.{at:%Y-%m-%d}", at, but=place, about="delayed", **facts)
    else:
        lost(desk, tx, channel, _to(item), report.words, at, by=RETURNED)
    return True


def unreached(tx: Tx) -> list[Mapping[str, Any]]:
    """The addresses at which letters do not arrive: channel, address, why, and since when."""
    return [json.loads(found) for _, found in sorted(tx.notes(_NOTE).items()) if found]


def _to(item: Outgoing) -> str:
    return str(item.payload["to"])


def _known(tx: Tx, channel: str, address: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(tx.note(_note(channel, address)) or "{}")
    return found


def _note(channel: str, address: str) -> str:
    return f"{_NOTE}{channel}:{short_hash(address.casefold())}"
