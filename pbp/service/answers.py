"""What a letter is answered: one part for each command in it, in order, as facts that a template words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from pbp.commands import Command, read_letter
from pbp.errors import Refused
from pbp.games import GAMES
from pbp.games.wording import distance
from pbp.ports import Message
from pbp.service import addresses, challenges, contests, master, orders, people, play
from pbp.service.asked import Asked
from pbp.service.asked import Part as Part
from pbp.service.desk import Desk
from pbp.service.grave import asked_back
from pbp.service.position import position
from pbp.store import Duel, Tx

_LEAVES_OPEN = frozenset({"nothing", "too-late", "no-duel", "not-in-ring", "over", "activity", "not-here", "already"})
"""The parts after which a player wants to know how things stand."""

_ALWAYS = frozenset({"CAST", "PASS", "WITHDRAW"})

_DECLARED = frozenset({"BAN", "DAYBREAK"})
"""The orders that the rules of the Wizard's Duel let a player declare in public, too."""

FIT_FOR_PUBLIC = frozenset({"help", "private-only"})
"""The parts that may be put under a public comment; they repeat nothing."""

_IDLE = frozenset(
    {"nothing", "stranger", "waiting", "unproven", "aside", "private-only", "already", "not-here", "confirm-refused"}
    | {"master-help", "master-unproven", "asked-back"}
)
"""The parts for a letter that changed and asked nothing: machines that answer by themselves get them."""

_PUBLIC = _DECLARED | {"CHALLENGE", "ACCEPT", "DECLINE"}
"""What counts in a public comment of a player; it is answered privately."""


def answer(
    desk: Desk,
    tx: Tx,
    channel: str,
    message: Message,
    at: datetime,
    edited: Mapping[int, master.Edited],
) -> list[Part]:
    """Carries out what a letter asks, and says so. `edited`: what `master.look` has found for it."""
    name = tx.wizard_at(channel, message.sender)
    if message.public:
        declared = _declared(message) if name and message.vouched else ""
        if not declared:
            return [in_public(message)]
        message = replace(message, text=declared, public=False)
    decided: list[Part] = []
    if master.is_master(desk, channel, message.sender):
        decided, message = master.hear(desk, tx, channel, message, at, edited)
        if name is None or (decided and not message.text.strip()):
            return decided or [Part("master-help")]
    if name is None or tx.wizard(name) is None:
        return stranger(desk, tx, channel, message, at)
    if not desk.is_believed(tx, channel, message, at):
        return [*decided, Part("unproven")]
    tx.wrote_from(channel, message.sender, at)
    asked = Asked(desk, tx, channel, message, name, at)
    verbs = _verbs(tx, name)
    letter = read_letter(message.text, verbs, message.subject)
    parts = decided
    order_lines: dict[int | None, list[str]] = {}
    commands = []
    for command in letter.commands:
        is_plain_order = _is_order(command, verbs) and command.verb != "WITHDRAW"
        if part := None if is_plain_order else asked_back(command):
            parts.append(part)
        else:
            commands.append(command)
    for command in commands:
        if play.is_standing_answer(command):
            parts.append(play.standing_answer(asked, command))
        elif _is_order(command, verbs):
            number = orders.meant_by(desk, tx, name, command)
            order_lines.setdefault(number, []).append(command.words)
    if not order_lines and len(commands) == len(letter.commands):
        meant = orders.without_verb(desk, tx, name, letter)
        if isinstance(meant, Part):
            parts.append(meant)
        elif meant:
            order_lines[meant[0]] = [meant[1]]
    for number, lines in order_lines.items():
        parts.append(orders.take(desk, tx, name, number, "\n".join(lines), message, at))
    for command in commands:
        if _is_order(command, verbs):
            continue
        handler = _HANDLERS.get(command.verb)
        part = handler(asked, command) if handler else Part("not-here", {"verb": command.verb})
        if part not in parts:
            parts.append(part)
    if not parts:
        said = (*letter.chatter, letter.subject) if letter.subject else letter.chatter
        hint = _nearest([line.words for line in said], verbs)
        parts.append(Part("nothing", {"hint": hint, "example": orders.example(desk, tx, name)}))
    if all(part.kind in _LEAVES_OPEN for part in parts):
        parts.append(status(asked, Command("STATUS", "STATUS")))
    return parts


def _is_order(command: Command, verbs: frozenset[str]) -> bool:
    """Whether a command is an order of a game; IDLE alone is the player's own, where units may idle too."""
    return command.verb in verbs and command.words.upper() != "IDLE"


def is_idle(parts: Sequence[Part]) -> bool:
    """Whether an answer is to a letter that changed and asked nothing."""
    kinds = {part.kind for part in parts}
    return bool(kinds & _IDLE) and kinds <= _IDLE | {"status", "cut"}


