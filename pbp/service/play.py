"""What a player of a contest can ask for beside orders: WAIT, READY, HAND, RESIGN, DRAW, EXTENDED TIME, SUBSTITUTE."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from pbp.commands import Command
from pbp.commands.answers import Kind
from pbp.games import find_game
from pbp.games.base import CONTEST, Outcome
from pbp.games.wording import quoted
from pbp.service import contests, steps
from pbp.service.asked import Answer, Asked, Handler
from pbp.service.desk import short_hash
from pbp.service.present import present
from pbp.store import Duel
from pbp.store.states import RUNNING, DuelState


def the_contest(asked: Asked, command: Command) -> Duel | Answer:
    """The player's contest that a command is about, locked; or the answer that asks back or refuses."""
    own = [duel for duel in asked.tx.duels(*RUNNING, format=CONTEST) if asked.wizard in duel.participants]
    if command.duel is not None:
        own = [duel for duel in own if duel.number == command.duel]
    if len(own) > 1:
        return Answer(
            Kind.WHICH, {"numbers": [duel.number for duel in own], "example": f"#{own[0].number} {command.verb}"}
        )
    if not own:
        return Answer(Kind.NO_CONTEST, {"verb": command.verb, "number": command.duel})
    duel = asked.tx.duel(own[0].number, lock=True)
    if duel.state != DuelState.OPEN:
        return Answer(Kind.BETWEEN, {"duel": duel, "verb": command.verb})
    return duel


def _waiting(wait: bool) -> Handler:
    def change(asked: Asked, command: Command) -> Answer:
        duel = the_contest(asked, command)
        if isinstance(duel, Answer):
            return duel
        standing = asked.tx.standing(duel.number, duel.step).get(duel.seat_of(asked.wizard))
        if standing is None:
            return Answer(Kind.WAIT, {"duel": duel, "wait": wait, "said": None})
        asked.tx.change_submission(standing.seat, standing.serial, wait=wait)
        contests.settle(asked.desk, asked.tx, duel, present(asked.desk, asked.tx, duel), asked.at)
        return Answer(Kind.WAIT, {"duel": duel, "wait": wait, "said": standing.said})

    return change


def _hand(asked: Asked, command: Command) -> Answer:
    duel = the_contest(asked, command)
    if isinstance(duel, Answer):
        return duel
    now, seat = present(asked.desk, asked.tx, duel), duel.seat_of(asked.wizard)
    standing = asked.tx.standing(duel.number, duel.step).get(seat)
    return Answer(
        Kind.HAND,
        {
            "duel": duel,
            "title": contests.title(duel),
            "table": now.game.table(now.game.view(now.state, seat)),
            "prompt": now.awaits.get(seat),
            "reserve": contests.reserve_left(asked.tx, duel, now),
            "said": standing.said if standing else None,
        },
    )


def _resign(asked: Asked, command: Command) -> Answer:
    duel = the_contest(asked, command)
    if isinstance(duel, Answer):
        return duel
    steps.resign(asked.desk, asked.tx, duel, duel.seat_of(asked.wizard), asked.at)
    return Answer(Kind.RESIGNED, {"duel": duel})


def draw(asked: Asked, command: Command) -> Answer:
    """Offers a draw, or accepts the other's offer of this step."""
    duel = the_contest(asked, command)
    if isinstance(duel, Answer):
        return duel
    seat = duel.seat_of(asked.wizard)
    other = next(name for name in duel.participants if name != asked.wizard)
    noted = json.loads(asked.tx.note(f"draw:{duel.number}") or "{}")
    if noted.get("step") == duel.step and noted.get("seat") not in (None, seat):
        asked.tx.journal(asked.at, "draw-agreed", duel.number)
        now = present(asked.desk, asked.tx, duel)
        steps.end(asked.desk, asked.tx, duel, now, Outcome(None, True, "Both agree to a draw."), asked.at)
        return Answer(Kind.DRAW_AGREED, {"duel": duel})
    first = noted.get("step") != duel.step or noted.get("seat") != seat
    if first:
        asked.tx.set_note(f"draw:{duel.number}", json.dumps({"step": duel.step, "seat": seat}))
        key = asked.desk.key(duel, f"draw{duel.step}.{short_hash(asked.message.id)}", other)
        asked.desk.letter_to(
            asked.tx, other, key, "notice", asked.at, about="draw-offered", duel=duel, why=asked.wizard
        )
    return Answer(Kind.DRAW_OFFERED, {"duel": duel, "other": other, "first": first})


