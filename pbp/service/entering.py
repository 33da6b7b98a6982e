"""ENTER and LEAVE: who takes part in a tournament."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pbp.commands import Command
from pbp.commands.answers import Kind
from pbp.errors import NotFound, Refused
from pbp.honours.forms import TournamentForm
from pbp.service import limits, tournaments
from pbp.service.asked import Answer, Asked, Handler
from pbp.store import Tournament
from pbp.store.states import TournamentState

_NUMBER = re.compile(r"(?:(?:the\s+)?(?:tournament|ladder)\s*)?#?(\d{1,6})[\s.!]*$", re.I)
_TURNS = limits.Limit(20, 20)
"""How often one player can enter and leave in a day: each time the journal says so."""


def _enter(asked: Asked, command: Command) -> Answer:
    """Enters the tournament of that number or title, or the only one that is open."""
    open_now = [each for each in asked.tx.tournaments(*tournaments.GOING)
                if each.state == TournamentState.ENTRY or each.form == TournamentForm.LADDER]  # fmt: skip
    try:
        number = _meant(command, open_now, "open for entry")
        _count(asked)
        tournament = tournaments.enter(asked.desk, asked.tx, number, asked.wizard, asked.at)
    except (Refused, NotFound) as error:
        return Answer(Kind.ENTRY_REFUSED, {"why": str(error)})
    return Answer(Kind.ENTERED, {"tournament": tournament})


def _leave(asked: Asked, command: Command) -> Answer:
    """Leaves the tournament of that number or title, or the only one that the player is in."""
    own = [each for each in asked.tx.tournaments(*tournaments.GOING)
           if any(asked.wizard == one.name and not one.left_at for one in asked.tx.entrants(each.number))]  # fmt: skip
    try:
        number = _meant(command, own, "yours")
        _count(asked)
        tournament = tournaments.leave(asked.desk, asked.tx, number, asked.wizard, asked.at)
    except (Refused, NotFound) as error:
        return Answer(Kind.ENTRY_REFUSED, {"why": str(error)})
    drawn = tournament.state == TournamentState.RUNNING
    return Answer(Kind.LEFT, {"tournament": tournament, "drawn": drawn})


def _meant(command: Command, among: Sequence[Tournament], which: str) -> int:
    """The number of the tournament that a line means. Raises Refused."""
    if found := _NUMBER.match(command.rest):
        return int(found[1])
    words = command.rest.casefold().strip(" .!")
    titled = [each.number for each in among if not words or each.title.casefold() == words]
    if len(titled) != 1:
        known = ", ".join(f"{each.number} ({each.title})" for each in among) or "none"
        raise Refused(f"say which tournament: {command.verb} and its number; {which}: {known}")
    return titled[0]


def _count(asked: Asked) -> None:
    often = f"entries.{asked.wizard}"
    if limits.left(asked.tx, often, _TURNS, asked.at) < 1:
        raise Refused("twenty times in and out in a day are enough: make up your mind tomorrow")
    limits.count(asked.tx, often, asked.at)


HANDLERS: Mapping[str, Handler] = {"ENTER": _enter, "LEAVE": _leave}
"""The handlers of these words."""