def speaks_to_us(message: Message) -> bool:
    """Whether a public comment holds a command; others are people talking among themselves."""
    return bool(read_letter(message.text, _ALWAYS | _DECLARED, message.subject).commands)


def _declared(message: Message) -> str:
    """The lines of a public comment that may be said there: challenges, and what the games let be declared."""
    commands = read_letter(message.text, _DECLARED, message.subject).commands
    numbers = (f"#{command.duel} " if command.duel else "" for command in commands)
    declared = (
        "\n".join([number + command.words, *command.below])
        for number, command in zip(numbers, commands, strict=True)
        if command.verb in _PUBLIC
    )
    return "\n\n".join(declared)


def in_public(message: Message) -> Part:
    """The answer to a comment that everybody can read: it repeats nothing, and no order in it counts."""
    verbs = {command.verb for command in read_letter(message.text, _ALWAYS, message.subject).commands}
    return Part("help" if verbs & {"HELP", "RULES"} else "private-only")


def stranger(desk: Desk, tx: Tx, channel: str, message: Message, at: datetime) -> list[Part]:
    """The answer to an address that belongs to no wizard: how to join, or to confirm."""
    letter = read_letter(message.text, frozenset(), message.subject)
    for command in letter.commands:
        if command.verb == "JOIN":
            return [_join(desk, tx, channel, message, command.rest, at)]
        if command.verb == "CONFIRM":
            return [_confirm(desk, tx, channel, message, command.rest, at)]
    waiting = tx.wizard_at(channel, message.sender)
    return [Part("waiting", {"name": waiting}) if waiting else Part("stranger", {"open": desk.config.letters.join})]


def _join(desk: Desk, tx: Tx, channel: str, message: Message, words: str, at: datetime) -> Part:
    try:
        name = people.free_name(desk.config, words)
        if people.is_masters_page(desk, name) and not master.is_master(desk, channel, message.sender):
            raise Refused(f"{name} is the Battle Master's name: choose another")
    except Refused as error:
        return Part("join-refused", {"why": str(error) if words else "say which name you want: JOIN Merlin"})
    if tx.wizard(name) or tx.note(f"join:{name.casefold()}") not in (None, f"{channel}:{message.sender}"):
        return Part("join-refused", {"why": f"{name} is taken: choose another name"})
    tx.set_note(f"join:{name.casefold()}", f"{channel}:{message.sender}")
    code = people.bind(desk, tx, name, channel, message.sender, at, confirmed=False)
    return Part("join-confirm", {"name": name, "code": code})


def _confirm(desk: Desk, tx: Tx, channel: str, message: Message, code: str, at: datetime) -> Part:
    name = tx.confirm_address(channel, message.sender, code.strip().upper())
    if name is None:
        return Part("confirm-refused", {"code": code})
    tx.journal(at, "address", wizard=name, channel=channel)
    if tx.wizard(name):
        tx.wrote_from(channel, message.sender, at)
        return Part("confirmed", {"name": name})
    if desk.config.letters.join == "open":
        return Part("joined", {"wizard": people.add_wizard(desk, tx, name, at)})
    tx.journal(at, "join-asked", wizard=name, channel=channel)
    desk.tell_master(tx, f"join.{channel}.{message.sender}.{code}", at, about="join", duel=None, name=name)
    return Part("waiting", {"name": name})


def _verbs(tx: Tx, name: str) -> frozenset[str]:
    """The verbs of orders that this player could mean."""
    playing = {duel.game for duel in tx.duels("open", "pending") if name in duel.participants}
    return _ALWAYS.union(*(game.verbs for game in GAMES if game.name in playing))


def _nearest(chatter: Sequence[str], verbs: frozenset[str]) -> str:
    """A command that the first word of a line, or one in capitals, is but for one slip; empty if none is."""
    known = [verb for verb in sorted(verbs | set(_HANDLERS)) if len(verb) > 3]
    for line in chatter[:20]:
        for place, word in enumerate(re.findall(r"[^\W\d_]{4,12}", line)[:8]):
            is_meant = place == 0 or word.isupper()
            if is_meant and (close := [verb for verb in known if distance(word.upper(), verb) <= 1]):
                return close[0]
    return ""


# ---- the commands of the desk ----------------------------------------------------------------------------------------


def status(asked: Asked, command: Command) -> Part:
    """What the player has cast, and until when it counts."""
    lines = []
    for duel in asked.tx.duels("open", "pending"):
        if asked.wizard in duel.participants and command.duel in (None, duel.number):
            seat = duel.seat_of(asked.wizard)
            standing = asked.tx.standing(duel.number, duel.step).get(seat)
            contest = contests.is_contest(duel)
            asked_now = not contest or duel.state != "open" or seat in position(asked.desk, asked.tx, duel).awaits
            end = orders.orders_end(asked.desk, duel)
            lines.append(
                {
                    "duel": duel,
                    "said": standing.said if standing else None,
                    "left": _left(duel, asked.at),
                    "over": duel.state == "open" and end is not None and asked.at >= end,
                    "title": contests.title(duel) if contest else "",
                    "owed": asked_now,
                    "wait": bool(standing and standing.wait),
                }
            )
    wizard = asked.tx.wizard(asked.wizard)
    return Part("status", {"wizard": wizard, "duels": lines, "reason": None if lines else _why_none(asked)})