def decline_draw(asked: Asked, command: Command) -> Answer | None:
    """Turns down the other's offer of a draw in the present step; None if there is none."""
    for duel in asked.tx.duels(DuelState.OPEN):
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
            return Answer(Kind.DRAW_DECLINED, {"duel": duel, "other": other})
    return None


def _extended_time(asked: Asked, command: Command) -> Answer:
    """Doubles the time of the present phase for both, once a game for each player (rules page 3.1)."""
    duel = the_contest(asked, command)
    if isinstance(duel, Answer):
        return duel
    game = find_game(duel.game)
    if game is None or not game.extended_time or duel.battle_time is None:
        return Answer(Kind.NOT_HERE, {"verb": "EXTENDED TIME"})
    seat = duel.seat_of(asked.wizard)
    calls = [entry.values for entry in asked.tx.entries(duel.number, "extended-time")]
    if any(call["step"] == duel.step for call in calls):
        return Answer(Kind.EXTENDED_TIME, {"duel": duel, "why": "the time of this phase is doubled already"})
    if any(call["seat"] == seat for call in calls):
        return Answer(Kind.EXTENDED_TIME, {"duel": duel, "why": "you have called it before, and it may be called once"})
    until = duel.battle_time + contests.step_length(duel)
    asked.tx.change_duel(duel.number, battle_time=until)
    asked.tx.journal(asked.at, "extended-time", duel.number, seat=seat, step=duel.step, until=until.isoformat())
    duel = asked.tx.duel(duel.number)
    why = f"{asked.wizard} calls extended time."
    asked.desk.comment(asked.tx, duel, f"time{duel.step}", "extended", asked.at, why=why)
    other = next(name for name in duel.participants if name != asked.wizard)
    key = asked.desk.key(duel, f"time{duel.step}", other)
    asked.desk.letter_to(asked.tx, other, key, "notice", asked.at, about="extended", duel=duel, why=why)
    return Answer(Kind.EXTENDED_TIME, {"duel": duel, "why": None})


def _standing(words: str) -> tuple[str, bool] | None:
    """The standing answer that a line gives (NO DAYBREAK ALWAYS) or takes back (DAYBREAK ASK), in canonical words."""
    for answer in {phase.standing for game in contests.GAMES for phase in game.phases.values()} - {""}:
        asked = rf"\s*(?P<no>no\s+)?{answer.split()[-1]}\b.*\b(?P<how>always|ask)\b"
        if found := re.match(asked, words, re.I):
            return answer, bool(found["no"]) and found["how"].casefold() == "always"
    return None


def is_standing_answer(command: Command) -> bool:
    """Whether a line answers once for all steps to come, or takes such an answer back."""
    return _standing(command.words) is not None


def standing_answer(asked: Asked, command: Command) -> Answer:
    """Lets a player answer once for all steps to come of a phase that asks nobody else, or be asked again."""
    duel, found = the_contest(asked, command), _standing(command.words)
    if isinstance(duel, Answer):
        return duel
    assert found, "only such lines come here"
    words, always = found
    game, seat = find_game(duel.game), duel.seat_of(asked.wizard)
    owners = [phase.owner for phase in game.phases.values() if phase.standing == words] if game else []
    named = {str(duel.setup.options.get(owner)) for owner in owners}
    if not named & {seat, str(duel.seats.index(seat) + 1)}:
        return Answer(Kind.NOT_HERE, {"verb": words.split()[-1]})
    asked.tx.set_note(steps.standing_answer_note(duel, words), seat if always else "")
    steps.answer_for_absent(asked.desk, asked.tx, duel, present(asked.desk, asked.tx, duel), asked.at)
    return Answer(Kind.STANDING_ANSWER, {"duel": duel, "always": always, "words": words})


def _substitute(asked: Asked, command: Command) -> Answer:
    """Puts a player's wish to be played for before the Battle Master, once a step."""
    duel = the_contest(asked, command)
    if isinstance(duel, Answer):
        return duel
    asked.desk.tell_master(
        asked.tx, f"substitute.d{duel.number}.{duel.step}.{asked.wizard}", asked.at, about="substitute", duel=duel,
        name=asked.wizard, words=quoted(command.rest),
    )  # fmt: skip
    return Answer(Kind.SUBSTITUTE, {"duel": duel})


HANDLERS: Mapping[str, Handler] = {
    "WAIT": _waiting(True),
    "READY": _waiting(False),
    "HAND": _hand,
    "RESIGN": _resign,
    "DRAW": draw,
    "EXTENDED TIME": _extended_time,
    "SUBSTITUTE": _substitute,
}
"""The handlers of these commands, by verb."""
