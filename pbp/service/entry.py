"""Who plays, and what each is told: JOIN, CONFIRM, IDLE, ACTIVE and NOTIFY; ADDRESS is in addresses.py."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from pbp.commands import Command
from pbp.commands.answers import Kind
from pbp.errors import Refused
from pbp.service import people
from pbp.service.asked import Answer, Asked, Handler
from pbp.service.desk import Desk
from pbp.store import Tx

MOST_ASKING = 30
"""How many may wait to be let in before nobody else can ask on the site: machines ask, too."""


def is_master(desk: Desk, channel: str, sender: str) -> bool:
    """Whether an address is one of the Battle Master's."""
    return f"{channel}:{sender}".casefold() in map(str.casefold, desk.config.battle_master.addresses)


def _join(asked: Asked, command: Command) -> Answer:
    """Asks for a name: the code that goes to the address proves that it can be answered there."""
    if asked.wizard:
        return Answer(Kind.ALREADY, {"name": asked.wizard})
    desk, tx, words = asked.desk, asked.tx, command.rest
    sender = asked.message.sender
    try:
        name = people.free_name(desk.config, words)
        if people.is_masters_page(desk, name) and not is_master(desk, asked.channel, sender):
            raise Refused(f"{name} is the Battle Master's name: choose another")
    except Refused as error:
        return Answer(Kind.JOIN_REFUSED, {"why": str(error) if words else "say which name you want: JOIN Merlin"})
    if tx.wizard(name) or tx.note(f"join:{name.casefold()}") not in (None, f"{asked.channel}:{sender}"):
        return Answer(Kind.JOIN_REFUSED, {"why": f"{name} is taken: choose another name"})
    tx.set_note(f"join:{name.casefold()}", f"{asked.channel}:{sender}")
    code = people.bind(desk, tx, name, asked.channel, sender, asked.at, confirmed=False)
    return Answer(Kind.JOIN_CONFIRM, {"name": name, "code": code})


def _confirm(asked: Asked, command: Command) -> Answer:
    """Binds the address to the name for which it asked: a player's, or a new one."""
    desk, tx, channel, sender = asked.desk, asked.tx, asked.channel, asked.message.sender
    code = command.rest
    name = tx.confirm_address(channel, sender, code.strip().upper())
    if name is None:
        return Answer(Kind.CONFIRM_REFUSED, {"code": code})
    tx.journal(asked.at, "address", wizard=name, channel=channel)
    if tx.wizard(name):
        tx.wrote_from(channel, sender, asked.at)
        return Answer(Kind.CONFIRMED, {"name": name})
    return _come(desk, tx, channel, sender, name, asked.at)


def _come(desk: Desk, tx: Tx, channel: str, sender: str, name: str, at: datetime) -> Answer:
    """Lets in who has proven the address, or puts it before the Battle Master, as the settings say."""
    if desk.config.letters.join == "open":
        return Answer(Kind.JOINED, {"wizard": people.add_wizard(desk, tx, name, at)})
    tx.journal(at, "join-asked", wizard=name, channel=channel)
    desk.tell_master(tx, f"join.{channel}.{sender}.{name}", at, about="join", duel=None, name=name)
    return Answer(Kind.WAITING, {"name": name})


def join_here(desk: Desk, tx: Tx, name: str, at: datetime) -> tuple[str, bool]:
    """Who joins on the embedded site itself, where the private page that they get proves who they are.

    Gives the name, and whether the Battle Master still has to let them in. Raises Refused.
    """
    if "local" not in desk.mailboxes:
        raise Refused("nobody plays by private pages here: the front page of the game says how to join")
    name = people.free_name(desk.config, name)
    if tx.wizard(name) or tx.wizard_at("local", name) or tx.note(f"join:{name.casefold()}") is not None:
        raise Refused(f"{name} is taken: choose another name")
    if name.casefold() in map(str.casefold, people.deputies(tx)) or people.is_masters_page(desk, name):
        raise Refused(f"{name} is the Battle Master's name: choose another")
    if len(people.asking(tx)) >= MOST_ASKING:
        raise Refused("so many have asked to join that the Battle Master must look first: please try again later")
    tx.set_note(f"join:{name.casefold()}", f"local:{name}")
    people.bind(desk, tx, name, "local", name, at, confirmed=True)
    return name, _come(desk, tx, "local", name, name, at).kind is Kind.WAITING


def _activity(asked: Asked, command: Command) -> Answer:
    """IDLE, or ACTIVE: from this moment on."""
    wizard, active = asked.tx.wizard(asked.wizard), command.verb == "ACTIVE"
    assert wizard
    changed = people.set_active(asked.tx, wizard, active, asked.at, by=asked.wizard)
    return Answer(Kind.ACTIVITY, {"active": active, "changed": changed})


def _notify(asked: Asked, command: Command) -> Answer:
    word = command.rest.upper().split()[:1]
    if not word or word[0] not in people.NOTIFY:
        return Answer(Kind.NOTIFY, {"notify": None, "words": people.NOTIFY})
    asked.tx.change_wizard(asked.wizard, notify=word[0])
    return Answer(Kind.NOTIFY, {"notify": word[0], "words": people.NOTIFY})


HANDLERS: Mapping[str, Handler] = {
    "JOIN": _join,
    "CONFIRM": _confirm,
    "IDLE": _activity,
    "ACTIVE": _activity,
    "NOTIFY": _notify,
}
"""The handlers of these words."""
