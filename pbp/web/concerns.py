"""What concerns one player: duels that open and end, steps that ask, challenges. Public facts alone, and no orders."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime

from pbp.app import App
from pbp.errors import PbpError
from pbp.games.base import RING
from pbp.service import challenges, contests
from pbp.service.present import present
from pbp.service.shown import shown_steps
from pbp.store import Duel, Tx
from pbp.store.states import RUNNING, DuelState
from pbp.web.facts import Concern

DUELS, NEWS = 30, 50
"""How many of a player's duels are looked at, and how many news there are at the most."""


def concerns(app: App, tx: Tx, name: str, own: Collection[int]) -> list[Concern]:
    """What concerns a player, newest first; `own`: the numbers of the duels that are looked at."""
    found = [*_challenges(tx, name)]
    for duel in tx.duels_of(own):
        found += _of_ring(tx, duel, name) if duel.format == RING else _of_contest(app, tx, duel, name)
    return sorted(found, key=lambda each: (each.at, each.key), reverse=True)[:NEWS]


def _of_ring(tx: Tx, duel: Duel, name: str) -> Iterator[Concern]:
    title, path = f"Wizard Duel {duel.number}", f"/duels/{duel.number}"
    key, place = f"duel-{duel.number}", duel.participants.index(name) + 1
    cancelled = duel.state == DuelState.CANCELLED
    words = (f"You stand at position {place}.",)
    yield Concern(key, duel.scheduled, f"{title} is open", words, path, duel.battle_time, title, cancelled)
    if duel.ended:
        said = tuple(event["text"] for step in tx.steps(duel.number) for event in step.events or ())
        yield Concern(f"{key}-ended", duel.ended, f"{title} is {duel.state}", () if cancelled else said, path)


def _of_contest(app: App, tx: Tx, duel: Duel, name: str) -> Iterator[Concern]:
    title, path = f"{contests.title(duel)} {duel.number}", f"/contests/{duel.number}"
    against = next(each for each in duel.participants if each != name)
    for step in shown_steps(tx, duel):
        key, said = f"contest-{duel.number}-step-{step.step}", tuple(event["text"] for event in step.events)
        yield Concern(f"{key}-resolved", step.closed, f"{title}, step {step.step}: what happened", said, path)
    if duel.ended:
        outcome = (duel.summary or {}).get("outcome") or {}
        yield Concern(
            f"contest-{duel.number}-ended", duel.ended, f"{title} is over", (outcome.get("reason", ""),), path
        )
    elif duel.state in RUNNING:
        asks, words = _asks(app, tx, duel, name), (f"You play against {against}.",)
        key, does = f"contest-{duel.number}-step-{duel.step}", "asks you" if asks else "waits for others"
        closes = duel.battle_time if asks and not duel.held else None
        step_title = f"{title}, step {duel.step}"
        yield Concern(key, duel.opened, f"{step_title} {does}", words, path, closes, f"{step_title} closes")


def _asks(app: App, tx: Tx, duel: Duel, name: str) -> bool:
    """Whether the present step asks a player; whether an order is in makes no difference."""
    try:
        return duel.seat_of(name) in present(app.desk, tx, duel).awaits
    except PbpError:
        return False


def _challenges(tx: Tx, name: str) -> Iterator[Concern]:
    waiting = {(made["from"], challenges.in_words(made)) for made in challenges.waiting(tx) if made["to"] == name}
    for entry in tx.entries(kind="challenge") if waiting else ():
        by, said = entry.values["player"], entry.values["said"]
        if entry.values["other"] == name and (by, said) in waiting:
            at = datetime.fromisoformat(entry.at)
            yield Concern(f"challenge-{entry.id}", at, f"{by} challenges you: {said}", (), "/me")