def _why_none(asked: Asked) -> str:
    running = [duel for duel in asked.tx.duels("open", "pending") if not contests.is_contest(duel)]
    if running:
        numbers = ", ".join(str(duel.number) for duel in running)
        return f"You are not in duel {numbers}: its ring was drawn before. The next duel will have you in its ring."
    return "No duel is open now. You will be told when the next one is."


def _left(duel: Duel, at: datetime) -> float | None:
    return (duel.battle_time - at).total_seconds() if duel.battle_time and duel.state == "open" else None


def _the_ring(asked: Asked, command: Command) -> Duel | None:
    """The ring duel that a question is about: the one named, the one the player is in, or the newest."""
    rings = [duel for duel in asked.tx.duels() if not contests.is_contest(duel)]
    if command.duel is not None:
        return next((duel for duel in rings if duel.number == command.duel), None)
    running = [duel for duel in rings if duel.state in ("open", "pending") and asked.wizard in duel.participants]
    newest = running or rings
    return newest[-1] if newest else None


def _spells(asked: Asked, command: Command) -> Part:
    duel = _the_ring(asked, command)
    if duel is None or duel.list_text is None:
        return Part("no-duel", {"number": command.duel})
    now = position(asked.desk, asked.tx, duel)
    return Part(
        "spells",
        {
            "duel": duel,
            "spells": orders.spells_of(asked.tx, duel),
            "prompt": now.awaits.get(asked.wizard),
            "url": asked.desk.wiki.url(duel.list_title or ""),
        },
    )


def _ring(asked: Asked, command: Command) -> Part:
    duel = _the_ring(asked, command)
    if duel is None:
        return Part("no-duel", {"number": command.duel})
    wizards = {wizard.name: wizard for wizard in asked.tx.wizards()}
    return Part("ring", {"duel": duel, "wizards": wizards, "me": asked.wizard})


def _history(asked: Asked, command: Command) -> Part:
    number = next((int(word) for word in command.rest.split() if word.isdigit()), None)
    mine = [
        duel
        for duel in asked.tx.duels("resolved")
        if number in (None, duel.number) and (not contests.is_contest(duel) or asked.wizard in duel.participants)
    ]
    own = [
        {
            "duel": duel,
            "said": _own_cast(asked.tx, duel, asked.wizard),
            "change": ((duel.summary or {}).get("changes") or {}).get(asked.wizard),
            "outcome": (duel.summary or {}).get("outcome"),
            "title": contests.title(duel) if contests.is_contest(duel) else "",
        }
        for duel in mine[-20:]
    ]
    return Part("history", {"duels": own, "number": number})


def _own_cast(tx: Tx, duel: Duel, wizard: str) -> str | None:
    for row in tx.steps(duel.number):
        for player, _, words, *_rest in row.orders:
            if player == wizard:
                return str(words)
    return None


def _activity(active: bool) -> Callable[[Asked, Command], Part]:
    def change(asked: Asked, command: Command) -> Part:
        wizard = asked.tx.wizard(asked.wizard)
        assert wizard
        changed = people.set_active(asked.tx, wizard, active, asked.at, by=asked.wizard)
        return Part("activity", {"active": active, "changed": changed})

    return change


def _notify(asked: Asked, command: Command) -> Part:
    word = command.rest.upper().split()[:1]
    if not word or word[0] not in people.NOTIFY:
        return Part("notify", {"notify": None, "words": people.NOTIFY})
    asked.tx.change_wizard(asked.wizard, notify=word[0])
    return Part("notify", {"notify": word[0], "words": people.NOTIFY})


def _already(asked: Asked, command: Command) -> Part:
    if command.verb == "CONFIRM":
        return _confirm(asked.desk, asked.tx, asked.channel, asked.message, command.rest, asked.at)
    return Part("already", {"name": asked.wizard})


_HANDLERS: Mapping[str, Callable[[Asked, Command], Part]] = {
    "STATUS": status,
    "SPELLS": _spells,
    "RING": _ring,
    "HISTORY": _history,
    "JOIN": _already,
    "CONFIRM": _already,
    "IDLE": _activity(False),
    "ACTIVE": _activity(True),
    "NOTIFY": _notify,
    **addresses.HANDLERS,
    **play.HANDLERS,
    **challenges.HANDLERS,
}
