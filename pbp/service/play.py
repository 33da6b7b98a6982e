"""What a player of a contest can ask for beside orders: WAIT, READY, HAND, RESIGN, DRAW, EXTENDED TIME, RULES."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping

from pbp.commands import Command
from pbp.errors import Refused
from pbp.games.base import Outcome
from pbp.service import contests, orders, steps
from pbp.service.asked import Asked, Part
from pbp.service.desk import short_hash
from pbp.service.position import position
from pbp.store import Duel


def the_contest(asked: Asked, command: Command) -> Duel | Part:
    """The player's contest that a command is about, locked; or the answer that asks back or refuses."""
    own = [
        duel
        for duel in asked.tx.duels("open", "pending")
        if contests.is_contest(duel) and asked.wizard in duel.participants
    ]
    if command.duel is not None:
        own = [duel for duel in own if duel.number == command.duel]
    if len(own) > 1:
        return Part("which", {"numbers": [duel.number for duel in own], "example": f"#{own[0].number} {command.verb}"})
    if not own:
        return Part("no-contest", {"verb": command.verb, "number": command.duel})
    duel = asked.tx.duel(own[0].number, lock=True)
    if duel.state != "open":
        return Part("between", {"duel": duel, "verb": command.verb})
    return duel


def _waiting(wait: bool) -> Callable[[Asked, Command], Part]:
    def change(asked: Asked, command: Command) -> Part:
        duel = the_contest(asked, command)
        if isinstance(duel, Part):
            return duel
        standing = asked.tx.standing(duel.number, duel.step).get(duel.seat_of(asked.wizard))
        if standing is None:
            return Part("wait", {"duel": duel, "wait": wait, "said": None})
        asked.tx.change_submission(standing.wizard, standing.serial, wait=wait)
        contests.settle(asked.tx, duel, position(asked.desk, asked.tx, duel).awaits, asked.at)
        return Part("wait", {"duel": duel, "wait": wait, "said": standing.said})

    return change


def _hand(asked: Asked, command: Command) -> Part:
    duel = the_contest(asked, command)
    if isinstance(duel, Part):
        return duel
    now, seat = position(asked.desk, asked.tx, duel), duel.seat_of(asked.wizard)
    standing = asked.tx.standing(duel.number, duel.step).get(seat)
    return Part(
        "hand",
        {
            "duel": duel,
            "title": contests.title(duel),
            "rules": duel.game.split("/")[0],
            "view": now.game.view(now.state, seat),
            "prompt": now.awaits.get(seat),
            "reserve": contests.reserve_left(asked.tx, duel, now),
            "said": standing.said if standing else None,
        },
    )


def _resign(asked: Asked, command: Command) -> Part:
    duel = the_contest(asked, command)
    if isinstance(duel, Part):
        return duel
    steps.resign(asked.desk, asked.tx, duel, duel.seat_of(asked.wizard), asked.at)
    return Part("resigned", {"duel": duel})


def draw(asked: Asked, command: Command) -> Part:
    """Offers a draw, or accepts the other's offer of this step."""
    duel = the_contest(asked, command)
    if isinstance(duel, Part):
        return duel
    seat = duel.seat_of(asked.wizard)
    other = next(name for name in duel.participants if name != asked.wizard)
    noted = json.loads(asked.tx.note(f"draw:{duel.number}") or "{}")
    if noted.get("step") == duel.step and noted.get("seat") not in (None, seat):
        asked.tx.journal(asked.at, "draw-agreed", duel.number)
        now = position(asked.desk, asked.tx, duel)
        steps.end(asked.desk, asked.tx, duel, now, Outcome(None, True, "Both agree to a draw."), asked.at)
        return Part("draw-agreed", {"duel": duel})
    first = noted.get("step") != duel.step or noted.get("seat") != seat
    if first:
        asked.tx.set_note(f"draw:{duel.number}", json.dumps({"step": duel.step, "seat": seat}))
        key = asked.desk.key(duel, f"draw{duel.step}.{short_hash(asked.message.id)}", other)
        asked.desk.letter_to(
            asked.tx, other, key, "notice", asked.at, about="draw-offered", duel=duel, why=asked.wizard
        )
    return Part("draw-offered", {"duel": duel, "other": other, "first": first})


def decline_draw(asked: Asked, command: Command) -> Part | None:
    """Turns down the other's offer of a draw in the present step; None if there is none."""
    for duel in asked.tx.duels("open"):
        if asked.wizard not in duel.participants or command.duel not in (None, duel.number):
            continue
        noted = json.loads(asked.tx.note(f"draw:{duel.number}") or "{}")
        if noted.get("step") == duel.step and noted.get("seat") not in (None, duel.seat_of(asked.wizard)):
            asked.tx.set_note(f"draw:{duel.number}", "{}")
            other = next(name for name in duel.participants if name != asked.wizard)
            key = asked.desk.key(duel, f"nodraw{duel.step}.{short_hash(asked.message.id)}", other)
            asked.desk.letter_to(
                asked.tx, other, key, "notice", asked.at, about="draw-declined", duel=duel, why=asked.wizard
            )
            return Part("draw-declined", {"duel": duel, "other": other})
    return None


