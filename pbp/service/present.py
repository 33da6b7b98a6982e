"""Where a duel stands: its setup as a scenario has it, and the state replayed from its inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbp import spells
from pbp.bundle import playable
from pbp.bundle.facts import Rolled, digests_readings
from pbp.errors import ReplayMismatch
from pbp.games import find_game
from pbp.games.base import Game, Phase, Prompt, silence
from pbp.games.replay import Replayed, ReplayStep, replay
from pbp.service.desk import Desk, secret_season
from pbp.store import Duel, StepRow, Tx


@dataclass(frozen=True)
class Present:
    """A duel's present state, and what it was made from."""

    game: Game
    setup: Mapping[str, Any]
    state: Any
    awaits: Mapping[str, Prompt]

    @property
    def phase(self) -> Phase:
        """The kind of the present step."""
        return self.game.phases[self.game.phase(self.state)]

    @property
    def silence(self) -> str:
        """What silence means in the present step: "you lose the bout"."""
        return silence(self.phase, self.setup.get("variant"))


def game_of(duel: Duel) -> Game:
    """The rules of a duel, in the version that is pinned for its life. Raises ReplayMismatch."""
    game = find_game(duel.game)
    if game is None:
        raise ReplayMismatch(
            f"duel {duel.number} is played by the rules {duel.game!r}, which this version does not have: cancel it, or"
            " go on with the version that has them"
        )
    return game


def setup_now(desk: Desk, tx: Tx, duel: Duel) -> dict[str, Any]:
    """The setup of a duel with the values that hold now: a scenario's keys, without orders."""
    return {"game": duel.game.split("/")[0], **desk.format(duel).scenario(tx, duel)}


def tracked_attributes(tx: Tx) -> frozenset[str]:
    """The names of all values that the sheet tracks beside Stars."""
    return frozenset(name for wizard in tx.wizards() for name in wizard.attributes)


def spells_of(tx: Tx, duel: Duel) -> Sequence[spells.Spell]:
    """The spells of a duel's frozen list, in its order."""
    return list(spells.read_list(duel.list_text or "", tracked_attributes(tx)).spells.values())


def history(tx: Tx, duel: Duel) -> list[dict[str, Any]]:
    """What the duel's wizards cast in the earlier ring duels at which its spells look back, as they stand or are ruled.

    By number: [{number, casts: {wizard: spell}}]. All of it would be published with every duel, for years.
    """
    listed = spells.read_list(duel.list_text or "", tracked_attributes(tx), tx.rulings(duel.number))
    wanted = spells.looks_back(listed, duel.number)
    found = []
    for number, summary in () if wanted == frozenset() else tx.summaries(duel.number):
        casts = {name: spell for name, spell in summary.get("cast_by", {}).items() if name in duel.seats}
        if casts and (wanted is None or number in wanted):
            found.append({"number": number, "casts": casts})
    return found


def words_of(row: StepRow) -> dict[str, str]:
    """The standing orders of a closed step, by seat."""
    return {player: words for player, _, words, *_ in row.orders}


def present(desk: Desk, tx: Tx, duel: Duel) -> Present:
    """Replays a duel up to its present step. Raises ReplayMismatch, FileFaults."""
    game = game_of(duel)
    rows = [row for row in tx.steps(duel.number) if row.step < duel.step]
    setup = rows[0].setup if rows else setup_now(desk, tx, duel)
    readings = bool(rows) and digests_readings(rows[0].version)
    inputs = game, playable(setup), seed_of(tx, duel), duel.number
    replayed = _replayed(desk, inputs, [replay_step(tx, duel, row) for row in rows], readings=readings)
    for row, digest in zip(rows, replayed.digests[1:], strict=True):
        if row.state_digest != digest:
            raise ReplayMismatch(f"duel {duel.number}, step {row.step}: the inputs no longer give the stored state")
    return Present(game, setup, replayed.state, game.awaits(replayed.state))


@dataclass(frozen=True, slots=True)
class Played:
    """A duel as far as it was played before: the steps, all else that it hangs on, and what came of it."""

    steps: Sequence[ReplayStep]
    inputs: tuple[Any, ...]
    replayed: Replayed


_MOST_PLAYED = 100
"""Of so many duels it is kept how far they were played."""


def _replayed(
    desk: Desk, inputs: tuple[Game, Mapping[str, Any], bytes, int], steps: Sequence[ReplayStep], *, readings: bool
) -> Replayed:
    """A duel played again, but for the steps that this process has played of the same inputs: a long one takes seconds
    by its end, with each page on which it stands. Raises ReplayMismatch, FileFaults."""
    duel = inputs[-1]
    known = desk.played.get(duel)
    goes_on = known and known.inputs == (*inputs, readings) and known.steps == steps[: len(known.steps)]
    before = known.replayed if known and goes_on else None
    replayed = replay(*inputs, steps, readings=readings, before=before)
    if steps:
        if len(desk.played) >= _MOST_PLAYED:
            desk.played.clear()
        desk.played[duel] = Played(steps, (*inputs, readings), replayed)
    return replayed


def replay_step(tx: Tx, duel: Duel, row: StepRow) -> ReplayStep:
    """A closed step, as it is played again: by a seed of its own, where the duel's was published before it closed."""
    own = None if row.seed_index == duel.seed_index else seed_of(tx, duel, row.seed_index)
    return ReplayStep(words_of(row), seed=own)


def seed_of(tx: Tx, duel: Duel, index: int | None = None) -> bytes:
    """The secret seed of a duel; with an index, that seed of its season."""
    season = tx.season(duel.season)
    assert season, f"season {duel.season!r} of duel {duel.number} is missing"
    return secret_season(season.key).seed(duel.seed_index if index is None else index)


def rolled(tx: Tx, duel: int, step: int) -> Rolled | None:
    """A public roller's numbers for a step (0: drawing the ring), with their addresses; None if there are none."""
    given = [(roll.value, roll.url or "") for roll in tx.rolls(duel, step) if roll.value is not None]
    urls = dict.fromkeys(url for _, urls in given for url in urls.split())
    return Rolled(tuple(value for value, _ in given), tuple(urls)) if given else None
