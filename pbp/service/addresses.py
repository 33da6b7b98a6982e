"""A player's further addresses: asked for from one that is known, bound from the new one by a code."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pbp.commands import Command
from pbp.commands.answers import Kind
from pbp.service import people
from pbp.service.asked import Answer, Asked, Handler
from pbp.service.desk import Desk, short_hash

DAILY = 3
"""Codes that one player can have sent to new addresses in a day: they go to people who may never have asked."""
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
    if holder:
        whose = "yours already" if holder == asked.wizard else "another player's"
        return Answer(Kind.ADDRESS_REFUSED, {"why": f"{channel}:{address} is {whose}", "channels": known})
    today = f"{asked.at:%Y-%m-%d}"
    note = f"addresses:{asked.wizard}"
    day, _, count = (asked.tx.note(note) or "").partition(" ")
    sent = int(count) if day == today else 0
    key = asked.desk.key(None, f"{_CODE}.{today}", f"{channel}:{address}".casefold())
    if sent >= DAILY or asked.tx.outgoing(key):
        why = "no more codes are sent today" if sent >= DAILY else f"a code went to {channel}:{address} today already"
        return Answer(Kind.ADDRESS_REFUSED, {"why": why, "channels": known})
    asked.tx.set_note(note, f"{today} {sent + 1}")
    code = people.bind(asked.desk, asked.tx, asked.wizard, channel, address, asked.at, confirmed=False)
    asked.desk.letter(asked.tx, key, (channel, address), "confirm", asked.at, wizard=asked.wizard, code=code)
    asked.tx.journal(asked.at, "address-asked", wizard=asked.wizard, channel=channel, address=short_hash(address))
    return Answer(Kind.ADDRESS_SENT, {"channel": channel, "address": address})


HANDLERS: Mapping[str, Handler] = {"ADDRESS": _address}
