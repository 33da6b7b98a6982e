"""Who plays, and what each is told: JOIN, CONFIRM, IDLE, ACTIVE, NOTIFY, REMIND, TIMEZONE; ADDRESS is elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from pbp.clock import zone_named
from pbp.commands import Command
from pbp.commands.answers import Kind
from pbp.commands.courtesy import closed
from pbp.errors import Refused
from pbp.service import absence, limits, people, preferences, wishes
from pbp.service.asked import Answer, Asked, Handler
from pbp.service.desk import Desk, short_hash
from pbp.store import Tx, Wish
from pbp.store.states import Intent

MOST_ASKING = 30
"""How many may wait to be let in before nobody else can ask on the site: machines ask, too."""
_NAMES = limits.Limit(5, 5)
"""How many names one address can ask for in a day."""
_TURNS = limits.Limit(10, 10)
"""How often one player can become idle or active in a day: each time the journal and the sheet say so."""


def _join(asked: Asked, command: Command) -> Answer:
    """Asks for a name: the code that goes to the address proves that it can be answered there."""
    if asked.wizard:
        return Answer(Kind.ALREADY, {"name": asked.wizard})
    desk, tx, words = asked.desk, asked.tx, command.rest
    sender = asked.message.sender
    try:
        name = people.free_name(desk.config, words)
        if not tx.wizard(name):
            name = people.new_name(desk.config, tx, words)
        if people.is_masters_page(desk, name) and not desk.is_masters(asked.channel, sender):
            raise Refused(f"{name} is the Battle Master's name: choose another")
    except Refused as error:
        return Answer(Kind.JOIN_REFUSED, {"why": str(error) if words else "say which name you want: JOIN Merlin"})
    if tx.wizard(name):
        return Answer(Kind.JOIN_REFUSED, {"why": f"{name} is taken: choose another name"})
    asking = f"join.{asked.channel}.{short_hash(sender.casefold())}"
    if limits.left(tx, asking, _NAMES, asked.at) < 1:
        return Answer(Kind.JOIN_REFUSED, {"why": "five names a day are enough: take one of them, or ask tomorrow"})
    limits.count(tx, asking, asked.at)
    code = wishes.make(tx, Intent.JOIN, name, asked.channel, sender, asked.at)
    return Answer(Kind.JOIN_CONFIRM, {"name": name, "code": code})


def _confirm(asked: Asked, command: Command) -> Answer:
    """Carries out what was asked for the address from which its code has come: it is a player's, or a new one's."""
    desk, tx, channel, sender = asked.desk, asked.tx, asked.channel, asked.message.sender
    wish = wishes.proven_by(tx, channel, sender, command.rest, asked.at)
    if wish is None:
        return Answer(Kind.CONFIRM_REFUSED, {"code": command.rest})
    if wish.intent == Intent.ADDRESS:
        people.bind(tx, wish.wizard, channel, sender, asked.at)
        tx.wrote_from(channel, sender, asked.at)
        return Answer(Kind.CONFIRMED, {"name": wish.wizard})
    return _come(desk, tx, wish, asked.at)


def _come(desk: Desk, tx: Tx, wish: Wish, at: datetime) -> Answer:
    """Lets in who has proven the address, or puts it before the Battle Master, as the settings say."""
    if desk.config.letters.join == "open":
        tx.end_wish(wish)
        wizard = people.add_wizard(desk, tx, wish.wizard, at)
        people.bind(tx, wizard.name, wish.channel, wish.address, at)
        return Answer(Kind.JOINED, {"wizard": wizard})
    tx.prove_wish(wish)
    tx.journal(at, "join-asked", wizard=wish.wizard, channel=wish.channel)
    what = f"join.{wish.channel}.{wish.address}.{wish.asked.isoformat()}"
    facts = {"name": wish.wizard, "channel": wish.channel, "address": wish.address}
    desk.tell_master(tx, what, at, about="join", duel=None, **facts)
    return Answer(Kind.WAITING, {"name": wish.wizard})


def join_here(desk: Desk, tx: Tx, name: str, at: datetime) -> tuple[str, bool]:
    """Who joins on the embedded site itself, where the private page that they get proves who they are.

    Gives the name, and whether the Battle Master still has to let them in. Raises Refused.
    """
    if "local" not in desk.mailboxes:
        raise Refused("nobody plays by private pages here: the front page of the game says how to join")
    name = people.free_name(desk.config, name)
    if not tx.wizard(name):
        name = people.new_name(desk.config, tx, name)
    if tx.wizard(name) or tx.wizard_at("local", name) or tx.wishes_at("local", name):
        raise Refused(f"{name} is taken: choose another name")
    if name.casefold() in map(str.casefold, people.deputies(tx)) or people.is_masters_page(desk, name):
        raise Refused(f"{name} is the Battle Master's name: choose another")
    if len(people.asking(tx, at)) >= MOST_ASKING:
        raise Refused("so many have asked to join that the Battle Master must look first: please try again later")
    wish = Wish("local", name, Intent.JOIN, name, name.casefold(), None, at)
    tx.add_wish(wish)
    return name, _come(desk, tx, wish, at).kind is Kind.WAITING


def _activity(asked: Asked, command: Command) -> Answer:
    """IDLE, or ACTIVE: from this moment on."""
    wizard, active = asked.tx.wizard(asked.wizard), command.verb == "ACTIVE"
    assert wizard
    if active:
        absence.end(asked.tx, asked.wizard)
    often = f"activity.{asked.wizard}"
    if wizard.active != active:
        if limits.left(asked.tx, often, _TURNS, asked.at) < 1:
            return Answer(Kind.ACTIVITY, {"active": wizard.active, "often": True})
        limits.count(asked.tx, often, asked.at)
    changed = people.set_active(asked.tx, wizard, active, asked.at, by=asked.wizard)
    return Answer(Kind.ACTIVITY, {"active": active, "changed": changed})


def _notify(asked: Asked, command: Command) -> Answer:
    word = command.rest.upper().split()[:1]
    if not word or word[0] not in people.NOTIFY:
        return Answer(Kind.NOTIFY, {"notify": None, "words": people.NOTIFY})
    asked.tx.change_wizard(asked.wizard, notify=word[0])
    return Answer(Kind.NOTIFY, {"notify": word[0], "words": people.NOTIFY})


def _remind(asked: Asked, command: Command) -> Answer:
    why = ""
    if command.rest.strip("?"):
        try:
            chosen = preferences.read_times(closed(command.rest))
            preferences.change(asked.tx, asked.wizard, remind=chosen)
        except Refused as error:
            why = str(error)
    wizard = asked.tx.wizard(asked.wizard)
    assert wizard
    remind = preferences.of(asked.tx, asked.wizard).remind
    facts = {"why": why, "remind": remind, "times": preferences.times_in_words(remind or ()), "notify": wizard.notify}
    return Answer(Kind.REMIND, facts)


def _timezone(asked: Asked, command: Command) -> Answer:
    why = ""
    if command.rest.strip("?"):
        try:
            preferences.change(asked.tx, asked.wizard, zone=zone_named(closed(command.rest)))
        except Refused as error:
            why = str(error)
    return Answer(Kind.TIMEZONE, {"why": why, "zone": preferences.of(asked.tx, asked.wizard).zone, "at": asked.at})


HANDLERS: Mapping[str, Handler] = {
    "JOIN": _join,
    "CONFIRM": _confirm,
    "IDLE": _activity,
    "ACTIVE": _activity,
    "NOTIFY": _notify,
    "REMIND": _remind,
    "TIMEZONE": _timezone,
}
"""The handlers of these words."""
