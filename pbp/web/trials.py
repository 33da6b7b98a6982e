"""A set-up of the sandbox, played: by the same core as every duel, one at a time, and once for each address."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from pbp import adjudicate
from pbp.errors import FileFaults, SiteDown
from pbp.games import find_game
from pbp.games.base import CONTEST, Game
from pbp.games.drawn import drawn
from pbp.pictures import Seat
from pbp.spells.elsewhere import worked_out
from pbp.web import set_ups
from pbp.web.explain import ExplainedSpell, of_draft
from pbp.web.moments import Moment, hits, moments, shields, turns

LOOKS = 3
"""For how many unclear spells rewordings are looked for."""
WAIT = 10.0
"""Seconds that somebody waits for the trials of others."""
KEPT = 100
"""Trials that are kept, those that were asked for last."""


@dataclass(frozen=True, slots=True)
class TrialStep:
    """A step of a contest that was tried: what happened, what was refused by whom and why, and how it stands after."""

    phase: str
    events: tuple[str, ...]
    refused: tuple[tuple[str, str], ...]
    picture: Markup
    wide: bool


@dataclass(frozen=True, slots=True)
class SandboxResult:
    """What came of a set-up.

    `fault` says why it cannot be played. Of a ring: its `moments`, the `whole` in one, the orders that were `refused`,
    the spells that were cast and need a ruling, and notes on all. Of a contest: its steps, how it ended, and whom the
    next step asks for what, with examples.
    """

    fault: str = ""
    moments: tuple[Moment, ...] = ()
    whole: Moment | None = None
    refused: tuple[tuple[str, str], ...] = ()
    rulings: tuple[str, ...] = ()
    notes: tuple[ExplainedSpell, ...] = ()
    steps: tuple[TrialStep, ...] = ()
    outcome: str = ""
    asked: tuple[tuple[str, str, tuple[str, ...]], ...] = ()


class Trials:
    """Plays set-ups: one at a time, so that whoever tries spells keeps one worker of the site busy and no more."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, SandboxResult] = OrderedDict()
        self._turn = threading.Lock()

    def has(self, code: str) -> bool:
        """Whether what came of an address is known."""
        return code in self._known

    def of(self, code: str, set_up: set_ups.SetUp) -> SandboxResult:
        """What comes of the set-up at an address. Raises SiteDown if others try for long."""
        if not self._turn.acquire(timeout=WAIT):
            raise SiteDown("others are trying spells")
        try:
            if code not in self._known:
                self._known[code] = worked_out(played, set_up)
            self._known.move_to_end(code)
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
            return self._known[code]
        finally:
            self._turn.release()


def played(set_up: set_ups.SetUp) -> SandboxResult:
    """What comes of a set-up, which has been checked."""
    game = find_game(set_up["game"])
    assert game
    scenario = set_ups.scenario(set_up)
    ring = set_ups.is_ring(set_up)
    notes = tuple(of_draft(set_up["spells"], set_ups.tracked(set_up), LOOKS)) if ring else ()
    try:
        found = adjudicate.play(scenario, suggestions=False)
    except FileFaults as error:
        return SandboxResult(fault=str(error), notes=notes)
    return _ring(set_up, found, notes) if ring else _contest(game, scenario, found)


def _ring(set_up: set_ups.SetUp, found: adjudicate.PlayedScenario, notes: tuple[ExplainedSpell, ...]) -> SandboxResult:
    steps = found.result["steps"]
    after = steps[0]["state"]["wizards"] if steps else {}
    seats = [
        Seat(place, each["name"], each.get("idle", False), each["stars"], after.get(each["name"], {}).get("stars"))
        for place, each in enumerate(set_up["wizards"], 1)
    ]
    ordered = " ".join(set_up["orders"].values()).casefold()
    needs = [need for need in found.result["needs_ruling"] if not steps and need["spell"].casefold() in ordered]
    told = steps[0]["events"] if steps else ()
    return SandboxResult(
        moments=tuple(moments(seats, told)),
        whole=Moment("All of it", (), tuple(seats), hits(told), turns(told), shields(told)),
        refused=_refused(steps[0]["refused"]) if steps else (),
        rulings=tuple(f"{need['spell']}: {need['reason']}" for need in needs),
        notes=notes,
    )


def _contest(game: Game, scenario: Mapping[str, Any], found: adjudicate.PlayedScenario) -> SandboxResult:
    assert game.format == CONTEST
    steps, published = [], []
    for number, step in enumerate(found.result["steps"], 1):
        published.append((step["state"], step["events"]))
        picture = game.picture({**step["state"], **game.known(scenario, published)})
        steps.append(
            TrialStep(
                step["phase"],
                tuple(event["text"] for event in step["events"]),
                _refused(step["refused"]),
                Markup(drawn(f"{game.title}: after step {number}", picture)),  # noqa: S704
                picture.wide,
            )
        )
    told = found.result["outcome"]
    outcome = ""
    if told:
        outcome = f"{told['winner']} wins. " if told["winner"] else "It is drawn. " if told["draw"] else "Both lose. "
        outcome += told["reason"]
    awaits = game.awaits(found.state) if found.state is not None else {}
    asked = tuple((name, prompt.what, prompt.examples) for name, prompt in awaits.items())
    return SandboxResult(steps=tuple(steps), outcome=outcome, asked=asked)


def _refused(refused: Mapping[str, Sequence[Mapping[str, str]]]) -> tuple[tuple[str, str], ...]:
    """Whose order was refused, and why in a sentence."""
    return tuple(
        (name, ". ".join(words[:1].upper() + words[1:] for words in (problem["reason"], problem["hint"]) if words))
        for name, problems in refused.items()
        for problem in problems
    )
