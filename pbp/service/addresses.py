"""A player's further addresses: asked for from one that is known, bound from the new one by a code."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pbp.commands import Command
from pbp.commands.answers import Kind
from pbp.service import limits, wishes
from pbp.service.asked import Answer, Asked, Handler
from pbp.service.desk import Desk, short_hash
from pbp.store.states import Intent

_DAILY = limits.Limit(3, 3)
"""How many addresses one player can ask for in a day, and how many codes come to one: to people who never asked."""
_ONCE = limits.Limit(1, 1)
_CODE = "confirm"


def is_code(desk: Desk, key: str) -> bool:
    """Whether the text with this key is a letter that takes a code to a new address."""
    return key.startswith(f"{desk.key(None, _CODE)}.")


def _address(asked: Asked, command: Command) -> Answer:
    """ADDRESS channel:address: sends a code to the new address; CONFIRM with it from there binds that address."""
    channel, _, words = command.rest.partition(":")
    channel, address = channel.strip().casefold(), re.sub(r"^/?u/", "", words.strip())
    known = [name for name in asked.desk.mailboxes if name != "local"]  # a private page needs no address
    form = r"[^\s<>,;@]+@[^\s<>,;@]+\.[^\s<>,;@]+" if channel == "mail" else r"[^\s<>,;]+"
    ours = (asked.desk.config.mail.address, asked.desk.config.reddit.account)
    if channel not in known or not re.fullmatch(form, address) or address.casefold() in map(str.casefold, ours):
        return Answer(Kind.ADDRESS_REFUSED, {"why": "", "channels": known})
    holder = asked.tx.wizard_at(channel, address)
    if holder == asked.wizard:
        return Answer(Kind.ADDRESS_REFUSED, {"why": f"{channel}:{address} is yours already", "channels": known})
    place, own = f"{channel}:{address}".casefold(), f"addresses.{asked.wizard}"
    again = f"{own}.{short_hash(place)}"
    if why := _too_often(asked, own, again):
        return Answer(Kind.ADDRESS_REFUSED, {"why": why.format(f"{channel}:{address}"), "channels": known})
    for what in (own, again):
        limits.count(asked.tx, what, asked.at)
    asked.tx.journal(asked.at, "address-asked", wizard=asked.wizard, channel=channel, address=short_hash(address))
    if holder is None:
        _send_code(asked, channel, address)
    return Answer(Kind.ADDRESS_SENT, {"channel": channel, "address": address})


def _too_often(asked: Asked, own: str, again: str) -> str:
    """Why a player can have no code sent now: it hangs on what that player did alone."""
    if limits.left(asked.tx, again, _ONCE, asked.at) < 1:
        return "you asked for {} today already"
    return "you can ask for no more addresses today" if limits.left(asked.tx, own, _DAILY, asked.at) < 1 else ""


def _send_code(asked: Asked, channel: str, address: str) -> None:
    """Sends a code to an address that is nobody's, unless as many came there today: nobody is told which."""
    desk, tx, at = asked.desk, asked.tx, asked.at
    place = short_hash(f"{channel}:{address}".casefold())
    if limits.left(tx, f"codes.{place}", _DAILY, at) < 1:
        return
    limits.count(tx, f"codes.{place}", at)
    code = wishes.make(tx, Intent.ADDRESS, asked.wizard, channel, address, at)
    key = desk.key(None, f"{_CODE}.{at:%Y-%m-%d}", f"{place}.{asked.wizard}")
    desk.letter(tx, key, (channel, address), "confirm", at, wizard=asked.wizard, code=code)


HANDLERS: Mapping[str, Handler] = {"ADDRESS": _address}