def _extended_time(asked: Asked, command: Command) -> Part:
    """Doubles the time of the present phase for both, once a game for each player (rules page 3.1)."""
    duel = the_contest(asked, command)
    if isinstance(duel, Part):
        return duel
    if (
        not duel.game.startswith("tactical-genius")
        or not command.rest.upper().startswith("TIME")
        or duel.battle_time is None
    ):
        return Part("not-here", {"verb": "EXTENDED TIME"})
    seat = duel.seat_of(asked.wizard)
    calls = [entry.values for entry in asked.tx.entries(duel.number, "extended-time")]
    if any(call["step"] == duel.step for call in calls):
        return Part("extended-time", {"duel": duel, "why": "the time of this phase is doubled already"})
    if any(call["seat"] == seat for call in calls):
        return Part("extended-time", {"duel": duel, "why": "you have called it before, and it may be called once"})
    until = duel.battle_time + contests.step_length(duel)
    asked.tx.change_duel(duel.number, battle_time=until)
    asked.tx.journal(asked.at, "extended-time", duel.number, seat=seat, step=duel.step, until=until.isoformat())
    duel = asked.tx.duel(duel.number)
    why = f"{asked.wizard} calls extended time."
    asked.desk.comment(asked.tx, duel, f"time{duel.step}", "extended", asked.at, why=why)
    other = next(name for name in duel.participants if name != asked.wizard)
    key = asked.desk.key(duel, f"time{duel.step}", other)
    asked.desk.letter_to(asked.tx, other, key, "notice", asked.at, about="extended", duel=duel, why=why)
    return Part("extended-time", {"duel": duel, "why": None})


_STANDING = re.compile(r"\s*(?P<no>no\s+)?daybreak\b.*\b(?P<how>always|ask)\b", re.I)


def is_standing_answer(command: Command) -> bool:
    """Whether a line is NO DAYBREAK ALWAYS, or DAYBREAK ASK, which takes that back."""
    return command.verb in ("NO", "DAYBREAK") and bool(_STANDING.match(command.words))


def standing_answer(asked: Asked, command: Command) -> Part:
    """Lets the owner of Apollo's Daybreak pass it over in every round to come (rules page 1.9), or be asked again."""
    duel = the_contest(asked, command)
    if isinstance(duel, Part):
        return duel
    seat = duel.seat_of(asked.wizard)
    owner = duel.setup["options"].get("apollos_daybreak")
    if owner != seat and str(owner) != str(duel.seats.index(seat) + 1):
        return Part("not-here", {"verb": "DAYBREAK"})
    found = _STANDING.match(command.words)
    always = bool(found and found["no"] and found["how"].casefold() == "always")
    asked.tx.set_note(steps.standing_answer_note(duel), seat if always else "")
    steps.answer_for_absent(asked.desk, asked.tx, duel, position(asked.desk, asked.tx, duel), asked.at)
    return Part("standing-answer", {"duel": duel, "always": always})


def _rules(asked: Asked, command: Command) -> Part:
    """The rules of the game named, or of the player's contests; without either, the commands of the ring duel."""
    own = [
        duel.game.split("/")[0]
        for duel in asked.tx.duels("open", "pending")
        if asked.wizard in duel.participants and contests.is_contest(duel) and command.duel in (None, duel.number)
    ]
    if command.rest:
        try:
            own = [contests.game_called(command.rest)[0].name.split("/")[0]]
        except Refused as error:
            return Part("rules-which", {"why": str(error)})
    if not own:
        return help_part(asked, command)
    names = dict.fromkeys(own)
    texts = [asked.desk.texts.render(f"help/{name.replace('-', '_')}", "plain") for name in names]
    return Part("rules", {"texts": texts, "conduct": asked.desk.config.contests.conduct})


def help_part(asked: Asked, command: Command) -> Part:
    """The commands."""
    playing = any(
        contests.is_contest(duel) and asked.wizard in duel.participants for duel in asked.tx.duels("open", "pending")
    )
    return Part(
        "help",
        {
            "orders_until": asked.desk.config.ring.orders_until,
            "hour": asked.desk.config.ring.battle_hour,
            "contests": playing or asked.desk.config.contests.open_challenges,
            "example": orders.example(asked.desk, asked.tx, asked.wizard),
        },
    )


HANDLERS: Mapping[str, Callable[[Asked, Command], Part]] = {
    "WAIT": _waiting(True),
    "READY": _waiting(False),
    "HAND": _hand,
    "RESIGN": _resign,
    "DRAW": draw,
    "EXTENDED": _extended_time,
    "RULES": _rules,
    "HELP": help_part,
}
"""The handlers of these commands, by verb."""
